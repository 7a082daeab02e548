//! Where play starts.

use dashu_int::IBig;
use whowins_analysis::program::{Holding, Notation};
use whowins_core::{self as core, Budget, Expr, State};

use super::Lower;
use super::literal;
use super::parts::{Kind, Standing};
use crate::diagnostic::{Span, did_you_mean};
use crate::tree::{self, ExprKind, Literal, Place, StartItem, Word};

impl<'a> Lower<'a> {
    /// The state in which every part has its least.
    fn least(&self) -> State {
        let least = |part: &core::Part| vec![part.least.clone()];
        let mut state: State = self.term_parts.iter().map(least).collect();
        for (at, part) in self.parts.iter().enumerate() {
            let length = self.length_of(at).unwrap_or(0);
            for core in part.core {
                let value = self.term_parts[core].least.clone();
                state[core] = vec![value; usize::try_from(length).unwrap_or(0)];
            }
        }
        for hidden in &self.hidden {
            state[hidden.part] = hidden.rest.clone();
        }
        state
    }

    /// Where play starts, if it is said.
    pub(super) fn start(&mut self) -> Option<State> {
        let text = self.text;
        let last = text.starts.last()?;
        let mut state = self.least();
        let mut said = vec![false; self.term_parts.len()];
        for item in text.starts.iter().flat_map(|start| &start.items) {
            self.start_item(item, &mut state, &mut said)?;
        }
        let missing: Vec<String> = self
            .holdings
            .iter()
            .filter(|holding| !said[holding.part])
            .filter(|holding| matches!(holding.notation, Notation::Tokens { .. }))
            .map(|holding| holding.name.clone())
            .collect();
        if !missing.is_empty() {
            let message = format!("the start does not place {}", missing.join(", "));
            let help = "place each token; every other part starts with its least value";
            return self.error(last.span.clone(), message, help);
        }
        if self.heaps().is_some() {
            // Heaps stand in no order, and none is empty.
            state[1].retain(|heap| *heap != IBig::ZERO);
            state[1].sort_unstable();
        }
        self.admitted(&state, &last.span)?;
        self.has_cells(&state, &last.span)?;
        Some(state)
    }

    /// A board without a fixed size has its size from the start.
    fn has_cells(&mut self, state: &State, span: &Span) -> Option<()> {
        let empty = |holding: &&Holding| {
            let open = matches!(
                holding.notation,
                Notation::Cells {
                    is_board: true,
                    size: None,
                    ..
                }
            );
            open && state[holding.part].is_empty()
        };
        let Some(name) = self.holdings.iter().find(empty).map(|one| one.name.clone()) else {
            return Some(());
        };
        let message = format!("the start has no cell of {name}");
        let help =
            "write its rows, such as: start ... / ..., or its size: board of 3 x 3 cells of ...";
        self.error(span.clone(), message, help)
    }

    /// A state whose elements lie in their ranges.
    fn admitted(&mut self, state: &State, span: &Span) -> Option<()> {
        for (at, (part, array)) in self.term_parts.iter().zip(state).enumerate() {
            if let Some(element) = array.iter().find(|element| !part.holds(element)) {
                let holding = self.holdings.iter().find(|holding| holding.part == at);
                let name = holding.map_or(&part.name, |holding| &holding.name);
                let message = format!("{element} is out of the range of `{name}`");
                let help = match &part.most {
                    Some(most) => format!("write a number from {} to {most}", part.least),
                    None => format!("write a number from {} on", part.least),
                };
                return self.error(span.clone(), message, help);
            }
        }
        Some(())
    }

