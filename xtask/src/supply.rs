//! What the project promises of its dependencies, as tests over `cargo metadata` and the lock file.

use std::process::Command;

use serde::Deserialize;

use crate::project::{output_of, root};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    rust_version: Option<String>,
    /// `None` for the project's own.
    source: Option<String>,
}

fn packages() -> Vec<Package> {
    let host = output_of(Command::new("rustc").args(["--print", "host-tuple"])).expect("rustc");
    let metadata = output_of(
        Command::new("cargo")
            .args([
                "metadata",
                "--locked",
                "--format-version",
                "1",
                "--filter-platform",
            ])
            .arg(host.trim())
            .current_dir(root().expect("a root")),
    );
    let metadata: Metadata = serde_json::from_str(&metadata.expect("metadata")).expect("JSON");
    metadata.packages
}

/// `1.89` or `1.89.0` as numbers.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text
        .split('.')
        .map(|part| part.parse().expect("a number"))
        .collect();
    parts.resize(3, 0);
    parts
}

/// The oldest Rust that the project says it needs is not too old for what it is made of.
#[test]
fn no_dependency_asks_for_a_newer_rust_than_the_project_says() {
    let packages = packages();
    let (own, others): (Vec<_>, Vec<_>) = packages.iter().partition(|one| one.source.is_none());
    let said: Vec<&str> = own
        .iter()
        .map(|one| {
            one.rust_version
                .as_deref()
                .expect("every crate of ours says it")
        })
        .collect();
    assert!(said.windows(2).all(|pair| pair[0] == pair[1]), "{said:?}");
    let readme = std::fs::read_to_string(root().expect("a root").join("README.md"));
    let readme = readme.expect("readable");
    assert!(readme.contains(&format!("({} or newer)", said[0])));
    assert!(others.len() > 100, "{} dependencies", others.len());
    for one in others {
        if let Some(needs) = &one.rust_version {
            assert!(
                version(needs) <= version(said[0]),
                "{} needs Rust {needs}",
                one.name
            );
        }
    }
}

/// 0.3.10 was withdrawn, as it brought a malicious dependency along (RUSTSEC-2026-0260).
#[test]
fn arrayref_stays_where_it_is_sound() {
    let lock = std::fs::read_to_string(root().expect("a root").join("Cargo.lock"));
    let lock = lock.expect("readable");
    assert!(lock.contains("name = \"arrayref\"\nversion = \"0.3.9\"\n"));
}

/// Without `--locked` an installation resolves anew, past what was looked at.
#[test]
fn commands_that_install_or_test_are_locked() {
    let root = root().expect("a root");
    let mut files = vec![root.join("README.md"), root.join(".cargo/config.toml")];
    for entry in std::fs::read_dir(root.join("docs")).expect("docs") {
        files.push(entry.expect("an entry").path());
    }
    for file in files.into_iter().filter(|file| file.is_file()) {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        for line in text.lines() {
            for command in ["cargo install ", "cargo run --release"] {
                assert!(
                    !line
                        .replace("cargo install --locked ", "")
                        .contains(command),
                    "{line}"
                );
            }
        }
    }
}

/// The fuzz targets stand outside the workspace and have a lock file of their own: `cargo xtask
/// fuzz` refuses one that lags behind.
#[test]
fn the_fuzz_targets_lock_file_knows_what_our_crates_depend_on() {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Locked>,
    }
    #[derive(Deserialize)]
    struct Locked {
        name: String,
        source: Option<String>,
        #[serde(default)]
        dependencies: Vec<String>,
    }
    #[derive(Deserialize)]
    struct Manifest {
        #[serde(default)]
        dependencies: toml::Table,
    }
    let root = root().expect("a root");
    let lock = std::fs::read_to_string(root.join("fuzz/Cargo.lock")).expect("readable");
    let lock: Lock = toml::from_str(&lock).expect("a lock file");
    let mut seen = 0;
    for ours in lock.package.iter().filter(|one| one.source.is_none()) {
        let folder = match ours.name.strip_prefix("whowins-") {
            Some("fuzz") => continue,
            Some(short) => short,
            None => &ours.name,
        };
        let manifest = std::fs::read_to_string(root.join("crates").join(folder).join("Cargo.toml"));
        let manifest: Manifest = toml::from_str(&manifest.expect("readable")).expect("a manifest");
        for needed in manifest.dependencies.keys() {
            assert!(
                // A name alone, or with its version where there are several.
                ours.dependencies
                    .iter()
                    .any(|one| one.split(' ').next() == Some(needed)),
                "{} needs {needed}: run `cargo update --workspace` in fuzz/",
                ours.name
            );
        }
        seen += 1;
    }
    assert!(seen > 8, "{seen} crates");
}

/// Each crate can be published: our own stand with the version that they have, and what tests alone
/// need of them with none, so that it is left out.
#[test]
fn our_own_crates_are_needed_with_their_version() {
    let root = root().expect("a root");
    let read = |path: std::path::PathBuf| -> toml::Table {
        let text = std::fs::read_to_string(&path).expect("readable");
        toml::from_str(&text).expect("a manifest")
    };
    let workspace = read(root.join("Cargo.toml"));
    let version = &workspace["workspace"]["package"]["version"];
    let shared = workspace["workspace"]["dependencies"]
        .as_table()
        .expect("a table");
    let mut seen = 0;
    for entry in std::fs::read_dir(root.join("crates")).expect("crates") {
        let folder = entry.expect("an entry").path();
        let manifest = read(folder.join("Cargo.toml"));
        let package = &manifest["package"];
        let name = package["name"].as_str().expect("a name");
        if package.get("publish").and_then(toml::Value::as_bool) == Some(false) {
            continue;
        }
        let own = shared.get(name);
        if let Some(own) = own {
            assert_eq!(own.get("version"), Some(version), "{name}");
        }
        let of = |kind: &str| manifest.get(kind).and_then(toml::Value::as_table);
        for (needed, how) in of("dev-dependencies").into_iter().flatten() {
            if needed.starts_with("whowins") {
                assert!(how.get("path").is_some(), "{name} tests with {needed}");
                assert!(how.get("version").is_none(), "{name} tests with {needed}");
            }
        }
        for needed in of("dependencies").into_iter().flat_map(toml::Table::keys) {
            if needed.starts_with("whowins") {
                assert!(
                    shared[needed].get("version").is_some(),
                    "{name} needs {needed}"
                );
            }
        }
        seen += 1;
    }
    assert!(seen > 15, "{seen} crates");
}
