//! `cargo xtask mutants`: puts the mutations of `mutants/*.toml` into the code, and sees that the
//! tests notice each.
//!
//! A file is a package's: its name and its mutants, each a text that is found once in a file and
//! what stands there instead. The work is done in a copy of the sources under `target/mutants`,
//! with a build of its own. Faults within functions are planted together and chosen as the tests
//! start (`planted.rs`), so that they take one build; the others are put in one at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::failure::Failure;
use crate::planted::{self, Mutation, Planted};
use crate::project::{self, output_of, shown, spell};

/// A test run that takes so many times what the unchanged one took hangs, and so has noticed.
const PATIENCE: u32 = 5;
/// All cases may take so many times what those of every run take; a mutation that they have not shown
/// by then survives.
const LONG: u32 = 60;

/// A package's tests, all in one program; examples in the documentation are left out.
const TESTS: [&str; 2] = ["--test", "*"];

/// The mutants of one package.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    /// The package whose own tests must notice.
    package: String,
    mutant: Vec<Mutant>,
}

/// One mutation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutant {
    /// Its name, in the words of what goes wrong.
    name: String,
    /// The file, from the project's root.
    file: String,
    /// What stands there, once in the file.
    find: String,
    /// What is put there.
    replace: String,
}

impl Mutant {
    /// The file's text with the mutation; an error where the entry no longer applies.
    fn put_into(&self, text: &str) -> Result<String, String> {
        let failed = |why: &str| format!("`{}`: {why} in {}", self.name, self.file);
        match text.matches(&self.find).count() {
            1 if self.find == self.replace => Err(failed("nothing is changed")),
            1 => Ok(text.replacen(&self.find, &self.replace, 1)),
            0 => Err(failed("its text to replace is not found")),
            _ => Err(failed("its text to replace is found more than once")),
        }
    }
}

/// How the tests took a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    Killed,
    Hanged,
    Survived,
    /// The entry is wrong.
    Faulty(String),
}

/// Tries the mutants whose names, packages or files hold `word`, or all; fails on a survivor and on
/// an entry that does not apply.
pub fn run(word: Option<&str>) -> Result<(), Failure> {
    let root = project::root()?;
    let mut lists = lists(&root.join("mutants"))?;
    if let Some(word) = word {
        for list in &mut lists {
            if !list.package.contains(word) {
                list.mutant
                    .retain(|mutant| mutant.name.contains(word) || mutant.file.contains(word));
            }
        }
        lists.retain(|list| !list.mutant.is_empty());
        if lists.is_empty() {
            return Err(Failure::Usage(format!("no mutant is called `{word}`")));
        }
    }
    let work = Work::new(&root)?;
    let mut fates: BTreeMap<&str, u32> = BTreeMap::new();
    let mut bad = Vec::new();
    for list in &lists {
        eprintln!("==> {}", list.package);
        let together = work.plant(list)?;
        let usual = work.unchanged(&list.package)?;
        // Those that are planted first: then the sources are as they were, for the others.
        let mut order: Vec<usize> = (0..list.mutant.len()).collect();
        order.sort_by_key(|at| !together.contains(at));
        for at in order {
            let mutant = &list.mutant[at];
            let start = Instant::now();
            let fate = if together.contains(&at) {
                work.chosen(list, at, usual)?
            } else {
                work.fate(list, mutant, usual)?
            };
            let word = match &fate {
                Fate::Killed => "killed",
                Fate::Hanged => "hanged",
                Fate::Survived => "SURVIVED",
                Fate::Faulty(_) => "FAULTY",
            };
            *fates.entry(word).or_default() += 1;
            eprintln!(
                "{word:9} {:16} {} ({})",
                list.package,
                mutant.name,
                spell(start.elapsed())
            );
            match fate {
                Fate::Survived => bad.push(format!(
                    "`{}` survives the tests of {}",
                    mutant.name, list.package
                )),
                Fate::Faulty(why) => bad.push(why),
                Fate::Killed | Fate::Hanged => {}
            }
        }
    }
    let counts: Vec<String> = fates
        .iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    eprintln!("\n==> summary: {}", counts.join(", "));
    if bad.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(bad.join("\n")))
}

