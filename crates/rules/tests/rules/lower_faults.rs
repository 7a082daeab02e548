//! Faults of meaning: each is shown at its place, says what is wrong, and has its mend.

use crate::shipped::library;
use whowins_core::random::Random;
use whowins_rules::inside::lower::lower;
use whowins_rules::inside::read::read;
use whowins_rules::{Diagnostic, Parameters, Rules};

/// What stands above each faulty text.
const HEAD: &str = r#"game "A"
players White with X, Black with O D
given net: graph = "a-b, b-c"
given roads: graph with numbers = "a-b 3, b-c 1"
given word: text = "abba"
given value: numbers = "3,1,2"
given t: table = "1,2/3,4"
given map: grid of . # = "..#"
position n
position d in {up, down}
position heap: numbers
position hand of each player <= 3
position pit: ring of 6 numbers in halves
position board of 3 x 3 cells of . X O D
position lamp: 2 x 2 numbers <= 1
position net of . x
position taken: subset of 1..9
position gone: subset of edges of roads
position cop: nodes of net
position king: squares of map
let twice(k) = 2 * k
let cut(k) = move n -= k
"#;

/// Lines, the piece of them that is pointed at, and words of the message and of the mend.
const FAULTY: &[(&str, &str, &str, &str)] = &[
    // Numbers, conditions, sets.
    (
        "move n -= 1 if n",
        "n",
        "a number, not a condition",
        "n > 0",
    ),
    (
        "move n -= 1 if heap[1]",
        "heap[1]",
        "a number, not a condition",
        "heap[1] > 0",
    ),
    (
        "move n -= (n = 1)",
        "(n = 1)",
        "a condition, not a number",
        "count(",
    ),
    (
        "move n -= 1 if taken",
        "taken",
        "not a condition",
        "some taken",
    ),
    (
        "move n -= 1 if heap",
        "heap",
        "not a condition",
        "any(heap[i] > 0 for i in places of heap)",
    ),
    (
        "move n -= 1 if board",
        "board",
        "not a condition",
        "some cells of board showing",
    ),
    (
        "move n -= 1 if board[1, 1]",
        "board[1, 1]",
        "a symbol, not a condition",
        "board[c] = 'x'",
    ),
    (
        "move n -= 1 if node a",
        "node a",
        "a node, not a condition",
        "a = b",
    ),
    (
        "move n -= 1 if value",
        "value",
        "not a condition",
        "k in value",
    ),
    (
        "move n -= heap",
        "heap",
        "`heap` is an array",
        "heap[i] for i in places of heap",
    ),
    (
        "move n -= taken",
        "taken",
        "a set, not a number",
        "count(taken)",
    ),
    (
        "move n -= board",
        "board",
        "a board, not a number",
        "board[c]",
    ),
    ("move n -= value", "value", "not one number", "value[i]"),
    (
        "move n -= word[1]",
        "word[1]",
        "a character, not a number",
        "word[i] = 'a'",
    ),
    (
        "move n -= cop",
        "cop",
        "a node, not a number",
        "nodes of net",
    ),
    (
        "move n -= own",
        "own",
        "a symbol, not a number",
        "of each player",
    ),
    ("move n -= k for k in n", "n", "a number, not a set", "1..3"),
    ("move n -= 1 for k in net", "net", "a set", "nodes of net"),
    (
        "move n -= 1 for k in roads",
        "roads",
        "a set",
        "edges of roads",
    ),
    ("move n -= k for k in t", "t", "a set", "t[1]"),
    ("move n -= 1 for k in cop", "cop", "a set", "neighbours of"),
    // Arrays, sets and boards that are written to.
    (
        "move heap -= 1",
        "heap",
        "`heap` is an array",
        "heap[i] -= 1 for i in places of heap",
    ),
    (
        "move board := 'X'",
        "board",
        "`board` is a board",
        "board[c]",
    ),
    (
        "move taken += k for k in 1..9",
        "taken",
        "`taken` is a set",
        "add k to taken",
    ),
    (
        "move taken -= 3",
        "taken",
        "`taken` is a set",
        "remove 3 from taken",
    ),
    (
        "move n[1] -= 1",
        "n[1]",
        "one number",
        "position n: numbers",
    ),
    ("move n -= heap[1, 2]", "heap", "takes one index", "heap[i]"),
    (
        "move n -= taken[1]",
        "taken",
        "a set has no places",
        "k in taken",
    ),
    ("move add 1 to heap", "heap", "a set", "heap += N"),
    (
        "move add node a to taken",
        "node a",
        "a node, not a number",
        "nodes of net",
    ),
    (
        "move add node a to gone",
        "node a",
        "no member of that set",
        "edge(a, b)",
    ),
    ("move erase board[1]", "board", "shrink", "row of . x"),
    (
        "move board[1, 1] += 1",
        "board[1, 1]",
        "a number to add to",
        ":=",
    ),
    ("move board[1, 1] := 'Q'", "'Q'", "symbol", "'X'"),
    (
        "move board[1, 1] := n",
        "n",
        "one symbol of this part is meant",
        "'X'",
    ),
    (
        "move n -= hand",
        "hand",
        "each player has his own",
        "own hand",
    ),
    ("move own n -= 1", "n", "both players share", "drop `own`"),
    (
        "move own heap[1] -= 1",
        "heap",
        "both players share",
        "drop `own`",
    ),
    (
        "move n -= hand of Wite",
        "Wite",
        "no player",
        "did you mean `White`?",
    ),
    // Names.
    (
        "move n -= heep[1]",
        "heep",
        "no name `heep`",
        "did you mean `heap`?",
    ),
    ("move n -= a", "a", "no name `a`", "node a"),
    (
        "move n -= 1 if score > 3",
        "score",
        "cannot be read",
        "position points of each player",
    ),
    (
        "move n -= k; choose k in 1..3",
        "k",
        "chosen only further on",
        "choose k in ...; first",
    ),
    (
        "move n -= i for i in 1..k, k in 1..3",
        "k",
        "chosen only further on",
        "first",
    ),
    (
        "move n -= k for k in 1..3\nmove n -= k",
        "k",
        "not chosen here",
        "choose k in",
    ),
    (
        "move n -= k for k in 1..3\ndraw when n = k",
        "k",
        "chosen in a move",
        "any(",
    ),
    (
        "move n -= sum(heap[i])",
        "i",
        "`i` is not chosen",
        "sum(heap[i] for i in places of heap)",
    ),
    (
        "let f(k) = f(k) + 1\nmove n -= f(1)",
        "f",
        "only the lines above",
        "instead of `f`",
    ),
    (
        "let f = g + 1\nlet g = 1\nmove n -= f",
        "g",
        "only the lines above",
        "let g",
    ),
    (
        "move n -= twice(1, 2)",
        "twice(1, 2)",
        "takes 1 argument",
        "twice(k)",
    ),
    (
        "move n -= cut(1)",
        "cut(1)",
        "a move, not a number",
        "it is a step",
    ),
    (
        "move cut(1), cut(2)",
        "move cut(1), cut(2)",
        "one move at a time",
        "`;`",
    ),
    (
        "move n -= 1 for n in 1..3",
        "n",
        "part of the position",
        "another name",
    ),
    (
        "Bob: move n -= 1",
        "Bob",
        "no player `Bob`",
        "the players are White and Black",
    ),
    // Functions and folds.
    ("move n -= gcd(n)", "gcd(n)", "gcd", "gcd(m, n)"),
    (
        "move n -= abs(n, 1)",
        "abs(n, 1)",
        "takes one argument",
        "abs(n)",
    ),
    (
        "move n -= length(n)",
        "length(n)",
        "no meaning here",
        "length(a)",
    ),
    (
        "move n -= rows(word)",
        "rows(word)",
        "no meaning here",
        "a board",
    ),
    (
        "move n -= row(taken)",
        "row(taken)",
        "takes a cell",
        "cells of board",
    ),
    (
        "move n -= 1 if edge(cop) = edge(cop)",
        "edge(cop)",
        "two nodes",
        "edge(a, b)",
    ),
    (
        "move n -= 1 if some neighbours of n",
        "neighbours of n",
        "only cells and nodes",
        "node NAME",
    ),
    (
        "move n -= 1 if some ends of n",
        "ends of n",
        "only an edge",
        "edges of",
    ),
    (
        "move n -= 1 if some cells of heap",
        "heap",
        "has no cells",
        "places of heap",
    ),
    (
        "move n -= sum(word[1..2])",
        "word",
        "only numbers can be cut",
        "a[1..3]",
    ),
    (
        "move n -= 1 for s in subsets of heap",
        "heap",
        "not known yet",
        "1..9",
    ),
    (
        "move n -= 1 if some heap showing 'X'",
        "'X'",
        "only cells and nodes",
        "cells of board showing",
    ),
    (
        "move n -= k for k in {1..9999999}",
        "1",
        "members",
        "a range",
    ),
    // Symbols, nodes and graphs.
    (
        "move n -= 1 if board[1, 1] = 'Q'",
        "board[1, 1] = 'Q'",
        "never shows 'Q'",
        "its symbols are . X O D",
    ),
    (
        "move n -= 1 if board[1, 1] = n",
        "board[1, 1] = n",
        "a symbol is compared",
        "'D'",
    ),
    (
        "move n -= 1 if cop = 1",
        "cop = 1",
        "compared with a number",
        "node 0",
    ),
    (
        "move n -= 1 if cop = king",
        "cop = king",
        "two different graphs",
        "one graph",
    ),
    (
        "move n -= 1 if cop = node q",
        "q",
        "no node q",
        "name one of its nodes",
    ),
    (
        "move n -= 1 if roads[cop] = 1",
        "roads",
        "a bare graph",
        "position roads of",
    ),
    ("move n -= t[1]", "t", "not read like this", "t[i, j]"),
    (
        "move n -= 1 if cop at '#'",
        "cop",
        "is on no map",
        "cop = node",
    ),
    (
        "move n -= 1 if start of n = 3",
        "n",
        "a token",
        "position n: squares of MAP",
    ),
    // Connections.
    (
        "move n -= 1 if net connects top to node a through 'x'",
        "top",
        "a graph has no top",
        "node NAME",
    ),
    (
        "move n -= 1 if board connects top to bottom through taken",
        "taken",
        "not of the same board",
        "cells of board",
    ),
    (
        "move n -= 1 if board connects top to bottom through n",
        "n",
        "through what?",
        "a symbol",
    ),
    (
        "move n -= 1 if lamp connects top to bottom through 'X'",
        "'X'",
        "nothing is shown here",
        "holds numbers",
    ),
    (
        "move n -= 1 if board connects board[1, 1] to n through 'Q'",
        "'Q'",
        "never shows 'Q'",
        "its symbols are",
    ),
    (
        "move n -= 1 if net connects n to node a through 'x'",
        "n",
        "an end is a node",
        "node NAME",
    ),
    // Patterns.
    (
        "move X -> x",
        "x",
        "`board` never shows 'x'",
        "its symbols are . X O D",
    ),
    (
        "move x -> .",
        "x",
        "`board` never shows 'x'",
        "its symbols are . X O D",
    ),
    (
        "move own (some .) -> own (some .) (some .)",
        "own (some .) (some .)",
        "different sizes",
        "only rows without a size",
    ),
    (
        "move X . -> X",
        "X",
        "different sizes",
        "only rows without a size",
    ),
    (
        "move X . -> . (not X)",
        ". (not X)",
        "not said what is put here",
        "write a symbol",
    ),
    (
        "move X . -> . other",
        ". other",
        "O or D?",
        "write the symbol itself",
    ),
    (
        "move X -> . together",
        "X -> . together",
        "in which directions",
        "along all directions together",
    ),
    (
        "choose k in taken; X . -> . X at k",
        "k",
        "`k` isn't a cell",
        "cells of board",
    ),
    (
        "move cop to a neighbour along up",
        "move cop to a neighbour along up",
        "no directions",
        "drop `along ...`",
    ),
    (
        "move n to a neighbour",
        "n",
        "only tokens walk",
        "position NAME",
    ),
    // Steps.
    (
        "choose k >= 1; n -= k",
        "k",
        "has no upper bound",
        "choose k in 1..n",
    ),
    (
        "move n += k for k >= 1",
        "k",
        "has no upper bound",
        "k in 1..n",
    ),
    // Starts and examples.
    ("start n = x", "x", "a value of `n`", "write a number"),
    (
        "start board = X",
        "X",
        "a value of `board`",
        "3 rows of 3 symbols with `/` between",
    ),
    ("start taken = {12}", "{12}", "a value of `taken`", "{1, 2}"),
    (
        "start hand = 5, cop at a, king at row 1 column 1",
        "start hand = 5, cop at a, king at row 1 column 1",
        "out of the range of `hand of White`",
        "from 0 to 3",
    ),
    ("start n at a", "n", "`n` isn't a token", "start n = ..."),
    (
        "start cop at a, king at row 7 column 1",
        "7 column 1",
        "no place in row 7",
        "count from 1",
    ),
    (
        "start n = 1",
        "start n = 1",
        "does not place cop",
        "place each token",
    ),
    (
        "example 3; 4: White wins",
        "3; 4",
        "parts",
        "write the position as",
    ),
    (
        "example heep = 3: White wins",
        "heep = 3",
        "has 1 part, not 11",
        "write the position as",
    ),
    // Ends and scores.
    (
        "a player wins when n = 0",
        "a player wins when n = 0",
        "same for both players",
        "the player who moved",
    ),
    (
        "the game ends when n = 0",
        "the game ends when n = 0",
        "no score is kept",
        "highest score wins",
    ),
    (
        "move score += 1",
        "move score += 1",
        "nobody wins by it",
        "highest score wins",
    ),
    (
        "at the end: score += n",
        "at the end: score += n",
        "nobody wins by it",
        "highest score wins",
    ),
    (
        "repetition within 99 moves is forbidden",
        "99",
        "from 2 to 16",
        "within 2 moves",
    ),
    (
        "repetition within 2 moves draws",
        "repetition within 2 moves draws",
        "only what is forbidden",
        "is forbidden",
    ),
    (
        "before each move the opponent blocks up to 9999 options",
        "9999",
        "can be blocked",
        "from 0 to 4096",
    ),
    // What is seen to be nothing, or without end.
    (
        "move n -= max(k for k in 3..1)",
        "max(k for k in 3..1)",
        "`max` of nothing",
        "1..3",
    ),
    (
        "let f(k) = f(k - 1)",
        "f",
        "knows only the lines above it",
        "instead of `f`",
    ),
    (
        "let wrong = heap + 1",
        "heap",
        "`heap` is an array",
        "heap[i]",
    ),
    (
        "move for each k in heap, heap[1] += k",
        "heap",
        "changes here while its contents are visited",
        "for each i in places",
    ),
    (
        "move n -= 1; may repeat",
        "may repeat",
        "the repeated step is missing",
        "after the repeated step",
    ),
    (
        "repetition loses",
        "repetition loses",
        "complete history",
        "within 2 moves loses",
    ),
    (
        "repetition within 2 moves draws",
        "repetition within 2 moves draws",
        "counted in moves",
        "within 2 moves loses",
    ),
    // Declarations.
    (
        "position m <= n",
        "n",
        "must be known before play",
        "a parameter",
    ),
    (
        "position m: subset of 1..n",
        "1..n",
        "must be known before play",
        "a parameter",
    ),
    (
        "position m: 3 nodes of nett",
        "nett",
        "no graph `nett`",
        "did you mean `net`?",
    ),
    (
        "position m: squares of mop",
        "mop",
        "no map",
        "given mop: grid",
    ),
    ("position n", "n", "is taken", "another name"),
    (
        "position m: ring of 7 numbers in halves",
        "m: ring of 7 numbers in halves",
        "7 places have no halves",
        "ring of 12",
    ),
    (
        "position m: cells of bord",
        "bord",
        "no part",
        "did you mean `board`?",
    ),
    (
        "position m: row of 0 cells of . X",
        "0",
        "a size from 1",
        "another size",
    ),
    (
        "position m in {down, up}",
        "m in {down, up}",
        "means two numbers",
        "same place",
    ),
    (
        "position m of each player: row of . X",
        "m of each player: row of . X",
        "between both players",
        "two parts",
    ),
];

