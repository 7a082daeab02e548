//! The benchmark programs of the workspace: every `[[bench]]` with `harness = false`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::failure::Failure;
use crate::project::output_of;

/// A benchmark program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The package.
    pub package: String,
    /// Its target's name.
    pub name: String,
    /// The features that it requires.
    pub features: Vec<String>,
}

impl Program {
    /// Returns its name in the workspace, such as `whowins-engine/heap`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.package, self.name)
    }

    /// Returns the command that runs it.
    pub fn command(&self, root: &Path) -> Command {
        let mut command = Command::new("cargo");
        command.args(["bench", "--package", &self.package, "--bench", &self.name]);
        if !self.features.is_empty() {
            command.args(["--features", &self.features.join(",")]);
        }
        command.current_dir(root);
        command
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

// `cargo metadata` lists the targets but not their `harness`, so the manifests are read too.
#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    bench: Vec<Bench>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bench {
    name: String,
    #[serde(default = "with_harness")]
    harness: bool,
    #[serde(default)]
    required_features: Vec<String>,
}

fn with_harness() -> bool {
    true
}

/// All programs of the workspace at `root`, in the order of their packages.
pub fn all(root: &Path) -> Result<Vec<Program>, Failure> {
    let text = output_of(
        Command::new("cargo")
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(root),
    )?;
    let metadata: Metadata = serde_json::from_str(&text)
        .map_err(|error| Failure::failed(format!("cannot read cargo's metadata: {error}")))?;
    let mut programs = Vec::new();
    for package in metadata.packages {
        let path = package.manifest_path.display();
        let manifest = std::fs::read_to_string(&package.manifest_path)
            .map_err(|error| Failure::failed(format!("cannot read {path}: {error}")))?;
        let found = of_manifest(&package.name, &manifest)
            .map_err(|error| Failure::failed(format!("{path}: {error}")))?;
        programs.extend(found);
    }
    Ok(programs)
}

fn of_manifest(package: &str, manifest: &str) -> Result<Vec<Program>, toml::de::Error> {
    let manifest: Manifest = toml::from_str(manifest)?;
    let own = manifest.bench.into_iter().filter(|bench| !bench.harness);
    let program = |bench: Bench| Program {
        package: package.to_owned(),
        name: bench.name,
        features: bench.required_features,
    };
    Ok(own.map(program).collect())
}

/// Returns the programs of these names (a target's, a package's, or `package/target`), or all if
/// there are no names.
///
/// # Errors
/// If a name is unknown; the message lists the known ones.
pub fn choose<'a>(all: &'a [Program], names: &[String]) -> Result<Vec<&'a Program>, String> {
    let is = |program: &Program, name: &String| {
        *name == program.name || *name == program.package || *name == program.id()
    };
    let is_known = |name: &&String| all.iter().any(|program| is(program, name));
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        let known: Vec<_> = all.iter().map(Program::id).collect();
        return Err(format!(
            "no benchmark program or package is named `{name}`; the programs are: {}",
            known.join(", ")
        ));
    }
    let is_chosen =
        |program: &&Program| names.is_empty() || names.iter().any(|name| is(program, name));
    Ok(all.iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(package: &str, name: &str) -> Program {
        Program {
            package: package.into(),
            name: name.into(),
            features: vec![],
        }
    }

    #[test]
    fn a_manifests_programs_are_those_without_a_harness() {
        let manifest = "
            [package]
            name = \"p\"
            [[bench]]
            name = \"heap\"
            harness = false
            [[bench]]
            name = \"criterion-like\"
            [[bench]]
            name = \"disk\"
            harness = false
            required-features = [\"disk\", \"big\"]
        ";
        let found = of_manifest("p", manifest).expect("valid");
        assert_eq!(
            found.iter().map(Program::id).collect::<Vec<_>>(),
            ["p/heap", "p/disk"]
        );
        let command = crate::project::shown(&found[1].command(Path::new(".")));
        assert_eq!(
            command,
            "cargo bench --package p --bench disk --features disk,big"
        );
        assert!(of_manifest("p", "[package]").expect("valid").is_empty());
    }

    #[test]
    fn programs_are_chosen_by_target_or_package() {
        let all = [
            program("p", "a"),
            program("p", "b"),
            program("q", "c"),
            program("q", "a"),
        ];
        let ids = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            let chosen = choose(&all, &names)?;
            Ok::<_, String>(chosen.into_iter().map(Program::id).collect::<Vec<_>>())
        };
        assert_eq!(ids(&[]).expect("valid").len(), 4);
        assert_eq!(ids(&["p"]).expect("valid"), ["p/a", "p/b"]);
        assert_eq!(ids(&["a"]).expect("valid"), ["p/a", "q/a"]);
        assert_eq!(ids(&["q/a"]).expect("valid"), ["q/a"]);
        let error = ids(&["a", "z"]).expect_err("must be rejected");
        assert!(
            error.contains("`z`") && error.contains("p/a, p/b, q/c, q/a"),
            "{error}"
        );
    }
}
