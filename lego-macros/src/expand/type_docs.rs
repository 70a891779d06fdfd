//! The documentation of a generated type: the map, its sizes and formulas, and in which integers it is computed.

use super::docs::{Docs, parts};
use super::item::Generator;
use crate::source::Source;
use lego_expr::plain;
use lego_lang::compile::{SimplifiedMap, Width};

impl Generator<'_> {
    /// The documentation of the type, below what the user wrote.
    pub(super) fn type_doc(&self, is_documented: bool) -> String {
        let chain = format!(" The layout `{}`.\n", Source::shown(self.source.text()));
        let Docs { grid, report, .. } = &self.docs;
        let width = self.width_doc();
        // A list of items shows what comes first: the user's words, or else the chain.
        match is_documented {
            true => format!("\n{}", parts(&[grid, &chain, report, &width])),
            false => parts(&[&chain, grid, report, &width]),
        }
    }

    /// What the arithmetic needs, and in which types it is done.
    fn width_doc(&self) -> String {
        let maps = |narrow| <[&SimplifiedMap; 2]>::from(self.maps(narrow));
        let all = maps(false).into_iter().chain(maps(true));
        let bits: Option<Vec<u32>> = all.map(|map| map.extremes.bits()).collect();
        let needed = match bits.and_then(|bits| bits.into_iter().max()) {
            Some(bits) => format!(" Every intermediate value of its index arithmetic fits {bits} bits."),
            None => " How large the intermediate values of its index arithmetic get depends on its sizes.".to_owned(),
        };
        let texts = |narrow| maps(narrow).map(|map| self.width_text(map, narrow));
        let computed = |names: [&str; 2], [apply, inv]: [String; 2]| {
            let [first, second] = names;
            if self.compiled.shares {
                return format!("`{first}` computes in {apply}");
            }
            if apply == inv {
                format!("`{first}` and `{second}` compute in {apply}")
            } else {
                format!("`{first}` computes in {apply}, `{second}` in {inv}")
            }
        };
        let mut doc = format!("{needed} {}", computed(["apply", "inv"], texts(false)));
        if self.has_u32() {
            doc.push_str(&format!("; {}", computed(["apply_u32", "inv_u32"], texts(true))));
        }
        doc.push('.');
        doc
    }

    /// In which type a map is computed, in words.
    pub(super) fn width_text(&self, map: &SimplifiedMap, narrow: bool) -> String {
        let width = self.width(map, narrow);
        let Width { integer, wide, .. } = &width;
        let peaks = self.open_peaks(&width);
        if peaks.is_empty() {
            return format!("`{integer}`");
        }
        let arena = &self.compiled.arena;
        let list = peaks.iter().map(|&peak| format!("`{}`", plain(arena, peak))).collect::<Vec<_>>().join(" or ");
        format!("`{integer}`, or in `{wide}` where {list} does not fit that")
    }
}
