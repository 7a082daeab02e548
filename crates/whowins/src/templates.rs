//! Small complete games as templates, one for each kind of position, with comments.
//!
//! `whowins new` writes them, and the laboratory offers them under "New".
//!
//! ```
//! use whowins::rules::Rules;
//! use whowins::templates::TEMPLATES;
//!
//! let ring = TEMPLATES.iter().find(|one| one.kind == "ring").expect("there is one");
//! assert!(Rules::parse("mine.game", &ring.filled("Mine", "mine.game")).is_ok());
//! ```

/// A template of a game.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The kind of position, such as `heap`. This is the name of the template.
    pub kind: &'static str,
    /// The text of the template. Its commands contain FILE in place of the file name.
    pub text: &'static str,
}

macro_rules! templates {
    ($($kind:literal),*) => {
        [$(Template { kind: $kind, text: include_str!(concat!("../templates/", $kind, ".game")) }),*]
    };
}

/// All templates, simple ones first.
///
/// The first four have heaps or numbers. Rows, rings and boards follow, then maps, graphs and
/// colourings. The last ones are a set, coins, cards and a sum of games.
pub const TEMPLATES: [Template; 15] = templates![
    "heap", "heaps", "split", "numbers", "row", "ring", "board", "pieces", "map", "graph",
    "colours", "subset", "coins", "cards", "sum"
];

/// The placeholder for the file name in commands.
const FILE: &str = "FILE";

impl Template {
    /// Returns a one-sentence description of the game: the comment in its first line.
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

    /// Returns the default title of the game: the text between the quotes of its `game` line.
    ///
    /// ```
    /// assert!(whowins::templates::TEMPLATES.iter().all(|one| !one.title().is_empty()));
    /// ```
    pub fn title(&self) -> &'static str {
        let mut lines = self.text.lines();
        let title = lines.find_map(|line| line.strip_prefix("game \"")?.strip_suffix('"'));
        title.unwrap_or_default()
    }

    /// Returns the template with a title and a file name.
    ///
    /// The comments at the end contain commands that can be copied to a terminal. `name` must not
    /// contain quotes.
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

    /// Returns the template with a title, without the commands at the end.
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

    /// Returns the commands to try next on a file, in the order of the text.
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
