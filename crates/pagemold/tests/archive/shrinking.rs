//! Row 17 of what bad input must lead to, while it happens: a file that becomes shorter as it is read.

use std::fs::OpenOptions;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pagemold::Limits;
use pagemold::archive::{Archive, Walker};

use crate::files::{OnDisk, PACKS, block_of, codes, collect, records};

/// Longer than any of these walks takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a walker finds; a walk that never ends fails the test instead of stopping it.
fn codes_in_time(walker: Walker, what: &str) -> Vec<&'static str> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(codes(&collect(walker).1)));
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{what}: the walk does not end"))
}

fn shorten(file: &OnDisk, length: u64) {
    OpenOptions::new().write(true).open(&file.0).unwrap().set_len(length).unwrap();
}

#[test]
fn a_file_cut_after_it_was_opened() {
    let records = records(4, 30);
    for pack in PACKS {
        let bytes = pack.each(&records).concat();
        for cut in (0..bytes.len()).step_by(7) {
            let file = OnDisk::new(&bytes);
            let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
            shorten(&file, cut as u64);
            let what = format!("{pack:?} cut at {cut}");
            assert_eq!(codes_in_time(archive.walk(), &what).last(), Some(&"truncated"), "{what}");
            assert_eq!(codes_in_time(archive.walk().skimming(), &what).last(), Some(&"truncated"), "{what}");
            let middle = bytes.len() as u64 / 2;
            let guess = archive.walk_guess(middle, bytes.len() as u64).unwrap();
            codes_in_time(guess, &format!("{what}, from the middle"));
        }
    }
}

#[test]
fn a_file_cut_in_the_middle_of_a_walk() {
    // More than is read at a time, whatever the packing.
    let records = records(60, 20_000);
    for pack in PACKS {
        let bytes = pack.each(&records).concat();
        for (part, skims) in (0..6).flat_map(|part| [(part, false), (part, true)]) {
            let cut = bytes.len() / 2 + part * 1001;
            let file = OnDisk::new(&bytes);
            let mut walker = Archive::open(&file.0, 0, None, &Limits::default()).unwrap().walk();
            walker = if skims { walker.skimming() } else { walker };
            assert!(block_of(&records[0]).starts_with(walker.next().unwrap().unwrap().block), "{pack:?}");
            shorten(&file, cut as u64);
            let what = format!("{pack:?} cut at {cut}");
            assert_eq!(codes_in_time(walker, &what).last(), Some(&"truncated"), "{what}");
        }
    }
}
