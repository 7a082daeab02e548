//! The parts of a position: which parts of the term they are, and how they are written.

use dashu_int::IBig;
use whowins_analysis::program::{Holding, Notation, On};
use whowins_core::{Array, Expr};

use super::data::{Content, Ground};
use super::geometry::Geometry;
use super::scope::{Domain, known};
use super::{ELEMENTS, Hidden, Lower, range};
use crate::diagnostic::{Span, did_you_mean};
use crate::tree::{self, Action, Bounds, Layout, PartKind, Size, Step, StepKind, Word};

/// A part of the position.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) of_each: bool,
    pub(super) kind: Kind,
    /// Where the term has it: the first player's, the second's; the same where it is not `of each
    /// player`.
    pub(super) core: [usize; 2],
}

/// What a part holds.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A number.
    Number,
    /// Numbers: how many, whether the index goes round, whether each player counts from his own
    /// half.
    Numbers {
        length: Option<i64>,
        ring: bool,
        halves: bool,
    },
    /// A number on each cell of a board.
    NumberBoard(Geometry),
    /// A symbol on each cell.
    Cells(Geometry, Vec<char>),
    /// A symbol on each node.
    Nodes(usize, Vec<char>),
    /// A set.
    Subset(Domain),
    /// One token, or several alike.
    Tokens(Standing, Option<usize>),
}

/// What tokens stand on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Standing {
    /// A graph or map.
    Ground(usize),
    /// The cells of a part.
    Cells(usize),
}

impl<'a> Lower<'a> {
    pub(super) fn declare_parts(&mut self) {
        let text = self.text;
        if text.parts.is_empty() {
            let help = "add a line such as: position heap: numbers";
            self.note(0..0, "this text says no position", help);
        }
        for part in &text.parts {
            let name = &part.name.text;
            if self.parts.iter().any(|other| other.name == *name) {
                let message = format!("the name `{name}` is taken");
                self.note(part.name.span.clone(), message, "choose another name");
                continue;
            }
            self.declare(part);
        }
    }

    fn declare(&mut self, part: &'a tree::Part) -> Option<()> {
        let span = &part.span;
        let at = self.parts.len();
        let kind = match &part.kind {
            PartKind::Number(_) => Kind::Number,
            PartKind::Words(words) => {
                self.declare_words(words.iter().map(|word| word.text.as_str()), span);
                Kind::Number
            }
            PartKind::Numbers {
                ring, size, halves, ..
            } => self.numbers(span, *ring, size, *halves)?,
            PartKind::Cells {
                layout,
                size,
                symbols,
                along,
            } => {
                let symbols = symbols.iter().map(|(symbol, _)| *symbol).collect();
                Kind::Cells(self.geometry_of(*layout, size, along, span)?, symbols)
            }
            PartKind::Nodes { symbols } => {
                let symbols = symbols.iter().map(|(symbol, _)| *symbol).collect();
                Kind::Nodes(self.graph(&part.name)?, symbols)
            }
            PartKind::Subset(set) => Kind::Subset(self.domain_of(set)?),
            PartKind::Squares { map, except } => {
                let except: Vec<char> = except.iter().map(|(symbol, _)| *symbol).collect();
                Kind::Tokens(Standing::Ground(self.map(map, &except)?), None)
            }
            PartKind::NodesOf { count, graph } => {
                let graph = self.graph(graph)?;
                let count = self.count(count.as_ref())?;
                Kind::Tokens(Standing::Ground(graph), count)
            }
            PartKind::CellsOf { count, of } => {
                let board = self.part_named(of)?;
                let count = self.count(count.as_ref())?;
                Kind::Tokens(Standing::Cells(board), count)
            }
            PartKind::Heaps(_) if self.text.parts.len() > 1 => {
                let message = "heaps that fall apart go with no other part";
                let help = "an array of heaps is written: position heap: numbers";
                return self.error(span.clone(), message, help);
            }
            PartKind::Heaps(_) => Kind::Numbers {
                length: None,
                ring: false,
                halves: false,
            },
            // A text with a sum is lowered by its games.
            PartKind::Sum { .. } => return None,
        };
        if part.of_each && matches!(kind, Kind::Cells(..) | Kind::Nodes(..)) {
            let help = "declare two parts";
            return self.error(span.clone(), "a board lies between both players", help);
        }
        self.parts.push(Part {
            name: part.name.text.clone(),
            of_each: part.of_each,
            kind,
            core: [0, 0],
        });
        let (least, most) = self.range_of(at, &part.kind)?;
        for player in 0..=usize::from(part.of_each) {
            let core = self.term_part(at, player, least, most);
            self.parts[at].core[player] = core;
            if !part.of_each {
                self.parts[at].core[1] = core;
            }
        }
        self.hold(at, &part.kind);
        Some(())
    }

