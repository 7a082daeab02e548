//! Texts to their syntax trees: what is read, and what is said of faulty texts.

use std::path::{Path, PathBuf};

use crate::reference::{blocks, pages};
use crate::shipped::library;
use whowins_rules::inside::read::read;
use whowins_rules::inside::tree::Text;
use whowins_rules::{Diagnostic, Diagnostics};

/// The tree of a text that is read without a fault; the warnings do not count.
fn good(origin: &str, source: &str) -> Text {
    let (text, errors) = read(source);
    let errors: Vec<Diagnostic> = errors.into_iter().filter(|f| !f.is_warning).collect();
    if !errors.is_empty() {
        let shown = Diagnostics {
            origin: origin.into(),
            source: source.into(),
            errors,
        };
        panic!("{shown}");
    }
    text
}

/// The files of a folder and of those in it, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "game") {
            all.push(path);
        }
    }
    all.sort();
    all
}

fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let text = |path: PathBuf| {
        (
            path.display().to_string(),
            std::fs::read_to_string(&path).unwrap(),
        )
    };
    files(&folder).into_iter().map(text).collect()
}

/// The games of the grown language.
fn grown() -> Vec<(String, String)> {
    library()
}

#[test]
fn games_of_the_grown_language_are_read() {
    let all = grown();
    assert!(all.len() >= 127, "{}", all.len());
    for (name, source) in &all {
        let text = good(name, source);
        assert!(text.name.is_some() && !text.about.is_empty(), "{name}");
        assert!(!text.parts.is_empty(), "{name}");
    }
}

#[test]
fn shipped_games_are_read() {
    let all = texts("../../games");
    assert!(all.len() >= 20);
    for (name, source) in &all {
        good(name, source);
    }
}

#[test]
fn games_of_the_reference_are_read() {
    let mut count = 0;
    for page in pages() {
        let name = page.display().to_string();
        let text = std::fs::read_to_string(&page).unwrap();
        for block in blocks(&text).iter().filter(|block| block.kind == "game") {
            count += 1;
            good(&name, &block.text);
        }
    }
    assert!(count >= 80, "{count}");
}

/// What stands above each faulty text.
const HEAD: &str = "game \"A\"\nplayers White with X, Black with O\nposition n\nposition heap: numbers\nposition hand of each player <= 3\nposition board of . X O\n";

