//! The book: what its pages show is what the command prints, each command line is one, each link
//! leads somewhere.
//!
//! A block on whose fence a file's name stands is that file. A `text` block that begins with `$`
//! has commands, each with what it prints below (see [`fits`]); what is printed is all that a
//! command says, faults too. Where `dear` stands on the fence, and for `coqc`, that takes long and
//! is for the nightly run, which sets `WHOWINS_LONG`. The blocks of a page run one after the other,
//! in a folder of the page's own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use whowins_command::inside::command;

use super::pages::{Page, fits, root, words};
use super::run::{folder, run_in};

/// Whether what is dear is run too.
fn long() -> bool {
    std::env::var_os("WHOWINS_LONG").is_some()
}

/// An empty folder for the blocks of a page.
fn folder_of(page: &Page) -> PathBuf {
    let place = folder()
        .join("pages")
        .join(page.name.replace(['/', '.'], "-"));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("a folder");
    place
}

/// What a command of a page prints; nothing where it is for the nightly run alone.
fn said(place: &Path, line: &str) -> Option<String> {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first().expect("a word") {
        (&"whowins", arguments) => {
            let ran = run_in(place, arguments, "");
            Some(ran.out + &ran.err)
        }
        (&"coqc", arguments) => long().then(|| {
            // The theory that `whowins proofs -o theory` writes is that of the project, which is
            // compiled.
            let proofs = root().join("proofs");
            let proofs = proofs.to_str().expect("a path");
            let place_of = |word: &&str| {
                if *word == "theory" {
                    proofs.into()
                } else {
                    word.to_string()
                }
            };
            let ran = Command::new("coqc")
                .args(["-q", "-w", "-require-in-module"])
                .args(arguments.iter().map(place_of))
                .current_dir(place)
                .output()
                .expect("coqc runs");
            String::from_utf8([ran.stdout, ran.stderr].concat()).expect("UTF-8")
        }),
        _ => panic!("{line}: the tests run `whowins` and `coqc` alone"),
    }
}

/// Runs the commands of a page; how many.
fn shown(page: &Page) -> usize {
    let place = folder_of(page);
    let mut count = 0;
    for block in page.blocks() {
        let dear = block.name == Some("dear");
        if let Some(name) = block.name.filter(|_| !dear) {
            fs::write(place.join(name), &block.text).expect("a file");
            continue;
        }
        if block.kind != "text" || !block.text.starts_with("$ ") || dear && !long() {
            continue;
        }
        for part in block.text[2..].split("\n$ ") {
            let (line, below) = part.split_once('\n').unwrap_or((part, ""));
            count += 1;
            let Some(said) = said(&place, line) else {
                continue;
            };
            let (shown, own): (Vec<_>, Vec<_>) = (below.lines().collect(), said.lines().collect());
            assert!(fits(&shown, &own), "docs/{}:\n$ {line}\n{said}", page.name);
        }
    }
    count
}

#[test]
fn the_tutorial_shows_what_is_printed() {
    assert!(shown(&Page::read("tutorial.md")) >= 20);
}

#[test]
fn the_answers_show_what_is_printed() {
    assert!(shown(&Page::read("answers.md")) >= 10);
}

/// Each kind of law has a game that goes from its rules to a certificate that is accepted, and most
/// to Coq.
#[test]
fn chapters_of_laws_show_what_is_printed() {
    let pages = Page::all();
    let kinds: Vec<&Page> = pages.iter().filter(|page| is_kind(page)).collect();
    assert!(kinds.len() >= 22, "{}", kinds.len());
    for page in kinds {
        assert!(shown(page) >= 2, "{}", page.name);
        let worked = page.blocks().iter().any(|block| {
            block.kind == "text"
                && block.text.contains("$ whowins verify")
                && block.text.contains("Accepted")
        });
        assert!(worked, "docs/{}: no certificate is verified", page.name);
    }
}

/// Whether a page is the chapter of a kind of law: its title begins with the kind's name.
fn is_kind(page: &Page) -> bool {
    page.name.starts_with("laws/") && page.text.starts_with("# `")
}

