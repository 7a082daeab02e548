//! The syntax tree: what a text says, statement by statement, with the place of everything. the
//! parser makes it, the lowering gives it a meaning.
//!
//! Nothing is looked up here but what the grammar itself needs (which characters are symbols of
//! cells, which names are declared), and no number is known yet.

// A text has few pieces, so that their size does not matter.
#![allow(clippy::large_enum_variant)]

use crate::diagnostic::Span;

/// A name, or a text in quotation marks, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// All of it, as it was written.
    pub source: String,
    /// A line that declares something, or says where play starts, could not be read, so that it is
    /// not known what others speak of.
    pub is_doubtful: bool,
    /// The doc comment.
    pub about: String,
    /// `game "NAME"`.
    pub name: Option<Word>,
    /// `players A with SYMBOL ..., B with ...`.
    pub players: Option<[PlayerLine; 2]>,
    /// `given ...`, a line for each name.
    pub givens: Vec<Given>,
    /// `position ...`, in order.
    pub parts: Vec<Part>,
    /// `start ...` lines.
    pub starts: Vec<Start>,
    /// `let ...`, in order; each knows what stands above it.
    pub definitions: Vec<Let>,
    /// `move ...`, `choose ...`, in order.
    pub moves: Vec<Move>,
    /// `at once ...`.
    pub follow_ups: Vec<Rewrite>,
    /// Endings, in order.
    pub ends: Vec<End>,
    /// `who cannot move ...`, `normal play`, `misère play`.
    pub stuck: Option<Stuck>,
    /// `repetition ...`.
    pub repetition: Option<Repetition>,
    /// `highest score wins`, `lowest score wins`.
    pub score: Option<ScoreLine>,
    /// `at the end: score += N`.
    pub finals: Vec<Final>,
    /// `the opponent blocks at most N ...`.
    pub blocking: Option<(Expr, Span)>,
    /// `example ...`.
    pub examples: Vec<Example>,
    /// Patterns, lists of symbols, positions, codes and values, which are read character by
    /// character: the blanks in them are the writer's.
    pub kept: Vec<Span>,
    /// `let NAME = game ...`: games that a sum is made of.
    pub games: Vec<Named>,
}

/// A game within a text: `let NAME = game "..."`, and all lines up to the next such line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What the text calls it.
    pub name: Word,
    /// Its rules.
    pub text: Text,
}

impl Text {
    /// What stands at a place, with one blank where several are.
    pub fn written(&self, span: &Span) -> String {
        let text = self.source.get(span.clone()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A player, with the symbols that are his own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The name.
    pub name: Word,
    /// `with w d`: his symbols.
    pub symbols: Vec<(char, Span)>,
}

/// `given NAME: KIND = VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name.
    pub name: Word,
    /// What it is.
    pub kind: crate::parameters::Kind,
    /// The value where none is given, as read.
    pub default: Option<crate::parameters::ParameterValue>,
    /// The statement.
    pub span: Span,
}

/// A part of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name; `board`, `row`, `ring`, the graph's name, or what the text calls it.
    pub name: Word,
    /// `of each player`: there is one for each.
    pub of_each: bool,
    /// What it holds.
    pub kind: PartKind,
    /// The declaration.
    pub span: Span,
}

