//! Chains that are written to make the engine work hard.

/// Chains at the limits of the language, and functions that do not reduce. Symbols are M, a multiple of 64, and K.
pub(crate) fn hostile() -> Vec<(&'static str, String)> {
    let chain = |count: usize, stage: &dyn Fn(usize) -> String, view: &str| {
        let stages: Vec<String> = (0..count).map(|k| format!("OrderBy({})", stage(k))).collect();
        format!("{}.GroupBy([{view}])", stages.join("."))
    };
    // 24 dimensions in another order at every stage: what 10^9 and a prime leave of 64 bits is dimensions of 1, 2 and 3.
    let deep = |large: u64, prime: u64| {
        let mut dims = [1, 2, 3, 1, 2, 1, 3, 1, 2, 1, 1, 2, 1, 3, 1, 2, 1, 1, 2, 1, 3, 1, 2, 1];
        (dims[3], dims[16]) = (large, prime);
        let list = |by: usize, of: &dyn Fn(usize) -> u64| {
            (0..24).map(|axis| of((axis * by + 5) % 24).to_string()).collect::<Vec<_>>().join(", ")
        };
        let dims = |by: usize| list(by, &|axis| dims[axis]);
        let stage = |k: usize| {
            let by = |k: usize| [1, 5, 7, 11, 13, 17, 19, 23][k % 8];
            format!("RegP([{}], [{}])", dims(by(k)), list(by(k + 3), &|axis| axis as u64 + 1))
        };
        chain(32, &stage, &dims(1))
    };
    // (i, j) to (i, j + 7·i), by a function that says so in a roundabout way.
    let closure = |_| {
        "GenP([1009, 1013], |i, j| (i * 1013 + j) / 1013 * 1013 + (j + i * 7) % 1013, \
         |p| (p / 1013, (p % 1013 + 7 * 1013 - p / 1013 * 7 % 1013) % 1013), unchecked)"
            .to_owned()
    };
    let swizzle = |k: usize| format!("SwizzleRows([{}, {}], {})", 1 << (6 + k % 4), 1 << (10 - k % 4), 3 + k % 4);
    let skew = |k: usize| {
        if k % 2 == 0 { "Skew(999999937, 64)".to_owned() } else { "Skew(64, 999999937)".to_owned() }
    };
    let symbols = |k: usize| if k % 2 == 0 { "Col(M, K)".to_owned() } else { "Row(K, M)".to_owned() };
    let tiles = |k: usize| format!("RegP([M/{}, {}, K], [2, 3, 1])", 4 << (k % 5), 4 << (k % 5));
    vec![
        ("32 stages of 24 dimensions, 10^9 and 97", deep(1_000_000_000, 97)),
        ("32 stages of 24 dimensions, 999983 and 1000003", deep(999_983, 1_000_003)),
        ("8 closures in each other", chain(8, &closure, "1009, 1013")),
        ("32 closures in each other", chain(32, &closure, "1009, 1013")),
        ("32 swizzles", chain(32, &swizzle, "64, 1024")),
        ("32 skews of a prime near 10^9", chain(32, &skew, "999999937, 64")),
        ("32 transpositions of symbols", chain(32, &symbols, "M, K")),
        ("32 tilings of symbols", chain(32, &tiles, "M, K")),
    ]
}
