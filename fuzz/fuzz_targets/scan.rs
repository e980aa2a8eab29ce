//! Any bytes are a page: the scanner ends, and what it gives lies in the input, in order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagemold::Limits;
use pagemold::structure::{Scanner, TagTokens};

fuzz_target!(|page: &[u8]| {
    let limits = Limits::default();
    let mut scanner = Scanner::new(page, &limits);
    let mut tags = TagTokens::new(&mut scanner);
    let mut behind = 0;
    while let Some((tag, _)) = tags.next_tag() {
        assert!(behind < tag.inside.all.end && tag.inside.all.end as usize <= page.len());
        assert!(tag.inside.class.is_empty() || tag.inside.class.start >= tag.inside.all.start);
        assert!(tag.inside.class.end <= tag.inside.all.end);
        behind = tag.inside.all.end;
    }
    assert!(scanner.position() <= page.len());
});
