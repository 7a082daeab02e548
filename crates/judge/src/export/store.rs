//! Brute force for any game: the core term as a function of one list with a complete state.
//!
//! The list begins with the player to move. A move modifies it in place, recurses, and restores it.
//! A player's choices are nested loops, and loops of the term are recursive functions. The value of
//! a state is the score of the player to move minus the opponent's.
//!
//! If play ends, each state is computed once and memoized. If play can be infinite, all states are
//! iterated until nothing changes.
//!
//! Start reading at [`stored`].

use std::collections::BTreeMap;

use dashu_int::IBig;
use whowins::analysis::program::{Holding, Notation};
use whowins::analysis::tokens::Cell;
use whowins::analysis::{Game, Player};
use whowins::core;

use super::names::Names;
use super::term::{Here, Layout, Made, STATE, Term, between, whole};
use super::tree::{
    Expr, Function, Memory, Op, Piece, Reader, Stmt, Type, bin, call, choice, get, num, var, when,
};

/// A solution that works on states; the function `value` computes the answer.
pub(super) struct Stored {
    pub(super) functions: Vec<Function>,
    pub(super) constants: Vec<(String, Vec<i64>)>,
    pub(super) reader: Reader,
}

/// A number below any score.
const NONE: i64 = -1_000_000_000_000_000;
/// Maximum size of the rest of a command to duplicate. A larger rest with several predecessors
/// becomes a function.
const MAX_DUPLICATED: usize = 6;
/// Maximum length of lists of names and of constants.
const MAX_LIST: usize = 3000;

/// The notation of the parts of a position, and the contents of hidden parts.
struct Parts {
    layout: Layout,
    reader: Reader,
}

/// A visible part: its index, its parser, and its length.
struct Written {
    part: usize,
    piece: Piece,
    length: Option<i64>,
    /// The part that contains the number of columns.
    columns: Option<usize>,
}

fn ascii(symbols: &[char]) -> Made<String> {
    let text: String = symbols.iter().collect();
    match text.is_ascii() && !text.contains([';', '/']) {
        true => Ok(text),
        false => Err("its symbols aren't plain letters and signs".into()),
    }
}

fn words(all: &[String]) -> Made<Vec<String>> {
    let plain = |word: &String| word.is_ascii() && !word.contains([' ', ';', '"', '\\', '{']);
    match all.iter().all(plain) && all.len() <= MAX_LIST {
        true => Ok(all.to_vec()),
        false => Err("its places have names that are not read, or there are too many".into()),
    }
}

impl Written {
    fn of(holding: &Holding) -> Made<Self> {
        let (piece, length, columns) = match &holding.notation {
            Notation::Number { words: known } if known.is_empty() => {
                (Piece::Numbers, Some(1), None)
            }
            Notation::Number { words: known } => (Piece::Mixed(words(known)?), Some(1), None),
            Notation::Numbers { length, .. } => {
                (Piece::Numbers, length.map(|length| length as i64), None)
            }
            Notation::Cells {
                symbols,
                size,
                columns,
                ..
            } => {
                let length = size.map(|(rows, columns)| (rows * columns) as i64);
                (Piece::Cells(ascii(symbols)?), length, *columns)
            }
            Notation::Nodes { symbols, nodes } => (
                Piece::Cells(ascii(symbols)?),
                Some(nodes.len() as i64),
                None,
            ),
            Notation::Subset { members } => (
                Piece::Members(words(members)?),
                Some(members.len() as i64),
                None,
            ),
            Notation::Tokens { places, count, .. } => {
                (Piece::Words(words(places)?), Some(*count as i64), None)
            }
        };
        Ok(Self {
            part: holding.part,
            piece,
            length,
            columns,
        })
    }

