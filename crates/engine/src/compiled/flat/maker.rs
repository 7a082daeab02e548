//! Steps put together.

use std::collections::HashMap;

use whowins_analysis::{Interval, Setting};
use whowins_core::{Array, Game, State};

use super::super::code::Range;
use super::super::{BOX, Declined};
use super::known::{Domain, Now, Value};
use super::step::{Field, Place, Reg, Row, Rule, Step, Way};
use super::word::Word;
use super::{Flat, Home, Kind, Layout, bits};

/// Code of more steps is not made.
const MOST_STEPS: usize = 1 << 15;

/// Commands and expressions visited at most: unreachable code adds no steps, but takes time.
const MAX_VISITS: usize = 1 << 22;

/// Registers from here on are constants.
const CONSTANT: Reg = 1 << 31;

/// How much code is made.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Whether the code goes apart for the values of a cell.
    pub(super) apart: bool,
    /// Choices and loops whose ways have so many nodes in all are written out, and folds whose
    /// rounds have so many.
    pub(super) ways: usize,
    pub(super) rounds: usize,
}

/// A place that is not laid out yet, and what is known by those who jump there.
pub(super) struct Label {
    pub(super) place: Option<Place>,
    /// Steps that jump there.
    pub(super) uses: usize,
    /// Whether what is known is gathered, and what it is so far.
    gathers: bool,
    domains: Option<Vec<Domain>>,
}

/// A cell of the state.
pub(super) struct Cell {
    /// The numbers that it may hold.
    pub(super) least: i64,
    pub(super) most: i64,
    /// Where it is in the word; a cell without is not in it.
    pub(super) field: Option<Field>,
}

/// The bits of the word that are taken.
struct Room {
    bits: u32,
    whole: u32,
}

impl Room {
    /// Cells of one range, one after the other: where the first is, if they have more than one
    /// value. `None` where they do not fit.
    fn take(
        &mut self,
        cells: &mut Vec<Cell>,
        length: usize,
        least: i64,
        most: i64,
    ) -> Option<Option<Field>> {
        let width = bits(most.abs_diff(least));
        if width > 63 || most < least {
            return None;
        }
        let start = self.bits;
        self.bits += width * u32::try_from(length).ok()?.min(self.whole + 1);
        if self.bits > self.whole {
            return None;
        }
        let field = |at: usize| {
            (width > 0).then_some(Field {
                shift: (start + width * at as u32) as u8,
                width: width as u8,
            })
        };
        cells.extend((0..length).map(|at| Cell {
            least,
            most,
            field: field(at),
        }));
        Some(field(0))
    }
}

/// Code being made.
pub(super) struct Maker<'a, W> {
    pub(super) setting: Setting<'a>,
    pub(super) layout: Layout,
    pub(super) cells: Vec<Cell>,
    pub(super) effort: Effort,
    /// The cell that gathers points.
    pub(super) points: Option<usize>,
    pub(super) steps: Vec<Step<W>>,
    pub(super) rules: Vec<Rule<W>>,
    pub(super) ways: Vec<Way<W>>,
    pub(super) tests: Vec<(W, W)>,
    targets: Vec<Place>,
    rows: Vec<Row>,
    tables: Vec<(u32, u32, i64)>,
    pub(super) values: Vec<i64>,
    pub(super) arrays: HashMap<Array, u32>,
    ranges: Vec<Range>,
    sets: Vec<u128>,
    pub(super) labels: Vec<Label>,
    /// The last step that something may jump to.
    pub(super) joined: usize,
    constants: Vec<i64>,
    known: HashMap<i64, Reg>,
    /// The first register that is free, and the first that was never used; the same of kept words.
    pub(super) top: Reg,
    height: Reg,
    pub(super) kept: u32,
    kept_height: u32,
    visits: usize,
    /// Nesting of expressions with separate code for each path.
    pub(super) depth: usize,
}

