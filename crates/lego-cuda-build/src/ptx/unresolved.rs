//! Unresolved symbols: what a PTX text calls and does not hold.

use super::lines::{code, function_name};

/// What the driver itself supplies.
const SUPPLIED: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// Every function and variable that is declared and not defined, with the likely cause.
pub(super) fn find(text: &str) -> Vec<(String, &'static str)> {
    let defined: Vec<&str> = text
        .lines()
        .map(|line| code(line).trim())
        .filter(|line| !line.starts_with(".extern"))
        .filter_map(function_name)
        .collect();
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for line in text.lines().map(|line| code(line).trim()) {
        let Some(rest) = line.strip_prefix(".extern") else { continue };
        let (name, cause) = if let Some(name) = function_name(line) {
            (name, cause(name))
        } else if rest.trim_start().starts_with(".global") || rest.trim_start().starts_with(".const") {
            (variable(rest), "a static that is declared `extern` and defined nowhere")
        } else {
            continue;
        };
        if !SUPPLIED.contains(&name) && !defined.contains(&name) && !found.iter().any(|(other, _)| other == name) {
            found.push((name.to_owned(), cause));
        }
    }
    found
}

/// The name in `.global .align 4 .b32 name[4];`.
fn variable(rest: &str) -> &str {
    let last = rest.trim_end_matches(';').split_whitespace().last().unwrap_or_default();
    last.split('[').next().unwrap_or_default()
}

fn cause(name: &str) -> &'static str {
    const BYTES: [&str; 6] = ["memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen"];
    const MATH: [&str; 18] = [
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", "log", "log2", "log10", "pow", "fmod",
        "sinh", "cosh", "tanh", "cbrt",
    ];
    if BYTES.contains(&name) {
        "the compiler made a library call of a loop over bytes or a comparison of slices: work on elements instead"
    } else if MATH.contains(&name) || name.strip_suffix('f').is_some_and(|name| MATH.contains(&name)) {
        "no GPU has this as an instruction: use lego_cuda::device::math (exp, ln, sin, pow, …)"
    } else if name.contains("panic") || name.contains("3fmt") || name.contains("unwrap_failed") {
        "a panic or the formatting of its message: kernels trap instead, so something calls it by name"
    } else if name.starts_with("llvm.") {
        "an intrinsic that this compiler does not know for this architecture"
    } else if name.starts_with("__") {
        "a helper of the compiler for arithmetic that no GPU has, such as division of 128-bit numbers"
    } else {
        "declared `extern`, and defined neither in the kernel crate nor in what it depends on"
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn what_is_defined_or_supplied_is_not_missing() {
        let text = "\
.extern .func  (.param .b32 func_retval0) vprintf
(
);
.extern .func helper();
.visible .func helper()
{
	ret;
}
.extern .shared .align 128 .b8 dynamic[];
";
        assert_eq!(find(text), []);
    }

    #[test]
    fn what_is_missing_has_a_name_and_a_cause() {
        let text = "\
.extern .func  (.param .b32 func_retval0) memcmp
(
	.param .b64 memcmp_param_0
)
;
.extern .func _ZN4core9panicking5panic17h0123456789abcdefE
;
.extern .func  (.param .b32 func_retval0) expf
.extern .func  (.param .b32 func_retval0) expf
.extern .global .align 4 .u32 COUNTER;
// .extern .func commented_out
";
        let found = find(text);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["memcmp", "_ZN4core9panicking5panic17h0123456789abcdefE", "expf", "COUNTER"]);
        for ((_, cause), part) in found.iter().zip(["slices", "panic", "device::math", "static"]) {
            assert!(cause.contains(part), "{cause}");
        }
    }
}
