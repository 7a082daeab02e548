//! Games of filling, searched depth first, by claims that hold for many states at once.
//!
//! **A claim** says that a player W meets what is asked for, with W or with the opponent to move,
//! from every state in which some cells, its *stones*, are W's, and none of some others, its *cells*,
//! is the opponent's. Whatever else there is on the board is of no account, stones of the
//! opponent's among it. In Hex that is a virtual connection of W's two sides and the cells that
//! carry it (Anshelevich 2002, Hayward 2003); here claims are learned from play, whatever the goal
//! is.
//!
//! **How one comes about**, and why it is true, by induction over the cells that are empty:
//!
//! - Where W has secured what is asked for (`filled.rs`): the stones that secure it, and no cells.
//!   Where W has come there first: all stones of W's, and all empty cells.
//! - Pairs that W can rely on: their cells, and the stones beside them.
//! - W moves, and a claim holds after that: without the stone of the move, and its cell is one of
//!   the cells. Who has that stone already plays anywhere.
//! - The opponent moves, and claims hold for W to move or after it, of which no cell is common to
//!   all: the stones and the cells of all of them together. Wherever the opponent goes, that is no
//!   cell of one of them, and W goes on by this one. (A cell of W's that is common to all is a
//!   stone.)
//! - With the opponent to move is more than with W to move: W fills any cell.
//!
//! So at a state where the opponent's claims hold if he were to move, the player to move must go to
//! a cell that they have in common ("must-play": Hayward, Björnsson, Johanson, Kan, Po and van
//! Rijswijck, Solving 7 x 7 Hex with domination, fill-in, and virtual connections, 2005); and if
//! there is none, he has lost. Each move that fails brings such a claim, and leaves fewer cells to
//! try.
//!
//! Claims are kept by what they say of a few cells that matter, so that those which the opponent's
//! stones break are not looked at.

use whowins_analysis::program::Filling;
use whowins_core::{Budget, Game, State};

use super::ask::{Ask, Told};
use super::filled::{Board, Filled, Wanted, each};
use super::table::FAR;
use super::turns::Turns;
use super::{FIRST_TURN, small};
use crate::compiled::{Flat, Wide, Word};
use crate::terms::moves::{OfStates, OneWord};
use crate::terms::{Broken, charge};

/// What is claimed: these are the player's, and none of those is the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub stones: u128,
    pub cells: u128,
}

impl Claim {
    /// The same before its player filled a cell.
    const fn before(self, at: u128) -> Self {
        let stones = self.stones & !at;
        Self {
            stones,
            cells: (self.cells | at) & !stones,
        }
    }
}

/// Cells by which claims are kept apart, where there is room for many.
const TELLING: usize = 10;

/// So many looks for each claim that is kept are too many.
const OFTEN: u64 = 4;

/// Claims for each list.
const EACH: usize = 16;

/// Claims for which no room is asked.
const FIRST: usize = 1 << 10;

/// Claims of one player, with the same player to move.
struct Claims {
    /// By which of the telling cells they speak of.
    kept: Vec<Vec<Claim>>,
}

impl Claims {
    /// None yet, told apart by so many cells.
    fn new(telling: usize) -> Self {
        Self {
            kept: vec![Vec::new(); 1 << telling],
        }
    }

    /// Claims that no stone of the opponent's breaks, as far as the telling cells say; what comes
    /// back is how many were looked at.
    fn open(&self, taken: usize, visit: &mut dyn FnMut(&Claim) -> bool) -> u64 {
        let free = !taken & (self.kept.len() - 1);
        let (mut some, mut looked) = (free, 0);
        loop {
            for claim in &self.kept[some] {
                looked += 1;
                if visit(claim) {
                    return looked;
                }
            }
            if some == 0 {
                return looked;
            }
            some = (some - 1) & free;
        }
    }
}

/// What came of a state.
enum Found {
    /// A player meets what is asked for, and by which claim.
    Met(usize, Claim),
    /// It takes more looks.
    Open,
    /// It hangs on more than claims say.
    Vague,
}

/// The search of one question.
struct Asked {
    than: i32,
    wanted: Wanted,
    /// By player, and whether the opponent is to move.
    claims: [[Claims; 2]; 2],
    /// How many, and how many there may be.
    kept: usize,
    most: usize,
    has_dropped: bool,
    telling: Vec<usize>,
    budget: Budget,
}

impl Asked {
    fn telling(&self, set: u128) -> usize {
        let cells = self.telling.iter().enumerate();
        cells.fold(0, |all, (at, cell)| {
            all | ((set >> cell & 1) as usize) << at
        })
    }

