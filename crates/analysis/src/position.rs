//! Positions: how they are written and read.

use dashu_int::{IBig, UBig};
use whowins_core::State;

use crate::closest;
use crate::decimal::decimal;
use crate::game::{Game, Player, Shape};
use crate::tokens::{Cell, Tokens};

/// The largest number of a state in machine words, 2^62 - 1: two of them can be added.
pub const LARGEST: i64 = (1 << 62) - 1;

/// With more options than these, or more cells, the rules are not laid out to find a move.
const LAID_OUT: usize = 20_000;

/// A position: what lies before the players, as the arrays of integers that a state of the core
/// game ([`Game::core`]) has after its first.
///
/// The first array of a state says whose turn it is, and that stands beside a position, not in it:
/// the outcome class of a position is what it brings with either player to move, and a move leads
/// to a position *and* the player who is to move there. What the arrays are is for the game to say,
/// and nothing in a position tells games apart:
///
/// | game | arrays |
/// |---|---|
/// | tuples | a number each |
/// | tokens | the index of a cell ([`Tokens::cells`]) each |
/// | heaps | one, in rising order, without empty heaps |
/// | rows | one, the symbols' indices into the alphabet |
/// | boards | the number of columns; the symbols' indices, row by row |
/// | terms of no family | those of the term |
///
/// All arrays lie one after the other in one list, so a tuple of two numbers takes no more room
/// than they do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    elements: Vec<IBig>,
    /// Where each array ends in the list.
    ends: Vec<usize>,
}

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// What is wrong, and where in the text.
    pub message: String,
    /// How positions of this game are written.
    pub help: String,
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// A position of single numbers, an array each: a tuple, or tokens.
    ///
    /// ```
    /// use whowins_analysis::Position;
    ///
    /// let position = Position::tuple([3, 5]);
    /// assert_eq!(position.arrays().count(), 2);
    /// assert_eq!(position.naturals(), Some(vec![3u8.into(), 5u8.into()]));
    /// ```
    pub fn tuple<N: Into<IBig>>(numbers: impl IntoIterator<Item = N>) -> Self {
        let mut position = Self::default();
        position.set_tuple(numbers);
        position
    }

    /// A position of one array: heaps, which are to be in rising order, or a row.
    pub fn list<N: Into<IBig>>(elements: impl IntoIterator<Item = N>) -> Self {
        let mut position = Self::default();
        position.push(elements);
        position
    }

    /// The position of a state of the core game: all but whose turn it is.
    pub fn of_state(state: &State) -> Self {
        let mut position = Self::default();
        for array in state.iter().skip(1) {
            position.push(array.iter().cloned());
        }
        position
    }

    /// Makes it [`Position::tuple`] of other numbers, in the room that it has.
    pub fn set_tuple<N: Into<IBig>>(&mut self, numbers: impl IntoIterator<Item = N>) {
        self.elements.clear();
        self.elements.extend(numbers.into_iter().map(Into::into));
        self.ends.clear();
        self.ends.extend(1..=self.elements.len());
    }

    /// Makes it [`Position::list`] of other elements, in the room that it has.
    pub fn set_list<N: Into<IBig>>(&mut self, elements: impl IntoIterator<Item = N>) {
        self.elements.clear();
        self.ends.clear();
        self.push(elements);
    }

    /// One array more.
    fn push<N: Into<IBig>>(&mut self, elements: impl IntoIterator<Item = N>) {
        self.elements.extend(elements.into_iter().map(Into::into));
        self.ends.push(self.elements.len());
    }

    /// The state of the core game with this player to move.
    pub fn core_state(&self, player: Player) -> State {
        let turn = std::iter::once(vec![player.index().into()]);
        turn.chain(self.arrays().map(<[IBig]>::to_vec)).collect()
    }

    /// The elements of all arrays, one after the other: the numbers of a tuple, the heaps, the
    /// symbols of a row.
    pub fn elements(&self) -> &[IBig] {
        &self.elements
    }

    /// The arrays, in order.
    pub fn arrays(&self) -> impl DoubleEndedIterator<Item = &[IBig]> + ExactSizeIterator {
        (0..self.ends.len()).map(|at| {
            let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.elements[from..self.ends[at]]
        })
    }

    /// The elements as naturals; `None` where one is negative.
    pub fn naturals(&self) -> Option<Vec<UBig>> {
        each(&self.elements, |element| element.as_ubig().cloned())
    }

    /// The elements as machine words; `None` where one is above [`LARGEST`].
    pub fn words(&self) -> Option<Vec<i64>> {
        let word = |element: &IBig| i64::try_from(element).ok().filter(|n| *n <= LARGEST);
        each(&self.elements, word)
    }

    /// The last array as the symbols of a row or board; `None` where they are no such indices.
    pub fn cells(&self) -> Option<Vec<u8>> {
        let last = self.arrays().next_back()?;
        each(last, |cell| u8::try_from(cell).ok())
    }

    /// The elements as the cells that tokens stand on; `None` where they are no such indices.
    pub fn places(&self) -> Option<Vec<u32>> {
        each(&self.elements, |cell| u32::try_from(cell).ok())
    }
}

