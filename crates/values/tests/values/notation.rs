//! Tests parsing and printing.

use proptest::prelude::*;
use whowins_values::{Why, Width, read as parse};

use crate::naive::{dicots, games, value};
use crate::{arena, read, show};

#[test]
fn what_is_printed() {
    let mut arena = arena();
    for text in [
        "0",
        "-7",
        "3/4",
        "*",
        "*2",
        "^",
        "^^",
        "^3",
        "v",
        "v4*2",
        "1^*",
        "-1v",
        "-3/4^^*3",
        "{2|-1}",
        "{1||0|-2}",
        "{2|1||0}",
        "{2||1|0|||-1}",
        "{{2|1},{3|0}|-1}",
        "+_2",
        "-_1/2",
        "+_(2^)",
        "^<2>",
        "v[3]",
        "{0|^<2>}",
    ] {
        let value = read(&mut arena, text);
        assert_eq!(show(&mut arena, value), text);
    }
}

#[test]
fn what_is_read() {
    let mut arena = arena();
    for (text, same) in [
        ("+-1", "{1|-1}"),
        ("±1", "{1|-1}"),
        ("+-(1,{3|0})", "{1,{3|0}|-1,{0|-3}}"),
        ("↑↑*", "^^*"),
        ("⧾2", "+_2"),
        ("-(1^)", "-1v"),
        ("-1^", "^ - 1"),
        ("2*3", "2 + *3"),
        ("2 * 3", "6"),
        ("2*^", "^^"),
        ("2*{1|0}", "{1|0} + {1|0}"),
        ("^ * 3", "^3"),
        ("3 +-1", "2"),
        ("3 - -1", "4"),
        ("- ^ + *", "v*"),
        ("{a|0} + a where a = {1|*}", "{{1|*}|0} + {1|*}"),
        ("b where a = 1, b = {a|-a}", "{1|-1}"),
        ("heat({1|0}, 1)", "{2|-1}"),
        ("nim(*2, *2)", "*3"),
        ("temperature({5|1})", "2"),
        ("weight(^3)", "3"),
        ("left({5|1}) - right({5|1})", "4"),
        ("mean({5|1})", "3"),
        ("reduced({3|1^} + *)", "{3|1}"),
        ("zero", "0"),
        ("star", "*"),
        ("up + star", "^*"),
        ("2 * down", "vv"),
        ("{up|star}", "{^|*}"),
        ("up(3)", "^^^"),
        ("star(2)", "*2"),
        ("down(2) + star(1)", "vv*"),
        ("tiny(2)", "+_2"),
        ("miny(2)", "{2|0||0}"),
        ("up where up = {3|1}", "{3|1}"),
        ("( ( 1 ) )", "1"),
        ("{ | }", "0"),
    ] {
        let (value, expected) = (read(&mut arena, text), read(&mut arena, same));
        assert_eq!(
            show(&mut arena, value),
            show(&mut arena, expected),
            "{text}"
        );
    }
}

#[test]
fn comparisons() {
    let mut arena = arena();
    for (text, holds) in [
        ("^ > 0", true),
        ("^ >= 0", true),
        ("^<2> < ^", true),
        ("^<2", true),
        ("^ = {0|*}", true),
        ("{1|-1} || 0", true),
        ("{1|-1} || 2", false),
        ("{1|-1} <| 1", true),
        ("* |> 0", true),
        ("0 |> 0", false),
        ("1 != 2", true),
        ("{1||0|-1} <= {1|0||-1}", false),
    ] {
        let (relation, _, order) = parse(text)
            .unwrap()
            .answer(&mut arena)
            .unwrap()
            .claim
            .expect("a claim");
        assert_eq!(relation.holds(order), holds, "{text}");
    }
}

