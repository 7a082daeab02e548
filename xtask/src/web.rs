//! `cargo xtask web`: the laboratory's desk as WebAssembly and its page in few files, in
//! `target/web`, where `whowins lab --export` finds them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::need::{Install, Need};
use crate::project::{done, root};
use crate::steps::{NODE, NPM};

const TARGET: &str = "wasm32-unknown-unknown";

const STD: Need = Need {
    name: "Rust's library for WebAssembly",
    check: &[
        "sh",
        "-c",
        "ls \"$(rustc --target wasm32-unknown-unknown --print target-libdir)\"/libstd-*.rlib",
    ],
    install: Install::Target(TARGET),
};

const BUNDLER: Need = Need::npm(
    "the npm packages that bundle the page",
    &["npm", "ls", "--prefix", FOLDER],
    FOLDER,
);
const FOLDER: &str = "crates/lab/bundle";

/// The profile of the tests: built quickly, and packed quickly.
const QUICK: &str = "wasm-test";

/// 16 MiB of stack: terms and forms are deep.
const FLAGS: [&str; 2] = ["-C", "link-arg=-zstack-size=16777216"];

/// Builds the module with this profile, writes the JavaScript around it, bundles the page and packs
/// the module.
pub fn run(profile: &str) -> Result<(), Failure> {
    build(&root()?, profile, &[]).map(drop)
}

/// The same of the workspace in this folder, with more flags for the compiler; the module, as it is
/// before it is bundled.
pub fn build(root: &Path, profile: &str, more: &[String]) -> Result<PathBuf, Failure> {
    let flags = FLAGS.iter().map(|flag| (*flag).to_owned());
    let flags: Vec<String> = flags.chain(more.iter().cloned()).collect();
    for need in [STD, NODE, NPM, BUNDLER] {
        need.ensure()?;
    }
    let mut build = Command::new("cargo");
    build
        .args(["build", "--locked", "--package", "whowins-web", "--lib"])
        .args(["--target", TARGET, "--profile", profile])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    done(&mut build, root)?;
    let module = format!("target/{TARGET}/{profile}/whowins_web.wasm");
    let out = root.join("target/web");
    if out.is_dir() {
        fs::remove_dir_all(&out)
            .map_err(|error| Failure::failed(format!("cannot empty target/web: {error}")))?;
    }
    done(bindgen().args([module.as_str(), "target/web"]), root)?;
    let quick = profile == QUICK;
    let mut bundle = Command::new("node");
    bundle.args(["crates/lab/bundle/bundle.js", "target/web"]);
    bundle.args(quick.then_some("--quick"));
    done(&mut bundle, root)?;
    let level = if quick { "3" } else { "22" };
    done(bindgen().args(["--pack", STREAMS, level]), root)?;
    fs::remove_file(root.join(STREAMS))
        .map_err(|error| Failure::failed(format!("cannot remove {STREAMS}: {error}")))?;
    Ok(root.join(module))
}

/// The module as its streams, before it is packed.
const STREAMS: &str = "target/web/desk.streams";

/// What writes the JavaScript around the module, and packs it.
fn bindgen() -> Command {
    let mut bindgen = Command::new("cargo");
    bindgen
        .args(["run", "--locked", "--quiet", "--manifest-path"])
        .args(["xtask/bindgen/Cargo.toml", "--target-dir", "target/bindgen"])
        .arg("--");
    bindgen
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use crate::project::root;

    fn read(path: &str) -> Value {
        let text = std::fs::read_to_string(root().expect("a root").join(path));
        toml::from_str(&text.expect("readable")).expect("TOML")
    }

    /// What writes the JavaScript understands modules of its own version alone.
    #[test]
    fn the_module_and_what_is_written_around_it_are_of_one_version() {
        let lock = read("Cargo.lock");
        let packages = lock["package"].as_array().expect("packages");
        let own = packages
            .iter()
            .find(|one| one["name"].as_str() == Some("wasm-bindgen"));
        let own = own.and_then(|one| one["version"].as_str());
        let bindgen = read("xtask/bindgen/Cargo.toml");
        let wanted = bindgen["dependencies"]["wasm-bindgen-cli-support"].as_str();
        assert_eq!(own.map(|own| format!("={own}")).as_deref(), wanted);
    }
}