/// All elements as something else, where each of them can be that. In room that is asked for once:
/// a stream reads a row many times.
fn each<T>(elements: &[IBig], read: impl Fn(&IBig) -> Option<T>) -> Option<Vec<T>> {
    let mut all = Vec::with_capacity(elements.len());
    for element in elements {
        all.push(read(element)?);
    }
    Some(all)
}

impl Game {
    /// Rows and columns of a board; 1 and its length for a row, 1 by 1 where the game is neither.
    pub fn size_of(&self, position: &Position) -> (usize, usize) {
        let Shape::Board(board) = &self.shape else {
            return (1, 1);
        };
        let mut arrays = position.arrays();
        match (board.row, arrays.next(), arrays.next()) {
            (true, Some(cells), None) => (1, cells.len()),
            (false, Some([columns]), Some(cells)) => {
                let columns = usize::try_from(columns).unwrap_or(0);
                (cells.len().checked_div(columns).unwrap_or(1), columns)
            }
            _ => (1, 1),
        }
    }

    /// Whether a number of a position is so large that moves are not gone through one by one, or a
    /// board.
    pub fn is_large(&self, position: &Position) -> bool {
        match &self.shape {
            Shape::Board(_) => {
                let (rows, columns) = self.size_of(position);
                rows.saturating_mul(columns) > LAID_OUT
            }
            Shape::Tokens(_) => false,
            Shape::Numbers(_) | Shape::Heaps(_) | Shape::Program(_) => {
                let most = IBig::from(LAID_OUT);
                position.elements.iter().any(|number| *number > most)
            }
        }
    }

    /// A position as a state of [`Frame`](crate::Frame), where all of it are machine words, up to
    /// [`LARGEST`] for numbers and heaps; of a term of no family with the first-named player to
    /// move ([`Frame::with_turn`](crate::Frame::with_turn)).
    pub fn state_of(&self, position: &Position) -> Option<Vec<i64>> {
        let word = |number: &IBig| i64::try_from(number).ok();
        match &self.shape {
            Shape::Numbers(_) | Shape::Heaps(_) | Shape::Tokens(_) => position.words(),
            Shape::Board(_) => each(position.arrays().next_back()?, word),
            Shape::Program(_) => {
                let mut all = vec![Player::First.index() as i64];
                for array in position.arrays() {
                    all.push(array.len() as i64);
                    for element in array {
                        all.push(word(element)?);
                    }
                }
                Some(all)
            }
        }
    }

    /// The position of a state, on a board of `rows` by `columns`: [`Game::state_of`] backwards.
    pub fn position_of<N: Copy + Into<i64>>(
        &self,
        state: &[N],
        rows: usize,
        columns: usize,
    ) -> Position {
        let all = || state.iter().map(|number| IBig::from((*number).into()));
        let mut position = Position::default();
        match &self.shape {
            Shape::Numbers(_) | Shape::Tokens(_) => position.set_tuple(all()),
            Shape::Heaps(_) => position.push(all()),
            Shape::Board(board) => {
                debug_assert_eq!(state.len(), rows * columns, "{rows} x {columns}");
                if !board.row {
                    position.push([columns]);
                }
                position.push(all());
            }
            Shape::Program(_) => {
                let mut rest = state.iter().skip(1).map(|number| (*number).into());
                while let Some(length) = rest.next() {
                    let length = usize::try_from(length).unwrap_or(0);
                    position.push(rest.by_ref().take(length));
                }
            }
        }
        position
    }

