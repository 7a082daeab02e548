//! The page is part of the library: a file that is added to it, or changed, has it built anew.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
