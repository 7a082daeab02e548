//! Proved laws as functions of small programs: those that can be written short.

use whowins::analysis::board::Stencil;
use whowins::analysis::{Game, Player, Position};
use whowins::verify::Law;
use whowins::verify::automatic::{Automatic, Beatty, place_values};
use whowins::verify::firstorder::{FirstOrder, term};
use whowins::verify::heap::{Grundy, Periodic};
use whowins::verify::lattice::Product;
use whowins::verify::rows::{Functional, Regular};

use super::input::Form;
use super::names::Names;
use super::tree::{
    Constant, Expr, Function, Op, Stmt, Type, bin, call, choice, get, len, not, num, var, when,
};

/// A law as functions; the last of them answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(crate) constants: Vec<(String, Constant)>,
    pub(crate) functions: Vec<Function>,
    /// The idea of the proof, in three sentences.
    pub(crate) idea: [&'static str; 3],
    /// Up to which number 64 bits are enough.
    pub(crate) most: Option<i64>,
}

/// No longer tables are written out.
const LONGEST: usize = 3000;

/// What is wanted of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Whether the player to move wins.
    Winner,
    /// The Grundy value.
    Grundy,
}

/// A law as functions, where it can be written short.
pub(crate) fn of_law(
    law: &Law,
    game: &Game,
    player: Player,
    shape: &Form,
    asked: Asked,
) -> Option<Written> {
    match (law, asked) {
        (Law::Periodic(law), Asked::Winner) => periodic(law, game, player, shape),
        (Law::Grundy(law), _) => one_heap(law, game, shape, asked),
        (Law::GuySmith(law), _) => {
            let values: Vec<u64> = law.values.iter().map(|value| u64::from(*value)).collect();
            heaps(&values, law.preperiod, law.period, 0, asked)
        }
        (Law::Arithmetic(law), _) => {
            heaps(&law.values, law.preperiod, law.period, law.saltus, asked)
        }
        (Law::Beatty(law), Asked::Winner) => beatty(law, game, shape),
        (Law::Product(law), Asked::Winner) => product(law, game, player, shape),
        (Law::Automatic(law), Asked::Winner) => automatic(law, game, player, shape),
        (Law::FirstOrder(law), Asked::Winner) => first_order(law, game, player, shape),
        (Law::Functional(law), Asked::Winner) => functional(law, game, player),
        (Law::Regular(law), Asked::Winner) => regular(law, game, player),
        _ => None,
    }
}

fn function(
    name: &str,
    about: &str,
    arguments: &[(String, Type)],
    gives: Type,
    body: Vec<Stmt>,
) -> Function {
    Function {
        name: name.into(),
        about: about.into(),
        arguments: arguments.to_vec(),
        gives,
        remembers: false,
        body,
    }
}

/// The function that says whether the player to move wins.
fn wins(arguments: &[(String, Type)], body: Vec<Stmt>) -> Function {
    function(
        "wins",
        "Whether the player to move wins.",
        arguments,
        Type::Bool,
        body,
    )
}

fn is(x: Expr, y: Expr) -> Expr {
    bin(Op::Eq, x, y)
}

fn less(x: Expr, y: Expr) -> Expr {
    bin(Op::Lt, x, y)
}

/// Where a number stands in a table that repeats from some place on.
fn place(x: Expr, preperiod: u64, period: u64) -> Option<Expr> {
    let (preperiod, period) = (i64::try_from(preperiod).ok()?, i64::try_from(period).ok()?);
    let past = match preperiod {
        0 => return Some(bin(Op::Rem, x, num(period))),
        _ => bin(
            Op::Rem,
            bin(Op::Sub, x.clone(), num(preperiod)),
            num(period),
        ),
    };
    Some(choice(
        less(x.clone(), num(preperiod)),
        x,
        bin(Op::Add, num(preperiod), past),
    ))
}

