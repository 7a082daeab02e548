//! Tests the book: shown output is that of the command, command lines are valid, and links work.
//!
//! A block with a file name on its fence is that file. A `text` block that begins with `$` has
//! commands, each followed by its output (see [`fits`]), including errors. Blocks with `dear` on
//! the fence, and blocks that run `coqc`, are slow and run only nightly, with `WHOWINS_LONG`. The
//! blocks of a page run in order, in a separate folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use whowins_command::inside::command;

use super::pages::{Page, fits, root, words};
use super::run::{folder, run_in};

/// Returns true if slow blocks run, too.
fn long() -> bool {
    std::env::var_os("WHOWINS_LONG").is_some()
}

/// Returns an empty folder for the blocks of a page.
fn folder_of(page: &Page) -> PathBuf {
    let place = folder()
        .join("pages")
        .join(page.name.replace(['/', '.'], "-"));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("a folder");
    place
}

/// Returns the output of a command of a page, or `None` if it runs only nightly.
fn said(place: &Path, line: &str) -> Option<String> {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first().expect("a word") {
        (&"whowins", arguments) => {
            let ran = run_in(place, arguments, "");
            Some(ran.out + &ran.err)
        }
        (&"coqc", arguments) => long().then(|| {
            // The theory of `whowins proofs -o theory` is that of the project, which is already
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

/// Runs the commands of a page and returns their number.
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

/// Tests that each kind of law has an example from the rules to a verified certificate, and most
/// have one for Coq.
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

/// Returns true if a page is the chapter of a kind of law: its title begins with the kind.
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

/// Tests that links lead to files of `docs` that are in the book, and to existing headings. Files
/// elsewhere in the project are named without a link.
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

/// Tests that files of the project named on a page exist.
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
    // Folders that a maintenance command creates.
    let made = ["fuzz/corpus", "fuzz/artifacts"];
    let mut faults = Vec::new();
    let mut count = 0;
    for page in Page::all() {
        for code in page.code() {
            // Patterns and words in capitals are placeholders.
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

/// Tests that options and commands named on a page or in a readme exist. Words in capitals, and
/// dots, are placeholders.
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

/// Returns the command lines in a piece of code, without comments and pipes.
fn command_lines(code: &str) -> Vec<String> {
    // A separate word at the beginning of a command.
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
        // A column of text after the command, or shell syntax.
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

/// Returns the reason why a line isn't a valid command line, or `None` if it is.
fn fault(line: &str) -> Option<String> {
    // The first words of file formats.
    if matches!(line, "table 1" | "shard 1") {
        return None;
    }
    // Parts in square brackets are optional.
    let words = words(&line.replace(['[', ']'], ""));
    let words = words.into_iter().filter(|word| word != "...");
    let words = words.map(|word| word.trim_end_matches("...").to_string());
    let words = std::iter::once("whowins".to_string()).chain(words);
    let error = command().try_get_matches_from(words).err()?;
    use clap::error::ErrorKind as Kind;
    match error.kind() {
        // A line may omit required arguments, and use a word in place of a value.
        Kind::MissingRequiredArgument | Kind::DisplayHelp | Kind::DisplayVersion => None,
        Kind::DisplayHelpOnMissingArgumentOrSubcommand | Kind::MissingSubcommand => None,
        Kind::InvalidSubcommand if line.split(' ').nth(1).is_some_and(is_placeholder) => None,
        Kind::ValueValidation | Kind::InvalidValue if line.split(' ').any(is_placeholder) => None,
        _ => Some(error.to_string()),
    }
}

/// Returns true if a word is a placeholder: `GAME`, `N`, `BYTES`, `a|b`.
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

/// Tests that the configuration file in the reference is read and used.
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
    // The reference of the rules is tested in `rules/tests/rules/reference.rs`, Rust by the examples
    // of the crate `whowins`. The settings of editors aren't tested.
    let own = |page: &str| -> &[&str] {
        match page {
            "rules.md" => &["moves"],
            _ if page.starts_with("rules/") => &["moves", "grammar"],
            "editors.md" => &["toml", "lisp", "lua"],
            "howto/rust.md" => &["rust", "rust,no_run"],
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

/// Tests that each word of the glossary is explained at its first use in the tutorial, where it is
/// in bold or italics.
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

/// Returns the words of the glossary, in lower case.
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

/// Returns the first occurrence of a word or its plural in a text, as a separate word.
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
