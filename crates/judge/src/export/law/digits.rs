//! Automata that read the digits of numbers.

use whowins::analysis::{Game, Player, Position};
use whowins::verify::automatic::{Automatic, place_values};
use whowins::verify::firstorder::{FirstOrder, term};

use super::{LONGEST, Written, function, is, less};
use crate::export::input::Form;
use crate::export::names::Names;
use crate::export::tree::{Constant, Expr, Op, Stmt, Type, bin, get, len, num, var};

/// The digits of several numbers, read in parallel by an automaton: `next`, and the accepting
/// states. Systems that aren't positional powers have a list of weights.
struct Digits<'d> {
    system: &'d str,
    digits: u8,
    next: Vec<i64>,
    won: String,
}

/// Maximum number that is read.
const MAX_NUMBER: u64 = 1_000_000_000_000_000_000;

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
        let mut weights = place_values(read.system, MAX_NUMBER)?;
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
            "Returns true if the player to move wins: an automaton reads the digits of all numbers together, the most significant first.",
            &arguments,
            Type::Bool,
            body,
        )],
        idea: [
            "Finite automata read the numbers' digits; for addition and comparison there are such automata too, so `some move leads to a loss` is one.",
            "It was worked out from the rules and accepts exactly the positions that this automaton calls won: the labelling is consistent.",
            "Play ends, and in a game whose play ends there is only one consistent labelling: who wins (von Neumann and Morgenstern 1944).",
        ],
        most: i64::try_from(MAX_NUMBER).ok(),
        form: None,
    })
}

pub(super) fn automatic(
    law: &Automatic,
    game: &Game,
    player: Player,
    shape: &Form,
) -> Option<Written> {
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

pub(super) fn first_order(
    law: &FirstOrder,
    game: &Game,
    player: Player,
    shape: &Form,
) -> Option<Written> {
    let Form::Numbers(count) = shape else {
        return None;
    };
    let layout = law.layout(&term(game)).ok()?;
    // Extra memory besides the turn, and numbers counted from each other, aren't supported.
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
            // Draws aren't supported.
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