const REPEATS: [&str; 3] = [
    "Whoever is to move wins exactly where a move leads to a loss, so a heap's outcome hangs on the heaps that moves lead to.",
    "From some heap on these show the same picture again after a period, and then so does everything beyond.",
    "The rules were followed through one such window, which is all that there is to check.",
];

fn periodic(law: &Periodic, game: &Game, player: Player, shape: &Form) -> Option<Written> {
    (*shape == Form::Numbers(1) && law.outcomes.len() <= LONGEST).then_some(())?;
    let won =
        |class: char| class == 'N' || class == if player == Player::First { 'L' } else { 'R' };
    let digits: String = law
        .outcomes
        .chars()
        .map(|class| if won(class) { '1' } else { '0' })
        .collect();
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let n = var(&arguments[0].0);
    let at = place(n, law.preperiod, law.period)?;
    let body = vec![Stmt::Return(is(
        Expr::Digit("table".into(), Box::new(at)),
        num(1),
    ))];
    Some(Written {
        constants: vec![("table".into(), Constant::Digits(digits))],
        functions: vec![wins(&arguments, body)],
        idea: REPEATS,
        most: None,
    })
}

/// Grundy values of one number, by a table that repeats or rises.
fn value(
    values: &[u64],
    preperiod: u64,
    period: u64,
    saltus: u64,
    argument: &str,
) -> Option<(Vec<(String, Constant)>, Function)> {
    (values.len() <= LONGEST).then_some(())?;
    let n = var(argument);
    let table: Option<Vec<i64>> = values
        .iter()
        .map(|value| i64::try_from(*value).ok())
        .collect();
    let arguments = [(argument.to_string(), Type::Int)];
    if values == [0] && period == 1 && saltus == 1 {
        let body = vec![Stmt::Return(n)];
        return Some((
            Vec::new(),
            function(
                "heap",
                "The Grundy value of a heap.",
                &arguments,
                Type::Int,
                body,
            ),
        ));
    }
    let at = place(n.clone(), preperiod, period)?;
    let own = get(var("values"), at);
    let (pre, per, rise) = (
        i64::try_from(preperiod).ok()?,
        i64::try_from(period).ok()?,
        i64::try_from(saltus).ok()?,
    );
    let periods = bin(Op::Div, bin(Op::Sub, n.clone(), num(pre)), num(per));
    let risen = bin(Op::Add, own.clone(), bin(Op::Mul, num(rise), periods));
    let body = match saltus {
        0 => vec![Stmt::Return(own)],
        _ => {
            let mut body = when(
                less(n.clone(), num(pre)),
                vec![Stmt::Return(get(var("values"), n))],
            );
            body.push(Stmt::Return(risen));
            body
        }
    };
    Some((
        vec![("values".into(), Constant::List(table?))],
        function(
            "heap",
            "The Grundy value of a heap.",
            &arguments,
            Type::Int,
            body,
        ),
    ))
}

const VALUES: [&str; 3] = [
    "A heap is worth the least number that no move's result is worth (Sprague 1935, Grundy 1939), and several heaps the nim-sum.",
    "The values of the heaps that moves lead to repeat, or rise evenly, from some heap on, and then so does the least number beyond them.",
    "The rules were followed as far as a theorem asks for, which is all that there is to check.",
];

fn one_heap(law: &Grundy, game: &Game, shape: &Form, asked: Asked) -> Option<Written> {
    (*shape == Form::Numbers(1)).then_some(())?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let (constants, heap) = value(&law.values, law.preperiod, law.period, law.saltus, "n")?;
    let own = call("heap", vec![var(&arguments[0].0)]);
    let last = match asked {
        Asked::Grundy => function(
            "grundy",
            "The Grundy value.",
            &arguments,
            Type::Int,
            vec![Stmt::Return(own)],
        ),
        Asked::Winner => {
            let body = vec![Stmt::Return(not(is(own, num(0))))];
            wins(&arguments, body)
        }
    };
    Some(Written {
        constants,
        functions: vec![heap, last],
        idea: VALUES,
        most: None,
    })
}

