//! `P connects A to B through T`: all that is reached is a number of bits, which grows for as many
//! rounds as there are cells.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use super::Lower;
use super::geometry::Geometry;
use super::parts::Kind;
use super::scope::{Domain, Is, Value, add, any_of, at_most, bit, equal, known, power};
use crate::diagnostic::Span;
use crate::tree::{self, ExprKind, Layout, Side, Terminal, Word};

/// Boards of at most so many cells, and graphs of so many nodes, have their neighbours as constant
/// bits.
const LARGE: usize = 1 << 12;

/// What is connected.
enum Field {
    /// The cells of a part.
    Cells(usize, Geometry),
    /// The nodes of a graph, and the part that shows symbols on them.
    Graph(usize, Option<usize>),
}

/// What may lie between.
enum Between {
    Anything,
    /// Cells or nodes with these bits.
    Bits(Expr),
    /// Edges in this part of the term.
    Edges(usize),
}

/// An end of a connection.
enum Terminus {
    /// Cells or nodes with these bits.
    Bits(Expr),
    /// A side of the board: the cells there.
    Side(Expr),
}

impl<'a> Lower<'a> {
    pub(super) fn connects(
        &mut self,
        word: &'a Word,
        from: &'a Terminal,
        to: &'a Terminal,
        through: Option<&'a tree::Expr>,
        span: &Span,
    ) -> Option<Expr> {
        let field = self.field(word)?;
        let depth = self.bound;
        let between = match through {
            None => {
                let symbols = match &field {
                    Field::Cells(part, _) | Field::Graph(_, Some(part)) => self.symbols(*part),
                    Field::Graph(_, None) => &[],
                };
                let help = match symbols.last() {
                    Some(symbol) => format!("write: {} connects ... through '{symbol}'", word.text),
                    None => "write: through a set of nodes or edges".into(),
                };
                let message = "any cell may lie between, as `through` is not said";
                self.warn(span.clone(), message, help);
                Between::Anything
            }
            Some(through) => self.between_ends(&field, through)?,
        };
        // The bits that may lie between, then those of the start, then what is reached so far.
        let (between, allowed) = match between {
            Between::Bits(bits) => (Between::Bits(Expr::Var(depth + 1)), bits),
            other => (other, Expr::num(0)),
        };
        self.bound += 2;
        let result = self.connection(&field, (from, to), &between, depth);
        self.bound = depth;
        let result = result?;
        Some(Expr::fold(Expr::num(0), Expr::num(1), allowed, result))
    }

    fn connection(
        &mut self,
        field: &Field,
        (from, to): (&'a Terminal, &'a Terminal),
        between: &Between,
        depth: usize,
    ) -> Option<Expr> {
        let (start, is_side) = match self.terminus(field, from)? {
            Terminus::Bits(bits) => (bits, false),
            Terminus::Side(bits) => (bits, true),
        };
        self.bound += 2;
        let start_bits = Expr::Var(depth + 3);
        let goal = self.terminus(field, to)?;
        let reached = self.reached(field, between, (&start_bits, is_side))?;
        let and = |x, y| Expr::bin(Op::And, x, y);
        let goal = match (goal, between) {
            (Terminus::Side(bits), Between::Bits(allowed)) => and(bits, allowed.clone()),
            (Terminus::Bits(bits) | Terminus::Side(bits), _) => bits,
        };
        self.bound -= 2;
        let meets = !equal(and(reached, goal), Expr::num(0));
        Some(Expr::fold(Expr::num(0), Expr::num(1), start, meets))
    }

    /// Everything that can be reached.
    fn reached(
        &mut self,
        field: &Field,
        between: &Between,
        (start, is_side): (&Expr, bool),
    ) -> Option<Expr> {
        let depth = self.bound;
        self.bound += 2;
        let so_far = Expr::Var(depth + 1);
        let goes_on = match between {
            Between::Bits(allowed) => {
                let from = match is_side {
                    true => allowed.clone(),
                    false => Expr::bin(Op::Or, allowed.clone(), start.clone()),
                };
                Expr::bin(Op::And, so_far.clone(), from)
            }
            _ => so_far.clone(),
        };
        // What goes on is read several times.
        let inner = Expr::Var(self.bound + 1);
        self.bound += 2;
        let spread = self.spread(field, between, &inner);
        self.bound = depth;
        let spread = Expr::fold(Expr::num(0), Expr::num(1), goes_on, spread?);
        let body = Expr::bin(Op::Or, so_far, spread);
        let rounds = self.field_size(field);
        Some(Expr::fold(Expr::num(0), rounds, start.clone(), body))
    }

