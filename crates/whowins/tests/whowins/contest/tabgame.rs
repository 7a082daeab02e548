//! Tests input and output of the contest task `tabgame`.

use super::naive::{self, format};

const SAMPLE: &str = "1\n101\n01\n6\n1 1\n1 2\n1 3\n2 1\n2 2\n2 3\n";

fn by_rules(input: &str) -> Result<String, String> {
    naive::by_rules("tabgame", input.as_bytes())
}

#[test]
fn the_contest_sample() {
    assert_eq!(by_rules(SAMPLE), Ok("110011\n".into()));
    assert_eq!(
        by_rules(&SAMPLE.replace('\n', "\r\n")),
        Ok("110011\n".into())
    );
}

#[test]
fn sizes_have_limits() {
    let border = "1".repeat(100_000);
    let tests = |count: usize| {
        let test = format!("{border}\n1\n1\n1 1\n");
        format!("{count}\n{}", test.repeat(count))
    };
    let whole = tests(10);
    let read = format("tabgame").read(whole.as_bytes());
    assert_eq!(read.map(|read| read.inner.len()), Ok(10));
    let refused = |input: String| {
        let read = format("tabgame").read(input.as_bytes()).map(|_| ());
        read.expect_err("too much").to_string()
    };
    let error = refused(tests(11));
    let expected = "line 42: with test 11 the sum of length(row) is 1100000";
    assert!(error.starts_with(expected), "{error}");
    let error = refused(format!("1\n{border}1\n1\n1\n1 1"));
    let expected = "line 2: the border (0, j) of test 1 has the length 100001";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn faults_are_named() {
    for (input, expected) in [
        (
            "",
            "line 1: the input is empty where the number of tests T belongs; write a number from 1 to 1000000",
        ),
        (
            "1",
            "line 1: the input ends where test 1 of 1 belongs; a test begins with the lines row / column / Q; write it, or lower the number of tests T",
        ),
        (
            "1\n101\n",
            "line 3: the input ends where the border (i, 0) of test 1 belongs; write 1 to 100000 characters from 0 1",
        ),
        (
            "1\n102\n01\n1\n1 1",
            "line 2: \"2\" where character 3 of the border (0, j) of test 1 belongs; write 1 to 100000 characters from 0 1",
        ),
        (
            "1\n1 01\n01\n1\n1 1",
            "line 2: \" \" where character 2 of the border (0, j) of test 1 belongs; write 1 to 100000 characters from 0 1",
        ),
        (
            "1\n101\n01\n",
            "line 4: the input ends where the number of queries Q of test 1 belongs; write a number from 1 to 100000",
        ),
        (
            "1\n101\n01\n2\n1 1\n",
            "line 6: the input ends where query 2 of 2 of test 1 belongs; a query is a line x y; write it, or lower the number of queries Q",
        ),
        (
            "1\n101\n01\n1\n3 1",
            "line 5: the number x of query 1 of test 1 is out of range: \"3\"; write a number from 1 to 2",
        ),
        (
            "1\n101\n01\n1\n2 4",
            "line 5: the number y of query 1 of test 1 is out of range: \"4\"; write a number from 1 to 3",
        ),
        (
            "1\n101\n01\n1\n0 1",
            "line 5: the number x of query 1 of test 1 is out of range: \"0\"; write a number from 1 to 2",
        ),
        (
            "1\n101\n01\n1\n1 1\n1 1",
            "line 6: extra text after the last test: \"1 1\"; remove it, or raise the number of tests T from 1, or raise the number of queries Q",
        ),
    ] {
        let error = format("tabgame").read(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}