fn heaps(
    values: &[u64],
    preperiod: u64,
    period: u64,
    saltus: u64,
    asked: Asked,
) -> Option<Written> {
    let (constants, heap) = value(values, preperiod, period, saltus, "n")?;
    let arguments = [("heaps".to_string(), Type::List)];
    let one = call("heap", vec![get(var("heaps"), var("i"))]);
    let mut body = vec![
        Stmt::Let("total".into(), Type::Int, num(0)),
        Stmt::For(
            "i".into(),
            num(0),
            len(var("heaps")),
            vec![Stmt::Set("total".into(), bin(Op::Xor, var("total"), one))],
        ),
    ];
    let (name, about, gives) = match asked {
        Asked::Grundy => (
            "grundy",
            "The Grundy value: the nim-sum of the heaps'.",
            Type::Int,
        ),
        Asked::Winner => (
            "wins",
            "Whether the player to move wins: the nim-sum is not 0.",
            Type::Bool,
        ),
    };
    body.push(Stmt::Return(match asked {
        Asked::Grundy => var("total"),
        Asked::Winner => not(is(var("total"), num(0))),
    }));
    Some(Written {
        constants,
        functions: vec![heap, function(name, about, &arguments, gives, body)],
        idea: VALUES,
        most: None,
    })
}

fn beatty(law: &Beatty, game: &Game, shape: &Form) -> Option<Written> {
    (*shape == Form::Numbers(2)).then_some(())?;
    let t = i64::try_from(law.t)
        .ok()
        .filter(|t| (1..1 << 10).contains(t))?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let [less_, gap, k, u] = ["small", "gap", "k", "u"].map(|like| names.give(like));
    let (x, y) = (var(&arguments[0].0), var(&arguments[1].0));
    let square = t * t + 4;
    let twice = bin(
        Op::Sub,
        bin(Op::Mul, num(2), var(&less_)),
        bin(Op::Mul, num(2 - t), var(&k)),
    );
    let root = bin(Op::Mul, bin(Op::Mul, num(square), var(&k)), var(&k));
    let next = bin(Op::Add, var(&u), num(2));
    let mut body = vec![
        Stmt::Let(less_.clone(), Type::Int, bin(Op::Min, x.clone(), y.clone())),
        Stmt::Let(
            gap.clone(),
            Type::Int,
            bin(Op::Sub, bin(Op::Max, x, y), var(&less_)),
        ),
    ];
    if t > 1 {
        body.extend(when(
            not(is(bin(Op::Rem, var(&gap), num(t)), num(0))),
            vec![Stmt::Return(Expr::Bool(true))],
        ));
    }
    body.push(Stmt::Let(
        k.clone(),
        Type::Int,
        bin(Op::Div, var(&gap), num(t)),
    ));
    body.push(Stmt::Note(format!(
        "small = floor(k * alpha) without rounding: u <= sqrt({square}) * k < u + 2"
    )));
    body.push(Stmt::Let(u.clone(), Type::Int, twice));
    let within = bin(
        Op::And,
        bin(
            Op::And,
            bin(Op::Le, num(0), var(&u)),
            bin(Op::Le, bin(Op::Mul, var(&u), var(&u)), root.clone()),
        ),
        less(root, bin(Op::Mul, next.clone(), next)),
    );
    body.push(Stmt::Return(not(within)));
    let mut most = 1_000_000_000i64;
    while i128::from(square) * i128::from(most) * i128::from(most) > i128::from(i64::MAX) / 4 {
        most /= 2;
    }
    Some(Written {
        constants: Vec::new(),
        functions: vec![wins(&arguments, body)],
        idea: [
            "The lost positions are the pairs (floor(k * alpha), floor(k * alpha) + t * k), each number standing in exactly one pair (Beatty 1926).",
            "No move joins two of them, since a move changes one number alone or both by nearly as much, and pairs share no number and no difference.",
            "From any other position one of its numbers, or its difference, is that of a pair that a move reaches.",
        ],
        most: Some(most),
    })
}

