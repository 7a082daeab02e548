//! The grammar, and its errors as diagnostics.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use crate::diagnostic::Diagnostic;

#[derive(pest_derive::Parser)]
#[grammar = "syntax/grammar.pest"]
struct Grammar;

/// A node of the syntax tree.
pub(crate) type Node<'a> = Pair<'a, Rule>;

/// Deeper nesting than this is refused, so that no recursion outgrows the stack.
const DEEPEST: usize = 60;
/// Longer statements than this are refused, except for the values of parameters.
const LONGEST: usize = 20_000;

/// Parses one statement by its entry rule; `offset` is its place in the source.
pub(crate) fn parse<'a>(
    rule: Rule,
    statement: &'a str,
    offset: usize,
) -> Result<Node<'a>, Diagnostic> {
    let whole = offset..offset + statement.len();
    if statement.len() > LONGEST {
        return Err(Diagnostic::new(
            whole,
            format!("this statement is longer than {LONGEST} bytes"),
        )
        .help("give long values with --set NAME=@FILE instead"));
    }
    if holds_expressions(rule)
        && let Some(at) = too_deep(statement)
    {
        return Err(
            Diagnostic::new(offset + at..offset + at + 1, "this is nested too deeply").help(
                format!("at most {DEEPEST} parentheses and negations may be open at once"),
            ),
        );
    }
    match Grammar::parse(rule, statement) {
        Ok(mut pairs) => Ok(pairs.next().expect("an entry rule yields one node")),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            let found = found_at(statement, at);
            let expected = match &error.variant {
                ErrorVariant::ParsingError { positives, .. } => expected(positives),
                ErrorVariant::CustomError { message } => message.clone(),
            };
            let length = found.as_ref().map_or(0, |word| word.len());
            let message = match &found {
                Some(word) if word == "\"" => "this quotation mark has no other one".into(),
                Some(word) => format!("«{word}» cannot stand here"),
                None => "the statement ends too early".into(),
            };
            let mut fault = Diagnostic::new(offset + at..offset + at + length, message);
            if !expected.is_empty() {
                fault = fault.label(format!("expected {expected}"));
            }
            Err(fault.help(
                mend(statement, at).unwrap_or_else(|| format!("it is read as: {}", form(rule))),
            ))
        }
    }
}

/// What to write where other languages' ways were used: `==`, `&&`, `k in 1,2,3`, `k in [1, 2]`, `k in 1-3`.
fn mend(statement: &str, at: usize) -> Option<String> {
    let (before, rest) = (statement.get(..at)?, statement.get(at..)?);
    if rest.starts_with('=') && before.ends_with('=') {
        return Some("one «=» compares".into());
    }
    for (sign, word) in [("&", "and"), ("|", "or"), ("!", "not")] {
        if rest.starts_with(sign) && !rest.starts_with("!=") {
            return Some(format!("write «{word}»"));
        }
    }
    // The last «in» before the fault, and the numbers after it, among which the fault must lie.
    let place = before.rfind(" in ")? + " in ".len();
    let name = statement[..place].split_whitespace().rev().nth(1)?;
    let listed = &statement[place..];
    let end = listed.find(|c: char| !c.is_ascii_digit() && !"[, -".contains(c));
    let listed = &listed[..end.unwrap_or(listed.len())];
    let numbers: Vec<&str> = listed
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .collect();
    match (numbers.as_slice(), listed.contains('-')) {
        _ if at > place + listed.len() => None,
        ([], _) => None,
        ([low, high], true) => Some(format!("a range is written {name} in {low}..{high}")),
        _ => Some(format!(
            "a set is written {name} in {{{}}}",
            numbers.join(", ")
        )),
    }
}

/// Whether numbers and conditions can stand in a statement.
fn holds_expressions(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::position_line
            | Rule::move_numbers
            | Rule::move_tokens
            | Rule::at_line
            | Rule::goal_line
            | Rule::blocking_line
    )
}

