//! Forms of every position of games of the literature, from rules text, against a computation
//! apart: the moves of each game are written out by hand here, positions are played whole
//! (Domineering by regions, with sums by their definition), and forms come from the definitions
//! alone, without stops, numbers or names. Only that a form's options are these is asked of the
//! arena.
//!
//! What the literature says of single positions and of whole families stands beside it, with its
//! source. Small sizes run always; the sizes of the books are nightly.

use rustc_hash::FxHashMap;
use whowins_analysis::Game;
use whowins_engine::values::Positions;
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget, Side, Value};

/// A form: Left's options and Right's, as places of forms.
type Form = [Vec<u32>; 2];

/// Forms, each once, by the definitions (Conway 1976): G <= H where no left option of G is >= H and
/// no right option of H is <= G.
struct Forms {
    all: Vec<Form>,
    places: FxHashMap<Form, u32>,
    order: FxHashMap<(u32, u32), bool>,
    sums: FxHashMap<(u32, u32), u32>,
    values: Vec<Value>,
}

impl Forms {
    fn new() -> Self {
        let zero: Form = [vec![], vec![]];
        Self {
            all: vec![zero.clone()],
            places: std::iter::once((zero, 0)).collect(),
            order: FxHashMap::default(),
            sums: FxHashMap::default(),
            values: vec![Value::ZERO],
        }
    }

    fn le(&mut self, g: u32, h: u32) -> bool {
        if g == h {
            return true;
        }
        if let Some(known) = self.order.get(&(g, h)) {
            return *known;
        }
        let lefts = self.all[g as usize][0].clone();
        let rights = self.all[h as usize][1].clone();
        let holds = !lefts.into_iter().any(|option| self.le(h, option))
            && !rights.into_iter().any(|option| self.le(option, g));
        self.order.insert((g, h), holds);
        holds
    }

    /// `form` <= x where `below`, else x <= `form`; by the definition.
    fn compared(
        &mut self,
        form: &Form,
        x: u32,
        below: bool,
        known: &mut FxHashMap<(u32, bool), bool>,
    ) -> bool {
        if let Some(known) = known.get(&(x, below)) {
            return *known;
        }
        let (own, others) = if below { (0, 1) } else { (1, 0) };
        let is_reached = |forms: &mut Self, option: u32| match below {
            true => forms.le(x, option),
            false => forms.le(option, x),
        };
        let options = self.all[x as usize][others].clone();
        let holds = !form[own].iter().any(|option| is_reached(self, *option))
            && !options
                .into_iter()
                .any(|option| self.compared(form, option, !below, known));
        known.insert((x, below), holds);
        holds
    }

