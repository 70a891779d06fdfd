//! Closures without an inverse: the one that is derived leads from every position back to its index, in numbers and in
//! symbols, and none is made up.

mod common;

use common::{Random, indices};
use lego_expr::{Node, Program};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Options, compile};

/// Checks every point of a closure against its own values, which come from a formula.
#[track_caller]
fn derived(text: &str, sizes: &[(&str, u64)], position: impl Fn(&[u64]) -> u64) {
    let layout = RuntimeLayout::parse(text, sizes).unwrap_or_else(|errors| panic!("{text} {sizes:?}: {errors:?}"));
    let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let arena = &compiled.arena;
    let number = |id| match arena.get(id) {
        Node::Variable(number) => number,
        other => panic!("{other:?} is no variable"),
    };
    let place = number(compiled.position);
    let inv = Program::new(arena, compiled.inv.values());
    for index in indices(layout.dims()) {
        let expected = position(&index);
        assert_eq!(layout.apply(&index), Some(expected), "{text} {sizes:?} at {index:?}");
        assert_eq!(layout.inv(expected), Some(index.clone()), "{text} {sizes:?} from {expected}");
        let back = inv.run(|number| {
            let name = arena.variable_of(number).name;
            let size = sizes.iter().find(|(known, _)| *known == name).map(|(_, value)| i128::from(*value));
            size.unwrap_or(if number == place { expected.into() } else { 0 })
        });
        let index: Vec<Option<i128>> = index.iter().map(|&i| Some(i.into())).collect();
        assert_eq!(back, index, "{text} {sizes:?} from {expected}");
    }
}

#[test]
fn digits_in_any_order() {
    derived("GenP([6, 5], |i, j| j*6 + i)", &[], |i| i[1] * 6 + i[0]);
    derived("GenP([2, 3, 4], |i, j, k| (k*2 + i)*3 + j)", &[], |i| (i[2] * 2 + i[0]) * 3 + i[1]);
    derived("GenP([16, 12], |i, j| (i/4*3 + j/4)*16 + i%4*4 + j%4)", &[], |i| {
        (i[0] / 4 * 3 + i[1] / 4) * 16 + i[0] % 4 * 4 + i[1] % 4
    });
    derived("GenP([4, 6], |i, j| (i & 1) + 2*(j % 3) + 6*(i >> 1) + (j / 3 << 2) * 3)", &[], |i| {
        i[0] % 2 + 2 * (i[1] % 3) + 6 * (i[0] / 2) + 12 * (i[1] / 3)
    });
    derived("GenP([64], |p| (p & 7) << 3 | p >> 3)", &[], |i| i[0] % 8 * 8 + i[0] / 8);
    derived("GenP([1, 3, 1], |i, j, k| i + j + k)", &[], |i| i[1]);
    derived("GenP([1], |i| 0)", &[], |_| 0);
    for sizes in [[("M", 4), ("B", 2)], [("M", 15), ("B", 5)], [("M", 7), ("B", 1)], [("M", 7), ("B", 7)]] {
        let [(_, m), (_, b)] = sizes;
        derived("GenP([M/B, B], |i, j| j*(M/B) + i)", &sizes, |i| i[1] * (m / b) + i[0]);
        derived("GenP([M, B], |i, j| (B - 1 - j)*M + i)", &sizes, |i| (b - 1 - i[1]) * m + i[0]);
        derived("GenP([M*B], |i| i % B * M + i / B)", &sizes, |i| i[0] % b * m + i[0] / b);
    }
}

#[test]
fn reversals_and_choices() {
    derived("GenP([7], |i| 6 - i)", &[], |i| 6 - i[0]);
    derived("GenP([5, 7], |i, j| (4 - i)*7 + 6 - j)", &[], |i| (4 - i[0]) * 7 + 6 - i[1]);
    for sizes in [[("N", 1), ("M", 1)], [("N", 4), ("M", 5)], [("N", 3), ("M", 8)]] {
        let [(_, n), (_, m)] = sizes;
        derived("GenP([N, M], |i, j| (N-1-i)*M + (M-1-j))", &sizes, |i| n * m - 1 - i[0] * m - i[1]);
        let turned = |i: &[u64]| i[0] * m + if i[0] % 2 == 0 { i[1] } else { m - 1 - i[1] };
        derived("GenP([N, M], |i, j| i*M + if i % 2 == 0 { j } else { M-1-j })", &sizes, turned);
        derived("GenP([N, M], |i, j| if !(i % 2 != 0) { i*M + j } else { i*M + M - 1 - j })", &sizes, turned);
        derived(
            "GenP([N, M], |i, j| { let rest = if i % 2 == 0 || i < 1 { j } else { M-1-j }; i*M + rest })",
            &sizes,
            turned,
        );
    }
}

