//! Tests `trace`: published figures, other kinds of games, and readers that stop early.

use super::run::{answer, command, file, printed, run};

fn trace(a: &str, b: &str, n: &str, stage: &str) -> String {
    let (a, b) = (format!("a={a}"), format!("b={b}"));
    let line = [
        "trace",
        "partisangame",
        "--set",
        &a,
        "--set",
        &b,
        "--at",
        n,
        "--stage",
        stage,
    ];
    answer(&line, "")
}

fn counts(text: &str) -> (usize, usize, usize) {
    (
        text.lines().count(),
        text.split_whitespace().count(),
        text.len(),
    )
}

#[test]
fn the_figures_of_the_write_up() {
    let recursion = trace("1,2", "1,2", "10", "recursion");
    assert_eq!(counts(&recursion), (279, 1191, 7067));
    assert!(recursion.starts_with("A(10) - Called.\nA(10) calling B(9).\nB(9) - Called.\n"));
    let memo = trace("1,2", "1,2", "10", "memo");
    let (lines, words, _) = counts(&memo);
    assert_eq!((lines, words), (90, 419));
    assert!(memo.contains(" comes from the cache -- "), "{memo}");
    for text in [&recursion, &memo] {
        assert!(
            text.ends_with("B(9) returned false, so A(10) returns true.\nAlice\n"),
            "{text}"
        );
    }
}

#[test]
fn the_table() {
    let expected: String = (0..=10)
        .map(|heap| {
            let wins = u8::from(heap % 3 != 0);
            format!("ACache[{heap}] = {wins}\nBCache[{heap}] = {wins}\n")
        })
        .collect();
    assert_eq!(trace("1,2", "1,2", "10", "table"), expected + "Alice\n");
}

#[test]
fn the_cycle() {
    let expected = "is_cycle(1): s = 200.  False because ACache[202] != ACache[201]
is_cycle(2): s = 200.  False because ACache[202] != ACache[200]
is_cycle(3): s = 201.  False because ACache[202] != ACache[199]
is_cycle(4): s = 200.  False because ACache[200] != ACache[196]
is_cycle(5): s = 200.  False because ACache[200] != ACache[195]
is_cycle(6): s = 204.  False because ACache[204] != ACache[198]
is_cycle(7): s = 203.  False because ACache[205] != ACache[198]
is_cycle(8): s = 200.  False because ACache[201] != ACache[193]
is_cycle(9): s = 207.  True
r = n%c = (999999999)%(9) = 0. ACache[207+0] = 0
Bob
";
    assert_eq!(trace("4", "5", "999999999", "cycle"), expected);
    assert_eq!(
        trace("1,2", "1,2", "7", "cycle"),
        "The answer comes from the cache.  ACache[7] = 1.\nAlice\n"
    );
    let huge = "9".repeat(1000);
    let text = trace("4", "5", &huge, "cycle");
    assert!(text.ends_with(&format!(
        "r = n%c = ({huge})%(9) = 0. ACache[207+0] = 0\nBob\n"
    )));
}

#[test]
fn the_other_player_first() {
    let line = [
        "trace",
        "partisangame",
        "--set",
        "a=1",
        "--set",
        "b=2",
        "--at",
        "2",
        "--stage",
        "recursion",
        "--to-move",
        "Bob",
    ];
    assert_eq!(
        answer(&line, ""),
        "B(2) - Called.\nB(2) calling A(0).\nA(0) - Called.\nA(0) - Returning false.\nA(0) returned false, so B(2) returns true.\nBob\n"
    );
}

#[test]
fn games_of_other_kinds_on_one_heap() {
    let impartial = file(
        "impartial.game",
        "game \"One or two\"\nposition n\nmove n -= k for k in 1..2\n",
    );
    assert_eq!(
        answer(&["trace", impartial, "--at", "3", "--stage", "table"], ""),
        "FCache[0] = 0\nSCache[0] = 0\nFCache[1] = 1\nSCache[1] = 1\nFCache[2] = 1\nSCache[2] = 1\nFCache[3] = 0\nSCache[3] = 0\nSecond\n"
    );
    let misere = file(
        "misere.game",
        "game \"Misère\"\nposition n\nmove n -= k for k in 1..2\nmisère play\n",
    );
    assert_eq!(
        answer(&["trace", misere, "--at", "1", "--stage", "recursion"], ""),
        "F(1) - Called.\nF(1) calling S(0).\nS(0) - Called.\nS(0) - Returning true.\nS(0) returned true, so F(1) is continuing.\n\
         F(1) - Returning false.\nSecond\n"
    );
    assert!(
        answer(&["trace", misere, "--at", "301", "--stage", "cycle"], "")
            .ends_with("FCache[301] = 0.\nSecond\n")
    );
    assert!(
        answer(&["trace", misere, "--at", "3001", "--stage", "cycle"], "")
            .ends_with("(3001)%(3) = 1. FCache[201+1] = 0\nSecond\n")
    );
    let rays = file(
        "rays.game",
        "game \"Any number\"\nposition n\nmove n -= k for k >= 1\n",
    );
    assert_eq!(
        answer(&["trace", rays, "--at", "2", "--stage", "memo"], ""),
        "F(2) - Called.\nF(2) calling S(1).\nS(1) - Called.\nS(1) calling F(0).\nF(0) - Called.\nF(0) - Returning false.\n\
         F(0) returned false, so S(1) returns true.\nS(1) returned true, so F(2) is continuing.\nF(2) calling S(0).\nS(0) - Called.\n\
         S(0) - Returning false.\nS(0) returned false, so F(2) returns true.\nFirst\n"
    );
    let guards = file(
        "guards.game",
        "game \"Odd, not all\"\nposition n\nstart 5\nmove n -= k for k >= 1 if k % 2 = 1 and k != n\n",
    );
    let text = answer(&["trace", guards, "--stage", "table"], "");
    assert!(
        text.ends_with("FCache[4] = 1\nSCache[4] = 1\nFCache[5] = 0\nSCache[5] = 0\nSecond\n"),
        "{text}"
    );
    let large = answer(&["trace", guards, "--at", "2000", "--stage", "cycle"], "");
    assert!(
        large.ends_with(
            "This cycle is only observed up to 1000; it is not proved to repeat.\nFirst\n"
        ),
        "{large}"
    );
}