#[test]
fn faults_have_a_place_and_a_mend() {
    let mut arena = arena();
    for (text, at, words) in [
        ("", 0, "a value is missing at the end"),
        ("1 +", 3, "a value is missing at the end"),
        ("{1|0", 4, "`}` is missing here"),
        ("{1}", 0, "a bar is missing"),
        ("{,1|}", 1, "`,` begins no value"),
        ("{1|0|-1}", 4, "equally long"),
        ("1/3", 0, "3 isn't a power of two"),
        ("1/", 1, "a denominator is missing"),
        ("2 *3", 2, "this may be a product or a star"),
        ("{1|0} * {2|1}", 0, "a product has an integer"),
        ("x + 1", 0, "no name `x`"),
        ("heat(1)", 0, "heat takes 2 arguments, and has 1"),
        ("1 > 0 > -1", 6, "a comparison has two sides"),
        ("1 ^", 2, "follow the text before it"),
        ("{1|0}}", 5, "nothing is open"),
        ("+_(-1)", 2, "tiny and miny are of positive values"),
        ("tiny(-1)", 5, "tiny and miny are of positive values"),
        ("tiny", 4, "tiny has no arguments"),
        ("star(x)", 5, "`star` takes a whole number"),
        ("up(3", 4, "`)` is missing"),
        ("1 + on", 4, "`on` is loopy"),
        ("weight(1)", 7, "only dicots"),
        ("{1|...}", 3, "a form was cut off here"),
        ("a where a", 7, "this defines nothing"),
        ("a where v = 1", 8, "a name for a form"),
        ("a where a = 1, a = 2", 15, "given twice"),
        ("a where a = b, b = 1", 12, "no name `b`"),
        ("*99999999999", 1, "this star is too large"),
        ("^0", 0, "a multiple of ^"),
        ("é", 0, "no name `é`"),
        ("1é", 1, "follow the text before it"),
        ("%", 0, "`%` begins no value"),
    ] {
        let fault = parse(text)
            .map_err(Why::Fault)
            .and_then(|question| question.answer(&mut arena).map(drop))
            .expect_err(text);
        let Why::Fault(fault) = fault else {
            panic!("{text}: {fault}")
        };
        assert!(fault.message.contains(words), "{text}: {fault}");
        assert_eq!(fault.span.start, at, "{text}: {fault}");
        assert!(
            text.is_char_boundary(fault.span.end) && fault.span.end <= text.len(),
            "{text}: {fault:?}"
        );
        assert!(!fault.help.is_empty());
    }
}

#[test]
fn depth_is_no_danger() {
    let mut arena = arena();
    for text in [
        "(".repeat(100_000),
        "{".repeat(100_000),
        "-".repeat(100_000),
        "1:".repeat(100_000),
        "1 * ".repeat(100_000),
        "{1|".repeat(100_000),
    ] {
        assert!(arena.read(&text).is_err());
    }
    let sum = "1 + ".repeat(100_000) + "1";
    let sum = read(&mut arena, &sum);
    assert_eq!(show(&mut arena, sum), "100001");
}

/// A hot game of many moves has a huge tree; its text must be bounded.
#[test]
fn long_forms_have_names_or_are_cut() {
    let mut arena = arena();
    let mut form = read(&mut arena, "{1|*}");
    for step in 1..24 {
        let (more, less) = (
            arena.integer(step).unwrap(),
            arena.integer(-step * step).unwrap(),
        );
        let negative = arena.neg(form).unwrap();
        let next = arena.make(&[more, form], &[less, negative]).unwrap();
        form = arena.add(next, form).unwrap();
        let text = show(&mut arena, form);
        assert!(text.len() <= 2_600, "{}", text.len());
        if !text.contains("...") {
            assert_eq!(read(&mut arena, &text), form);
        }
        let short = arena
            .show_within(
                form,
                Width {
                    plain: 40,
                    named: 0,
                },
            )
            .unwrap();
        assert!(
            short.len() <= 40 && (short.contains("...") || read(&mut arena, &short) == form),
            "{short}"
        );
        if arena.forms() > 20_000 {
            return;
        }
    }
}

#[test]
fn dags_have_each_form_once() {
    let mut arena = arena();
    let form = read(&mut arena, "{a,{3|0}|-2} where a = {2||1|0}");
    let dag = arena.dag(form).unwrap();
    assert_eq!(
        dag.json()["forms"].as_array().unwrap().len(),
        dag.forms.len()
    );
    assert_eq!(arena.subforms(form).unwrap(), dag.forms.len());
    for (place, node) in dag.forms.iter().enumerate() {
        assert!(
            node.left
                .iter()
                .chain(&node.right)
                .all(|option| *option < place)
        );
        assert_eq!(
            node.name.is_some(),
            node.left.is_empty() && node.right.is_empty()
        );
    }
    // Rebuilding from the leaves gives the same form.
    let mut values = Vec::new();
    for node in &dag.forms {
        let made = match &node.name {
            Some(name) => read(&mut arena, name),
            None => {
                let side =
                    |places: &[usize]| places.iter().map(|&at| values[at]).collect::<Vec<_>>();
                arena.make(&side(&node.left), &side(&node.right)).unwrap()
            }
        };
        values.push(made);
    }
    assert_eq!(*values.last().unwrap(), form);
    let dot = dag.dot();
    assert!(dot.starts_with("digraph") && dot.contains("style=dashed"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_printed_value_is_read_back(game in prop_oneof![games(4), dicots(4)], plain in prop_oneof![Just(0usize), Just(30), Just(160)]) {
        let mut arena = arena();
        let x = value(&mut arena, &game);
        let text = arena.show_within(x, Width { plain, named: 100_000 }).unwrap();
        prop_assert_eq!(read(&mut arena, &text), x, "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[-+*^v{}|(),.0-9a-f :<>=/_]{0,30}") {
        let budget = whowins_values::Budget::OPEN.with_memory(1 << 24).by(std::time::Instant::now() + std::time::Duration::from_secs(1));
        let mut arena = whowins_values::Arena::new(budget);
        if let Ok(value) = arena.read(&text) {
            let _ = arena.show(value);
        }
    }
}