    fn start_item(
        &mut self,
        item: &'a StartItem,
        state: &mut State,
        said: &mut [bool],
    ) -> Option<()> {
        match item {
            StartItem::Empty(_) => {
                said.fill(true);
                Some(())
            }
            StartItem::Part { part, of, literal } => {
                for holding in self.holdings_of(part, of.as_ref())? {
                    let value = self.worked_out(holding, &literal.word, &literal.numbers)?;
                    self.put(holding, &value, state, said)?;
                }
                Some(())
            }
            StartItem::Symbol(symbol, node) => {
                let parts = self.parts.iter().enumerate();
                let graphs: Vec<(usize, usize)> = parts
                    .filter_map(|(at, part)| match part.kind {
                        Kind::Nodes(graph, _) => Some((at, graph)),
                        _ => None,
                    })
                    .collect();
                let has_node =
                    |one: &&(usize, usize)| self.grounds[one.1].nodes.contains(&node.text);
                let found = graphs.iter().find(has_node).or(graphs.first());
                let Some(&(part, graph)) = found else {
                    let message = "symbols stand at nodes of graphs";
                    let help = "write rows and boards out: start .x./...";
                    return self.error(node.span.clone(), message, help);
                };
                let at = self.node(graph, &node.text, &node.span)?;
                let Some(number) = self.symbol(part, *symbol) else {
                    return self.never_shows(part, *symbol, &node.span);
                };
                state[self.parts[part].core[0]][at] = number.into();
                Some(())
            }
            StartItem::Token { token, of, at } => {
                let place = self.start_place(token, at)?;
                for holding in self.holdings_of(token, of.as_ref())? {
                    let core = self.holdings[holding].part;
                    state[core].fill(IBig::from(place));
                    said[core] = true;
                }
                Some(())
            }
            StartItem::Position(literal) => self.whole(literal, state, said),
        }
    }

    /// The holdings of a part: those of both players where none is named.
    fn holdings_of(&mut self, word: &'a Word, of: Option<&'a Word>) -> Option<Vec<usize>> {
        let part = self.part_named(word)?;
        let player = match of {
            Some(player) => Some(self.player(player)?),
            None => None,
        };
        let core = self.parts[part].core;
        let all = self.holdings.iter().enumerate();
        let ours = all.filter(|(_, holding)| match player {
            Some(player) => holding.part == core[player],
            None => core.contains(&holding.part),
        });
        Some(ours.map(|(at, _)| at).collect())
    }

    /// The value of a part with the numbers in it that stand for others, such as `n + 1`, replaced
    /// by those.
    fn worked_out(
        &mut self,
        holding: usize,
        value: &Word,
        numbers: &'a [tree::Expr],
    ) -> Option<Word> {
        let (words, has_rows) = match &self.holdings[holding].notation {
            Notation::Number { words } => (words.clone(), false),
            Notation::Numbers { columns, .. } => (Vec::new(), columns.is_some()),
            _ => return Some(value.clone()),
        };
        let mut word = value.clone();
        let in_span =
            |inner: &Span, outer: &Span| outer.start <= inner.start && inner.end <= outer.end;
        // Between the rows of a board `/` divides nothing; elsewhere it is part of a number.
        let is_piece = |number: &tree::Expr| match has_rows {
            true => !self.text.source[number.span.clone()].contains('/'),
            false => !numbers
                .iter()
                .any(|other| other.span != number.span && in_span(&number.span, &other.span)),
        };
        let numbers: Vec<&'a tree::Expr> = numbers
            .iter()
            .filter(|number| in_span(&number.span, &value.span) && is_piece(number))
            .collect();
        for number in numbers.into_iter().rev() {
            let name = match &number.kind {
                ExprKind::Name(name, None) => Some(name.text.as_str()),
                _ => None,
            };
            // What is no name of a number is told of in the words of the part.
            if name.is_some_and(|name| words.iter().any(|word| word == name) || !self.is_said(name))
            {
                continue;
            }
            let shown = match name.and_then(|name| self.members_looked_at(name)) {
                Some(members) => members
                    .iter()
                    .map(i64::to_string)
                    .collect::<Vec<_>>()
                    .join(","),
                None => self.known_number(number)?.to_string(),
            };
            let place = number.span.start - value.span.start..number.span.end - value.span.start;
            word.text.replace_range(place, &shown);
        }
        Some(word)
    }

    /// Whether a name is a parameter, or is defined.
    fn is_said(&self, name: &str) -> bool {
        let defined = self.text.definitions.iter();
        self.datum(name).is_some() || defined.map(|one| &one.name.text).any(|one| one == name)
    }

