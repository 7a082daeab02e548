//! Maps of tokens: who wins, by where one token stands while the others stay.

use whowins_analysis::tokens::{Cell, Tokens};
use whowins_analysis::{Game, Position};

use super::MapRequest;
use crate::fault::{Fault, input};

/// A map of squares on which one token is put everywhere.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    /// Columns and rows of the map.
    pub(super) size: [usize; 2],
    /// The cell of each square, row by row; `None` where no token can stand.
    cells: Vec<Option<u32>>,
    /// The cells of all tokens; that of the one that is put everywhere does not matter.
    stand: Vec<u32>,
    token: usize,
    /// Its name.
    pub(super) name: String,
    /// The others, with the column and row where each stands.
    pub(super) staying: Vec<(String, [usize; 2])>,
}

impl Squares {
    /// The first token that no slice fixes is put everywhere; the others stand where the slices
    /// say, else where play starts.
    pub(super) fn new(game: &Game, tokens: &Tokens, asked: &MapRequest) -> Result<Self, Fault> {
        let Some(map) = &tokens.map else {
            return input(
                "there is no map of a graph: maps show numbers, heaps, rows of any length, and tokens on squares; `whowins solve` answers single positions",
            );
        };
        let size = [map.lines.first().map_or(0, Vec::len), map.lines.len()];
        let mut cells = vec![None; size[0] * size[1]];
        for (at, cell) in (0..).zip(&tokens.cells) {
            if let Cell::Square { row, column } = cell {
                cells[(row - 1) * size[0] + column - 1] = Some(at);
            }
        }
        let mut stand: Vec<Option<u32>> = vec![None; tokens.names.len()];
        for slice in &asked.slice {
            let (token, cell) = fixed(tokens, &cells, size, slice)?;
            if stand[token].replace(cell).is_some() {
                return input(format!(
                    "--slice {slice}: this token is put twice; put it once"
                ));
            }
        }
        let Some(token) = stand.iter().position(Option::is_none) else {
            return input("every token is put somewhere by --slice; leave one to be drawn");
        };
        let start = game.start.as_ref().and_then(Position::places);
        let mut staying = Vec::new();
        for (at, name) in tokens
            .names
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != token)
        {
            let Some(cell) = stand[at].or_else(|| start.as_ref()?.get(at).copied()) else {
                return input(format!(
                    "the rules do not say where {name} starts; put it with --slice {name}=ROW,COLUMN"
                ));
            };
            stand[at] = Some(cell);
            if let Some(Cell::Square { row, column }) = tokens.cells.get(cell as usize) {
                staying.push((name.clone(), [column - 1, row - 1]));
            }
        }
        Ok(Self {
            size,
            cells,
            stand: stand.into_iter().map(Option::unwrap_or_default).collect(),
            token,
            name: tokens.names[token].clone(),
            staying,
        })
    }

    /// The position with the token on a square; `None` where it cannot stand there.
    pub(super) fn position(&self, column: usize, row: usize) -> Option<Position> {
        let inside = column < self.size[0] && row < self.size[1];
        let cell = inside.then(|| self.cells[row * self.size[0] + column])??;
        let mut stand = self.stand.clone();
        stand[self.token] = cell;
        Some(Position::tuple(stand))
    }
}

/// The token and the cell of a slice such as b=4,5.
fn fixed(
    tokens: &Tokens,
    cells: &[Option<u32>],
    size: [usize; 2],
    slice: &str,
) -> Result<(usize, u32), Fault> {
    let Some((name, text)) = slice.split_once('=') else {
        return input(format!(
            "--slice {slice} has no `=`; write --slice TOKEN=ROW,COLUMN"
        ));
    };
    let Some(token) = tokens.names.iter().position(|one| one == name.trim()) else {
        return input(format!(
            "--slice {slice}: the game has no token `{}`; its tokens are {}",
            name.trim(),
            tokens.names.join(", ")
        ));
    };
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    let square = text.split_once(',').and_then(|(row, column)| {
        let (row, column) = (number(row)?, number(column)?);
        let inside = column < size[0] && row < size[1];
        inside.then(|| cells[row * size[0] + column])?
    });
    match square {
        Some(cell) => Ok((token, cell)),
        None => input(format!(
            "--slice {slice}: `{}` isn't a square where {name} can stand; write ROW,COLUMN, counted from 1, of the map's {} rows and {} columns",
            text.trim(),
            size[1],
            size[0]
        )),
    }
}