    /// Returns the parts of a game's positions in the order of the notation.
    fn all(game: &Game) -> Made<Vec<Self>> {
        let single = |part: usize, piece: Piece| Self {
            part,
            piece,
            length: Some(1),
            columns: None,
        };
        if let Some(program) = game.program() {
            if program.sum.is_some() {
                return Err("a position is several games side by side".into());
            }
            return program.parts.iter().map(Self::of).collect();
        }
        if let Some(numbers) = game.numbers() {
            let all = numbers.variables.iter().enumerate();
            let all = all.map(|(at, one)| match one.words.is_empty() {
                true => Ok(single(at + 1, Piece::Numbers)),
                false => Ok(single(at + 1, Piece::Mixed(words(&one.words)?))),
            });
            return all.collect();
        }
        if let Some(board) = game.board() {
            if !board.at_once.is_empty() {
                return Err("forced follow-ups come before the first move".into());
            }
            let part = if board.row { 1 } else { 2 };
            let length = board.size.map(|(rows, columns)| (rows * columns) as i64);
            return Ok(vec![Self {
                part,
                piece: Piece::Cells(ascii(&board.alphabet)?),
                length,
                columns: (!board.row).then_some(1),
            }]);
        }
        if let Some(tokens) = game.tokens() {
            let places = tokens.cells.iter().map(|cell| match cell {
                Cell::Square { row, column } => format!("{row},{column}"),
                Cell::Node(name) => name.clone(),
            });
            let places = words(&places.collect::<Vec<_>>())?;
            return Ok((0..tokens.names.len())
                .map(|at| single(at + 1, Piece::Words(places.clone())))
                .collect());
        }
        Err("its heaps are lists that moves make longer".into())
    }
}

impl Parts {
    /// Returns the layout: the player to move, hidden parts, and visible parts in their order.
    fn of(game: &Game, term: &core::Game, player: Player) -> Made<Self> {
        let written = Written::all(game)?;
        let blank = game.program().map(|program| program.first());
        let mut prefix = vec![player.index() as i64];
        let mut parts = BTreeMap::from([(0, (0, Some(1)))]);
        for part in 1..term.parts.len() {
            if written.iter().any(|one| one.part == part) {
                continue;
            }
            let own = blank.as_ref().and_then(|blank| blank.get(part));
            let own = own.map_or_else(|| vec![IBig::ZERO], Clone::clone);
            parts.insert(part, (prefix.len() as i64, Some(own.len() as i64)));
            for element in &own {
                prefix.push(whole(element)?);
            }
        }
        let mut reader = Reader {
            prefix,
            columns: None,
            open: None,
            pieces: Vec::new(),
        };
        let (open, fixed): (Vec<&Written>, Vec<&Written>) =
            written.iter().partition(|one| one.length.is_none());
        if open.len() > 1 {
            return Err("several parts of a position are of any length".into());
        }
        // A part of variable length extends to the end of the list.
        let mut at = reader.prefix.len() as i64;
        for one in fixed.into_iter().chain(open) {
            parts.insert(one.part, (at, one.length));
            at += one.length.unwrap_or(0);
        }
        for (index, one) in written.iter().enumerate() {
            let is_tuple = |one: &Written| {
                matches!(one.piece, Piece::Numbers | Piece::Mixed(_)) && is_one(game, one.part)
            };
            let before = index.checked_sub(1).map(|before| &written[before]);
            match (before, reader.pieces.last_mut()) {
                // Only blanks separate tokens.
                (Some(_), Some(_)) if game.tokens().is_some() => {}
                (Some(before), Some(piece)) if is_tuple(before) && is_tuple(one) => {
                    *piece = joined(piece, &one.piece)?;
                }
                _ => reader.pieces.push(one.piece.clone()),
            }

            let piece = reader.pieces.len() - 1;
            if let Some(columns) = one.columns {
                let (place, _) = parts.get(&columns).ok_or("its columns are not written")?;
                reader.columns = Some((*place as usize, piece));
            }
            if one.length.is_none() {
                reader.open = Some(piece);
            }
        }
        let layout = Layout { parts };
        Ok(Self { layout, reader })
    }
}

/// Merges parsers of adjacent numbers and words.
fn joined(one: &Piece, other: &Piece) -> Made<Piece> {
    match (one, other) {
        (Piece::Mixed(words), Piece::Numbers) | (Piece::Numbers, Piece::Mixed(words)) => {
            Ok(Piece::Mixed(words.clone()))
        }
        (one, other) if one == other => Ok(one.clone()),
        _ => Err("several numbers have words of their own".into()),
    }
}

/// Returns true if a part is written as one number.
fn is_one(game: &Game, part: usize) -> bool {
    game.program().is_none_or(|program| {
        let own = program.parts.iter().find(|holding| holding.part == part);
        own.is_some_and(|own| matches!(own.notation, Notation::Number { .. }))
    })
}