/// A faulty statement, the part of it that is pointed at, and words of the message or of its label
/// and help.
const FAULTY: &[(&str, &str, &str)] = &[
    ("gme \"Nim\"", "gme", "did you mean `game`?"),
    ("x -= 1", "x", "a move begins with `move`"),
    ("given a: sets", "sets", "did you mean `set`?"),
    (
        "given a: set = {1, two}",
        "{1, two}",
        "`two` isn't a number",
    ),
    ("given a: numbers = 3 4", "3 4", "in quotation marks"),
    ("given a: numbers = \"3,x\"", "3,x", "`x` isn't a number"),
    (
        "given a: table = \"1,2/3\"",
        "1,2/3",
        "row 2 of the table has length 1",
    ),
    (
        "given a: graph with numbers = \"a-b\"",
        "a-b",
        "write a-b 3",
    ),
    (
        "given a: graph with blue, red = \"a-b green\"",
        "a-b green",
        "one of blue, red",
    ),
    ("given a: graph with blue, blue", "blue", "given twice"),
    ("given a number", "number", "expected `,` or `:`"),
    ("position x in {1, 2}", "1", "in 1..3"),
    (
        "position b: board of 3x3 cells of . o",
        "3x3",
        "write 3 x 3",
    ),
    ("position b: row of .", ".", "2 to 64 symbols"),
    ("position b: row of . o .", ".", "given twice"),
    ("position a: nodes net", "net", "expected `of`"),
    ("position a: number", "number", "a number without `:`"),
    ("octal 77", "77", "0.77"),
    ("start 'q' at a", "'q'", "the symbols are X O ."),
    ("let f(a, a) = 1", "a", "given twice"),
    ("let f(a) 3", "3", "expected `=`"),
    (
        "example 3,4: Ann wins",
        "Ann",
        "the players are White and Black",
    ),
    (
        "example 3,4, Whte to move: draw",
        "Whte",
        "did you mean `White`?",
    ),
    ("move choose k in 1..3; n -= k", "choose", "without `move`"),
    (
        "move n -= k if k > 1 for k in 1..3",
        "for",
        "`for` goes before `if`",
    ),
    ("move n -= k for k in 1-3", "1-3", "1..3"),
    ("move n -= k for k in [1, 2, 3]", "[", "{1, 2, 3}"),
    ("move n -= k for k in {1, 2", "", "ends too early"),
    ("move n -= k for k >= 1 and k <= 3", "and", "by commas"),
    ("move n -= k for k != 2", "k !=", "for k >= 1 if k != 2"),
    ("move n -= k for all k in 1..3", "all", "write k in SET"),
    ("move n++", "++", "write n += 1"),
    ("move n = n - 1", "=", "write n := ..."),
    ("move n *= 2", "*=", "write n := n * ..."),
    ("move n -= 1 if n == 2", "==", "one `=` compares"),
    ("move n -= 1 if n > 1 && n < 3", "&&", "`and`"),
    ("move n -= 1 if n > 1 || n < 3", "||", "`or`"),
    ("move n -= 1 if !n", "!", "`not`"),
    ("move n -= 1 if n => 2", ">", ">="),
    ("move n -= 1 if n is 2", "is", "`=`"),
    ("move n -= 1 where n > 2", "where", "`if`"),
    ("move n -= 1 then n -= 2", "then", "joined by `;`"),
    ("move n -= 2k for k in 1..3", "2k", "2 * k"),
    (
        "move n -= 1 if forall x in 1..3",
        "forall",
        "write all(CONDITION for x in SET)",
    ),
    (
        "move n -= 1 if any x = 1 for x in 1..3",
        "any",
        "write any(CONDITION for x in SET)",
    ),
    ("move n -= 1 if any(heap[i])", "any", "for x in SET"),
    (
        "move n -= 1 if count(i for i in places of heap) = 1",
        "count",
        "takes no `for`",
    ),
    ("move n -= digits(n)", "digits", "sum(digits(n))"),
    ("move n -= heap[1..2]", "..", "sum(heap[1..3])"),
    ("move n -= {1}", "{", "after `in`"),
    ("move n -= 1 if board[c] = .", ".", "'.'"),
    ("move n -= 1 if board[1] = X", "X", "'X'"),
    ("move n -= own hnad", "hnad", "did you mean `hand`?"),
    (
        "move for i in 1..3, n -= i",
        "for",
        "for each x in SET, STEP",
    ),
    ("move n -= 1 for each i in 1..3", "each", "goes after it"),
    (
        "move may only if n = 1",
        "may only",
        "a condition isn't a step",
    ),
    ("move if possible, n -= 1", "n -= 1", "if CONDITION"),
    (
        "move n -= 1; may repeat",
        "may repeat",
        "the repeated step is missing",
    ),
    ("move pass, n -= 1", "pass", "changes something"),
    ("move score := 3", ":=", "only added to"),
    ("move cut(3)", "cut", "let cut(...) = move"),
    ("move . -> q", "q", "the symbols are X O ."),
    ("move . -> x", "x", "did you mean `X`?"),
    ("move . X", "", "`->`"),
    ("move . → X", "→", "`->`"),
    ("move . -> X alogn right", "alogn", "did you mean `along`?"),
    ("move . -> X along north", "north", "expected a direction"),
    ("move . -> X at n", "n", "`n` isn't a cell"),
    ("move (.) -> X", "(.)", "(any .), (some .) or (2 .)"),
    ("move (X O -> X", "(", "not closed"),
    ("move X $ . -> . . .", "$", "inside a pattern"),
    ("move X ^ . -> . . .", "^", "write ^ first"),
    ("else move n -= 1", "else", "else of what?"),
    ("Whte: move n -= 1", "Whte", "did you mean `White`?"),
    ("White: n -= 1", "n", "begin with `move`"),
    ("at n = 0 White wins", "White", "`:`"),
    (
        "at n = 0: the player wins",
        "the player",
        "the player who moved",
    ),
    ("at n = 0: White wins if n = 0", "if", "else loses"),
    ("draw if n = 0", "if", "write `when`"),
    ("White wins by accident", "by", "`when`"),
    (
        "a player wins by repetition",
        "by repetition",
        "named player",
    ),
    ("who cannot win loses", "win", "expected `move`"),
    (
        "repetition is forbidden",
        "repetition is forbidden",
        "within 2 moves",
    ),
    ("game \"B\"", "game \"B\"", "given twice"),
    ("move n -= \"a", "\"", "no other one"),
];