#[test]
fn rotations_and_skews() {
    derived("GenP([10], |i| (i + 3) % 10)", &[], |i| (i[0] + 3) % 10);
    derived("GenP([12], |i| (7*i + 3) % 12)", &[], |i| (7 * i[0] + 3) % 12);
    derived("GenP([13], |i| (40 - 3*i) % 13)", &[], |i| (40 - 3 * i[0]) % 13);
    derived("GenP([5, 7], |i, j| i*7 + (i*i*3 + j) % 7)", &[], |i| i[0] * 7 + (3 * i[0] * i[0] + i[1]) % 7);
    derived("GenP([5, 7], |i, j| i*7 + (min(i, 3)*2 + j) % 7)", &[], |i| i[0] * 7 + (i[0].min(3) * 2 + i[1]) % 7);
    derived("GenP([6, 6], |i, j| (i + j) % 6 * 6 + j)", &[], |i| (i[0] + i[1]) % 6 * 6 + i[1]);
    derived("GenP([9, 9], |i, j| { let k = (i + 2*j) % 9; k*9 + (j + k) % 9 })", &[], |i| {
        let k = (i[0] + 2 * i[1]) % 9;
        k * 9 + (i[1] + k) % 9
    });
    for sizes in [
        [("N", 1), ("M", 1), ("C", 1)],
        [("N", 5), ("M", 4), ("C", 3)],
        [("N", 4), ("M", 9), ("C", 70)],
        [("N", 7), ("M", 2), ("C", 7)],
    ] {
        let [(_, n), (_, m), (_, c)] = sizes;
        derived("GenP([N*M*C/C], |i| (i + C) % (N*M*C/C))", &sizes, |i| (i[0] + c) % (n * m));
        derived("GenP([N, M], |i, j| (i + C) % N * M + j)", &sizes, |i| (i[0] + c) % n * m + i[1]);
        derived("GenP([N, M], |i, j| i*M + (i + j) % M)", &sizes, |i| i[0] * m + (i[0] + i[1]) % m);
        derived("GenP([N, M], |i, j| (i + j + C) % N + j*N)", &sizes, |i| (i[0] + i[1] + c) % n + i[1] * n);
        derived("GenP([N, M], |i, j| i*M + (j + M*N - i) % M)", &sizes, |i| i[0] * m + (i[1] + m * n - i[0]) % m);
        derived("GenP([N, M], |i, j| j*N + (N - 1 - i + C*j) % N)", &sizes, |i| {
            i[1] * n + (n - 1 - i[0] + c * i[1]) % n
        });
    }
}

#[test]
fn swizzles() {
    derived("GenP([8, 8], |i, j| i*8 + (j ^ i))", &[], |i| i[0] * 8 + (i[1] ^ i[0]));
    derived("GenP([5, 16], |i, j| i*16 + (j ^ i % 4))", &[], |i| i[0] * 16 + (i[1] ^ (i[0] % 4)));
    derived("GenP([8, 32], |i, j| i*32 + (j ^ (i*4 % 32)))", &[], |i| i[0] * 32 + (i[1] ^ (i[0] * 4 % 32)));
    derived("GenP([8, 32], |i, j| (i*32 + j) ^ (i << 2))", &[], |i| (i[0] * 32 + i[1]) ^ (i[0] << 2));
    derived("GenP([64], |p| p ^ ((p & 24) >> 3))", &[], |i| i[0] ^ ((i[0] & 24) >> 3));
    derived("GenP([64], |p| p ^ ((p & 3) << 4))", &[], |i| i[0] ^ ((i[0] & 3) << 4));
    derived("GenP([4, 4], antidiag)", &[], |i| {
        let a = i[0] + i[1] + 1;
        if a <= 4 { i[0] + a * (a - 1) / 2 } else { 12 + i[0] - (8 - a) * (7 - a) / 2 }
    });
    derived("GenP([32], |p| p ^ 21)", &[], |i| i[0] ^ 21);
    derived("GenP([8, 8], |i, j| { let k = i ^ j; k*8 + (j + k) % 8 })", &[], |i| {
        let k = i[0] ^ i[1];
        k * 8 + (i[1] + k) % 8
    });
}