impl<'a, W: Word> Maker<'a, W> {
    pub(super) fn new(
        game: &'a Game,
        state: &State,
        points: Option<usize>,
        effort: Effort,
    ) -> Option<Self> {
        let mut setting = Setting::new(game, state);
        // What only falls has the bits that it fills.
        let (caps, longest) = (setting.caps(state), setting.longest(state));
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        let mut room = Room {
            bits: 0,
            whole: W::BITS,
        };
        for (at, part) in game.parts.iter().enumerate() {
            let least = i64::try_from(&part.least).ok()?;
            let own = part.most.as_ref().map(i64::try_from).and_then(Result::ok);
            let cap = caps[at].and_then(|cap| i64::try_from(cap).ok());
            let most = own.or(cap).unwrap_or(BOX.max(least));
            let range = Range {
                least,
                most,
                is_open: own.is_none(),
            };
            let first = cells.len();
            let kind = if setting.constant[at] {
                Kind::Constant(state[at].clone())
            } else if points == Some(at) {
                cells.push(Cell {
                    least,
                    most,
                    field: None,
                });
                Kind::Points { cell: first }
            } else {
                let length = longest[at]?;
                let field = room.take(&mut cells, length, least, most)?;
                let counted = match setting.lengths[at] {
                    Some(_) => None,
                    None => {
                        let cell = cells.len();
                        Some((
                            cell,
                            room.take(&mut cells, 1, 0, i64::try_from(length).ok()?)?,
                        ))
                    }
                };
                Kind::Cells {
                    first,
                    length,
                    field,
                    counted,
                }
            };
            if !setting.constant[at] {
                setting.ranges[at] = Interval::new(least.into(), most.into());
            }
            parts.push(Home { range, kind });
        }
        let points = parts.iter().find_map(|home| match home.kind {
            Kind::Points { cell } => Some(cell),
            _ => None,
        });
        Some(Self {
            setting,
            layout: Layout {
                parts,
                bits: room.bits,
            },
            cells,
            effort,
            points,
            steps: Vec::new(),
            rules: Vec::new(),
            ways: Vec::new(),
            tests: Vec::new(),
            targets: Vec::new(),
            rows: Vec::new(),
            tables: Vec::new(),
            values: Vec::new(),
            arrays: HashMap::new(),
            ranges: Vec::new(),
            sets: Vec::new(),
            labels: Vec::new(),
            joined: 0,
            constants: Vec::new(),
            known: HashMap::new(),
            top: 0,
            height: 0,
            kept: 0,
            kept_height: 0,
            visits: 0,
            depth: 0,
        })
    }

    /// Counts a command or an expression; returns [`Declined`] after [`MAX_VISITS`] of them.
    pub(super) fn visit(&mut self) -> Result<(), Declined> {
        self.visits += 1;
        (self.visits <= MAX_VISITS).then_some(()).ok_or(Declined)
    }

    /// What is known before anything is looked at.
    pub(super) fn begin(&self) -> Now {
        let domain = |cell: &Cell| match cell.field {
            Some(_) => Domain::up_to(cell.most.abs_diff(cell.least)),
            None => Domain::up_to(0),
        };
        let mut written = vec![None; self.cells.len()];
        if let Some(cell) = self.points {
            written[cell] = Some(Value::Known(0));
        }
        Now {
            env: Vec::new(),
            written,
            domains: self.cells.iter().map(domain).collect(),
        }
    }

    /// All the code, laid out.
    pub(super) fn flat(mut self) -> Result<Flat<W>, Declined> {
        let game = self.setting.game;
        self.game(game)?;
        let (stuck, begin) = (self.here(), self.label());
        self.head(begin);
        let mut now = self.begin();
        self.answer(&game.stuck, &mut now)?;
        let height = self.height;
        let labels = self.labels;
        let mut steps = self.steps;
        for step in &mut steps {
            step.registers(|register| {
                if *register >= CONSTANT {
                    *register = *register - CONSTANT + height;
                }
            });
            if let Some(place) = step.place() {
                *place = labels[*place as usize].place.ok_or(Declined)?;
            }
        }
        let ways = self.ways.iter_mut().map(|way| &mut way.rule);
        for rule in self.rules.iter_mut().chain(ways) {
            if rule.points >= CONSTANT {
                rule.points = rule.points - CONSTANT + height;
            }
        }
        let mut targets = Vec::new();
        for target in self.targets {
            targets.push(labels[target as usize].place.ok_or(Declined)?);
        }
        // Who is led to a jump goes where that leads.
        let ahead = |mut place: Place| {
            for _ in 0..16 {
                match steps.get(place as usize) {
                    Some(Step::Jump { to }) if *to > place => place = *to,
                    _ => break,
                }
            }
            place
        };
        let places: Vec<Option<Place>> = steps
            .clone()
            .iter_mut()
            .map(|step| step.place().map(|place| ahead(*place)))
            .collect();
        targets
            .iter_mut()
            .for_each(|target| *target = ahead(*target));
        for (step, place) in steps.iter_mut().zip(places) {
            if let Some((old, new)) = step.place().zip(place) {
                *old = new;
            }
        }
        let mut registers = vec![0; height as usize];
        registers.extend(self.constants);
        Ok(Flat {
            steps,
            rules: self.rules,
            ways: self.ways,
            tests: self.tests,
            targets,
            rows: self.rows,
            tables: self.tables,
            values: self.values,
            ranges: self.ranges,
            sets: self.sets,
            stuck,
            registers,
            kept: self.kept_height,
            layout: self.layout,
        })
    }

    /// The next step, and the last one that something may jump to.
    pub(super) const fn mark(&self) -> (Place, usize) {
        (self.here(), self.joined)
    }

    pub(super) const fn here(&self) -> Place {
        self.steps.len() as Place
    }

    /// A label that nothing is learned from.
    pub(super) fn label(&mut self) -> Place {
        self.labels.push(Label {
            place: None,
            uses: 0,
            gathers: false,
            domains: None,
        });
        (self.labels.len() - 1) as Place
    }

    /// A label where what all know who jump there is known.
    pub(super) fn gathering(&mut self) -> Place {
        let label = self.label();
        self.labels[label as usize].gathers = true;
        label
    }

