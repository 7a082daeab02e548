//! Mistakes that people make, and the corrected lines that they are offered.

use whowins_rules::{Diagnostics, Rules};

/// The source with every offered fix.
fn fixed(errors: &Diagnostics) -> String {
    let mut text = errors.source.clone();
    for error in errors.errors.iter().rev() {
        if let Some(fix) = &error.fix {
            text.replace_range(fix.span.clone(), &fix.text);
        }
    }
    text
}

/// `mistakes.txt` has texts with mistakes, each with its correction under a line of dashes.
#[test]
fn mistakes_get_the_right_correction() {
    let mut count = 0;
    for block in include_str!("mistakes.txt").trim_end().split("\n====\n") {
        let (wrong, right) = block.split_once("\n----\n").expect("a line of dashes");
        let errors = Rules::parse("my.game", wrong).expect_err(wrong);
        assert_eq!(fixed(&errors), right, "{errors}");
        assert!(Rules::parse("my.game", right).is_ok(), "{right}");
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn a_correction_is_printed_so_that_it_can_be_pasted() {
    let text = "game \"G\"\nposition x, y\nmove either x or y -= 1";
    let errors = Rules::parse("my.game", text).expect_err("an error");
    let printed = errors.to_string();
    let help = "help: write: move x -= 1\n             move y -= 1";
    assert!(printed.contains(help), "{printed}");
}

/// Nothing is offered where a line could mean several things, or the text has no meaning at all.
#[test]
fn no_correction_is_a_guess() {
    for line in [
        "win if n = 0",
        "lose if n = 0",
        "end when n = 0",
        "move n -= fib(k) for k >= 1",
        "three in a row wins",
        "once upon a time",
    ] {
        let text = format!("game \"G\"\nposition n\nmove n -= 1\n{line}");
        let errors = Rules::parse("my.game", &text).expect_err(line);
        assert!(
            errors.errors.iter().all(|error| error.fix.is_none()),
            "{errors}"
        );
    }
}