/// The place where brackets, negations and minus signs stand too many deep.
fn too_deep(statement: &str) -> Option<usize> {
    // For each open bracket, and the outermost level: the signs that stand directly before what comes next.
    let mut runs: Vec<usize> = vec![0];
    let mut depth: usize = 0;
    let mut quoted = false;
    let bytes = statement.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'"' {
            quoted = !quoted;
        }
        if quoted {
            continue;
        }
        match byte {
            b'(' | b'[' => {
                runs.push(0);
                depth += 1;
            }
            b')' | b']' => {
                let closed = runs.pop().unwrap_or(0);
                depth = depth.saturating_sub(closed + usize::from(!runs.is_empty()));
                if runs.is_empty() {
                    runs.push(0);
                }
            }
            b'-' => {
                *runs.last_mut()? += 1;
                depth += 1;
            }
            b'n' if statement[at..].starts_with("not") => {
                *runs.last_mut()? += 1;
                depth += 1;
            }
            b' ' | b'\t' | b'\r' | b'\n' | b'o' | b't' => {}
            // A letter may be the name of a function, whose bracket goes on with the run.
            byte if byte.is_ascii_alphabetic() => {}
            _ => depth -= std::mem::take(runs.last_mut()?).min(depth),
        }
        if depth > DEEPEST {
            return Some(at);
        }
    }
    None
}

/// The word that stands at a place of a statement.
fn found_at(statement: &str, at: usize) -> Option<String> {
    let rest = statement.get(at..)?;
    let first = rest.chars().next()?;
    if first.is_alphanumeric() {
        Some(
            rest.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .take(30)
                .collect(),
        )
    } else {
        Some(first.to_string())
    }
}

