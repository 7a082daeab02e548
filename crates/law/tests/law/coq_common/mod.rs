//! Coq for tests: the theory, compiled where it is not, and `coqc`.
#![allow(dead_code)] // each test program uses a part

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The folder of the theory.
pub fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

/// The folder of the theory, compiled.
pub fn theory() -> PathBuf {
    static ONCE: Once = Once::new();
    let proofs = proofs();
    ONCE.call_once(|| {
        let order =
            std::fs::read_to_string(proofs.join("order.txt")).expect("the order of building");
        let changed =
            |name: String| std::fs::metadata(proofs.join(name)).and_then(|file| file.modified());
        let compiled = |name: &str| {
            let (source, made) = (changed(format!("{name}.v")), changed(format!("{name}.vo")));
            made.is_ok_and(|made| source.is_ok_and(|source| source <= made))
        };
        if !order.lines().all(compiled) {
            let built = Command::new("bash").arg(proofs.join("check.sh")).output();
            let built = built.expect("bash runs");
            let said = String::from_utf8_lossy(&built.stderr);
            assert!(built.status.success(), "{said}");
        }
    });
    proofs
}

/// A place for a file of one test; the name is a module's.
pub fn place(name: &str, ending: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let folder = std::env::temp_dir().join(format!("whowins-coq-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    folder.join(format!("{name}_{number}.{ending}"))
}

/// Whether `coqc` accepts the file, and what it says.
pub fn coqc(name: &str, text: &str) -> (bool, String) {
    let proofs = theory();
    let file = place(name, "v");
    std::fs::write(&file, text).expect("a temporary file");
    let began = Instant::now();
    let run = Command::new("coqc")
        .args(["-q", "-w", "-require-in-module", "-Q"])
        .arg(&proofs)
        .arg("Whowins")
        .arg(&file)
        .output()
        .expect("coqc is installed; `cargo xtask test` does it");
    println!("{name}: {} bytes in {:.1?}", text.len(), began.elapsed());
    let said = [run.stdout, run.stderr].concat();
    (
        run.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}