/// What a part holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A number, with its range.
    Number(Bounds),
    /// A word out of several; the first is 0.
    Words(Vec<Word>),
    /// `[ring of] [N [x N]] numbers [range] [in halves]`.
    Numbers {
        /// Whether the index goes round.
        ring: bool,
        /// How many, where it is said; rows and columns for `N x N`.
        size: Size,
        /// The range of each.
        bounds: Bounds,
        /// Whether each player counts from his own half.
        halves: bool,
    },
    /// `(row | ring | board) of [N [x N] cells of] SYMBOL ... [along DIRECTION, ...]`.
    Cells {
        /// Row, ring or board.
        layout: Layout,
        /// The size, where it is said.
        size: Size,
        /// The symbols, the first is that of an empty cell.
        symbols: Vec<(char, Span)>,
        /// What neighbours are, where it is said.
        along: Vec<Direction>,
    },
    /// `GRAPH of SYMBOL ...`: a symbol on every node; the graph is the part's name.
    Nodes {
        /// The symbols.
        symbols: Vec<(char, Span)>,
    },
    /// `subset of SET`.
    Subset(Set),
    /// `squares of MAP [except 'S', ...]`.
    Squares {
        /// The map.
        map: Word,
        /// Symbols of squares that no token stands on.
        except: Vec<(char, Span)>,
    },
    /// `[N] nodes of GRAPH`.
    NodesOf {
        /// How many tokens of one kind; `None`: one, written alone.
        count: Option<Expr>,
        /// The graph.
        graph: Word,
    },
    /// `[N] cells of PART`.
    CellsOf {
        /// How many tokens of one kind; `None`: one, written alone.
        count: Option<Expr>,
        /// A board, row, ring or board of numbers.
        of: Word,
    },
    /// `heaps`, whose moves take from a heap or split it; or an octal or hexadecimal code, which
    /// says the moves: its digits, for 0, 1, 2, ... taken.
    Heaps(Option<Vec<u8>>),
    /// `sum of GAME[(NAME = VALUE, ...)], ...`; `any` for `sum of any number of GAME`.
    Sum {
        /// The games, in order.
        games: Vec<Summand>,
        /// Any number of it.
        any: bool,
    },
}

/// A game in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// The game.
    pub name: Word,
    /// Values of its parameters, and `start`, as written.
    pub arguments: Vec<(Word, Word)>,
}

/// How cells lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A row with two ends.
    Row,
    /// A row that goes round.
    Ring,
    /// Rows and columns.
    Board,
}

/// A size, where it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// It is part of the position.
    Open,
    /// So many.
    Long(Expr),
    /// Rows and columns.
    Board(Expr, Expr),
}

/// A range of numbers; what is not said is 0 and no end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub least: Option<Expr>,
    /// The largest.
    pub most: Option<Expr>,
}

/// `start ITEM, ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Its items, in order; later ones override.
    pub items: Vec<StartItem>,
    /// The statement.
    pub span: Span,
}

/// What is said of the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartItem {
    /// `empty`: every part has its least.
    Empty(Span),
    /// `PART [of PLAYER] = LITERAL`; `all` for a full subset; the literal is read by the part's
    /// notation.
    Part {
        /// The part.
        part: Word,
        /// Whose, where there is one for each.
        of: Option<Word>,
        /// Its value.
        literal: Literal,
    },
    /// `'S' at PLACE`: a node's name, or `row R column C` as written.
    Symbol(char, Word),
    /// `TOKEN [of PLAYER] at PLACE`: a node, `'S'` of a map, or `row R column C`.
    Token {
        /// The token.
        token: Word,
        /// Whose, where there is one for each.
        of: Option<Word>,
        /// Where.
        at: Place,
    },
    /// The whole position.
    Position(Literal),
}

/// A value as it is written, with what may have to be worked out in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The text.
    pub word: Word,
    /// Numbers of it that are no digits alone, such as `n` and `2 * n + 1`, in order.
    pub numbers: Vec<Expr>,
}

/// A place in a `start` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A node's name.
    Node(Word),
    /// The only square with this symbol.
    Symbol(char, Span),
    /// Counted from 1.
    Cell(Expr, Expr),
}

/// `let NAME(NAME, ...) = ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Let {
    /// What is defined.
    pub name: Word,
    /// Its arguments.
    pub arguments: Vec<Word>,
    /// What it stands for.
    pub body: Body,
    /// The statement.
    pub span: Span,
}

/// What a definition stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A number or a condition.
    Value(Expr),
    /// Steps of a move.
    Steps(Vec<Step>),
}

/// A number, condition or set member, with its place. Conditions are numbers, 1 and 0; what is
/// which is for the lowering to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// Whose part or symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// `own`.
    Own,
    /// `other`.
    Other,
    /// `of PLAYER`.
    Of(Word),
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `divides`
    Divides,
}

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `sum`
    Sum,
    /// `min`
    Min,
    /// `max`
    Max,
    /// `all`
    All,
    /// `any`
    Any,
    /// `xor`
    Xor,
    /// `count`
    Count,
    /// `first`
    First,
}

