//! Fuzz tests of all formats: noise, valid inputs, and valid inputs with errors give correct
//! answers or one error.

use super::naive::{self, number, numbers, printed, rows, text};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use whowins_analysis::{Position, Value};
use whowins_core::random::cases;
use whowins_engine::{Limits, Strategy as _};
use whowins_law::{LawSource, LawStrategy};
use whowins_rules::{ParameterValue, Parameters, Rules};

const FORMATS: [&str; 5] = [
    "cowcheck",
    "partisangame",
    "gam",
    "ellyscheckers",
    "tabgame",
];

/// Returns the laws of games with large positions. Each is found once.
fn law(game: &str) -> Arc<LawSource> {
    static LAWS: LazyLock<HashMap<&str, Arc<LawSource>>> = LazyLock::new(|| {
        ["cowcheck", "ellyscheckers", "tabgame"]
            .map(|game| {
                let source =
                    LawSource::search(&rules(game), &Parameters::new(), &Limits::default());
                (game, Arc::new(source))
            })
            .into()
    });
    Arc::clone(&LAWS[game])
}

fn rules(game: &str) -> Rules {
    let rules = whowins::shipped::rules(game).expect("it is shipped");
    rules.expect("it has no faults")
}

/// Returns true if the player to move wins by the law of the game.
fn wins(game: &str, values: &Parameters, position: &Position) -> Result<bool, String> {
    let game_itself = rules(game).game(values).expect("values of its kinds");
    let values = LawStrategy::new(law(game), &game_itself).values(position);
    values
        .map(|[value, _]| value == Value::Win)
        .map_err(|error| error.to_string())
}

fn point(x: u64, y: u64) -> Position {
    Position::tuple([x, y])
}

/// Answers an input with fast solvers.
fn quick(at: usize, input: &[u8]) -> Result<String, String> {
    let none = Parameters::new();
    let name = FORMATS[at];
    printed(&naive::format(name), input, &mut |chain| match name {
        "cowcheck" => wins(
            name,
            &none,
            &point(number(chain, 1, 0), number(chain, 1, 1)),
        ),
        "partisangame" => Ok(numbers(chain, 1, 1).len() > numbers(chain, 1, 2).len()),
        "gam" => {
            let cells = rows(chain).concat();
            let place = |letter: u8| cells.iter().position(|cell| *cell == letter);
            Ok(place(b'A') < place(b'B'))
        }
        "ellyscheckers" => {
            let cells = text(chain, 1, 0).iter();
            let row = Position::list(cells.map(|cell| u8::from(*cell == b'o')));
            wins(name, &none, &row)
        }
        _ => {
            let bits = |digits: &[u8]| {
                ParameterValue::Bits(digits.iter().map(|digit| *digit == b'1').collect())
            };
            let borders = Parameters::from([
                ("row".into(), bits(text(chain, 1, 0))),
                ("column".into(), bits(text(chain, 1, 1))),
            ]);
            wins(
                name,
                &borders,
                &point(number(chain, 2, 0), number(chain, 2, 1)),
            )
        }
    })
}

/// Answers an input by the rules alone.
fn slow(at: usize, input: &[u8]) -> Result<String, String> {
    naive::by_rules(FORMATS[at], input)
}