    /// Reads a position, in the way that [`Game::show`] writes it: `4,7` for numbers and heaps,
    /// `xo.x` for a row, rows with `/` between for a board, names of places for tokens, parts with
    /// `;` between. Numbers may be of any length; a number of `n` digits takes subquadratic time.
    ///
    /// ```
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("two", "game \"Two\"\nposition x, y\nmove x -= 1\nmove y -= 1")?;
    /// let game = rules.game(&Parameters::new())?;
    /// let far = "1000000000000000000000000000000,5";
    /// assert_eq!(game.show(&game.read(far)?), far);
    /// let fault = game.read("3").expect_err("there are two numbers");
    /// assert_eq!(fault.help, "write the position as x,y");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text has another shape, or a value lies outside its range; the message names the
    /// part and the mend.
    pub fn read(&self, text: &str) -> Result<Position, PositionError> {
        match &self.shape {
            Shape::Numbers(_) => self.read_numbers(text),
            Shape::Board(_) => self.read_board(text),
            Shape::Tokens(tokens) => read_tokens(tokens, text),
            Shape::Heaps(_) => read_heaps(text),
            Shape::Program(program) => Ok(Position::of_state(&program.read(text)?)),
        }
    }

    fn read_numbers(&self, text: &str) -> Result<Position, PositionError> {
        let Shape::Numbers(numbers) = &self.shape else {
            unreachable!("only called for tuples")
        };
        let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
        let fail = |message: String| PositionError {
            message,
            help: match names.as_slice() {
                [one] => format!("write the position as one number, {one}"),
                _ => format!("write the position as {}", names.join(",")),
            },
        };
        let parts: Vec<&str> = split_numbers(text);
        if parts.len() != names.len() {
            return Err(fail(format!(
                "the position `{}` has {}, not {}",
                shorten(text),
                counted(parts.len(), "number"),
                names.len()
            )));
        }
        let values = parts
            .iter()
            .zip(&numbers.variables)
            .map(|(part, variable)| {
                let range = (variable.least.into(), variable.most.map(IBig::from));
                let name = &variable.name;
                number_of(
                    part,
                    name,
                    &variable.words,
                    (&range.0, range.1.as_ref()),
                    false,
                )
                .map_err(fail)
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Position::tuple(values))
    }

    fn read_board(&self, text: &str) -> Result<Position, PositionError> {
        let Shape::Board(board) = &self.shape else {
            unreachable!("only called for boards")
        };
        let symbols: String = board.alphabet.iter().collect();
        let fail = |message: String| PositionError {
            message,
            help: if board.row {
                format!("write the row as its symbols, each one of {symbols}")
            } else {
                format!("write the board row by row with `/` between, each cell one of {symbols}")
            },
        };
        let trimmed = text.trim();
        let lines: Vec<&str> = if board.row {
            vec![trimmed]
        } else {
            trimmed.split(['/', '\n']).map(str::trim).collect()
        };
        let (cells, columns) = cells_of(&lines, &board.alphabet, "", false).map_err(fail)?;
        // A row may have no cell: nobody can move there.
        let is_free_row = board.row && board.size.is_none();
        if columns == 0 && !is_free_row {
            return Err(fail("the position is empty".into()));
        }
        if let Some((want_rows, want_columns)) = board.size
            && (lines.len(), columns) != (want_rows, want_columns)
        {
            return Err(fail(format!(
                "the position has {} x {columns} cells, but the rules say {want_rows} x {want_columns}",
                lines.len()
            )));
        }
        Ok(self.position_of(&cells, lines.len(), columns))
    }

    /// Writes a position as [`Game::read`] reads it.
    pub fn show(&self, position: &Position) -> String {
        let elements = position.elements();
        let joined = |parts: Vec<String>, between: &str| parts.join(between);
        match &self.shape {
            Shape::Numbers(numbers) => {
                let each = elements.iter().zip(&numbers.variables);
                let shown = each.map(|(value, variable)| number_shown(value, &variable.words));
                joined(shown.collect(), ",")
            }
            Shape::Heaps(_) if elements.is_empty() => "0".into(),
            Shape::Heaps(_) => joined(
                elements
                    .iter()
                    .map(|heap| number_shown(heap, &[]))
                    .collect(),
                ",",
            ),
            Shape::Board(board) => {
                let (_, columns) = self.size_of(position);
                let cells = position.arrays().next_back().unwrap_or_default();
                cells_shown(cells, &board.alphabet, columns)
            }
            Shape::Tokens(tokens) => {
                let place = |cell: &IBig| tokens.cells.get(usize::try_from(cell).ok()?);
                let name = |cell: &Cell| match cell {
                    Cell::Square { row, column } => format!("{row},{column}"),
                    Cell::Node(name) => name.clone(),
                };
                let places = elements.iter().filter_map(place);
                joined(places.map(name).collect(), " ")
            }
            Shape::Program(program) => program.show(&position.core_state(Player::First)),
        }
    }
}

/// A number in decimal digits, or the word that stands for it.
pub(crate) fn number_shown(number: &IBig, words: &[String]) -> String {
    let word = || words.get(usize::try_from(number).ok()?).cloned();
    let digits = || number.as_ubig().map_or_else(|| number.to_string(), decimal);
    word().unwrap_or_else(digits)
}

/// A number as it is written, or the word that stands for it, within its range; else what is wrong.
/// Digits may have a sign before them where it is `signed`.
pub(crate) fn number_of(
    text: &str,
    name: &str,
    words: &[String],
    (least, most): (&IBig, Option<&IBig>),
    signed: bool,
) -> Result<IBig, String> {
    if let Some(at) = words.iter().position(|word| word == text) {
        return Ok(at.into());
    }
    let digits = text.strip_prefix('-').filter(|_| signed);
    let number = match digits {
        Some(digits) => read_number(digits).map(|number| -IBig::from(number)),
        None => read_number(text).map(IBig::from),
    };
    let number = number.ok_or_else(|| format!("`{}` isn't a value of {name}", shorten(text)))?;
    if number < *least || most.is_some_and(|most| number > *most) {
        return Err(format!(
            "{name} = {} is outside its range, {least} to {}",
            shorten(text),
            most.map_or("any number".into(), IBig::to_string)
        ));
    }
    Ok(number)
}

/// Cells by their symbols, a row after the other with `/` between.
pub(crate) fn cells_shown(cells: &[IBig], symbols: &[char], columns: usize) -> String {
    let symbol = |cell: &IBig| {
        let at = usize::try_from(cell).ok();
        at.and_then(|at| symbols.get(at)).copied().unwrap_or('?')
    };
    let mut text = String::with_capacity(cells.len());
    for (at, row) in cells.chunks(columns.max(1)).enumerate() {
        if at > 0 {
            text.push('/');
        }
        text.extend(row.iter().map(symbol));
    }
    text
}

/// The cells of rows of symbols, and how many stand in each; else what is wrong. `whose` is said
/// behind a place, `spaced` lets blanks stand between symbols.
pub(crate) fn cells_of(
    rows: &[&str],
    symbols: &[char],
    whose: &str,
    spaced: bool,
) -> Result<(Vec<i64>, usize), String> {
    let mut cells = Vec::with_capacity(rows.iter().map(|row| row.len()).sum());
    let mut columns = None;
    for (row, line) in rows.iter().enumerate() {
        let before = cells.len();
        for symbol in line.chars().filter(|one| !spaced || !one.is_whitespace()) {
            let at = symbols.iter().position(|one| *one == symbol);
            let at = at.ok_or_else(|| {
                let column = cells.len() - before + 1;
                let place = format!("row {}, column {column}{whose}", row + 1);
                format!("`{symbol}` in {place} is not a symbol of this game")
            })?;
            cells.push(at as i64);
        }
        let width = cells.len() - before;
        let first = *columns.get_or_insert(width);
        if first != width {
            return Err(format!(
                "row {}{whose} has {}, but row 1 has {first}",
                row + 1,
                counted(width, "cell")
            ));
        }
    }
    Ok((cells, columns.unwrap_or(0)))
}

/// The parts of a tuple: separated by commas, blanks, or both, perhaps in parentheses.
pub(crate) fn split_numbers(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or(text);
    if inner.contains(',') {
        inner.split(',').map(str::trim).collect()
    } else {
        inner.split_whitespace().collect()
    }
}

/// A natural number of any length in decimal digits.
fn read_number(text: &str) -> Option<UBig> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match text.parse::<u64>() {
        Ok(value) => Some(UBig::from(value)),
        Err(_) => UBig::from_str_radix(text, 10).ok(),
    }
}

