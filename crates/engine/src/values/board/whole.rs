//! Whole boards: their parts, those that look alike together, their values and the moves on them.
//!
//! A row of a million parts has few that differ. Each is cut out once, its value is counted as
//! often as it lies there, G and -G cancel each other out, and the moves of one part are those of
//! all that look like it. What a move changes is seen in its part alone, since the others stay as
//! they are: the value after it is that of the whole, less the part's, and what is left of the
//! part.

use rustc_hash::FxHashMap;
use whowins_analysis::{Game, Player};
use whowins_values::{Arena, Value};

use super::{Boards, Signed};
use crate::values::ground::Ground;
use crate::values::layout::KEPT;
use crate::values::normal::Piece;
use crate::values::section::Section;
use crate::values::{Move, NoValue, Part, Refusal, total};

/// A move on a board of more cells is told with its part alone.
const SHOWN: usize = 1 << 10;

/// Parts that look alike: where the first lies, what is looked at of it, and how many there are.
pub(super) struct Alike {
    section: Section,
    cut: Piece,
    count: u64,
}

/// A move on a board: whose it is, and the cells that it writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Whether each player may make it.
    pub players: [bool; 2],
    /// The cells, each with the symbol that it shows then.
    pub cells: Vec<(usize, u8)>,
}

impl Written {
    /// The board after it. `O(cells of the board)`.
    pub fn on(&self, state: &[i64]) -> Vec<i64> {
        let mut next = state.to_vec();
        for (at, symbol) in &self.cells {
            next[*at] = i64::from(*symbol);
        }
        next
    }

    /// The move in words, on a board of so many columns with these cells. `O(cells written)`.
    pub fn text(&self, game: &Game, columns: usize, state: &[i64]) -> String {
        let cells = self.cells.iter();
        let changes = cells.map(|(at, symbol)| (*at, state[*at], i64::from(*symbol)));
        game.name_of_cells(columns, changes)
    }
}

impl Boards {
    /// The value of a board.
    ///
    /// # Errors
    /// Where play can go round; where a part has more than 65,535 cells; where the budget is over
    /// or has no room.
    pub fn value(
        &mut self,
        arena: &mut Arena,
        size: (usize, usize),
        state: &[i64],
    ) -> Result<Value, NoValue> {
        let board = self.board(size, state)?;
        if let Some(small) = self.small(&board) {
            return small.value(arena, &board);
        }
        let mut values = Vec::new();
        for alike in self.alike(arena, &board)? {
            values.push((self.part(arena, &alike.cut)?, alike.count));
        }
        Ok(total(arena, values)?)
    }

    /// The parts of a board, those that look alike together, each with its value.
    ///
    /// # Errors
    /// As for [`Boards::value`].
    pub fn parts(
        &mut self,
        arena: &mut Arena,
        size: (usize, usize),
        state: &[i64],
    ) -> Result<Vec<Part>, NoValue> {
        let board = self.board(size, state)?;
        let all = self.alike(arena, &board)?;
        let shown = all.iter().map(|one| self.shown(&board, &one.section));
        let shown: Vec<String> = shown.collect();
        let mut parts = Vec::new();
        for (alike, shown) in all.iter().zip(shown) {
            parts.push(Part {
                place: self.place(&alike.section),
                shown,
                value: self.part(arena, &alike.cut)?,
                count: alike.count,
            });
        }
        Ok(parts)
    }

    /// All moves on a board, of parts that look alike those of the first one; a player's in the
    /// order of the rules.
    ///
    /// Beside the sweeps over the board, each kind of parts takes as long as it takes alone: a
    /// move's value is found in its part. On boards of more than 1,024 cells, what a move leaves is
    /// told as its part.
    ///
    /// # Errors
    /// As for [`Boards::value`].
    pub fn moves(
        &mut self,
        arena: &mut Arena,
        game: &Game,
        size: (usize, usize),
        state: &[i64],
    ) -> Result<Vec<Move>, NoValue> {
        let mut board = self.board(size, state)?;
        let all = self.alike(arena, &board)?;
        let found = self.found(arena, &board, &all)?;
        let mut laid = Vec::new();
        for (alike, written) in found {
            let section = &all[alike].section;
            let text = written.text(game, size.1, state);
            for (at, is) in &written.cells {
                board.cells[*at] = *is;
            }
            let left = self.cut(&board, section);
            let to = match board.cells.len() > SHOWN {
                false => game.show(&game.position_of(&board.cells, size.0, size.1)),
                true => format!("{}: {}", self.place(section), self.shown(&board, section)),
            };
            for (at, _) in &written.cells {
                board.cells[*at] = state[*at] as u8;
            }
            arena.charge(1 + (left.cells.len() + to.len()) as u64 / 8)?;
            laid.push((written.players, alike, text, to, left));
        }
        // Only now, since where the parts lie is forgotten as soon as others are looked at.
        let mut sides = [Vec::new(), Vec::new()];
        for (players, alike, text, to, left) in laid {
            let after = self.value_of_piece(arena, &left)?;
            let before = self.part(arena, &all[alike].cut)?;
            for player in Player::BOTH
                .into_iter()
                .filter(|player| players[player.index()])
            {
                sides[player.index()].push(Move {
                    player,
                    text: text.clone(),
                    to: to.clone(),
                    before,
                    after,
                    count: all[alike].count,
                });
            }
        }
        Ok(sides.into_iter().flatten().collect())
    }

