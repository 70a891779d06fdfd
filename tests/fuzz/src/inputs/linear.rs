//! Linear layouts, as text and as encodings.

use super::hostile;
use random::Random;

/// A linear layout as text.
pub(crate) fn text(random: &mut Random) -> String {
    let bits = bits(random);
    of_tensor(random, &bits)
}

/// Two layouts, mostly of the same tensor.
pub(crate) fn pair(random: &mut Random) -> [String; 2] {
    let one = bits(random);
    let other = if random.one_in(10) { bits(random) } else { one.clone() };
    [of_tensor(random, &one), of_tensor(random, &other)]
}

/// The number of bits of each axis of a tensor.
fn bits(random: &mut Random) -> Vec<u64> {
    let most = if random.one_in(10) { 20 } else { 5 };
    (0..1 + random.below(2)).map(|_| random.below(most)).collect()
}

/// A layout of a tensor whose axes have so many bits.
fn of_tensor(random: &mut Random, bits: &[u64]) -> String {
    let rank = bits.len();
    let mut columns: Vec<Vec<u64>> = Vec::new();
    for (axis, count) in bits.iter().enumerate() {
        for bit in 0..*count {
            let mut column = vec![0; rank];
            column[axis] = 1 << bit;
            columns.push(column);
        }
    }
    let mut columns = random.shuffled(columns);
    for _ in 0..random.below(4) {
        if columns.len() < 2 {
            break;
        }
        let (to, from) = (random.index(columns.len()), random.index(columns.len()));
        let from = columns[from].clone();
        columns[to].iter_mut().zip(from).for_each(|(to, from)| *to ^= from);
    }
    let names = ["register", "lane", "warp", "block"];
    let mut parts: Vec<Vec<String>> = vec![Vec::new(); names.len()];
    for column in columns {
        let part = random.index(names.len());
        let numbers: Vec<String> = column.iter().map(u64::to_string).collect();
        parts[part].push(format!("({})", numbers.join(",")));
    }
    let ins: Vec<String> =
        names.iter().zip(parts).map(|(name, columns)| format!("{name}: {}", columns.join(" "))).collect();
    let outs: Vec<String> = bits
        .iter()
        .enumerate()
        .map(|(axis, bits)| format!("dim{axis}: {}", 1_u64 << (bits + u64::from(random.one_in(30)))))
        .collect();
    let text = format!("{} -> {}", ins.join("; "), outs.join(", "));
    if random.one_in(15) { hostile::spoil(random, &text) } else { text }
}

/// An encoding by the name of its kind, with its shape as the argument `--shape` takes it.
pub(crate) fn encoding(random: &mut Random) -> (String, String) {
    let power = |random: &mut Random, most: u64| 1_u64 << random.below(most + 1);
    let factors = |random: &mut Random, most: u64| [power(random, most), power(random, most)];
    let order = if random.one_in(2) { [1, 0] } else { [0, 1] };
    let text = match random.below(6) {
        0 => format!(
            r#"{{"kind": "blocked", "size_per_thread": {:?}, "threads_per_warp": {:?}, "warps_per_cta": {:?}, "order": {order:?}}}"#,
            factors(random, 3),
            random.pick(&[[1, 32], [4, 8], [8, 4], [32, 1], [8, 8], [2, 2]]),
            factors(random, 2)
        ),
        1 => format!(
            r#"{{"kind": "swizzled_shared", "vec": {}, "per_phase": {}, "max_phase": {}, "order": {order:?}}}"#,
            power(random, 4),
            power(random, 4),
            power(random, 4)
        ),
        2 => format!(
            r#"{{"kind": "nvmma_shared", "swizzle_bytes": {}, "transposed": {}, "element_bit_width": {}}}"#,
            random.pick(&[0, 32, 64, 128, 256]),
            random.one_in(2),
            random.pick(&[8, 16, 32, 64])
        ),
        3 => format!(
            r#"{{"kind": "nvidia_mma", "version": {}, "warps_per_cta": {:?}, "instr_shape": {}}}"#,
            random.pick(&["[2, 0]", "[3, 0]"]),
            factors(random, 2),
            random.pick(&["[16, 8]", "[16, 64, 16]", "[16, 256, 16]"])
        ),
        4 => format!(
            r#"{{"kind": "tensor_memory", "block_m": {}, "block_n": {}, "unpacked": {}}}"#,
            random.pick(&[64, 128, 128, 32]),
            power(random, 9),
            random.one_in(2)
        ),
        _ => format!(
            r#"{{"kind": "amd_mfma", "version": 3, "warps_per_cta": {:?}, "instr_shape": {}, "is_transposed": {}}}"#,
            factors(random, 2),
            random.pick(&["[32, 32, 8]", "[16, 16, 16]"]),
            random.one_in(2)
        ),
    };
    let shape = [power(random, 9), power(random, 9)];
    (text, format!("{},{}", shape[0], shape[1]))
}
