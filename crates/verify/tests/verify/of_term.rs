//! The verifier reads the core term alone: rules change nothing, and a changed term is checked anew.

use whowins_verify::{Budget, Certificate};

use crate::changed::CERTIFICATES;

#[test]
fn a_term_alone_is_verified() {
    for (name, text) in CERTIFICATES {
        let certificate = Certificate::read(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        let alone = Certificate {
            rules: String::new(),
            parameters: Default::default(),
            ..certificate.clone()
        };
        let forged = Certificate {
            rules: "game \"Another\"\nposition n\nmove n -= 1\n".into(),
            ..certificate
        };
        let statements = [alone, forged].map(|one| {
            let verified = one.verify(&Budget::default());
            verified
                .unwrap_or_else(|why| panic!("{name}: {why}"))
                .statements()
        });
        assert_eq!(statements[0], statements[1], "{name}");
    }
}

/// Each change of a number in the term is seen by the verifier, without the rules.
#[test]
fn a_law_is_not_one_of_a_changed_term() {
    for (name, from, to) in [
        ("grundy", "(stuck (if turn 1 -1))", "(stuck (if turn -1 1))"),
        ("periodic", "(const set_0 1 4)", "(const set_0 1 5)"),
        (
            "product",
            "(stuck (if turn 1 -1))",
            "(stuck (if turn -1 1))",
        ),
        ("row", "(stuck (if turn -1 1))", "(stuck (if turn 1 -1))"),
    ] {
        let (_, text) = CERTIFICATES
            .iter()
            .find(|one| one.0 == name)
            .expect("there");
        let right = Certificate::read(text).expect("a certificate");
        let core = right.core.replace(from, to);
        assert_ne!(core, right.core, "{name}");
        let changed = Certificate { core, ..right };
        assert!(changed.verify(&Budget::default()).is_err(), "{name}");
    }
}
