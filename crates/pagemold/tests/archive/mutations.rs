//! Random damage, the same in every run: flipped bytes, cuts and insertions.

use std::ops::Range;

use pagemold::Limits;
use pagemold::archive::Archive;

use crate::files::{Dice, OnDisk, Pack, collect, intact, records};
use crate::pieces::walk_in_pieces;

const RECORDS: usize = 50;

/// Damages the bytes in one place and tells which of the bytes before were touched.
fn damage_once(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) -> Range<usize> {
    match dice.below(3) {
        0 => {
            bytes[at] ^= 1 << dice.below(8);
            at..at + 1
        }
        1 => {
            let end = (at + 1 + dice.below(300)).min(bytes.len());
            bytes.drain(at..end);
            at..end
        }
        _ => {
            let length = 1 + dice.below(300);
            let inserted: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
            bytes.splice(at..at, inserted);
            at.saturating_sub(1)..at + 1
        }
    }
}

/// The numbers of the records that overlap a range.
fn touched(members: &[Vec<u8>], range: &Range<usize>) -> Vec<usize> {
    let mut start = 0;
    let mut found = Vec::new();
    for (number, member) in members.iter().enumerate() {
        let end = start + member.len();
        if range.start < end && range.end > start {
            found.push(number);
        }
        start = end;
    }
    found
}

fn mutate_and_check(pack: Pack, members: &[Vec<u8>], records: &[Vec<u8>], seed: u64) {
    let mut dice = Dice(seed);
    let mut bytes = members.concat();
    let mut places: Vec<usize> = (0..1 + dice.below(4)).map(|_| dice.below(bytes.len())).collect();
    places.sort_unstable_by_key(|&place| std::cmp::Reverse(place));
    let mut bad = [false; RECORDS];
    for place in places {
        // From the back to the front, so that places before are still where they were.
        let range = damage_once(&mut bytes, place, &mut dice);
        touched(members, &range).into_iter().for_each(|number| bad[number] = true);
    }
    let file = OnDisk::new(&bytes);
    let limits = Limits { page_bytes: 20_000, ..Limits::default() };
    let archive = Archive::open(&file.0, 0, None, &limits).unwrap();
    let (seen, damage, _) = collect(archive.walk());
    let found = intact(&seen, records);
    for number in 0..RECORDS {
        let may_be_lost = bad[number] || number > 0 && bad[number - 1];
        assert!(may_be_lost || found.contains(&number), "{pack:?} seed {seed}: record {number} is lost, {damage:?}");
    }
    let mut cuts: Vec<u64> = (0..4).map(|_| dice.below(bytes.len()) as u64).collect();
    cuts.sort_unstable();
    let (in_pieces, trouble, _) = walk_in_pieces(&archive, &cuts);
    assert!(in_pieces == seen, "{pack:?} seed {seed}");
    assert_eq!(trouble, damage, "{pack:?} seed {seed}");
}

#[test]
fn records_that_were_not_touched_are_found() {
    // PAGEMOLD_SEEDS asks for a longer run by hand.
    let seeds = std::env::var("PAGEMOLD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    let records = records(RECORDS, 150);
    for pack in [Pack::Plain, Pack::Zlib(6), Pack::Libdeflate(0), Pack::Zstd(3)] {
        let members = pack.each(&records);
        for seed in 0..seeds {
            mutate_and_check(pack, &members, &records, seed);
        }
    }
}

/// A walk that skims and asks for each record as a whole finds what any walk finds, damage and all.
#[test]
fn skimming_for_whole_records_is_a_walk() {
    let records = records(RECORDS, 2000);
    let members = Pack::Zlib(6).each(&records);
    for seed in 0..60 {
        let mut dice = Dice(seed);
        let mut bytes = members.concat();
        for _ in 0..4 {
            let place = dice.below(bytes.len());
            damage_once(&mut bytes, place, &mut dice);
        }
        let file = OnDisk::new(&bytes);
        let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
        let (seen, damage, position) = collect(archive.walk());
        let mut walker = archive.walk().skimming();
        let mut found = Vec::new();
        while let Some(record) = walker.next().unwrap() {
            let record = if record.unread == 0 { Some(record) } else { walker.whole().unwrap() };
            found.extend(record.map(|record| (record.offset, record.length, record.block.to_vec())));
        }
        let expected: Vec<_> = seen.into_iter().map(|seen| (seen.offset, seen.length, seen.block)).collect();
        assert!(found == expected, "seed {seed}");
        assert_eq!((walker.damage(), walker.position()), (&damage[..], position), "seed {seed}");
    }
}

#[test]
fn one_damaged_member_of_many_records_never_hurts_its_neighbours() {
    let records = records(RECORDS, 150);
    for pack in [Pack::Zlib(6), Pack::Zstd(3)] {
        let members = pack.each(&records);
        let all = pack.pack(&records[10..40].concat());
        let (front, back) = (members[..10].concat(), members[40..].concat());
        for seed in 0..60 {
            let mut dice = Dice(seed);
            let mut middle = all.clone();
            let place = dice.below(middle.len() - 400);
            damage_once(&mut middle, place, &mut dice);
            let file = OnDisk::new(&[&front[..], &middle, &back].concat());
            let limits = Limits { page_bytes: 2_000, ..Limits::default() };
            let archive = Archive::open(&file.0, 0, None, &limits).unwrap();
            let (seen, _, _) = collect(archive.walk());
            let found = intact(&seen, &records);
            assert!((0..10).chain(41..50).all(|number| found.contains(&number)), "{pack:?} seed {seed}: {found:?}");
        }
    }
}
