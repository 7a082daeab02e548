//! Runs the package's Python tests on the library that was built with this program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Returns the folder of this program, which contains the library.
fn built() -> PathBuf {
    let program = env::current_exe().expect("this program has a place");
    program.parent().expect("a folder").to_owned()
}

#[test]
fn the_package_keeps_its_promises() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = built();
    let target = folder
        .ancestors()
        .nth(2)
        .expect("the folder of what is built");
    let site = target.join("python/site");
    let package = site.join("whowins");
    fs::create_dir_all(&package).expect("a folder");
    for file in fs::read_dir(here.join("python/whowins")).expect("the package") {
        let path = file.expect("a file").path();
        if path.is_file() {
            fs::copy(&path, package.join(path.file_name().expect("a name"))).expect("copied");
        }
    }
    let library = folder.join("libwhowins_native.so");
    fs::copy(&library, package.join("_native.abi3.so"))
        .expect("the library is built with the tests");
    // `cargo xtask test` creates this environment.
    let python = target.join("python/env/bin/python");
    let output = Command::new(&python)
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .arg(here.join("tests"))
        .env("PYTHONPATH", &site)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "{}: {error}; `cargo xtask test --only tests` installs it",
                python.display()
            )
        });
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains(" passed"), "{said}");
}
