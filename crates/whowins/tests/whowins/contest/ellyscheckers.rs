//! Tests input and output of the contest task `ellyscheckers`.

use super::naive::{by_rules, format};

#[test]
fn the_contest_examples() {
    let input = ".o...\n..o..o\n.o...ooo..oo.\r\n......o.ooo.o......\n.o..o...o....o.....o\n\n";
    let answers = by_rules("ellyscheckers", input.as_bytes());
    assert_eq!(answers, Ok("YES\nYES\nNO\nYES\nNO\n".into()));
}

#[test]
fn faults_are_named() {
    for (input, expected) in [
        (
            "",
            "line 1: the input is empty where board 1 belongs; a board is a line cells",
        ),
        (
            "\n\n",
            "line 1: the input is empty where board 1 belongs; a board is a line cells",
        ),
        (
            "\n.o",
            "line 1: a blank line where the row of board 1 belongs; remove it; a board is a line cells",
        ),
        (
            ".o\n\n.o",
            "line 2: a blank line where the row of board 2 belongs; remove it; a board is a line cells",
        ),
        (
            "..x",
            "line 1: \"x\" where character 3 of the row of board 1 belongs; write at least 1 characters from . o",
        ),
        (
            ".o\r\n.O\r\n",
            "line 2: \"O\" where character 2 of the row of board 2 belongs; write at least 1 characters from . o",
        ),
        (
            ". o",
            "line 1: \" \" where character 2 of the row of board 1 belongs; write at least 1 characters from . o",
        ),
        (
            "—",
            "line 1: \"—\" where character 1 of the row of board 1 belongs; write at least 1 characters from . o",
        ),
    ] {
        let error = format("ellyscheckers")
            .read(input.as_bytes())
            .expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}
