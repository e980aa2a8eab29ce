//! Levenshtein distance at most one, without a matrix: one edit leaves a common beginning and a common end.

/// Whether at most one insertion, deletion or substitution of a byte turns `one` into `other`.
#[inline]
pub fn within_one_edit(one: &[u8], other: &[u8]) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let same = common_beginning(short, long);
    match long.len() - short.len() {
        0 => same == short.len() || short[same + 1..] == long[same + 1..],
        1 => short[same..] == long[same + 1..],
        _ => false,
    }
}

/// How many bytes the two begin with alike, found eight at a time.
fn common_beginning(short: &[u8], long: &[u8]) -> usize {
    let mut same = 0;
    for (one, other) in short.chunks_exact(8).zip(long.chunks_exact(8)) {
        let different = word(one) ^ word(other);
        if different != 0 {
            return same + different.trailing_zeros() as usize / 8;
        }
        same += 8;
    }
    same + short[same..].iter().zip(&long[same..]).take_while(|(one, other)| one == other).count()
}

fn word(eight: &[u8]) -> u64 {
    u64::from_le_bytes(eight.try_into().expect("chunks of eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::within_one_edit;

    #[test]
    fn every_kind_of_edit_at_every_place() {
        for length in 0..40_u8 {
            let print: Vec<u8> = (0..length).collect();
            assert!(within_one_edit(&print, &print));
            for place in 0..usize::from(length) {
                let (mut fewer, mut other, mut more) = (print.clone(), print.clone(), print.clone());
                fewer.remove(place);
                other[place] = 99;
                more.insert(place, 99);
                for near in [&fewer, &other, &more] {
                    assert!(within_one_edit(&print, near) && within_one_edit(near, &print), "{print:?} {near:?}");
                }
                assert!(!within_one_edit(&fewer, &more) && !within_one_edit(&more, &fewer), "two apart");
                for second in 0..usize::from(length) {
                    let mut twice = other.clone();
                    twice[second] = 98;
                    assert_eq!(within_one_edit(&print, &twice), second == place);
                }
            }
        }
    }
}
