//! How a position of several parts is written, and read again.

use std::cmp::Ordering;

use dashu_int::IBig;
use whowins_core::State;

use super::{Holding, Notation, Program, Sum, subset, with_turn};
use crate::closest;
use crate::game::Player;
use crate::position::{
    PositionError, cells_of, cells_shown, counted, number_of, number_shown, shorten, split_numbers,
};

/// What is written for no number at all.
const NONE: &str = "none";

impl Program {
    /// Writes a state as [`Program::read`] reads it: the parts in order, with `; ` between; numbers
    /// that follow one another are one tuple.
    pub fn show(&self, state: &State) -> String {
        if let Some(sum) = self.any_number() {
            return sum.show(state);
        }
        let mut text = String::new();
        for (at, holding) in self.parts.iter().enumerate() {
            if at > 0 {
                let joined = self.beside(&self.parts[at - 1], holding);
                text.push_str(if joined { "," } else { "; " });
            }
            if let Some(elements) = state.get(holding.part) {
                text.push_str(&self.part_shown(holding, elements, state));
            }
        }
        text
    }

    /// One part of a state.
    pub(super) fn part_shown(&self, holding: &Holding, elements: &[IBig], state: &State) -> String {
        let symbol = |symbols: &[char], element: &IBig| -> char {
            let index = usize::try_from(element).ok();
            index.and_then(|at| symbols.get(at)).copied().unwrap_or('?')
        };
        let join = |elements: &[IBig]| {
            let all = elements.iter().map(|one| number_shown(one, &[]));
            all.collect::<Vec<_>>().join(",")
        };
        match &holding.notation {
            Notation::Number { words } => elements
                .first()
                .map_or_else(String::new, |one| number_shown(one, words)),
            Notation::Numbers { .. } if elements.is_empty() => NONE.into(),
            Notation::Numbers { columns: None, .. } => join(elements),
            Notation::Numbers {
                columns: Some(columns),
                ..
            } => {
                let rows: Vec<String> = elements.chunks((*columns).max(1)).map(join).collect();
                rows.join("/")
            }
            Notation::Cells { symbols, .. } if elements.is_empty() => {
                match NONE.chars().all(|one| symbols.contains(&one)) {
                    true => String::new(),
                    false => NONE.into(),
                }
            }
            Notation::Cells {
                symbols, is_board, ..
            } => {
                let columns = match is_board {
                    true => self.columns_of(&holding.notation, state, elements.len()),
                    false => elements.len(),
                };
                cells_shown(elements, symbols, columns)
            }
            Notation::Nodes { symbols, .. } => {
                let all: Vec<String> = elements
                    .iter()
                    .map(|one| symbol(symbols, one).to_string())
                    .collect();
                all.join(" ")
            }
            Notation::Subset { members } => subset::shown(elements, members),
            Notation::Tokens { places, alike, .. } => {
                let mut elements = elements.to_vec();
                if *alike {
                    elements.sort_unstable();
                }
                let names: Vec<String> = elements
                    .iter()
                    .map(|one| number_shown(one, places))
                    .collect();
                names.join(" ")
            }
        }
    }