    fn keep(&mut self, player: usize, waits: bool, claim: Claim) {
        // Twice as many, as lists grow so.
        let bytes = (2 * self.kept * size_of::<Claim>()) as u64;
        let grows = self.kept >= FIRST && self.kept.is_power_of_two();
        if self.kept >= self.most || grows && !self.budget.has_room(bytes) {
            // The older half of each list goes.
            self.has_dropped = true;
            self.kept = 0;
            for list in self
                .claims
                .iter_mut()
                .flatten()
                .flat_map(|one| &mut one.kept)
            {
                list.drain(..list.len().div_ceil(2));
                self.kept += list.len();
            }
        }
        let at = self.telling(claim.stones | claim.cells);
        self.claims[player][usize::from(waits)].kept[at].push(claim);
        self.kept += 1;
    }
}

/// The fewest of these claims that have no empty cell in common, as one with the opponent to move:
/// their player has those cells, and those are empty.
fn joined(mut claims: Vec<Claim>, own: u128, empty: u128) -> Claim {
    let mut all = Claim {
        stones: 0,
        cells: 0,
    };
    let (mut left, mut common) = (empty, u128::MAX);
    while left > 0 {
        // One that leaves few cells, and speaks of few that the others do not.
        let gain = |claim: &Claim| {
            let gone = (left & !claim.cells).count_ones() as i32;
            let news = (claim.cells & empty & !all.cells).count_ones()
                + (claim.stones & !all.stones).count_ones();
            (gone > 0).then_some(4 * gone - news as i32)
        };
        let best = claims.iter().enumerate();
        let best = best
            .filter_map(|(at, claim)| Some((gain(claim)?, at)))
            .max();
        let Some((_, at)) = best else { break };
        let claim = claims.swap_remove(at);
        left &= claim.cells;
        common &= claim.cells;
        all.stones |= claim.stones;
        all.cells |= claim.cells;
    }
    all.stones |= common & own;
    Claim {
        cells: all.cells & !all.stones,
        ..all
    }
}

/// A search by claims, and a plain one in turns with it: where goals are lines that who is first
/// has, claims speak of all cells, and proof numbers do better.
pub(super) struct ByClaims<W: Word> {
    filled: Filled<W>,
    plain: Turns<OneWord<W>>,
    asked: Vec<Asked>,
    root: Option<(Board<W>, W)>,
    /// The bounds that claims have shown for the root, and how many looks each of its moves took.
    bounds: (i32, i32),
    work: Vec<u64>,
    shown: Option<usize>,
    /// Whether claims do not say enough.
    is_vague: bool,
    looked: u64,
    scanned: u64,
    turn: u64,
    bytes: u64,
    budget: Budget,
}

/// A search of a game of filling; `None` where it is none, or its states are no words.
pub(super) fn by_claims(
    game: &Game,
    start: &State,
    bytes: u64,
    budget: &Budget,
    turn: u64,
) -> Option<Box<dyn Ask>> {
    fn of<W: Word>(
        game: &Game,
        filling: &Filling,
        start: &State,
        (bytes, budget, turn): (u64, &Budget, u64),
    ) -> Option<Box<dyn Ask>> {
        let code = Flat::<W>::new(game, start, None)?;
        let filled = Filled::new(game, code.clone(), filling, start, budget)?;
        let moves = OneWord::new(code, false, budget.clone());
        Some(Box::new(ByClaims {
            plain: Turns::new(moves, bytes / 2, budget.clone(), turn),
            filled,
            asked: Vec::new(),
            root: None,
            bounds: (-FAR, FAR),
            work: vec![0; u128::BITS as usize],
            shown: None,
            is_vague: false,
            looked: 0,
            scanned: 0,
            turn: turn.max(FIRST_TURN),
            bytes,
            budget: budget.clone(),
        }))
    }
    let filling = Filling::of(game, start)?;
    let with = (bytes, budget, turn);
    of::<u64>(game, &filling, start, with)
        .or_else(|| of::<u128>(game, &filling, start, with))
        .or_else(|| of::<Wide>(game, &filling, start, with))
}

impl<W: Word> ByClaims<W> {
    /// The question, with what was found for it before; `None` where it is not about who comes to a
    /// goal.
    fn question(&mut self, than: i32) -> Result<Option<usize>, Broken> {
        let [first, second] = self.filled.pays;
        if than <= second || first < than {
            return Ok(None);
        }
        if let Some(at) = self.asked.iter().position(|asked| asked.than == than) {
            return Ok(Some(at));
        }
        let stuck = self.filled.stuck;
        let Some((board, _)) = self.root else {
            return Ok(None);
        };
        let mut telling = self.filled.order(&board)?;
        let most = usize::try_from(self.bytes / 16).unwrap_or(usize::MAX) / size_of::<Claim>();
        // Each list is short where there is little room, so there are few.
        let lists = (most / (4 * EACH)).max(1).ilog2() as usize;
        telling.truncate(lists.min(TELLING));
        self.asked.push(Asked {
            than,
            wanted: [
                stuck.is_none_or(|stuck| stuck < than),
                stuck.is_none_or(|stuck| stuck >= than),
            ],
            claims: [0, 1].map(|_| [0, 1].map(|_| Claims::new(telling.len()))),
            kept: 0,
            most,
            has_dropped: false,
            telling,
            budget: self.budget.clone(),
        });
        Ok(Some(self.asked.len() - 1))
    }