#[test]
fn what_is_too_large_to_be_tried_is_proved() {
    for (text, index, position) in [
        ("GenP([2048, 2048], |i, j| i*2048 + (j ^ i))", vec![3, 2047], 3 * 2048 + (2047 ^ 3)),
        ("GenP([4294967291], |i| (12345*i + 99) % 4294967291)", vec![4294967290], 4294967291 + 99 - 12345),
        (
            "GenP([4294967296, 65537], |i, j| j*4294967296 + (i + j) % 4294967296)",
            vec![4294967295, 7],
            7 * 4294967296 + 6,
        ),
    ] {
        let layout = RuntimeLayout::parse(text, &[]).unwrap();
        assert_eq!(layout.apply(&index), Some(position), "{text}");
        assert_eq!(layout.inv(position), Some(index), "{text}");
        let random = &mut Random::new(3);
        for _ in 0..100 {
            let position = random.below(layout.span());
            assert_eq!(layout.inv(position).and_then(|index| layout.apply(&index)), Some(position), "{text}");
        }
    }
}

/// A random composition of steps on the indices, as text and as a function: right by construction.
struct Steps {
    text: String,
    dims: Vec<u64>,
    steps: Vec<Step>,
    order: Vec<usize>,
}

/// One step on an axis.
enum Step {
    Rotate(usize, u64),
    Turn(usize),
    Scale(usize, u64, u64),
    /// Adds another axis.
    Skew(usize, usize),
    Xor(usize, usize),
    Flip(usize, u64),
    /// Backwards where another axis is odd.
    Serpent(usize, usize),
    /// The digits below and above a divisor, exchanged.
    Digits(usize, u64),
}

fn steps(random: &mut Random) -> Steps {
    let rank = 1 + random.index(3);
    let dims: Vec<u64> = (0..rank).map(|_| *random.pick(&[1, 2, 3, 4, 5, 6, 8, 12, 16])).collect();
    let mut names: Vec<String> = ["i", "j", "k"][..rank].iter().map(|&name| name.to_owned()).collect();
    let mut text = format!("GenP({dims:?}, |{}| {{ ", names.join(", "));
    let mut steps = Vec::new();
    for number in 0..random.below(4) {
        let axis = random.index(rank);
        let other = random.index(rank);
        let (n, x, y) = (dims[axis], names[axis].clone(), names[other].clone());
        let c = random.below(20);
        let (step, value) = match random.below(8) {
            0 => (Step::Rotate(axis, c), format!("({x} + {c}) % {n}")),
            1 => (Step::Turn(axis), format!("{n} - 1 - {x}")),
            2 => {
                let factor = (1..20).filter(|a| num_integer::gcd(*a, n) == 1).nth(random.index(5)).unwrap_or(1);
                (Step::Scale(axis, factor, c), format!("({factor}*{x} + {c}) % {n}"))
            }
            3 if other != axis => (Step::Skew(axis, other), format!("({x} + {y}) % {n}")),
            4 if other != axis && n.is_power_of_two() => (Step::Xor(axis, other), format!("{x} ^ ({y} % {n})")),
            5 if n.is_power_of_two() => (Step::Flip(axis, c % n), format!("{x} ^ {}", c % n)),
            6 if other != axis => {
                (Step::Serpent(axis, other), format!("if {y} % 2 == 0 {{ {x} }} else {{ {n} - 1 - {x} }}"))
            }
            _ => {
                let d = random.divisor(n);
                (Step::Digits(axis, d), format!("{x} % {d} * {} + {x} / {d}", n / d))
            }
        };
        steps.push(step);
        names[axis] = format!("a{number}");
        text.push_str(&format!("let a{number} = {value}; "));
    }
    let order = random.shuffled((0..rank).collect());
    let mut sum = "0".to_owned();
    for &axis in &order {
        sum = format!("({sum})*{} + {}", dims[axis], names[axis]);
    }
    text.push_str(&format!("{sum} }})"));
    Steps { text, dims, steps, order }
}

impl Steps {
    fn position(&self, index: &[u64]) -> u64 {
        let mut at = index.to_vec();
        for step in &self.steps {
            match *step {
                Step::Rotate(axis, c) => at[axis] = (at[axis] + c) % self.dims[axis],
                Step::Turn(axis) => at[axis] = self.dims[axis] - 1 - at[axis],
                Step::Scale(axis, a, c) => at[axis] = (a * at[axis] + c) % self.dims[axis],
                Step::Skew(axis, other) => at[axis] = (at[axis] + at[other]) % self.dims[axis],
                Step::Xor(axis, other) => at[axis] ^= at[other] % self.dims[axis],
                Step::Flip(axis, c) => at[axis] ^= c,
                Step::Serpent(axis, other) if at[other] % 2 == 1 => at[axis] = self.dims[axis] - 1 - at[axis],
                Step::Serpent(..) => {}
                Step::Digits(axis, d) => at[axis] = at[axis] % d * (self.dims[axis] / d) + at[axis] / d,
            }
        }
        self.order.iter().fold(0, |flat, &axis| flat * self.dims[axis] + at[axis])
    }
}