/// Returns the brute-force solution of a game on complete states.
///
/// # Errors
///
/// Returns the feature of the rules that isn't supported.
pub(super) fn stored(game: &Game, player: Player) -> Made<Stored> {
    let term = match game.program() {
        Some(program) => program.term.clone(),
        None => game.core(),
    };
    if term.blocks > 0 {
        return Err("the opponent blocks options".into());
    }

    let Parts { layout, reader } = Parts::of(game, &term, player)?;
    let mut made = Term {
        term: &term,
        parameters: &[],
        parts: BTreeMap::new(),
        layout: Some(layout),
        with_turn: true,
        names: Names::default(),
        functions: Vec::new(),
        constants: Vec::new(),
    };

    let here = Here {
        list: STATE.into(),
        parts: BTreeMap::from([(0, get(var(STATE), num(0)))]),
        bound: Vec::new(),
        ranges: Vec::new(),
        handed: Vec::new(),
    };

    let memory = match (&term.endless, term.endless_pays()) {
        (None, _) => Memory::All,
        (_, Some(pays)) => Memory::Rounds(whole(pays)?),
        (Some(_), None) => return Err("points are gathered where positions repeat".into()),
    };
    let asked = match memory {
        Memory::Rounds(_) => "look_value",
        _ => "value",
    };
    made.functions.push(after(asked));
    let mut body = vec![Stmt::Let(
        STATE.into(),
        Type::Store,
        Expr::Copy(Box::new(var("state"))),
    )];
    for end in &term.ends {
        let condition = made.condition(&end.when, &here)?;
        let paid = made.paid(&end.pays, &here)?;
        body.extend(when(condition, vec![Stmt::Return(paid)]));
    }
    body.push(Stmt::Let("best".into(), Type::Int, num(NONE)));
    let stuck = made.paid(&term.stuck, &here)?;
    for (at, tier) in term.tiers.iter().enumerate() {
        let tried = made.carried(tier, &here, &mut |_, here| {
            let mover = here.parts[&0].clone();
            Ok(vec![best("after", here, vec![mover])])
        })?;
        body.extend(tried);
        let none = bin(Op::Eq, var("best"), num(NONE));
        let (none, otherwise) = match at + 1 == term.tiers.len() {
            true => (none, stuck.clone()),
            false => {
                let found = bin(Op::Ne, var("best"), num(NONE));
                body.extend(when(found, vec![Stmt::Return(var("best"))]));
                continue;
            }
        };
        body.push(Stmt::Return(choice(none, otherwise, var("best"))));
    }
    if term.tiers.is_empty() {
        body.push(Stmt::Return(stuck));
    }
    made.functions.push(Function {
        name: "value".into(),
        about: "Returns a state's score for the player to move: the lead at the end.".into(),
        arguments: vec![("state".into(), Type::List)],
        gives: Type::Int,
        memory,
        body,
    });
    let longest = made.constants.iter().map(|(_, values)| values.len()).max();
    if longest.is_some_and(|longest| longest > MAX_LIST) {
        return Err("its tables are too long to be written out".into());
    }
    Ok(Stored {
        functions: made.functions,
        constants: made.constants,
        reader,
    })
}

/// Returns an update of `best` from a function call. The arguments are the known variables, the
/// best so far, and the state. The state comes last, because values are read from it before it is
/// borrowed.
fn best(name: &str, here: &Here, more: Vec<Expr>) -> Stmt {
    let mut all = more;
    all.extend([var("best"), var(&here.list)]);
    Stmt::Set("best".into(), call(name, all))
}

/// Returns the function that passes the turn, recurses, and restores the turn.
fn after(asked: &str) -> Function {
    let turn = get(var(STATE), num(0));
    let put = |value: Expr| Stmt::Put(STATE.into(), num(0), value);
    let there = choice(
        bin(Op::Eq, var("turn"), var("mover")),
        var("there"),
        bin(Op::Sub, num(0), var("there")),
    );
    Function {
        name: "after".into(),
        about:
            "The better of the best so far and the state as it is now, with this player to move."
                .into(),
        arguments: vec![
            ("mover".into(), Type::Int),
            ("so_far".into(), Type::Int),
            (STATE.into(), Type::Store),
        ],
        gives: Type::Int,
        memory: Memory::Nothing,
        body: vec![
            Stmt::Let("turn".into(), Type::Int, turn),
            put(var("mover")),
            Stmt::Let("there".into(), Type::Int, call(asked, vec![var(STATE)])),
            put(var("turn")),
            Stmt::Return(bin(Op::Max, var("so_far"), there)),
        ],
    }
}