    /// What lies beside these.
    fn spread(&mut self, field: &Field, between: &Between, bits: &Expr) -> Option<Expr> {
        let (index, so_far) = (Expr::Var(self.bound), Expr::Var(self.bound + 1));
        let or = |x, y| Expr::bin(Op::Or, x, y);
        match (field, between) {
            (Field::Graph(graph, _), Between::Edges(core)) => {
                let edges = self.grounds[*graph].edges.clone();
                let from = self.table("from", edges.iter().map(|edge| edge.0 as i64));
                let to = self.table("to", edges.iter().map(|edge| edge.1 as i64));
                let both = self.table("both", edges.iter().map(|edge| i64::from(!edge.2)));
                let get = |table| Expr::get(table, index.clone());
                let there = Expr::bin(Op::Shl, bit(bits.clone(), get(from)), get(to));
                let back = get(both).and(bit(bits.clone(), get(to)));
                let back = Expr::bin(Op::Shl, back, get(from));
                let more = or(so_far.clone(), or(there, back));
                let is_member = Expr::get(Array::Part(*core), index);
                let body = Expr::ite(is_member, more, so_far);
                let count = Expr::num(edges.len());
                Some(Expr::fold(Expr::num(0), count, Expr::num(0), body))
            }
            (Field::Graph(graph, _), _) => {
                let forward = self.grounds[*graph].forward.clone();
                let masks = forward.iter().map(|steps| {
                    steps
                        .iter()
                        .fold(IBig::ZERO, |mask, to| mask | (IBig::ONE << *to))
                });
                let masks = self.constant("beside", masks.collect());
                let more = or(so_far.clone(), Expr::get(masks, index.clone()));
                let body = Expr::ite(bit(bits.clone(), index), more, so_far);
                Some(Expr::fold(
                    Expr::num(0),
                    Expr::Len(masks),
                    Expr::num(0),
                    body,
                ))
            }
            (Field::Cells(_, geometry), _) => match geometry.size {
                Some((rows, columns))
                    if geometry.layout != Layout::Ring && rows * columns <= LARGE as i64 =>
                {
                    Some(shifted(geometry, (rows, columns), bits))
                }
                _ => {
                    let beside = geometry.usual_ways().into_iter().map(|way| {
                        let there = geometry.neighbour(&index, way);
                        at_most(Expr::num(0), there.clone()).and(bit(bits.clone(), there))
                    });
                    let is_beside = any_of(beside.collect());
                    let body = add(so_far, Expr::bin(Op::Shl, is_beside, index));
                    Some(Expr::fold(
                        Expr::num(0),
                        geometry.count(),
                        Expr::num(0),
                        body,
                    ))
                }
            },
        }
    }

    fn field(&mut self, word: &'a Word) -> Option<Field> {
        let part = self.parts.iter().position(|part| part.name == word.text);
        match part.map(|at| (at, &self.parts[at].kind)) {
            Some((at, Kind::Cells(geometry, _) | Kind::NumberBoard(geometry))) => {
                Some(Field::Cells(at, geometry.clone()))
            }
            Some((at, Kind::Nodes(graph, _))) => Some(Field::Graph(*graph, Some(at))),
            _ => Some(Field::Graph(self.graph(word)?, None)),
        }
        .and_then(|field| match &field {
            Field::Graph(graph, _) if self.grounds[*graph].nodes.len() > LARGE => {
                let message = format!("a graph of more than {LARGE} nodes is too large for this");
                self.error(word.span.clone(), message, "give a smaller graph")
            }
            _ => Some(field),
        })
    }

    fn field_size(&self, field: &Field) -> Expr {
        match field {
            Field::Cells(_, geometry) => geometry.count(),
            Field::Graph(graph, _) => Expr::num(self.grounds[*graph].nodes.len()),
        }
    }

    /// The bits of all cells of which something holds; `test` is asked where two more variables are
    /// bound, the first of which is the cell.
    fn bits_where(
        &mut self,
        field: &Field,
        test: impl FnOnce(&mut Self, Expr) -> Option<Expr>,
    ) -> Option<Expr> {
        let depth = self.bound;
        self.bound += 2;
        let holds = test(self, Expr::Var(depth));
        self.bound = depth;
        let bit = Expr::bin(Op::Shl, holds?, Expr::Var(depth));
        let body = add(Expr::Var(depth + 1), bit);
        Some(Expr::fold(
            Expr::num(0),
            self.field_size(field),
            Expr::num(0),
            body,
        ))
    }

    /// The bits of the cells that show a symbol.
    fn bits_showing(&mut self, field: &Field, symbol: &Value, span: &Span) -> Option<Expr> {
        let part = match field {
            Field::Cells(part, _) => Some(*part),
            Field::Graph(_, part) => *part,
        };
        let Some(part) = part.filter(|part| !self.symbols(*part).is_empty()) else {
            let help = match field {
                Field::Cells(part, _) => {
                    format!("`{}` holds numbers; name a cell", self.parts[*part].name)
                }
                Field::Graph(graph, _) => {
                    let name = self.graph_name(*graph);
                    format!("write: position {name} of . x, or name a node")
                }
            };
            return self.error(span.clone(), "nothing is shown here", help);
        };
        let core = self.parts[part].core[0];
        let depth = self.bound;
        self.bits_where(field, |lower, cell| {
            let symbol = symbol.lifted(depth, lower.bound);
            let shown = Expr::get_or(Array::Part(core), cell, -1);
            lower.shows(&shown, part, &symbol, span)
        })
    }

