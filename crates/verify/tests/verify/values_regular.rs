//! Laws of values of rows by an automaton: what is not a law at all. (What one change makes of one:
//! [`crate::changed`].)

use whowins_law::OfRules;
use whowins_verify::values::RegularValues;
use whowins_verify::{Budget, Certificate, Law};

/// Moves at the ends of a row: 22 states, 12 values.
const ENDS: &str = include_str!("certificates/regular-values.json");

fn judged(change: impl FnOnce(&mut RegularValues)) -> Result<String, String> {
    let mut certificate = Certificate::read(ENDS).expect("a certificate");
    let [Law::RegularValues(law)] = certificate.laws.as_mut_slice() else {
        panic!("another kind of law");
    };
    change(law);
    match certificate.verify_with_rules(&Budget::of(1 << 24)) {
        Ok(verified) => Ok(verified.statements().concat()),
        Err(rejection) => Err(rejection.to_string()),
    }
}

#[test]
fn a_law_says_something_and_of_rows_alone() {
    let said = judged(|_| {}).expect("a law");
    assert!(said.starts_with("The value of a row of any length"));
    let refused = |change: fn(&mut RegularValues)| judged(change).unwrap_err();
    let none = refused(|law| law.forms.fill(None));
    assert!(none.contains("gives no row a value"), "{none}");
    let empty = refused(|law| law.forms[0] = Some(0));
    assert!(empty.contains("an empty row"), "{empty}");
    let short = refused(|law| {
        law.forms.pop();
    });
    assert!(short.contains("entries of `forms`"), "{short}");
    let wild = refused(|law| law.next[0][0] = 99);
    assert!(wild.contains("does not exist"), "{wild}");
    let narrow = refused(|law| {
        law.next[3].pop();
    });
    assert!(narrow.contains("transitions"), "{narrow}");
    let form = refused(|law| law.forms[1] = Some(1000));
    assert!(form.contains("there is no form"), "{form}");
}

/// All steps of the check are of the budget.
#[test]
fn the_check_keeps_to_its_budget() {
    let certificate = Certificate::read(ENDS).expect("a certificate");
    for steps in [0, 10, 100, 1_000, 4_000] {
        let refused = certificate
            .verify_with_rules(&Budget::of(steps))
            .unwrap_err();
        assert_eq!(refused.why, whowins_verify::Why::Budget, "{steps}");
    }
    assert!(certificate.verify_with_rules(&Budget::of(1 << 20)).is_ok());
}