/// Reads the lists, in the order of their names.
fn lists(folder: &Path) -> Result<Vec<List>, Failure> {
    let failed = |what: &Path, error: &dyn std::fmt::Display| {
        Failure::failed(format!("{}: {error}", what.display()))
    };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(|error| failed(folder, &error))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
        toml::from_str(&text).map_err(|error| failed(&path, &error))
    };
    paths.into_iter().map(read).collect()
}

/// The copy of the sources, and its build.
struct Work {
    root: PathBuf,
    tree: PathBuf,
    build: PathBuf,
    /// Held while a run lasts: two would put their mutations into one copy.
    _lock: File,
}

impl Work {
    /// Copies what git knows, where it differs: what is unchanged keeps its date, and so what was
    /// built of it.
    fn new(root: &Path) -> Result<Self, Failure> {
        let folder = root.join("target/mutants");
        let failed = |why: String| Failure::failed(format!("{}: {why}", folder.display()));
        fs::create_dir_all(&folder).map_err(|error| failed(error.to_string()))?;
        let lock = File::create(folder.join("lock")).map_err(|error| failed(error.to_string()))?;
        if lock.try_lock().is_err() {
            return Err(failed(
                "another run of the kill list is at work here".into(),
            ));
        }
        let work = Self {
            root: root.to_owned(),
            tree: folder.join("tree"),
            build: folder.join("build"),
            _lock: lock,
        };
        let listed = output_of(
            Command::new("git")
                .args(["ls-files", "--cached", "--others", "--exclude-standard"])
                .current_dir(root),
        )?;
        for file in listed.lines() {
            if let Ok(target) = fs::read_link(root.join(file)) {
                work.link(file, &target)?;
                continue;
            }
            // A file that was removed and not yet committed is listed too.
            let Ok(bytes) = fs::read(root.join(file)) else {
                continue;
            };
            work.write(file, &bytes)?;
        }
        Ok(work)
    }