    fn between_ends(&mut self, field: &Field, through: &'a tree::Expr) -> Option<Between> {
        let span = &through.span;
        let value = match &through.kind {
            ExprKind::Name(word, whose)
                if !self.is_bound(&word.text)
                    && self.parts.iter().any(|part| part.name == word.text) =>
            {
                let (part, core, from) = self.owned(word, whose.as_ref())?;
                Value::new(Expr::num(0), Is::Whole(part, core, from))
            }
            _ => self.value(through)?,
        };
        let Is::Whole(part, core, _) = value.is else {
            return Some(Between::Bits(self.bits_showing(field, &value, span)?));
        };
        let Kind::Subset(domain) = self.parts[part].kind.clone() else {
            let help = "write a symbol, or a set of nodes or edges";
            return self.error(span.clone(), "through what?", help);
        };
        match (&domain, field) {
            (Domain::Edges(a), Field::Graph(b, _)) if a == b => Some(Between::Edges(core)),
            (Domain::Nodes(a), Field::Graph(b, _)) if a == b => {
                let is_member = |_: &mut Self, node| Some(Expr::get(Array::Part(core), node));
                Some(Between::Bits(self.bits_where(field, is_member)?))
            }
            (Domain::Cells(a), Field::Cells(b, _)) if a == b => {
                let is_member = |_: &mut Self, cell| Some(Expr::get(Array::Part(core), cell));
                Some(Between::Bits(self.bits_where(field, is_member)?))
            }
            _ => {
                let whole = match field {
                    Field::Cells(at, _) => format!("cells of {}", self.parts[*at].name),
                    Field::Graph(graph, _) => format!("edges of {}", self.graph_name(*graph)),
                };
                let help = format!(
                    "write: position {}: subset of {whole}",
                    self.parts[part].name
                );
                self.error(
                    span.clone(),
                    "this set is not of the same board or graph",
                    help,
                )
            }
        }
    }

    fn terminus(&mut self, field: &Field, terminal: &'a Terminal) -> Option<Terminus> {
        match terminal {
            Terminal::Edge(side, span) => Some(Terminus::Side(self.side(field, *side, span)?)),
            Terminal::At(said) => {
                let span = &said.span;
                let value = self.value(said)?;
                let cell = match (&value.is, field) {
                    (Is::Letter(_) | Is::Of(_) | Is::Shown(_), _) => {
                        let bits = self.bits_showing(field, &value, span)?;
                        return Some(Terminus::Bits(bits));
                    }
                    (Is::Node(a), Field::Graph(b, _)) if a == b => value.expr.clone(),
                    (_, Field::Cells(part, _)) => self.cell_of(*part, &value, span)?,
                    _ => {
                        let help = "a node is written: node NAME";
                        return self.error(span.clone(), "an end is a node", help);
                    }
                };
                let is_there = at_most(Expr::num(0), cell.clone());
                Some(Terminus::Bits(is_there.and(power(cell))))
            }
        }
    }

    fn side(&mut self, field: &Field, side: Side, span: &Span) -> Option<Expr> {
        let Field::Cells(_, geometry) = field else {
            let name = match side {
                Side::Top => "top",
                Side::Bottom => "bottom",
                Side::Left => "left",
                Side::Right => "right",
            };
            let help = "name a node at each end: node NAME";
            return self.error(span.clone(), format!("a graph has no {name}"), help);
        };
        let small = |(rows, columns): &(i64, i64)| rows * columns <= LARGE as i64;
        let Some((rows, columns)) = geometry.size.filter(small) else {
            return self.bits_where(field, |_, cell| Some(geometry.is_at(side, &cell)));
        };
        let is_at = |cell: &i64| known(&geometry.is_at(side, &Expr::num(*cell))) == Some(1);
        Some(Expr::Num(bits_of((0..rows * columns).filter(is_at))))
    }
}

/// A number with these bits.
fn bits_of(cells: impl Iterator<Item = i64>) -> IBig {
    cells.fold(IBig::ZERO, |bits, cell| {
        bits | (IBig::ONE << usize::try_from(cell).unwrap_or(0))
    })
}

/// What lies beside these cells of a board of a known size.
fn shifted(geometry: &Geometry, (rows, columns): (i64, i64), bits: &Expr) -> Expr {
    let ways = geometry.usual_ways().into_iter().map(|way| {
        let stays = |cell: &i64| known(&geometry.neighbour(&Expr::num(*cell), way)) != Some(-1);
        let mask = Expr::Num(bits_of((0..rows * columns).filter(stays)));
        let from = Expr::bin(Op::And, bits.clone(), mask);
        let by = way.0 * columns + way.1;
        match by < 0 {
            true => Expr::bin(Op::Shr, from, Expr::num(-by)),
            false => Expr::bin(Op::Shl, from, Expr::num(by)),
        }
    });
    let all: Vec<Expr> = ways.collect();
    let or = |x, y| Expr::bin(Op::Or, x, y);
    super::scope::balanced(all, or).unwrap_or_else(|| Expr::num(0))
}
