//! Mistakes on the command line, and the corrected lines that are offered.

use super::run::run;

/// Arguments with a mistake, and what the help offers instead.
const MISTAKES: &[(&[&str], &str)] = &[
    (
        &["solve", "cowcheck", "4", "7"],
        "whowins solve cowcheck 4,7",
    ),
    (&["solve", "nim", "1", "2", "3"], "whowins solve nim 1,2,3"),
    (
        &["solve", "nim", "1,", "2,", "3"],
        "whowins solve nim 1,2,3",
    ),
    (&["solve", "nim", "1,2"], "whowins solve nim-heaps 1,2"),
    (
        &["solve", "cowcheck", "--at", "1,2,3"],
        "write the position as x,y",
    ),
    (
        &["solve", "cowchek", "--at", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "-at", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "at", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "\u{2013}at", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--position", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["--at", "4,7", "solve", "cowcheck"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--to_move", "Bessie"],
        "whowins solve cowcheck --to-move Bessie",
    ),
    (
        &["solve", "cowcheck", "--to-move", "Bess"],
        "whowins solve cowcheck --to-move Bessie",
    ),
    (&["cowcheck", "solve"], "whowins solve cowcheck"),
    (&["cowcheck"], "whowins solve cowcheck"),
    (&["solv", "cowcheck"], "whowins solve cowcheck"),
    (&["Solve", "cowcheck"], "whowins solve cowcheck"),
    (&["winner", "cowcheck"], "whowins solve cowcheck"),
    (&["solve"], "whowins solve nim"),
    (
        &["find", "--where", "P and x = 3"],
        "whowins find nim --where 'P and x = 3'",
    ),
    (
        &["find", "nim", "--where", "P and x = 3"],
        "whowins find nim --where 'loses and x = 3'",
    ),
    (
        &["sequence", "kayles", "--of", "nimber"],
        "whowins sequence kayles --of grundy",
    ),
    (
        &["sequence", "kayles", "--at", "5"],
        "whowins sequence kayles --of grundy",
    ),
    (
        &["sequence", "kayles", "grundy"],
        "whowins sequence kayles --of grundy",
    ),
    (
        &["prove", "nim", "P iff x ^ y ^ z = 0"],
        "whowins prove nim --law 'P iff x ^ y ^ z = 0'",
    ),
    (
        &["prove", "nim", "--law", "xor(x,y,z) = 0"],
        "whowins prove nim --law 'x ^ y ^ z = 0'",
    ),
    (
        &["judge", "cowcheck", "./sol"],
        "whowins judge cowcheck -- ./sol",
    ),
    (
        &["judge", "cowcheck"],
        "whowins judge cowcheck -- ./solution",
    ),
    (
        &["map", "cowcheck", "x.svg"],
        "whowins map cowcheck -o x.svg",
    ),
    (
        &["solve", "cowcheck", "--time", "5m"],
        "whowins solve cowcheck --time 300",
    ),
    (
        &["solve", "cowcheck", "--memory", "1.5G"],
        "whowins solve cowcheck --memory 1536M",
    ),
    (
        &["solve", "cowcheck", "--json=true"],
        "whowins solve cowcheck --json",
    ),
    (
        &["solve", "cowcheck", "4,7", "--at", "4,7"],
        "whowins solve cowcheck 4,7",
    ),
    (
        &["solve", "partisangame", "--a", "1"],
        "whowins solve partisangame --set a=1",
    ),
    (
        &["solve", "cowcheck", "--where", "x=y"],
        "whowins find cowcheck --where x=y",
    ),
    (
        &["tests", "cowcheck"],
        "whowins tests cowcheck --output out",
    ),
    (
        &["solve", "nim", "--at", "1; 2; 3"],
        "whowins solve nim --at 1,2,3",
    ),
    (
        &["solve", "cowcheck", "--at", "x=4,y=7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--at", "4x7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (&["solve", "cowcheck", "4-7"], "whowins solve cowcheck 4,7"),
    (
        &["solve", "cowcheck", "--at", "4/7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--at", "<4,7>"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--at:4,7"],
        "whowins solve cowcheck --at=4,7",
    ),
    (
        &["solve", "cowcheck", "--At", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "\u{2014}at", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "/at", "4,7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--to-move", "2"],
        "whowins solve cowcheck --to-move 'Farmer John'",
    ),
    (
        &["solve", "partisangame", "--set", "a:3"],
        "whowins solve partisangame --set a=3",
    ),
    (
        &["solve", "partisangame", "a=1,2", "--at", "5"],
        "whowins solve partisangame --set a=1,2 --at 5",
    ),
    (
        &["solve", "t-wythoff", "--t", "2"],
        "whowins solve t-wythoff --set t=2",
    ),
    (
        &["solve", "t-wythoff", "t=2"],
        "whowins solve t-wythoff --set=t=2",
    ),
    (
        &["solve", "t-wythoff", "--set", "T=2"],
        "whowins solve t-wythoff --set t=2",
    ),
    (
        &["solve", "wythof", "--at", "4,7"],
        "whowins solve wythoff --at 4,7",
    ),
    (&["solve", "077"], "whowins solve 0.77"),
    (&["solve", "0,77"], "whowins solve 0.77"),
    (&["solve", "kayles.game"], "whowins solve kayles"),
    (
        &["solve", "cowcheck", "--time", "2h"],
        "whowins solve cowcheck --time 7200",
    ),
    (
        &["solve", "cowcheck", "--time=1,5"],
        "whowins solve cowcheck --time=2",
    ),
    (
        &["solve", "cowcheck", "--memory", "2 GB"],
        "whowins solve cowcheck --memory 2G",
    ),
    (
        &["map", "cowcheck", "--format", "svg"],
        "whowins map cowcheck -o cowcheck.svg",
    ),
    (
        &["map", "cowcheck", "--format=png"],
        "whowins map cowcheck -o cowcheck.png",
    ),
    (
        &["map", "cowcheck", "--max", "10x10"],
        "whowins map cowcheck --size 10x10",
    ),
    (
        &["map", "cowcheck", "--show", "nimber"],
        "whowins map cowcheck --show grundy",
    ),
    (
        &["map", "cowcheck", "--out", "x.svg"],
        "whowins map cowcheck --output x.svg",
    ),
    (
        &["value", "row-clobber", "xoxo"],
        "whowins value row-clobber --at xoxo",
    ),
    (&["find", "nim", "x=3"], "whowins find nim --where x=3"),
    (
        &["find", "nim", "--where", "x = 3 || y = 2"],
        "whowins find nim --where 'x = 3 or y = 2'",
    ),
    (
        &["find", "nim", "--where", "outcome = P"],
        "whowins find nim --where loses",
    ),
    (
        &["find", "nim", "--limit", "5", "--where", "wins"],
        "whowins find nim --first 5 --where wins",
    ),
    (
        &["sequence", "0.77", "20", "--of", "grundy"],
        "whowins sequence 0.77 --terms 20 --of grundy",
    ),
    (
        &["sequence", "kayles", "--of", "nimbers"],
        "whowins sequence kayles --of grundy",
    ),
    (
        &["sequence", "kayles", "--of", "grundy", "--count", "20"],
        "whowins sequence kayles --of grundy --terms 20",
    ),
    (
        &["sequence", "kayles", "--of", "grundy", "--format", "oeis"],
        "whowins sequence kayles --of grundy --format b-file",
    ),
    (&["prove", "nim", "P"], "whowins prove nim --law P"),
    (
        &["prove", "nim", "--law", "lose iff x ^ y ^ z = 0"],
        "whowins prove nim --law 'P iff x ^ y ^ z = 0'",
    ),
    (
        &["prove", "nim", "--law", "P iff nim-sum(x,y,z) = 0"],
        "whowins prove nim --law 'P iff (x ^ y ^ z) = 0'",
    ),
    (&["ask", "nim"], "whowins ask nim 'exists x: P(x, x, 0)'"),
    (
        &["ask", "cowcheck"],
        "whowins ask cowcheck 'exists x: P(x, x)'",
    ),
    (
        &["prove", "cowcheck"],
        "whowins prove cowcheck --law 'P iff x ^ y = 0'",
    ),
    (
        &["proofs", "cowcheck"],
        "whowins law cowcheck --coq cowcheck.v",
    ),
    (&["verify", "cow.json"], "whowins verify nim cow.json"),
    (&["moves", "kayles"], "whowins why kayles"),
    (
        &["solve", "cowcheck", "--at", "4", "7"],
        "whowins solve cowcheck --at 4,7",
    ),
    (
        &["solve", "cowcheck", "--at", "10^15,10^15+7"],
        "whowins solve cowcheck --at 1000000000000000,1000000000000007",
    ),
    (
        &["solve", "nim", "--format", "latex"],
        "whowins solve nim --format latex --moves",
    ),
    (
        &["value", "domineering", "-o", "dom.pdf"],
        "whowins value domineering --thermograph dom.pdf",
    ),
    (
        &["prove", "cowcheck", "--law", "P iff x // 2 = y"],
        "whowins prove cowcheck --law 'P iff x / 2 = y'",
    ),
    (
        &["judge", "nim", "wrong.rs"],
        "whowins judge nim -- ./solution",
    ),
    (
        &["ask", "nim", "for all x, P(x,x,0)"],
        "whowins ask nim 'for all x: P(x,x,0)'",
    ),
    (
        &["export", "nim", "--to", "c++"],
        "whowins export nim --lang cpp",
    ),
    (
        &["export", "nim", "--language", "py"],
        "whowins export nim --lang python",
    ),
    (&["verify", "nim"], "whowins verify nim law.json"),
    (&["compare", "nim"], "whowins compare nim nim-heaps"),
    (&["compare"], "whowins compare nim nim-heaps"),
    (
        &["judge", "nim", "python3", "sol.py"],
        "whowins judge nim -- python3 sol.py",
    ),
    (&["tests", "nim", "out"], "whowins tests nim --output out"),
    (
        &["play", "nim", "--first", "me"],
        "whowins play nim --first First",
    ),
    (
        &["play", "nim", "--as", "2"],
        "whowins play nim --as Second",
    ),
    (&["check", "nim.game"], "whowins check nim"),
    (
        &["explain", "nim", "1", "2", "3"],
        "whowins explain nim 1,2,3",
    ),
    (&["games", "--tags", "board"], "whowins games --tag board"),
    (&["completions", "sh"], "whowins completions bash"),
    (&["help", "solv"], "whowins help solve"),
    (
        &["solve", "bachet", "1,000,000"],
        "whowins solve bachet 1000000",
    ),
    (&["solve", "bachet", "10^6"], "whowins solve bachet 1000000"),
    (&["solve", "bachet", "2e3"], "whowins solve bachet 2000"),
    (
        &["map", "cowcheck", "--grundy"],
        "whowins map cowcheck --show grundy",
    ),
    (
        &["prove", "cowcheck", "--law", "P iff 3 divides x+y"],
        "whowins prove cowcheck --law 'P iff (x+y) mod 3 = 0'",
    ),
];

#[test]
fn each_mistake_gets_the_corrected_line() {
    for (mistake, line) in MISTAKES {
        let ran = run(mistake, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{mistake:?}");
        assert!(ran.err.contains("error: "), "{mistake:?}: {}", ran.err);
        let offered = ran
            .err
            .split_once("\nhelp: ")
            .map(|(_, help)| help.lines().last());
        let offered = offered.flatten().map(str::trim);
        assert_eq!(offered, Some(*line), "{mistake:?}: {}", ran.err);
    }
}

#[test]
fn mistakes_without_a_correction_say_where_the_arguments_are_listed() {
    let ran = run(&["solve", "cowcheck", "--frob"], "");
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err,
        "error: unexpected argument `--frob`\n\
         help: list the arguments with `whowins solve --help`\n"
    );
}

#[test]
fn negative_numbers_and_fractions_get_no_other_position() {
    for position in ["-1,2", "4.5,3"] {
        let ran = run(&["solve", "cowcheck", "--at", position], "");
        assert_eq!(ran.code, 2);
        let help = "\nhelp: write whole numbers, 0 or larger\n";
        assert!(ran.err.ends_with(help), "{}", ran.err);
    }
}
