//! Tests the saved state: its table, and damage.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use whowins_tables::inside::{Notes, SavedState, TAKEN_UP, state_of};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("whowins-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn state(table: &Path, seed: u32) -> (SavedState, Notes) {
    let notes = Notes::default();
    let state = SavedState::new(table, seed, Duration::ZERO, notes.clone());
    (state, notes)
}

fn read(state: &SavedState) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut input = state.open()?;
    input.read_to_end(&mut bytes).ok().map(|_| bytes)
}

#[test]
fn a_state_is_taken_up_by_its_own_table_alone() {
    let folder = folder("state");
    let table = folder.join("t.wdb");
    let (own, notes) = state(&table, 7);
    own.save(&|out| out.write_all(b"as far as this"))
        .expect("saved");
    assert_eq!(read(&own).as_deref(), Some(&b"as far as this"[..]));
    assert_eq!(notes.all(), [TAKEN_UP]);
    let (other, notes) = state(&table, 8);
    assert_eq!(read(&other), None);
    assert!(notes.all()[0].contains("is the state of another table"));
    assert!(folder.join("t.wdb.state.damaged").exists());
    assert!(!folder.join("t.wdb.state").exists());
}

#[test]
fn a_state_that_is_damaged_is_set_aside() {
    let folder = folder("damaged-state");
    let table = folder.join("t.wdb");
    let path = state_of(&table);
    for number in 1..=2 {
        let (own, _) = state(&table, 7);
        own.save(&|out| out.write_all(&[number; 1000]))
            .expect("saved");
        let mut bytes = fs::read(&path).expect("it is there");
        // The checksum is at the end of the frame.
        *bytes.last_mut().expect("not empty") ^= 1;
        fs::write(&path, bytes).expect("written");
        let (own, notes) = state(&table, 7);
        match number {
            1 => assert_eq!(read(&own), None),
            // The reader finds invalid data before the end.
            _ => {
                let mut input = own.open().expect("it looks sound");
                input.read_exact(&mut [0; 5]).expect("it goes so far");
            }
        }
        assert!(notes.all()[0].contains("is damaged"), "{:?}", notes.all());
        assert!(!path.exists());
    }
    assert!(folder.join("t.wdb.state.damaged").exists());
    assert!(folder.join("t.wdb.state.damaged-2").exists());
}
