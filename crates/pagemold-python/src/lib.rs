//! The border between the `pagemold` crate and Python: batches in, buffers out.
//!
//! Nothing is computed here. Each call converts its arguments, lets go of the interpreter, enters the core once, and
//! converts the result; errors and panics are mapped in [`border`] and nowhere else.

mod border;
mod columns;
mod distance;
mod grammar;
mod groups;
mod index;
mod reader;
mod segment;
mod settings;
mod templates;
mod tree;
mod tree_edit;
mod tries;

use pagemold::Flags;
use pagemold::wanted::Feature;
use pyo3::prelude::*;

/// The module `pagemold._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<settings::Filter>()?;
    module.add_class::<settings::Input>()?;
    module.add_class::<settings::Limits>()?;
    module.add_class::<reader::Reader>()?;
    module.add_class::<index::SplitIndex>()?;
    module.add_class::<groups::FingerprintGroups>()?;
    module.add_class::<segment::Segment>()?;
    module.add_class::<segment::SegmentBuilder>()?;
    module.add_class::<tree::Tree>()?;
    module.add_class::<grammar::GrammarGroups>()?;
    module.add_class::<grammar::GrammarPages>()?;
    module.add_class::<templates::GrammarTemplates>()?;
    module.add_function(wrap_pyfunction!(reader::extract, module)?)?;
    module.add_function(wrap_pyfunction!(groups::group_fingerprints, module)?)?;
    module.add_function(wrap_pyfunction!(distance::similarities, module)?)?;
    module.add_function(wrap_pyfunction!(distance::grammar_similarities, module)?)?;
    module.add_function(wrap_pyfunction!(distance::nearest, module)?)?;
    module.add_function(wrap_pyfunction!(distance::linked, module)?)?;
    module.add_function(wrap_pyfunction!(distance::least_similarities, module)?)?;
    module.add_function(wrap_pyfunction!(tree_edit::tree_distances, module)?)?;
    module.add_function(wrap_pyfunction!(tree_edit::tree_mapping, module)?)?;
    module.add_function(wrap_pyfunction!(tree_edit::tree_similarities, module)?)?;
    module.add_function(wrap_pyfunction!(tree_edit::trees_alike, module)?)?;
    module.add_function(wrap_pyfunction!(groups::merge_by_mdl, module)?)?;
    module.add_function(wrap_pyfunction!(segment::choose_bands, module)?)?;
    module.add_function(wrap_pyfunction!(templates::trie_identities, module)?)?;
    module.add_function(wrap_pyfunction!(segment::weighted_signatures, module)?)?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("SEGMENT_VERSION", pagemold::segment::VERSION)?;
    module.add("EXCHANGED", pagemold::features::segment::EXCHANGED)?;
    module.add("FEATURES", Feature::names().collect::<Vec<_>>())?;
    module.add("FLAG_NAMES", Flags::NAMES.to_vec())?;
    Ok(())
}
