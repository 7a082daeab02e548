//! The table of rewrites.

use std::sync::OnceLock;

use regex_lite::{Captures, Regex};

/// What a rewrite may use of the other lines.
pub(super) struct Context {
    /// The name of the first number of the position, such as `n`, or `heap[i]`.
    number: Option<String>,
    /// The choice that an element of an array needs, such as `i in places of heap`.
    choice: Option<String>,
    /// The players' names as they are written.
    players: [String; 2],
}

impl Context {
    pub(super) fn of(source: &str) -> Self {
        let line = |word: &str| {
            let lines = source.lines().map(str::trim_start);
            lines
                .filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '))
                .next()
        };
        let name = |text: &str| -> String {
            let name = text.chars().take_while(|one| one.is_alphanumeric());
            name.collect()
        };
        let position = line("position").unwrap_or_default().trim();
        let (number, choice) = match name(position) {
            first if first.is_empty() => (None, None),
            first if position.contains(": ") && position.contains("numbers") => (
                Some(format!("{first}[i]")),
                Some(format!("i in places of {first}")),
            ),
            first => (Some(first), None),
        };
        let mut players = ["First", "Second"].map(str::to_owned);
        if let Some(named) = line("players") {
            for (player, name) in players.iter_mut().zip(named.split(',')) {
                name.trim().clone_into(player);
            }
        }
        Self {
            number,
            choice,
            players,
        }
    }
}

/// Every line that one rewrite makes of this one, in the order of the table.
pub(super) fn candidates(line: &str, context: &Context) -> Vec<String> {
    let mut all = vec![typography(line)];
    static COMPILED: OnceLock<Vec<(Regex, &str)>> = OnceLock::new();
    let table = COMPILED.get_or_init(|| {
        let compile = |(pattern, text): &(&str, &'static str)| {
            let pattern = pattern
                .replace("NAME", "[A-Za-z][A-Za-z0-9_]*")
                .replace("LIST", "[0-9]+(?:, ?[0-9]+)*");
            (Regex::new(&pattern).expect("a pattern"), *text)
        };
        TABLE.iter().map(compile).collect()
    });
    for (pattern, text) in table {
        if pattern.is_match(line) {
            all.push(pattern.replace_all(line, *text).into_owned());
        }
    }
    all.extend(with_context(line, context));
    all.extend(alternatives(line));
    all.extend(python_range(line));
    all.extend(grid_symbols(line));
    all.retain(|one| one != line);
    all
}