    /// A state drawn as lines of text: boards row by row, each other part in a line with its name.
    pub fn lines(&self, state: &State, players: &[String; 2]) -> Vec<String> {
        if let Some(sum) = self.any_number() {
            let own = |(game, own): &(usize, State)| sum.games[*game].1.lines(own, players);
            return sum.split(state).iter().flat_map(own).collect();
        }
        let mut lines = Vec::new();
        for holding in &self.parts {
            let Some(elements) = state.get(holding.part) else {
                continue;
            };
            let shown = self.part_shown(holding, elements, state);
            let name = &holding.name;
            match &holding.notation {
                Notation::Cells { .. } => {
                    let spaced = |row: &str| {
                        let symbols: Vec<String> = row.chars().map(String::from).collect();
                        symbols.join(" ")
                    };
                    lines.extend(shown.split('/').map(spaced));
                }
                Notation::Numbers {
                    columns: Some(_), ..
                } => {
                    let widest = elements.iter().map(|one| one.to_string().len()).max();
                    let padded = |row: &str| {
                        let all: Vec<String> = row
                            .split(',')
                            .map(|number| format!("{number:>0$}", widest.unwrap_or(1)))
                            .collect();
                        all.join(" ")
                    };
                    lines.extend(shown.split('/').map(padded));
                }
                Notation::Numbers { facing: true, .. } => {
                    let told: Vec<String> = elements.iter().map(IBig::to_string).collect();
                    let widest = told.iter().map(String::len).max().unwrap_or(1);
                    let padded = |one: &String| format!("{one:>widest$}");
                    let (near, far) = told.split_at(told.len() / 2);
                    let far: Vec<String> = far.iter().rev().map(padded).collect();
                    let near: Vec<String> = near.iter().map(padded).collect();
                    lines.push(far.join("  "));
                    lines.push(near.join("  "));
                }
                Notation::Nodes { symbols, nodes } => {
                    let symbol = |one: &IBig| {
                        let at = usize::try_from(one).ok();
                        at.and_then(|at| symbols.get(at)).copied().unwrap_or('?')
                    };
                    let each = nodes.iter().zip(elements);
                    let each = each.map(|(node, one)| format!("{node}: {}", symbol(one)));
                    lines.push(each.collect::<Vec<_>>().join("  "));
                }
                Notation::Numbers { .. } | Notation::Number { .. } => {
                    lines.push(format!("{name} = {}", shown.replace(',', ", ")));
                }
                Notation::Subset { .. } => lines.push(format!("{name} = {shown}")),
                Notation::Tokens { .. } => lines.push(format!("{name} at {shown}")),
            }
        }
        let ahead = self.score.and_then(|part| state.get(part)?.first());
        if let Some(ahead) = ahead {
            lines.push(match ahead.cmp(&IBig::ZERO) {
                Ordering::Equal => "score: even".into(),
                Ordering::Greater => format!("score: {} is ahead by {ahead}", players[0]),
                Ordering::Less => format!("score: {} is ahead by {}", players[1], -ahead.clone()),
            });
        }
        lines
    }

    /// How many cells stand in a row.
    pub(super) fn columns_of(&self, notation: &Notation, state: &State, cells: usize) -> usize {
        match notation {
            Notation::Cells {
                is_board: true,
                size,
                columns,
                ..
            } => {
                let said = columns
                    .and_then(|part| state.get(part)?.first())
                    .and_then(|columns| usize::try_from(columns).ok());
                said.or(size.map(|(_, columns)| columns)).unwrap_or(cells)
            }
            _ => cells,
        }
    }

    /// Reads a state, with the first-named player to move: the parts in order, with `;` between, or
    /// by their names, `heap = 3,4; last = 7`.
    ///
    /// # Errors
    ///
    /// Where a part is missing, or is not of its form or range; the message names it.
    pub fn read(&self, text: &str) -> Result<State, PositionError> {
        if let Some(sum) = self.any_number() {
            return self.whole(sum.read(text)?);
        }
        let mut state = self.blank();
        let (groups, pieces) = (self.groups(), split(text));
        if groups.is_empty() {
            return Ok(state);
        }
        let named = |piece: &str| {
            let (name, value) = piece.split_once('=')?;
            let name = name.trim();
            let holding = self.parts.iter().find(|holding| holding.name == name)?;
            Some((holding, value.trim().to_string()))
        };
        let all_named: Option<Vec<_>> = pieces.iter().map(|piece| named(piece)).collect();
        if let Some(all) = all_named {
            for holding in &self.parts {
                let Some((_, value)) = all.iter().find(|(one, _)| one.part == holding.part) else {
                    return Err(self.fail(format!("{} is missing", holding.name)));
                };
                self.put(&mut state, holding, value)?;
            }
            return self.whole(state);
        }
        if pieces.len() != groups.len() {
            let message = format!(
                "the position `{}` has {}, not {}",
                shorten(text.trim()),
                counted(pieces.len(), "part"),
                groups.len()
            );
            return Err(self.fail(message));
        }
        for (group, piece) in groups.into_iter().zip(pieces) {
            match group {
                [one] => self.put(&mut state, one, piece)?,
                several => {
                    let values = split_numbers(piece);
                    if values.len() != several.len() {
                        let names: Vec<&str> = several.iter().map(|h| h.name.as_str()).collect();
                        return Err(self.fail(format!(
                            "`{}` has {}, not {}: {}",
                            shorten(piece.trim()),
                            counted(values.len(), "number"),
                            several.len(),
                            names.join(", ")
                        )));
                    }
                    for (holding, value) in several.iter().zip(values) {
                        self.put(&mut state, holding, value)?;
                    }
                }
            }
        }
        self.whole(state)
    }

    /// A last look at what was read.
    fn whole(&self, state: State) -> Result<State, PositionError> {
        match self.term.admits(&state) {
            Ok(()) => Ok(state),
            Err(why) => Err(self.fail(why)),
        }
    }

    /// The rules' start, else the least that every part can be.
    pub fn first(&self) -> State {
        self.blank()
    }

