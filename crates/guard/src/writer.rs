//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::Duration;

use crate::system;
use crate::watchdog::{is_past_deadline, pause};

/// Links that are followed before a path counts as a loop, as Linux does.
const MAX_LINKS: usize = 40;
/// Time between two attempts to open a named pipe.
const PIPE_POLL: Duration = Duration::from_millis(10);

/// Files under other names that go when the process ends before they are whole.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// How many were begun, for their names.
static BEGUN: AtomicU32 = AtomicU32::new(0);

/// A file that is written beside the one it is to be, and takes its name when it is whole and on
/// the disk. Until then, and where anything fails, what was there before stays as it was.
///
/// A pipe, a terminal or a device is written to directly. A named pipe is opened once a program
/// reads it; until then [`Writer::create`] waits, at most to the deadline that [`crate::watch`] was
/// given.
pub struct Writer {
    file: BufWriter<File>,
    /// The name that it has until it is whole, and the one that it is to have.
    beside: Option<(PathBuf, PathBuf)>,
}

impl Writer {
    /// Begins the file.
    ///
    /// # Errors
    ///
    /// Where the folder or the file cannot be written; [`io::ErrorKind::TimedOut`] if no program
    /// reads a named pipe in time.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = follow_links(path)?;
        let old = match fs::metadata(&path) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => return Self::open_directly(&path, &old),
            Ok(old) => Some(old),
            Err(_) => None,
        };
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let number = BEGUN.fetch_add(1, Ordering::Relaxed);
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{number}.new", std::process::id()));
        if old.is_some() {
            // Where the file itself may not be written, its folder may: that must not decide.
            OpenOptions::new().write(true).open(&path)?;
        }
        let writer = Self::named(path.with_file_name(hidden), path)?;
        if let Some(old) = old {
            writer.file.get_ref().set_permissions(old.permissions())?;
        }
        Ok(writer)
    }

    /// Begins the file under this other name in the same folder; what is there is overwritten.
    ///
    /// # Errors
    ///
    /// Where the folder or the file cannot be written.
    pub fn named(beside: PathBuf, path: PathBuf) -> io::Result<Self> {
        unfinished().push(beside.clone());
        let file = File::create(&beside).inspect_err(|_| forget(&beside))?;
        Ok(Self {
            file: BufWriter::with_capacity(1 << 16, file),
            beside: Some((beside, path)),
        })
    }

    fn open_directly(path: &Path, metadata: &fs::Metadata) -> io::Result<Self> {
        let file = match system::is_named_pipe(metadata) {
            true => open_pipe(path)?,
            false => OpenOptions::new().write(true).open(path)?,
        };
        Ok(Self {
            file: BufWriter::new(file),
            beside: None,
        })
    }

    /// Puts the file on the disk, and gives it its name.
    ///
    /// # Errors
    ///
    /// Where that fails: what was there before stays.
    pub fn finish(mut self) -> io::Result<()> {
        let _whole = pause();
        self.file.flush()?;
        let Some((beside, path)) = &self.beside else {
            return Ok(());
        };
        self.file.get_ref().sync_all()?;
        place(beside, path)?;
        forget(beside);
        self.beside = None;
        Ok(())
    }

    /// Writes all of a file.
    ///
    /// # Errors
    ///
    /// Where it cannot be written: what was there before stays.
    pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut writer = Self::create(path)?;
        writer.write_all(bytes)?;
        writer.finish()
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.beside {
            let _ = fs::remove_file(beside);
            forget(beside);
        }
    }
}

/// Opens a named pipe for writing as soon as a program reads it.
fn open_pipe(path: &Path) -> io::Result<File> {
    loop {
        match system::open_pipe_with_reader(path)? {
            Some(file) => return Ok(file),
            None if is_past_deadline() => return Err(io::ErrorKind::TimedOut.into()),
            // Ctrl-C ends the process meanwhile: the watchdog sees to it.
            None => std::thread::sleep(PIPE_POLL),
        }
    }
}

/// Returns the file that a path names, with symbolic links followed. The last link may lead to a
/// file that is yet to be created.
///
/// # Errors
///
/// That of the system for links that lead in a circle.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if let Ok(real) = fs::canonicalize(&path) {
            return Ok(real);
        }
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    fs::canonicalize(path)
}

/// Gives a file that is whole, and on the disk, its name; when this returns, the name is on the
/// disk too.
///
/// # Errors
///
/// Where the name cannot be given.
pub fn place(beside: &Path, path: &Path) -> io::Result<()> {
    let _whole = pause();
    fs::rename(beside, path)?;
    sync_folder(path)
}

/// Gives a file that cannot be gone on with a name that is free, `FILE.damaged` or the first of
/// `FILE.damaged-2` and so on: nothing that was worked out is removed. Returns the name.
///
/// # Errors
///
/// When it cannot be named anew.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let named = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let names = (2u64..).map(|number| named(&format!(".damaged-{number}")));
    let aside = std::iter::once(named(".damaged"))
        .chain(names)
        .find(|name| fs::symlink_metadata(name).is_err())
        .ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Has the names in a file's folder put on the disk, so that a power cut does not bring older ones
/// back.
///
/// # Errors
///
/// Where the disk fails; a system that cannot do this is none.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // A folder that may be written and not read cannot be opened; some file systems know no such
    // thing.
    let Ok(folder) = File::open(folder) else {
        return Ok(());
    };
    match folder.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::StorageFull) => Err(error),
        Err(error) if error.raw_os_error() == Some(5) => Err(error),
        _ => Ok(()),
    }
}

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn forget(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// Removes what is not whole, on the way out: whoever holds the list must not keep the process
/// alive.
pub(crate) fn remove_unfinished() {
    for _ in 0..50 {
        let list = match UNFINISHED.try_lock() {
            Ok(list) => list,
            Err(TryLockError::Poisoned(list)) => list.into_inner(),
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
        };
        for path in list.iter() {
            let _ = fs::remove_file(path);
        }
        return;
    }
}
