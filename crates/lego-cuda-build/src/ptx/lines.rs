//! Lines of a PTX text, by what they are to the builder.

/// What a line is to the builder.
pub(super) enum Line<'a> {
    /// The first line of a kernel.
    Entry,
    /// The first line of a function that is no kernel, with its name.
    Function(&'a str),
    /// What `lego_cuda::device` left for the builder.
    Marker(&'a str),
    /// What the compiler writes around inline assembly.
    BeginAssembly,
    EndAssembly,
    /// Debug information.
    Debug,
    Other,
}

impl<'a> Line<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        let text = line.trim();
        if let Some(marker) = text.strip_prefix("//lego ") {
            return Self::Marker(marker.trim());
        }
        match text {
            "// begin inline asm" => return Self::BeginAssembly,
            "// end inline asm" => return Self::EndAssembly,
            _ => {}
        }
        let text = code(text).trim();
        let is_debug = |word: &str| matches!(word, ".loc" | ".file") || word.starts_with(".debug");
        if text
            .split_whitespace()
            .take(2)
            .enumerate()
            .any(|(at, word)| if at == 0 { is_debug(word) } else { text.starts_with(".section") && is_debug(word) })
        {
            return Self::Debug;
        }
        if let Some(name) = function_name(text) {
            return Self::Function(name);
        }
        let mut words = text.split_whitespace();
        let linkage = [".visible", ".weak"];
        match words.find(|word| !linkage.contains(word)) {
            Some(".entry") => Self::Entry,
            _ => Self::Other,
        }
    }
}

/// A line without its comment.
pub(super) fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// By how much the braces of a line open more than they close.
pub(super) fn depth(code: &str) -> i32 {
    code.chars().map(|letter| i32::from(letter == '{') - i32::from(letter == '}')).sum()
}

/// How many instructions stand in a line of a body.
pub(super) fn instructions(code: &str) -> u32 {
    let is_instruction = |piece: &&str| {
        let piece = piece.trim_matches(|letter: char| letter.is_whitespace() || letter == '{' || letter == '}');
        !piece.is_empty() && !piece.starts_with('.')
    };
    let ended = code.rsplit_once(';').map_or("", |(ended, _)| ended);
    u32::try_from(ended.split(';').filter(is_instruction).count()).unwrap_or(u32::MAX)
}

/// How many products of tensor cores begin in a line of a body.
pub(super) fn products(code: &str) -> u32 {
    let is_product = |piece: &&str| {
        let piece = piece.trim();
        // Behind a predicate.
        let piece = if piece.starts_with('@') { piece.split_whitespace().nth(1).unwrap_or_default() } else { piece };
        piece.starts_with("mma.sync") || piece.starts_with("wgmma.mma_async")
    };
    u32::try_from(code.split([';', '{', '}']).filter(is_product).count()).unwrap_or(u32::MAX)
}

/// The bytes of the variable that holds a thread's arrays, in the line that declares it.
pub(super) fn frame(code: &str) -> Option<u32> {
    let rest = code.trim().strip_prefix(".local")?;
    let (_, name) = rest.split_once("__local_depot")?;
    name.split_once('[')?.1.split_once(']')?.0.parse().ok()
}

/// Whether a line reads or writes a thread's arrays, or takes an address of one; not whether it only sets the frame up.
pub(super) fn uses_frame(code: &str) -> bool {
    let code = code.trim();
    let sets_up = code.starts_with("cvta.local") || code.contains("__local_depot") || code.starts_with(".reg");
    !sets_up && (code.contains("%SP") || code.contains(".local."))
}

/// The name in `.visible .func (.param .b32 r) name(…`.
pub(super) fn function_name(text: &str) -> Option<&str> {
    let (linkage, rest) = text.split_once(".func")?;
    if linkage.split_whitespace().any(|word| ![".visible", ".weak", ".extern"].contains(&word)) {
        return None;
    }
    let mut rest = rest.trim_start();
    while let Some(attribute) = rest.strip_prefix(".attribute") {
        rest = attribute.split_once(')')?.1.trim_start();
    }
    if let Some(result) = rest.strip_prefix('(') {
        rest = result.split_once(')')?.1.trim_start();
    }
    let end = rest.find(|letter: char| !(letter.is_alphanumeric() || "_$.".contains(letter))).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{frame, function_name, instructions, products, uses_frame};

    #[test]
    fn products_of_tensor_cores_are_counted() {
        assert_eq!(
            products("\tmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2}, {%r1}, {%r2}, {%f3, %f4};"),
            1
        );
        assert_eq!(
            products(
                "{ .reg .pred p; @p wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1}, %d0, %d1, p, 1, 1, 0, 0; }"
            ),
            1
        );
        assert_eq!(products("mma.sync.aligned.a; mma.sync.aligned.b;"), 2);
        assert_eq!(products("\twgmma.fence.sync.aligned; wgmma.wait_group.sync.aligned 0; ldmatrix.sync;"), 0);
    }

    #[test]
    fn names_of_functions() {
        assert_eq!(function_name(".extern .func  (.param .b32 func_retval0) memcmp"), Some("memcmp"));
        assert_eq!(function_name(".func _ZN3foo3barE("), Some("_ZN3foo3barE"));
        assert_eq!(function_name(".visible .func go"), Some("go"));
        assert_eq!(function_name("call.uni my.func, ();"), None);
    }

    #[test]
    fn a_frame_counts_where_it_is_used() {
        assert_eq!(frame("\t.local .align 16 .b8 \t__local_depot3[64];"), Some(64));
        assert_eq!(frame("\t.local .align 4 .b8 \tother[64];"), None);
        for line in
            ["\tadd.u64 \t%rd2, %SP, 0;", "\tst.local.b32 \t[%rd5], %r1;", "\tld.local.v2.b32 {%r1, %r2}, [%rd1];"]
        {
            assert!(uses_frame(line), "{line}");
        }
        for line in
            ["\tmov.b64 \t%SPL, __local_depot3;", "\tcvta.local.u64 \t%SP, %SPL;", "\t.reg .b64 \t%SP;", "\tret;"]
        {
            assert!(!uses_frame(line), "{line}");
        }
    }

    #[test]
    fn only_instructions_count() {
        assert_eq!(instructions("\tadd.s32 %r1, %r2, %r3;"), 1);
        assert_eq!(instructions("\t@%p1 bra $L1; ret;"), 2);
        assert_eq!(instructions("\t{ .reg .pred p; setp.ne.b32 p, %r1, 0; }"), 1);
        assert_eq!(instructions("\t.reg .b32 %r<7>;"), 0);
        assert_eq!(instructions("$L__BB0_1:"), 0);
        assert_eq!(instructions("\tcall (retval0), go, ("), 0);
    }
}