/// Returns the number of nested commands.
fn size(one: &core::Command) -> usize {
    1 + match one {
        core::Command::Guard(_) | core::Command::Set(..) | core::Command::Splice(..) => 0,
        core::Command::Seq(all) | core::Command::Alt(all) => all.iter().map(size).sum(),
        core::Command::When(_, yes, no) => size(yes) + size(no),
        core::Command::Choose(_, _, body)
        | core::Command::Loop(_, _, body)
        | core::Command::Repeat(_, body) => size(body),
    }
}

/// Returns true if the command has several branches in sequence.
fn branches(one: &core::Command) -> bool {
    match one {
        core::Command::Alt(all) => all.len() > 1,
        core::Command::When(..) => true,
        core::Command::Seq(all) => all.iter().any(branches),
        core::Command::Choose(_, _, body) => branches(body),
        _ => false,
    }
}

type Then<'a, 't> = &'a mut dyn FnMut(&mut Term<'t>, &Here) -> Made<Vec<Stmt>>;

impl<'t> Term<'t> {
    /// Converts a payoff to player 0 to the view of the player to move.
    fn paid(&mut self, pays: &core::Expr, here: &Here) -> Made<Expr> {
        let turn = get(var(STATE), num(0));
        let side = |player: i64| {
            let mut fixed = here.clone();
            fixed.parts.insert(0, num(player));
            fixed
        };
        // In most games it depends only on the player to move.
        let (first, second) = (self.number(pays, &side(0))?, self.number(pays, &side(1))?);
        let second = bin(Op::Sub, num(0), second);
        Ok(choice(bin(Op::Eq, turn, num(0)), first, second))
    }

    /// Translates a command: modifies the state, runs `then` at the end of each branch, and
    /// restores the state.
    fn carried(&mut self, one: &core::Command, here: &Here, then: Then<'_, 't>) -> Made<Vec<Stmt>> {
        match one {
            core::Command::Guard(condition) => {
                let condition = self.condition(condition, here)?;

                match condition {
                    Expr::Bool(false) => Ok(Vec::new()),
                    condition => Ok(when(condition, then(self, here)?)),
                }
            }
            core::Command::Seq(all) => self.in_turn(all, here, then),
            core::Command::Alt(all) => {
                let mut body = Vec::new();
                for one in all {
                    body.extend(self.carried(one, here, then)?);
                }
                Ok(body)
            }
            core::Command::When(condition, yes, no) => {
                let condition = self.condition(condition, here)?;
                let yes = match condition {
                    Expr::Bool(false) => Vec::new(),
                    _ => self.carried(yes, here, then)?,
                };

                let no = match condition {
                    Expr::Bool(true) => Vec::new(),
                    _ => self.carried(no, here, then)?,
                };

                Ok(match condition {
                    Expr::Bool(true) => yes,
                    Expr::Bool(false) => no,
                    condition if yes.is_empty() => when(super::tree::not(condition), no),
                    condition => vec![Stmt::If(condition, yes, no)],
                })
            }
            core::Command::Choose(lo, hi, body) => {
                let depth = here.bound.len();
                let name = self.names.give(bound(depth));
                let within = here.within(&name, lo, hi);
                let (lo, hi) = (self.number(lo, here)?, self.number(hi, here)?);
                // The bounds are computed once, before anything is modified.
                let mut before = Vec::new();
                let hi = match hi {
                    Expr::Num(_) => hi,
                    hi => {
                        let end = self.names.give("limit");
                        before.push(Stmt::Let(end.clone(), Type::Int, hi));
                        var(&end)
                    }
                };
                let body = self.carried(body, &within, &mut |term, inner| {
                    then(term, &inner.behind(depth))
                })?;
                if body.is_empty() {
                    return Ok(body);
                }
                before.push(Stmt::For(name, lo, hi, body));
                Ok(before)
            }
            core::Command::Loop(lo, hi, body) => self.looped(lo, hi, body, here, then),
            core::Command::Repeat(fuel, body) => self.repeated(fuel, body, here, then),
            core::Command::Set(0, _, value) => {
                let mover = self.number(value, here)?;
                let flips = bin(Op::Sub, num(1), here.parts[&0].clone());
                let plain =
                    mover == flips || mover == here.parts[&0] || matches!(mover, Expr::Num(0 | 1));
                if !plain {
                    return Err("whose turn comes next hangs on the position".into());
                }
                let mut next = here.clone();
                next.parts.insert(0, mover);
                then(self, &next)
            }
            core::Command::Set(part, index, value) => self.set(*part, index, value, here, then),
            core::Command::Splice(part, index, count, values) => {
                let open = self.length(core::Array::Part(*part)).is_none();
                if !open {
                    return Err("its moves make a list of one length longer or shorter".into());
                }
                self.splice(*part, (index, count), values, here, then)
            }
        }
    }

