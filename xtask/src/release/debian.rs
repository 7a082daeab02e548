//! The Debian package, by `dpkg-deb`: the command, its completions and manual pages, the laboratory
//! and the book where they are there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Release, files, io_failure};
use crate::failure::Failure;
use crate::need::Need;
use crate::project::{done, output_of};

const DPKG: Need = Need::debian("dpkg", &["dpkg-deb", "--version"]);

/// What every package says of itself.
fn control(release: &Release, architecture: &str, libc: &str, kilobytes: u64) -> String {
    format!(
        "Package: whowins\n\
         Version: {}\n\
         Architecture: {architecture}\n\
         Maintainer: The whowins project <whowins@localhost>\n\
         Installed-Size: {kilobytes}\n\
         Depends: libc6 (>= {libc}), libgcc-s1\n\
         Section: games\n\
         Priority: optional\n\
         Description: who wins a two-player game, and why, with proofs\n \
         Give it the rules of a two-player game: it tells who wins, from any position,\n \
         at any size, and the law behind the winning positions, proved, with a\n \
         certificate that an independent verifier and Coq accept.\n",
        release.version
    )
}

/// Returns the newest version of the C library that the program needs. It has names such as
/// `GLIBC_2.34`.
fn libc(bytes: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"GLIBC_";
    let mut newest: Option<Vec<u32>> = None;
    for at in 0..bytes.len().saturating_sub(NAME.len()) {
        if !bytes[at..].starts_with(NAME) {
            continue;
        }
        let rest = &bytes[at + NAME.len()..];
        let end = rest
            .iter()
            .position(|byte| !byte.is_ascii_digit() && *byte != b'.');
        let text = String::from_utf8_lossy(&rest[..end.unwrap_or(0)]);
        let numbers: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        if let Ok(numbers) = numbers {
            newest = newest.max(Some(numbers));
        }
    }
    let newest: Vec<String> = newest?.iter().map(u32::to_string).collect();
    Some(newest.join("."))
}

/// Makes the package.
pub fn package(release: &Release) -> Result<(), Failure> {
    DPKG.ensure()?;
    let stage = release.stage();
    let tree = release.root.join("target/release-stage/debian");
    if tree.is_dir() {
        fs::remove_dir_all(&tree).map_err(|error| io_failure(&tree, &error))?;
    }
    let put = |from: &Path, to: &str| -> Result<(), Failure> {
        let to = tree.join(to);
        let folder = to.parent().unwrap_or(&tree);
        fs::create_dir_all(folder).map_err(|error| io_failure(folder, &error))?;
        fs::copy(from, &to).map_err(|error| io_failure(from, &error))?;
        Ok(())
    };
    put(&release.binary(), "usr/bin/whowins")?;
    for (name, to) in [
        (
            "whowins.bash",
            "usr/share/bash-completion/completions/whowins",
        ),
        ("_whowins", "usr/share/zsh/vendor-completions/_whowins"),
        (
            "whowins.fish",
            "usr/share/fish/vendor_completions.d/whowins.fish",
        ),
    ] {
        put(&stage.join("completions").join(name), to)?;
    }
    for page in files(&stage.join("man"))? {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let to = format!("usr/share/man/man1/{name}");
        put(&page, &to)?;
        // As Debian's policy asks, without a time or a name in it.
        done(
            Command::new("gzip").args(["-9n"]).arg(tree.join(&to)),
            &release.root,
        )?;
    }
    let copyright = tree.join("usr/share/doc/whowins/copyright");
    put(
        &stage.join("LICENSE-MIT"),
        "usr/share/doc/whowins/copyright",
    )?;
    let both = format!(
        "whowins is licensed under MIT or Apache-2.0, at your option.\n\n{}\n\n{}",
        text(&stage.join("LICENSE-MIT"))?,
        text(&stage.join("LICENSE-APACHE"))?
    );
    fs::write(&copyright, both).map_err(|error| io_failure(&copyright, &error))?;
    put(
        &stage.join("CHANGELOG.md"),
        "usr/share/doc/whowins/CHANGELOG.md",
    )?;
    for (from, to) in [
        (release.lab(), "usr/share/whowins/lab"),
        (release.book(), "usr/share/doc/whowins/book"),
    ] {
        if from.is_dir() {
            let to = tree.join(to);
            fs::create_dir_all(&to).map_err(|error| io_failure(&to, &error))?;
            let all = from.join(".");
            done(Command::new("cp").arg("-r").arg(all).arg(to), &release.root)?;
        }
    }
    finish(release, &tree)
}

fn text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| io_failure(path, &error))
}

/// Writes what the package says of itself, and packs it.
fn finish(release: &Release, tree: &Path) -> Result<(), Failure> {
    let architecture = output_of(Command::new("dpkg").arg("--print-architecture"))?;
    let bytes = fs::read(release.binary()).map_err(|error| io_failure(release.binary(), &error))?;
    let libc = libc(&bytes).ok_or_else(|| Failure::failed("the command names no C library"))?;
    let size = output_of(
        Command::new("du")
            .args(["-sk", "--apparent-size"])
            .arg(tree),
    )?;
    let size = size.split_whitespace().next().unwrap_or("0").parse();
    let control = control(release, architecture.trim(), &libc, size.unwrap_or(0));
    let folder = tree.join("DEBIAN");
    fs::create_dir_all(&folder).map_err(|error| io_failure(&folder, &error))?;
    let file = folder.join("control");
    fs::write(&file, control).map_err(|error| io_failure(&file, &error))?;
    // Readable by all, whatever the umask is.
    let mut mode = Command::new("chmod");
    done(mode.args(["-R", "u=rwX,go=rX"]).arg(tree), &release.root)?;
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "--build"])
        .arg(tree)
        .arg(path(release, architecture.trim()))
        .env("SOURCE_DATE_EPOCH", &release.epoch);
    done(&mut pack, &release.root)
}

/// The package's file.
pub fn path(release: &Release, architecture: &str) -> PathBuf {
    let name = format!("whowins_{}_{architecture}.deb", release.version);
    release.dist.join(name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_newest_c_library_that_is_asked_for() {
        let names = b"\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE\0";
        assert_eq!(super::libc(names).as_deref(), Some("2.34"));
        assert_eq!(super::libc(b"nothing"), None);
    }
}