    /// Gives a part its value.
    fn put(
        &mut self,
        holding: usize,
        literal: &Word,
        state: &mut State,
        said: &mut [bool],
    ) -> Option<()> {
        let holding = &self.holdings[holding];
        let read = literal::read(holding, &literal.text);
        said[holding.part] = true;
        match read {
            Ok(arrays) => {
                for (part, array) in arrays {
                    state[part] = array;
                }
                Some(())
            }
            Err(why) => {
                let message = format!("this isn't a value of `{}`: {why}", holding.name);
                let help = literal::shape(holding);
                self.error(literal.span.clone(), message, help)
            }
        }
    }

    /// The whole position: its parts with ";" between, numbers that follow each other also with
    /// ","; or parts by their names.
    fn whole(&mut self, literal: &'a Literal, state: &mut State, said: &mut [bool]) -> Option<()> {
        let Literal { word, numbers } = literal;
        let pieces: Vec<&str> = word.text.split(';').collect();
        if pieces.iter().all(|piece| piece.contains('=')) {
            return self.named(&pieces, literal, state, said);
        }
        let groups = self.groups();
        if pieces.len() == self.holdings.len() {
            for (at, text) in pieces.into_iter().enumerate() {
                let value = self.worked_out(at, &piece(word, text), numbers)?;
                self.put(at, &value, state, said)?;
            }
            return Some(());
        }
        if pieces.len() != groups.len() {
            let names: Vec<&str> = self.holdings.iter().map(|one| one.name.as_str()).collect();
            let message = format!(
                "the position has {} parts: {}",
                names.len(),
                names.join("; ")
            );
            let help = "write each of them, with `;` between";
            return self.error(word.span.clone(), message, help);
        }
        for (group, text) in groups.into_iter().zip(pieces) {
            if let [one] = group.as_slice() {
                let value = self.worked_out(*one, &piece(word, text), numbers)?;
                self.put(*one, &value, state, said)?;
                continue;
            }
            let text = text.trim();
            let inner = text
                .strip_prefix('(')
                .and_then(|text| text.strip_suffix(')'));
            let tuple = literal::pieces(inner.unwrap_or(text));
            if tuple.len() != group.len() {
                let message = format!(
                    "here are {} numbers, and {} are meant",
                    tuple.len(),
                    group.len()
                );
                let names: Vec<&str> = (group.iter())
                    .map(|at| self.holdings[*at].name.as_str())
                    .collect();
                let help = format!("write a number for each of {}", names.join(", "));
                return self.error(word.span.clone(), message, help);
            }
            for (at, number) in group.iter().zip(tuple) {
                let value = self.worked_out(*at, &piece(word, number), numbers)?;
                self.put(*at, &value, state, said)?;
            }
        }
        Some(())
    }

    /// `heap = 3,4; last = 7`
    fn named(
        &mut self,
        pieces: &[&str],
        literal: &'a Literal,
        state: &mut State,
        said: &mut [bool],
    ) -> Option<()> {
        let Literal { word, numbers } = literal;
        for one in pieces {
            let (name, value) = one.split_once('=').unwrap_or((one, ""));
            let name = name.trim();
            let found = self
                .holdings
                .iter()
                .position(|holding| holding.name == name);
            if name.is_empty() {
                let help = format!("write: start {}", value.trim());
                return self.error(word.span.clone(), "`=` goes after the name of a part", help);
            }
            let Some(at) = found else {
                let message = format!("`{name}` is no part of the position");
                let names = || self.holdings.iter().map(|holding| holding.name.as_str());
                let help = match whowins_analysis::closest(name, names()) {
                    Some(near) => did_you_mean(near),
                    None => format!("the parts are {}", names().collect::<Vec<_>>().join(", ")),
                };
                return self.error(word.span.clone(), message, help);
            };
            let value = self.worked_out(at, &piece(word, value), numbers)?;
            self.put(at, &value, state, said)?;
        }
        Some(())
    }

