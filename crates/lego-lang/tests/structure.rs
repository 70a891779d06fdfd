//! Bijections settled by structure, compared with what enumeration finds.
//!
//! `e ^ 0` has the value of `e`, but is no affine form: such closures are checked on every index.

mod common;

use common::Random;
use lego_lang::RuntimeLayout;

/// The functions of a random `GenP`, right or slightly wrong.
struct Functions {
    dims: Vec<u64>,
    apply: String,
    inverse: Vec<String>,
}

const NAMES: [&str; 3] = ["i", "j", "k"];

fn functions(random: &mut Random) -> Functions {
    let rank = 1 + random.below(3) as usize;
    let dims: Vec<u64> = (0..rank).map(|_| 1 + random.below(5)).collect();
    let mut axes: Vec<usize> = (0..rank).collect();
    for k in (1..rank).rev() {
        axes.swap(k, random.below(k as u64 + 1) as usize);
    }
    let mut terms = vec![String::new(); rank];
    let mut inverse = vec![String::new(); rank];
    let mut stride = 1;
    for axis in axes {
        let (n, i) = (dims[axis], NAMES[axis]);
        let turned = random.one_in(3);
        let factor = if random.one_in(12) { stride + random.below(3) } else { stride };
        terms[axis] = match (turned, random.below(3)) {
            (false, 0) => format!("{i} * {factor}"),
            (false, _) => format!("{factor} * {i}"),
            (true, 0) => format!("{factor} * ({n} - 1 - {i})"),
            (true, _) => format!("{} - {i} * {factor}", factor * (n - 1)),
        };
        let below = if random.one_in(12) { stride + 1 } else { stride };
        let above = if random.one_in(12) { n + 1 } else { n };
        let digit = match random.below(5) {
            0 => format!("p / {below} % {above}"),
            1 => format!("p % {} / {below}", above * below),
            2 => format!("(p % {} - p % {below}) / {below}", above * below),
            3 => format!("(p / {below} - p / {} * {above})", below * above),
            _ if random.one_in(2) => format!("p / {below}"),
            _ => format!("(p + {}) / {below} % {above}", below * above * random.below(2)),
        };
        inverse[axis] = if turned != random.one_in(12) { format!("{n} - 1 - {digit}") } else { digit };
        stride *= n;
    }
    if random.one_in(12) {
        terms[0] += " + 1";
    }
    Functions { dims, apply: terms.join(" + "), inverse }
}

impl Functions {
    /// The layout of these functions; with `^ 0` where they are to be checked on every index.
    fn accepted(&self, end: &str) -> bool {
        let names = NAMES[..self.dims.len()].join(", ");
        let inverse: Vec<String> = self.inverse.iter().map(|component| format!("({component}){end}")).collect();
        let (dims, apply) = (&self.dims, &self.apply);
        let text = format!("GenP({dims:?}, |{names}| ({apply}){end}, |p| ({},))", inverse.join(", "));
        RuntimeLayout::parse(&text, &[]).is_ok()
    }
}

#[test]
fn structure_and_enumeration_agree() {
    let random = &mut Random::new(7);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..6000 {
        let functions = functions(random);
        let accepted = functions.accepted("");
        assert_eq!(
            accepted,
            functions.accepted(" ^ 0"),
            "{:?} {} {:?}",
            functions.dims,
            functions.apply,
            functions.inverse
        );
        *(if accepted { &mut right } else { &mut wrong }) += 1;
    }
    assert!(right > 1000 && wrong > 1000, "{right} {wrong}");
}

#[test]
fn structure_settles_what_is_too_large_to_enumerate() {
    let settled = |text: &str| RuntimeLayout::parse(text, &[("n", 1 << 20), ("m", 3 << 20)]).is_ok();
    assert!(settled("GenP([n, m], |i, j| i*m + j, |p| (p/m, p%m))"));
    assert!(settled("GenP([n, m], |i, j| (n-1-i)*m + (m-1-j), |p| (n-1-p/m, m-1-p%m))"));
    // The second index is fastest, the third is slowest.
    assert!(settled("GenP([n, m, 7], |i, j, k| (k*n + i)*m + j, |p| (p / m % n, p % m, p / (n*m)))"));
    assert!(!settled("GenP([n, m], |i, j| i*m + j, |p| (p%m, p/m))"));
    assert!(!settled("GenP([n, m], |i, j| i*n + j, |p| (p/n, p%n))"));
}