#[test]
fn clear_refusals() {
    let endings = file(
        "endings.game",
        "game \"At three\"\nposition n\nmove n -= 1\nat n = 3: the mover wins\n",
    );
    let up = file("up.game", "game \"Up\"\nposition n <= 10\nmove n += 1\n");
    for (line, said) in [
        (
            vec!["nim", "--at", "1,1,1"],
            "a trace needs a game of one heap, but the positions of this game have several numbers",
        ),
        (
            vec!["nim"],
            "a trace needs a game of one heap, but the positions of this game have several numbers",
        ),
        (
            vec!["kayles", "--at", "5"],
            "a trace needs a game of one heap, but this game isn't one number \
             with moves in a simple form",
        ),
        (
            vec!["tic-tac-toe"],
            "a trace needs a game of one heap, but this game isn't one number \
             with moves in a simple form",
        ),
        (
            vec!["cop-and-robber"],
            "a trace needs a game of one heap, but this game isn't one number \
             with moves in a simple form",
        ),
        (
            vec![endings, "--at", "5"],
            "a trace needs a game of one heap, but this one has other endings than that a player cannot move",
        ),
        (
            vec![impartial(), "--at", "x"],
            "--at: `x` isn't a value of n; write the position as one number, n",
        ),
        (
            vec![impartial(), "--at", "18446744073709551616"],
            "--at: the memo stage takes a heap below 2^62; for a larger one use the cycle stage",
        ),
        (
            vec![impartial(), "--at", "9223372036854775808"],
            "--at: the memo stage takes a heap below 2^62; for a larger one use the cycle stage",
        ),
        (
            vec![impartial(), "--at", "4611686018427387904"],
            "--at: the memo stage takes a heap below 2^62; for a larger one use the cycle stage",
        ),
    ] {
        let line = [&["trace"], line.as_slice(), &["--stage", "memo"]].concat();
        let ran = run(&line, "");
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err),
            (2, "", printed(said)),
            "{line:?}"
        );
    }
    // A move that increases the heap is found on the way, after some lines were printed.
    let ran = run(&["trace", up, "--at", "5", "--stage", "recursion"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, "F(5) - Called.\n"));
    assert_eq!(
        ran.err,
        "error: move 1 of First on a heap of 5 leads to 6\nhelp: a trace needs moves that make the heap smaller\n"
    );
    let ran = run(&["trace", "nim", "--at", "1,1,1", "--stage", "guess"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err
            .contains("'guess' isn't a stage; say recursion, memo, table or cycle"),
        "{}",
        ran.err
    );
}

fn impartial() -> &'static str {
    file(
        "one.game",
        "game \"One or two\"\nposition n\nmove n -= k for k in 1..2\n",
    )
}

#[test]
fn the_largest_heap_has_moves() {
    // The first lines of an endless trace show the moves of a heap near 2^62.
    let lines = first_lines("4611686018427387903", "1", "1", 2);
    assert_eq!(
        lines,
        [
            "A(4611686018427387903) - Called.",
            "A(4611686018427387903) calling B(4611686018427387902)."
        ]
    );
}

#[test]
fn a_reader_that_closes_after_two_lines() {
    let lines = first_lines("104982", "2,3,4,5", "2,5", 2);
    assert_eq!(
        lines,
        ["A(104982) - Called.", "A(104982) calling B(104980)."]
    );
}

/// Returns the first lines of a recursion that would take hours. Then the pipe is closed: the
/// command must end with success and without a message.
fn first_lines(n: &str, a: &str, b: &str, count: usize) -> Vec<String> {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let (a, b) = (format!("a={a}"), format!("b={b}"));
    let mut child = Command::new(command(&[]).get_program())
        .args([
            "trace",
            "partisangame",
            "--set",
            &a,
            "--set",
            &b,
            "--at",
            n,
            "--stage",
            "recursion",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("piped")).lines();
    let lines = out
        .by_ref()
        .take(count)
        .map(|line| line.expect("a line"))
        .collect();
    drop(out);
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut err)
        .expect("UTF-8");
    assert_eq!(
        (child.wait().expect("it ends").code(), err.as_str()),
        (Some(0), "")
    );
    lines
}
