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
        "whowins solve cowcheck --at 1,2",
    ),
    (
        &["solve", "cowcheck", "--at", "-1,2"],
        "whowins solve cowcheck --at 1,2",
    ),
    (
        &["solve", "cowcheck", "--at", "4.5,3"],
        "whowins solve cowcheck --at 4,3",
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
];

#[test]
fn each_mistake_gets_the_corrected_line() {
    for (mistake, line) in MISTAKES {
        let ran = run(mistake, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{mistake:?}");
        assert!(ran.err.starts_with("error: "), "{mistake:?}: {}", ran.err);
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
