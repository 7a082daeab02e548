//! Input and output of the contest task `ellyscheckers`.

use whowins::contest::ellyscheckers::*;

use super::naive::{self, printed};
use std::collections::HashMap;

#[test]
fn the_contest_examples() {
    let input = ".o...\n..o..o\n.o...ooo..oo.\r\n......o.ooo.o......\n.o..o...o....o.....o\n\n";
    let by_rules = printed(|out| {
        let mut memory = HashMap::new();
        answer(input.as_bytes(), out, &mut |test| {
            Ok(naive::ellyscheckers(test.cells, &mut memory))
        })
    });
    assert_eq!(by_rules, Ok("YES\nYES\nNO\nYES\nNO\n".into()));
}

#[test]
fn faults_are_named() {
    for (input, expected) in [
        (
            "",
            "line 1: the input is empty where board 1 belongs; write a board a line, . for an empty cell and o for a checker",
        ),
        (
            "\n\n",
            "line 1: the input is empty where board 1 belongs; write a board a line, . for an empty cell and o for a checker",
        ),
        (
            "\n.o",
            "line 1: a blank line where board 1 belongs; remove it",
        ),
        (
            ".o\n\n.o",
            "line 2: a blank line where board 2 belongs; remove it",
        ),
        (
            "..x",
            "line 1: \"x\" where cell 3 of board 1 belongs; write a board a line, . for an empty cell and o for a checker",
        ),
        (
            ".o\r\n.O\r\n",
            "line 2: \"O\" where cell 2 of board 2 belongs; write a board a line, . for an empty cell and o for a checker",
        ),
        (
            ". o",
            "line 1: \" \" where cell 2 of board 1 belongs; write a board a line, . for an empty cell and o for a checker",
        ),
        (
            "—",
            "line 1: \"—\" where cell 1 of board 1 belongs; write a board a line, . for an empty cell and o for a checker",
        ),
    ] {
        let error = read(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}
