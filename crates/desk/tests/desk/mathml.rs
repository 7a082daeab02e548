//! Formulas as MathML.

use whowins_desk::inside::math;

fn inner(formula: &str) -> String {
    let math = math(formula);
    let math = math.split_once("<mrow>").map_or("", |(_, rest)| rest);
    math.trim_end_matches("</mrow></math>").to_string()
}

#[test]
fn roots_fractions_and_floors_are_set() {
    assert_eq!(
        inner("(1 + √5)/2"),
        "<mfrac><mrow><mn>1</mn><mo>+</mo><msqrt><mn>5</mn></msqrt></mrow><mn>2</mn></mfrac>"
    );
    assert_eq!(
        inner("⌊kφ²⌋"),
        "<mrow><mo>⌊</mo><mi>k</mi><msup><mi>φ</mi><mn>2</mn></msup><mo>⌋</mo></mrow>"
    );
    assert_eq!(inner("x mod 2"), "<mi>x</mi><mo>mod</mo><mn>2</mn>");
    assert_eq!(inner("n >= 3"), "<mi>n</mi><mo>≥</mo><mn>3</mn>");
}

#[test]
fn words_stay_words_and_nothing_is_markup() {
    let set = inner("P-positions: k = 0, ... <b>");
    assert!(set.contains("<mtext>"), "{set}");
    assert!(!set.contains("<b>"), "{set}");
}

#[test]
fn unclosed_brackets_and_lone_signs_end() {
    for text in ["", "(", "√", "/", "a /", "⌊(", ")))", "²", "((((√/"] {
        let set = math(text);
        let (opened, closed) = (
            set.matches("<mrow>").count(),
            set.matches("</mrow>").count(),
        );
        assert_eq!(opened, closed, "{text}");
    }
}
