//! Any bytes are a segment of a collection: it is refused, or every question to it ends.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use pagemold::segment::{Effort, Measure, Query, Segment};

fuzz_target!(|bytes: &[u8]| {
    let Ok(segment) = Segment::over(Path::new("fuzzed"), Box::new(bytes.to_vec())) else { return };
    let settings = segment.settings();
    let query = Query::new(vec![(1, 1), (2, 3)], settings, &settings.family());
    let _ = segment.nearest(&query, 10, Measure::Jaccard, Effort::EVERYTHING);
    for page in 0..segment.pages().min(1_000) as u32 {
        let _ = segment.page(page);
    }
    let _ = segment.verify();
});