#[test]
fn faults_name_their_place_and_their_mend() {
    let mut wrong = Vec::new();
    for (statement, place, words) in FAULTY {
        let source = format!("{HEAD}{statement}");
        let (_, errors) = read(&source);
        let [fault] = errors.as_slice() else {
            panic!("{statement}: {errors:?}");
        };
        let here = &source[fault.span.clone()];
        let said = format!(
            "{} | {} | {}",
            fault.message,
            fault.label,
            fault.help.as_deref().unwrap_or_default()
        );
        if here != *place
            || !said.contains(words)
            || fault.span.start < HEAD.len()
            || fault.is_warning
        {
            wrong.push(format!("{statement}\n  at `{here}`: {said}"));
        }
        assert!(fault.help.is_some(), "{statement} has no mend");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_faults_of_a_text_are_reported_in_their_order() {
    let source = format!("{HEAD}move n == 1\nmove n -= 1\nat n = 0 draw\nposition x in {{1}}\n");
    let (text, errors) = read(&source);
    assert_eq!(errors.len(), 3);
    assert!(errors.is_sorted_by_key(|fault| fault.span.start));
    assert_eq!(text.moves.len(), 1);
}

#[test]
fn declared_names_win_against_words() {
    let text = good(
        "names",
        "game \"A\"\nposition pass <= 3, score, may, no, first, sum, own, add\n\
         move pass -= 1\nmove score += 1, add -= 1\nmove may -= k for k in 1..no\nmove sum -= 1 if first = sum and own > 2\n\
         at no = 0: draw\nstart 1, 2, 3, 4, 5, 6, 7, 8",
    );
    use whowins_rules::inside::tree::{Action, StepKind};
    for one in &text.moves {
        let StepKind::Act { actions, .. } = &one.steps[0].kind else {
            panic!("{one:?}");
        };
        assert!(
            actions
                .iter()
                .all(|action| matches!(action, Action::Write(..))),
            "{one:?}"
        );
    }
}

#[test]
fn words_whose_letters_are_symbols_are_symbols() {
    use whowins_rules::inside::tree::StepKind;
    let (text, errors) =
        read("game \"A\"\nposition row of . i f\nmove . . -> if\nmove if -> . .\n");
    assert!(
        errors.iter().all(|fault| fault.is_warning) && errors.len() == 2,
        "{errors:?}"
    );
    assert!(errors[0].message.contains("i and f are symbols here"));
    for one in &text.moves {
        let StepKind::Rewrite(rewrite) = &one.steps[0].kind else {
            panic!("{one:?}");
        };
        assert_eq!(rewrite.left.rows[0].cells.len(), 2);
        assert_eq!(rewrite.right.rows[0].cells.len(), 2);
    }
}

#[test]
fn values_of_parameters_are_shown_as_they_are_read() {
    use whowins_rules::Kind;
    let colours = Kind::Coloured(vec!["blue".into(), "red".into()]);
    let values = [
        (Kind::Numbers, "8,-3,7"),
        (Kind::Numbers, "{1..5, -2..-1}"),
        (Kind::Numbers, ""),
        (Kind::Text, "abc"),
        (Kind::Table, "1,2,3/1,4,5"),
        (Kind::Table, "1 2\n-3 4\n"),
        (Kind::Weighted, "a-b 3, b>c -1"),
        (colours.clone(), "a-b blue, b>c red, a-b red"),
    ];
    for (kind, text) in values {
        let value = kind
            .read(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(kind.accepts(&value), "{text}");
        assert_eq!(kind.read(&value.to_string()), Ok(value), "{text}");
    }
    // Each edge with its word, which may be given by its number.
    let by_number = colours.read("a-b blue, b>c 1").expect("a graph");
    assert_eq!(by_number.to_string(), "a-b blue,b>c red");
    let faulty = [
        (Kind::Numbers, "5..1", "write 1..5"),
        (Kind::Numbers, "1..100001", "at most 100000 numbers"),
        (Kind::Numbers, "1000000000001", "a number from"),
        (Kind::Table, "", "the table is empty"),
        (Kind::Table, "1,2/3", "equally long"),
        (Kind::Weighted, "a-b", "write a-b 3"),
        (Kind::Weighted, "a 3", "an edge"),
        (Kind::Weighted, "a-b x", "a number"),
        (colours.clone(), "a-b green", "one of blue, red"),
        (colours, "", "write a-b blue"),
    ];
    for (kind, text, words) in faulty {
        let error = kind.read(text).expect_err(text);
        assert!(error.message.contains(words), "{text}: {error}");
    }
}

/// Reads a text of any kind; what is said of it must stand in it.
fn look_at(source: &str) {
    let (_, errors) = read(source);
    for fault in errors {
        let span = fault.span.clone();
        assert!(
            span.start <= span.end && span.end <= source.len(),
            "{fault:?}\n{source}"
        );
        assert!(
            source.get(span).is_some(),
            "{fault:?} splits a character\n{source}"
        );
        assert!(!fault.message.is_empty());
    }
}

#[test]
fn noise_is_read_or_refused() {
    let mut games: Vec<String> = grown().into_iter().map(|(_, text)| text).collect();
    games.extend(texts("../../games").into_iter().map(|(_, text)| text));
    let words: Vec<&str> = games
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect();
    let marks: Vec<char> = "()[]{}'\"/^$?.,;:=<>+-*%!|&é→ \n09xab".chars().collect();
    let mut random = whowins_core::random::Random(20_260_731);
    for round in 0..crate::cases(10_000, 1_000_000) {
        let mut text: Vec<char> = games[round % games.len()].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len().max(1));
            let to = (at + random.below(30)).min(text.len());
            match random.below(6) {
                0 => drop(text.drain(at.min(to)..to)),
                1 => {
                    let copy: Vec<char> = text[at.min(to)..to].to_vec();
                    let place = random.below(text.len() + 1);
                    text.splice(place..place, copy);
                }
                2 if !text.is_empty() => {
                    let other = random.below(text.len());
                    text.swap(at, other);
                }
                3 => {
                    let word = words[random.below(words.len())];
                    text.splice(at..at, word.chars().chain([' ']));
                }
                4 => {
                    let mark = marks[random.below(marks.len())];
                    text.splice(at..at, std::iter::repeat_n(mark, 1 + random.below(3)));
                }
                _ => text.truncate(at),
            }
        }
        look_at(&text.into_iter().collect::<String>());
    }
}

#[test]
fn long_and_deep_texts_are_read_to_an_end() {
    let pieces = [
        "(",
        "[",
        "{",
        "not ",
        "-",
        "if n = 1, ",
        "may ",
        "a[",
        "sum(",
        "any(x in ",
        "subsets of ",
        "for each x in 1..3, ",
        "n + ",
        "n, ",
        ". ",
        "/ ",
        "if ",
        "(any ",
        "(not ",
        "(2 ",
        "x or ",
        "'",
        "\"",
        "//",
        "é",
        "n at 'X' ",
        "a, b ",
        "count(a, ",
        "n -= 1; ",
        "min(n, ",
        "neighbours of ",
        "->",
        "((((",
        "o) ",
        "n in ",
        "own ",
        "1..",
    ];
    let frames = [
        "move n -= ",
        "move ",
        "at ",
        "let f = ",
        "move n -= 1 for ",
        "start ",
        "position x: ",
        "position ",
        "given a: ",
        "example ",
        "",
    ];
    for piece in pieces {
        for frame in frames {
            let long = piece.repeat(20_000 / piece.len());
            look_at(&format!("{HEAD}{frame}{}", &long[..long.len().min(19_900)]));
        }
        look_at(&format!("{HEAD}move {}", piece.repeat(30_000)));
        look_at(&format!("{HEAD}move n -= {piece}\n").repeat(1_000));
    }
    look_at(&"a".repeat((1 << 20) + 1));
    let brackets = |count: usize| {
        format!(
            "{HEAD}move n -= {}n{}",
            "(".repeat(count),
            ")".repeat(count)
        )
    };
    good("60 brackets", &brackets(60));
    let (_, errors) = read(&brackets(61));
    assert!(errors[0].message.contains("too deeply"));
}
