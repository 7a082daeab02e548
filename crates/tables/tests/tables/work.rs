//! Tests the work file: stored records, freed space and damage.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use whowins_engine::general::Depot;
use whowins_tables::inside::{Layout, Notes, SavedState, WorkFile, beside, state_of, work_of};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("whowins-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Tests that records in the saved state stay until the next one is saved, so that a kill in
/// between loses nothing.
#[test]
fn a_record_that_the_saved_state_names_outlives_its_release() {
    let table = folder("work").join("t.wdb");
    let work = WorkFile::new(&table, Notes::default());
    assert_eq!(work.begin(&[]), Ok(true));
    let text = b"what the state names";
    let named = work.put(text).expect("put");
    work.sync().expect("synced");
    work.saved();
    work.release(named);
    let next = work.put(b"what came after it").expect("put");
    assert_ne!(next.place, named.place);
    // Killed here: the next run begins from the state.
    let again = WorkFile::new(&table, Notes::default());
    assert_eq!(again.begin(&[named]), Ok(true));
    assert_eq!(again.get(named).expect("kept"), text);
    // Not killed: once another state is saved, the space is reused.
    work.saved();
    let last = work.put(b"what came last of it").expect("put");
    assert_eq!(last.place, named.place);
}

/// Tests that a record in no saved state is freed immediately.
#[test]
fn a_record_that_no_state_names_makes_room_at_once() {
    let table = folder("fresh").join("t.wdb");
    let work = WorkFile::new(&table, Notes::default());
    assert_eq!(work.begin(&[]), Ok(true));
    let fresh = work.put(b"one").expect("put");
    work.release(fresh);
    assert_eq!(work.put(b"two").expect("put").place, fresh.place);
}

#[test]
fn a_damaged_record_sets_the_file_aside_and_the_state_goes() {
    let table = folder("damaged-work").join("t.wdb");
    let notes = Notes::default();
    let work = WorkFile::new(&table, notes.clone());
    let state = SavedState::new(&table, 1, Duration::ZERO, notes.clone());
    assert_eq!(work.begin(&[]), Ok(true));
    let slot = work.put(b"some record").expect("put");
    state.save(&|_| Ok(())).expect("saved");
    let mut bytes = fs::read(work_of(&table)).expect("it is there");
    bytes[slot.place as usize + 4] ^= 4;
    fs::write(work_of(&table), &bytes).expect("written");
    assert!(work.get(slot).is_err());
    assert!(work.was_damaged());
    assert!(!work.was_damaged());
    assert!(!state_of(&table).exists());
    assert!(!work_of(&table).exists());
    assert_eq!(
        fs::read(beside(&work_of(&table), ".damaged")).ok(),
        Some(bytes)
    );
    assert!(notes.all()[0].contains("was damaged"), "{:?}", notes.all());
    assert_eq!(work.begin(&[]), Ok(true));
}

/// Tests that the checksum detects a complete record at another place.
#[test]
fn a_record_of_another_place_is_damage() {
    let table = folder("swapped-work").join("t.wdb");
    let work = WorkFile::new(&table, Notes::default());
    assert_eq!(work.begin(&[]), Ok(true));
    let slots = [b"one", b"two"].map(|text| work.put(text).expect("put"));
    assert_eq!(slots[0].length, slots[1].length);
    let mut bytes = fs::read(work_of(&table)).expect("it is there");
    let from = slots[1].place as usize;
    bytes.copy_within(
        from..from + slots[1].length as usize,
        slots[0].place as usize,
    );
    fs::write(work_of(&table), &bytes).expect("written");
    assert_eq!(work.get(slots[1]).expect("unchanged"), b"two");
    assert!(work.get(slots[0]).is_err());
    assert!(work.was_damaged());
}

/// Tests that work starts again if a truncated file lacks records of the saved state.
#[test]
fn records_past_the_end_of_the_file_are_not_there() {
    let table = folder("cut-work").join("t.wdb");
    let work = WorkFile::new(&table, Notes::default());
    assert_eq!(work.begin(&[]), Ok(true));
    let slot = work.put(b"some record").expect("put");
    work.sync().expect("synced");
    drop(work);
    let again = || WorkFile::new(&table, Notes::default()).begin(&[slot]);
    assert_eq!(again(), Ok(true));
    let bytes = fs::read(work_of(&table)).expect("it is there");
    fs::write(work_of(&table), &bytes[..bytes.len() - 1]).expect("written");
    assert_eq!(again(), Ok(false));
}

/// Tests that the checksum of a block covers its place, its length and its bytes.
#[test]
fn a_block_of_another_place_is_damage() {
    let layout = Layout {
        states: 100,
        block: 10,
        players: 1,
        remoteness: false,
        seed: 5,
    };
    let sum = layout.sum(3, b"some block");
    assert_eq!(layout.sum(3, b"some block"), sum);
    assert_ne!(layout.sum(4, b"some block"), sum);
    assert_ne!(layout.sum(3, b"same block"), sum);
    assert_ne!(Layout { seed: 6, ..layout }.sum(3, b"some block"), sum);
}
