//! Landlock: a process gives up the right to write outside one folder.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, PathFdError,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

/// The newest rights that are asked for; an older kernel grants those that it knows.
const RIGHTS: ABI = ABI::V6;
/// Devices that programs write to as a matter of course.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Lets this thread and all that it starts read and run every file, write below one folder only, open
/// no TCP connection, and send no signal to processes outside. Returns whether the kernel granted it.
pub(crate) fn write_only_in(folder: &Path) -> bool {
    let status = restrict(folder);
    status.is_ok_and(|status| status != RulesetStatus::NotEnforced)
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

fn restrict(folder: &Path) -> Result<RulesetStatus, NotRestricted> {
    let rule = |path: &Path, access| -> Result<_, NotRestricted> {
        Ok(PathBeneath::new(PathFd::new(path)?, access))
    };
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(RIGHTS))?
        .handle_access(AccessNet::from_all(RIGHTS))?
        .scope(Scope::from_all(RIGHTS))?
        .create()?
        .add_rule(rule(Path::new("/"), AccessFs::from_read(RIGHTS))?)?
        .add_rule(rule(folder, AccessFs::from_all(RIGHTS))?)?;
    for device in DEVICES.map(Path::new) {
        if let Ok(rule) = rule(device, AccessFs::from_file(RIGHTS)) {
            rules = rules.add_rule(rule)?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}