fn product(law: &Product, game: &Game, player: Player, shape: &Form) -> Option<Written> {
    let count = law.preperiods.len();
    (*shape == Form::Numbers(count)).then_some(())?;
    let digits = law.wins.get(player.index()).or(law.wins.first())?;
    (digits.len() <= LONGEST).then_some(())?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let mut at = num(0);
    for (own, (name, _)) in arguments.iter().enumerate() {
        let side = i64::try_from(law.preperiods[own] + law.periods[own]).ok()?;
        let here = place(var(name), law.preperiods[own], law.periods[own])?;
        at = match own {
            0 => here,
            _ => bin(Op::Add, bin(Op::Mul, at, num(side)), here),
        };
    }
    let body = vec![Stmt::Return(is(
        Expr::Digit("table".into(), Box::new(at)),
        num(1),
    ))];
    Some(Written {
        constants: vec![("table".into(), Constant::Digits(digits.clone()))],
        functions: vec![wins(&arguments, body)],
        idea: [
            "Far from the axes every move is there, so an outcome hangs on the outcomes at a few neighbouring points alone.",
            "In the table they repeat in each number; a point beyond it has the same moves to the same outcomes as the point that stands for it.",
            "So the rules hold everywhere as soon as they hold on the table and a margin around it, and there they were checked.",
        ],
        most: None,
    })
}

/// The digits of several numbers read side by side by an automaton; `next` and whether the word is won. Systems with weights other than powers come with
/// their list.
struct Digits<'d> {
    system: &'d str,
    digits: u8,
    next: Vec<i64>,
    won: String,
}

/// Numbers up to this are read.
const LARGEST: u64 = 1_000_000_000_000_000_000;

