//! Compiles the parser that `cargo xtask grammar` made.

fn main() {
    let parser = "src/parser.c";
    cc::Build::new()
        .std("c11")
        .include("src")
        .file(parser)
        .warnings(false)
        .compile("tree-sitter-game");
    println!("cargo:rerun-if-changed={parser}");
}