    /// The canonical form of {left | right}: reversible options are replaced, then dominated ones
    /// dropped.
    fn make(&mut self, left: Vec<u32>, right: Vec<u32>) -> u32 {
        let mut form = [left, right];
        let tidy = |form: &mut Form| {
            form.iter_mut().for_each(|side| {
                side.sort_unstable();
                side.dedup();
            });
        };
        tidy(&mut form);
        let mut known = FxHashMap::default();
        'again: loop {
            for own in 0..2 {
                for at in 0..form[own].len() {
                    let option = form[own][at];
                    for answer in self.all[option as usize][1 - own].clone() {
                        // The answer leaves its player no worse off than the form.
                        if self.compared(&form.clone(), answer, own == 1, &mut known) {
                            form[own].remove(at);
                            let through = self.all[answer as usize][own].clone();
                            form[own].extend(through);
                            tidy(&mut form);
                            continue 'again;
                        }
                    }
                }
            }
            break;
        }
        for (own, options) in form.iter_mut().enumerate() {
            let mut kept: Vec<u32> = Vec::new();
            for option in options.clone() {
                let is_worse = |forms: &mut Self, x: u32, y: u32| match own {
                    0 => forms.le(x, y),
                    _ => forms.le(y, x),
                };
                if kept.iter().any(|other| is_worse(self, option, *other)) {
                    continue;
                }
                kept.retain(|other| !is_worse(self, *other, option));
                kept.push(option);
            }
            *options = kept;
        }
        tidy(&mut form);
        let next = self.all.len() as u32;
        *self.places.entry(form.clone()).or_insert_with(|| {
            self.all.push(form);
            next
        })
    }

    /// The sum, by its definition.
    fn add(&mut self, g: u32, h: u32) -> u32 {
        if g == 0 || h == 0 {
            return g.max(h);
        }
        let key = (g.min(h), g.max(h));
        if let Some(known) = self.sums.get(&key) {
            return *known;
        }
        let [left, right] = [0, 1].map(|side: usize| {
            let moved = self.all[g as usize][side].clone();
            let others = self.all[h as usize][side].clone();
            let first = moved.into_iter().map(|option| self.add(option, h));
            let mut all: Vec<u32> = first.collect();
            all.extend(others.into_iter().map(|option| self.add(g, option)));
            all
        });
        let sum = self.make(left, right);
        self.sums.insert(key, sum);
        sum
    }

    /// The arena's value whose canonical form is this one, option by option.
    fn in_arena(&mut self, arena: &mut Arena, form: u32) -> Value {
        while self.values.len() <= form as usize {
            let sides = self.all[self.values.len()].clone();
            // Options stand before a form.
            let sides = sides.map(|side| {
                let mut all: Vec<Value> =
                    side.iter().map(|one| self.values[*one as usize]).collect();
                all.sort_unstable();
                all
            });
            let value = arena.make(&sides[0], &sides[1]).expect("no limit");
            for side in Side::BOTH {
                let own = arena.options(value, side).expect("no limit");
                assert_eq!(own, sides[side as usize], "form {}", self.values.len());
            }
            self.values.push(value);
        }
        self.values[form as usize]
    }
}

/// A position as symbols, and the moves of Left (0) and Right (1) in it, written by hand.
type Cells = Vec<u8>;
type Moves<'a> = &'a dyn Fn(&[u8], usize) -> Vec<Cells>;

/// The form of a position, and of all that play comes to, whole.
fn form(forms: &mut Forms, known: &mut FxHashMap<Cells, u32>, moves: Moves<'_>, at: &[u8]) -> u32 {
    if let Some(known) = known.get(at) {
        return *known;
    }
    let [left, right] = [0, 1].map(|side| {
        let next = moves(at, side);
        let forms = next.iter().map(|to| form(forms, known, moves, to));
        forms.collect::<Vec<_>>()
    });
    let found = forms.make(left, right);
    known.insert(at.to_vec(), found);
    found
}

fn game(text: &str) -> Game {
    let rules = Rules::parse("test", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    rules.game(&Parameters::new()).expect("a game")
}

/// All words of so many symbols of a length.
fn words(symbols: u8, length: usize) -> impl Iterator<Item = Cells> {
    let many = usize::from(symbols).pow(length as u32);
    (0..many).map(move |mut number| {
        let cells = (0..length).map(|_| {
            let digit = number % usize::from(symbols);
            number /= usize::from(symbols);
            digit as u8
        });
        cells.collect()
    })
}

fn shown(alphabet: &str, cells: &[u8]) -> String {
    let signs: Vec<char> = alphabet.chars().collect();
    cells.iter().map(|cell| signs[usize::from(*cell)]).collect()
}

/// Holds the program against the computation here, on all words of up to so many cells; tells how
/// many values those of the last length have.
fn strips(
    text: &str,
    alphabet: &str,
    lengths: std::ops::RangeInclusive<usize>,
    moves: Moves<'_>,
) -> usize {
    let game = game(text);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&game).expect("values");
    let (mut forms, mut known) = (Forms::new(), FxHashMap::default());
    let mut seen = std::collections::HashSet::new();
    for length in lengths {
        seen.clear();
        for cells in words(alphabet.len() as u8, length) {
            let expected = form(&mut forms, &mut known, moves, &cells);
            let row = shown(alphabet, &cells);
            let position = game
                .read(&row)
                .unwrap_or_else(|why| panic!("{row}: {why:?}"));
            let value = positions.value(&mut arena, &position).expect("a value");
            assert_eq!(value, forms.in_arena(&mut arena, expected), "{row}");
            seen.insert(value);
        }
    }
    seen.len()
}

