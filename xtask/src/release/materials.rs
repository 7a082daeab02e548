//! The bill of materials: what the command is made of, as CycloneDX 1.5 in JSON, from `cargo
//! metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Release, io_failure};
use crate::failure::Failure;
use crate::project::output_of;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    description: Option<String>,
    repository: Option<String>,
    /// `None` for the project's own.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `None` for what is linked, `build` or `dev` for the rest.
    kind: Option<String>,
}

/// The command.
const OF: &str = "whowins-command";

/// Writes the bill.
pub fn write(release: &Release) -> Result<(), Failure> {
    let told_ = output_of(
        Command::new("cargo")
            .args(["metadata", "--locked", "--format-version", "1"])
            .args(["--filter-platform", &release.system])
            .current_dir(&release.root),
    )?;
    let metadata: Metadata = serde_json::from_str(&told_)
        .map_err(|error| Failure::failed(format!("cargo metadata: {error}")))?;
    let lock = fs::read_to_string(release.root.join("Cargo.lock"));
    let lock = lock.map_err(|error| io_failure("Cargo.lock", &error))?;
    let bill = bill(&metadata, &checksums(&lock)?, &release.version)?;
    let file = release
        .dist
        .join(format!("whowins-{}.cdx.json", release.version));
    let text = serde_json::to_string_pretty(&bill).unwrap_or_default() + "\n";
    fs::write(&file, text).map_err(|error| io_failure(&file, &error))
}

/// The checksums of Cargo.lock, by name and version.
fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>, Failure> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Locked>,
    }
    #[derive(Deserialize)]
    struct Locked {
        name: String,
        version: String,
        checksum: Option<String>,
    }
    let lock: Lock =
        toml::from_str(lock).map_err(|error| Failure::failed(format!("Cargo.lock: {error}")))?;
    let all = lock.package.into_iter();
    Ok(all
        .filter_map(|one| Some(((one.name, one.version), one.checksum?)))
        .collect())
}

/// All that is linked into the command, or run to build it; nothing that tests alone need.
fn reached(metadata: &Metadata) -> Result<BTreeSet<&str>, Failure> {
    let start = metadata.packages.iter().find(|one| one.name == OF);
    let start = start.ok_or_else(|| Failure::failed(format!("there is no package {OF}")))?;
    let nodes: BTreeMap<&str, &Node> = (metadata.resolve.nodes.iter())
        .map(|node| (node.id.as_str(), node))
        .collect();
    let mut seen = BTreeSet::new();
    let mut open = vec![start.id.as_str()];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let below = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let needed = below.filter(|one| {
            let mut kinds = one.dep_kinds.iter();
            kinds.any(|kind| kind.kind.as_deref() != Some("dev"))
        });
        open.extend(needed.map(|one| one.pkg.as_str()));
    }
    Ok(seen)
}

fn bill(
    metadata: &Metadata,
    checksums: &BTreeMap<(String, String), String>,
    version: &str,
) -> Result<Value, Failure> {
    let reached = reached(metadata)?;
    let url = |one: &Package| format!("pkg:cargo/{}@{}", one.name, one.version);
    let names: BTreeMap<&str, String> = (metadata.packages.iter())
        .map(|one| (one.id.as_str(), url(one)))
        .collect();
    let mut components = Vec::new();
    for one in &metadata.packages {
        if !reached.contains(one.id.as_str()) || one.name == OF {
            continue;
        }
        let mut component = json!({
            "type": "library", "bom-ref": url(one), "name": one.name, "version": one.version, "purl": url(one),
            "scope": "required",
        });
        if let Some(licence) = &one.license {
            // Old manifests write a bar for a choice.
            component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
        }
        if let Some(description) = &one.description {
            component["description"] = json!(description.trim());
        }
        if let Some(repository) = &one.repository {
            component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
        }
        let key = (one.name.clone(), one.version.clone());
        if let (Some(sum), Some(_)) = (checksums.get(&key), &one.source) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        components.push(component);
    }
    let nodes = metadata.resolve.nodes.iter();
    let nodes = nodes.filter(|node| reached.contains(node.id.as_str()));
    let depends = nodes.map(|node| {
        let below = node.deps.iter().map(|one| one.pkg.as_str());
        let below = below.filter(|id| reached.contains(id));
        let below: BTreeSet<&String> = below.filter_map(|id| names.get(id)).collect();
        json!({ "ref": names.get(node.id.as_str()), "dependsOn": below })
    });
    let depends: Vec<Value> = depends.collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": format!("pkg:cargo/{OF}@{version}"), "name": "whowins", "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
        "dependencies": depends,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_alone_need_is_in_no_bill() {
        let package = |name: &str, source: Option<&str>| Package {
            id: name.into(),
            name: name.into(),
            version: "1.0.0".into(),
            license: Some("MIT/Apache-2.0".into()),
            description: None,
            repository: None,
            source: source.map(str::to_owned),
        };
        let needs = |id: &str, below: &[(&str, Option<&str>)]| Node {
            id: id.into(),
            deps: below
                .iter()
                .map(|(pkg, kind)| Dependency {
                    pkg: (*pkg).into(),
                    dep_kinds: vec![Kind {
                        kind: kind.map(str::to_owned),
                    }],
                })
                .collect(),
        };
        let metadata = Metadata {
            packages: vec![
                package(OF, None),
                package("linked", Some("registry")),
                package("builds", Some("registry")),
                package("tests", Some("registry")),
            ],
            resolve: Resolve {
                nodes: vec![
                    needs(OF, &[("linked", None), ("tests", Some("dev"))]),
                    needs("linked", &[("builds", Some("build"))]),
                    needs("builds", &[]),
                    needs("tests", &[]),
                ],
            },
        };
        let sums = [(("linked".to_owned(), "1.0.0".to_owned()), "ab".to_owned())];
        let bill = bill(&metadata, &sums.into_iter().collect(), "0.1.0").expect("a bill");
        let names: Vec<&str> = bill["components"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|one| one["name"].as_str())
            .collect();
        assert_eq!(names, ["linked", "builds"]);
        assert_eq!(bill["components"][0]["hashes"][0]["content"], "ab");
        let licence = &bill["components"][0]["licenses"][0]["expression"];
        assert_eq!(licence, "MIT OR Apache-2.0");
        assert_eq!(
            bill["dependencies"][0]["dependsOn"],
            json!(["pkg:cargo/linked@1.0.0"])
        );
    }
}