    fn numbers(&mut self, span: &Span, ring: bool, size: &'a Size, halves: bool) -> Option<Kind> {
        let length = match size {
            Size::Open => None,
            Size::Long(length) => Some(self.size_of(length)?),
            Size::Board(..) => {
                let geometry = self.geometry_of(Layout::Board, size, &[], span)?;
                return Some(Kind::NumberBoard(geometry));
            }
        };
        if halves && length.is_none_or(|length| length % 2 != 0) {
            let message = match length {
                Some(length) => format!("{length} places have no halves"),
                None => "halves need an even number of places".into(),
            };
            let help = "write: ring of 12 numbers in halves";
            return self.error(span.clone(), message, help);
        }
        Some(Kind::Numbers {
            length,
            ring,
            halves,
        })
    }

    /// Where the term has a part of one player or of both.
    fn term_part(&mut self, at: usize, player: usize, least: i64, most: Option<i64>) -> usize {
        let part = &self.parts[at];
        let name = match part.of_each {
            true => format!("{}_{}", part.name, self.players[player]),
            false => part.name.clone(),
        };
        self.term_parts.push(range(&name, least, most));
        self.term_parts.len() - 1
    }

    fn range_of(&mut self, at: usize, said: &'a PartKind) -> Option<(i64, Option<i64>)> {
        Some(match said {
            PartKind::Number(bounds) | PartKind::Numbers { bounds, .. } => self.bounds(bounds)?,
            PartKind::Words(words) => (0, Some(words.len() as i64 - 1)),
            PartKind::Cells { symbols, .. } | PartKind::Nodes { symbols } => {
                (0, Some(symbols.len() as i64 - 1))
            }
            PartKind::Subset(_) => (0, Some(1)),
            PartKind::Heaps(_) => (1, None),
            _ => match &self.parts[at].kind {
                Kind::Tokens(Standing::Ground(ground), _) => {
                    (0, Some(self.grounds[*ground].nodes.len() as i64 - 1))
                }
                Kind::Tokens(Standing::Cells(board), _) => {
                    (0, self.length_of(*board).map(|length| length - 1))
                }
                _ => (0, None),
            },
        })
    }

    fn bounds(&mut self, bounds: &'a Bounds) -> Option<(i64, Option<i64>)> {
        let least = match &bounds.least {
            Some(least) => self.written(least)?,
            None => 0,
        };
        let most = match &bounds.most {
            Some(most) => Some(self.written(most)?),
            None => None,
        };
        if let Some(over) = bounds
            .most
            .as_ref()
            .filter(|_| most.is_some_and(|most| most < least))
        {
            let help = "write the smaller number first";
            return self.error(over.span.clone(), "this range is empty", help);
        }
        Some((least, most))
    }

    /// A number that is known before play.
    pub(super) fn written(&mut self, said: &'a tree::Expr) -> Option<i64> {
        let value = self.number(said)?;
        match known(&value) {
            Some(number) => Some(number),
            None => self.not_before_play(said),
        }
    }

    /// The same of any size.
    pub(super) fn known_number(&mut self, said: &'a tree::Expr) -> Option<IBig> {
        match self.number(said)?.tidy() {
            Expr::Num(number) => Some(number),
            _ => self.not_before_play(said),
        }
    }

    fn not_before_play<T>(&mut self, said: &tree::Expr) -> Option<T> {
        let message = "this number must be known before play begins";
        let help = "write digits, or a parameter: given n: number = 5";
        self.error(said.span.clone(), message, help)
    }

    /// A number of cells.
    pub(super) fn size_of(&mut self, said: &'a tree::Expr) -> Option<i64> {
        let size = self.written(said)?;
        match (1..=ELEMENTS as i64).contains(&size) {
            true => Some(size),
            false => {
                let message = format!("a size from 1 to {ELEMENTS} is meant, not {size}");
                self.error(said.span.clone(), message, "write another size, such as 8")
            }
        }
    }

    fn count(&mut self, said: Option<&'a tree::Expr>) -> Option<Option<usize>> {
        match said {
            None => Some(None),
            Some(said) => Some(Some(self.size_of(said)? as usize)),
        }
    }