    /// What stands in the parts that are not written.
    fn blank(&self) -> State {
        if let Some(sum) = &self.sum
            && self.term.starts.is_empty()
        {
            let games: Vec<State> = sum.games.iter().map(|(_, game)| game.blank()).collect();
            return sum.join(&games);
        }
        if let Some(start) = self.term.starts.first() {
            let mut state = with_turn(start.clone(), Player::First);
            if let Some(score) = self.score {
                state[score] = vec![IBig::ZERO];
            }
            return state;
        }
        let part = |part: &whowins_core::Part| match part.holds(&IBig::ZERO) {
            true => vec![IBig::ZERO],
            false => vec![part.least.clone()],
        };
        let mut state: State = self.term.parts.iter().map(part).collect();
        for (part, rest) in &self.rest {
            state[*part].clone_from(rest);
        }
        state
    }

    /// The parts as they are written together: numbers that follow one another, and each other part
    /// by itself.
    pub(super) fn groups(&self) -> Vec<&[Holding]> {
        let together = |one: &Holding, next: &Holding| self.beside(one, next);
        self.parts.chunk_by(together).collect()
    }

    /// Whether two parts that follow one another are numbers of one tuple: those of two games of a
    /// sum are not.
    fn beside(&self, one: &Holding, next: &Holding) -> bool {
        let game = |holding: &Holding| self.sum.as_ref().map(|sum| sum.game_of(holding.part));
        one.is_number() && next.is_number() && game(one) == game(next)
    }

    /// The sum of any number of components that the position is, if it is one.
    pub(super) fn any_number(&self) -> Option<&Sum> {
        self.sum.as_ref().filter(|sum| sum.any)
    }

    /// How a position is written, for messages.
    pub fn form(&self) -> String {
        self.fail(String::new()).help
    }

    fn fail(&self, message: String) -> PositionError {
        if let Some(sum) = self.any_number() {
            let help = sum.form();
            return PositionError { message, help };
        }
        let forms: Vec<String> = self
            .groups()
            .into_iter()
            .map(|group| match group {
                [one] => one.form(),
                several => {
                    let names: Vec<&str> = several.iter().map(|h| h.name.as_str()).collect();
                    names.join(",")
                }
            })
            .collect();
        PositionError {
            message,
            help: format!("write the position as {}", forms.join("; ")),
        }
    }

    fn put(&self, state: &mut State, holding: &Holding, text: &str) -> Result<(), PositionError> {
        let fail = |message: String| self.fail(message);
        let name = &holding.name;
        let elements = match &holding.notation {
            Notation::Number { words } => vec![self.number(holding, words, text)?],
            Notation::Numbers {
                length, columns, ..
            } => {
                let rows: Vec<&str> = match text.trim() {
                    "" | NONE => Vec::new(),
                    text if columns.is_some() => text.split('/').collect(),
                    text => vec![text],
                };
                let mut all = Vec::new();
                for row in rows {
                    let before = all.len();
                    for piece in row.split([',', ' ']).filter(|piece| !piece.is_empty()) {
                        all.push(self.number(holding, &[], piece)?);
                    }
                    let found = all.len() - before;
                    if columns.is_some_and(|columns| found != columns) {
                        return Err(fail(format!(
                            "a row of {name} has {}, not {}",
                            counted(found, "number"),
                            columns.unwrap_or(0)
                        )));
                    }
                }
                if length.is_some_and(|length| length != all.len()) {
                    return Err(fail(format!(
                        "{name} has {}, not {}",
                        counted(all.len(), "number"),
                        length.unwrap_or(0)
                    )));
                }
                all
            }
            Notation::Cells { .. } => {
                let (cells, columns) = self.cells(holding, text)?;
                if let Notation::Cells {
                    columns: Some(part),
                    ..
                } = &holding.notation
                {
                    state[*part] = vec![columns.into()];
                }
                cells
            }
            Notation::Nodes { symbols, nodes } => {
                let mut all = Vec::new();
                for symbol in text.chars().filter(|one| !one.is_whitespace()) {
                    let at = symbols.iter().position(|one| *one == symbol);
                    all.push(IBig::from(at.ok_or_else(|| {
                        fail(format!("`{symbol}` isn't a symbol of {name}"))
                    })?));
                }
                if all.len() != nodes.len() {
                    return Err(fail(format!(
                        "{name} has {}, and there are {} nodes: {}",
                        counted(all.len(), "symbol"),
                        nodes.len(),
                        shorten(&nodes.join(" "))
                    )));
                }
                all
            }
            Notation::Subset { members } => subset::subset(text, members).map_err(|piece| {
                let mut error = fail(format!("`{}` cannot be in {name}", shorten(&piece)));
                let near = closest(&piece, members.iter().map(String::as_str));
                if let Some(near) = near {
                    error.help = format!("did you mean `{near}`?");
                }
                error
            })?,
            Notation::Tokens {
                places,
                count,
                alike,
            } => {
                let pieces: Vec<&str> = text.split_whitespace().collect();
                if pieces.len() != *count {
                    return Err(fail(format!(
                        "{name} has {}, not {count}",
                        counted(pieces.len(), "place")
                    )));
                }
                let mut all = Vec::new();
                for piece in pieces {
                    let at = places.iter().position(|place| place == piece);
                    all.push(IBig::from(at.ok_or_else(|| {
                        fail(format!("{name} cannot be placed on `{}`", shorten(piece)))
                    })?));
                }
                if *alike {
                    all.sort_unstable();
                }
                all
            }
        };
        state[holding.part] = elements;
        Ok(())
    }