fn errors(text: &str) -> Vec<Diagnostic> {
    match Rules::parse("my.game", text) {
        Err(errors) => errors.errors,
        Ok(rules) => match rules.game(&Parameters::new()) {
            Err(errors) => errors.errors,
            Ok(_) => panic!("a good text: {text}"),
        },
    }
}

/// A line after which there is a move in any case.
fn text_with(line: &str) -> String {
    let has_move = line.contains("move ") && !line.starts_with("before");
    let has_move = has_move || line.starts_with("choose");
    let more = if has_move { "" } else { "\nmove n -= 1" };
    format!("{HEAD}{line}{more}")
}

#[test]
fn each_fault_is_shown_at_its_place_with_its_mend() {
    assert!(FAULTY.len() >= 80);
    for (line, piece, message, help) in FAULTY {
        let text = text_with(line);
        let errors = errors(&text);
        let is_it = |fault: &&Diagnostic| {
            text[fault.span.clone()] == **piece && fault.message.contains(message)
        };
        let found = errors.iter().find(is_it);
        let found = found.unwrap_or_else(|| panic!("{line}: {errors:#?}"));
        let mend = found.help.as_deref().unwrap_or_default();
        // A corrected line, which the tests of corrections check, takes the place of the help.
        let is_right = mend.contains(help) || found.fix.is_some();
        assert!(is_right, "{line}: {found:#?}");
        for fault in &errors {
            is_whole(fault, &text);
        }
    }
}