    /// Modifies an element, and restores it afterwards.
    fn set(
        &mut self,
        part: usize,
        index: &core::Expr,
        value: &core::Expr,
        here: &Here,
        then: Then<'_, 't>,
    ) -> Made<Vec<Stmt>> {
        let array = core::Array::Part(part);
        let own = self.term.parts[part].clone();
        let inside = self.is_inside(array, index, here);
        let at = self.number(index, here)?;
        let to = self.number(value, here)?;
        let names = ["place", "old", "new"].map(|like| self.names.give(like));
        let [place, old, new] = &names;
        let mut body = Vec::new();
        let mut short = |x: Expr, name: &str| match x {
            Expr::Num(_) | Expr::Var(_) => x,
            x => {
                body.push(Stmt::Let(name.to_string(), Type::Int, x));
                var(name)
            }
        };
        let (at, to) = (short(at, place), short(to, new));
        let mut conditions = Vec::new();
        if !inside {
            let length = match self.length(array) {
                Some(length) => num(length),
                None => self.number(&core::Expr::Len(array), here)?,
            };
            conditions.push(between(at.clone(), length));
        }
        let range = self.interval(value, here);
        let least = whole(&own.least)?;
        if range.is_none_or(|(lo, _)| lo < least) {
            conditions.push(bin(Op::Le, num(least), to.clone()));
        }
        if let Some(most) = own.most.as_ref().map(whole).transpose()?
            && range.is_none_or(|(_, hi)| hi > most)
        {
            conditions.push(bin(Op::Le, to.clone(), num(most)));
        }
        let element = self.element(array, at, here)?;
        let Expr::Get(_, lies) = element.clone() else {
            return Err("a part of the position that is not written is changed".into());
        };
        let put = |value: Expr| Stmt::Put(here.list.clone(), (*lies).clone(), value);
        let mut within = vec![Stmt::Let(old.clone(), Type::Int, element), put(to)];
        within.extend(then(self, here)?);
        within.push(put(var(old)));
        let all = conditions
            .into_iter()
            .reduce(|all, one| bin(Op::And, all, one));
        match all {
            Some(condition) => body.extend(when(condition, within)),
            None => body.extend(within),
        }
        Ok(body)
    }

    /// Replaces elements in a copy of the list.
    fn splice(
        &mut self,
        part: usize,
        (index, count): (&core::Expr, &core::Expr),
        values: &[core::Expr],
        here: &Here,
        then: Then<'_, 't>,
    ) -> Made<Vec<Stmt>> {
        let own = self.term.parts[part].clone();
        let length = self.number(&core::Expr::Len(core::Array::Part(part)), here)?;
        let (at, many) = (self.number(index, here)?, self.number(count, here)?);
        let mut conditions = vec![
            bin(Op::Le, num(0), at.clone()),
            bin(Op::Le, num(0), many.clone()),
            bin(Op::Le, bin(Op::Add, at.clone(), many.clone()), length),
        ];
        let mut all = Vec::new();
        for value in values {
            let to = self.number(value, here)?;
            conditions.push(bin(Op::Le, num(whole(&own.least)?), to.clone()));
            if let Some(most) = &own.most {
                conditions.push(bin(Op::Le, to.clone(), num(whole(most)?)));
            }
            all.push(to);
        }
        let place = self.element(core::Array::Part(part), at, here)?;
        let Expr::Get(_, place) = place else {
            return Err("a part of the position that is not written is changed".into());
        };
        let list = self.names.give("longer");
        let other = self.spliced(var(&here.list), *place, many, all);
        let mut next = here.clone();
        next.list.clone_from(&list);
        next.resized(part);
        let mut within = vec![Stmt::Let(list.clone(), Type::Store, other)];
        within.extend(then(self, &next)?);
        let all = conditions
            .into_iter()
            .reduce(|all, one| bin(Op::And, all, one));
        Ok(when(all.unwrap_or(Expr::Bool(true)), within))
    }