    /// The parts of a board, in normal form.
    ///
    /// # Errors
    /// As for [`Boards::value`].
    pub fn normals(
        &mut self,
        arena: &Arena,
        size: (usize, usize),
        state: &[i64],
    ) -> Result<Vec<(Signed, u64)>, NoValue> {
        let board = self.board(size, state)?;
        let all = self.alike(arena, &board)?;
        let normals = all.iter().map(|one| (self.normal(&one.cut), one.count));
        Ok(normals.collect())
    }

    /// The moves on a board in the order of the rules, of parts that look alike those of the first
    /// one.
    ///
    /// # Errors
    /// Where the budget is over or has no room.
    pub fn written(
        &mut self,
        arena: &Arena,
        size: (usize, usize),
        state: &[i64],
    ) -> Result<Vec<Written>, NoValue> {
        let board = self.board(size, state)?;
        let all = self.alike(arena, &board)?;
        let found = self.found(arena, &board, &all)?;
        Ok(found.into_iter().map(|(_, written)| written).collect())
    }

    /// The same, each with the place of its part among all.
    fn found(
        &self,
        arena: &Arena,
        board: &Piece,
        all: &[Alike],
    ) -> Result<Vec<(usize, Written)>, NoValue> {
        let alike = all.iter().map(|one| one.section.root).zip(0..);
        let alike: FxHashMap<u32, usize> = alike.collect();
        let of = &self.sections.scratch.of;
        let mut found = Vec::new();
        Ground::new(&self.rules, board).each_move(arena, |pattern, origin| {
            let mut cells = pattern.at(origin).map(|(at, ..)| at);
            let root = cells.next().and_then(|at| of[at]);
            let Some(&alike) = root.and_then(|root| alike.get(&root)) else {
                return;
            };
            let written = pattern.at(origin).filter(|(.., written)| *written != KEPT);
            let written = Written {
                players: pattern.players,
                cells: written.map(|(at, _, written)| (at, written)).collect(),
            };
            found.push((alike, written));
        })?;
        Ok(found)
    }

    /// The parts of a board, those that look alike together, in the order of the first ones.
    fn alike(&mut self, arena: &Arena, board: &Piece) -> Result<Vec<Alike>, NoValue> {
        Ground::new(&self.rules, board).join_parts(arena, &mut self.sections.scratch)?;
        self.sections.gather(board.columns);
        let mut places: FxHashMap<Piece, usize> = FxHashMap::default();
        let mut all: Vec<Alike> = Vec::new();
        for section in &self.sections.all {
            let cut = self.cut(board, section);
            arena.charge(1 + cut.cells.len() as u64 / 8)?;
            if let Some(at) = places.get(&cut) {
                all[*at].count += 1;
                continue;
            }
            places.insert(cut.clone(), all.len());
            all.push(Alike {
                section: *section,
                cut,
                count: 1,
            });
        }
        Ok(all)
    }

    /// The value of what is left of a part.
    fn value_of_piece(&mut self, arena: &mut Arena, piece: &Piece) -> Result<Value, NoValue> {
        if let Some(small) = self.small(piece) {
            return small.value(arena, piece);
        }
        let layout = self.layout(piece)?;
        self.sum(arena, &layout, &layout.all, piece)
    }

    fn board(&self, (rows, columns): (usize, usize), state: &[i64]) -> Result<Piece, NoValue> {
        match (u32::try_from(rows), u32::try_from(columns)) {
            (Ok(rows), Ok(columns)) if u32::try_from(state.len()).is_ok() => Ok(Piece {
                rows,
                columns,
                cells: state.iter().map(|cell| *cell as u8).collect(),
            }),
            _ => Err(NoValue::Refused(Refusal::Large)),
        }
    }

    /// Where a part lies, in words.
    fn place(&self, section: &Section) -> String {
        let span = |name: &str, [first, last]: [u32; 2]| match first == last {
            true => format!("{name} {}", first + 1),
            false => format!("{name}s {} to {}", first + 1, last + 1),
        };
        match self.rules.row {
            true => span("cell", section.columns),
            false => format!(
                "{}, {}",
                span("row", section.rows),
                span("column", section.columns)
            ),
        }
    }

    /// What a part looks like; cells of its rectangle that belong to no part, or to another, are
    /// blanks.
    fn shown(&self, board: &Piece, section: &Section) -> String {
        let dead = self.rules.alphabet.len() as u8;
        let piece = section.piece(board, &self.sections.scratch.of, dead);
        let lines = piece.cells.chunks(piece.columns as usize).map(|line| {
            let sign = |cell: &u8| self.rules.alphabet.get(usize::from(*cell)).copied();
            line.iter().map(|cell| sign(cell).unwrap_or(' ')).collect()
        });
        lines.collect::<Vec<String>>().join("/")
    }
}