fn by_digits(read: &Digits<'_>, game: &Game, shape: &Form) -> Option<Written> {
    let base = i64::from(read.digits);
    (read.next.len() <= LONGEST / 2).then_some(())?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let [at, state, i] = ["place", "state", "i"].map(|like| names.give(like));
    let letters = base.checked_pow(u32::try_from(arguments.len()).ok()?)?;
    let mut constants = vec![
        ("next".to_string(), Constant::List(read.next.clone())),
        ("won".into(), Constant::Digits(read.won.clone())),
    ];
    let step = |letter: Expr| {
        get(
            var("next"),
            bin(Op::Add, bin(Op::Mul, var(&state), num(letters)), letter),
        )
    };
    let mut body = Vec::new();
    if read.system.starts_with("base ") {
        let largest = arguments
            .iter()
            .skip(1)
            .fold(var(&arguments[0].0), |most, (name, _)| {
                bin(Op::Max, most, var(name))
            });
        let mut letter: Option<Expr> = None;
        for (name, _) in &arguments {
            let digit = bin(Op::Rem, bin(Op::Div, var(name), var(&at)), num(base));
            letter = Some(match letter {
                None => digit,
                Some(before) => bin(Op::Add, bin(Op::Mul, before, num(base)), digit),
            });
        }
        let letter = letter?;
        body.push(Stmt::Let(at.clone(), Type::Int, num(1)));
        let more = bin(Op::Le, var(&at), bin(Op::Div, largest, num(base)));
        body.push(Stmt::While(
            more,
            vec![Stmt::Set(at.clone(), bin(Op::Mul, var(&at), num(base)))],
        ));
        body.push(Stmt::Let(state.clone(), Type::Int, num(0)));
        body.push(Stmt::While(
            less(num(0), var(&at)),
            vec![
                Stmt::Set(state.clone(), step(letter)),
                Stmt::Set(at.clone(), bin(Op::Div, var(&at), num(base))),
            ],
        ));
    } else {
        let mut weights = place_values(read.system, LARGEST)?;
        weights.reverse();
        let weights: Vec<i64> = weights
            .into_iter()
            .filter_map(|weight| i64::try_from(weight).ok())
            .collect();
        constants.push(("weights".into(), Constant::List(weights)));
        let weight = names.give("weight");
        let rest: Vec<String> = arguments
            .iter()
            .map(|(name, _)| names.give(&format!("rest_{name}")))
            .collect();
        for ((name, _), rest) in arguments.iter().zip(&rest) {
            body.push(Stmt::Let(rest.clone(), Type::Int, var(name)));
        }
        body.push(Stmt::Let(state.clone(), Type::Int, num(0)));
        let mut within = vec![Stmt::Let(
            weight.clone(),
            Type::Int,
            get(var("weights"), var(&i)),
        )];
        let mut letter: Option<Expr> = None;
        for rest in &rest {
            let digit = bin(Op::Div, var(rest), var(&weight));
            letter = Some(match letter {
                None => digit,
                Some(before) => bin(Op::Add, bin(Op::Mul, before, num(base)), digit),
            });
        }
        within.push(Stmt::Set(state.clone(), step(letter?)));
        for rest in &rest {
            within.push(Stmt::Set(
                rest.clone(),
                bin(Op::Rem, var(rest), var(&weight)),
            ));
        }
        body.push(Stmt::For(i, num(0), len(var("weights")), within));
    }
    body.push(Stmt::Return(is(
        Expr::Digit("won".into(), Box::new(var(&state))),
        num(1),
    )));
    Some(Written {
        constants,
        functions: vec![function(
            "wins",
            "Whether the player to move wins: an automaton reads all digits side by side, the largest first.",
            &arguments,
            Type::Bool,
            body,
        )],
        idea: [
            "Finite automata read the numbers' digits; for addition and comparison there are such automata too, so «some move leads to a loss» is one.",
            "It was worked out from the rules and accepts exactly the positions that this automaton calls won: the labelling is consistent.",
            "Play ends, and in a game whose play ends there is only one consistent labelling: who wins (von Neumann and Morgenstern 1944).",
        ],
        most: i64::try_from(LARGEST).ok(),
    })
}

fn automatic(law: &Automatic, game: &Game, player: Player, shape: &Form) -> Option<Written> {
    let letters = law.automaton.next.first()?.len();
    let Form::Numbers(count) = shape else {
        return None;
    };
    let digits =
        (2..=36u8).find(|base| usize::from(*base).checked_pow(*count as u32) == Some(letters))?;
    let won = |wins: &Option<[bool; 2]>| {
        if wins.is_some_and(|wins| wins[player.index()]) {
            '1'
        } else {
            '0'
        }
    };
    let read = Digits {
        system: &law.system,
        digits,
        next: law
            .automaton
            .next
            .iter()
            .flatten()
            .map(|state| i64::from(*state))
            .collect(),
        won: law.automaton.wins.iter().map(won).collect(),
    };
    by_digits(&read, game, shape)
}

