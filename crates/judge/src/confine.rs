//! Landlock: restricts a process to writing inside one folder.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, PathFdError,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use crate::program::Confinement;

/// The rights that modify files. An older kernel knows fewer and confines a process only partly.
const WRITING: ABI = ABI::V3;
/// The newest rights, requested in addition if the kernel knows them.
const NEWEST: ABI = ABI::V6;
/// Devices that ordinary programs write to.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];
/// POSIX shared memory and semaphores, which Python's `multiprocessing` needs.
pub(crate) const SHARED_MEMORY: &str = "/dev/shm";

/// Restricts this thread and its future children: they can read and run every file, but write only
/// below `folder`, in `/dev/shm`, and to a few devices.
///
/// If the kernel supports it, they also can't open TCP connections or send signals to outside
/// processes.
pub(crate) fn write_only_in(folder: &Path) -> Confinement {
    let confinement = restrict_files(folder).unwrap_or(Confinement::None);
    // Namespaces give the same protection; the report covers those.
    let _ = restrict_the_rest();
    confinement
}

#[derive(Debug)]
struct NotRestricted;

impl From<RulesetError> for NotRestricted {
    fn from(_: RulesetError) -> Self {
        Self
    }
}

impl From<PathFdError> for NotRestricted {
    fn from(_: PathFdError) -> Self {
        Self
    }
}

fn restrict_files(folder: &Path) -> Result<Confinement, NotRestricted> {
    let rule = |path: &Path, access| -> Result<_, NotRestricted> {
        Ok(PathBeneath::new(PathFd::new(path)?, access))
    };
    let all = AccessFs::from_all(WRITING);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .create()?
        .add_rule(rule(Path::new("/"), AccessFs::from_read(WRITING))?)?
        .add_rule(rule(folder, all)?)?;
    if let Ok(rule) = rule(Path::new(SHARED_MEMORY), all) {
        rules = rules.add_rule(rule)?;
    }
    for device in DEVICES.map(Path::new) {
        if let Ok(rule) = rule(device, AccessFs::from_file(WRITING)) {
            rules = rules.add_rule(rule)?;
        }
    }
    Ok(match rules.restrict_self()?.ruleset {
        RulesetStatus::FullyEnforced => Confinement::Full,
        RulesetStatus::PartiallyEnforced => Confinement::Partial,
        RulesetStatus::NotEnforced => Confinement::None,
    })
}

fn restrict_the_rest() -> Result<(), NotRestricted> {
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::IoctlDev)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .restrict_self()?;
    Ok(())
}
