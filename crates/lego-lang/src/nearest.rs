//! The name that a wrong name was probably meant to be.

/// The candidate nearest to `name`: fewest edits without regard to case, then the most alike at the front.
///
/// `None` only if there are no candidates.
///
/// ```
/// use lego_lang::nearest;
/// assert_eq!(nearest("morten", ["Row", "Morton", "Col"]), Some("Morton"));
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name of any length may come in, but the longest candidate is short: compare its beginning only.
    let wanted: String = name.chars().take(64).flat_map(char::to_lowercase).collect();
    candidates
        .into_iter()
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            (strsim::damerau_levenshtein(&wanted, &lower), strsim::jaro_winkler(&wanted, &lower), candidate)
        })
        .min_by(|(edits, alike, _), (other_edits, other_alike, _)| {
            edits.cmp(other_edits).then_with(|| other_alike.total_cmp(alike))
        })
        .map(|(_, _, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let names = ["Row", "Col", "AntiDiag", "Hilbert", "SwizzleRows", "RegP", "GenP"];
        for (wrong, right) in [("row", "Row"), ("Colum", "Col"), ("antidag", "AntiDiag"), ("Hlibert", "Hilbert")] {
            assert_eq!(nearest(wrong, names), Some(right));
        }
        assert!(nearest(&"x".repeat(100_000), names).is_some());
        assert_eq!(nearest("x", []), None);
    }
}
