//! The tree of merges: what is in one group at which level.

use super::merge::Merge;

/// The number of the group in which each starting group ends up, counted by first appearance, if only merges that save
/// more than `level`, and whose parts were made so, are kept.
pub fn cut(start: usize, merges: &[Merge], level: f64) -> Vec<u32> {
    let mut tops = tops(start, &kept(start, merges, level));
    number(&mut tops);
    tops
}

/// These merges alone, their groups numbered anew.
pub fn kept(start: usize, merges: &[Merge], level: f64) -> Vec<Merge> {
    let mut least = vec![f64::INFINITY; start];
    let mut numbers: Vec<u32> = (0..start as u32).collect();
    let mut kept = Vec::new();
    for &Merge { groups: (one, two), saved } in merges {
        let (one, two) = (one as usize, two as usize);
        least.push(saved.min(least[one]).min(least[two]));
        numbers.push((start + kept.len()) as u32);
        if least.last().is_some_and(|&least| least > level) {
            kept.push(Merge { groups: (numbers[one], numbers[two]), saved });
        }
    }
    kept
}

/// The level below which [`cut`] has two starting groups in one: what the merge that joins them saves, or the least inside
/// it. Nothing where no merge joins them; infinite of a group and itself.
pub fn joined_below(start: usize, merges: &[Merge], one: u32, two: u32) -> Option<f64> {
    if one == two {
        return Some(f64::INFINITY);
    }
    let (place, _) = meeting(start, merges, one, two)?;
    let mut least = vec![f64::INFINITY; start];
    for &Merge { groups: (left, right), saved } in &merges[..=place] {
        least.push(saved.min(least[left as usize]).min(least[right as usize]));
    }
    least.pop()
}

/// The starting groups on each side of the merge that joins two of them, in the order in which merges weigh them: the
/// lower number first. Nothing where none does, or the two are one.
pub fn sides(start: usize, merges: &[Merge], one: u32, two: u32) -> Option<[Vec<u32>; 2]> {
    let (place, mut met) = meeting(start, merges, one, two)?;
    met.sort_unstable();
    let tops = tops(start, &merges[..place]);
    Some(met.map(|side| (0..start as u32).filter(|&group| tops[group as usize] == side).collect()))
}

/// The place of the merge that joins two starting groups, and what they had become part of before it.
fn meeting(start: usize, merges: &[Merge], one: u32, two: u32) -> Option<(usize, [u32; 2])> {
    let mut met = [one, two];
    for (place, &Merge { groups: (left, right), .. }) in merges.iter().enumerate() {
        let is_part = met.map(|group| group == left || group == right);
        if is_part == [true, true] {
            return (one != two).then_some((place, met));
        }
        for side in (0..2).filter(|&side| is_part[side]) {
            met[side] = (start + place) as u32;
        }
    }
    None
}

/// Merges, and on top of them others that began with the groups of these, in the order in which [`cut`] counts them.
pub fn stacked(start: usize, mut lower: Vec<Merge>, upper: &[Merge]) -> Vec<Merge> {
    let mut groups = tops(start, &lower);
    let mut met = vec![false; start + lower.len()];
    groups.retain(|&group| !std::mem::replace(&mut met[group as usize], true));
    let made = met.len() as u32;
    groups.extend((0..upper.len() as u32).map(|place| made + place));
    let number = |group: u32| groups[group as usize];
    lower
        .extend(upper.iter().map(|merge| Merge { groups: (number(merge.groups.0), number(merge.groups.1)), ..*merge }));
    lower
}

/// The last group that each starting group becomes part of.
fn tops(start: usize, merges: &[Merge]) -> Vec<u32> {
    let mut tops: Vec<u32> = (0..(start + merges.len()) as u32).collect();
    for (place, merge) in merges.iter().enumerate().rev() {
        tops[merge.groups.0 as usize] = tops[start + place];
        tops[merge.groups.1 as usize] = tops[start + place];
    }
    tops.truncate(start);
    tops
}

/// Numbers labels anew, from 0 on by first appearance.
pub fn number(labels: &mut [u32]) {
    let last = labels.iter().max().map_or(0, |&last| last as usize + 1);
    let (mut numbers, mut next) = (vec![u32::MAX; last], 0);
    for label in labels {
        let known = &mut numbers[*label as usize];
        if *known == u32::MAX {
            *known = next;
            next += 1;
        }
        *label = *known;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(one: u32, two: u32, saved: f64) -> Merge {
        Merge { groups: (one, two), saved }
    }

    #[test]
    fn a_merge_counts_as_the_least_inside_it() {
        let merges = [merge(0, 2, 5.0), merge(4, 1, 9.0), merge(5, 3, 2.0)];
        assert_eq!(cut(4, &merges, 1.0), [0, 0, 0, 0]);
        assert_eq!(cut(4, &merges, 4.0), [0, 0, 0, 1]);
        assert_eq!(cut(4, &merges, 5.0), [0, 1, 2, 3]);
    }

    #[test]
    fn two_groups_are_one_below_the_least_on_the_way_up_to_their_merge() {
        let merges = [merge(0, 2, 5.0), merge(5, 1, 9.0), merge(6, 3, -2.0)];
        let below = |one, two| joined_below(5, &merges, one, two);
        assert_eq!((below(0, 2), below(0, 1), below(3, 2)), (Some(5.0), Some(5.0), Some(-2.0)));
        assert_eq!((below(4, 0), below(4, 4), below(1, 1)), (None, Some(f64::INFINITY), Some(f64::INFINITY)));
        for (one, two) in (0..5).flat_map(|one| (0..5).map(move |two| (one, two))) {
            for level in [-9.0, -2.0, -1.0, 4.0, 5.0, 8.0, 9.0, 10.0] {
                let groups = cut(5, &merges, level);
                let together = groups[one as usize] == groups[two as usize];
                assert_eq!(below(one, two).is_some_and(|below| level < below), together, "{one} {two} {level}");
            }
        }
    }

    #[test]
    fn the_sides_of_a_merge_are_all_that_had_become_part_of_either() {
        let merges = [merge(0, 2, 5.0), merge(5, 1, 9.0), merge(6, 3, -2.0)];
        let sides = |one, two| sides(5, &merges, one, two);
        assert_eq!(sides(2, 0), Some([vec![0], vec![2]]));
        assert_eq!(sides(1, 2), Some([vec![1], vec![0, 2]]));
        assert_eq!(sides(0, 3), Some([vec![3], vec![0, 1, 2]]));
        assert_eq!((sides(4, 0), sides(1, 1)), (None, None));
    }

    #[test]
    fn merges_on_top_of_others_are_cut_like_one_after_the_other() {
        let all = [merge(1, 3, 40.0), merge(0, 2, 35.0), merge(5, 6, 3.0), merge(4, 7, 50.0)];
        let lower = kept(5, &all, 30.0);
        assert_eq!((lower.len(), cut(5, &lower, 0.0)), (2, vec![0, 1, 0, 1, 2]));
        // Of the groups 0, 1, 2 that are left, the last two are joined, then all.
        let both = stacked(5, lower, &[merge(1, 2, 8.0), merge(0, 3, 2.0)]);
        assert_eq!(cut(5, &both, 5.0), [0, 1, 0, 1, 1]);
        assert_eq!(cut(5, &both, 1.0), [0; 5]);
        assert_eq!(cut(5, &both, 36.0), [0, 1, 2, 1, 3]);
    }
}
