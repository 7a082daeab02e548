//! Writes the JavaScript around a WebAssembly module, and the module packed: `xtask-bindgen MODULE FOLDER LEVEL`, where LEVEL is how hard zstd tries, 1 to 22.
//! `cargo xtask web` calls it.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [module, folder, level] = words.as_slice() else {
        return usage();
    };
    let Some(level) = level.to_str().and_then(|level| level.parse().ok()) else {
        return usage();
    };
    let made = write(&module.into(), &folder.into(), level);
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: xtask-bindgen MODULE FOLDER LEVEL");
    ExitCode::from(2)
}

fn write(module: &PathBuf, folder: &PathBuf, level: i32) -> Result<(), String> {
    Bindgen::new()
        .input_path(module)
        .out_name("desk")
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| format!("{error:#}"))?;
    let plain = folder.join("desk_bg.wasm");
    let code = fs::read(&plain).map_err(|error| format!("{}: {error}", plain.display()))?;
    let packed = zstd::encode_all(code.as_slice(), level);
    let packed = packed.map_err(|error| format!("cannot pack {}: {error}", plain.display()))?;
    let beside = folder.join("desk.wasm.zst");
    fs::write(&beside, packed).map_err(|error| format!("{}: {error}", beside.display()))
}