/// A grid of a parameter with the symbols of its text declared.
fn grid_symbols(line: &str) -> Option<String> {
    let (head, rest) = line
        .split_once(": grid =")
        .or_else(|| line.split_once(" = "))?;
    head.starts_with("given ").then_some(())?;
    let text = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut symbols: Vec<String> = Vec::new();
    for sign in text
        .chars()
        .filter(|one| !one.is_whitespace() && *one != '/')
    {
        let symbol = sign.to_string();
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    Some(format!(
        "{head}: grid of {} = {}",
        symbols.join(" "),
        rest.trim()
    ))
}

/// Signs of word processors and of textbooks, as they are typed here.
fn typography(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for sign in line.chars() {
        match sign {
            '\u{2212}' | '\u{2010}'..='\u{2015}' => text.push('-'),
            '\u{a0}' | '\u{2009}' | '\u{202f}' => text.push(' '),
            '“' | '”' | '„' | '«' | '»' => text.push('"'),
            '‘' | '’' => text.push('\''),
            '…' => text.push_str(".."),
            '≥' => text.push_str(">="),
            '≤' => text.push_str("<="),
            '≠' => text.push_str("!="),
            '×' | '·' | '∗' => text.push('*'),
            '÷' => text.push('/'),
            '→' | '⇒' => text.push_str("->"),
            '≔' | '←' => text.push_str(":="),
            '∧' => text.push_str("and"),
            '∨' => text.push_str("or"),
            '¬' => text.push_str("not "),
            '∈' => text.push_str("in"),
            '∣' => text.push_str("divides"),
            sign => text.push(sign),
        }
    }
    text
}

/// A pattern, with NAME for a name and LIST for numbers with commas, and what replaces it.
#[rustfmt::skip] // one rewrite a line
const TABLE: &[(&str, &str)] = &[
    (r"\b(NAME) ?=([-+]) ?", "$1 $2= "),
    // Ranges and sets.
    (r"([0-9]) ?[–—-] ?([0-9])", "$1..$2"),
    (r"\.\.\.", ".."),
    (r"\.\.=", ".."),
    (r"\bfor (NAME) = (.+?)\.\.", "for $1 in $2.."),
    (r"\bfor (NAME) from (.+?) (?:up )?to (\S+)", "for $1 in $2..$3"),
    (r"\b(NAME) (?:is )?between (\S+) and (\S+)", "$1 in $2..$3"),
    (r"\bin (\S+) to (\S+)", "in $1..$2"),
    (r"\bin \[([^\[\]]*)\]", "in {$1}"),
    (r"\bin \(([^()]*,[^()]*)\)", "in {$1}"),
    (r"\bin (LIST),? or ([0-9]+)", "in {$1, $2}"),
    (r"\bin ([0-9]+(?:, ?[0-9]+)+)", "in {$1}"),
    (r"\bfor (NAME) = (LIST),? or ([0-9]+)", "for $1 in {$2, $3}"),
    (r"\bfor (NAME) = ([0-9]+(?:, ?[0-9]+)+)", "for $1 in {$2}"),
    (r"\bfor (NAME) in (\S+?)\.\.(?:oo|inf|infinity|∞)?$", "for $1 >= $2"),
    (r"\bfor (NAME) in (?:N|ℕ|naturals|numbers|integers)$", "for $1 >= 1"),
    (r"\bfor (NAME)$", "for $1 >= 1"),
    (r"\bfor (NAME) >= ([^\s,]+),? (?:and )?(?:NAME )?<= (\S+)", "for $1 in $2..$3"),
    (r"\bfor (NAME)(?:²|\^2|\*\*2| \* NAME) <= (\S+)", "for $1 >= 1 if $1 * $1 <= $2"),
    (r"\bfor (NAME) >= (\S+) and NAME < (\S+)", "for $2 <= $1 < $3"),
    // Choices.
    (r"\b(?:where|with|given) (NAME)\b", "for $1"),
    (r"\bfor (?:all|any|every|each|some) (NAME)\b", "for $1"),
    (r"\b(?:for )?any (NAME) in\b", "for $1 in"),
    (r", (NAME) (in|>=|<=) ?(.+)$", " for $1 $2 $3"),
    (r"^(move NAME -= ?k ?\* ?(NAME) for k >= 1)$", "$1 if $2 >= 1"),
    (r"^(move NAME -= ?(NAME) ?\* ?k for k >= 1)$", "$1 if $2 >= 1"),
    (r"([0-9]) ?\|\|? ?([0-9])", "$1, $2"),
    (r"([0-9]+) or ([0-9]+) or ", "$1, $2 or "),
    (r"-= ?(LIST),? or ([0-9]+)", "-= k for k in {$1, $2}"),
    (r"-= ?([0-9]+(?:, ?[0-9]+)+)$", "-= k for k in {$1}"),
    (r"-= ?([0-9]+) ?(?:\.\.|to|through) ?([0-9]+)", "-= k for k in $1..$2"),
    (r"-= ?\{([^{}]*)\}", "-= k for k in {$1}"),
    (r"-= ?\[([^\[\]]*)\]", "-= k for k in {$1}"),
    (r"-= ?\(([^()]*,[^()]*)\)", "-= k for k in {$1}"),
    (r"^(\s*move (NAME) -= k) if (k .+)$", "$1 for $3"),
    (r", for\b", " for"),
    // Conditions.
    (r"\b(?:where|with|when|such that|provided that|provided|while|as long as|iff)\b", "if"),
    (r" (?:\||:|s\.t\.) ", " if "),
    (r"\bunless (.+)$", "if not ($1)"),
    (r"\bonly if\b", "if"),
    (r"\bleft (down|up)\b", "$1 left"),
    (r"\bright (down|up)\b", "$1 right"),
    (r"\bexcept ([^\s'\w])", "except '$1'"),
    (r"^start (NAME) at ([0-9]+) ?, ?([0-9]+)$", "start $1 at row $2 column $3"),
    (r"^(\S+ (?:wins|loses)|draw) if ", "$1 when "),
    (r"(\bfor .*), if\b", "$1 if"),
    (r"==", "="),
    (r"<>|=/=|~=", "!="),
    (r"=>", ">="),
    (r"=<", "<="),
    (r" ?&& ?| & ", " and "),
    (r" ?\|\| ?", " or "),
    (r"!\(", "not ("),
    (r"~ ?\(", "not ("),
    (r"\b(\w+) (?:is )?(?:not |non)(?:a )?prime\b", "not prime($1)"),
    (r"\b(\w+) (?:is )?(?:a )?prime\b", "prime($1)"),
    (r"\bis_?prime\(", "prime("),
    (r"\b(\w+) (?:is )?odd\b", "$1 % 2 = 1"),
    (r"\b(\w+) (?:is )?even\b", "$1 % 2 = 0"),
    (r"\b(\w+) (?:is )?(?:a )?multiple of (\w+)", "$1 % $2 = 0"),
    (r"\b(\w+) (?:is )?divisible by (\w+)", "$1 % $2 = 0"),
    (r"\b(\w+) (?:is )?(?:a )?(?:divisor|factor) of (\w+)", "$1 divides $2"),
    (r"\b(\w+) ?\| ?(\w+)", "$1 divides $2"),
    (r"\bmod\b", "%"),
    (r"\bis not\b", "!="),
    (r"\bis\b|\bequals\b|\beq\b", "="),
    (r"\b(?:is )?(?:greater|more|larger) than\b", ">"),
    (r"\b(?:is )?(?:less|smaller) than\b", "<"),
    (r"\bat least\b", ">="),
    (r"\bat most\b", "<="),
    // Sets with a property.
    (r"-= ?(?:2 ?(?:\*\*|\^) ?[a-z]|pow\(2, ?[a-z]\))(?: for [a-z] >= 0)?$",
        "-= k for k >= 1 if xor(k, k - 1) = 2 * k - 1"),
    (r"-= ?(?:a )?powers? of (?:2|two)$", "-= k for k >= 1 if xor(k, k - 1) = 2 * k - 1"),
    (r"\bfor (NAME) in \{1, ?2, ?4,[^{}]*\.\.\.?\}", "for $1 >= 1 if xor($1, $1 - 1) = 2 * $1 - 1"),
    (r"\bfor (NAME) in (?:the )?powers of (?:2|two)\b",
        "for $1 >= 1 if xor($1, $1 - 1) = 2 * $1 - 1"),
    (r"\b(NAME) (?:is |in )?(?:a )?powers? of (?:2|two)\b", "xor($1, $1 - 1) = 2 * $1 - 1"),
    (r"\bfor (?:odd) (NAME)\b.*", "for $1 >= 1 if $1 % 2 = 1"),
    (r"\bfor (?:even) (NAME)\b.*", "for $1 >= 2 if $1 % 2 = 0"),
    (r"\bfor (?:prime) (NAME)\b.*", "for $1 >= 2 if prime($1)"),
    (r"\bfor (NAME) in (?:the )?odds?(?: numbers)?\b", "for $1 >= 1 if $1 % 2 = 1"),
    (r"\bfor (NAME) in (?:the )?evens?(?: numbers)?\b", "for $1 >= 2 if $1 % 2 = 0"),
    (r"\bfor (NAME) in (?:the )?primes?(?: numbers)?\b", "for $1 >= 2 if prime($1)"),
    (r"\bfor (NAME) in (?:the )?(?:divisors|factors)(?: of (NAME)|\((NAME)\))", "for $1 in 1..$2$3 if $1 divides $2$3"),
    (r"\bfor (NAME) divides (NAME)$", "for $1 in 1..$2 if $1 divides $2"),
    (r"-= ?(NAME) if NAME divides (NAME)$", "-= $1 for $1 in 1..$2 if $1 divides $2"),
    (r"\bfor (NAME) \| ?(NAME)", "for $1 in 1..$2 if $1 divides $2"),
    // Arithmetic.
    (r"\b(NAME|[0-9]+) ?(?:\*\*|\^) ?2\b", "$1 * $1"),
    (r"\b(NAME|[0-9]+) ?(?:\*\*|\^) ?3\b", "$1 * $1 * $1"),
    (r"\b(NAME)²", "$1 * $1"),
    (r"\b(NAME)³", "$1 * $1 * $1"),
    (r"\b([0-9]+)([a-z])\b", "$1 * $2"),
    (r"\b(?:math\.)?i?sqrt\(", "root("),
    (r"√ ?(\w+)", "root($1)"),
    (r"(\w) ?// ?([0-9]+)$", "$1 / $2"),
    (r"\b(?:math\.)?(?:floor|int|trunc)\(([^()]*)\)", "($1)"),
    (r"⌊([^⌊⌋]*)⌋", "($1)"),
    (r"\|([^|]+)\|", "abs($1)"),
    (r"\blen\(", "length("),
    // Changes.
    (r"\b(NAME(?:\[[^\]]*\])?) ?(?:=|<-|becomes) ?", "$1 := "),
    (r"^(\s*move (NAME)) (?:to|->|=>) (.+)$", "$1 := $3"),
    // 0 stays 0, which is no move.
    (r"^(move (NAME)) ?/= ?([0-9]+)$", "$1 := $2 / $3 if $2 > 0"),
    (r"^(move (NAME)) ?= ?(NAME ?/ ?[0-9]+)$", "$1 := $3 if $2 > 0"),
    (r"\b(NAME(?:\[[^\]]*\])?) ?([*/%])= ?(\w+)", "$1 := $1 $2 $3"),
    (r"^(move NAME -= ?k)$", "$1 for k >= 1"),
    (r"^(?:move )?(?:take|remove|subtract) ([a-z]) from (NAME)$", "move $2 -= $1 for $1 >= 1"),
    (r"\b(NAME(?:\[[^\]]*\])?) ?--", "$1 -= 1"),
    (r"\b(NAME(?:\[[^\]]*\])?) ?\+\+", "$1 += 1"),
    (r"\bmove (NAME(?:\[[^\]]*\])?) ?- ?(\w)", "move $1 -= $2"),
    (r"\bmove (NAME(?:\[[^\]]*\])?) ?\+ ?(\w)", "move $1 += $2"),
    (r"\b(?:decrease|lower|reduce|decrement) (NAME) by (\w+)", "$1 -= $2"),
    (r"\b(?:increase|raise|increment) (NAME) by (\w+)", "$1 += $2"),
    (r"\b(?:subtract|take|remove|takes|removes) (\w+) from (NAME)", "$2 -= $1"),
    (r"\badd (\w+) to (NAME)", "$2 += $1"),
    (r" (?:and|then|&) (NAME(?:\[[^\]]*\])? ?(?:-=|\+=|:=|=))", ", $1"),
    (r"; (NAME(?:\[[^\]]*\])? ?(?:-=|\+=|:=))", ", $1"),
    (r"\b(?:move )?swap (NAME),? (?:and |with )?(NAME)", "move $1 := $2, $2 := $1"),
    // The order of a sentence.
    (r"^(?:move )?if (.+?)(?::|,| then) (?:move )?(.+)$", "move $2 if $1"),
    (r"^move (.+) for (NAME)$", "$2: move $1"),
    (r"^(NAME): ?(NAME ?(?:-=|\+=|:=).*)$", "$1: move $2"),
    (r"^(NAME(?:\[[^\]]*\])? ?(?:-=|\+=|:=).*)$", "move $1"),
    (r"^(NAME) -> ([^,]+)$", "move $1 := $2"),
    (r"^(NAME) -> ([^,]+), ?([^,]+)$", "move $1 := $2\nmove $1 := $3"),
    (r"^move (NAME): ", "$1: move "),
    (r"^(?:Moves?|MOVE|moves|option|rule|play):? ", "move "),
    (r"^(move|position|game|players|start|example|octal): ?", "$1 "),
    (r"^(?:Position|POSITION|positions|state|pos):? ", "position "),
    (r"^(?:Players?|PLAYERS?|player):? ", "players "),
    (r"^(?:Game|GAME|name|title):? ", "game "),
    (r"^(?:Start|START|initial|begin|from):? ", "start "),
    (r"^(?:Example|EXAMPLE|test|examples):? ", "example "),
    (r"^(players \S+) (?:and|vs\.?|/|&|;) ", "$1, "),
    (r"^(players \S+) ([^,\s]+)$", "$1, $2"),
    (r"^game ([^\x22].*)$", "game \"$1\""),
    (r"^start ?[=:] ?", "start "),
    (r"^start (NAME) ?= ?", "start "),
    // Definitions.
    (r"^(?:const|var|def|define|set|#define) (NAME) ?:?=? ?(.+)$", "let $1 = $2"),
    (r"^let (.+?) ?:= ?(.+)$", "let $1 = $2"),
    (r"^(?:set|let|const|given) (NAME) ?=? ?\{(.*)\}$", "given $1: set = {$2}"),
    (r"^(?:def|fn|function|define) (NAME\([^()]*\)) ?(?:=|:|->) ?(?:return )?(.+)$", "let $1 = $2"),
    (r"^(?:param|parameter|parameters|input) (NAME)$", "given $1: number"),
    (r"^(?:param|parameter|parameters|input) (NAME) ?= ?(.+)$", "given $1: number = $2"),
    (r"^given (NAME)$", "given $1: number"),
    (r"^given (NAME) ?= ?(.+)$", "given $1: number = $2"),
    // Positions.
    (r"^(position .*?) ?>= ?0\b", "$1"),
    (r"^(position .*?) ?; ?", "$1, "),
    (r"^(position NAME): ?(?:int|integer|number|nat|natural|num)s?$", "$1"),
    (r"^position (?:int|integer|number|nat|natural|unsigned) (NAME)", "position $1"),
    (r"^(position NAME): ?(?:list|array|heaps|numbers|vector)(?: of \w+)?$", "$1: numbers"),
    (r"^position (?:list|array|vector)(?: of)? (NAME)$", "position $1: numbers"),
    (r"^position (NAME)\[\]$", "position $1: numbers"),
    (r"^position (NAME)\[([0-9]+)\]$", "position $1: $2 numbers"),
    (r"^position ([0-9]+) (?:heap|pile|number)s?$", "position heap: $1 numbers"),
    (r"^position two (?:heap|pile|number)s?$", "position heap: 2 numbers"),
    (r"^position three (?:heap|pile|number)s?$", "position heap: 3 numbers"),
    (r"^position (?:an? |one )?(?:pile|heap)(?: of (?:n )?(?:stones|coins|tokens|chips))?$", "position n"),
    (r"^position heaps$", ""),
    (r"^position ([0-9]+) ?(?:x|by|\*) ?([0-9]+) board\b", "position board of $1 x $2 cells"),
    (r"^position (board|row|ring) of ([0-9]+) (?:by|x) ([0-9]+)$", "position $1 of $2 x $3 cells of . x o"),
    (r"^position board ([0-9]+) ?(?:x|by|\*) ?([0-9]+)", "position board of $1 x $2 cells"),
    (r"^position (row|ring) ([0-9]+)\b", "position $1 of $2 cells"),
    (r"^position (board|row|ring) ([^o\s])", "position $1 of $2"),
    (r"^(position (?:board|row|ring) of .*)[\x22']([^\x22']+)[\x22'](.*)$", "$1$2$3"),
    (r"\bof ([^\s\w])(\w)$", "of $1 $2"),
    (r"\bof ([^\s\w])(\w)(\w)$", "of $1 $2 $3"),
    // Patterns.
    (r"\b(?:replace|rewrite|change) (\S+) (?:with|by|to|into) (\S+)", "$1 -> $2"),
    (r"^move (\S+) (?:to|=>|becomes|-->|into) (\S+)$", "move $1 -> $2"),
    (r"^([^\s\w]\S*|[a-z.]+) -> (\S+)$", "move $1 -> $2"),
    (r"[\x22']([^\x22'\s]+)[\x22'] ?-> ?[\x22']([^\x22'\s]+)[\x22']", "$1 -> $2"),
    // Ends.
    (r"^(?:normal|normally|normal convention|(?:the )?last player (?:to move )?wins)$", "normal play"),
    (r"^(?:mis[eè]re|misère convention|(?:the )?last player (?:to move )?loses)$", "misère play"),
    (r"^.*\b(?:takes?|removes?|makes?|moves?)(?: the)? last\b.* wins?\.?$", "normal play"),
    (r"^.*\b(?:takes?|removes?|makes?|moves?)(?: the)? last\b.* loses?\.?$", "misère play"),
    (r"^(?:the |a |whoever |any )?(?:player )?(?:who |that )?(?:can't|cannot|can not|has no) moves?,? (loses|wins|draws)$", "who cannot move $1"),
    (r"^(?:no moves?|stuck|without a move|loser cannot move):? ?(?:means )?(?:loses?|loss)?$", "who cannot move loses"),
    (r"^(?:goal|target) (?:if |when |at )?([^:]+)$", "at $1: the mover wins"),
    (r"^(?:terminal|end|final|goal|stop|if|when) (?:if |when |at )?([^:]+): ?(.+)$", "at $1: $2"),
    (r"^(at .+): ?first(?: player)? (wins|loses)$", "$1: First $2"),
    (r"^(at .+): ?second(?: player)? (wins|loses)$", "$1: Second $2"),
    (r"^(at .+): ?(wins|loses)$", "$1: the mover $2"),
    (r"^(at .+): ?(?:you|the player to move) (wins|loses)$", "$1: the player to move $2"),
    (r"^(?:tie|stalemate|drawn) (?:if|when|at) (.+)$", "at $1: draw"),
    // Comments and the ends of lines.
    (r"^(\s*)(?:#+|--|;+|%|rem |REM ) ?(.*)$", "$1// $2"),
    (r" (?:#|--) ([A-Za-z]{2,}[^\x22']*)$", "  // $1"),
    (r" ?/\*(.*?)\*/", "  //$1"),
    (r"(\S)\s*[;,]+$", "$1"),
    (r"([A-Za-z]{2,}|[0-9)])\.$", "$1"),
];

/// Rewrites that need a name from another line.
fn with_context(line: &str, context: &Context) -> Vec<String> {
    static TAKES: OnceLock<Regex> = OnceLock::new();
    static EXAMPLE: OnceLock<Regex> = OnceLock::new();
    let takes = TAKES.get_or_init(|| {
        let pattern = r"^(?:move )?(?:you )?(?:may )?(?:can )?(?:subtract|take|remove)s?(?: away)? (.+?)(?: (?:stones?|tokens?|coins?|chips?|counters?))?$";
        Regex::new(pattern).expect("a pattern")
    });
    let example = EXAMPLE.get_or_init(|| {
        let pattern = r"^(example .+?): ?(?:([PN])(?:-position)?|([Ff]irst|[Ss]econd)(?: player)? ?(?:wins?)?|(?:the )?player to move (wins|loses)|(win|lose|loss|losing|winning|won|lost))\.?$";
        Regex::new(pattern).expect("a pattern")
    });
    let mut all = Vec::new();
    if let (Some(number), Some(choice)) = (&context.number, &context.choice) {
        let array = number.trim_end_matches("[i]");
        for sign in [" -=", " +=", " :="] {
            let whole = format!("{array}{sign}");
            if line.contains(&whole) {
                let text = line.replace(&whole, &format!("{number}{sign}"));
                all.push(match text.split_once(" for ") {
                    Some((change, choices)) => format!("{change} for {choice}, {choices}"),
                    None => format!("{text} for {choice}"),
                });
            }
        }
    }
    if let (Some(found), Some(number)) = (takes.captures(line), &context.number) {
        let choice = context.choice.as_ref();
        let chosen = choice.map_or_else(String::new, |choice| format!("{choice}, "));
        let what = &found[1];
        all.push(match choice {
            None => format!("move {number} -= {what}"),
            Some(choice) => format!("move {number} -= {what} for {choice}"),
        });
        for set in amounts(what) {
            all.push(format!("move {number} -= k for {chosen}k {set}"));
        }
    }
    if let Some(found) = example.captures(line) {
        let word = |at: usize| found.get(at).map(|one| one.as_str().to_lowercase());
        let first = match (word(2), word(3), word(4), word(5)) {
            (Some(class), ..) => class == "n",
            (_, Some(player), ..) => player == "first",
            (_, _, Some(result), _) => result == "wins",
            (.., Some(result)) => result.starts_with('w'),
            _ => return all,
        };
        let winner = &context.players[usize::from(!first)];
        all.push(format!("{}: {winner} wins", &found[1]));
    }
    all
}

/// Sets of numbers as people say them: "1, 2 or 3", "up to 3", "any number".
fn amounts(what: &str) -> Vec<String> {
    static SAID: OnceLock<[Regex; 4]> = OnceLock::new();
    let said = SAID.get_or_init(|| {
        [
            r"^(?:either )?([0-9]+(?:, ?[0-9]+)*),? or ([0-9]+)$",
            r"^(?:from )?([0-9]+) ?(?:\.\.|-|–|to|through) ?([0-9]+)$",
            r"^(?:up to|at most) ([0-9]+)$",
            r"^(?:any (?:number|amount)|at least one|some|any|one or more)(?: of)?$",
        ]
        .map(|pattern| Regex::new(pattern).expect("a pattern"))
    });
    let [list, range, up_to, any] = said;
    let number = |found: &Captures<'_>, at: usize| found[at].to_owned();
    let mut all = Vec::new();
    all.extend(
        list.captures(what)
            .map(|one| format!("in {{{}, {}}}", number(&one, 1), &one[2])),
    );
    all.extend(
        range
            .captures(what)
            .map(|one| format!("in {}..{}", &one[1], &one[2])),
    );
    all.extend(up_to.captures(what).map(|one| format!("in 1..{}", &one[1])));
    all.extend(any.is_match(what).then(|| ">= 1".to_owned()));
    all
}

/// One move for each alternative: `a -= k or b -= k for k >= 1`, `one of a, b -= 1`.
fn alternatives(line: &str) -> Vec<String> {
    static EITHER: OnceLock<[Regex; 2]> = OnceLock::new();
    let [either, one_of] = EITHER.get_or_init(|| {
        [
            r"^move (?:either )?(.+? ?(?:-=|\+=|:=).+?),? or (.+? ?(?:-=|\+=|:=).+)$",
            r"^move (?:one of|any of|either) (.+?) ?(-=|\+=|:=) ?(.+)$",
        ]
        .map(|pattern| Regex::new(pattern).expect("a pattern"))
    });
    let mut all = Vec::new();
    if let Some(found) = either.captures(line) {
        let (first, second) = (&found[1], &found[2]);
        let more = [" for ", " if "]
            .iter()
            .filter_map(|word| second.find(word));
        let more = more.min().map_or("", |at| &second[at..]);
        all.push(format!("move {first}{more}\nmove {second}"));
    }
    if let Some(found) = one_of.captures(line) {
        let names = found[1].replace(" and ", ", ").replace(" or ", ", ");
        let moves = names
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let moves: Vec<String> = moves
            .map(|name| format!("move {name} {} {}", &found[2], &found[3]))
            .collect();
        all.push(moves.join("\n"));
    }
    all
}

/// `range(1, 4)`, whose end Python leaves out.
fn python_range(line: &str) -> Option<String> {
    static RANGE: OnceLock<Regex> = OnceLock::new();
    let pattern = r"\brange\(\s*(?:([^,()]+),\s*)?([^,()]+)\)";
    let range = RANGE.get_or_init(|| Regex::new(pattern).expect("a pattern"));
    let found = range.captures(line)?;
    let from = found.get(1).map_or("0", |one| one.as_str());
    let end = &found[2];
    let last = match end.trim().parse::<u64>() {
        Ok(end) => end.checked_sub(1)?.to_string(),
        Err(_) => match end
            .trim()
            .strip_suffix("+ 1")
            .or(end.trim().strip_suffix("+1"))
        {
            Some(last) => last.trim().to_owned(),
            None => format!("{end} - 1"),
        },
    };
    Some(range.replace(line, format!("{from}..{last}")).into_owned())
}
