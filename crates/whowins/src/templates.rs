//! Small whole games to begin with, one for each kind of position, with a comment at each line that needs one.

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

/// All of them, simple ones first.
pub const TEMPLATES: [Template; 15] = templates![
    "heap", "heaps", "split", "numbers", "row", "ring", "board", "pieces", "map", "graph",
    "colours", "subset", "coins", "cards", "sum"
];

/// What stands in a template's commands for the file's name.
const FILE: &str = "FILE";

impl Template {
    /// What the game is, in a sentence.
    pub fn about(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('/').trim()
    }

    /// What the game is called, until it has a name of its own.
    pub fn title(&self) -> &'static str {
        let mut lines = self.text.lines();
        let title = lines.find_map(|line| line.strip_prefix("game \"")?.strip_suffix('"'));
        title.unwrap_or_default()
    }

    /// The text of a game of this name in a file of this name.
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
    /// assert!(text.contains("game \"My game\"") && !text.contains("whowins law") && text.ends_with("wins\n"));
    /// ```
    pub fn bare(&self, name: &str) -> String {
        let lines = self.filled(name, FILE);
        let text: String = lines
            .split_inclusive('\n')
            .filter(|line| !is_command(line))
            .collect();
        format!("{}\n", text.trim_end())
    }

    /// The commands to try next on a file of this name.
    pub fn commands(&self, file: &str) -> Vec<String> {
        let lines = self.text.lines().filter(|line| is_command(line));
        let command = |line: &str| line.trim_start_matches('/').trim().replace(FILE, file);
        lines.map(command).collect()
    }
}

fn is_command(line: &str) -> bool {
    line.starts_with("// whowins ")
}
