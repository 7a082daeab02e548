//! Small whole games to begin with, one for each kind of position, with a comment at each line that
//! needs one: what `whowins new` writes, and "New" on the laboratory's page.
//!
//! ```
//! use whowins::rules::Rules;
//! use whowins::templates::TEMPLATES;
//!
//! let ring = TEMPLATES.iter().find(|one| one.kind == "ring").expect("there is one");
//! assert!(Rules::parse("mine.game", &ring.filled("Mine", "mine.game")).is_ok());
//! ```

/// A game to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Its kind of position, such as `heap`: its name.
    pub kind: &'static str,
    /// The text; where a command is to be tried on it, the file is called FILE.
    pub text: &'static str,
}

macro_rules! templates {
    ($($kind:literal),*) => {
        [$(Template { kind: $kind, text: include_str!(concat!("../templates/", $kind, ".game")) }),*]
    };
}

/// All of them, simple ones first: one heap, several, heaps that split, numbers; a row, a ring, a
/// board of stones, one of pieces; a map, a graph, colours on one; a set, coins, cards; a sum of
/// games.
pub const TEMPLATES: [Template; 15] = templates![
    "heap", "heaps", "split", "numbers", "row", "ring", "board", "pieces", "map", "graph",
    "colours", "subset", "coins", "cards", "sum"
];

/// What stands in a template's commands for the file's name.
const FILE: &str = "FILE";

impl Template {
    /// What the game is, in a sentence: the comment in its first line.
    ///
    /// ```
    /// let first = whowins::templates::TEMPLATES[0];
    /// assert_eq!(first.kind, "heap");
    /// assert!(first.about().ends_with('.'));
    /// ```
    pub fn about(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('/').trim()
    }

    /// What the game is called, until it has a name of its own: the text between the quotes of its
    /// `game` line.
    ///
    /// ```
    /// assert!(whowins::templates::TEMPLATES.iter().all(|one| !one.title().is_empty()));
    /// ```
    pub fn title(&self) -> &'static str {
        let mut lines = self.text.lines();
        let title = lines.find_map(|line| line.strip_prefix("game \"")?.strip_suffix('"'));
        title.unwrap_or_default()
    }

    /// The text of a game of this name in a file of this name; its comments end with commands that
    /// can be copied to a terminal. `name` stands in quotes, and has none itself.
    ///
    /// ```
    /// let template = whowins::templates::TEMPLATES[0];
    /// let text = template.filled("My game", "my-game.game");
    /// assert!(text.contains("game \"My game\"") && text.contains("whowins check my-game.game"));
    /// ```
    pub fn filled(&self, name: &str, file: &str) -> String {
        let mut text = String::new();
        for line in self.text.lines() {
            if line.starts_with("game \"") {
                text.push_str(&format!("game \"{name}\""));
            } else if is_command(line) {
                text.push_str(&line.replace(FILE, file));
            } else {
                text.push_str(line);
            }
            text.push('\n');
        }
        text
    }

    /// The text of a game of this name where no command is at hand: without the commands.
    ///
    /// ```
    /// let text = whowins::templates::TEMPLATES[0].bare("My game");
    /// assert!(
    ///     text.contains("game \"My game\"")
    ///         && !text.contains("whowins law")
    ///         && text.ends_with("wins\n")
    /// );
    /// ```
    pub fn bare(&self, name: &str) -> String {
        let lines = self.filled(name, FILE);
        let text: String = lines
            .split_inclusive('\n')
            .filter(|line| !is_command(line))
            .collect();
        format!("{}\n", text.trim_end())
    }

    /// The commands to try next on a file of this name, in the order of the text.
    ///
    /// ```
    /// let commands = whowins::templates::TEMPLATES[0].commands("mine.game");
    /// assert_eq!(commands[0], "whowins check mine.game");
    /// ```
    pub fn commands(&self, file: &str) -> Vec<String> {
        let lines = self.text.lines().filter(|line| is_command(line));
        let command = |line: &str| line.trim_start_matches('/').trim().replace(FILE, file);
        lines.map(command).collect()
    }
}

fn is_command(line: &str) -> bool {
    line.starts_with("// whowins ")
}
