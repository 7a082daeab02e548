//! The working directory of a run.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of a run. The container creates it. It is removed on drop.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) path: PathBuf,
}

impl Scratch {
    /// Chooses an unpredictable name in the system's temporary folder.
    pub(crate) fn choose() -> Self {
        let random = RandomState::new().hash_one(std::process::id());
        let name = format!("whowins-{}-{random:016x}", std::process::id());
        Self {
            path: std::env::temp_dir().join(name),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a folder with its contents, including folders without permissions.
pub(crate) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        open_up(folder);
        let _ = fs::remove_dir_all(folder);
    }
}

/// Gives the owner all permissions on inner folders. Links aren't followed.
fn open_up(folder: &Path) {
    let Ok(kind) = fs::symlink_metadata(folder) else {
        return;
    };
    if !kind.is_dir() {
        return;
    }
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        open_up(&entry.path());
    }
}

/// Removes a control group. Killed processes leave it a moment later.
pub(crate) fn remove_group(group: &Path) {
    for _ in 0..200 {
        if fs::remove_dir(group).is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
