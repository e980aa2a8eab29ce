//! Our scanner and our tree against html5ever's, on real pages and on mutations of them.

mod peer;

use std::path::Path;

use pagemold::Limits;
use pagemold::structure::{NodeId, Scanner, TagTokens, Tree};

/// The real pages that `make test` fetched, as text; none where there are none, loudly, and under CI not at all.
fn real_pages() -> Vec<String> {
    let index = std::env::var("PAGEMOLD_PAGES").unwrap_or_default();
    if !Path::new(&index).is_file() {
        assert!(std::env::var_os("CI").is_none(), "PAGEMOLD_PAGES names no file: real pages may not be left out");
        eprintln!("SKIPPED: set PAGEMOLD_PAGES to a list of real pages, as `make test` does");
        return Vec::new();
    }
    let index = std::fs::read_to_string(index).expect("a readable list");
    let files = index.lines().skip(1).filter_map(|line| line.rsplit('\t').next());
    files.map(|file| String::from_utf8_lossy(&std::fs::read(file).expect("a readable page")).into_owned()).collect()
}

/// A small generator, so that the same mutations are tried everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Pieces that change how everything after them is read.
const TRAPS: &[&str] = &[
    "<",
    ">",
    "\"",
    "'",
    "</",
    "<!--",
    "-->",
    "<!",
    "<![CDATA[",
    "]]>",
    "<table>",
    "<td>",
    "</table>",
    "<a>",
    "</a>",
    "<b>",
    "</p>",
    "<p>",
    "<svg>",
    "</svg>",
    "<math>",
    "<select>",
    "<option>",
    "<template>",
    "</template>",
    "<script>",
    "</script>",
    "<title>",
    "<textarea>",
    "<form>",
    "</form>",
    "<li>",
    "</body>",
    "</html>",
    "<frameset>",
    "<font color=x>",
    "<foreignObject>",
    "\0",
    "<nobr>",
    "<button>",
    "<h1>",
    "</h2>",
    "<dd>",
    "<caption>",
    "<col>",
    "<tr>",
    "<body class=x>",
    "<image>",
    "<br/>",
    "</br>",
    "<plaintext>",
    "=",
];

fn mutated(page: &str, random: &mut Random) -> String {
    let mut bytes = page.as_bytes().to_vec();
    bytes.truncate(20_000);
    for _ in 0..=random.below(12) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
            1 if at < bytes.len() => bytes[at] = b"<>/!-\"'= abt\0\n"[random.below(14)],
            2 => {
                let from = random.below(bytes.len() + 1);
                let copy = bytes[from..(from + random.below(200)).min(bytes.len())].to_vec();
                bytes.splice(at..at, copy);
            }
            _ => drop(bytes.splice(at..at, TRAPS[random.below(TRAPS.len())].bytes()).count()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn our_tags(html: &str) -> Vec<String> {
    let mut scanner = Scanner::new(html.as_bytes(), &Limits::default());
    let names: Vec<_> = TagTokens::new(&mut scanner).collect();
    names.into_iter().map(|name| scanner.names().text(name).to_owned()).collect()
}

fn our_elements(html: &str) -> Vec<(usize, String)> {
    let tree = Tree::parse(html.as_bytes(), &Limits::default());
    let depth = |element: NodeId| std::iter::successors(tree.parent(element), |&at| tree.parent(at)).count() - 1;
    tree.elements().map(|element| (depth(element), tree.label(element).to_owned())).collect()
}

fn agree(html: &str) -> Result<(), String> {
    let (ours, theirs) = (our_tags(html), peer::tags(html));
    if let Some(at) = first_difference(&ours, &theirs) {
        return Err(format!("tag {at}: {:?}, html5ever has {:?}", ours.get(at), theirs.get(at)));
    }
    let (ours, theirs) = (our_elements(html), peer::elements(html));
    match first_difference(&ours, &theirs) {
        Some(at) => Err(format!("element {at}: {:?}, html5ever has {:?}", ours.get(at), theirs.get(at))),
        None => Ok(()),
    }
}

fn first_difference<T: PartialEq>(one: &[T], other: &[T]) -> Option<usize> {
    (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at))
}

/// A smaller page on which the two still differ.
fn shrunk(page: &str) -> String {
    let mut page = page.to_owned();
    let mut step = page.len() / 2;
    while step > 0 {
        let mut at = 0;
        while at < page.len() {
            let end = (at + step).min(page.len());
            let shorter = page.is_char_boundary(at) && page.is_char_boundary(end);
            let candidate = if shorter { format!("{}{}", &page[..at], &page[end..]) } else { page.clone() };
            if shorter && agree(&candidate).is_err() { page = candidate } else { at += step }
        }
        step /= 2;
    }
    page
}

#[test]
fn real_pages_have_the_same_tags_and_elements() {
    let pages = real_pages();
    for page in &pages {
        if let Err(difference) = agree(page) {
            panic!("{difference}\n{}", shrunk(page));
        }
    }
    eprintln!("{} real pages agree with html5ever", pages.len());
}

#[test]
fn mutated_pages_have_the_same_tags_and_elements() {
    let rounds: usize = std::env::var("PAGEMOLD_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(10_000);
    let mut random = Random(1);
    let made = TRAPS.concat().repeat(4);
    let mut pages = real_pages();
    pages.push(made);
    for round in 0..rounds {
        let page = mutated(&pages[random.below(pages.len())], &mut random);
        if let Err(difference) = agree(&page) {
            panic!("round {round}: {difference}\n{:?}", shrunk(&page));
        }
    }
}