    /// Translates a sequence. A long rest with several predecessors becomes a function.
    fn in_turn(
        &mut self,
        all: &[core::Command],
        here: &Here,
        then: Then<'_, 't>,
    ) -> Made<Vec<Stmt>> {
        let Some((first, rest)) = all.split_first() else {
            return then(self, here);
        };
        let is_long = rest.iter().map(size).sum::<usize>() > MAX_DUPLICATED;
        if !is_long || !branches(first) {
            return self.carried(first, here, &mut |term, here| {
                term.in_turn(rest, here, then)
            });
        }
        let mut known: Option<(Here, String)> = None;
        self.carried(first, here, &mut |term, here| match &known {
            Some((own, name)) if own.leads_on_as(here) => {
                Ok(vec![best(name, here, here.known_variables())])
            }
            Some(_) => term.in_turn(rest, here, then),
            None => {
                let name = term.names.give("onward");
                let mut own = here.clone();
                own.list = STATE.into();
                let body = term.in_turn(rest, &own, then)?;
                term.part_of(&name, here, &[], body);
                known = Some((here.clone(), name.clone()));
                Ok(vec![best(&name, here, here.known_variables())])
            }
        })
    }

    /// Adds a function that continues a move. Its arguments are the known variables, `more`, the
    /// best so far, and the state.
    fn part_of(&mut self, name: &str, here: &Here, more: &[&str], body: Vec<Stmt>) {
        let known = here.known_variables();
        let known = known.iter().filter_map(|one| match one {
            Expr::Var(name) => Some(name.as_str()),
            _ => None,
        });
        let names = known.chain(more.iter().copied()).chain(["so_far"]);
        let mut arguments: Vec<(String, Type)> =
            names.map(|name| (name.to_string(), Type::Int)).collect();
        arguments.push((STATE.to_string(), Type::Store));
        let mut whole = vec![Stmt::Let("best".into(), Type::Int, var("so_far"))];
        whole.extend(body);
        whole.push(Stmt::Return(var("best")));
        self.functions.push(Function {
            name: name.to_string(),
            about: String::new(),
            arguments,
            gives: Type::Int,
            memory: Memory::Nothing,
            body: whole,
        });
    }

    /// Translates a loop to a function that calls itself with the next index, and continues after
    /// the last.
    fn looped(
        &mut self,
        lo: &core::Expr,
        hi: &core::Expr,
        body: &core::Command,
        outer: &Here,
        then: Then<'_, 't>,
    ) -> Made<Vec<Stmt>> {
        let here = &outer.before_rounds(body);
        let names = self.round_names(here);
        let mut within = here.within(&names.round, lo, hi);
        within.handed.push(names.end.clone());
        let bounds = [self.number(lo, outer)?, self.number(hi, outer)?];
        let rest = then(self, here)?;
        let once = self.round(&names, body, (here, &within))?;
        let body = vec![Stmt::If(names.is_over(), rest, once)];
        Ok(self.rounds(&names, bounds, body, (outer, here)))
    }