/// What an expression can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// Decimal digits, as written.
    Number(String),
    /// A name: a choice, a part, a parameter, a definition, a word; `a of PLAYER`, `own a`.
    Name(Word, Option<Whose>),
    /// `'S'`.
    Symbol(char),
    /// `own`, `other`: a symbol.
    Own(Whose),
    /// `node NAME`.
    Node(Word),
    /// `start of NAME`.
    StartOf(Word),
    /// `NAME[N]`, `NAME[N, N]`, with whose.
    Index(Word, Option<Whose>, Vec<Expr>),
    /// `NAME[N..N]`: only on the way to [`SetKind::Slice`], never in a tree that is given out.
    Slice(Word, Option<Whose>, Box<(Expr, Expr)>),
    /// `NAME(N, ...)`: a function or a definition.
    Call(Word, Vec<Expr>),
    /// `+ - * / %`, one of these characters.
    Bin(char, Box<(Expr, Expr)>),
    /// `-N`
    Minus(Box<Expr>),
    /// A chain of comparisons: `1 <= x < y`; as many operators as operands after the first.
    Chain(Box<Expr>, Vec<(Compare, Expr)>),
    /// `N in SET`
    In(Box<Expr>, Box<Set>),
    /// `not C`
    Not(Box<Expr>),
    /// `C and C ...`
    And(Vec<Expr>),
    /// `C or C ...`
    Or(Vec<Expr>),
    /// `sum(E for CHOICE, ... if C)`, and `count(CHOICE, ... if C)`, `first(CHOICE, ... if C)`
    /// without a body.
    Fold(Fold, Option<Box<Expr>>, Vec<Choice>, Option<Box<Expr>>),
    /// `sum(SET)`, `count(SET)`, `max(ARRAY)`; also `min(N)` of one number, which is
    /// [`SetKind::Of`].
    FoldSet(Fold, Box<Set>),
    /// `no SET`, `some SET`.
    Is(bool, Box<Set>),
    /// `PART has PATTERN [along DIRECTION, ...] [over N]`.
    Has {
        /// `board`, `row`, `ring`, or a part's name.
        part: Word,
        /// What is looked for.
        pattern: Pattern,
        /// In which directions.
        along: Vec<Direction>,
        /// The cell that it must lie over.
        over: Option<Box<Expr>>,
    },
    /// `PART connects A to B [through T]`.
    Connects {
        /// A board, row, ring or graph.
        part: Word,
        /// From here.
        from: Box<Terminal>,
        /// To there.
        to: Box<Terminal>,
        /// What shows between.
        through: Option<Box<Expr>>,
    },
    /// `TOKEN at 'S'`: the map's symbol where it stands.
    Stands(Word, char),
}

/// An end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// A cell, a node, or a symbol.
    At(Expr),
    /// `top`, `bottom`, `left`, `right`.
    Edge(Side, Span),
}

/// A side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// The first column.
    Left,
    /// The last column.
    Right,
}

/// A set, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// `showing SYMBOL`: only those that show it.
    pub showing: Option<Box<Expr>>,
    /// Where it stands.
    pub span: Span,
}

/// What a set can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetKind {
    /// `N..N`
    Range(Box<(Expr, Expr)>),
    /// `{N, N..N, ...}`
    Listed(Vec<(Expr, Option<Expr>)>),
    /// A name or an expression: a parameter, a subset, an array's values, a row of a table.
    Of(Expr),
    /// `a[N..N]` of an array.
    Slice(Word, Option<Whose>, Box<(Expr, Expr)>),
    /// `digits(N)`
    Digits(Box<Expr>),
    /// `subsets of SET`
    Subsets(Box<Set>),
    /// `cells of BOARD`
    Cells(Word),
    /// `places of ARRAY`
    Places(Word, Option<Whose>),
    /// `nodes of GRAPH`
    Nodes(Word),
    /// `edges of GRAPH`
    Edges(Word),
    /// `ends of EDGE`
    Ends(Box<Expr>),
    /// `neighbours of N [along DIRECTION, ...]`
    Neighbours(Box<Expr>, Vec<Direction>),
    /// `squares of MAP`
    Squares(Word),
}