/// A fault has a message of one sentence, a place in the text, and a mend.
fn is_whole(fault: &Diagnostic, text: &str) {
    let help = fault.help.as_deref().unwrap_or_default();
    assert!(!help.is_empty(), "no mend: {fault:#?}\n{text}");
    let message = fault.message.as_str();
    assert!(!message.is_empty() && !message.ends_with('.'), "{fault:#?}");
    assert!(text.get(fault.span.clone()).is_some(), "{fault:#?}\n{text}");
}

/// Lines, the piece of them that is warned of, and words of the warning and of its mend; the lines
/// are legal.
const DOUBTFUL: &[(&str, &str, &str, &str)] = &[
    (
        "position n\nposition b: board of 2 x 2 cells of . x\nmove n -= 1 if b[0, 1] = 'x'",
        "0",
        "the first is b[1, 1]",
        "b[1, 1]",
    ),
    (
        "given m: number = 3\nposition heap: numbers\nmove heap[1] -= 1",
        "m",
        "nothing speaks of the parameter `m`",
        "drop it",
    ),
    (
        "position heap: numbers\nposition row of . x q\nmove heap[1] -= 1; x -> .",
        "q",
        "no start mentions `q`",
        "drop `q`",
    ),
    (
        "position n\nmove n -= 1\nhighest score wins",
        "highest score wins",
        "no score ever changes",
        "score += N",
    ),
    (
        "position n\nmove n -= 1, score += 1\nhighest score wins\nthe player who moved wins when n = 3",
        "the player who moved wins when n = 3",
        "leaves the scores aside",
        "the game ends",
    ),
    (
        "position n\nposition b: board of 2 x 2 cells of . x\nmove n -= 1 if b connects top to bottom",
        "b connects top to bottom",
        "any cell may lie between",
        "through 'x'",
    ),
    (
        "position heap: numbers\nmove heap[i] -= sum(i for i in 1..2) for i in places of heap",
        "i",
        "chosen above already",
        "another name",
    ),
    (
        "position n <= 3\nmove n -= 1 if 6 divides n",
        "6 divides n",
        "`n` is at most 3",
        "n divides 6",
    ),
    (
        "position heap: 5 numbers\nmove heap[7] -= 1",
        "7",
        "`heap` has 5 places",
        "heap[1] to heap[5]",
    ),
    (
        "given a: numbers = \"4,5\"\nposition n\nmove n -= a[3]",
        "3",
        "`a` has 2 places",
        "a[1] to a[2]",
    ),
    (
        "position heap: numbers\nmove heap[1] -= 1\nmove pass",
        "move pass",
        "play need never stop",
        "position passes <= 2",
    ),
    (
        "position heap: numbers\nmove heap[1] -= 1\nmove play again",
        "move play again",
        "plays again: play need never stop",
        "move n -= 1, play again",
    ),
    (
        "position s: subset of 1..3\nmove add k to s for k in 1..3",
        "s",
        "k can be in it already",
        "if not k in s",
    ),
    (
        "position s: subset of 1..3\nposition n\nmove remove 2 from s if n > 0",
        "s",
        "2 can be no member of it",
        "if 2 in s",
    ),
    (
        "position n\nmove may n -= 1",
        "move may n -= 1",
        "this move may change nothing",
        "the first `may`",
    ),
    (
        "position pit: ring of 4 numbers\nmove for each k in 1..9, pit[k] += 1",
        "1..9",
        "goes round `pit` more than once",
        "as many places",
    ),
    (
        "position n\nlet half = n / 2\nmove n -= 1",
        "half",
        "nothing uses the definition `half`",
        "drop it",
    ),
    (
        "position n\nposition m\nmove n := m // 2",
        "//",
        "begins a comment",
        "rounds down",
    ),
];

