//! Every shipped game is read without fault.

use std::path::Path;

use whowins_rules::Rules;

#[test]
fn every_shipped_game_is_read() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut count = 0;
    for folder in std::fs::read_dir(games).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let rules = Rules::parse(&name, &text).unwrap_or_else(|faults| panic!("{faults}"));
            assert!(!rules.about().is_empty(), "{name} has no doc comment");
            count += 1;
        }
    }
    assert!(count >= 10);
}
