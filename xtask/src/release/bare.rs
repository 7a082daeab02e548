//! The Debian package tried in a root of its own: a system that has nothing but what every Debian
//! has.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::{Release, debian, io_failure};
use crate::failure::Failure;
use crate::need::Need;
use crate::project::{done, output_of};
use crate::steps::LINTED;

const MMDEBSTRAP: Need = Need::debian("mmdebstrap", &["mmdebstrap", "--version"]);

/// What is tried, in the root's own shell.
const TRIED: &str = r#"
set -eu
trap 'echo "line $LINENO of the trial failed" >&2' ERR
dpkg -i /tmp/whowins.deb
cd /tmp
echo "== the main job"
whowins solve cowcheck --at 4,7
whowins law cowcheck -o cow.json | head -n 1 | grep -q '^Proved'
whowins verify cowcheck cow.json | head -n 1 | grep '^Accepted'
echo "== the manual page"
man -w whowins-solve
man whowins-solve | grep -q 'Who wins from a position'
echo "== completions"
bash -c '
  . /usr/share/bash-completion/bash_completion
  _completion_loader whowins || true
  COMP_WORDS=(whowins sol); COMP_CWORD=1; COMP_LINE="whowins sol"; COMP_POINT=11
  _whowins whowins sol whowins
  printf "%s\n" "${COMPREPLY[@]}" | grep -x solve
  COMP_WORDS=(whowins solve cowc); COMP_CWORD=2; COMP_LINE="whowins solve cowc"; COMP_POINT=18
  _whowins whowins cowc solve
  printf "%s\n" "${COMPREPLY[@]}" | grep -x cowcheck'
echo "== the laboratory"
WHOWINS_TOKEN=tried whowins lab --port 7171 > lab.out 2>&1 &
lab=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
  if (exec 3<>/dev/tcp/127.0.0.1/7171) 2> /dev/null; then break; fi
  sleep 1
done
exec 3<>/dev/tcp/127.0.0.1/7171
printf 'GET /api/games HTTP/1.0\r\nHost: 127.0.0.1:7171\r\nAuthorization: Bearer tried\r\n\r\n' >&3
grep -q cowcheck <&3
kill "$lab"
if [ -d /usr/share/whowins/lab ]; then test -s /usr/share/whowins/lab/index.html; fi
echo "== all of it works"
"#;

/// Installs the package in a new root and tries it there.
pub fn run(release: &Release) -> Result<(), Failure> {
    MMDEBSTRAP.ensure()?;
    let root = release.root.join("target/release-stage/bare");
    if root.is_dir() {
        fs::remove_dir_all(&root).map_err(|error| io_failure(&root, &error))?;
    }
    let codename = output_of(
        Command::new("sh").args(["-c", ". /etc/os-release && printf %s \"$VERSION_CODENAME\""]),
    )?;
    let mut make = Command::new("mmdebstrap");
    make.args(["--variant=minbase", "--include=man-db,bash-completion"])
        // The pages of manuals are what is tried.
        .arg("--dpkgopt=path-include=/usr/share/man/*")
        .arg(codename.trim())
        .arg(&root);
    done(&mut make, &release.root)?;
    let architecture = output_of(Command::new("dpkg").arg("--print-architecture"))?;
    let package = debian::path(release, architecture.trim());
    let there = root.join("tmp/whowins.deb");
    fs::copy(&package, &there).map_err(|error| io_failure(&package, &error))?;
    let script = root.join("tmp/tried.sh");
    fs::write(&script, TRIED).map_err(|error| io_failure(&script, &error))?;
    let tried = chroot(&root, release).and_then(|()| walked(&root, release));
    let removed = fs::remove_dir_all(&root);
    tried?;
    removed.map_err(|error| io_failure(&root, &error))
}

/// In a network of its own, so that nothing but the loopback address is there.
fn chroot(root: &Path, release: &Release) -> Result<(), Failure> {
    let mut enter = Command::new("unshare");
    enter
        .args(["--net", "--pid", "--fork", "--mount", "--", "sh", "-c"])
        .arg("ip link set lo up 2>/dev/null || true; mount -t proc proc \"$0/proc\"; exec chroot \"$0\" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 bash /tmp/tried.sh")
        .arg(root);
    done(&mut enter, &release.root)
}

/// What runs the installed command in the folder that the caller is in.
const WITHIN: &str = r#"#!/bin/sh
exec unshare --mount -- sh -c 'root=$1; shift; mount --bind "$PWD" "$root/mnt"; exec chroot "$root" sh -c "cd /mnt; exec whowins \"\$@\"" whowins "$@"' sh ROOT "$@"
"#;

/// The tutorial's commands, given to the installed command there, print what the book shows.
fn walked(root: &Path, release: &Release) -> Result<(), Failure> {
    let program = release.root.join("target/release-stage/whowins-in-bare");
    let script = WITHIN.replace("ROOT", &format!("'{}'", root.display()));
    let written = fs::write(&program, script)
        .and_then(|()| fs::set_permissions(&program, fs::Permissions::from_mode(0o755)));
    written.map_err(|error| io_failure(&program, &error))?;
    let mut walk = Command::new("cargo");
    walk.args([
        "test",
        "--locked",
        "--package",
        "whowins-command",
        "--test",
        "command",
    ])
    .args(["--", "documents::the_tutorial", "documents::the_answers"])
    .envs(LINTED)
    .env("WHOWINS_PROGRAM", &program);
    done(&mut walk, &release.root)
}
