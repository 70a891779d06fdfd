//! Methods of floats that the standard library has and no kernel: what to write instead.
//!
//! `x.exp()` compiles for the host, also in a crate without the standard library where another crate of the program uses it;
//! for a GPU the compiler says that there is no such method. It alone knows the type of `x`: a macro that looked for
//! `.exp()` would refuse a user's own methods, and not see those in functions that a kernel calls.

/// Each method with what a kernel writes for `x.method(…)`; functions are those of `lego_cuda::device::math`.
const INSTEAD: [(&str, &str); 25] = [
    ("exp", "exp(x)"),
    ("exp2", "exp2(x)"),
    ("exp_m1", "exp(x) - 1.0"),
    ("ln", "ln(x)"),
    ("ln_1p", "ln(1.0 + x)"),
    ("log", "log2(x) / log2(base)"),
    ("log2", "log2(x)"),
    ("log10", "log2(x) * core::f32::consts::LOG10_2"),
    ("sqrt", "sqrt(x)"),
    ("hypot", "sqrt(mul_add(x, x, y * y))"),
    ("powf", "pow(x, y)"),
    ("powi", "pow(x, n as f32)"),
    ("sin", "sin(x)"),
    ("cos", "cos(x)"),
    ("sin_cos", "sin_cos(x)"),
    ("tan", "sin(x) / cos(x)"),
    ("tanh", "tanh(x)"),
    ("mul_add", "mul_add(x, y, z)"),
    ("floor", "floor(x)"),
    ("ceil", "ceil(x)"),
    ("trunc", "trunc(x)"),
    ("fract", "x - trunc(x)"),
    ("round", "round(x)"),
    ("round_ties_even", "round_even(x)"),
    ("erf", "erf(x)"),
];

/// What to write for the methods that a compiler's words say do not exist: a line for each, after those words.
pub(crate) fn instead(words: &str) -> String {
    let mut help = String::new();
    for (method, instead) in INSTEAD {
        let missing = ["f32", "f64"].iter().any(|float| {
            ["method", "function or associated item", "associated function or constant"]
                .iter()
                .any(|kind| words.contains(&format!("no {kind} named `{method}` found for type `{float}`")))
        });
        let ambiguous = format!("call method `{method}` on ambiguous numeric type");
        if missing || words.contains(&ambiguous) {
            let line = format!(
                "\nhelp: kernels have no `{method}` of a float: with lego_cuda::device::math write `{instead}`"
            );
            help.push_str(&line);
        }
    }
    help
}

#[cfg(test)]
mod tests {
    use super::instead;

    #[test]
    fn a_missing_method_of_a_float_has_a_name_to_use() {
        let words =
            "error[E0599]: no method named `exp` found for type `f32` in the current scope\n --> src/lib.rs:7:9";
        assert!(instead(words).ends_with("with lego_cuda::device::math write `exp(x)`"));
        let words =
            "error[E0599]: no function or associated item named `powf` found for type `f64` in the current scope";
        assert!(instead(words).ends_with("write `pow(x, y)`"));
    }

    #[test]
    fn methods_of_other_types_have_none() {
        assert_eq!(instead("error[E0599]: no method named `exp` found for struct `Complex` in the current scope"), "");
        assert_eq!(instead("error[E0599]: no method named `expand` found for type `f32` in the current scope"), "");
    }
}