/// What is chosen, looked at, or repeated for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `NAME, ... in SET`: each of the names.
    In(Vec<Word>, Set),
    /// `N <= NAME < N`, `NAME >= N`: bounds with their comparison (`Less` or `AtMost`; the lower
    /// one reads `N <= NAME`).
    Between {
        /// The name.
        name: Word,
        /// From here.
        low: Option<(Expr, Compare)>,
        /// Up to here.
        high: Option<(Compare, Expr)>,
    },
}

/// A direction, as it is written. Sets of them are written out when the term is made, as `forward`
/// hangs on the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Rows down and columns right, each -1, 0 or 1: `up left` is (-1, -1).
    By(i8, i8),
    /// `all directions`: the eight, or both of a row.
    All,
    /// `straight lines`
    Straight,
    /// `diagonals`
    Diagonals,
    /// `forward`, `back` (-1); `left` -1, `right` 1, or 0: up for the first player, down for the
    /// second.
    Forward(i8, i8),
}

/// `[else] [PLAYER:] move STEP; ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Only where no move above is possible.
    pub is_else: bool,
    /// Who may make it.
    pub player: Option<Word>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// The statement.
    pub span: Span,
}

/// A step, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
}

/// What a step can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// `ACTION, ... [for CHOICE, ...] [if C]`.
    Act {
        /// All at once.
        actions: Vec<Action>,
        /// What the player picks.
        choices: Vec<Choice>,
        /// Asked before.
        guard: Option<Expr>,
    },
    /// A pattern.
    Rewrite(Rewrite),
    /// `TOKEN to a [free] neighbour [again] [along ...]`; the token is a name, `own NAME`, or
    /// `NAME[N]`.
    Walk {
        /// Which token.
        token: Expr,
        /// Only where no other token stands.
        free: bool,
        /// In which directions.
        along: Vec<Direction>,
    },
    /// `if C, STEP`
    If(Expr, Box<Step>),
    /// `if possible, STEP`
    IfPossible(Box<Step>),
    /// `only if C`
    OnlyIf(Expr),
    /// `may STEP`
    May(Box<Step>),
    /// `for each NAME in SET [if C], STEP`
    ForEach(Word, Set, Option<Expr>, Box<Step>),
    /// `choose CHOICE, ... [if C]`
    Choose(Vec<Choice>, Option<Expr>),
    /// `let NAME = N, ...`
    Let(Vec<(Word, Expr)>),
    /// `may repeat` (false), `must repeat` (true)
    Repeat(bool),
    /// `take AMOUNT, ... [leaving LEFT, ...]`: from one of the heaps.
    Take(Vec<Amount>, Vec<Left>),
    /// `split into LEFT, ...`: one of the heaps.
    Split(Vec<Left>),
}

/// How many tokens can be taken from a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// `2`, `2..5`, `2 or more`, `any number`: from so many to so many, if there is an end.
    Between(u64, Option<u64>, Span),
    /// `a number in SET`
    In(Set),
}

/// What can stay in place of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Numbers of heaps, as bits.
    pub counts: u8,
    /// Whether no two of them may be equal.
    pub unequal: bool,
    /// Where it stands.
    pub span: Span,
}

/// A place that is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The part.
    pub part: Word,
    /// Whose.
    pub whose: Option<Whose>,
    /// Its indices; none for a number.
    pub index: Vec<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// What is done at once within a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `PLACE := N` ('='), `+=` ('+'), `-=` ('-').
    Write(Target, char, Expr),
    /// `TOKEN to CELL`
    Go(Target, Expr),
    /// `add N to SUBSET`
    Add(Expr, Target),
    /// `remove N from SUBSET`
    Remove(Expr, Target),
    /// `erase ROW[N]`, `erase ROW[N..N]`
    Erase(Target, Expr, Option<Expr>),
    /// `[own | other] score (+= | -=) N`; whose, the sign, and how much.
    Score(Option<Whose>, char, Expr),
    /// `play again`
    Again(Span),
    /// `pass`
    Pass(Span),
    /// A move defined by `let`.
    Call(Word, Vec<Expr>),
}