fn read_heaps(text: &str) -> Result<Position, PositionError> {
    let mut heaps = split_numbers(text)
        .into_iter()
        .map(|part| {
            read_number(part).ok_or_else(|| PositionError {
                message: format!("`{}` isn't a heap", shorten(part)),
                help: "write the heaps as numbers with commas between, such as 7 or 3,5".into(),
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if heaps.is_empty() {
        return Err(PositionError {
            message: "the position is empty".into(),
            help: "write the heaps as numbers with commas between, such as 7 or 3,5".into(),
        });
    }
    heaps.retain(|heap| *heap != UBig::ZERO);
    heaps.sort();
    Ok(Position::list(heaps))
}

fn read_tokens(tokens: &Tokens, text: &str) -> Result<Position, PositionError> {
    let on_map = tokens.map.is_some();
    let fail = |message: String| PositionError {
        message,
        help: if on_map {
            format!(
                "write one ROW,COLUMN a token, counted from 1, with blanks between: {}",
                tokens.names.join(" ")
            )
        } else {
            format!(
                "write one node a token, with blanks between: {}",
                tokens.names.join(" ")
            )
        },
    };
    let parts: Vec<&str> = text.split_whitespace().collect();
    if parts.len() != tokens.names.len() {
        return Err(fail(format!(
            "the position `{}` names {}, not {}",
            shorten(text),
            counted(parts.len(), "place"),
            tokens.names.len()
        )));
    }
    let find = |part: &str, name: &str| -> Result<usize, PositionError> {
        let wanted = if on_map {
            part.split_once(',')
                .and_then(|(row, column)| {
                    Some(Cell::Square {
                        row: row.parse().ok()?,
                        column: column.parse().ok()?,
                    })
                })
                .ok_or_else(|| fail(format!("`{}` isn't a square for {name}", shorten(part))))?
        } else {
            Cell::Node(part.to_string())
        };
        tokens
            .cells
            .iter()
            .position(|cell| *cell == wanted)
            .ok_or_else(|| {
                let mut error = fail(format!("{name} cannot be placed on `{}`", shorten(part)));
                let nodes = tokens.cells.iter().filter_map(|cell| match cell {
                    Cell::Node(name) => Some(name.as_str()),
                    Cell::Square { .. } => None,
                });
                if let Some(near) = closest(part, nodes) {
                    error.help = format!("did you mean `{near}`?");
                } else if let Some(map) = &tokens.map {
                    let (rows, columns) = (map.lines.len(), map.lines.first().map_or(0, Vec::len));
                    error.help = format!(
                        "name a free square of the map's {} and {}",
                        counted(rows, "row"),
                        counted(columns, "column")
                    );
                }
                error
            })
    };
    let named = parts.iter().zip(&tokens.names);
    let places = named.map(|(part, name)| find(part, name));
    Ok(Position::tuple(places.collect::<Result<Vec<_>, _>>()?))
}

/// A count with its word, in the singular or plural.
pub(crate) fn counted(count: usize, word: &str) -> String {
    if count == 1 {
        format!("1 {word}")
    } else {
        format!("{count} {word}s")
    }
}

/// A text cut to what a message can hold: forty characters.
///
/// ```
/// assert_eq!(whowins_analysis::shorten("short"), "short");
/// assert_eq!(whowins_analysis::shorten(&"7".repeat(50)).len(), 43);
/// ```
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.to_string()
    } else {
        let head: String = text.chars().take(LONGEST).collect();
        format!("{head}...")
    }
}