    fn number(
        &self,
        holding: &Holding,
        words: &[String],
        text: &str,
    ) -> Result<IBig, PositionError> {
        let part = &self.term.parts[holding.part];
        let range = (&part.least, part.most.as_ref());
        number_of(text.trim(), &holding.name, words, range, true).map_err(|why| self.fail(why))
    }

    /// The cells of a row, ring or board, and how many stand in a row.
    fn cells(&self, holding: &Holding, text: &str) -> Result<(Vec<IBig>, usize), PositionError> {
        let Notation::Cells {
            symbols,
            is_board,
            size,
            ..
        } = &holding.notation
        else {
            return Ok((Vec::new(), 0));
        };
        let name = &holding.name;
        let text = match text.trim() {
            NONE if !NONE.chars().all(|one| symbols.contains(&one)) => "",
            text => text,
        };
        let lines: Vec<&str> = match is_board {
            true => text.split(['/', '\n']).collect(),
            false => vec![text],
        };
        let (cells, columns) = cells_of(&lines, symbols, &format!(" of {name}"), true)
            .map_err(|why| self.fail(why))?;
        if let Some(wanted) = size
            && (lines.len(), columns) != *wanted
        {
            return Err(self.fail(format!(
                "{name} has {} x {columns} cells, but the rules say {} x {}",
                lines.len(),
                wanted.0,
                wanted.1
            )));
        }
        if *is_board && columns == 0 {
            return Err(self.fail(format!("{name} is empty")));
        }
        Ok((cells.into_iter().map(IBig::from).collect(), columns))
    }
}

impl Holding {
    /// Whether it is written as one number.
    pub fn is_number(&self) -> bool {
        matches!(self.notation, Notation::Number { .. })
    }

    /// How it is written, for messages.
    fn form(&self) -> String {
        let name = &self.name;
        let all = |symbols: &[char]| symbols.iter().collect::<String>();
        match &self.notation {
            Notation::Number { .. } => name.clone(),
            Notation::Numbers { columns: None, .. } => {
                format!("{name} (numbers with commas between)")
            }
            Notation::Numbers { .. } => {
                format!("{name} (rows of numbers, commas between numbers and `/` between rows)")
            }
            Notation::Cells {
                symbols,
                is_board: false,
                ..
            } => format!("{name} (its symbols, each one of {})", all(symbols)),
            Notation::Cells { symbols, .. } => format!(
                "{name} (row by row with `/` between, each cell one of {})",
                all(symbols)
            ),
            Notation::Nodes { symbols, nodes } => format!(
                "{name} (a symbol of {} for each of {})",
                all(symbols),
                shorten(&nodes.join(" "))
            ),
            Notation::Subset { members } => {
                format!("{name} ({{...}} of {})", shorten(&members.join(", ")))
            }
            Notation::Tokens { places, .. } => {
                format!("{name} (places such as {})", shorten(&places.join(" ")))
            }
        }
    }
}

/// The parts of a text between `;`, those within braces left whole.
pub(super) fn split(text: &str) -> Vec<&str> {
    at_top(text, |one| one == ';')
}

/// The parts of a text between separators, those within braces left whole.
pub(super) fn at_top(text: &str, separates: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut all, mut depth, mut from) = (Vec::new(), 0usize, 0);
    for (at, one) in text.char_indices() {
        match one {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if separates(one) && depth == 0 => {
                all.push(&text[from..at]);
                from = at + one.len_utf8();
            }
            _ => {}
        }
    }
    all.push(&text[from..]);
    all
}
