//! Games in which players fill cells, and what is one's own never harms: Hex, Bridg-it, Shannon's
//! switching game, lines of k, Maker and Breaker.
//!
//! **What is found.** In a turn a player fills one cell that is empty, any one, for himself, and
//! nothing else changes. An end says that a player has come to his goal, and it pays him: it goes
//! on to hold as more cells become his own and fewer the opponent's, whosever turn it is. So a
//! winning way needs no more than some of the cells that are empty: whatever the others hold, the
//! opponent's stones in all of them among it, it wins as long as the opponent's goal is out of
//! reach even so. That is why most moves of the loser need not be tried ("must-play": Hayward,
//! Björnsson, Johanson, Kan, Po and van Rijswijck, Solving 7 x 7 Hex with domination, fill-in, and
//! virtual connections, 2005); the engine's search says how.
//!
//! **Why it is so.** That conditions only turn true is read off their terms (`monotone.rs`). A
//! move's guard reads, beside whose turn it is, elements at the very index that the move writes; so
//! who may fill a cell hangs on that cell alone, and it is enough to look at each with each content
//! that it may have.

use dashu_int::IBig;
use whowins_core::{Array, Budget, Command, End, Expr, Game, Op, State};

use super::monotone::{Cell, Reading};

/// Cells that are looked at: no more than a word has bits.
const CELLS: usize = 128;

/// Contents of a cell that are looked at.
const CONTENTS: i64 = 8;

/// A game of filling, as it is played from a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The cells that moves fill, each once.
    pub cells: Vec<Filled>,
    /// What player 0 gets where a player's goal ends play: the first player's, which is more, and
    /// the second's.
    pub pays: [IBig; 2],
    /// The same game with one player's ends alone, whosever turn it is and whatever the other has
    /// come to: 1 is paid where one holds.
    pub goals: [Game; 2],
    /// Whether it pays the same where nobody can move, whosever turn it is, and no more than the
    /// first player's goal and no less than the second's.
    pub is_even: bool,
}

/// A cell: elements of the state, and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Part and index of each element.
    pub elements: Vec<(usize, usize)>,
    /// What they hold while the cell is empty.
    pub empty: Vec<IBig>,
    /// And once each player has filled it.
    pub marks: [Vec<IBig>; 2],
}

impl Filled {
    fn put(&self, state: &mut State, contents: &[IBig]) {
        for ((part, at), value) in self.elements.iter().zip(contents) {
            state[*part][*at].clone_from(value);
        }
    }
}