const CLOBBER: &str = "game \"Clobber\"\nplayers Left with x, Right with o\nposition row of . x o\nmove own other -> . own along right, left";

fn clobber(row: &[u8], side: usize) -> Vec<Cells> {
    let (own, other) = (1 + side as u8, 2 - side as u8);
    let mut all = Vec::new();
    for at in (0..row.len()).filter(|at| row[*at] == own) {
        for to in [at.wrapping_sub(1), at + 1] {
            if row.get(to) == Some(&other) {
                let mut next = row.to_vec();
                (next[at], next[to]) = (0, own);
                all.push(next);
            }
        }
    }
    all
}

const TOADS: &str = "game \"Toads and Frogs\"\nplayers Toads with T, Frogs with F\nposition row of . T F\nmove own . -> . own along forward\nmove own other . -> . ? own along forward";

fn toads(row: &[u8], side: usize) -> Vec<Cells> {
    let (own, other) = (1 + side as u8, 2 - side as u8);
    let step = |at: usize, by: usize| match side {
        0 => at.checked_add(by),
        _ => at.checked_sub(by),
    };
    let symbol = |at: Option<usize>| at.and_then(|at| row.get(at)).copied();
    let mut all = Vec::new();
    for at in (0..row.len()).filter(|at| row[*at] == own) {
        let jumps = symbol(step(at, 1)) == Some(other);
        let to = step(at, if jumps { 2 } else { 1 });
        if let (Some(0), Some(to)) = (symbol(to), to) {
            let mut next = row.to_vec();
            (next[at], next[to]) = (0, own);
            all.push(next);
        }
    }
    all
}

const KONANE: &str = "game \"Konane\"\nplayers Black with x, White with o\nposition row of . x o\nmove own (any other .) other . -> . (any . .) . own along right, left";

fn konane(row: &[u8], side: usize) -> Vec<Cells> {
    let (own, other) = (1 + side as u8, 2 - side as u8);
    let mut all = Vec::new();
    for at in (0..row.len()).filter(|at| row[*at] == own) {
        for forward in [true, false] {
            let mut next = row.to_vec();
            let mut from = at;
            loop {
                let steps = [1, 2].map(|by| match forward {
                    true => from.checked_add(by),
                    false => from.checked_sub(by),
                });
                let [Some(over), Some(to)] = steps else { break };
                if next.get(over) != Some(&other) || next.get(to) != Some(&0) {
                    break;
                }
                (next[from], next[over], next[to]) = (0, 0, own);
                all.push(next.clone());
                from = to;
            }
        }
    }
    all
}

const HACKENBUSH: &str = "game \"Hackenbush strings\"\nplayers Left with b, Right with r\nposition row of b r g\nmove (own or g) (any ?) $ -> $";

/// A string of edges from the ground on the left: what is cut goes with all that hangs from it.
fn hackenbush(row: &[u8], side: usize) -> Vec<Cells> {
    let may = |colour: &u8| *colour == side as u8 || *colour == 2;
    let places = (0..row.len()).filter(|at| may(&row[*at]));
    places.map(|at| row[..at].to_vec()).collect()
}

const DOMINOES: &str = "game \"Toppling Dominoes\"\nplayers Left with b, Right with r\nposition row of b r g\nmove (own or g) (any ?) $ -> $\nmove ^ (any ?) (own or g) -> ^";

