//! Writes the JavaScript around a WebAssembly module: `xtask-bindgen MODULE FOLDER`; and packs a
//! file: `xtask-bindgen --pack FILE LEVEL`, where LEVEL is how hard zstd tries, 1 to 22. `cargo
//! xtask web` calls it.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let made = match words.as_slice() {
        [module, folder] => write(module.as_ref(), folder.as_ref()),
        [word, file, level] if word == "--pack" => {
            let Some(level) = level.to_str().and_then(|level| level.parse().ok()) else {
                return usage();
            };
            pack(file.as_ref(), level)
        }
        _ => return usage(),
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: xtask-bindgen MODULE FOLDER, or xtask-bindgen --pack FILE LEVEL");
    ExitCode::from(2)
}

fn write(module: &Path, folder: &Path) -> Result<(), String> {
    Bindgen::new()
        .input_path(module)
        .out_name("desk")
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| format!("{error:#}"))
}

/// Packs a file beside itself, with `.zst` behind its name, and says how large it is.
fn pack(file: &Path, level: i32) -> Result<(), String> {
    let plain = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    // In one piece, which says how long it is: what unpacks it makes room for that, and not for a
    // window of 128 MiB that it moves at every block.
    let packed = zstd::bulk::compress(&plain, level);
    let packed = packed.map_err(|error| format!("cannot pack {}: {error}", file.display()))?;
    let beside = file.with_added_extension("zst");
    let size = packed.len() as f64 / 1e6;
    fs::write(&beside, packed).map_err(|error| format!("{}: {error}", beside.display()))?;
    eprintln!("{}: {size:.2} MB", beside.display());
    Ok(())
}
