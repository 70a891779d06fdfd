//! Texts that are written to make the command work hard, and texts with an error in them.

use random::Random;

/// A chain of many stages, or of deep nesting.
pub(crate) fn chain(random: &mut Random) -> String {
    let count = 1 + random.below(40);
    match random.below(6) {
        0 => {
            let stages: Vec<String> = (0..count).map(|k| format!("OrderBy(Swizzle(2, {}, 3))", k % 3)).collect();
            format!("{}.GroupBy([128])", stages.join("."))
        }
        1 => {
            let stages: Vec<&str> = (0..count)
                .map(|k| if k % 2 == 0 { "OrderBy(Skew(97, 64))" } else { "OrderBy(Skew(64, 97))" })
                .collect();
            format!("{}.GroupBy([97, 64])", stages.join("."))
        }
        2 => {
            let stages: Vec<&str> =
                (0..count).map(|k| if k % 2 == 0 { "OrderBy(Col(M, K))" } else { "OrderBy(Row(K, M))" }).collect();
            format!("{}.GroupBy([M, K])", stages.join("."))
        }
        3 => format!("Row({})", vec!["2"; count as usize].join(", ")),
        4 => format!("Row({}M{})", "(".repeat(count as usize * 20), ")".repeat(count as usize * 20)),
        _ => {
            let terms: Vec<String> = (0..count).map(|k| format!("(i*{} + j) % {}", k + 1, 2 * k + 3)).collect();
            format!("GenP([64, 64], |i, j| {})", terms.join(" + "))
        }
    }
}

/// The text with a small error: characters left out, repeated, replaced or exchanged.
pub(crate) fn spoil(random: &mut Random, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        if characters.is_empty() {
            break;
        }
        let at = random.index(characters.len());
        match random.below(4) {
            0 => {
                characters.remove(at);
            }
            1 => characters.insert(at, characters[at]),
            2 => {
                let others: Vec<char> =
                    "()[]{},.:;|=><+-*/%&^#'\"0189MNéß\u{0}∞ ".chars().filter(|c| *c != '\0').collect();
                characters[at] = *random.pick(&others);
            }
            _ => {
                let other = random.index(characters.len());
                characters.swap(at, other);
            }
        }
    }
    characters.into_iter().collect()
}