fn dominoes(row: &[u8], side: usize) -> Vec<Cells> {
    let may = |colour: &u8| *colour == side as u8 || *colour == 2;
    let places = (0..row.len()).filter(|at| may(&row[*at]));
    places
        .flat_map(|at| [row[..at].to_vec(), row[at + 1..].to_vec()])
        .collect()
}

#[test]
fn strips_of_the_literature() {
    // CGSuite and `cgt` count 421 values of Clobber strips of 10 and 1,613 of Toads and Frogs
    // strips of 10.
    assert_eq!(strips(CLOBBER, ".xo", 1..=8, &clobber), 111);
    assert_eq!(strips(TOADS, ".TF", 1..=8, &toads), 280);
    strips(KONANE, ".xo", 1..=6, &konane);
    strips(HACKENBUSH, "brg", 1..=5, &hackenbush);
    strips(DOMINOES, "brg", 1..=5, &dominoes);
}

#[test]
#[ignore = "some minutes"]
fn strips_of_the_literature_at_their_lengths() {
    strips(CLOBBER, ".xo", 1..=10, &clobber);
    assert_eq!(strips(CLOBBER, ".xo", 10..=10, &clobber), 421);
    strips(CLOBBER, ".xo", 11..=12, &clobber);
    strips(TOADS, ".TF", 1..=9, &toads);
    assert_eq!(strips(TOADS, ".TF", 10..=10, &toads), 1_613);
    strips(TOADS, ".TF", 11..=12, &toads);
}

#[test]
#[ignore = "some minutes"]
fn konane_strips_to_twelve() {
    strips(KONANE, ".xo", 1..=12, &konane);
}

/// Strings of three colours to 10 (each has its own value: Berlekamp, Conway, Guy 1982), dominoes
/// of two colours to 12, of three to 8 (2,689 values in CGSuite).
#[test]
#[ignore = "some minutes"]
fn strings_and_dominoes_at_their_lengths() {
    assert_eq!(strips(HACKENBUSH, "brg", 1..=8, &hackenbush), 6_561);
    assert_eq!(strips(HACKENBUSH, "brg", 9..=10, &hackenbush), 59_049);
    let two = DOMINOES
        .replace("b r g", "b r")
        .replace("(own or g)", "own");
    assert_eq!(strips(&two, "br", 1..=12, &dominoes), 2_080);
    assert_eq!(strips(DOMINOES, "brg", 1..=8, &dominoes), 2_689);
}

/// Strings of two colours by the rule of their signs (Berlekamp; van Roode 2002): whole steps until
/// the colour first changes, then halves.
#[test]
fn strings_are_numbers_by_the_rule_of_their_signs() {
    let game = game(HACKENBUSH);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&game).expect("values");
    for cells in (1..=9).flat_map(|length| words(2, length)) {
        // In units of 2^-16.
        let (mut number, mut step, mut has_changed) = (0i64, 1i64 << 16, false);
        for cell in &cells {
            has_changed |= *cell != cells[0];
            if has_changed {
                step /= 2;
            }
            number += if *cell == 0 { step } else { -step };
        }
        let row = shown("br", &cells);
        let position = game.read(&row).expect("a string");
        let value = positions.value(&mut arena, &position).expect("a value");
        let found = arena
            .as_number(value)
            .unwrap_or_else(|| panic!("{row} isn't a number"));
        let expected = whowins_values::Dyadic::new(number.into(), 16);
        assert_eq!(found, expected, "{row}");
    }
}

fn domineering(rows: usize, columns: usize) -> impl Fn(&[u8], usize) -> Vec<Cells> {
    move |board, side| {
        let mut all = Vec::new();
        for at in 0..rows * columns {
            let (row, column) = (at / columns, at % columns);
            let next = match side {
                0 if row + 1 < rows => at + columns,
                1 if column + 1 < columns => at + 1,
                _ => continue,
            };
            if board[at] == 0 && board[next] == 0 {
                let mut to = board.to_vec();
                (to[at], to[next]) = (1, 1);
                all.push(to);
            }
        }
        all
    }
}

