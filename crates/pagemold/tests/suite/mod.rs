//! Where the cases of html5lib's public test suite lie. `make test` takes them from html5lib's source distribution.

use std::path::PathBuf;

/// The files of one part of the suite, or `None` where it is not at hand: loudly, and under CI not at all.
pub fn files(part: &str, extension: &str) -> Option<Vec<PathBuf>> {
    let Some(root) = std::env::var_os("PAGEMOLD_HTML5LIB_TESTS") else {
        assert!(std::env::var_os("CI").is_none(), "PAGEMOLD_HTML5LIB_TESTS is not set: the suite may not be skipped");
        eprintln!("SKIPPED: set PAGEMOLD_HTML5LIB_TESTS to the folder of html5lib's test data");
        return None;
    };
    let folder = PathBuf::from(root).join(part);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{}: no .{extension} files", folder.display());
    Some(files)
}
