//! Input and output of the contest task `gam`.

use whowins::contest::gam::*;

use super::naive::{self, printed};

fn by_rules(input: &str) -> Result<String, String> {
    printed(|out| answer(input.as_bytes(), out, &mut |test| Ok(naive::gam(test))))
}

#[test]
fn small_maps() {
    // A steps on B's start at once; from corner to corner B jumps over A, who had to come near.
    assert_eq!(by_rules("2\n2\nAB\n..\n2\nA.\n.B\n"), Ok("A\nB\n".into()));
    assert_eq!(by_rules("1\r\n2\r\n#B\r\nA.\r\n\r\n"), Ok("B\n".into()));
}

#[test]
fn the_starts_are_found() {
    let tests = read(b"1\n3\n..#\nB..\n.A.").expect("valid");
    assert_eq!((tests[0].a, tests[0].b, tests[0].line), ((2, 1), (1, 0), 2));
}

#[test]
fn a_draw_is_an_error_that_names_the_test() {
    let input = "2\n2\nAB\n..\n5\nA.#..\n..#..\n#####\n..#..\n..#.B\n";
    let error = by_rules(input).expect_err("no way from A to B");
    assert!(
        error.starts_with("line 5: nobody can force a win on the map of test 2; draw a map"),
        "{error}"
    );
}

#[test]
fn faults_are_named() {
    for (input, expected) in [
        (
            "",
            "line 1: the input is empty where the number of tests t belongs; write a number from 1 to 10",
        ),
        (
            "11\n",
            "line 1: the number of tests t is out of range: \"11\"; write a number from 1 to 10",
        ),
        (
            "1\n1\nA\n",
            "line 2: the side n of test 1 of 1 is out of range: \"1\"; write a number from 2 to 300",
        ),
        (
            "1\n2\nA.\n..\n",
            "line 2: the map of test 1 has no B; write B on the square where that player starts",
        ),
        (
            "1\n2\n.B\n..\n",
            "line 2: the map of test 1 has no A; write A on the square where that player starts",
        ),
        (
            "1\n2\nA.\n.A\n",
            "line 4: a second A in the map of test 1; keep one of them and write . for the other",
        ),
        (
            "1\n2\nBB\nA.\n",
            "line 3: a second B in the map of test 1; keep one of them and write . for the other",
        ),
        (
            "1\n2\nA.\n.",
            "line 4: row 2 of 2 of test 1 has the length 1, not 2; write a row of 2 characters from . # A B",
        ),
        (
            "1\n2\nA.\n.B.\n",
            "line 4: row 2 of 2 of test 1 has the length 3, not 2; write a row of 2 characters from . # A B",
        ),
        (
            "1\n2\n\nAB\n..\n",
            "line 3: row 1 of 2 of test 1 has the length 0, not 2; write a row of 2 characters from . # A B",
        ),
        (
            "1\n2\nAB\n\n",
            "line 4: the input ends where row 2 of 2 of test 1 belongs; write a row of 2 characters from . # A B",
        ),
        (
            "2\n2\nAB\n..\n",
            "line 5: the input ends where the side n of test 2 of 2 belongs; write a number from 2 to 300",
        ),
        (
            "1\n2\nAB\n..\n..\n",
            "line 5: extra text after the last test: \"..\"; remove it, or raise the number of tests from 1",
        ),
        (
            "1\n2\nA.\nxB",
            "line 4: \"x\" where character 1 of row 2 of 2 of test 1 belongs; write a row of 2 characters from . # A B",
        ),
        (
            "1\n2\nAé\n..",
            "line 3: \"é\" where character 2 of row 1 of 2 of test 1 belongs; write a row of 2 characters from . # A B",
        ),
    ] {
        let error = read(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}