const DOMINEERING: &str = "game \"Domineering\"\nplayers Vertical, Horizontal\nposition board of . #\nVertical: move . / . -> # / #\nHorizontal: move . . -> # #";

fn on_board(cells: &[u8], columns: usize, alphabet: &str) -> String {
    let rows = cells.chunks(columns).map(|row| shown(alphabet, row));
    rows.collect::<Vec<_>>().join("/")
}

/// Every position of a board, whole.
fn every_domineering(rows: usize, columns: usize) {
    let game = game(DOMINEERING);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&game).expect("values");
    let (mut forms, mut known) = (Forms::new(), FxHashMap::default());
    let moves = domineering(rows, columns);
    for cells in words(2, rows * columns) {
        let expected = form(&mut forms, &mut known, &moves, &cells);
        let text = on_board(&cells, columns, ".#");
        let position = game.read(&text).expect("a board");
        let value = positions.value(&mut arena, &position).expect("a value");
        assert_eq!(value, forms.in_arena(&mut arena, expected), "{text}");
    }
}

/// A board by its regions: what is empty and joined side by side, moved into its corner.
fn by_regions(
    forms: &mut Forms,
    known: &mut FxHashMap<(usize, Cells), u32>,
    (rows, columns): (usize, usize),
    board: &[u8],
) -> u32 {
    let mut seen = board.to_vec();
    let mut sum = 0;
    for start in 0..board.len() {
        if seen[start] != 0 {
            continue;
        }
        let (mut open, mut region) = (vec![start], Vec::new());
        seen[start] = 1;
        while let Some(at) = open.pop() {
            region.push((at / columns, at % columns));
            let (row, column) = (at / columns, at % columns);
            let near = [
                (row > 0).then(|| at - columns),
                (row + 1 < rows).then(|| at + columns),
                (column > 0).then(|| at - 1),
                (column + 1 < columns).then(|| at + 1),
            ];
            for next in near.into_iter().flatten() {
                if seen[next] == 0 {
                    seen[next] = 1;
                    open.push(next);
                }
            }
        }
        let [top, left] = [0, 1].map(|axis| {
            let of = |cell: &(usize, usize)| if axis == 0 { cell.0 } else { cell.1 };
            region.iter().map(of).min().unwrap_or(0)
        });
        let tall = 1 + region.iter().map(|cell| cell.0 - top).max().unwrap_or(0);
        let wide = 1 + region.iter().map(|cell| cell.1 - left).max().unwrap_or(0);
        let mut own = vec![1; tall * wide];
        for (row, column) in region {
            own[(row - top) * wide + column - left] = 0;
        }
        let value = region_value(forms, known, (tall, wide), own);
        sum = forms.add(sum, value);
    }
    sum
}

fn region_value(
    forms: &mut Forms,
    known: &mut FxHashMap<(usize, Cells), u32>,
    size: (usize, usize),
    board: Cells,
) -> u32 {
    let key = (size.1, board);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let moves = domineering(size.0, size.1);
    let [left, right] = [0, 1].map(|side| {
        let next = moves(&key.1, side);
        let values = next.iter().map(|to| by_regions(forms, known, size, to));
        values.collect::<Vec<_>>()
    });
    let value = forms.make(left, right);
    known.insert(key, value);
    value
}

/// An empty board, and every region that play in it comes to.
fn domineering_by_regions(rows: usize, columns: usize, literature: &str) {
    let game = game(DOMINEERING);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&game).expect("values");
    let (mut forms, mut known) = (Forms::new(), FxHashMap::default());
    let empty = vec![0; rows * columns];
    by_regions(&mut forms, &mut known, (rows, columns), &empty);
    for ((columns, cells), expected) in &known {
        let text = on_board(cells, *columns, ".#");
        let position = game.read(&text).expect("a board");
        let value = positions.value(&mut arena, &position).expect("a value");
        assert_eq!(value, forms.in_arena(&mut arena, *expected), "{text}");
    }
    let start = game
        .read(&on_board(&empty, columns, ".#"))
        .expect("a board");
    let value = positions.value(&mut arena, &start).expect("a value");
    let expected = arena.read(literature).expect("a form");
    assert_eq!(value, expected, "{rows} x {columns}");
}

