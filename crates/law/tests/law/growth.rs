//! Arithmetic periods told from the values.

use whowins_law::inside::growth;

#[test]
fn growth_is_told_from_the_end() {
    let values: Vec<u32> = (0..60)
        .map(|n| match n {
            0..5 => 7,
            n => 3 * (n / 4) + n % 4 % 2,
        })
        .collect();
    assert_eq!(growth(&values), Some((5, 4, 3)));
    let even: Vec<u32> = (0..60).map(|n| n % 7).collect();
    assert_eq!(growth(&even), None);
    let squares: Vec<u32> = (0..60).map(|n| n * n).collect();
    assert_eq!(growth(&squares), None);
    assert_eq!(growth(&[]), None);
    assert_eq!(growth(&[0, 1]), None);
}