fn first_order(law: &FirstOrder, game: &Game, player: Player, shape: &Form) -> Option<Written> {
    let Form::Numbers(count) = shape else {
        return None;
    };
    let layout = law.layout(&term(game)).ok()?;
    // A memory beside the turn, or numbers that are counted from one another, are not written.
    (layout.tracks() == *count).then_some(())?;
    let memory = {
        let mut memory = None;
        for state in [[3u32, 7, 12, 5], [0, 1, 2, 4], [9, 8, 6, 11]] {
            let numbers: Vec<u32> = state.into_iter().take(*count).collect();
            let text = game.show(&Position::tuple(numbers.iter().copied()));
            let Ok(position) = game.read(&text) else {
                continue;
            };
            let (own, tracks) = layout.read(&position.core_state(player))?;
            let plain = tracks
                .iter()
                .zip(&numbers)
                .all(|(track, number)| *track == (*number).into());
            (plain && memory.is_none_or(|known| known == own)).then_some(())?;
            memory = Some(own);
        }
        memory?
    };
    let letters = law.next.first()?.len();
    let digits =
        (2..=36u8).find(|base| usize::from(*base).checked_pow(*count as u32) == Some(letters))?;
    let mover = if player == Player::First { 'F' } else { 'S' };
    let other = if player == Player::First { 'S' } else { 'F' };
    let mut won = String::new();
    for says in &law.says {
        match says.chars().nth(memory) {
            Some(letter) if letter == mover => won.push('1'),
            Some(letter) if letter == other => won.push('0'),
            None => won.push('0'),
            // A draw.
            Some(_) => return None,
        }
    }
    let read = Digits {
        system: &law.system,
        digits,
        next: law
            .next
            .iter()
            .flatten()
            .map(|state| i64::from(*state))
            .collect(),
        won,
    };
    by_digits(&read, game, shape)
}

fn row_arguments() -> [(String, Type); 1] {
    [("row".to_string(), Type::List)]
}

/// Follow-ups carried out, where there are any: the first that applies at its first place, until none does.
pub(crate) fn settle(stencils: &[&Stencil]) -> Option<Function> {
    let mut body = vec![
        Stmt::Let("cells".into(), Type::List, Expr::Copy(Box::new(var("row")))),
        Stmt::Let("at".into(), Type::Int, num(0)),
    ];
    let mut looks = Vec::new();
    for stencil in stencils {
        let (fits, writes) = laid(stencil, "cells", "at")?;
        let mut then = writes;
        then.push(Stmt::Set("at".into(), num(-1)));
        looks.push((fits, then));
    }
    // One rule of follow-ups alone: with several the order of places within a rule comes first.
    let [(fits, then)] = looks.as_slice() else {
        return None;
    };
    let mut within = vec![Stmt::If(fits.clone(), then.clone(), Vec::new())];
    within.push(Stmt::Set("at".into(), bin(Op::Add, var("at"), num(1))));
    body.push(Stmt::While(less(var("at"), len(var("cells"))), within));
    body.push(Stmt::Return(var("cells")));
    Some(function(
        "settled",
        "The row once the forced follow-ups are carried out.",
        &row_arguments(),
        Type::List,
        body,
    ))
}

/// Whether a stencil lies on a row with its first cell at a place, and what it writes; `None` where it is none of a row.
pub(crate) fn laid(stencil: &Stencil, row: &str, at: &str) -> Option<(Expr, Vec<Stmt>)> {
    let size = || len(var(row));
    let here = |right: i64| bin(Op::Add, var(at), num(right));
    let mut conditions = Vec::new();
    let least = stencil.cells.iter().map(|cell| cell.right).min()?;
    let most = stencil.cells.iter().map(|cell| cell.right).max()?;
    (least == 0 && stencil.cells.iter().all(|cell| cell.down == 0)).then_some(())?;
    let mut end = false;
    for (down, right) in &stencil.outside {
        (*down == 0).then_some(())?;
        if *right < 0 {
            conditions.push(is(var(at), num(-*right - 1)));
            (*right == -1).then_some(())?;
        } else {
            (*right == most + 1).then_some(())?;
            conditions.push(is(here(most + 1), size()));
            end = true;
        }
    }
    if !end && most > 0 {
        conditions.push(less(here(most), size()));
    }
    for cell in &stencil.cells {
        if let Some(before) = cell.before {
            conditions.push(is(get(var(row), here(cell.right)), num(i64::from(before))));
        }
    }
    let all = conditions
        .into_iter()
        .reduce(|all, one| bin(Op::And, all, one))
        .unwrap_or(Expr::Bool(true));
    let writes = stencil
        .cells
        .iter()
        .filter_map(|cell| {
            Some(Stmt::Put(
                row.into(),
                here(cell.right),
                num(i64::from(
                    cell.after.filter(|after| Some(*after) != cell.before)?,
                )),
            ))
        })
        .collect();
    Some((all, writes))
}

