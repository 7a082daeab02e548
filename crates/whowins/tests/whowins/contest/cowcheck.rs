//! Tests input and output of the contest task `cowcheck`.

use super::naive::{self, format, number, printed};

fn by_rules(input: &str) -> Result<String, String> {
    naive::by_rules("cowcheck", input.as_bytes())
}

#[test]
fn samples() {
    assert_eq!(by_rules("3 3\n1\n1 1\n"), Ok("Bessie\n".into()));
    assert_eq!(by_rules("3 2\r\n1\r\n2 1"), Ok("Farmer John\n".into()));
    let mut places = Vec::new();
    let largest = b"1000000 1\n2\n999999 0\n0 0\n\n";
    let answers = printed(&format("cowcheck"), largest, &mut |chain| {
        places.push((number(chain, 1, 0), number(chain, 1, 1), chain[1].line));
        Ok(true)
    });
    assert_eq!(answers.as_deref(), Ok("Bessie\nBessie\n"));
    assert_eq!(places, [(999_999, 0, 3), (0, 0, 4)]);
}

#[test]
fn faults_are_named() {
    for (input, expected) in [
        (
            "",
            "line 1: the input is empty where the board's width M belongs; write a number from 1 to 1000000",
        ),
        (
            " \n\n",
            "line 1: the input is empty where the board's width M belongs; write a number from 1 to 1000000",
        ),
        (
            "3\n1\n",
            "line 1: the line ends where the board's height N belongs; write a number from 1 to 1000000",
        ),
        (
            "0 3\n1\n1 1",
            "line 1: the board's width M is out of range: \"0\"; write a number from 1 to 1000000",
        ),
        (
            "3 3 3",
            "line 1: extra text after the board's height N: \"3\"; the input begins with the lines M N / T",
        ),
        (
            "3 3\n",
            "line 2: the input ends where the number of queries T belongs; write a whole number from 1 on",
        ),
        (
            "3 3\n2\n1 1\n",
            "line 4: the input ends where query 2 of 2 belongs; a query is a line X Y; write it, or lower the number of queries T",
        ),
        (
            "3 4\n2\n1 1\n1 x7\n",
            "line 4: a letter where the number Y of query 2 belongs: \"x7\"; write a number from 0 to 3",
        ),
        (
            "3 3\r\n1\r\n1 3\r\n",
            "line 3: the number Y of query 1 is out of range: \"3\"; write a number from 0 to 2",
        ),
        (
            "3 3\n1\n-1 1",
            "line 3: a negative number where the number X of query 1 belongs: \"-1\"; write a number from 0 to 2",
        ),
        (
            "3 3\n1\n1.5 1",
            "line 3: a fraction where the number X of query 1 belongs: \"1.5\"; write a number from 0 to 2",
        ),
        (
            "3 3\n1\n+1 1",
            "line 3: a character that isn't a digit where the number X of query 1 belongs: \"+1\"; write a number from 0 to 2",
        ),
        (
            "3 3\n1\n1 1 1",
            "line 3: extra text after the number Y of query 1: \"1\"; a query is a line X Y",
        ),
        (
            "3 3\n1\n1 1\n\n\nhello world\n",
            "line 6: extra text after the last query: \"hello world\"; remove it, or raise the number of queries T from 1",
        ),
        (
            "3 99999999999999999999999999999999999999999999999999999999999999999",
            "line 1: the board's height N is out of range: \"9999999999999999999999999999999999999999\" and 25 more bytes; write a number from 1 to 1000000",
        ),
        (
            "x\u{1b}[31m\0 3",
            "line 1: a letter where the board's width M belongs: \"x\\u{1b}[31m\\0\"; write a number from 1 to 1000000",
        ),
    ] {
        let error = format("cowcheck").read(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let error = format("cowcheck")
        .read(b"3 3\n1\n1 \xff\xfe")
        .expect_err("no text");
    assert_eq!((error.line, error.column), (3, 3));
    assert!(error.message.contains(r#"bytes that are not UTF-8 text"#));
    assert!(error.message.ends_with(r#""\xff\xfe""#), "{error}");
}