    /// A link from within a crate to what lies outside of it, which leads to the copy's own.
    fn link(&self, file: &str, target: &Path) -> Result<(), Failure> {
        let to = self.tree.join(file);
        if fs::read_link(&to).is_ok_and(|there| there == target) {
            return Ok(());
        }
        let folder = to.parent().unwrap_or(&self.tree);
        fs::create_dir_all(folder)
            .and_then(|()| std::os::unix::fs::symlink(target, &to))
            .map_err(|error| Failure::failed(format!("{}: {error}", to.display())))
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), Failure> {
        let to = self.tree.join(file);
        if fs::read(&to).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        let folder = to.parent().unwrap_or(&self.tree);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&to, bytes))
            .map_err(|error| Failure::failed(format!("{}: {error}", to.display())))
    }

    /// `cargo test` of the package, in the copy.
    fn command(&self, package: &str, last: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command
            .args(["test", "--locked", "--package", package])
            .args(TESTS)
            .args(last)
            .env("CARGO_TARGET_DIR", &self.build)
            // A mutant changes a line: the rest of its package is not compiled anew.
            .env("CARGO_INCREMENTAL", "1")
            .current_dir(&self.tree)
            .stdin(Stdio::null());
        command
    }

    /// Plants all of a list's mutations that can be chosen as the tests start, and builds; which these
    /// are.
    fn plant(&self, list: &List) -> Result<BTreeSet<usize>, Failure> {
        let mut left: BTreeSet<usize> = (0..list.mutant.len()).collect();
        loop {
            let files = self.planted(list, &left);
            left = files
                .values()
                .flat_map(|file| file.lines.keys())
                .map(|number| number - 1)
                .collect();
            for (file, planted) in &files {
                self.write(file, planted.text.as_bytes())?;
            }
            let mut command = self.command(&list.package, &["--no-run"]);
            let output = command.stdout(Stdio::null()).output();
            let output = output.map_err(|error| Failure::failed(error.to_string()))?;
            if output.status.success() {
                return Ok(left);
            }
            let said = String::from_utf8_lossy(&output.stderr);
            let faulty: Vec<usize> = blamed(&said, &files).collect();
            if faulty.is_empty() {
                let shown = shown(&command);
                return Err(Failure::failed(format!("{said}\n`{shown}` fails")));
            }
            for number in faulty {
                left.remove(&(number - 1));
            }
        }
    }

    /// The files of a list with these mutations planted, and the crates' roots that name what chooses;
    /// mutations that no longer apply are left out.
    fn planted(&self, list: &List, which: &BTreeSet<usize>) -> BTreeMap<String, Planted> {
        let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, mutant) in list.mutant.iter().enumerate() {
            by_file.entry(&mutant.file).or_default().push(at);
        }
        let mut files = BTreeMap::new();
        for (file, all) in by_file {
            let Ok(text) = fs::read_to_string(self.root.join(file)) else {
                continue;
            };
            let here = all.into_iter().filter(|at| which.contains(at));
            let here = here.filter(|at| list.mutant[*at].put_into(&text).is_ok());
            let mutations: Vec<Mutation> = here
                .map(|at| Mutation {
                    number: at + 1,
                    find: &list.mutant[at].find,
                    replace: &list.mutant[at].replace,
                })
                .collect();
            let planted = planted::plant(&text, &mutations);
            let root = file
                .split_once("/src/")
                .map(|(package, _)| format!("{package}/src"));
            if let Some(root) = root.filter(|_| !planted.lines.is_empty()) {
                let top = format!("{root}/lib.rs");
                let text = fs::read_to_string(self.root.join(&top)).unwrap_or_default();
                let plain = |text: String| Planted {
                    text,
                    lines: BTreeMap::new(),
                };
                // Mutants of the root itself are put in one at a time.
                files.insert(top, plain(text + planted::NAMING));
                files.insert(format!("{root}/planted.rs"), plain(planted::MODULE.into()));
            }
            files.entry(file.to_owned()).or_insert(planted);
        }
        files
    }

    /// Runs the tests with a planted mutation chosen.
    fn chosen(&self, list: &List, at: usize, usual: Duration) -> Result<Fate, Failure> {
        let number = (at + 1).to_string();
        self.tested(list, &list.mutant[at], usual, Some(&number))
    }

    /// The tests of the package as it is must pass; how long they take.
    fn unchanged(&self, package: &str) -> Result<Duration, Failure> {
        let mut usual = Duration::ZERO;
        for last in [&["--no-run"][..], &[]] {
            let start = Instant::now();
            let mut command = self.command(package, last);
            let status = command
                .stdout(Stdio::null())
                .status()
                .map_err(|error| Failure::failed(error.to_string()))?;
            if !status.success() {
                return Err(Failure::failed(format!(
                    "`{}` fails without any mutant",
                    shown(&command)
                )));
            }
            usual = start.elapsed();
        }
        Ok(usual)
    }

    /// Puts the mutant in, runs the tests, and takes it out again.
    fn fate(&self, list: &List, mutant: &Mutant, usual: Duration) -> Result<Fate, Failure> {
        let source = self.root.join(&mutant.file);
        let Ok(text) = fs::read_to_string(&source) else {
            return Ok(Fate::Faulty(format!(
                "`{}`: there is no {}",
                mutant.name, mutant.file
            )));
        };
        let changed = match mutant.put_into(&text) {
            Ok(changed) => changed,
            Err(why) => return Ok(Fate::Faulty(why)),
        };
        for file in self.planted(list, &(0..list.mutant.len()).collect()).keys() {
            if let Ok(bytes) = fs::read(self.root.join(file)) {
                self.write(file, &bytes)?;
            }
        }
        self.write(&mutant.file, changed.as_bytes())?;
        let fate = self.tested(list, mutant, usual, None);
        self.write(&mutant.file, text.as_bytes())?;
        fate
    }

    /// The sources stand with the mutation in them, or it is chosen by its number.
    fn tested(
        &self,
        list: &List,
        mutant: &Mutant,
        usual: Duration,
        number: Option<&str>,
    ) -> Result<Fate, Failure> {
        let failed = |error: std::io::Error| Failure::failed(error.to_string());
        let log = self.tree.with_file_name("last.log");
        let run =
            |last: &[&str], most: Option<Duration>, all: bool| -> Result<Option<bool>, Failure> {
                let out = File::create(&log).map_err(failed)?;
                let errors = out.try_clone().map_err(failed)?;
                let mut command = self.command(&list.package, last);
                command.envs(number.map(|number| (planted::CHOICE, number)));
                command.envs(all.then_some(("WHOWINS_LONG", "1")));
                let mut child = command.stdout(out).stderr(errors).spawn().map_err(failed)?;
                let start = Instant::now();
                loop {
                    if let Some(status) = child.try_wait().map_err(failed)? {
                        return Ok(Some(status.success()));
                    }
                    let noticed = most.is_some() && noticed(&log);
                    if noticed || most.is_some_and(|most| start.elapsed() > most) {
                        end_all(child.id());
                        let _ = child.kill();
                        let _ = child.wait();
                        return Ok(noticed.then_some(false));
                    }
                    std::thread::sleep(Duration::from_millis(100));
                }
            };
        let most = PATIENCE * usual + Duration::from_secs(60);
        if run(&["--no-run"], None, false)? != Some(true) {
            let why = format!("`{}`: the code does not compile with it", mutant.name);
            return Ok(Fate::Faulty(why));
        }
        Ok(match run(&[], Some(most), false)? {
            Some(false) => Fate::Killed,
            None => Fate::Hanged,
            // What the cases of every run do not show, all of them may.
            Some(true) => match run(&[], Some(LONG * usual), true)? {
                Some(false) => Fate::Killed,
                _ => Fate::Survived,
            },
        })
    }
}

