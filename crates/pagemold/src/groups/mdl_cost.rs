//! The description length of a clustering: the matrices MT, MD and MA of Kim & Shim (2011), by their totals.

use std::ops::{Add, Mul, Sub};

/// What clusters add to the totals: ones of MT, and the 1s and −1s of MA.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Paths of templates.
    pub template: i32,
    /// Paths that a document has, and its template has not.
    pub more: i32,
    /// Paths that a template has, and the document has not.
    pub less: i32,
}

impl Change {
    /// One path that `support` of so many documents have: part of the template if those are more than half.
    #[inline]
    pub fn of_paths(support: u32, documents: u32) -> Change {
        match 2 * support > documents {
            true => Change { template: 1, more: 0, less: (documents - support) as i32 },
            false => Change { template: 0, more: support as i32, less: 0 },
        }
    }
}

impl Add for Change {
    type Output = Change;
    #[inline]
    fn add(self, other: Change) -> Change {
        Change { template: self.template + other.template, more: self.more + other.more, less: self.less + other.less }
    }
}

impl Sub for Change {
    type Output = Change;
    #[inline]
    fn sub(self, other: Change) -> Change {
        self + other * -1
    }
}

impl Mul<i32> for Change {
    type Output = Change;
    #[inline]
    fn mul(self, times: i32) -> Change {
        Change { template: self.template * times, more: self.more * times, less: self.less * times }
    }
}

/// What the cost of a clustering depends on.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    pub paths: f64,
    pub documents: f64,
    pub clusters: f64,
    /// Of the templates, of what documents have more, of what they have less.
    pub sums: [i64; 3],
}

impl Totals {
    /// After a merge of two clusters.
    pub fn merge(&mut self, change: Change) {
        self.clusters -= 1.0;
        let changes = [change.template, change.more, change.less];
        self.sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum += i64::from(change));
    }

    /// The bits for MT, MD and MA.
    pub fn cost(&self) -> [f64; 3] {
        let [template, more, less] = self.sums.map(|sum| sum as f64);
        let sizes = [self.paths * self.clusters, self.clusters * self.documents, self.paths * self.documents];
        [
            bits(sizes[0], &[template, sizes[0] - template]),
            bits(sizes[1], &[self.documents, sizes[1] - self.documents]),
            bits(sizes[2], &[more, less, sizes[2] - more - less]),
        ]
    }
}

/// Size times entropy of a matrix, given how often each symbol is in it.
fn bits(size: f64, counts: &[f64]) -> f64 {
    counts.iter().fold(x_log_x(size), |bits, &count| bits - x_log_x(count)).max(0.0)
}

fn x_log_x(x: f64) -> f64 {
    if x > 0.0 { x * x.log2() } else { 0.0 }
}

/// The cost after any of many changes. All of them are small beside the totals, so the logarithms are taken once for
/// each value that comes up, and a pair of clusters costs four looks into tables that fit the cache.
pub struct Lookup {
    constant: f64,
    template: Table,
    more: Table,
    less: Table,
    same: Table,
}

struct Table {
    least: i32,
    values: Vec<f64>,
}

impl Table {
    fn new((least, most): (i32, i32), bits: impl Fn(i32) -> f64) -> Table {
        Table { least, values: (least..=most).map(bits).collect() }
    }

    #[inline]
    fn get(&self, change: i32) -> f64 {
        self.values[(change - self.least) as usize]
    }
}

/// How far changes go, each way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    template: (i32, i32),
    more: (i32, i32),
    less: (i32, i32),
    both: (i32, i32),
}

impl Range {
    /// Takes one more change in.
    pub fn widen(&mut self, change: Change) {
        let wider = |(least, most): (i32, i32), at: i32| (least.min(at), most.max(at));
        self.template = wider(self.template, change.template);
        self.more = wider(self.more, change.more);
        self.less = wider(self.less, change.less);
        self.both = wider(self.both, change.more + change.less);
    }
}

impl Lookup {
    pub fn new(totals: &Totals, range: &Range) -> Lookup {
        let clusters = totals.clusters - 1.0;
        let sizes = [totals.paths * clusters, clusters * totals.documents, totals.paths * totals.documents];
        let links = bits(sizes[1], &[totals.documents, sizes[1] - totals.documents]);
        let [template, more, less] = totals.sums.map(|sum| sum as f64);
        Lookup {
            constant: links + x_log_x(sizes[0]) + x_log_x(sizes[2]),
            template: Table::new(range.template, |at| {
                let ones = template + f64::from(at);
                -x_log_x(ones) - x_log_x(sizes[0] - ones)
            }),
            more: Table::new(range.more, |at| -x_log_x(more + f64::from(at))),
            less: Table::new(range.less, |at| -x_log_x(less + f64::from(at))),
            same: Table::new(range.both, |at| -x_log_x(sizes[2] - more - less - f64::from(at))),
        }
    }

    /// The bits of all three matrices after a merge that changes the totals so.
    #[inline]
    pub fn cost(&self, change: Change) -> f64 {
        self.constant
            + self.template.get(change.template)
            + self.more.get(change.more)
            + self.less.get(change.less)
            + self.same.get(change.more + change.less)
    }
}