/// Conway 1976, chapter 10, and *Winning Ways*, chapter 5, have the boards to 3 x 4 and the values
/// of 4 x 5 and 5 x 5; Berlekamp 1988 those of two rows.
#[test]
fn domineering_of_the_literature() {
    for (rows, columns) in [(1, 5), (2, 3), (3, 3), (2, 5), (3, 4)] {
        every_domineering(rows, columns);
    }
    for (rows, columns, value) in [(2, 2, "{1|-1}"), (2, 3, "{2|-1/2}"), (3, 3, "{1|-1}")] {
        domineering_by_regions(rows, columns, value);
    }
    domineering_by_regions(4, 5, "1");
}

#[test]
#[ignore = "some minutes"]
fn domineering_to_five_by_six() {
    every_domineering(4, 4);
    domineering_by_regions(5, 5, "0");
    domineering_by_regions(5, 6, "-3/2");
}

/// A grid as the edges of a graph, and which cell each node is, in the order in which the nodes are
/// named.
fn grid(rows: usize, columns: usize) -> (String, Vec<usize>) {
    let mut edges = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    for at in 0..rows * columns {
        let right = (at % columns + 1 < columns).then_some(at + 1);
        let down = (at + columns < rows * columns).then_some(at + columns);
        for next in [right, down].into_iter().flatten() {
            edges.push(format!("n{at}-n{next}"));
            for node in [at, next] {
                if !order.contains(&node) {
                    order.push(node);
                }
            }
        }
    }
    (edges.join(", "), order)
}

fn colouring(
    rows: usize,
    columns: usize,
    barred: &'static str,
) -> impl Fn(&[u8], usize) -> Vec<Cells> {
    move |board, side| {
        let own = 1 + side as u8;
        let bad = if barred == "own" { own } else { 3 - own };
        let is_free = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            let near = [
                (row > 0).then(|| at - columns),
                (row + 1 < rows).then(|| at + columns),
                (column > 0).then(|| at - 1),
                (column + 1 < columns).then(|| at + 1),
            ];
            board[at] == 0 && near.into_iter().flatten().all(|next| board[next] != bad)
        };
        let places = (0..board.len()).filter(|at| is_free(*at));
        places
            .map(|at| {
                let mut next = board.to_vec();
                next[at] = own;
                next
            })
            .collect()
    }
}

/// Every position that play on an empty grid comes to.
fn coloured(rows: usize, columns: usize, barred: &'static str, literature: Option<&str>) {
    let (edges, order) = grid(rows, columns);
    let text = format!(
        "game \"Colouring\"\nplayers Left with L, Right with R\ngiven net: graph = \"{edges}\"\nposition net of . L R\nstart empty\nmove . -> own at v if no neighbours of v showing {barred}"
    );
    let game = game(&text);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&game).expect("values");
    let (mut forms, mut known) = (Forms::new(), FxHashMap::default());
    let empty = vec![0; rows * columns];
    let moves = colouring(rows, columns, barred);
    let start = form(&mut forms, &mut known, &moves, &empty);
    for (cells, expected) in &known {
        let nodes: Vec<String> = order
            .iter()
            .map(|at| shown(".LR", &cells[*at..=*at]))
            .collect();
        let text = nodes.join(" ");
        let position = game
            .read(&text)
            .unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let value = positions.value(&mut arena, &position).expect("a value");
        assert_eq!(
            value,
            forms.in_arena(&mut arena, *expected),
            "{barred}: {text}"
        );
    }
    if let Some(literature) = literature {
        let expected = arena.read(literature).expect("a form");
        assert_eq!(
            forms.in_arena(&mut arena, start),
            expected,
            "{rows} x {columns}"
        );
    }
}