    /// Charges the budget for what was done since.
    fn charge(&self, moved: u64, scanned: u64) -> Result<(), Broken> {
        let done = 1 + (self.filled.moved - moved) + (self.scanned - scanned) / 32;
        charge(&self.budget, done)
    }

    /// Claims that hold here: the player to move's or the opponent's that settle the question, or
    /// those of what the opponent would do next.
    fn held(
        &mut self,
        asked: &Asked,
        board: &Board<W>,
        player: usize,
    ) -> Result<(usize, Claim), Vec<Claim>> {
        let (mut found, mut threats) = (None, Vec::new());
        for who in [player, 1 - player] {
            let (own, others) = (board.own[who], board.own[1 - who]);
            let taken = asked.telling(others);
            for waits in [1, 0] {
                let moves = who == player;
                let claims = &asked.claims[who][waits];
                self.scanned += claims.open(taken, &mut |claim| {
                    let missing = claim.stones & !own;
                    // Where the opponent was to move, one stone may be put now.
                    let fits = missing == 0 || waits == 1 && missing & (missing - 1) == 0;
                    if !fits || (claim.stones | claim.cells) & others > 0 {
                        return false;
                    }
                    let claim = claim.before(missing);
                    match moves || missing == 0 && waits == 1 {
                        true => found = Some((who, claim)),
                        false => threats.push(claim),
                    }
                    found.is_some()
                });
                if let Some(found) = found {
                    return Ok(found);
                }
            }
        }
        Err(threats)
    }

    /// Who meets what is asked for, with this player to move.
    fn decide(
        &mut self,
        asked: &mut Asked,
        board: &Board<W>,
        is_root: bool,
        until: u64,
    ) -> Result<Found, Broken> {
        if self.filled.moved >= until {
            return Ok(Found::Open);
        }
        self.looked += 1;
        let (moved, scanned) = (self.filled.moved, self.scanned);
        let player = self.filled.turn_of(board.word);
        if let Some(pays) = self.filled.over(board.word)? {
            return self.ended(asked, board, small(&pays)?);
        }
        let mut threats = match self.held(asked, board, player) {
            // Of the first state a move is wanted, too.
            Ok((who, claim)) if !is_root || who != player => return Ok(Found::Met(who, claim)),
            Ok(_) => Vec::new(),
            Err(threats) => threats,
        };
        let mut must = threats
            .iter()
            .fold(board.empty, |must, claim| must & claim.cells);
        let order = self.filled.order(board)?;
        for who in [player, 1 - player] {
            if is_root || must == 0 {
                continue;
            }
            if let Some(claim) = self.filled.paired(board, who, &order, asked.wanted)? {
                asked.keep(who, who != player, claim);
                self.charge(moved, scanned)?;
                return Ok(Found::Met(who, claim));
            }
        }
        self.charge(moved, scanned)?;
        for at in order {
            if must >> at & 1 == 0 {
                continue;
            }
            let before = self.filled.moved;
            let next = self.filled.filled(board, at, player);
            let found = self.decide(asked, &next, false, until)?;
            if is_root {
                self.work[at] += self.filled.moved - before;
                self.shown = Some(at);
            }
            let Found::Met(who, claim) = found else {
                return Ok(found);
            };
            if who == player {
                let claim = claim.before(1 << at);
                asked.keep(player, false, claim);
                return Ok(Found::Met(player, claim));
            }
            must &= claim.cells;
            threats.push(claim);
        }
        let claim = joined(threats, board.own[1 - player], board.empty);
        asked.keep(1 - player, true, claim);
        Ok(Found::Met(1 - player, claim))
    }

    /// What an end shows.
    fn ended(&mut self, asked: &Asked, board: &Board<W>, pays: i32) -> Result<Found, Broken> {
        let player = usize::from(pays < asked.than);
        let own = board.own[player];
        if self.filled.secures(board, player, own, asked.wanted)? {
            let all = (own, 0);
            let stones = self
                .filled
                .fewest(board, player, all, asked.wanted, each(own))?;
            return Ok(Found::Met(player, Claim { stones, cells: 0 }));
        }
        Ok(match self.filled.is_there(board, player)? {
            true => Found::Met(
                player,
                Claim {
                    stones: own,
                    cells: board.empty,
                },
            ),
            false => Found::Vague,
        })
    }