#[test]
fn what_may_not_be_meant_is_warned_of() {
    for (lines, piece, message, help) in DOUBTFUL {
        let text = format!("game \"A\"\n{lines}");
        let rules = Rules::parse("my.game", &text).unwrap_or_else(|errors| panic!("{errors}"));
        let warnings = rules.warnings().map(|all| all.errors).unwrap_or_default();
        let is_it =
            |one: &&Diagnostic| text[one.span.clone()] == **piece && one.message.contains(message);
        let found = warnings.iter().find(is_it);
        let found = found.unwrap_or_else(|| panic!("{lines}: {warnings:#?}"));
        assert!(found.is_warning, "{found:#?}");
        let mend = found.help.as_deref().unwrap_or_default();
        assert!(mend.contains(help), "{lines}: {found:#?}");
        assert!(rules.game(&Parameters::new()).is_ok(), "{lines}");
    }
}

/// Games that are warned of something, and words of the warning.
const KNOWN: &[(&str, &str)] = &[
    ("atari-go", "`own` is the player to move here"),
    ("awari", "pays nothing here"),
    ("chomp-poset", "any cell may lie between"),
];

/// The games of the tests say what they mean.
#[test]
fn good_games_are_warned_of_nothing_idle() {
    for (name, text) in library() {
        let Ok(rules) = Rules::parse(&name, &text) else {
            continue;
        };
        for warning in rules.warnings().iter().flat_map(|all| &all.errors) {
            is_whole(warning, &text);
            let known = KNOWN
                .iter()
                .any(|(game, word)| *game == name && warning.message.contains(word));
            assert!(known, "{name}: {warning:#?}");
        }
    }
}

