//! Tests an unfinished table that another run finishes in the meantime.

use std::fs;

use whowins_tables::inside::{is_still, locked, part_of};

/// Another run finishes the table between opening and locking its file.
#[test]
fn a_table_that_another_run_finishes_meanwhile_is_not_the_one_that_is_locked() {
    let folder = std::env::temp_dir().join(format!("whowins-lock-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let table = folder.join("t.wdb");
    let part = part_of(&table);
    fs::write(&part, "a whole table").expect("written");
    let mut times = 0;
    let file = locked(&part, || {
        times += 1;
        if times == 1 {
            fs::rename(&part, &table).expect("it gets its name");
        }
    });
    let file = file.expect("locked");
    assert_eq!(times, 2);
    assert!(is_still(&file, &part));
    file.set_len(0).expect("cut off");
    let kept = fs::read(&table).expect("it is there");
    assert_eq!(kept, b"a whole table");
}
