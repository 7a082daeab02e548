//! Folders whose files are written together.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::writer::Writer;

/// A folder that is filled with files: if writing fails, files and folders that were not there
/// before are removed again.
///
/// Files that replaced older ones stay.
pub struct Folder {
    path: PathBuf,
    /// What this value created, in the order of creation.
    created: Vec<PathBuf>,
}

impl Folder {
    /// Creates the folder and its missing parents; a folder that exists is used as it is.
    ///
    /// # Errors
    ///
    /// Those of the system, if a folder cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut folder = Self {
            path: path.to_path_buf(),
            created: Vec::new(),
        };
        folder.create_folders(path)?;
        Ok(folder)
    }

    /// Writes a file in the folder, and creates the folders that its name passes through.
    ///
    /// # Errors
    ///
    /// Those of the system, if a folder cannot be created or the file cannot be written.
    pub fn write(&mut self, name: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            self.create_folders(parent)?;
        }
        let is_new = fs::symlink_metadata(&path).is_err();
        Writer::write(&path, bytes)?;
        if is_new {
            self.created.push(path);
        }
        Ok(())
    }

    /// Keeps what was written. Without this call it is removed when the value is dropped.
    pub fn keep(mut self) {
        self.created.clear();
    }

    fn create_folders(&mut self, path: &Path) -> io::Result<()> {
        let missing = path
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let missing: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
        let created = fs::create_dir_all(path);
        self.created.extend(missing.into_iter().rev());
        created
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for path in self.created.iter().rev() {
            // Only an empty folder can be removed: files of others stay.
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}
