//! Tests that JSON output matches `docs/schemas`. Every run of these tests is checked (`run::run`).

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::run::{answer, commands};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

/// Returns a schema that allows only the named fields. The published schemas allow others, because
/// fields may be added.
fn closed(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(map) => {
            if map.contains_key("properties") {
                let more = map.entry("additionalProperties");
                more.or_insert(json!(false));
            }
            for one in map.values_mut() {
                *one = closed(one.take());
            }
        }
        Value::Array(all) => {
            for one in all {
                *one = closed(one.take());
            }
        }
        _ => {}
    }
    schema
}

/// Returns the schemas by the names of the commands.
fn schemas() -> &'static BTreeMap<String, Validator> {
    static SCHEMAS: OnceLock<BTreeMap<String, Validator>> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let files = fs::read_dir(folder()).expect("docs/schemas");
        let files = files.map(|file| file.expect("an entry").path());
        files
            .map(|path| {
                let text = fs::read_to_string(&path).expect("a schema");
                let schema: Value = serde_json::from_str(&text).expect("JSON");
                let name = path.file_stem().expect("a name").to_string_lossy();
                let schema = jsonschema::draft202012::new(&closed(schema));
                let schema = schema.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
                (name.into_owned(), schema)
            })
            .collect()
    })
}

/// Returns true if a command line requests JSON.
fn asks_for_json(arguments: &[&str]) -> bool {
    arguments.contains(&"--json") || arguments.windows(2).any(|two| two == ["--format", "json"])
}

/// Checks the output of a command, one object per line, against its schema.
pub fn hold(arguments: &[&str], out: &str) {
    if !asks_for_json(arguments) || arguments.contains(&"/dev/stdout") {
        return;
    }
    let name = arguments.first().expect("a command");
    for line in out.lines().filter(|line| !line.is_empty()) {
        let schema = schemas().get(*name);
        let schema = schema.unwrap_or_else(|| panic!("docs/schemas has none of {name}"));
        let object: Value = serde_json::from_str(line)
            .unwrap_or_else(|fault| panic!("{arguments:?}: {fault}: {line}"));
        if let Err(fault) = schema.validate(&object) {
            panic!(
                "{arguments:?}: at `{}`: {fault}\n{line}",
                fault.instance_path()
            );
        }
    }
}

#[test]
fn each_command_that_prints_json_has_a_schema() {
    let mut seen = 0;
    for name in commands() {
        let name = name.as_str();
        let help = match name {
            "atlas" => answer(&["atlas", "octal", "--help"], ""),
            name => answer(&[name, "--help"], ""),
        };
        // Judge and export have other formats in addition to `--json`.
        let prints = help.contains("--json") || help.contains("One JSON object");
        assert_eq!(prints, schemas().contains_key(name), "{name}");
        seen += usize::from(prints);
    }
    assert_eq!(seen, schemas().len());
}

#[test]
fn a_field_that_is_missing_or_not_told_is_noticed() {
    let schema = &schemas()["find"];
    let mut object: Value =
        serde_json::from_str(&answer(&["find", "nim", "--up-to", "3", "--json"], ""))
            .expect("JSON");
    assert!(schema.is_valid(&object));
    object["more"] = json!(1);
    assert!(!schema.is_valid(&object));
    let map = object.as_object_mut().expect("an object");
    map.remove("more");
    map.remove("looked");
    assert!(!schema.is_valid(&object));
}