    /// The squares of a map on which tokens can stand.
    fn map(&mut self, word: &Word, except: &[char]) -> Option<usize> {
        let found = self.datum(&word.text).map(|at| &self.data[at].content);
        let Some(Content::Grid(lines)) = found else {
            if found.is_some() {
                return self.other_ground(word);
            }
            let message = format!("there is no map `{}`", word.text);
            let help = format!("add a line: given {}: grid of . #", word.text);
            return self.error(word.span.clone(), message, help);
        };
        let given = |one: &&tree::Given| one.name.text == word.text;
        let given = self.text.givens.iter().find(given);
        let is_made_up = self.is_open && given.is_some_and(|one| one.default.is_none());
        let mut ground = Ground {
            is_made_up,
            ..Ground::default()
        };
        for (row, line) in lines.iter().enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                if !except.contains(symbol) {
                    ground.nodes.push(format!("{},{}", row + 1, column + 1));
                    ground.squares.push((row, column, *symbol));
                }
            }
        }
        if ground.nodes.is_empty() || ground.nodes.len() > ELEMENTS {
            let message = match ground.nodes.len() {
                0 => "the map has no free square".into(),
                many => format!("the map has {many} squares, more than {ELEMENTS}"),
            };
            return self.error(word.span.clone(), message, "give another map");
        }
        // Kinds of tokens on the same squares stand on the same ground.
        let same = |one: &Ground| !one.squares.is_empty() && one.squares == ground.squares;
        if let Some(at) = self.grounds.iter().position(same) {
            return Some(at);
        }
        Some(self.ground(ground))
    }

    /// The error that tokens cannot stand on this parameter.
    pub(super) fn other_ground<T>(&mut self, word: &Word) -> Option<T> {
        let message = format!("`{}` is of another kind", word.text);
        let help = "a token is on `squares of` a grid or on `nodes of` a graph";
        self.error(word.span.clone(), message, help)
    }

    /// A part by its name.
    pub(super) fn part_named(&mut self, word: &Word) -> Option<usize> {
        let named = |part: &Part| part.name == word.text;
        let found = self.parts.iter().position(named);
        // A row is a board of one row, and is called so, too.
        let of_cells = |part: &Part| matches!(part.kind, Kind::Cells(..));
        let alone = self.parts.len() == 1 && self.parts.iter().all(of_cells);
        if found.is_none() && alone && ["row", "board"].contains(&word.text.as_str()) {
            return Some(0);
        }
        if found.is_none() && word.text == "score" {
            return self.score_is_read(&word.span);
        }
        if found.is_none() {
            let names = self.parts.iter().map(|part| part.name.as_str());
            let help = match whowins_analysis::closest(&word.text, names.clone()) {
                Some(near) => did_you_mean(near),
                None => format!("the parts are {}", names.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("`{}` is no part of the position", word.text);
            return self.error(word.span.clone(), message, help);
        }
        found
    }

    /// How many elements a part has, where that is fixed.
    pub(super) fn length_of(&self, at: usize) -> Option<i64> {
        match &self.parts[at].kind {
            Kind::Number | Kind::Tokens(_, None) => Some(1),
            Kind::Numbers { length, .. } => *length,
            Kind::NumberBoard(geometry) | Kind::Cells(geometry, _) => {
                geometry.size.map(|(rows, columns)| rows * columns)
            }
            Kind::Nodes(graph, _) => Some(self.grounds[*graph].nodes.len() as i64),
            Kind::Subset(domain) => known(&self.domain_size(domain)),
            Kind::Tokens(_, Some(count)) => Some(*count as i64),
        }
    }

    /// How many elements a part has.
    pub(super) fn length(&self, at: usize) -> Expr {
        match self.length_of(at) {
            Some(length) => Expr::num(length),
            None => Expr::Len(Array::Part(self.parts[at].core[0])),
        }
    }

    /// The notation of a part, once for each player that has one.
    fn hold(&mut self, at: usize, said: &PartKind) {
        let part = &self.parts[at];
        let notation = match &part.kind {
            Kind::Number => {
                let words = match said {
                    PartKind::Words(words) => words.iter().map(|word| word.text.clone()).collect(),
                    _ => Vec::new(),
                };
                Notation::Number { words }
            }
            Kind::Numbers { length, halves, .. } => Notation::Numbers {
                length: length.map(|length| length as usize),
                columns: None,
                facing: *halves,
            },
            Kind::NumberBoard(geometry) => Notation::Numbers {
                length: geometry
                    .size
                    .map(|(rows, columns)| (rows * columns) as usize),
                columns: geometry.size.map(|(_, columns)| columns as usize),
                facing: false,
            },
            Kind::Cells(geometry, symbols) => Notation::Cells {
                symbols: symbols.clone(),
                is_board: geometry.layout == Layout::Board,
                size: geometry
                    .size
                    .map(|(rows, columns)| (rows as usize, columns as usize)),
                columns: geometry.columns,
            },
            Kind::Nodes(graph, symbols) => Notation::Nodes {
                symbols: symbols.clone(),
                nodes: self.grounds[*graph].nodes.clone(),
            },
            Kind::Subset(domain) => Notation::Subset {
                members: self.members_of(domain),
            },
            Kind::Tokens(standing, count) => Notation::Tokens {
                places: match standing {
                    Standing::Ground(ground) => self.grounds[*ground].nodes.clone(),
                    Standing::Cells(board) => self.members_of(&Domain::Cells(*board)),
                },
                count: count.unwrap_or(1),
                alike: count.is_some(),
            },
        };
        let on = match &part.kind {
            Kind::Nodes(graph, _)
            | Kind::Subset(Domain::Nodes(graph))
            | Kind::Tokens(Standing::Ground(graph), _) => Some((*graph, false)),
            Kind::Subset(Domain::Edges(graph)) => Some((*graph, true)),
            _ => None,
        };
        let on = on.map(|(graph, edges)| On {
            ground: self.drawn_ground(graph),
            edges,
        });
        let (each, core, name) = (part.of_each, part.core, part.name.clone());
        let owners = core.into_iter().zip(self.players.clone());
        for (part, player) in owners.take(1 + usize::from(each)) {
            let name = match each {
                true => format!("{name} of {player}"),
                false => name.clone(),
            };
            self.holdings.push(Holding {
                name,
                part,
                notation: notation.clone(),
                on: on.clone(),
            });
        }
    }

    /// The parts that are not written: the score, and what goes on when a move is repeated.
    pub(super) fn hide_what_moves_need(&mut self) {
        let text = self.text;
        let steps = || text.moves.iter().flat_map(|one| &one.steps);
        let scores = steps().any(|step| self.has_step(step, &|step| adds_score(step)));
        if scores || text.score.is_some() || !text.finals.is_empty() {
            let part = self.hidden("score", -(1 << 62), None, 0);
            self.score = Some(part);
        }
        if steps().any(|step| self.has_step(step, &|step| matches!(step.kind, StepKind::Repeat(_))))
        {
            let piece = self.hidden("piece", -1, None, -1);
            let been = self.hidden("been", 0, None, 0);
            self.piece = Some((piece, been));
        }
        let again = |step: &'a Step| match &step.kind {
            StepKind::ForEach(_, _, _, inner) => self.plays_again(inner),
            _ => false,
        };
        let in_definitions = text.definitions.iter().filter_map(|one| match &one.body {
            tree::Body::Steps(steps) => Some(steps),
            tree::Body::Value(_) => None,
        });
        let mut all = steps().chain(in_definitions.flatten());
        if all.any(|step| inside(step, &again)) {
            self.stays = Some(self.hidden("stays", 0, Some(1), 0));
        }
    }

    pub(super) fn hidden(&mut self, name: &str, least: i64, most: Option<i64>, rest: i64) -> usize {
        self.term_parts.push(range(name, least, most));
        let part = self.term_parts.len() - 1;
        let rest = vec![rest.into()];
        self.hidden.push(Hidden { part, rest });
        part
    }

    /// Whether a step, or one inside it or inside a definition it calls, is such a one.
    pub(super) fn has_step(&self, step: &'a Step, is: &dyn Fn(&Step) -> bool) -> bool {
        let mut found = Vec::new();
        for definition in &self.text.definitions {
            let holds = match &definition.body {
                tree::Body::Steps(steps) => {
                    steps.iter().any(|step| self.has_inside(step, is, &found))
                }
                tree::Body::Value(_) => false,
            };
            found.push(holds);
        }
        self.has_inside(step, is, &found)
    }

    /// The same, where it is known of these definitions.
    fn has_inside(&self, step: &Step, is: &dyn Fn(&Step) -> bool, found: &[bool]) -> bool {
        if is(step) {
            return true;
        }
        match &step.kind {
            StepKind::If(_, inner)
            | StepKind::IfPossible(inner)
            | StepKind::May(inner)
            | StepKind::ForEach(_, _, _, inner) => self.has_inside(inner, is, found),
            StepKind::Act { actions, .. } => actions.iter().any(|action| {
                let Action::Call(name, _) = action else {
                    return false;
                };
                let known = self.text.definitions.iter().zip(found);
                known
                    .rev()
                    .find(|(one, _)| one.name.text == name.text)
                    .is_some_and(|(_, found)| *found)
            }),
            _ => false,
        }
    }
}

pub(super) fn adds_score(step: &Step) -> bool {
    let StepKind::Act { actions, .. } = &step.kind else {
        return false;
    };
    actions
        .iter()
        .any(|action| matches!(action, Action::Score(..)))
}

/// Whether a step, or one inside it, is such a one.
fn inside<'a>(step: &'a Step, is: &impl Fn(&'a Step) -> bool) -> bool {
    is(step)
        || match &step.kind {
            StepKind::If(_, inner)
            | StepKind::IfPossible(inner)
            | StepKind::May(inner)
            | StepKind::ForEach(_, _, _, inner) => inside(inner, is),
            _ => false,
        }
}
