//! A walk in pieces is the same as one walk.

use std::sync::Arc;

use pagemold::Limits;
use pagemold::archive::{Archive, Damage};

use crate::files::{OnDisk, PACKS, Pack, Seen, collect, record, records};

/// Walks the pieces between the cuts as workers would, and joins them as [`pagemold::archive::Walker`] says.
/// Also counts the guesses that were right.
pub fn walk_in_pieces(archive: &Arc<Archive>, cuts: &[u64]) -> (Vec<Seen>, Vec<Damage>, usize) {
    let range = archive.range();
    let (mut seen, mut damage, mut right) = (Vec::new(), Vec::new(), 0);
    let mut position = range.start;
    let mut from = range.start;
    for &stop in cuts.iter().chain([&range.end]) {
        let guess = archive.walk_guess(from, stop).unwrap();
        let is_right = guess.first_start() == Some(position);
        from = stop;
        if position >= stop {
            continue;
        }
        right += usize::from(is_right);
        let (records, trouble, end) = collect(if is_right { guess } else { archive.walk_exact(position, stop) });
        seen.extend(records);
        damage.extend(trouble);
        position = end;
    }
    assert_eq!(position, range.end);
    (seen, damage, right)
}

fn archives() -> Vec<(String, Vec<u8>)> {
    let records = records(6, 12);
    let mut archives = Vec::new();
    for pack in [Pack::Plain, Pack::Zlib(6), Pack::Libdeflate(0), Pack::Zstd(3)] {
        let members = pack.each(&records);
        let (front, back) = (members[..3].concat(), members[3..].concat());
        let mut damaged = members.concat();
        let at = front.len() + 20;
        damaged[at] ^= 0xff;
        archives.push((format!("{pack:?} whole"), members.concat()));
        archives.push((format!("{pack:?} one member"), [&pack.pack(&records.concat())[..], &back].concat()));
        archives.push((format!("{pack:?} garbage"), [&front[..], &[b'?'; 90], &back].concat()));
        archives.push((format!("{pack:?} padding"), [&front[..], &[0; 90], &back, b"\r\n\r\n"].concat()));
        archives.push((format!("{pack:?} damaged"), damaged));
        archives.push((format!("{pack:?} cut"), members.concat()[..front.len() + back.len() - 9].to_vec()));
        archives
            .push((format!("{pack:?} frame"), [&front[..], b"\x50\x2a\x4d\x18\x28\0\0\0", &[7; 40], &back].concat()));
    }
    archives
}

#[test]
fn cut_at_every_place() {
    for (name, bytes) in archives() {
        let file = OnDisk::new(&bytes);
        let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
        let (seen, damage, _) = collect(archive.walk());
        for cut in 0..=bytes.len() as u64 {
            let (in_pieces, trouble, _) = walk_in_pieces(&archive, &[cut]);
            assert!(in_pieces == seen, "{name} cut at {cut}");
            assert_eq!(trouble, damage, "{name} cut at {cut}");
        }
    }
}

#[test]
fn many_pieces_smaller_than_a_record() {
    for (name, bytes) in archives() {
        let file = OnDisk::new(&bytes);
        let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
        let (seen, damage, _) = collect(archive.walk());
        let cuts: Vec<u64> = (0..bytes.len() as u64).step_by(37).collect();
        let (in_pieces, trouble, _) = walk_in_pieces(&archive, &cuts);
        assert!(in_pieces == seen, "{name}");
        assert_eq!(trouble, damage, "{name}");
    }
}

#[test]
fn guesses_are_right_where_nothing_misleads() {
    let records = records(60, 200);
    for pack in PACKS {
        let bytes = pack.each(&records).concat();
        let file = OnDisk::new(&bytes);
        let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
        let cuts: Vec<u64> = (1..8).map(|piece| piece * bytes.len() as u64 / 8).collect();
        let (seen, _, right) = walk_in_pieces(&archive, &cuts);
        assert_eq!((seen.len(), right), (60, 8), "{pack:?}");
    }
}

/// A page that is itself an archive looks like records to a worker that begins inside it.
#[test]
fn a_wrong_guess_is_found_out() {
    let inner: Vec<u8> = (10..40).flat_map(|number| Pack::Zlib(6).pack(&record(number, 20))).collect();
    let outer = crate::files::record_with(0, &format!("Content-Length: {}", inner.len()), &inner);
    for pack in [Pack::Plain, Pack::Zlib(0)] {
        let bytes = [pack.pack(&outer), pack.pack(&record(1, 20))].concat();
        let file = OnDisk::new(&bytes);
        let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
        for cut in [bytes.len() as u64 / 4, bytes.len() as u64 / 2] {
            assert!(archive.walk_guess(cut, bytes.len() as u64).unwrap().first_start().is_some());
            let (seen, damage, _) = walk_in_pieces(&archive, &[cut]);
            assert_eq!((seen.len(), damage.len()), (2, 0), "{pack:?}");
        }
    }
}