/// Games with words exchanged, dropped and put in.
#[test]
fn every_fault_of_a_changed_game_has_its_mend() {
    let games: Vec<String> = library().into_iter().map(|(_, text)| text).collect();
    let words: Vec<&str> = games
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect();
    let mut random = Random(20_261_123);
    let mut found = 0;
    for round in 0..crate::cases(4_000, 200_000) {
        let game = &games[round % games.len()];
        // Words and what stands between them.
        let mut pieces: Vec<&str> = game.split_inclusive([' ', '\n']).collect();
        for _ in 0..=random.below(2) {
            let at = random.below(pieces.len());
            match random.below(4) {
                0 => drop(pieces.remove(at)),
                1 => pieces.insert(at, words[random.below(words.len())]),
                2 => {
                    let other = random.below(pieces.len());
                    pieces.swap(at, other);
                }
                _ => pieces[at] = words[random.below(words.len())],
            }
            pieces.push("\n");
        }
        let text = pieces.join(" ");
        let (tree, errors) = read(&text);
        errors.iter().for_each(|fault| is_whole(fault, &text));
        if errors.iter().any(|fault| !fault.is_warning) {
            continue;
        }
        if let Err(errors) = lower(&tree, &Parameters::new()) {
            errors.iter().for_each(|fault| is_whole(fault, &text));
            found += errors.len();
        }
    }
    assert!(found > 100, "only {found} errors");
}
