//! Kinds of surveys as they are written and read.

use whowins_atlas::Kind;

#[test]
fn what_is_written_is_read() {
    for text in [
        "subtraction --max 20",
        "subtraction --partizan --max 12",
        "subtraction --partizan --misere --max 7",
        "octal --from 4 --digits 4 --limit 3",
        "hexadecimal --digits 2 --limit 3",
        "partizan-octal --digits 2 --limit 3",
        "rows --rules 2 --width 3 --limit 10",
        "vectors --moves 3 --entries 4 --limit 10",
        "linear --moves 2 --coefficients 3 --limit 2",
        "memory --states 2 --numbers 3 --limit 2",
    ] {
        assert_eq!(
            text.parse::<Kind>().map(|kind| kind.to_string()),
            Ok(text.into())
        );
    }
    for text in [
        "",
        "nim",
        "rows --rules 2",
        "octal --digits 3 --max 4",
        "rows --max",
        "subtraction --misere --max 3",
    ] {
        assert!(text.parse::<Kind>().is_err(), "{text}");
    }
}