/// Col and Snort: Conway 1976, chapter 8; *Winning Ways*, chapters 2 and 6. Col is a number, or a
/// number and *, everywhere.
#[test]
fn col_and_snort_of_the_literature() {
    coloured(1, 2, "own", Some("0"));
    coloured(1, 3, "own", None);
    coloured(2, 3, "own", None);
    coloured(3, 3, "own", None);
    coloured(1, 2, "other", Some("{1|-1}"));
    coloured(1, 3, "other", Some("{2|-2}"));
    coloured(2, 3, "other", None);
}

#[test]
#[ignore = "some minutes"]
fn col_and_snort_to_four_by_four() {
    for (rows, columns) in [(3, 3), (3, 4)] {
        coloured(rows, columns, "own", None);
        coloured(rows, columns, "other", None);
    }
    coloured(4, 4, "own", Some("0"));
    coloured(4, 4, "other", Some("0"));
}

fn amazons(rows: usize, columns: usize) -> impl Fn(&[u8], usize) -> Vec<Cells> {
    move |board, side| {
        let rays = |board: &[u8], from: usize| {
            let mut all = Vec::new();
            for (down, right) in [
                (-1, -1),
                (-1, 0),
                (-1, 1),
                (0, -1),
                (0, 1),
                (1, -1),
                (1, 0),
                (1, 1),
            ] {
                let (mut row, mut column) = ((from / columns) as i64, (from % columns) as i64);
                loop {
                    row += down;
                    column += right;
                    let inside =
                        (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column);
                    let at = (row * columns as i64 + column) as usize;
                    if !inside || board[at] != 0 {
                        break;
                    }
                    all.push(at);
                }
            }
            all
        };
        let own = 2 + side as u8;
        let mut all = Vec::new();
        for from in (0..board.len()).filter(|at| board[*at] == own) {
            for to in rays(board, from) {
                let mut moved = board.to_vec();
                (moved[from], moved[to]) = (0, own);
                for arrow in rays(&moved, to) {
                    let mut shot = moved.clone();
                    shot[arrow] = 1;
                    all.push(shot);
                }
            }
        }
        all
    }
}

/// Every position that play comes to from a start.
fn amazons_from(rows: usize, columns: usize, start: &str) {
    let text = format!(
        "game \"Amazons\"\nplayers White with w, Black with b\nposition board of {rows} x {columns} cells of . # w b\nmove own (some .) -> (some .) own along all directions to c;\n     own (any .) . -> own (any .) # along all directions at c"
    );
    let game = game(&text);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&game).expect("values");
    let (mut forms, mut known) = (Forms::new(), FxHashMap::default());
    let signs: Vec<char> = ".#wb".chars().collect();
    let cells = start.chars().filter(|sign| *sign != '/');
    let cells: Cells = cells
        .map(|sign| signs.iter().position(|one| *one == sign).expect("a symbol") as u8)
        .collect();
    form(&mut forms, &mut known, &amazons(rows, columns), &cells);
    for (cells, expected) in &known {
        let text = on_board(cells, columns, ".#wb");
        let position = game.read(&text).expect("a board");
        let value = positions.value(&mut arena, &position).expect("a value");
        assert_eq!(value, forms.in_arena(&mut arena, *expected), "{text}");
    }
}

#[test]
fn amazons_on_small_boards() {
    amazons_from(2, 2, "w./.b");
    amazons_from(2, 3, "w../..b");
}

/// Berlekamp 2000 and Snatzke 2001 have such boards by their own programs.
#[test]
#[ignore = "some minutes"]
fn amazons_on_three_by_four() {
    amazons_from(3, 3, "w../.../..b");
    amazons_from(3, 4, "w..b/..../b..w");
}