/// The planted mutations that a compiler's errors lie in.
fn blamed(said: &str, files: &BTreeMap<String, Planted>) -> impl Iterator<Item = usize> {
    let places = said.lines().filter_map(|line| {
        let place = line.trim_start().strip_prefix("--> ")?;
        let (file, place) = place.split_once(':')?;
        let line: usize = place.split(':').next()?.parse().ok()?;
        Some((files.get(file)?, line))
    });
    places.flat_map(|(file, line)| {
        let all = file.lines.iter();
        all.filter(move |(_, lines)| lines.contains(&line))
            .map(|(number, _)| *number)
    })
}

/// Whether a test has failed by now: the others need not end.
fn noticed(log: &Path) -> bool {
    fs::read_to_string(log).is_ok_and(|said| said.contains(" ... FAILED"))
}

/// Ends the test programs that a `cargo test` started.
fn end_all(cargo: u32) {
    let _ = Command::new("pkill")
        .args(["-KILL", "-P", &cargo.to_string()])
        .status();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(find: &str, replace: &str) -> Mutant {
        Mutant {
            name: "less is more".into(),
            file: "a.rs".into(),
            find: find.into(),
            replace: replace.into(),
        }
    }

    #[test]
    fn a_mutant_changes_one_place() {
        let text = "if a < b { a } else { b }";
        let changed = mutant("a < b", "a > b").put_into(text);
        assert_eq!(changed.as_deref(), Ok("if a > b { a } else { b }"));
        for (find, replace, why) in [
            (
                "c",
                "d",
                "`less is more`: its text to replace is not found in a.rs",
            ),
            (
                "a",
                "b",
                "`less is more`: its text to replace is found more than once in a.rs",
            ),
            (
                "a < b",
                "a < b",
                "`less is more`: nothing is changed in a.rs",
            ),
        ] {
            assert_eq!(mutant(find, replace).put_into(text), Err(why.to_owned()));
        }
    }

    /// Each entry applies to the code as it is; `cargo xtask mutants` sees whether the tests notice
    /// it.
    #[test]
    fn every_entry_of_the_kill_list_applies() {
        let root = project::root().expect("a root");
        let lists = lists(&root.join("mutants")).expect("they are read");
        let mut names = Vec::new();
        let mut mutations = Vec::new();
        for mutant in lists.iter().flat_map(|list| &list.mutant) {
            names.push(&mutant.name);
            match fs::read_to_string(root.join(&mutant.file)) {
                Ok(text) => mutations.extend(mutant.put_into(&text).err()),
                Err(error) => mutations.push(format!("{}: {error}", mutant.file)),
            }
        }
        assert!(mutations.is_empty(), "{}", mutations.join("\n"));
        assert!(names.len() >= 60, "{} mutants", names.len());
        names.sort_unstable();
        assert!(
            names.windows(2).all(|pair| pair[0] != pair[1]),
            "a name is there twice"
        );
    }
}
