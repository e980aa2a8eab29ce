//! Paths as people read them, and as tags alone: what tells a path that got other classes from one that is new.

use super::Templates;
use crate::features::segment::{is_called, is_head_mark, is_page_id, tag};
use crate::features::{EMPTY, extend, sequence};
use crate::groups::grammar::corpus::ROOT;

impl Templates {
    /// A path from the root on; of one of more than `longest` characters the end. The paths of a page that is nested
    /// deeply would take the square of its bytes.
    pub fn path(&self, number: u32, longest: usize) -> String {
        let (mut segments, mut length) = (Vec::new(), 0);
        for segment in self.upwards(number) {
            let room = longest.saturating_sub(length);
            length += segment.chars().count() + 1;
            if length > longest + 1 {
                let cut: String = segment.chars().take(room).collect();
                segments.push(if segments.is_empty() { cut + "…" } else { "…".to_owned() });
                break;
            }
            segments.push(segment.to_owned());
        }
        segments.reverse();
        segments.join("/")
    }

    /// What identifies the tags on the way to what may have other classes and be the same still: an element, or a class of
    /// `html` or `body`; none for what a head says, an id, and how a wrapper is called.
    pub fn tags(&self, number: u32) -> Option<u64> {
        let last = self.paths.name(number);
        let may_have_other_classes = !is_head_mark(last) && !is_page_id(last) && !is_called(last);
        may_have_other_classes.then(|| {
            self.upwards(number).fold(EMPTY, |way, segment| extend(way, sequence(tag(segment).bytes().map(u64::from))))
        })
    }

    /// The segments of a path, the last one first.
    fn upwards(&self, number: u32) -> impl Iterator<Item = &str> {
        let above = |&path: &u32| Some(self.paths.parents[path as usize]).filter(|&above| above != ROOT);
        std::iter::successors(Some(number), above).map(|path| self.paths.name(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::grammar::corpus::Corpus;

    /// A chain of segments, each below the one before.
    fn chain(segments: &[&str]) -> Templates {
        let count = segments.len() as u32;
        let parents = (0..count).map(|number| number.checked_sub(1).unwrap_or(ROOT)).collect();
        let words = segments.iter().map(|&segment| segment.into()).collect();
        let paths = Corpus::of_paths(parents, (0..count).collect(), (0..u64::from(count)).collect(), words);
        Templates { paths, ..Templates::default() }
    }

    #[test]
    fn long_paths_are_told_by_their_end() {
        let templates = chain(&["html", "body", "div.list", "p"]);
        assert_eq!(templates.path(3, 20), "html/body/div.list/p");
        assert_eq!(templates.path(3, 19), "…/body/div.list/p");
        assert_eq!(templates.path(3, 12), "…/div.list/p");
        assert_eq!(templates.path(2, 3), "div…");
    }

    #[test]
    fn other_classes_are_the_same_tags() {
        let one = chain(&["html", "body", "div.list", "p", "link[a.css]"]);
        let other = chain(&["html", "body", "div.hits.new", "p.first", "link[b.css]"]);
        assert_eq!(one.tags(3), other.tags(3));
        assert_ne!(one.tags(2), one.tags(3));
        assert_eq!(one.tags(4), None);
    }

    #[test]
    fn an_id_has_no_other_classes() {
        let templates = chain(&["html", ".home", "#start"]);
        assert!(templates.tags(1).is_some());
        assert_eq!(templates.tags(2), None);
    }
}