#[test]
fn random_compositions() {
    let random = &mut Random::new(5);
    let (mut found, mut missed) = (0, Vec::new());
    for _ in 0..1500 {
        let steps = steps(random);
        match RuntimeLayout::parse(&steps.text, &[]) {
            Ok(_) => {
                derived(&steps.text, &[], |index| steps.position(index));
                found += 1;
            }
            Err(errors) => {
                assert!(errors[0].to_string().starts_with("no inverse is found for"), "{}: {errors:?}", steps.text);
                missed.push(steps.text);
            }
        }
    }
    // Every kind of step is among those that are found; a few in each other are beyond it.
    assert!(missed.len() < 100, "{found} {}", missed.join("\n"));
}

/// The same steps over symbols: right at every choice of the sizes.
#[test]
fn random_compositions_of_symbols() {
    let random = &mut Random::new(8);
    let (mut found, mut missed) = (0, 0);
    for _ in 0..400 {
        // Axis k has extent Ak·Bk; a rotation is by C.
        let rank = 1 + random.index(2);
        let names = ["i", "j"];
        let extents: Vec<String> = (0..rank).map(|k| format!("A{k}*B{k}")).collect();
        let mut current: Vec<String> = names[..rank].iter().map(|&name| name.to_owned()).collect();
        let mut text = format!("GenP([{}], |{}| {{ ", extents.join(", "), names[..rank].join(", "));
        let mut kinds = Vec::new();
        for number in 0..1 + random.below(3) {
            let axis = random.index(rank);
            let other = rank - 1 - axis;
            let (x, y, n) = (current[axis].clone(), current[other].clone(), format!("({})", extents[axis]));
            let kind = random.below(6);
            let value = match kind {
                0 => format!("({x} + C) % {n}"),
                1 => format!("{n} - 1 - {x}"),
                2 if other != axis => format!("({x} + {y}) % {n}"),
                3 if other != axis => format!("({x} + C*{y} + {n}) % {n}"),
                4 if other != axis => format!("if {y} % 2 == 0 {{ {x} }} else {{ {n} - 1 - {x} }}"),
                _ => format!("{x} % B{axis} * A{axis} + {x} / B{axis}"),
            };
            kinds.push((if other == axis && (2..5).contains(&kind) { 5 } else { kind }, axis, other));
            current[axis] = format!("a{number}");
            text.push_str(&format!("let a{number} = {value}; "));
        }
        let is_turned = rank == 2 && random.one_in(2);
        text.push_str(&match (rank, is_turned) {
            (1, _) => format!("{} }})", current[0]),
            (_, false) => format!("{}*({}) + {} }})", current[0], extents[1], current[1]),
            (_, true) => format!("{}*({}) + {} }})", current[1], extents[0], current[0]),
        });
        if compile(&text, &Options::default()).is_err() {
            missed += 1;
            continue;
        }
        found += 1;
        for _ in 0..3 {
            let [a0, b0, a1, b1] = [(); 4].map(|()| 1 + random.below(4));
            let c = 1 + random.below(30);
            let extent = [a0 * b0, a1 * b1];
            let all = [("A0", a0), ("B0", b0), ("A1", a1), ("B1", b1), ("C", c)];
            derived(&text, &all, |index| {
                let mut at = index.to_vec();
                for &(kind, axis, other) in &kinds {
                    let (n, b) = (extent[axis], [b0, b1][axis]);
                    at[axis] = match kind {
                        0 => (at[axis] + c) % n,
                        1 => n - 1 - at[axis],
                        2 => (at[axis] + at[other]) % n,
                        3 => (at[axis] + c * at[other]) % n,
                        4 if at[other] % 2 == 0 => at[axis],
                        4 => n - 1 - at[axis],
                        _ => at[axis] % b * (n / b) + at[axis] / b,
                    };
                }
                match (rank, is_turned) {
                    (1, _) => at[0],
                    (_, false) => at[0] * extent[1] + at[1],
                    (_, true) => at[1] * extent[0] + at[0],
                }
            });
        }
    }
    assert!(found > 200, "{found} {missed}");
}

