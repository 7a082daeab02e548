//! Certificates of values: complete sheets and tables are accepted; each one that states a
//! falsehood is refused.
//!
//! What is true is asked of an arena, with positions played whole. A quick run tries some thousand
//! false certificates, the nightly one 10^5 (`WHOWINS_LONG`).

use std::collections::HashMap;

use whowins_analysis::{Frame, Game, Player};
use whowins_core::random::{Random, cases};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room, Side, Value};
use whowins_verify::values::{Kind, Lines, RowParts, ValueKind, ValueTable};
use whowins_verify::{Budget, Certificate, Law};

const TOADS: &str = "game \"Toads and Frogs\"\nplayers Toads, Frogs\nposition row of . T F\nToads: move T . -> . T\nToads: move T F . -> . F T\nFrogs: move . F -> F .\nFrogs: move . T F -> F T .";
const CLOBBER: &str = "game \"Clobber\"\nplayers Left, Right\nposition row of . x o\nLeft: move x o -> . x along right, left\nRight: move o x -> . o along right, left";
const DOMINEERING: &str = "game \"Domineering\"\nplayers Left, Right\nposition board of . #\nLeft: move . . -> # # along down\nRight: move . . -> # # along right";

pub fn rules(text: &str) -> Rules {
    Rules::parse("values", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

/// Forms with their values in an arena, each after its options, and the lines on all pairs of them.
pub struct Complete {
    pub arena: Arena,
    pub values: Vec<Value>,
    pub lines: Lines,
}

impl Complete {
    pub fn of(mut arena: Arena, wanted: &[Value]) -> Self {
        let mut values = vec![Value::ZERO];
        let mut forms = vec![[Vec::new(), Vec::new()]];
        let mut open: Vec<Value> = wanted.to_vec();
        while let Some(&value) = open.last() {
            let sides = Side::BOTH.map(|side| arena.options(value, side).unwrap().to_vec());
            let place = |one: &Value| values.iter().position(|known| known == one);
            let missing: Vec<Value> = sides
                .iter()
                .flatten()
                .filter(|one| place(one).is_none())
                .copied()
                .collect();
            if missing.is_empty() {
                if place(&value).is_none() {
                    forms.push(
                        sides.map(|side| {
                            side.iter().map(|one| place(one).unwrap() as u32).collect()
                        }),
                    );
                    values.push(value);
                }
                open.pop();
            }
            open.extend(missing);
        }
        let mut lines = Lines {
            forms,
            ..Lines::default()
        };
        for (a, x) in (0..).zip(&values) {
            for (b, y) in (0..).zip(&values) {
                match arena.le(*x, *y).unwrap() {
                    _ if a == b => {}
                    true => lines.at_most.push([a, b]),
                    false => lines.not_at_most.push([a, b]),
                }
            }
        }
        let mut this = Self {
            arena,
            values,
            lines,
        };
        this.add_sums();
        this
    }

    /// The sums that are forms of the sheet, with those of their options.
    fn add_sums(&mut self) {
        let many = self.values.len();
        let mut there: Vec<Vec<bool>> = vec![vec![false; many]; many];
        for total in 0..2 * many {
            for a in 0..many.min(total + 1) {
                let Some(b) = total.checked_sub(a).filter(|b| *b < many) else {
                    continue;
                };
                let sum = self.arena.add(self.values[a], self.values[b]).unwrap();
                let c = self.values.iter().position(|value| *value == sum);
                let of = |form: usize| {
                    self.lines.forms[form]
                        .iter()
                        .flatten()
                        .map(|one| *one as usize)
                };
                let all =
                    of(a).all(|option| there[option][b]) && of(b).all(|option| there[a][option]);
                if let Some(c) = c.filter(|_| all) {
                    there[a][b] = true;
                    if a > 0 && b >= a {
                        self.lines.sums.push([a as u32, b as u32, c as u32]);
                    }
                }
            }
        }
    }

    pub fn number(&self, value: Value) -> u32 {
        self.values.iter().position(|one| *one == value).unwrap() as u32
    }

    /// Whether all that some lines say is so.
    fn is_true(&mut self, lines: &Lines) -> bool {
        let mut values: Vec<Value> = Vec::new();
        for sides in &lines.forms {
            let sides = sides.each_ref().map(|side| -> Vec<Value> {
                side.iter().map(|one| values[*one as usize]).collect()
            });
            values.push(self.arena.make(&sides[0], &sides[1]).unwrap());
        }
        let of = |form: u32| values[form as usize];
        let arena = &mut self.arena;
        let mut le = |line: &[u32; 2]| arena.le(of(line[0]), of(line[1])).unwrap();
        let order = lines.at_most.iter().all(&mut le) && !lines.not_at_most.iter().any(&mut le);
        order
            && lines.sums.iter().all(|[a, b, c]| {
                let sum = self.arena.add(of(*a), of(*b)).unwrap();
                sum == of(*c)
            })
    }
}

/// Some random forms.
fn random_forms(random: &mut Random) -> Complete {
    let mut arena = Arena::new(Room::OPEN);
    let mut values = vec![Value::ZERO];
    for _ in 0..6 {
        let [left, right] = [0, 1].map(|_| -> Vec<Value> {
            let many = random.below(3);
            (0..many)
                .map(|_| values[random.below(values.len())])
                .collect()
        });
        values.push(arena.make(&left, &right).unwrap());
    }
    Complete::of(arena, &values)
}

/// One change of a sheet that may make it false.
fn change(lines: &mut Lines, random: &mut Random) {
    let many = lines.forms.len();
    let flip = |from: &mut Vec<[u32; 2]>, to: &mut Vec<[u32; 2]>, random: &mut Random| {
        if !from.is_empty() {
            let line = from.swap_remove(random.below(from.len()));
            to.push(line);
        }
    };
    match random.below(6) {
        0 => flip(&mut lines.at_most, &mut lines.not_at_most, random),
        1 => flip(&mut lines.not_at_most, &mut lines.at_most, random),
        2 if !lines.sums.is_empty() => {
            let at = random.below(lines.sums.len());
            lines.sums[at][2] = random.below(many) as u32;
        }
        3 if many > 1 => {
            let form = 1 + random.below(many - 1);
            let option = random.below(form) as u32;
            lines.forms[form][random.below(2)].push(option);
        }
        4 if many > 1 => {
            let form = 1 + random.below(many - 1);
            lines.forms[form][random.below(2)].pop();
        }
        // Without a line on which others stand.
        _ if !lines.at_most.is_empty() => {
            lines.at_most.swap_remove(random.below(lines.at_most.len()));
            flip(&mut lines.not_at_most, &mut lines.at_most, random);
        }
        _ => {}
    }
}

#[test]
fn sheets_that_state_a_falsehood_are_refused() {
    let mut random = Random(1_976);
    let wanted = cases(3_000, 70_000);
    let (mut refused, mut kept) = (0, 0);
    while refused < wanted {
        let mut complete = random_forms(&mut random);
        assert!(complete.lines.check(&Budget::default()).is_ok());
        for _ in 0..20 {
            let mut changed = complete.lines.clone();
            for _ in 0..1 + random.below(3) {
                change(&mut changed, &mut random);
            }
            let is_true = complete.is_true(&changed);
            let accepted = changed.check(&Budget::default()).is_ok();
            assert!(!accepted || is_true, "{changed:?}");
            if is_true {
                kept += usize::from(accepted);
            } else {
                refused += 1;
            }
        }
    }
    println!("{refused} false sheets refused, {kept} changed ones that are true accepted");
    assert!(kept > 0);
}

/// The value of a state, played whole.
pub fn value(
    arena: &mut Arena,
    frame: &Frame,
    state: &[i64],
    known: &mut HashMap<Vec<i64>, Value>,
) -> Value {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let sides = Player::BOTH.map(|player| -> Vec<Value> {
        let next = frame.next(player, state);
        next.iter()
            .map(|to| value(arena, frame, to, known))
            .collect()
    });
    let found = arena.make(&sides[0], &sides[1]).unwrap();
    known.insert(state.to_vec(), found);
    found
}

/// The table of a size, with the lines on all pairs of its forms.
fn table(game: &Game, (rows, columns): (usize, usize)) -> (Complete, Vec<u32>) {
    let mut arena = Arena::new(Room::OPEN);
    let frame = Frame::new(game, rows, columns);
    let symbols = game.board().unwrap().alphabet.len();
    let mut known = HashMap::new();
    let values: Vec<Value> = (0..symbols.pow((rows * columns) as u32))
        .map(|mut place| {
            let mut state = vec![0; rows * columns];
            for cell in state.iter_mut().rev() {
                *cell = (place % symbols) as i64;
                place /= symbols;
            }
            value(&mut arena, &frame, &state, &mut known)
        })
        .collect();
    let mut all = values.clone();
    all.sort_unstable();
    all.dedup();
    let complete = Complete::of(arena, &all);
    let numbers = values.iter().map(|value| complete.number(*value)).collect();
    (complete, numbers)
}

#[test]
fn tables_that_state_a_falsehood_are_refused() {
    let mut random = Random(2_001);
    let wanted = cases(300, 30_000);
    let mut refused = 0;
    let games = [
        (TOADS, (1, 4)),
        (CLOBBER, (1, 4)),
        (DOMINEERING, (2, 3)),
        (CLOBBER, (1, 3)),
    ];
    let all = games.map(|(text, size)| {
        let rules = rules(text);
        let (complete, values) = table(&rules.game(&Parameters::new()).unwrap(), size);
        (
            Certificate::new(&rules, &Parameters::new(), Vec::new()),
            size,
            complete,
            values,
        )
    });
    while refused < wanted {
        for (bare, (rows, columns), complete, values) in &all {
            let law = |values: &[u32]| ValueTable {
                rows: *rows as u32,
                columns: *columns as u32,
                values: values.to_vec(),
                lines: complete.lines.clone(),
            };
            let accepted = |law: Law| {
                let certificate = Certificate {
                    laws: vec![law],
                    ..bare.clone()
                };
                certificate.verify_with_rules(&Budget::default()).is_ok()
            };
            if refused == 0 {
                assert!(accepted(Law::ValueTable(Box::new(law(values)))));
            }
            for _ in 0..40 {
                let mut changed = values.clone();
                for _ in 0..1 + random.below(3) {
                    let at = random.below(changed.len());
                    changed[at] = random.below(complete.values.len()) as u32;
                }
                // Forms of a sheet are all different values.
                if changed != *values {
                    assert!(
                        !accepted(Law::ValueTable(Box::new(law(&changed)))),
                        "{changed:?}"
                    );
                    refused += 1;
                }
            }
        }
    }
    println!("{refused} false tables refused");
}

/// Tables of all lengths to three, and rows that fall into such parts; a part of the wrong row, a
/// table short of a row are refused.
#[test]
fn rows_of_parts_are_worth_their_sum() {
    let rules = rules(TOADS);
    let game = rules.game(&Parameters::new()).unwrap();
    let (mut complete, last) = table(&game, (1, 4));
    let mut lengths: Vec<Vec<u32>> = Vec::new();
    for length in 1..4 {
        let frame = Frame::new(&game, 1, length);
        let mut known = HashMap::new();
        let values = (0..3usize.pow(length as u32)).map(|mut place| {
            let mut state = vec![0; length];
            for cell in state.iter_mut().rev() {
                *cell = (place % 3) as i64;
                place /= 3;
            }
            let value = value(&mut complete.arena, &frame, &state, &mut known);
            complete
                .values
                .iter()
                .position(|one| *one == value)
                .unwrap() as u32
        });
        lengths.push(values.collect());
    }
    lengths.push(last);
    let law = RowParts {
        lengths,
        lines: complete.lines.clone(),
    };
    let bare = Certificate::new(&rules, &Parameters::new(), Vec::new());
    let verify = |law: &RowParts| {
        let certificate = Certificate {
            laws: vec![Law::RowParts(Box::new(law.clone()))],
            ..bare.clone()
        };
        certificate.verify_with_rules(&Budget::default())
    };
    let verified = verify(&law).unwrap();
    let frame = |row: &str| Frame::new(&game, 1, row.len());
    let mut spoken = 0;
    for row in [
        "T.FFT.F",
        "TF.FT.",
        "T.F",
        "FT.F",
        "TTFF.",
        "FTT.F",
        "F.FTF.",
        "FFT.FFT.",
        "T.FFTT.FF",
    ] {
        let position = game.read(row).unwrap();
        let state = game.state_of(&position).unwrap();
        let expected = value(
            &mut complete.arena,
            &frame(row),
            &state,
            &mut HashMap::new(),
        );
        if let Some(worth) = verified.worth(&game, &position, &mut complete.arena) {
            assert_eq!(worth, expected, "{row}");
            spoken += 1;
        }
    }
    assert!(spoken >= 3, "{spoken}");
    for (length, at) in [(0, 1), (1, 3), (2, 14), (3, 40)] {
        let mut changed = law.clone();
        let form = &mut changed.lengths[length][at];
        *form = (*form + 1) % complete.values.len() as u32;
        assert!(verify(&changed).is_err(), "{length} {at}");
        let mut changed = law.clone();
        changed.lengths[length].pop();
        assert!(verify(&changed).is_err());
    }
}

/// What all positions are: each claim against the values of all rows of five cells, and boards of 2
/// x 3.
#[test]
fn kinds_that_are_not_so_are_refused() {
    let slides = "game \"Slides\"\nplayers Left, Right\nposition row of . x o\nLeft: move . x -> x .\nRight: move . o -> o .";
    let blocks = "game \"Blocks\"\nplayers Left, Right\nposition row of . x o\nLeft: move . x -> x .\nRight: move . x -> o .";
    let wide = "game \"Wide\"\nplayers Left, Right\nposition row of . x o\nLeft: move x o -> . .\nRight: move x o . -> . . .";
    let back = "game \"Back\"\nplayers Left, Right\nposition row of . x o\nLeft: move x o -> . .\nRight: move x o -> . o\nLeft: move . o -> . .";
    let ends = "game \"Ends\"\nplayers Left, Right\nposition row of . x o\nLeft: move x o -> . .\nRight: move ^ x o -> . x";
    let more = "game \"More\"\nplayers Left, Right\nposition row of . x o\nLeft: move x o -> . .\nRight: move x o -> . .\nRight: move o -> .";
    for (text, kinds) in [
        (more, [false, false]),
        (TOADS, [false, false]),
        (CLOBBER, [false, true]),
        (DOMINEERING, [false, false]),
        (slides, [true, false]),
        (blocks, [false, true]),
        (wide, [false, false]),
        (back, [true, false]),
        (ends, [false, false]),
    ] {
        let rules = rules(text);
        for (what, expected) in [Kind::Numbers, Kind::Dicots].into_iter().zip(kinds) {
            let laws = vec![Law::ValueKind(ValueKind { what })];
            let certificate = Certificate::new(&rules, &Parameters::new(), laws);
            let verified = certificate.verify_with_rules(&Budget::default());
            assert_eq!(
                verified.is_ok(),
                expected,
                "{what:?} of {text}: {:?}",
                verified.err()
            );
        }
    }
}

/// The rules that stand beside a certificate are those that it is of.
#[test]
fn rules_of_the_atlas_are_those_of_their_certificates() {
    for (rules, certificate) in [
        (
            include_str!("../../../../docs/atlas/runs-col-snort.game"),
            include_str!("../../../../docs/atlas/runs-col-snort.json"),
        ),
        (
            include_str!("../../../../docs/atlas/runs-col-snort-dominoes.game"),
            include_str!("../../../../docs/atlas/runs-col-snort-dominoes.json"),
        ),
        (
            include_str!("../../../../docs/atlas/runs-stones-snort-dominoes.game"),
            include_str!("../../../../docs/atlas/runs-stones-snort-dominoes.json"),
        ),
        (
            include_str!("../../../../docs/atlas/runs-col-apart.game"),
            include_str!("../../../../docs/atlas/runs-col-apart.json"),
        ),
    ] {
        let certificate = Certificate::read(certificate).unwrap();
        assert_eq!(certificate.rules, rules);
    }
}

/// Laws that no literature is known to have, with their certificates (`docs/atlas.md`).
#[test]
fn laws_of_the_atlas_are_accepted() {
    for text in [
        include_str!("../../../../docs/atlas/partizan-octal-40-07.json"),
        include_str!("../../../../docs/atlas/partizan-octal-05-04.json"),
        include_str!("../../../../docs/atlas/partizan-octal-33-16.json"),
        include_str!("../../../../docs/atlas/runs-col-snort.json"),
        include_str!("../../../../docs/atlas/runs-col-snort-dominoes.json"),
        include_str!("../../../../docs/atlas/runs-stones-snort-dominoes.json"),
        include_str!("../../../../docs/atlas/runs-col-apart.json"),
    ] {
        let certificate = Certificate::read(text).unwrap();
        let verified = certificate.verify_with_rules(&Budget::default()).unwrap();
        assert!(
            verified
                .statements()
                .concat()
                .contains("grow by the same amount")
        );
    }
}
