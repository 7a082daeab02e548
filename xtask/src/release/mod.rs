//! `cargo xtask release`: what people download, in `target/dist`.

mod again;
mod bare;
mod binary;
mod debian;
mod fresh;
mod install;
mod materials;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

use crate::failure::Failure;
use crate::need::Need;
use crate::project::{done, output_of, root};
use crate::{book, web};

/// A part of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Part {
    /// The command with completions, manual pages and licences, as an archive
    Command,
    /// The laboratory as a folder of files, as an archive
    Lab,
    /// The book as HTML, as an archive
    Book,
    /// The Debian package; with the laboratory and the book where they are there
    Debian,
    /// The Python package as a wheel
    Wheel,
    /// The bill of materials (CycloneDX)
    Materials,
    /// The crates that others may use, packed as a registry gets them
    Crates,
    /// Run the lines of the page on installing, with what was made before
    Install,
}

const MATURIN: Need = Need::python(
    "maturin, which builds the wheel",
    &["target/release-env/bin/maturin", "--version"],
    "target/release-env",
    "xtask/release.txt",
);
const VENV: Need = Need::debian("python3-venv", &["python3", "-c", "import ensurepip, venv"]);

/// What all parts of a release know.
pub struct Release {
    /// The workspace's folder.
    root: PathBuf,
    /// Where everything goes.
    dist: PathBuf,
    /// The version, such as `0.1.0`.
    version: String,
    /// The system that it is built on and for, such as `x86_64-unknown-linux-gnu`.
    system: String,
    /// Seconds since 1970 of the commit: the time of every file in an archive.
    epoch: String,
}

impl Release {
    /// The release of the workspace in this folder.
    fn of(root: PathBuf) -> Result<Self, Failure> {
        let manifest = fs::read_to_string(root.join("Cargo.toml"));
        let manifest = manifest.map_err(|error| Failure::failed(format!("Cargo.toml: {error}")))?;
        let manifest: toml::Table = toml::from_str(&manifest)
            .map_err(|error| Failure::failed(format!("Cargo.toml: {error}")))?;
        let version = manifest["workspace"]["package"]["version"].as_str();
        let system = output_of(Command::new("rustc").args(["--print", "host-tuple"]))?;
        let epoch = output_of(
            Command::new("git")
                .args(["log", "-1", "--format=%ct"])
                .current_dir(&root),
        )?;
        Ok(Self {
            dist: root.join("target/dist"),
            version: version.unwrap_or_default().to_owned(),
            system: system.trim().to_owned(),
            epoch: epoch.trim().to_owned(),
            root,
        })
    }

    /// The files of the command as people get them, unpacked: `bin/whowins`, `completions/`,
    /// `man/`.
    fn stage(&self) -> PathBuf {
        self.root
            .join("target/release-stage")
            .join(format!("whowins-{}", self.version))
    }

    /// The laboratory as files.
    fn lab(&self) -> PathBuf {
        self.root
            .join("target/release-stage")
            .join(format!("whowins-lab-{}", self.version))
    }

    /// The book as files.
    fn book(&self) -> PathBuf {
        self.root.join("target/book")
    }

    /// The command of this release.
    fn binary(&self) -> PathBuf {
        self.stage().join("bin/whowins")
    }

    /// An archive of a folder: the same bytes whoever packs it, and when.
    fn archive(&self, folder: &Path, name: &str) -> Result<(), Failure> {
        let (parent, own) = (folder.parent(), folder.file_name());
        let (Some(parent), Some(own)) = (parent, own) else {
            return Err(Failure::failed(format!(
                "{} isn't a folder",
                folder.display()
            )));
        };
        let file = self.dist.join(name);
        let mut tar = Command::new("tar");
        tar.args(["--create", "--sort=name", "--owner=0", "--group=0"])
            .args(["--numeric-owner", "--mode=u=rwX,go=rX", "--format=gnu"])
            .arg(format!("--mtime=@{}", self.epoch))
            .args(["--use-compress-program", "gzip -9n"])
            .arg("--file")
            .arg(&file)
            .arg("--directory")
            .arg(parent)
            .arg(own);
        done(&mut tar, &self.root)
    }
}

/// Makes a release, or these parts of it; `again` makes all of that a second time in another folder
/// and compares the bytes; `bare` tries the Debian package in a root of its own.
pub fn run(parts: &[Part], again: bool, bare: bool) -> Result<(), Failure> {
    let release = Release::of(root()?)?;
    if parts.is_empty() && release.dist.is_dir() {
        fs::remove_dir_all(&release.dist).map_err(|error| io_failure("target/dist", &error))?;
    }
    make(&release, parts)?;
    sums(&release)?;
    if parts.is_empty() || parts.contains(&Part::Wheel) {
        fresh::run(&release)?;
    }
    if again {
        again::run(&release, parts)?;
    }
    if bare {
        bare::run(&release)?;
    }
    Ok(())
}