/// Closures whose terms double with every line, and others that could take long: given up in time.
#[test]
fn what_would_take_long_is_given_up() {
    let lines = |line: &dyn Fn(usize) -> String| (1..60).map(line).collect::<String>();
    let doubled = ["a*a", "a % 3 + a / 3 * a", "min(a, a + 1) ^ a", "if a < 3 { a } else { a * a }", "(a + a*i) % 7"];
    for step in doubled {
        let body = lines(&|k| {
            let before = if k == 1 { "i".to_owned() } else { format!("a{}", k - 1) };
            format!("let a{k} = {}; ", step.replace('a', &before))
        });
        let _ = RuntimeLayout::parse(&format!("GenP([60], |i| {{ {body} a59 }})"), &[]);
        let _ = compile(&format!("GenP([N], |i| {{ {body} a59 }})"), &Options::default());
    }
    let chosen =
        (0..60).fold("j".to_owned(), |inner, k| format!("if i % 2 == {} {{ {inner} }} else {{ 6 - j }}", k % 2));
    let _ = RuntimeLayout::parse(&format!("GenP([60, 7], |i, j| i*7 + ({chosen}))"), &[]);
    let huge =
        "GenP([18446744073709551615], |i| (i * 18446744073709551615 * 18446744073709551615) % 18446744073709551615)";
    assert!(RuntimeLayout::parse(huge, &[]).is_err());
    let _ = RuntimeLayout::parse("GenP([4], |i| i & 340282366920938463463374607431768211455)", &[]);
    let _ = RuntimeLayout::parse("GenP([4], |i| i & ((1 << 126) - 1 + (1 << 126)))", &[]);
    let _ =
        RuntimeLayout::parse("GenP([9223372036854775808, 2], |i, j| (i ^ (j << 61)) | (j >> 200) | (i << 64))", &[]);
}

/// Checks that a text is refused with this error at this place.
#[track_caller]
fn refused(text: &str, place: &str, message: &str) {
    let errors = RuntimeLayout::parse(text, &[("n", 5)]).expect_err(text);
    let found: Vec<(&str, String)> =
        errors.iter().map(|error| (&text[error.range.start..error.range.end], error.to_string())).collect();
    assert_eq!(found, [(place, message.to_owned())], "{text}");
}

#[test]
fn where_none_is_found_one_is_asked_for() {
    refused(
        "GenP([3], |i| if i == 0 { 1 } else { 2 - 2*(i/2) })",
        "|i| if i == 0 { 1 } else { 2 - 2*(i/2) }",
        "no inverse is found for |i| if i == 0 { 1 } else { 2 - 2*(i/2) }; write it as the next argument, such as |p| (p / 8, \
         p % 8)",
    );
    // What is no bijection has none.
    refused(
        "GenP([4, 4], |i, j| i*4 + i)",
        "|i, j| i*4 + i",
        "no bijection: [0, 0] and [0, 1] both go to position 0, and position 1 is never reached",
    );
    refused(
        "GenP([n, n], |i, j| (i + j) % n * n + (i + j) % n)",
        "|i, j| (i + j) % n * n + (i + j) % n",
        "no bijection: [0, 1] and [1, 0] both go to position 6, and position 1 is never reached",
    );
    refused(
        "GenP([6], |i| (2*i) % 6)",
        "|i| (2*i) % 6",
        "no bijection: [0] and [3] both go to position 0, and position 1 is never reached",
    );
    refused("GenP([6], |i| i + 1)", "|i| i + 1", "[5] goes to 6, outside the positions 0 to 5");
    refused("GenP([4], |i| i / 0)", "0", "a divisor is at least 1, not 0");
    refused("GenP([4], |i| i, unchecked)", "unchecked", "GenP needs an inverse before unchecked here");
    refused("GenP([2, 3], |i| i)", "i", "the closure has rank 1, but rank 2 is needed");
    let path = "the function f can be called in layout! only; write a closure such as |i, j| i * 8 + j";
    refused("GenP([4], f)", "f", path);
    // Of symbols nothing is tried: it is found, or asked for.
    for text in ["GenP([N], |i| (2*i) % N)", "GenP([N, N], |i, j| i*N + (j ^ i))", "GenP([N, M], |i, j| i*N + j)"] {
        let errors = compile(text, &Options::default()).unwrap_err();
        assert!(errors.len() == 1 && errors[0].to_string().starts_with("no inverse is found for"), "{errors:?}");
    }
}
