//! Which path to take for each pair of subtrees, after RTED and APTED (Pawlik & Augsten 2011, 2016).
//!
//! A pair is worked out along one path, in the first tree or in the second, at the left edge or at the right one; the
//! subtrees beside the path are pairs of their own. The choice with the least work is found for all pairs before any
//! distance is computed. APTED also tries paths through the middle: they need the far larger set of all forests of the
//! other tree, and lose on pages, which are shallow.

use super::shapes::{Shape, Side};

/// The path that a pair of subtrees is worked out along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// In the second tree rather than the first.
    pub in_second: bool,
    /// 0 at the left edge, 1 at the right.
    pub side: usize,
}

const CHOICES: [Choice; 4] = [
    Choice { in_second: false, side: 0 },
    Choice { in_second: false, side: 1 },
    Choice { in_second: true, side: 0 },
    Choice { in_second: true, side: 1 },
];

/// The best choices for all pairs of distinct subtrees.
pub struct Strategy {
    width: usize,
    choices: Vec<u8>,
    /// The least work for the whole trees, in cells.
    pub work: f32,
}

/// The work of one subtree of the first tree with each of the second: in all, and for what is beside its two paths.
#[derive(Clone)]
struct Row {
    all: Vec<f32>,
    beside: [Vec<f32>; 2],
}

impl Strategy {
    pub fn new(first: &[Shape], second: &[Shape]) -> Strategy {
        let mut strategy = Strategy { width: second.len(), choices: Vec::new(), work: 0.0 };
        strategy.choices.reserve(first.len() * second.len());
        let last_use = last_uses(first);
        let mut rows: Vec<Option<Row>> = Vec::with_capacity(first.len());
        for (kind, shape) in first.iter().enumerate() {
            let beside = [0, 1].map(|side| beside_path(&shape.sides[side], side, &rows, second.len()));
            let all = strategy.choose(shape, &beside, second);
            strategy.work = all.last().copied().unwrap_or(0.0);
            rows.push(Some(Row { all, beside }));
            // What no later subtree is built of is let go.
            for &used in last_use[kind].iter() {
                rows[used as usize] = None;
            }
        }
        strategy
    }

    pub fn choice(&self, one: u32, other: u32) -> Choice {
        CHOICES[self.choices[one as usize * self.width + other as usize] as usize]
    }

    /// The least work of one subtree of the first tree with each of the second.
    fn choose(&mut self, shape: &Shape, beside: &[Vec<f32>; 2], second: &[Shape]) -> Vec<f32> {
        let mut all: Vec<f32> = Vec::with_capacity(second.len());
        let mut beside_second: [Vec<f32>; 2] = [Vec::new(), Vec::new()];
        for (kind, other) in second.iter().enumerate() {
            let mut best = (f32::INFINITY, 0);
            for side in [0, 1] {
                let in_first = shape.size * other.sides[side].work + beside[side][kind];
                let off = beside_of_second(&other.sides[side], &all, &beside_second[side]);
                beside_second[side].push(off);
                let in_second = shape.sides[side].work * other.size + off;
                for (work, choice) in [(in_first, side), (in_second, 2 + side)] {
                    if work < best.0 {
                        best = (work, choice);
                    }
                }
            }
            all.push(best.0);
            self.choices.push(best.1 as u8);
        }
        all
    }
}

fn beside_of_second(side: &Side, all: &[f32], beside: &[f32]) -> f32 {
    let along = side.next.map_or(0.0, |next| beside[next as usize]);
    side.beside.iter().fold(along, |sum, &child| sum + all[child as usize])
}

/// The work for the subtrees beside a path of the first tree, with each subtree of the second.
fn beside_path(of: &Side, side: usize, rows: &[Option<Row>], width: usize) -> Vec<f32> {
    let row = |kind: u32| rows[kind as usize].as_ref().expect("children are kept until their last parent");
    let mut sums = of.next.map_or_else(|| vec![0.0; width], |next| row(next).beside[side].clone());
    for &child in &of.beside {
        for (sum, work) in sums.iter_mut().zip(&row(child).all) {
            *sum += work;
        }
    }
    sums
}

/// For each subtree, those that it is the last to be built of.
fn last_uses(shapes: &[Shape]) -> Vec<Vec<u32>> {
    let mut last_parent = vec![usize::MAX; shapes.len()];
    for (kind, shape) in shapes.iter().enumerate() {
        for side in &shape.sides {
            for &child in side.beside.iter().chain(&side.next) {
                last_parent[child as usize] = kind;
            }
        }
    }
    let mut uses = vec![Vec::new(); shapes.len()];
    for (child, &parent) in last_parent.iter().enumerate().filter(|&(_, &parent)| parent != usize::MAX) {
        uses[parent].push(child as u32);
    }
    uses
}