    /// Translates `Repeat` to a function that calls itself with the next round. If the body
    /// produces no state, the function continues after the last round.
    fn repeated(
        &mut self,
        fuel: &core::Expr,
        body: &core::Command,
        outer: &Here,
        then: Then<'_, 't>,
    ) -> Made<Vec<Stmt>> {
        let here = &outer.before_rounds(body);
        let names = self.round_names(here);
        let mut within = here.clone();
        within
            .handed
            .extend([names.round.clone(), names.end.clone()]);
        let bounds = [num(0), self.number(&fuel.bounded_fuel(), outer)?];
        let rest = then(self, here)?;
        let once = self.round(&names, body, (here, &within))?;
        let kept = self.names.give("kept");
        let set = |value: Expr| Stmt::Set("best".into(), value);
        let mut none = vec![set(var(&kept))];
        none.extend(rest);
        let body = vec![
            Stmt::Let(kept.clone(), Type::Int, var("best")),
            set(num(NONE)),
            Stmt::If(names.is_over(), Vec::new(), once),
            Stmt::If(
                bin(Op::Eq, var("best"), num(NONE)),
                none,
                vec![set(bin(Op::Max, var("best"), var(&kept)))],
            ),
        ];
        Ok(self.rounds(&names, bounds, body, (outer, here)))
    }

    fn round_names(&mut self, here: &Here) -> RoundNames {
        RoundNames {
            function: self.names.give("rounds"),
            round: self.names.give(bound(here.bound.len())),
            end: self.names.give("limit"),
        }
    }

    /// Translates the body of a loop. Each branch continues with the next round.
    fn round(
        &mut self,
        names: &RoundNames,
        body: &core::Command,
        (here, within): (&Here, &Here),
    ) -> Made<Vec<Stmt>> {
        self.carried(body, within, &mut |_, after| {
            if after.parts != here.parts {
                return Err("rounds of a move change whose turn it is".into());
            }
            let next = bin(Op::Add, var(&names.round), num(1));
            Ok(vec![names.call(here, after, [next, var(&names.end)])])
        })
    }

    /// Adds the function of a loop, and returns its call from outside.
    fn rounds(
        &mut self,
        names: &RoundNames,
        bounds: [Expr; 2],
        body: Vec<Stmt>,
        (outer, here): (&Here, &Here),
    ) -> Vec<Stmt> {
        self.part_of(&names.function, here, &[&names.round, &names.end], body);
        vec![names.call(here, outer, bounds)]
    }
}

/// The names in the function of a loop.
struct RoundNames {
    function: String,
    round: String,
    end: String,
}

impl RoundNames {
    fn is_over(&self) -> Expr {
        bin(Op::Le, var(&self.end), var(&self.round))
    }

    /// Returns a call of the function from a place, with the round and the end.
    fn call(&self, here: &Here, from: &Here, bounds: [Expr; 2]) -> Stmt {
        let mut all = here.known_variables();
        all.extend(bounds);
        best(&self.function, from, all)
    }
}

/// Returns the preferred name of a bound variable of this level.
fn bound(level: usize) -> &'static str {
    ["i", "j", "k", "m"].get(level).unwrap_or(&"n")
}

/// Returns the parts whose length a command can change.
fn spliced_parts(one: &core::Command) -> Vec<usize> {
    match one {
        core::Command::Splice(part, ..) => vec![*part],
        core::Command::Guard(_) | core::Command::Set(..) => Vec::new(),
        core::Command::Seq(all) | core::Command::Alt(all) => {
            all.iter().flat_map(spliced_parts).collect()
        }
        core::Command::When(_, yes, no) => [yes, no]
            .into_iter()
            .flat_map(|x| spliced_parts(x))
            .collect(),
        core::Command::Choose(_, _, body)
        | core::Command::Loop(_, _, body)
        | core::Command::Repeat(_, body) => spliced_parts(body),
    }
}

impl Here {
    /// Returns the place at the start of the function of a loop.
    fn before_rounds(&self, body: &core::Command) -> Self {
        let mut here = self.clone();
        here.list = STATE.into();
        for part in spliced_parts(body) {
            here.resized(part);
        }
        here
    }

    /// Returns the variables that a continuation function takes.
    fn known_variables(&self) -> Vec<Expr> {
        let handed = self.handed.iter().map(|name| var(name));
        self.bound.iter().cloned().chain(handed).collect()
    }

    /// Returns true if continuations from both places are equal up to the name of the list.
    fn leads_on_as(&self, other: &Self) -> bool {
        let same = |one: &Self| (one.parts.clone(), one.bound.clone(), one.handed.clone());
        same(self) == same(other) && self.ranges == other.ranges
    }
}