/// The rules that could have matched, in words, without repetition.
fn expected(rules: &[Rule]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for rule in rules {
        let word = in_words(*rule);
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    match words.split_last() {
        None => String::new(),
        Some((one, [])) => (*one).to_string(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// What a rule of the grammar is called in a message; empty for those that say nothing to a person.
fn in_words(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI => "the end of the line",
        Rule::name => "a name",
        Rule::number => "a number",
        Rule::string => "a text in quotation marks",
        Rule::quoted => "a symbol in ' '",
        Rule::player => "a player's name",
        Rule::by => "a player's name and «:»",
        Rule::kind | Rule::kind_set => "set, number, bits, graph or grid of SYMBOLS",
        Rule::value => "a value",
        Rule::set => "a set such as {1, 2}",
        Rule::update => "a change such as x -= k",
        Rule::update_op => "«-=», «+=» or «:=»",
        Rule::binder | Rule::binder_one => "a bound such as k >= 1",
        Rule::guard | Rule::kw_if => "«if»",
        Rule::kw_for => "«for»",
        Rule::kw_in => "«in»",
        Rule::kw_and => "«and»",
        Rule::kw_or => "«or»",
        Rule::pattern | Rule::pattern_row | Rule::pattern_item | Rule::symbols | Rule::symbol => {
            "a symbol"
        }
        Rule::along => "«along» with directions",
        Rule::direction => "a direction (up, down, left, right, up left, ...)",
        Rule::go => "«move TOKEN to a neighbour»",
        Rule::step_if => "«if CONDITION, move ...»",
        Rule::only_if => "«only if CONDITION»",
        Rule::wins => "«wins»",
        Rule::loses => "«loses»",
        Rule::draws => "«draws»",
        Rule::comma => "«,»",
        Rule::colon => "«:»",
        Rule::arrow => "«->»",
        Rule::dots => "«..»",
        Rule::less => "«<=»",
        Rule::set_end => "«}»",
        Rule::paren_end => "«)»",
        Rule::index_end => "«]»",
        Rule::w_of => "«of»",
        Rule::w_at => "«at»",
        Rule::w_to => "«to»",
        Rule::w_a => "«a»",
        Rule::w_or => "«or»",
        Rule::w_into => "«into»",
        Rule::w_else => "«else»",
        Rule::w_play => "«play»",
        Rule::w_cannot => "«cannot»",
        Rule::w_move => "«move»",
        Rule::w_mover => "«mover»",
        Rule::neighbour => "«neighbour»",
        Rule::free => "«free»",
        Rule::is_a_draw => "«is a draw»",
        Rule::w_blocks => "«blocks»",
        Rule::w_up => "«up»",
        Rule::w_options => "«options»",
        Rule::set_item | Rule::range => "a number or a range such as 1..5",
        Rule::squares => "«squares of MAP»",
        Rule::nodes => "«nodes of GRAPH»",
        Rule::node_name => "a node's name",
        Rule::place => "«row NUMBER column NUMBER»",
        Rule::count => "how many",
        Rule::span => "a range such as 1..5",
        Rule::edge_start => "«^»",
        Rule::edge_end => "«$»",
        Rule::any_cell => "«?»",
        Rule::start_number => "a number",
        Rule::start_row => "a symbol",
        Rule::start_token => "a token's name",
        Rule::verdict => "«the mover wins», «draw» or a player's name with «wins»",
        Rule::condition
        | Rule::conjunction
        | Rule::negation
        | Rule::has
        | Rule::stands
        | Rule::comparison => "a condition",
        Rule::relation => "a comparison (=, !=, <, <=, >, >=)",
        Rule::sum | Rule::product | Rule::factor => "a number or a name",
        Rule::sum_op | Rule::product_op => "an operator (+ - * / %)",
        Rule::resting => "«when»",
        Rule::passing => "«as soon as»",
        Rule::variable => "a variable's name",
        Rule::at_most => "«<= NUMBER»",
        Rule::within | Rule::one_of => "«in ...»",
        Rule::code => "a code such as 0.77",
        Rule::taking => "«take 1 or 2»",
        Rule::splitting => "«split into two heaps»",
        Rule::amount | Rule::any_number | Rule::or_more => {
            "a number, «any number» or «a number in {1, 2}»"
        }
        Rule::leaving => "«leaving one or two heaps»",
        Rule::left | Rule::how_many | Rule::so_many => {
            "how many (no, one, two, ..., seven, at most two)"
        }
        Rule::unequal => "«unequal»",
        Rule::heaps => "«heaps»",
        _ => "",
    }
}

/// The form of a statement, shown where it was not matched.
fn form(rule: Rule) -> &'static str {
    match rule {
        Rule::game_line => "game \"NAME\"",
        Rule::players_line => "players NAME, NAME",
        Rule::given_line => {
            "given NAME, ...: set | number | bits | graph | grid of SYMBOLS, perhaps with = VALUE"
        }
        Rule::position_line => {
            "position x, y  |  position x <= 10  |  position heaps  |  position row of . o  |  position board of . o  |  position a, b: squares of MAP"
        }
        Rule::start_numbers => "start 4, 7",
        Rule::start_board => "start . o . o",
        Rule::start_tokens => "start a at 'A', b at 'B'",
        Rule::octal_line => "octal 0.77",
        Rule::hexadecimal_line => "hexadecimal 0.3F",
        Rule::move_heaps => {
            "move take 1 or 2, leaving at most two heaps  |  move split into two unequal heaps"
        }
        Rule::move_numbers => "move x -= k, y -= k for k >= 1 if CONDITION",
        Rule::move_board => "move PATTERN -> PATTERN along DIRECTIONS",
        Rule::once_line => "at once PATTERN -> PATTERN along DIRECTIONS",
        Rule::move_tokens => "move a to a neighbour; if a = b, move a to a neighbour again",
        Rule::stuck_line => "normal play  |  misère play  |  who cannot move wins (loses, draws)",
        Rule::repetition_line => "repetition draws",
        Rule::blocking_line => "before each move the opponent blocks up to 1 option",
        Rule::at_line => "at CONDITION: the mover loses if CONDITION, else wins",
        Rule::goal_line => {
            "PLAYER wins when CONDITION  |  PLAYER wins as soon as CONDITION  |  draw when CONDITION"
        }
        _ => "a statement of docs/rules.md",
    }
}
