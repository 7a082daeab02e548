//! `whowins completions` and `whowins manual`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use whowins::shipped;

use crate::failure::Failure;
use crate::{line, output};

/// Print completions for a shell.
///
/// The scripts for bash, zsh and fish also complete the names of shipped games.
#[derive(Args)]
pub struct Completions {
    /// Shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions.
    pub fn run(self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        out.write_all(script(self.shell).as_bytes())?;
        Ok(out.flush()?)
    }
}

/// The identifiers of arguments that take a game.
const GAME: [&str; 4] = ["game", "other", "what", "problem_or_game"];
/// The only value of these arguments in the script of `clap_complete`, to be replaced.
const MARK: &str = "WHOWINS_GAME";

/// Returns the script for a shell.
fn script(shell: Shell) -> String {
    let mut text = Vec::new();
    let mut command = line::command();
    if matches!(shell, Shell::Bash | Shell::Zsh) {
        command = marked(command);
    }
    clap_complete::generate(shell, &mut command, "whowins", &mut text);
    let text = String::from_utf8(text).expect("clap_complete writes UTF-8");
    let games = shipped::everything();
    let names: Vec<&str> = games.iter().map(|game| game.name).collect();
    let names = names.join(" ");
    match shell {
        Shell::Bash => bash(&text, &names),
        Shell::Zsh => zsh(&text, &names),
        Shell::Fish => text + &fish(&command, &names),
        _ => text,
    }
}

fn is_game(argument: &clap::Arg) -> bool {
    argument.is_positional() && GAME.contains(&argument.get_id().as_str())
}

/// Returns the command line with [`MARK`] as the only value of arguments that take a game.
fn marked(command: clap::Command) -> clap::Command {
    let mark = |argument: clap::Arg| match is_game(&argument) {
        true => argument.value_parser([MARK]),
        false => argument,
    };
    command.mut_args(mark).mut_subcommands(marked)
}

/// Adds the games, and the files of rules that match too. Without a match, bash completes all
/// files.
fn bash(text: &str, names: &str) -> String {
    let mut script = format!("_whowins_games=\"{names}\"\n\n");
    let mut takes_game = false;
    for line in text.lines() {
        if line.trim_start().starts_with("opts=") {
            takes_game = line.contains(MARK);
        }
        let line = line.replacen(MARK, "${_whowins_games}", 1);
        script += &line.replace(&format!(" {MARK}"), "");
        script.push('\n');
        if takes_game && line.contains("-W \"${opts}\"") {
            script += "            [[ -z \"${COMPREPLY[*]}\" ]] || \
                COMPREPLY+=( $(compgen -f -X '!*.game' -- \"${cur}\") )\n";
        }
    }
    script
}

/// Adds a function that completes games and files.
fn zsh(text: &str, names: &str) -> String {
    let function = format!(
        "_whowins_games() {{
    local -a games=({names})
    _alternative 'games:shipped game:compadd -a games' 'files:rules file:_files'
}}

"
    );
    let text = text.replace(&format!("({MARK})"), "_whowins_games");
    text.replacen("_whowins() {", &(function + "_whowins() {"), 1)
}

/// Returns the line that adds the games. Fish adds files itself.
fn fish(command: &clap::Command, names: &str) -> String {
    let takes_game = |command: &&clap::Command| command.get_positionals().any(is_game);
    let commands = command.get_subcommands().filter(takes_game);
    let commands: Vec<&str> = commands.map(clap::Command::get_name).collect();
    format!(
        "complete -c whowins -n \"__fish_whowins_using_subcommand {}\" -a \"{names}\" \
         -d 'Shipped game'\n",
        commands.join(" ")
    )
}

/// Write the manual pages.
///
/// Each command has a page: whowins.1, whowins-solve.1 and so on.
#[derive(Args)]
pub struct Manual {
    /// Write the pages to FOLDER, which is created if it is missing
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    output: PathBuf,
}

impl Manual {
    /// Writes the pages.
    pub fn run(self) -> Result<(), Failure> {
        let mut whole = line::command().disable_help_subcommand(true);
        // Sets the names of subcommands to those of their pages, such as `whowins-solve`.
        whole.build();
        let hidden = |command: &&clap::Command| !command.is_hide_set();
        let pages = whole.get_subcommands().filter(hidden).cloned();
        let mut files = Vec::new();
        for page in [whole.clone()].into_iter().chain(pages) {
            let page = clap_mangen::Man::new(page);
            let mut text = Vec::new();
            page.render(&mut text)?;
            files.push((page.get_filename(), text));
        }
        let count = files.len();
        output::write_folder(&self.output, files)?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}: {count} manual pages", self.output.display())?;
        Ok(out.flush()?)
    }
}