/// `PATTERN -> PATTERN [along ...] [together] [at NAME] [to NAME] [if C]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What is shown before.
    pub left: Pattern,
    /// What is shown after.
    pub right: Pattern,
    /// In which directions.
    pub along: Vec<Direction>,
    /// Every direction that fits at the first cell, in one move.
    pub together: bool,
    /// A name for the first cell.
    pub at: Option<Word>,
    /// A name for the last cell.
    pub to: Option<Word>,
    /// Asked before.
    pub guard: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// Rows of a pattern; on graphs, one row of one or two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// From top to bottom.
    pub rows: Vec<PatternRow>,
    /// `^ /` before the first row: it touches the top edge.
    pub top: bool,
    /// `/ $` behind the last row: it touches the bottom edge.
    pub bottom: bool,
    /// Where it stands.
    pub span: Span,
}

/// A row of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternRow {
    /// `^` in front: no cell lies before it.
    pub first: bool,
    /// `$` behind: no cell lies behind it.
    pub last: bool,
    /// The cells; none for `nothing`.
    pub cells: Vec<PatternCell>,
}

/// One or several cells of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternCell {
    /// What they show.
    pub kind: CellKind,
    /// Where it stands.
    pub span: Span,
}

/// What cells of a pattern show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// This symbol.
    Symbol(char),
    /// Anything; on the right, what was there.
    Any,
    /// A symbol of the player to move (true), of his opponent.
    Own(bool),
    /// `(X or own or .)`
    Or(Vec<CellKind>),
    /// `(not .)`
    Not(Box<CellKind>),
    /// `(any x .)` (false), `(some .)` (true): the cells in the bracket, in this order, 0 or 1
    /// times and more.
    Run(bool, Vec<PatternCell>),
    /// `(3 X)`, `(k own)`
    Times(Box<Expr>, Box<CellKind>),
}

/// An ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Where it is met; `None`: no move is left.
    pub when: Option<Expr>,
    /// Also between the steps of a move.
    pub passing: bool,
    /// How it ends.
    pub verdict: Verdict,
    /// `VERDICT if C, else VERDICT`: the condition, and what holds where it fails.
    pub other: Option<(Expr, Verdict)>,
    /// The statement.
    pub span: Span,
}

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Who, and whether he wins.
    Is(Who, bool),
    /// `draw`
    Draw,
    /// `the game ends`: scores decide.
    Ends,
}

/// Who is spoken of in an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// `the player who moved`
    Moved,
    /// `the player to move`
    ToMove,
    /// `the mover`, of old texts.
    Mover(Span),
    /// `a player`: either, the one who moved first.
    Either,
    /// By name.
    Named(Word),
}

/// What becomes of a player who cannot move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// What becomes of him.
    pub fate: Fate,
    /// `if C, else FATE`.
    pub other: Option<(Expr, Fate)>,
    /// The statement.
    pub span: Span,
}

/// What becomes of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// He wins.
    Wins,
    /// He loses.
    Loses,
    /// Nobody wins.
    Draws,
}

/// `repetition [within N moves] (draws | is forbidden | loses)`, `PLAYER wins by repetition`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// What it does.
    pub kind: RepetitionKind,
    /// Within so many moves.
    pub within: Option<Expr>,
    /// The statement.
    pub span: Span,
}

/// What repetition does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepetitionKind {
    /// A draw.
    Draws,
    /// Forbidden.
    Forbidden,
    /// Who repeats loses.
    Loses,
    /// This player wins play without end.
    Wins(Word),
}

/// `highest score wins`, `lowest score wins`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Whether the highest wins.
    pub highest: bool,
    /// The statement.
    pub span: Span,
}

/// `at the end: score += N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Final {
    /// `+` or `-`.
    pub sign: char,
    /// How much; `own` is each of the two players.
    pub amount: Expr,
    /// The statement.
    pub span: Span,
}

/// `example (POSITION | start) [, PLAYER to move]: PLAYER wins [by N] | draw`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position; `None`: the start.
    pub position: Option<Word>,
    /// Who moves, where it is said.
    pub player: Option<Word>,
    /// Who wins; `None`: a draw.
    pub winner: Option<Word>,
    /// By how much.
    pub by: Option<Expr>,
    /// The statement.
    pub span: Span,
}