/// Makes the parts that are asked for, or all.
fn make(release: &Release, parts: &[Part]) -> Result<(), Failure> {
    fs::create_dir_all(&release.dist).map_err(|error| io_failure(&release.dist, &error))?;
    for part in Part::value_variants() {
        if !parts.is_empty() && !parts.contains(part) {
            continue;
        }
        match part {
            Part::Command => {
                binary::stage(release)?;
                let name = format!("whowins-{}-{}.tar.gz", release.version, release.system);
                release.archive(&release.stage(), &name)?;
            }
            Part::Lab => lab(release)?,
            Part::Book => {
                book::build(&release.root)?;
                let name = format!("whowins-book-{}.tar.gz", release.version);
                release.archive(&release.book(), &name)?;
            }
            Part::Debian => debian::package(release)?,
            Part::Wheel => wheel(release)?,
            Part::Materials => materials::write(release)?,
            Part::Crates => crates(release)?,
            Part::Install => install::run(release)?,
        }
    }
    Ok(())
}

/// What is said of a file that cannot be read or written.
fn io_failure(path: impl AsRef<Path>, error: &std::io::Error) -> Failure {
    Failure::failed(format!("{}: {error}", path.as_ref().display()))
}

/// The laboratory as files: the page with its solver as WebAssembly.
fn lab(release: &Release) -> Result<(), Failure> {
    let flags = binary::remapped(&release.root)?;
    let module = web::build(&release.root, "wasm", &flags)?;
    let folder = release.lab();
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(|error| io_failure(&folder, &error))?;
    }
    let mut export = Command::new(release.binary());
    export
        .args(["lab", "--export"])
        .arg(&folder)
        .env("WHOWINS_WEB", release.root.join("target/web"));
    done(&mut export, &release.root)?;
    binary::names_no_folder(&release.root, &module)?;
    release.archive(&folder, &format!("whowins-lab-{}.tar.gz", release.version))
}

/// The wheel; its native half is built with the flags of the command, so that what both are made of
/// is built once.
fn wheel(release: &Release) -> Result<(), Failure> {
    VENV.ensure()?;
    MATURIN.ensure()?;
    // A release that is made again in another folder takes the tools of this one.
    let mut build = Command::new(root()?.join("target/release-env/bin/maturin"));
    build
        .args(["build", "--release", "--locked", "--manifest-path"])
        .args(["crates/python/Cargo.toml", "--out", "target/dist"])
        .args(["--target-dir", "target/release-build"]);
    binary::reproducible(&mut build, &release.root)?;
    done(&mut build, &release.root)?;
    for file in files(&release.dist)? {
        if file.extension().is_some_and(|ending| ending == "whl") {
            let mut unzip = Command::new("python3");
            let script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); [sys.stdout.buffer.write(z.read(n)) for n in z.namelist()]";
            unzip.args(["-c", script]).arg(&file);
            let bytes = unzip
                .output()
                .map_err(|error| io_failure(&file, &error))?
                .stdout;
            binary::are_without_folders(&release.root, &bytes, &file)?;
        }
    }
    Ok(())
}

/// Packs the crates. What is packed is not built once more: it is the sources that the other parts
/// are made of.
fn crates(release: &Release) -> Result<(), Failure> {
    let mut pack = Command::new("cargo");
    pack.args(["package", "--workspace", "--locked", "--no-verify"]);
    for own in ["xtask", "whowins-attack", "whowins-python", "whowins-web"] {
        pack.args(["--exclude", own]);
    }
    done(&mut pack, &release.root)?;
    let ending = format!("-{}.crate", release.version);
    for file in files(&release.root.join("target/package"))? {
        let name = file.file_name().unwrap_or_default();
        if name.to_string_lossy().ends_with(&ending) {
            fs::copy(&file, release.dist.join(name)).map_err(|error| io_failure(&file, &error))?;
        }
    }
    Ok(())
}

/// The files of a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| io_failure(folder, &error))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| io_failure(folder, &error))?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The checksums of all that is there.
fn sums(release: &Release) -> Result<(), Failure> {
    const NAME: &str = "SHA256SUMS";
    let mut names = Vec::new();
    for file in files(&release.dist)? {
        let name = file.file_name().unwrap_or_default().to_owned();
        if name != NAME {
            names.push(name);
        }
    }
    let mut sum = Command::new("sha256sum");
    let sums = output_of(sum.args(names).current_dir(&release.dist))?;
    let file = release.dist.join(NAME);
    fs::write(&file, &sums).map_err(|error| io_failure(&file, &error))?;
    print!("{sums}");
    Ok(())
}