impl Filling {
    /// What is found of a game as it is played from this state; `None` where it is no game of
    /// filling, or has more than 128 cells.
    ///
    /// `O(cells)` turns by the exact meaning, for each content of a cell.
    ///
    /// ```
    /// use whowins_analysis::program::Filling;
    ///
    /// // Who has two neighbours in a row of four wins.
    /// let goal = |mark: u8| format!("(fold v0 v1 0 3 0 (if v1 1 (if (= (get row v0) {mark}) (= (get row (+ v0 1)) {mark}) 0)))");
    /// let game: whowins_core::Game = format!("(game pairs (part turn 0 1) (part row 0 2) (start (0) (0 0 0 0))
    ///     ; A move fills an empty cell.
    ///     (tier (seq (choose v0 0 4 (seq (guard (= (get row v0) 0)) (set row v0 (+ turn 1)))) (set turn (- 1 turn))))
    ///     (end {} 1) (end {} -1) (stuck 0))", goal(1), goal(2)).parse()?;
    /// let filling = Filling::of(&game, &game.starts[0]).expect("cells are filled");
    /// assert_eq!(filling.cells.len(), 4);
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn of(game: &Game, start: &State) -> Option<Self> {
        if game.blocks > 0 {
            return None;
        }
        let [Command::Seq(turn)] = game.tiers.as_slice() else {
            return None;
        };
        let (pass, moves) = turn.split_last()?;
        if *pass != Command::pass_turn() {
            return None;
        }
        let mut moving = Moving::default();
        moving.all(moves)?;
        let endless = Game {
            ends: Vec::new(),
            ..game.clone()
        };
        let cells = cells(&endless, start, &moving.written)?;
        let marked = |part: usize| holds(&cells, part);
        let mut reading = Reading {
            turn: 0,
            cells: &marked,
            variables: Vec::new(),
        };
        let mut goals: [Vec<End>; 2] = [Vec::new(), Vec::new()];
        let mut pays: [Option<IBig>; 2] = [None, None];
        for end in &game.ends {
            let mut owners = [None; 2];
            for (turn, owner) in owners.iter_mut().enumerate() {
                reading.turn = turn;
                let paid = reading.known(&end.pays).number?;
                let when = reading.known(&end.when);
                if when.number == Some(IBig::ZERO) {
                    continue;
                }
                // Of two payoffs each is one player's.
                let player = [0, 1].into_iter().find(|player| {
                    let own = &pays[*player];
                    when.turns_true_for(*player) && own.as_ref().is_none_or(|own| *own == paid)
                })?;
                pays[player] = Some(paid);
                *owner = Some(player);
            }
            let pays = Expr::num(1);
            match owners {
                [Some(first), Some(second)] if first == second => goals[first].push(End {
                    when: end.when.clone(),
                    pays,
                }),
                _ => {
                    for (turn, owner) in owners.into_iter().enumerate() {
                        let Some(owner) = owner else { continue };
                        let holds = Expr::bin(Op::Eq, Expr::part(0), Expr::num(turn));
                        goals[owner].push(End {
                            when: holds.and(end.when.clone()),
                            pays: pays.clone(),
                        });
                    }
                }
            }
        }
        let stuck = [0, 1].map(|turn| {
            reading.turn = turn;
            reading.known(&game.stuck).number
        });
        // Where one player alone has a goal, the other's is that nobody can move.
        let ends = |player: usize| pays[player].clone();
        let pays = match (ends(0), ends(1), &stuck[0]) {
            (Some(first), Some(second), _) => [first, second],
            (Some(first), None, Some(stuck)) => [first, stuck.clone()],
            (None, Some(second), Some(stuck)) => [stuck.clone(), second],
            _ => return None,
        };
        if pays[0] <= pays[1] {
            return None;
        }
        // Who wants it to come to that wants a goal no less.
        let is_between = |one: &IBig| pays[1] <= *one && *one <= pays[0];
        let is_even = stuck[0] == stuck[1] && stuck[0].as_ref().is_some_and(is_between);
        let alone = |ends: Vec<End>| Game {
            ends,
            stuck: Expr::num(0),
            endless: None,
            ..game.clone()
        };
        Some(Self {
            cells,
            is_even,
            pays,
            goals: goals.map(alone),
        })
    }
}

/// What is known of a move on the way to what it writes.
#[derive(Default)]
struct Moving<'a> {
    /// Variables that are bound.
    depth: usize,
    /// The guards, each with the variables that are bound where it stands.
    guards: Vec<(&'a Expr, usize)>,
    /// The parts that are written.
    written: Vec<usize>,
}

impl<'a> Moving<'a> {
    /// Goes through a command, which must be one writing behind choices and guards: a guard reads,
    /// beside whose turn it is, no element but at the index that is written.
    fn command(&mut self, command: &'a Command) -> Option<()> {
        match command {
            Command::Seq(all) => self.all(all),
            Command::Alt(all) => all.iter().try_for_each(|one| self.command(one)),
            Command::Choose(lo, hi, body) if !reads(lo) && !reads(hi) => {
                self.depth += 1;
                let found = self.command(body);
                self.depth -= 1;
                found
            }
            Command::Set(part, index, value) if *part > 0 && !reads(index) => {
                let here = |(expr, depth): (&Expr, usize)| {
                    // Where the index has a variable that is bound further in, it is another's name
                    // out there.
                    let is_said = !(depth..self.depth).any(|level| index.mentions(level));
                    reads_at(expr, is_said.then_some(index))
                };
                let mut all = self.guards.iter().copied().chain([(value, self.depth)]);
                all.all(here).then(|| self.written.push(*part))
            }
            _ => None,
        }
    }

    /// Guards, and then one command.
    fn all(&mut self, commands: &'a [Command]) -> Option<()> {
        let (last, first) = commands.split_last()?;
        let before = self.guards.len();
        for one in first {
            let Command::Guard(guard) = one else {
                return None;
            };
            self.guards.push((guard, self.depth));
        }
        let found = self.command(last);
        self.guards.truncate(before);
        found
    }
}

/// Whether an expression reads a part of the state.
fn reads(expr: &Expr) -> bool {
    expr.reads(&|array| matches!(array, Array::Part(_)))
}