/// Checks that the output has only answers of the format, or is one error with a place in the
/// input.
fn has_right_shape(format: usize, input: &[u8]) {
    match quick(format, input) {
        Ok(output) => {
            assert!(output.ends_with('\n'));
            let lines = input.split(|&byte| byte == b'\n').count();
            assert!(output.lines().count() <= lines);
            for line in output.lines() {
                let fits = match format {
                    0 => ["Bessie", "Farmer John"].contains(&line),
                    1 => ["Alice", "Bob"].contains(&line),
                    2 => ["A", "B"].contains(&line),
                    3 => ["YES", "NO"].contains(&line),
                    _ => !line.is_empty() && line.bytes().all(|b| b == b'0' || b == b'1'),
                };
                assert!(fits, "{line}");
            }
        }
        Err(error) => {
            assert!(!error.contains(char::is_control), "{error:?}");
            assert!(error.len() < 500, "{error}");
            assert!(error.contains("; "), "no mend: {error}");
            let place = error
                .strip_prefix("line ")
                .and_then(|rest| rest.split_once(':'));
            let line: usize = place.expect("a place").0.parse().expect("a line number");
            let lines = input.iter().filter(|&&byte| byte == b'\n').count() + 1;
            assert!((1..=lines).contains(&line), "{error}");
        }
    }
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn valid_cowcheck() -> impl Strategy<Value = String> {
    (1u64..15, 1u64..15)
        .prop_flat_map(|(m, n)| (Just((m, n)), prop::collection::vec((0..m, 0..n), 1..6)))
        .prop_map(|((m, n), queries)| {
            let lines: String = queries.iter().map(|(x, y)| format!("{x} {y}\n")).collect();
            format!("{m} {n}\n{}\n{lines}", queries.len())
        })
}

fn valid_partisangame() -> impl Strategy<Value = String> {
    let numbers = || prop::collection::vec(1u64..=64, 0..5);
    prop::collection::vec((0u64..150, numbers(), numbers()), 1..5).prop_map(|tests| {
        tests
            .iter()
            .map(|(n, a, b)| format!("{n}\n{}\n{}\n", joined(a), joined(b)))
            .collect()
    })
}

/// Generates maps with a path from A to B: row 0 and the last column stay open.
fn valid_gam() -> impl Strategy<Value = String> {
    let map = (2usize..=4)
        .prop_flat_map(|n| {
            let way = 2 * n - 1;
            (
                Just(n),
                0..way,
                1..way,
                prop::collection::vec(any::<bool>(), n * n),
            )
        })
        .prop_map(|(n, a, step, closed)| {
            let on_way = |k: usize| if k < n { (0, k) } else { (k - n + 1, n - 1) };
            let (a, b) = (on_way(a), on_way((a + step) % (2 * n - 1)));
            let mut text = format!("{n}\n");
            for r in 0..n {
                for c in 0..n {
                    text.push(match (r, c) {
                        place if place == a => 'A',
                        place if place == b => 'B',
                        (r, c) if r > 0 && c < n - 1 && closed[r * n + c] => '#',
                        _ => '.',
                    });
                }
                text.push('\n');
            }
            text
        });
    prop::collection::vec(map, 1..3).prop_map(|maps| format!("{}\n{}", maps.len(), maps.concat()))
}

fn valid_ellyscheckers() -> impl Strategy<Value = String> {
    prop::collection::vec("[.o]{1,12}\n", 1..5).prop_map(|boards| boards.concat())
}

fn valid_tabgame() -> impl Strategy<Value = String> {
    let test = ("[01]{1,12}", "[01]{1,12}")
        .prop_flat_map(|(row, column)| {
            let places = (1..=column.len(), 1..=row.len());
            (Just(row), Just(column), prop::collection::vec(places, 1..8))
        })
        .prop_map(|(row, column, queries)| {
            let lines: String = queries.iter().map(|(x, y)| format!("{x} {y}\n")).collect();
            format!("{row}\n{column}\n{}\n{lines}", queries.len())
        });
    prop::collection::vec(test, 1..4)
        .prop_map(|tests| format!("{}\n{}", tests.len(), tests.concat()))
}

fn valid() -> impl Strategy<Value = (usize, String)> {
    prop_oneof![
        (Just(0), valid_cowcheck()),
        (Just(1), valid_partisangame()),
        (Just(2), valid_gam()),
        (Just(3), valid_ellyscheckers()),
        (Just(4), valid_tabgame()),
    ]
}

#[derive(Clone, Debug)]
enum Edit {
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Truncate(prop::sample::Index),
    RepeatLine(prop::sample::Index),
    RemoveLine(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<prop::sample::Index>;
    let byte = || {
        prop_oneof![
            prop::sample::select(b"0129 \n\r\t.o#ABx-,\x0b".to_vec()),
            any::<u8>()
        ]
    };
    prop_oneof![
        (at(), byte()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (at(), byte()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        at().prop_map(Edit::Remove),
        at().prop_map(Edit::Truncate),
        at().prop_map(Edit::RepeatLine),
        at().prop_map(Edit::RemoveLine),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for edit in edits {
        if bytes.is_empty() {
            break;
        }
        let length = bytes.len();
        let lines: Vec<Vec<u8>> = bytes
            .split_inclusive(|&b| b == b'\n')
            .map(<[u8]>::to_vec)
            .collect();
        match edit {
            Edit::Replace(at, byte) => bytes[at.index(length)] = *byte,
            Edit::Insert(at, byte) => bytes.insert(at.index(length), *byte),
            Edit::Remove(at) => drop(bytes.remove(at.index(length))),
            Edit::Truncate(at) => bytes.truncate(at.index(length)),
            Edit::RepeatLine(at) => bytes.extend(lines[at.index(lines.len())].clone()),
            Edit::RemoveLine(at) => {
                let removed = at.index(lines.len());
                let kept = lines
                    .iter()
                    .enumerate()
                    .filter(|&(line, _)| line != removed);
                bytes = kept.flat_map(|(_, line)| line.clone()).collect();
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1000, 4000) as u32))]

    #[test]
    fn arbitrary_bytes(input in prop::collection::vec(any::<u8>(), 0..200)) {
        (0..FORMATS.len()).for_each(|format| has_right_shape(format, &input));
    }

    #[test]
    fn arbitrary_bytes_of_the_formats(input in "[0-3 .oAB#\r\n-]{0,60}") {
        (0..FORMATS.len()).for_each(|format| has_right_shape(format, input.as_bytes()));
    }

    #[test]
    fn valid_inputs_with_faults((format, text) in valid(), edits in prop::collection::vec(edit(), 1..4)) {
        has_right_shape(format, &edited(&text, &edits));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 1500) as u32))]

    #[test]
    fn formulas_agree_with_the_rules((format, text) in valid()) {
        let expected = slow(format, text.as_bytes());
        prop_assert!(expected.is_ok(), "{:?} on {:?}", expected, text);
        if [0, 3, 4].contains(&format) {
            prop_assert_eq!(quick(format, text.as_bytes()), expected);
        }
    }

    #[test]
    fn line_ends_do_not_matter((format, text) in valid(), blanks in "[ \t]{0,2}", blank_lines in "[ \r\n]{0,4}") {
        let expected = quick(format, text.as_bytes());
        prop_assert!(expected.is_ok());
        let crlf = text.replace('\n', &format!("{blanks}\r\n"));
        prop_assert_eq!(&quick(format, crlf.as_bytes()), &expected);
        prop_assert_eq!(&quick(format, format!("\u{feff}{text}{blank_lines}").as_bytes()), &expected);
        if !text.ends_with("\n\n") {
            // A blank last line counts as a line of numbers only if it ends with a newline.
            prop_assert_eq!(&quick(format, text.trim_end_matches('\n').as_bytes()), &expected);
        }
    }
}

#[test]
fn megabytes_of_noise() {
    let mut state = 1u64;
    let mut noise = |length: usize, alphabet: &[u8]| -> Vec<u8> {
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize
        };
        (0..length)
            .map(|_| alphabet[next() % alphabet.len()])
            .collect()
    };
    let all: Vec<u8> = (0..=255).collect();
    for (megabytes, alphabet) in [
        (10, &all[..]),
        (10, b"0123456789"),
        (10, b" \n"),
        (1, b".o"),
        (1, b"01"),
        (1, b"1 \n"),
        (1, b"1\n"),
    ] {
        let input = noise(megabytes * 1_000_000, alphabet);
        (0..FORMATS.len()).for_each(|format| has_right_shape(format, &input));
    }
}
