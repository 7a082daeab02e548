//! "Did you mean": the known word that was probably meant.

/// The known word closest to `word`, if one is close enough to be what was meant: letters added,
/// left out, changed or swapped with a neighbour (Damerau 1964), at most a third of the longer
/// word's; upper and lower case are one. The first of several that are as close. Time in proportion
/// to the product of the lengths, for each known word.
///
/// ```
/// use whowins_analysis::closest;
///
/// assert_eq!(closest("postion", ["move", "position"]), Some("position"));
/// assert_eq!(closest("xyz", ["move", "position"]), None);
/// ```
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    // The distance takes time and space in proportion to the product of the lengths.
    let comparable = |candidate: &&str| {
        candidate.len() <= 200
            && length.abs_diff(candidate.chars().count()) <= candidate.chars().count()
    };
    known
        .into_iter()
        .filter(comparable)
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= length.max(candidate.chars().count()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