/// Whether an expression reads parts of the state at this index alone, beside whose turn it is.
fn reads_at(expr: &Expr, at: Option<&Expr>) -> bool {
    let here = |one: &Expr| reads_at(one, at);
    match expr {
        one if *one == Expr::part(0) => true,
        Expr::Get(Array::Part(0), ..) => false,
        Expr::Get(Array::Part(_), index, _) => at == Some(&**index),
        Expr::Get(_, index, _) => here(index),
        Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => true,
        Expr::Bin(_, x, y) => here(x) && here(y),
        Expr::Ite(x, y, z) => [x, y, z].into_iter().all(|one| here(one)),
        Expr::Fold(lo, hi, init, body) => [lo, hi, init, body].into_iter().all(|one| here(one)),
    }
}

/// How a part holds what players own.
fn holds(cells: &[Filled], part: usize) -> Option<Cell<'_>> {
    let own = |cell: &&Filled| cell.elements.iter().any(|(one, _)| *one == part);
    let cell = cells.iter().find(own)?;
    match cell.elements.len() {
        1 => Some(Cell::Marked(cell.marks.each_ref().map(|mark| &mark[0]))),
        _ => {
            let at = cell.elements.iter().position(|(one, _)| *one == part)?;
            let player = [0, 1]
                .into_iter()
                .find(|player| cell.marks[*player][at] == IBig::ONE)?;
            Some(Cell::Owned(player))
        }
    }
}

/// The cells that moves fill, in a game without ends: each by either player while it is empty, and
/// then by nobody.
fn cells(game: &Game, start: &State, written: &[usize]) -> Option<Vec<Filled>> {
    let mut parts = written.to_vec();
    parts.sort_unstable();
    parts.dedup();
    let length = start.get(*parts.first()?)?.len();
    let same = parts
        .iter()
        .all(|part| start.get(*part).is_some_and(|one| one.len() == length));
    if !same || parts.len() > 2 || length > CELLS {
        return None;
    }
    let mut contents = vec![Vec::new()];
    for part in &parts {
        let part = &game.parts[*part];
        let most = i64::try_from(part.most.as_ref()?).ok()?;
        let least = i64::try_from(&part.least).ok()?;
        if parts.len() > 1 && (least, most) != (0, 1) || most.saturating_sub(least) >= CONTENTS {
            return None;
        }
        let longer = |one: Vec<IBig>| {
            (least..=most).map(move |value| [one.clone(), vec![value.into()]].concat())
        };
        contents = contents.into_iter().flat_map(longer).collect();
    }
    let mut all = Vec::new();
    for at in 0..length {
        let mut cell = Filled {
            elements: parts.iter().map(|part| (*part, at)).collect(),
            empty: Vec::new(),
            marks: [Vec::new(), Vec::new()],
        };
        for content in &contents {
            let mut state = start.clone();
            cell.put(&mut state, content);
            let marks = filled(game, &state, &cell)?;
            match marks {
                [None, None] => {}
                [Some(first), Some(second)] if cell.empty.is_empty() => {
                    (cell.empty, cell.marks) = (content.clone(), [first, second]);
                }
                _ => return None,
            }
        }
        if !cell.empty.is_empty() {
            let [first, second] = &cell.marks;
            if *first == cell.empty || *second == cell.empty || first == second {
                return None;
            }
            all.push(cell);
        }
    }
    // All in one way: the same contents everywhere.
    let one = all.first()?;
    let alike = |cell: &Filled| cell.empty == one.empty && cell.marks == one.marks;
    // Two subsets: each holds what one player owns.
    let sets = [vec![IBig::ONE, IBig::ZERO], vec![IBig::ZERO, IBig::ONE]];
    let owned = || {
        one.empty.iter().all(|element| *element == IBig::ZERO)
            && one.marks.iter().all(|mark| sets.contains(mark))
    };
    (all.iter().all(alike) && (parts.len() == 1 || owned())).then_some(all)
}

/// What each player makes of a cell, where he can fill it: one content alone.
fn filled(game: &Game, state: &State, cell: &Filled) -> Option<[Option<Vec<IBig>>; 2]> {
    let mut marks = [None, None];
    for (player, mark) in marks.iter_mut().enumerate() {
        let mut state = state.clone();
        state[0] = vec![player.into()];
        for option in game.options(&state, &Budget::OPEN).ok()? {
            let content = |state: &State| -> Vec<IBig> {
                let elements = cell.elements.iter();
                elements
                    .map(|(part, at)| state[*part][*at].clone())
                    .collect()
            };
            let after = content(&option);
            if after != content(&state) && mark.replace(after).is_some() {
                return None;
            }
        }
    }
    Some(marks)
}
