//! Tests input and output of the contest task `partisangame`.

use super::naive::{self, format};
use whowins::contest::{Case, MOST_DIGITS, Value};

fn by_rules(input: &str) -> Result<String, String> {
    naive::by_rules("partisangame", input.as_bytes())
}

#[test]
fn small_games() {
    // Bob has no move; Alice has no move; neither has; Alice leaves 3, too few for Bob's 4.
    assert_eq!(by_rules("5\n1 2\n\n"), Ok("Alice\n".into()));
    assert_eq!(by_rules("5\n\n1 2\n"), Ok("Bob\n".into()));
    assert_eq!(by_rules("5\r\n\r\n\r\n"), Ok("Bob\n".into()));
    assert_eq!(
        by_rules("7\n3 4\n4\n0\n1\n1\n\n\n"),
        Ok("Alice\nBob\n".into())
    );
}

#[test]
fn numbers_are_read_as_they_stand() {
    let format = format("partisangame");
    let read = format.read(b"007\n 64 1 1\t3 1 \n\n").expect("valid");
    let numbers = |list: &[u64]| Value::Numbers(list.to_vec());
    let values = [Value::Number(7), numbers(&[64, 1, 1, 3, 1]), numbers(&[])];
    assert_eq!(read.inner.len(), 1);
    assert_eq!(read.inner[0].values, values);
    // The resulting set has no duplicates.
    let chain: Vec<&Case<'_>> = vec![&read, &read.inner[0]];
    let sets = format.set_texts(&chain);
    assert_eq!(
        sets,
        [("a", "64,1,1,3,1".to_string()), ("b", String::new())]
    );
}

#[test]
fn heaps_of_any_length() {
    let format = format("partisangame");
    let digits = "9".repeat(5000);
    let input = format!("{digits}\n1\n2");
    let read = format.read(input.as_bytes()).expect("valid");
    assert_eq!(
        read.inner[0].values[0],
        Value::Text(digits.as_bytes().into())
    );
    let digits = "9".repeat(MOST_DIGITS + 1);
    let error = format
        .read(digits.as_bytes())
        .expect_err("too long")
        .to_string();
    assert!(
        error.starts_with("line 1: the heap n of test 1 has 1000001 digits: "),
        "{error}"
    );
}

#[test]
fn faults_are_named() {
    for (input, expected) in [
        (
            "",
            "line 1: the input is empty where test 1 belongs; a test begins with the lines n / alice / bob",
        ),
        (
            "5",
            "line 1: the input ends where the line of Alice's numbers of test 1 belongs; write it, even where it is blank",
        ),
        (
            "5\n1 2\n",
            "line 3: the input ends where the line of Bob's numbers of test 1 belongs; write it, even where it is blank",
        ),
        (
            "5\n1 a\n\n",
            "line 2: a letter where one of Alice's numbers of test 1 belongs: \"a\"; write a number from 1 to 64",
        ),
        (
            "5\n\n0\n",
            "line 3: one of Bob's numbers of test 1 is out of range: \"0\"; write a number from 1 to 64",
        ),
        (
            "5\n1\n1\n6\n65\n",
            "line 5: one of Alice's numbers of test 2 is out of range: \"65\"; write a number from 1 to 64",
        ),
        (
            "5\n1,2\n\n",
            "line 2: a fraction where one of Alice's numbers of test 1 belongs: \"1,2\"; write a number from 1 to 64",
        ),
        (
            "5\n1\n1\n\n5\n\n\n",
            "line 4: a blank line where the heap n of test 2 belongs; remove it; a test begins with the lines n / alice / bob",
        ),
        (
            "5 3\n1\n1\n",
            "line 1: extra text after the heap n of test 1: \"3\"; a test begins with the lines n / alice / bob",
        ),
        (
            "-5\n\n\n",
            "line 1: a negative number where the heap n of test 1 belongs: \"-5\"; write a whole number of at most 1000000 digits",
        ),
        (
            "1_0\n\n\n",
            "line 1: a character that isn't a digit where the heap n of test 1 belongs: \"1_0\"; write a whole number of at most 1000000 digits",
        ),
        (
            "fünf\n",
            "line 1: a letter where the heap n of test 1 belongs: \"fünf\"; write a whole number of at most 1000000 digits",
        ),
    ] {
        let error = format("partisangame")
            .read(input.as_bytes())
            .expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}