    /// Who jumps to the label knows this.
    pub(super) fn jumps(&mut self, label: Place, domains: &[Domain]) {
        let label = &mut self.labels[label as usize];
        if label.gathers {
            match &mut label.domains {
                None => label.domains = Some(domains.to_vec()),
                Some(all) => {
                    for (one, other) in all.iter_mut().zip(domains) {
                        *one = one.join(*other);
                    }
                }
            }
        }
    }

    /// What all know who jump to a label, if anybody does.
    pub(super) fn gathered(&mut self, label: Place) -> Option<Vec<Domain>> {
        self.labels[label as usize].domains.take()
    }

    /// The label names the next step, and is jumped to from further on, too.
    pub(super) fn head(&mut self, label: Place) {
        self.labels[label as usize].place = Some(self.here());
        self.joined = self.steps.len();
    }

    /// The label names the next step; all who jump there have been made.
    pub(super) fn place(&mut self, label: Place) {
        loop {
            match *self.steps.as_slice() {
                [.., Step::Jump { to }] if to == label && self.is_free(1) => {
                    self.steps.pop();
                    self.labels[label as usize].uses -= 1;
                }
                [.., Step::Is { mask, want, to }, Step::Jump { to: found }]
                    if to == label && self.is_free(2) =>
                {
                    self.steps.truncate(self.steps.len() - 2);
                    self.labels[label as usize].uses -= 1;
                    self.one_of(mask, want, found);
                }
                _ => {
                    if !self.is_way(label) && !self.is_run(label) {
                        break;
                    }
                }
            }
        }
        self.labels[label as usize].place = Some(self.here());
        if self.labels[label as usize].uses > 0 {
            self.joined = self.steps.len();
        }
    }

    /// Whether nothing jumps to any of the last steps, so many.
    pub(super) const fn is_free(&self, count: usize) -> bool {
        self.joined + count <= self.steps.len()
    }

    pub(super) fn emit(&mut self, step: Step<W>) -> Result<(), Declined> {
        if self.steps.len() + self.rules.len() + self.ways.len() + self.targets.len() >= MOST_STEPS
        {
            return Err(Declined);
        }
        if let Step::Jump { to } = step {
            while self.is_way(to) || self.is_run(to) {}
        }
        // What comes after a jump is never reached.
        if let Some(Step::Jump { .. } | Step::Pay { .. } | Step::Answer { .. }) = self.steps.last()
            && self.is_free(1)
        {
            return Ok(());
        }
        if let Some(label) = step.clone().place() {
            self.labels[*label as usize].uses += 1;
        }
        match step {
            Step::Not { mask, want, to } => self.one_of(mask, want, to),
            Step::Emit { keep, add, points } => {
                if !self.another(keep, add, points) {
                    self.steps.push(step);
                }
            }
            Step::Is { mask, want, to } if self.is_free(1) => match self.steps.last_mut() {
                Some(Step::Is {
                    mask: x,
                    want: y,
                    to: other,
                }) if *other == to && x.and(want) == y.and(mask) => {
                    (*x, *y) = (x.or(mask), y.or(want));
                    self.labels[to as usize].uses -= 1;
                }
                _ => self.steps.push(step),
            },
            step => self.steps.push(step),
        }
        Ok(())
    }

    /// Goes on at a label for each offset of a field.
    pub(super) fn switch(&mut self, field: Field, labels: Vec<Place>) -> Result<(), Declined> {
        let first = self.targets.len() as u32;
        for label in &labels {
            self.labels[*label as usize].uses += 1;
        }
        self.targets.extend(labels);
        self.emit(Step::Switch { field, first })
    }

    /// A free register.
    pub(super) fn register(&mut self) -> Reg {
        self.top += 1;
        self.height = self.height.max(self.top);
        self.top - 1
    }

    /// A place for a kept word.
    pub(super) fn keeps(&mut self) -> u32 {
        self.kept += 1;
        self.kept_height = self.kept_height.max(self.kept);
        self.kept - 1
    }

    /// The register of a constant.
    pub(super) fn constant(&mut self, number: i64) -> Reg {
        let next = CONSTANT + self.constants.len() as Reg;
        let constants = &mut self.constants;
        *self.known.entry(number).or_insert_with(|| {
            constants.push(number);
            next
        })
    }

    pub(super) fn row(&mut self, row: Row) -> u32 {
        numbered(&mut self.rows, row)
    }

    pub(super) fn table(&mut self, table: (u32, u32, i64)) -> u32 {
        numbered(&mut self.tables, table)
    }

    pub(super) fn set_of(&mut self, set: u128) -> u32 {
        numbered(&mut self.sets, set)
    }

    pub(super) fn range(&mut self, range: Range) -> u32 {
        numbered(&mut self.ranges, range)
    }
}

fn numbered<T: PartialEq>(all: &mut Vec<T>, one: T) -> u32 {
    let found = all.iter().position(|other| *other == one);
    found.unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    }) as u32
}
