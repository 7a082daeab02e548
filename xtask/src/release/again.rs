//! A release made a second time, from a copy of the last commit in a folder of another name: the
//! same bytes, or it fails.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Part, Release, files, io_failure, make};
use crate::failure::Failure;
use crate::project::done;

/// Makes these parts once more, and compares each of their files with the first.
pub fn run(release: &Release, parts: &[Part]) -> Result<(), Failure> {
    let other = std::env::temp_dir().join(format!("whowins-again-{}", std::process::id()));
    fs::create_dir_all(&other).map_err(|error| io_failure(&other, &error))?;
    let compared = once_more(release, parts, &other.join("sources-elsewhere"));
    // However it went, the copy is not needed any more.
    let _ = fs::remove_dir_all(&other);
    for name in compared? {
        eprintln!("{name}: the same bytes, made in another folder");
    }
    Ok(())
}

/// The names of the files that were made twice.
fn once_more(release: &Release, parts: &[Part], sources: &Path) -> Result<Vec<String>, Failure> {
    let mut clone = Command::new("git");
    clone
        .args(["clone", "--quiet", "--local", "--no-hardlinks"])
        .arg(&release.root)
        .arg(sources);
    done(&mut clone, &release.root)?;
    let again = Release::of(sources.to_path_buf())?;
    if !parts.is_empty() {
        taken_over(release, &again)?;
    }
    make(&again, parts)?;
    same(&release.dist, &again.dist)
}

/// What parts that are made alone stand on, and do not make: the command, the laboratory and the
/// book of the first time.
fn taken_over(release: &Release, again: &Release) -> Result<(), Failure> {
    for (from, to) in [
        (release.stage(), again.stage()),
        (release.lab(), again.lab()),
        (release.book(), again.book()),
    ] {
        if from.is_dir() {
            fs::create_dir_all(&to).map_err(|error| io_failure(&to, &error))?;
            let mut copy = Command::new("cp");
            done(copy.arg("-r").arg(from.join(".")).arg(&to), &release.root)?;
        }
    }
    Ok(())
}

/// The names of the files of `again`; fails where `first` has another one of that name, or none.
fn same(first: &Path, again: &Path) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    let mut others = Vec::new();
    for file in files(again)? {
        let name = file.file_name().unwrap_or_default().to_owned();
        let is = fs::read(&file).map_err(|error| io_failure(&file, &error))?;
        let was = fs::read(first.join(&name)).unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        match is == was {
            true => names.push(name),
            false => others.push(name),
        }
    }
    if names.is_empty() && others.is_empty() {
        return Err(Failure::failed("nothing was made a second time"));
    }
    match others.is_empty() {
        true => Ok(names),
        false => Err(Failure::failed(format!(
            "made in another folder these have other bytes: {}",
            others.join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let [first, again] = ["first", "again"].map(|name| folder.path().join(name));
        for (place, of_b) in [(&first, "b"), (&again, "c")] {
            fs::create_dir(place).expect("a folder");
            fs::write(place.join("a"), "a").expect("a file");
            fs::write(place.join("b"), of_b).expect("a file");
        }
        let printed = format!("{:?}", same(&first, &again).expect_err("b differs"));
        assert!(printed.contains("other bytes: b"), "{printed}");
        fs::write(again.join("b"), "b").expect("a file");
        assert_eq!(same(&first, &again).expect("alike"), ["a", "b"]);
        // What the first has not.
        fs::remove_file(first.join("a")).expect("a file");
        same(&first, &again).expect_err("a is new");
        let none = folder.path().join("none");
        fs::create_dir(&none).expect("a folder");
        same(&first, &none).expect_err("nothing is compared");
    }
}
