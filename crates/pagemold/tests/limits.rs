//! What a page may not make of us: trees deeper than the limit, names longer than their budget.

use pagemold::features::minhash::MinHash;
use pagemold::pass::{Memory, extract};
use pagemold::structure::Tree;
use pagemold::wanted::Wanted;
use pagemold::{Flags, Limits};

/// Tags that open, close and move elements in all the ways that the Standard knows.
const TAGS: &[&str] = &[
    "<div>",
    "</div>",
    "<form>",
    "</form>",
    "<a>",
    "<a class=2>",
    "</a>",
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<li>",
    "<svg>",
    "</svg>",
    "<g>",
    "<template>",
    "</template>",
    "<select>",
    "<option>",
    "<i>",
    "</i>",
    "x",
    "<nobr>",
    "<button>",
    "</button>",
    "<h1>",
    "<object>",
    "</object>",
    "<caption>",
    "<ul>",
    "</ul>",
    "<font>",
    "</font>",
];

fn depth(tree: &Tree<'_>) -> usize {
    let mut depths = vec![0; tree.len()];
    for node in tree.subtree(0).skip(1) {
        depths[node as usize] = depths[tree.parent(node).expect("below the document") as usize] + 1;
    }
    depths.into_iter().max().unwrap_or(0)
}

#[test]
fn no_tree_is_deeper_than_the_limit() {
    let limits = Limits { depth: 12, ..Limits::default() };
    let mut state: u64 = 3;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..3_000 {
        let unit: String = (0..=random(12)).map(|_| TAGS[random(TAGS.len())]).collect();
        let page = unit.repeat(40);
        let tree = Tree::parse_with_text(page.as_bytes(), &limits);
        assert!(depth(&tree) <= 13, "{unit} gives depth {}", depth(&tree)); // text may hang one below an element
    }
}

#[test]
fn elements_closed_out_of_order_do_not_escape_the_limit() {
    let page = "</table><form><a class=2><a></form><form></div><table><a><form><div><form>".repeat(10_000);
    let tree = Tree::parse(page.as_bytes(), &Limits::default());
    assert!(depth(&tree) <= 512);
    assert!(tree.flags().contains(Flags::DEPTH));
}

#[test]
fn names_stay_within_their_budget() {
    let long = "x".repeat(20_000);
    let nest: String = (0..200).map(|number| format!("<div class='{long}{}'>", "y".repeat(number))).collect();
    let leaves: String = (0..200).map(|number| format!("<i class='l{}'></i>", "z".repeat(number))).collect();
    let page = format!("{nest}{leaves}");
    let limits = Limits { page_bytes: 5_000_000, ..Limits::default() };
    let wanted = Wanted::new(&["class_paths", "class_paths:names"], false, MinHash::new(1, 1)).expect("known features");
    let pages = [Memory { body: page.as_bytes(), content_type: None }];
    let columns = extract(&pages, &wanted, &limits, 1);
    let column = |name: &str| columns.iter().find(|(found, _)| found == name).map(|(_, column)| column);
    let Some(pagemold::columns::Column::ListText(names)) = column("class_paths:names") else { panic!("no names") };
    let Some(pagemold::columns::Column::ListU64(hashes)) = column("class_paths") else { panic!("no hashes") };
    let Some(pagemold::columns::Column::U16(flags)) = column("flags") else { panic!("no flags") };
    assert!(names.items.data.len() < 25_000_000, "{} bytes of names", names.items.data.len());
    assert_eq!(names.offsets, hashes.offsets, "a name for each hash, if only an empty one");
    assert_eq!(flags[0], Flags::SIZE.bits());
}