#[test]
fn all_other_chapters_show_what_is_printed() {
    let others = ["tutorial.md", "answers.md"];
    let pages = Page::all();
    let pages = pages
        .iter()
        .filter(|page| !others.contains(&&*page.name) && !is_kind(page));
    let count: usize = pages.map(shown).sum();
    assert!(count >= 10, "{count}");
}

#[test]
fn each_page_is_a_chapter_of_the_book() {
    let docs = root().join("docs");
    let mut there = BTreeSet::new();
    let folders = [
        "",
        "start/",
        "howto/",
        "reference/",
        "rules/",
        "laws/",
        "explanation/",
        "contributing/",
    ];
    for folder in folders {
        for entry in fs::read_dir(docs.join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let name = name.to_str().expect("a name");
            if name.ends_with(".md") && name != "SUMMARY.md" {
                there.insert(format!("{folder}{name}"));
            }
        }
    }
    let listed: Vec<String> = Page::all().into_iter().map(|page| page.name).collect();
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(
        once.len(),
        listed.len(),
        "a page stands twice in docs/SUMMARY.md"
    );
    assert_eq!(once, there, "docs/SUMMARY.md lists all pages");
}

/// Links lead to files of `docs`, which are in the book, and to headings of pages; files elsewhere
/// in the project are named without a link.
#[test]
fn each_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut count = 0;
    for page in Page::all() {
        let docs = root().join("docs");
        let home = docs.join(&page.name);
        let home = home.parent().expect("a folder");
        for link in page.links() {
            count += 1;
            if link.starts_with("https://") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => docs.join(&page.name),
                file => home.join(file),
            };
            let inside = target.canonicalize().ok();
            let inside = inside.and_then(|path| {
                let docs = docs.canonicalize().expect("a folder");
                Some(path.strip_prefix(docs).ok()?.to_path_buf())
            });
            let Some(inside) = inside else {
                faults.push(format!(
                    "docs/{}: {link} leads to no file of docs",
                    page.name
                ));
                continue;
            };
            let name = inside.to_str().expect("a name");
            if !place.is_empty() && !Page::read(name).places().contains(place) {
                faults.push(format!("docs/{}: {link} leads to no heading", page.name));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(count > 100, "{count}");
}

/// Files of the project that a page names are there.
#[test]
fn each_file_that_is_named_is_there() {
    let roots = [
        "docs/",
        "crates/",
        "proofs/",
        "games/",
        "contests/",
        "xtask/",
        "editors/",
        "fuzz/",
        "mutants/",
        "testdata/",
    ];
    // Folders that a chore makes.
    let made = ["fuzz/corpus", "fuzz/artifacts"];
    let mut faults = Vec::new();
    let mut count = 0;
    for page in Page::all() {
        for code in page.code() {
            // Patterns and words in capitals stand for others.
            let named = code.split([' ', ',', ':']).filter(|word| {
                roots.iter().any(|root| word.starts_with(root))
                    && !word.contains(['*', '<', '{', '$'])
                    && !word.contains("PACKAGE")
                    && !made.iter().any(|made| word.starts_with(made))
            });
            for name in named {
                count += 1;
                let name = name.trim_end_matches(['.', '/', ';', ')']);
                if !root().join(name).exists() {
                    faults.push(format!("docs/{}: {name}", page.name));
                }
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(count > 100, "{count}");
}

/// Options and commands that a page or a readme names are those of the program. Words in capitals,
/// and dots, stand for others.
#[test]
fn each_command_line_is_one() {
    let mut faults = Vec::new();
    let mut count = 0;
    let mut pages = Page::all();
    pages.extend(["../README.md", "../CONTRIBUTING.md"].map(Page::read));
    for page in &pages {
        for code in page.code() {
            for line in command_lines(&code) {
                count += 1;
                if let Some(fault) = fault(&line) {
                    faults.push(format!("docs/{}: {line}\n{fault}", page.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 200, "{count}");
}

/// The command lines in a piece of code, without comments, pipes and what follows them.
fn command_lines(code: &str) -> Vec<String> {
    // A word of its own, and the first of a command.
    let starts = ["whowins ", "$ whowins ", "cargo run --locked --release -- "];
    let code = code.split("  #").next().unwrap_or_default().trim_start();
    let Some(rest) = starts.iter().find_map(|start| code.strip_prefix(start)) else {
        return vec![];
    };
    let mut quote = false;
    let mut line = String::new();
    let mut last = ' ';
    for sign in rest.chars() {
        quote ^= sign == '\'';
        // A column of words after the command, or what the shell does with it.
        if !quote
            && (matches!(sign, '|' | '<' | '>' | ';' | '#' | '&') || sign == ' ' && last == ' ')
        {
            break;
        }
        line.push(sign);
        last = sign;
    }
    vec![line.trim_end().to_string()]
}

/// Why a line is none of the program's; nothing where it is one.
fn fault(line: &str) -> Option<String> {
    // Files begin so.
    if matches!(line, "table 1" | "shard 1") {
        return None;
    }
    // What stands in square brackets may be left out.
    let words = words(&line.replace(['[', ']'], ""));
    let words = words.into_iter().filter(|word| word != "...");
    let words = words.map(|word| word.trim_end_matches("...").to_string());
    let words = std::iter::once("whowins".to_string()).chain(words);
    let error = command().try_get_matches_from(words).err()?;
    use clap::error::ErrorKind as Kind;
    match error.kind() {
        // A line may leave out what must be given, and name a value by a word.
        Kind::MissingRequiredArgument | Kind::DisplayHelp | Kind::DisplayVersion => None,
        Kind::DisplayHelpOnMissingArgumentOrSubcommand | Kind::MissingSubcommand => None,
        Kind::InvalidSubcommand if line.split(' ').nth(1).is_some_and(is_placeholder) => None,
        Kind::ValueValidation | Kind::InvalidValue if line.split(' ').any(is_placeholder) => None,
        _ => Some(error.to_string()),
    }
}

/// Whether a word stands for another one: `GAME`, `N`, `BYTES`, `a|b`.
fn is_placeholder(word: &str) -> bool {
    word.contains('|')
        || word.chars().any(char::is_uppercase) && !word.chars().any(char::is_lowercase)
}

#[test]
fn a_wrong_option_is_seen() {
    assert_eq!(fault("solve nim --at 3,5,7 --json"), None);
    assert_eq!(fault("law GAME -o law.cert"), None);
    assert_eq!(fault("find nim --first N"), None);
    for wrong in [
        "solve nim --att 3,5,7",
        "resolve nim",
        "find nim --first none",
        "law nim -o",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
    assert_eq!(command_lines("whowins solve a | less"), ["solve a"]);
    assert_eq!(
        command_lines("whowins ask a 'x > 1'  # why"),
        ["ask a 'x > 1'"]
    );
    assert_eq!(command_lines("the whowins"), Vec::<String>::new());
}

/// The configuration file that the reference shows is read and used.
#[test]
fn the_configuration_that_is_shown_is_read() {
    let page = Page::read("reference/configuration.md");
    let blocks = page.blocks();
    let shown = blocks.iter().find(|block| block.kind == "toml");
    let file = folder().join("shown.toml");
    fs::write(&file, &shown.expect("it is shown").text).expect("a file");
    let ran = Command::new(env!("CARGO_BIN_EXE_whowins"))
        .args(["sequence", "cowcheck", "--of", "outcome", "--terms", "3"])
        .env("WHOWINS_CONFIG", &file)
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success() && told.starts_with("| "),
        "{told}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

/// Returns the page of the command line with the help that the commands print.
fn with_help(page: &Page) -> String {
    let mut text = page.text.clone();
    for block in page.blocks() {
        let Some(shown) = block.text.strip_prefix("$ ") else {
            continue;
        };
        let line = shown.lines().next().expect("a command");
        let help = said(&folder(), line).expect("a command of the program");
        text = text.replace(&block.text, &format!("$ {line}\n{}\n", help.trim_end()));
    }
    text
}

/// The reference of the command line shows the help of each command. If `UPDATE_REFERENCE` is set,
/// the test writes the help to the page.
#[test]
fn the_reference_shows_the_help_of_each_command() {
    let page = Page::read("reference/commands.md");
    let text = with_help(&page);
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(root().join("docs").join(&page.name), &text).expect("a page");
    } else {
        assert!(
            text == page.text,
            "docs/{} shows old help: run this test with UPDATE_REFERENCE=1",
            page.name
        );
    }
    let program = command();
    let visible = program.get_subcommands().filter(|one| !one.is_hide_set());
    let names: BTreeSet<String> = visible.map(|one| one.get_name().to_string()).collect();
    let missing: Vec<_> = names.difference(&page.places()).cloned().collect();
    assert_eq!(missing, Vec::<String>::new(), "docs/{}", page.name);
}

#[test]
fn each_block_is_of_a_kind_that_a_test_knows() {
    let everywhere = ["text", "sh", "game", "python", "contest"];
    // The reference of the rules (`rules/tests/rules/reference.rs`), Rust (an example of the crate
    // `whowins`), and settings of editors, which nothing here runs.
    let own = |page: &str| -> &[&str] {
        match page {
            "rules.md" => &["moves"],
            _ if page.starts_with("rules/") => &["moves", "grammar"],
            "editors.md" => &["toml", "lisp", "lua"],
            "howto/rust.md" => &["rust"],
            "reference/configuration.md" | "terminal.md" => &["toml"],
            _ => &[],
        }
    };
    for page in Page::all() {
        for block in page.blocks() {
            let known = everywhere.contains(&block.kind) || own(&page.name).contains(&block.kind);
            assert!(
                known,
                "docs/{}: a block of kind `{}`",
                page.name, block.kind
            );
        }
    }
}

/// A word of the glossary is said what it means where it is met first in the tutorial: it is set in
/// bold type or slanted there.
#[test]
fn the_tutorial_says_what_a_word_means_before_it_is_used() {
    let glossary = Page::read("glossary.md");
    let tutorial = Page::read("tutorial.md").prose().to_lowercase();
    let mut met = 0;
    for word in entries(&glossary) {
        let Some(at) = first(&tutorial, &word) else {
            continue;
        };
        met += 1;
        let before = tutorial[..at].chars().next_back();
        assert_eq!(
            before,
            Some('*'),
            "`{word}` is used before it is said what it means: {}",
            &tutorial[at..].lines().next().unwrap_or_default()
        );
    }
    assert!(met >= 20, "{met}");
}

/// The words of the glossary, in lower case.
fn entries(glossary: &Page) -> Vec<String> {
    let rows = glossary
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("| **"));
    let words = rows.filter_map(|row| row.split("** |").next());
    words
        .flat_map(|words| words.split("**, **"))
        .map(str::to_lowercase)
        .collect()
}

/// Where a word stands first in a text, as a word of its own; its plural is the word.
fn first(text: &str, word: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(word).map(|at| at + from) {
        let end = at + word.len();
        let apart =
            |sign: Option<char>| !sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '-');
        let rest = text[end..].strip_prefix('s').unwrap_or(&text[end..]);
        if apart(text[..at].chars().next_back()) && apart(rest.chars().next()) {
            return Some(at);
        }
        from = end;
    }
    None
}

#[test]
fn dots_stand_for_lines() {
    let said = ["one", "two", "three"];
    for right in [
        &["one", "..."][..],
        &["...", "three"],
        &["o...", "...", "three"],
        &["..."],
    ] {
        assert!(fits(right, &said), "{right:?}");
    }
    for wrong in [
        &["one"][..],
        &["...", "two"],
        &["one", "t...", "three", "four"],
        &[],
    ] {
        assert!(!fits(wrong, &said), "{wrong:?}");
    }
}
