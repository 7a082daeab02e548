//! Tests input and output of the contest task `gam`.

use super::naive::{self, format};

fn by_rules(input: &str) -> Result<String, String> {
    naive::by_rules("gam", input.as_bytes())
}

#[test]
fn small_maps() {
    // A can step on B's start. From corner to corner, A has to approach and B jumps over A.
    assert_eq!(by_rules("2\n2\nAB\n..\n2\nA.\n.B\n"), Ok("A\nB\n".into()));
    assert_eq!(by_rules("1\r\n2\r\n#B\r\nA.\r\n\r\n"), Ok("B\n".into()));
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
            "line 2: the side n of test 1 is out of range: \"1\"; write a number from 2 to 300",
        ),
        (
            "1\n2\nA.\n..\n",
            "line 3: the map of test 1 has no B; write B once",
        ),
        (
            "1\n2\n.B\n..\n",
            "line 3: the map of test 1 has no A; write A once",
        ),
        (
            "1\n2\nA.\n.A\n",
            "line 4: a second A in the map of test 1; keep one of them",
        ),
        (
            "1\n2\nBB\nA.\n",
            "line 3: a second B in the map of test 1; keep one of them",
        ),
        (
            "1\n2\nA.\n.",
            "line 4: row 2 of 2 of the map of test 1 has the length 1; write 2 characters from . # A B",
        ),
        (
            "1\n2\nA.\n.B.\n",
            "line 4: row 2 of 2 of the map of test 1 has the length 3; write 2 characters from . # A B",
        ),
        (
            "1\n2\n\nAB\n..\n",
            "line 3: row 1 of 2 of the map of test 1 has the length 0; write 2 characters from . # A B",
        ),
        (
            "1\n2\nAB\n\n",
            "line 4: the input ends where row 2 of 2 of the map of test 1 belongs; write 2 characters from . # A B",
        ),
        (
            "2\n2\nAB\n..\n",
            "line 5: the input ends where test 2 of 2 belongs; a test begins with the lines n / map; write it, or lower the number of tests t",
        ),
        (
            "1\n2\nAB\n..\n..\n",
            "line 5: extra text after the last test: \"..\"; remove it, or raise the number of tests t from 1",
        ),
        (
            "1\n2\nA.\nxB",
            "line 4: \"x\" where character 1 of row 2 of 2 of the map of test 1 belongs; write 2 characters from . # A B",
        ),
        (
            "1\n2\nAé\n..",
            "line 3: \"é\" where character 2 of row 1 of 2 of the map of test 1 belongs; write 2 characters from . # A B",
        ),
    ] {
        let error = format("gam").read(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}