fn functional(law: &Functional, game: &Game, player: Player) -> Option<Written> {
    let board = game.board().filter(|board| board.row)?;
    (law.last.is_none() && law.lines.is_none()).then_some(())?;
    let (left, right) = (law.tails.left, law.tails.right);
    let (lefts, rights) = (left.classes(), right.classes());
    let weight = |symbol: usize, l: u64, r: u64| law.weights[symbol][(l * rights + r) as usize];
    // The weight that hangs on the distance from the right alone, or from the left alone, with the least period.
    let symbols = law.weights.len();
    let by_right = (0..symbols)
        .all(|s| (0..rights).all(|r| (1..lefts).all(|l| weight(s, l, r) == weight(s, 0, r))));
    let by_left = (0..symbols)
        .all(|s| (0..lefts).all(|l| (1..rights).all(|r| weight(s, l, r) == weight(s, l, 0))));
    let (tail, own): (_, Box<dyn Fn(usize, u64) -> u64>) = if by_right {
        (right, Box::new(|s, class| weight(s, 0, class)))
    } else if by_left {
        (left, Box::new(|s, class| weight(s, class, 0)))
    } else {
        return None;
    };
    let of = |s: usize, distance: u64| own(s, tail.class(distance));
    let (far, whole) = (tail.preperiod, tail.period);
    let same = |pre: u64, per: u64| {
        (0..symbols).all(|s| (pre..far + 2 * whole).all(|d| of(s, d) == of(s, d + per)))
    };
    let (pre, per) = (0..=far)
        .flat_map(|pre| (1..=whole).map(move |per| (pre, per)))
        .find(|(pre, per)| same(*pre, *per))?;
    let side = pre + per;
    let table: Option<Vec<i64>> = (0..symbols)
        .flat_map(|s| (0..side).map(move |d| (s, d)))
        .map(|(s, d)| i64::try_from(of(s, d)).ok())
        .collect();
    let table = table.filter(|table| table.len() <= LONGEST)?;
    let wins: Vec<usize> = (0..law.wins.len())
        .filter(|value| law.wins[*value][player.index()])
        .collect();
    let at_once: Vec<&Stencil> = board
        .at_once
        .iter()
        .flat_map(|rule| &rule.stencils)
        .collect();
    // A follow-up of one cell at the end that does not change the sum need not be carried out.
    let idle = by_right
        && at_once.iter().all(|stencil| {
            match (stencil.cells.as_slice(), stencil.outside.as_slice()) {
                ([cell], [(0, 1)]) => match (cell.before, cell.after) {
                    (Some(before), Some(after)) => {
                        of(usize::from(before), 0) == of(usize::from(after), 0)
                    }
                    _ => false,
                },
                _ => false,
            }
        });
    let mut functions = Vec::new();
    let mut body = Vec::new();
    let mut cells = "row";
    if !at_once.is_empty() && !idle {
        functions.push(settle(&at_once)?);
        body.push(Stmt::Let(
            "final_row".into(),
            Type::List,
            call("settled", vec![var("row")]),
        ));
        cells = "final_row";
    }
    let distance = match by_right {
        true => bin(Op::Sub, bin(Op::Sub, len(var(cells)), num(1)), var("i")),
        false => var("i"),
    };
    let symbol = get(var(cells), var("i"));
    let added = if symbols == 2
        && (0..side).all(|d| of(0, d) == 0)
        && pre == 0
        && per == 2
        && of(1, 0) == 0
    {
        // A symbol's parity of the distance: plain enough without a table.
        let one = bin(Op::Mul, symbol, bin(Op::Rem, distance, num(2)));
        bin(Op::Mul, num(i64::try_from(of(1, 1)).ok()?), one)
    } else {
        let side = num(i64::try_from(side).ok()?);
        get(
            var("weights"),
            bin(
                Op::Add,
                bin(Op::Mul, symbol, side),
                place(distance, pre, per)?,
            ),
        )
    };
    let uses = added.has("weights");
    body.push(Stmt::Let("total".into(), Type::Int, num(0)));
    body.push(Stmt::For(
        "i".into(),
        num(0),
        len(var(cells)),
        vec![Stmt::Set("total".into(), bin(Op::Add, var("total"), added))],
    ));
    let sum = bin(Op::Rem, var("total"), num(i64::try_from(law.modulus).ok()?));
    let won = wins
        .iter()
        .map(|value| is(sum.clone(), num(*value as i64)))
        .reduce(|all, one| bin(Op::Or, all, one));
    body.push(Stmt::Return(won.unwrap_or(Expr::Bool(false))));
    functions.push(function(
        "wins",
        "Whether the player to move wins, by a sum of weights of cells.",
        &row_arguments(),
        Type::Bool,
        body,
    ));
    Some(Written {
        constants: if uses {
            vec![("weights".into(), Constant::List(table))]
        } else {
            Vec::new()
        },
        functions,
        idea: [
            "Each cell adds a weight by its symbol and its distance from an edge; the sum is taken modulo a number.",
            "Every move changes that sum from one that is said to win to one that is said to lose or the other way round, at every place alike.",
            "A row without a move has a sum that is said to lose, so whoever has a winning sum can always move on.",
        ],
        most: None,
    })
}

