//! Links that open the Studio on a chain: `studio/studio.html#chain=Row%284%2C%208%29`.

/// Where the Studio's page lies, seen from the folder of the pages, and what stands before a chain: the one place that says it.
pub const STUDIO: &str = "studio/studio.html#chain=";

/// The chain that a link opens the Studio on; nothing where the link leads elsewhere.
#[must_use]
pub fn chain(target: &str) -> Option<String> {
    decoded(target.split_once(STUDIO)?.1)
}

/// The text that an address has behind `=`: everything but letters, digits and `-._~` as `%` and two digits.
#[must_use]
pub fn encoded(text: &str) -> String {
    let encoded = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    encoded.collect()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_comes_back() {
        for text in ["Row(4, 8)", "Row(M, K).TileBy([M/64, K/32], [64, 32])", "π % 2", ""] {
            assert_eq!(chain(&format!("../{STUDIO}{}", encoded(text))).as_deref(), Some(text));
        }
        assert_eq!((chain("studio/studio.html#chain=%4"), chain("a.md#chain=x")), (None, None));
    }
}
