//! A check that a text is well-formed XML.

/// Checks that elements nest, that attributes are quoted, and that marks are escaped.
///
/// # Panics
/// If not.
#[track_caller]
pub(crate) fn well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    for (k, part) in body.split('<').enumerate() {
        let Some((tag, text)) = part.split_once('>') else {
            assert!(k == 0 && part.is_empty(), "{part}");
            continue;
        };
        assert!(!text.contains('>'), "{text}");
        for (at, _) in text.match_indices('&') {
            assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|escape| text[at..].starts_with(escape)), "{text}");
        }
        match (tag.strip_prefix('/'), tag.strip_suffix('/')) {
            (Some(name), _) => assert_eq!(open.pop(), Some(name)),
            (None, alone) => {
                let inner = alone.unwrap_or(tag);
                assert!(
                    inner.matches('"').count() % 2 == 0 && inner.matches('=').count() <= inner.matches('"').count() / 2
                );
                if alone.is_none() {
                    open.push(inner.split_whitespace().next().unwrap());
                }
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// The content of the elements whose start contains something.
pub(crate) fn contents<'a>(svg: &'a str, start: &str) -> Vec<&'a str> {
    svg.lines()
        .filter(|line| line.contains(start))
        .map(|line| line.split_once('>').unwrap().1.split('<').next().unwrap())
        .collect()
}