    /// Numbers that follow each other are written as one tuple.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let is_number = |at: usize| matches!(self.holdings[at].notation, Notation::Number { .. });
        for at in 0..self.holdings.len() {
            match groups.last_mut() {
                Some(group) if is_number(at) && group.iter().all(|other| is_number(*other)) => {
                    group.push(at);
                }
                _ => groups.push(vec![at]),
            }
        }
        groups
    }

    /// The place of a token.
    fn start_place(&mut self, token: &'a Word, place: &'a Place) -> Option<usize> {
        let part = self.part_named(token)?;
        let Kind::Tokens(standing, _) = self.parts[part].kind else {
            let message = format!("`{}` isn't a token", token.text);
            let help = format!("write: start {} = ...", token.text);
            return self.error(token.span.clone(), message, help);
        };
        match (place, standing) {
            (Place::Node(word), Standing::Ground(ground)) => {
                self.node(ground, &word.text, &word.span)
            }
            (Place::Symbol(symbol, span), Standing::Ground(ground)) => {
                let squares = self.grounds[ground].squares.iter().enumerate();
                let found: Vec<usize> = squares
                    .filter(|(_, square)| square.2 == *symbol)
                    .map(|(at, _)| at)
                    .collect();
                match found.as_slice() {
                    [one] => Some(*one),
                    _ if self.grounds[ground].is_made_up => Some(0),
                    many => {
                        let message = match many.len() {
                            0 => {
                                format!("the map has no square '{symbol}' where a token can stand")
                            }
                            many => format!("the map has {many} squares '{symbol}'"),
                        };
                        let help = "give a map that has it exactly once";
                        self.error(span.clone(), message, help)
                    }
                }
            }
            (Place::Cell(row, column), _) => {
                let span = row.span.start..column.span.end;
                let (row, column) = (self.written(row)?, self.written(column)?);
                self.start_cell(standing, (row, column), &span)
            }
            (Place::Node(Word { span, .. }) | Place::Symbol(_, span), Standing::Cells(_)) => {
                let help = "write: at row 1 column 2";
                self.error(span.clone(), "a cell is meant", help)
            }
        }
    }

    fn start_cell(
        &mut self,
        standing: Standing,
        (row, column): (i64, i64),
        span: &Span,
    ) -> Option<usize> {
        let name = format!("{row},{column}");
        let found = match standing {
            Standing::Ground(ground) => self.grounds[ground]
                .nodes
                .iter()
                .position(|one| *one == name),
            Standing::Cells(board) => {
                let size = self.geometry(board).and_then(|one| one.size);
                let inside = size.filter(|(rows, columns)| {
                    (1..=*rows).contains(&row) && (1..=*columns).contains(&column)
                });
                inside.map(|(_, columns)| ((row - 1) * columns + column - 1) as usize)
            }
        };
        let is_made_up = matches!(standing, Standing::Ground(at) if self.grounds[at].is_made_up);
        match found {
            Some(at) => Some(at),
            None if is_made_up => Some(0),
            None => {
                let message = format!("there is no place in row {row}, column {column}");
                let help = "rows and columns count from 1, from the top and from the left";
                self.error(span.clone(), message, help)
            }
        }
    }

    /// The start, with its forced follow-ups carried out.
    pub(super) fn settled_start(&mut self) -> Option<State> {
        let state = self.started.clone()?;
        self.settle_state(state)
    }

    fn settle_state(&mut self, state: State) -> Option<State> {
        if self.text.follow_ups.is_empty() {
            return Some(state);
        }
        self.bound = 0;
        let game = core::Game {
            name: "settle".into(),
            consts: Vec::new(),
            parts: self.term_parts.clone(),
            tiers: vec![self.settled()?],
            ends: Vec::new(),
            stuck: Expr::num(0),
            blocks: 0,
            endless: None,
            starts: Vec::new(),
        };
        let game = core::Game {
            consts: self.all_looked_at().to_vec(),
            ..game
        };
        let settled = game.moves(&state, &Budget::OPEN).ok()?;
        Some(settled.into_iter().next().unwrap_or(state))
    }
}

/// A piece of a value, with its place; of a value with comments in it the whole place.
fn piece(of: &Word, text: &str) -> Word {
    let text = text.trim();
    let begin = text.as_ptr() as usize - of.text.as_ptr() as usize;
    let is_plain = of.text.len() == of.span.len();
    Word {
        text: text.to_string(),
        span: match is_plain {
            true => of.span.start + begin..of.span.start + begin + text.len(),
            false => of.span.clone(),
        },
    }
}
