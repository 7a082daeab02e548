//! Files that a command writes.

use std::fs;
use std::io;
use std::path::Path;

use whowins_draw::{DrawError, Form};
use whowins_guard::{Folder, Writer, follow_links};

use crate::failure::Failure;

/// Writes a file completely or not at all.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    if path == Path::new("/dev/stdout") {
        // If standard output is a file, the next output must not overwrite this one.
        let mut out = io::stdout().lock();
        io::Write::write_all(&mut out, bytes.as_ref())?;
        return Ok(io::Write::flush(&mut out)?);
    }
    Writer::write(path, bytes.as_ref()).map_err(|error| Failure::of_file(path, "written", &error))
}

/// Writes files to a folder, which is created if it is missing. If one fails, everything that was
/// created is removed.
pub fn write_folder<N, B>(
    path: &Path,
    files: impl IntoIterator<Item = (N, B)>,
) -> Result<(), Failure>
where
    N: AsRef<Path>,
    B: AsRef<[u8]>,
{
    let mut folder = create_folder(path)?;
    for (name, bytes) in files {
        let written = folder.write(&name, bytes.as_ref());
        written.map_err(|error| Failure::of_file(&path.join(name), "written", &error))?;
    }
    folder.keep();
    Ok(())
}

/// Creates a folder. It is removed when the value is dropped, unless `keep` was called or it
/// contains files.
pub fn create_folder(path: &Path) -> Result<Folder, Failure> {
    Folder::create(path).map_err(|error| Failure::of_file(path, "created", &error))
}

/// Checks that a file with this name can be created, before the work begins.
pub fn folder_is_there(path: &Path) -> Result<(), Failure> {
    let file = follow_links(path);
    let file = file.map_err(|error| Failure::of_file(path, "written", &error))?;
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !fs::metadata(folder).is_ok_and(|data| data.is_dir()) => {
            Err(Failure::Input(format!(
                "-o {}: there is no such folder; name one that exists",
                path.display()
            )))
        }
        _ if path.is_dir() => Err(Failure::of_file(
            path,
            "written",
            &io::ErrorKind::IsADirectory.into(),
        )),
        _ => Ok(()),
    }
}

/// Converts an SVG to the format of a picture file.
pub fn picture(form: Form, svg: String, memory: u64) -> Result<Vec<u8>, Failure> {
    form.bytes(svg, memory).map_err(|error| match error {
        DrawError::Memory(_) => Failure::Budget(error.to_string()),
        error => Failure::Input(error.to_string()),
    })
}
