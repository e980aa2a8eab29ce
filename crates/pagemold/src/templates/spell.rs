//! Paths as people read them, and as tags alone: what tells a path that got other classes from one that is new.

use std::collections::{BinaryHeap, HashSet};

use super::Templates;
use crate::features::segment::{is_called, is_head_mark, is_page_id, tag};
use crate::features::{EMPTY, extend, sequence};
use crate::groups::grammar::corpus::ROOT;

impl Templates {
    /// The first of some paths as people read them: those that none of the others is right above, then the rest, by
    /// name. Only so many are kept, and none of the rest is spelled where there are enough without.
    pub fn first_paths(&self, numbers: &[u32], most: usize, longest: usize) -> Vec<String> {
        let all: HashSet<u32> = numbers.iter().copied().collect();
        let (below, topmost): (Vec<u32>, Vec<u32>) =
            numbers.iter().partition(|&&number| all.contains(&self.paths.parents[number as usize]));
        let mut first = self.first_by_name(&topmost, most, longest);
        first.extend(self.first_by_name(&below, most - first.len(), longest));
        first
    }

    fn first_by_name(&self, numbers: &[u32], most: usize, longest: usize) -> Vec<String> {
        let mut first = BinaryHeap::new();
        for &number in numbers.iter().filter(|_| most > 0) {
            first.push(self.path(number, longest));
            if first.len() > most {
                first.pop();
            }
        }
        first.into_sorted_vec()
    }

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

    /// What identifies the tags on the way to each path: each goes on from the way to the one above.
    pub fn ways(&self) -> Vec<u64> {
        let own: Vec<u64> = self.paths.words.iter().map(|word| sequence(tag(word).bytes().map(u64::from))).collect();
        let mut ways = Vec::with_capacity(self.paths.paths());
        for (&above, &name) in self.paths.parents.iter().zip(&self.paths.names) {
            let way = if above == ROOT { EMPTY } else { ways[above as usize] };
            ways.push(extend(way, own[name as usize]));
        }
        ways
    }

    /// Whether a path ends in what may have other classes and be the same still: an element, or a class of `html` or
    /// `body`; neither what a head says, nor an id, nor how a wrapper is called.
    pub fn may_have_other_classes(&self, number: u32) -> bool {
        let last = self.paths.name(number);
        !is_head_mark(last) && !is_page_id(last) && !is_called(last)
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
    fn other_classes_are_the_same_way() {
        let one = chain(&["html", "body", "div.list", "p", "link[a.css]"]);
        let other = chain(&["html", "body", "div.hits.new", "p.first", "link[b.css]"]);
        assert_eq!(one.ways()[..4], other.ways()[..4]);
        assert_ne!(one.ways()[2], one.ways()[3]);
        assert_ne!(one.ways()[3], chain(&["html", "body", "p", "div"]).ways()[3]);
    }

    #[test]
    fn what_has_no_class_has_no_other_either() {
        let templates = chain(&["html", "li.hit", ".home", "#start", "link[a.css]", "meta[a=b]", "[div.chapter]"]);
        let may: Vec<bool> = (0..7).map(|number| templates.may_have_other_classes(number)).collect();
        assert_eq!(may, [true, true, true, false, false, false, false]);
    }

    #[test]
    fn topmost_paths_come_first_and_then_names() {
        let templates = chain(&["html", "body", "div", "p", "b"]);
        assert_eq!(templates.first_paths(&[4, 3, 1], 5, 99), ["html/body", "html/body/div/p", "html/body/div/p/b"]);
        assert_eq!(templates.first_paths(&[4, 3, 1], 1, 99), ["html/body"]);
        assert_eq!(templates.first_paths(&[0, 2, 1], 2, 99), ["html", "html/body"]);
        assert!(templates.first_paths(&[1], 0, 99).is_empty());
    }
}