fn regular(law: &Regular, game: &Game, player: Player) -> Option<Written> {
    let board = game.board().filter(|board| board.row)?;
    let symbols = board.alphabet.len();
    let next: Vec<i64> = law
        .automaton
        .next
        .iter()
        .flatten()
        .map(|state| i64::from(*state))
        .collect();
    (next.len() <= LONGEST / 2).then_some(())?;
    let at_once: Vec<&Stencil> = board
        .at_once
        .iter()
        .flat_map(|rule| &rule.stencils)
        .collect();
    let mut functions = Vec::new();
    let mut body = Vec::new();
    let mut cells = "row";
    if !at_once.is_empty() {
        functions.push(settle(&at_once)?);
        body.push(Stmt::Let(
            "final_row".into(),
            Type::List,
            call("settled", vec![var("row")]),
        ));
        cells = "final_row";
    }
    let won = |wins: &Option<[bool; 2]>| {
        if wins.is_some_and(|wins| wins[player.index()]) {
            '1'
        } else {
            '0'
        }
    };
    let step = bin(
        Op::Add,
        bin(Op::Mul, var("state"), num(symbols as i64)),
        get(var(cells), var("i")),
    );
    body.push(Stmt::Let("state".into(), Type::Int, num(0)));
    body.push(Stmt::For(
        "i".into(),
        num(0),
        len(var(cells)),
        vec![Stmt::Set("state".into(), get(var("next"), step))],
    ));
    body.push(Stmt::Return(is(
        Expr::Digit("won".into(), Box::new(var("state"))),
        num(1),
    )));
    functions.push(function(
        "wins",
        "Whether the player to move wins: an automaton reads the cells from left to right.",
        &row_arguments(),
        Type::Bool,
        body,
    ));
    Some(Written {
        constants: vec![
            ("next".into(), Constant::List(next)),
            (
                "won".into(),
                Constant::Digits(law.automaton.wins.iter().map(won).collect()),
            ),
        ],
        functions,
        idea: [
            "A move rewrites a few neighbouring cells, so a finite automaton can read a row and the row after a move side by side.",
            "It was checked in this way that no row called lost has a move to another such row, and that every row called won has a move to one.",
            "Play ends, and in a game whose play ends there is only one such labelling: who wins.",
        ],
        most: None,
    })
}