    /// Asks by claims, up to so many looks in all; `None` where these leave it open.
    fn claimed(&mut self, than: i32, until: u64) -> Result<Option<Told>, Broken> {
        let Some((board, _)) = self.root else {
            return Ok(None);
        };
        let Some(at) = self.question(than)? else {
            self.is_vague = true;
            return Ok(None);
        };
        self.shown = None;
        let mut asked = self.asked.swap_remove(at);
        let found = self.decide(&mut asked, &board, true, until);
        let wanted = asked.wanted;
        self.asked.push(asked);
        let player = match found? {
            Found::Open => return Ok(None),
            Found::Vague => {
                self.is_vague = true;
                return Ok(None);
            }
            Found::Met(player, _) => player,
        };
        let stuck = self.filled.stuck.filter(|_| !wanted[player]);
        let bound = stuck.unwrap_or(self.filled.pays[player]);
        match player {
            0 => self.bounds.0 = self.bounds.0.max(bound),
            _ => self.bounds.1 = self.bounds.1.min(bound),
        }
        let by = self
            .shown
            .filter(|_| self.filled.turn_of(board.word) == player);
        let by = by.map(|at| self.filled.filled(&board, at, player).word);
        Ok(Some(Told {
            is_so: player == 0,
            bound,
            by: by.map(|word| (self.filled.moves.state(&word), 0)),
        }))
    }
}

impl<W: Word> Ask for ByClaims<W> {
    fn begin(&mut self, start: &State) -> Result<(), Broken> {
        let word = self.filled.moves.key(start)?;
        let (board, rest) = self.filled.board(word);
        if self.root.is_none_or(|(old, _)| old.word != word) {
            self.plain.begin();
            self.bounds = (-FAR, FAR);
            self.work.fill(0);
        }
        // Claims are about cells that are filled, with all else as it is.
        if self.root.is_none_or(|(_, old)| old != rest) {
            self.asked.clear();
        }
        self.root = Some((board, rest));
        Ok(())
    }

    fn known(&self) -> (i32, i32) {
        let Some((board, _)) = &self.root else {
            return (-FAR, FAR);
        };
        let (least, most) = self.plain.descent.known(&board.word);
        (least.max(self.bounds.0), most.min(self.bounds.1))
    }

    fn ask(&mut self, than: i32, most: u64) -> Result<Option<Told>, Broken> {
        loop {
            let Some((board, _)) = self.root else {
                return Ok(None);
            };
            let done = self.work().0;
            if !self.is_vague {
                // Looks at single boards are quicker than those of a plain search, which go through
                // all moves.
                let turn = self.turn.saturating_mul(8).min(most.saturating_sub(done));
                let until = self.filled.moved.saturating_add(turn);
                if let Some(told) = self.claimed(than, until)? {
                    return Ok(Some(told));
                }
            }
            let done = self.work().0;
            if done >= most {
                return Ok(None);
            }
            let turn = match self.is_vague {
                true => most - done,
                false => self.turn.min(most - done),
            };
            let until = self.plain.work().0.saturating_add(turn);
            if let Some(told) = self.plain.ask(&board.word, than, until)? {
                let by = told
                    .by
                    .map(|(word, points)| (self.filled.moves.state(&word), points));
                return Ok(Some(Told {
                    is_so: told.is_so,
                    bound: told.bound,
                    by,
                }));
            }
            if self.work().0 >= most || self.is_vague {
                return Ok(None);
            }
            self.turn = self.turn.saturating_mul(2);
        }
    }

    fn set_endless(&mut self, _: i32) {}

    fn went_round(&self) -> bool {
        false
    }

    fn longest(&mut self) -> Result<Option<(State, i32)>, Broken> {
        let Some((board, _)) = self.root else {
            return Ok(None);
        };
        let player = self.filled.turn_of(board.word);
        let longest = (0..self.work.len()).max_by_key(|at| self.work[*at]);
        if let Some(at) = longest.filter(|at| self.work[*at] > 0) {
            let word = self.filled.filled(&board, at, player).word;
            return Ok(Some((self.filled.moves.state(&word), 0)));
        }
        let longest = self.plain.descent.longest(&board.word)?;
        Ok(longest.map(|(word, points)| (self.filled.moves.state(&word), points)))
    }

    fn is_worn(&self) -> bool {
        let mut asked = self.asked.iter();
        let is_full =
            asked.any(|asked| asked.has_dropped && self.looked / OFTEN > asked.most as u64);
        is_full || self.is_vague && self.plain.descent.is_worn()
    }

    fn goes_round(&self) -> bool {
        false
    }

    fn work(&self) -> (u64, u64) {
        let (moved, looked) = self.plain.work();
        (moved + self.filled.moved, looked + self.looked)
    }
}
