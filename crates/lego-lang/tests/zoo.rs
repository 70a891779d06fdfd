//! The zoo's operation counts: `tests/zoo/counts.md` is what the engine does now, nothing became worse, and LEGO is never better.

use lego_expr::{Cost, Expressions, print};
use lego_lang::compile::{Compiled, Options, SimplifiedMap, compile};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// A file of `tests/zoo/` without its comments: names and what stands after them.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

/// The layouts of the zoo.
fn layouts() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(include_str!("../../../tests/zoo/layouts.txt"))
}

/// Operations before and after simplification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    apply: (usize, usize),
    inv: (usize, usize),
}

fn count(name: &str, chain: &str) -> Counts {
    let layout =
        compile(chain, &Options::default()).unwrap_or_else(|errors| panic!("{name} does not compile: {errors:?}"));
    Counts { apply: layout.apply.operations(&layout.arena), inv: layout.inv.operations(&layout.arena) }
}

/// An expression that LEGO's own implementation printed.
#[derive(Debug)]
struct Printed {
    name: String,
    /// Its operations, those of all components together.
    operations: usize,
}

/// What LEGO printed, in the order in which it was recorded.
fn printed() -> Vec<Printed> {
    let recorded: serde_json::Value = serde_json::from_str(include_str!("data/lego.json")).unwrap();
    let entry = |entry: &serde_json::Value| Printed {
        name: entry["name"].as_str().unwrap().to_owned(),
        operations: entry["count_ops"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).sum(),
    };
    recorded["expressions"].as_array().unwrap().iter().map(entry).collect()
}

/// The direction and the layout of the zoo for what LEGO printed, by the name of its entry.
fn peers() -> BTreeMap<&'static str, (&'static str, &'static str)> {
    lines(include_str!("../../../tests/zoo/lego.txt"))
        .map(|(entry, peer)| (entry, peer.split_once(' ').unwrap()))
        .collect()
}

/// The least that LEGO printed for a direction of a layout.
fn lego_count(printed: &[Printed], direction: &str, layout: &str) -> Option<usize> {
    let peers = peers();
    let same = printed.iter().filter(|entry| peers.get(entry.name.as_str()) == Some(&(direction, layout)));
    same.map(|entry| entry.operations).min()
}

const HEAD: &str = "\
<!-- Made by: cargo xtask bless -->
# Operations of the zoo

Every layout of [layouts.txt](layouts.txt), both ways: the operations of what the algebra writes, of the simplified form, and
of what LEGO's own implementation printed for the same map (from `crates/lego-lang/tests/data/lego.json` by [lego.txt](lego.txt);
the least where it printed several). An operator, a comparison or a branch is one operation, so is an integer square root; a
subexpression that is used twice is counted once here, LEGO's components are counted each by itself. Guards of `ExpandBy` and
`PadBy` are not counted. A test holds the table: a count that gets worse fails it and is not written anew.

| layout | chain | apply written | simplified | LEGO | inverse written | simplified | LEGO |
|---|---|--:|--:|--:|--:|--:|--:|
";

fn row(name: &str, chain: &str, counts: Counts, printed: &[Printed]) -> String {
    let lego = |direction| lego_count(printed, direction, name).map_or(String::new(), |count| count.to_string());
    let Counts { apply, inv } = counts;
    let chain = chain.replace('|', "\\|");
    let (lego_apply, lego_inv) = (lego("apply"), lego("inv"));
    format!("| {name} | `{chain}` | {} | {} | {lego_apply} | {} | {} | {lego_inv} |\n", apply.0, apply.1, inv.0, inv.1)
}

fn table(counts: &[(&str, &str, Counts)]) -> String {
    let printed = printed();
    let mut text = HEAD.to_owned();
    for &(name, chain, counts) in counts {
        text.push_str(&row(name, chain, counts, &printed));
    }
    let sum = |part: fn(&Counts) -> usize| counts.iter().map(|(_, _, counts)| part(counts)).sum::<usize>();
    let _ = writeln!(
        text,
        "| **{} layouts** | | {} | {} | | {} | {} | |",
        counts.len(),
        sum(|c| c.apply.0),
        sum(|c| c.apply.1),
        sum(|c| c.inv.0),
        sum(|c| c.inv.1)
    );
    text
}

/// The simplified counts that a table has, by layout and chain.
fn recorded(table: &str) -> BTreeMap<(String, String), (usize, usize)> {
    let mut counts = BTreeMap::new();
    for line in table.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let number = |k: usize| cells.get(k).and_then(|cell| cell.parse::<usize>().ok());
        if let (Some(apply), Some(inv)) = (number(3), number(6)) {
            counts.insert((cells[0].to_owned(), cells[1].to_owned()), (apply, inv));
        }
    }
    counts
}

#[test]
fn no_count_gets_worse_and_the_table_is_what_the_engine_does() {
    let counts: Vec<(&str, &str, Counts)> = layouts().map(|(name, chain)| (name, chain, count(name, chain))).collect();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/zoo/counts.md");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let known = recorded(&before);
    let mut worse = String::new();
    for (name, chain, counts) in &counts {
        let key = ((*name).to_owned(), format!("`{}`", chain.replace('|', "\\|")));
        let Some(&(apply, inv)) = known.get(&key) else { continue };
        for (direction, was, is) in [("apply", apply, counts.apply.1), ("inverse", inv, counts.inv.1)] {
            if is > was {
                let _ = writeln!(worse, "{name}: {direction} took {was} operations, now {is}");
            }
        }
    }
    assert!(
        worse.is_empty(),
        "worse than tests/zoo/counts.md says:\n{worse}To accept a count, delete its row and run `cargo xtask bless`"
    );
    let now = table(&counts);
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else {
        assert!(
            before == now,
            "tests/zoo/counts.md is not what the engine does now: run `cargo xtask bless`, look, commit"
        );
    }
    assert_eq!(recorded(&now).len(), counts.len(), "a layout is listed twice, or its row cannot be read");
}

#[test]
fn never_more_operations_than_lego_printed() {
    let peers = peers();
    let printed = printed();
    assert_eq!(printed.len(), peers.len());
    let zoo: BTreeMap<&str, &str> = layouts().collect();
    for Printed { name, operations } in &printed {
        let (direction, layout) = peers.get(name.as_str()).unwrap_or_else(|| panic!("lego.txt has no line for {name}"));
        let counts = count(layout, zoo.get(layout).unwrap_or_else(|| panic!("the zoo has no {layout}")));
        let ours = match *direction {
            "apply" => counts.apply.1,
            "inv" => counts.inv.1,
            other => panic!("lego.txt: {other} is no direction"),
        };
        assert!(ours <= *operations, "{name}: {ours} operations, LEGO {operations}");
    }
}

#[test]
fn the_counts_aimed_at() {
    for (chain, apply, inv) in [
        ("OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])", 8, 10),
        ("OrderBy(RegP([2,2],[2,1]), AntiDiag(3)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])", 26, usize::MAX),
        ("OrderBy(RegP([2, 2], [2, 1]), Reverse(3, 2)).GroupBy([6, 4])", 8, usize::MAX),
        ("AntiDiag(65)", 10, usize::MAX),
        ("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", 6, 6),
        ("OrderBy(Col(npm/GM, 1), Col(GM, npn)).TileBy([npm, npn])", usize::MAX, 6),
        ("Grouped(m, n, g)", usize::MAX, 19),
        ("Row(B, B)", usize::MAX, 3),
        ("Row(2, B)", usize::MAX, 3),
        ("Row(M, N).TileBy([M/16, N/16], [16, 16])", 6, 6),
    ] {
        let counts = count(chain, chain);
        assert!(counts.apply.1 <= apply && counts.inv.1 <= inv, "{chain}: {counts:?}, aimed at {apply} and {inv}");
    }
}

/// What a map is computed by.
fn text(layout: &Compiled, map: &SimplifiedMap) -> String {
    let printed = print(&layout.arena, map.values(), &Expressions::default(), &map.form).unwrap();
    format!("{:?} {:?}", printed.shared, printed.values)
}

#[test]
fn a_derivation_is_recorded_without_any_effect() {
    let mut rules = BTreeMap::new();
    for (name, chain) in layouts() {
        let [plain, explained] = [false, true].map(|explain| {
            compile(chain, &Options { explain, ..Options::default() })
                .unwrap_or_else(|error| panic!("{name}: {error:?}"))
        });
        for (before, after) in [(&plain.apply, &explained.apply), (&plain.inv, &explained.inv)] {
            assert_eq!(text(&plain, before), text(&explained, after), "{name}");
            assert!(before.form.derivation.is_none());
            let derivation = after.form.derivation.as_ref().unwrap_or_else(|| panic!("{name} has no derivation"));
            for step in &derivation.steps {
                *rules.entry(step.rule.name).or_insert(0) += 1;
            }
        }
    }
    // The zoo is a test of the rules only as far as it uses them.
    assert!(rules.len() >= 18, "{rules:?}");
}

#[test]
fn each_cost_is_least_by_its_own_measure() {
    let mut differ = 0;
    for (name, chain) in layouts() {
        let costs = [Cost::Operations, Cost::Cpu, Cost::Gpu];
        let compiled = costs.map(|cost| compile(chain, &Options { cost, ..Options::default() }).unwrap());
        let texts = compiled.each_ref().map(|layout| [text(layout, &layout.apply), text(layout, &layout.inv)]);
        differ += usize::from(texts[1] != texts[2]);
        for (cost, own) in costs.iter().zip(&compiled) {
            for map in [&own.apply, &own.inv] {
                let (price, written) =
                    (cost.price(&own.arena, &map.form.roots), cost.price(&own.arena, &map.written.roots()));
                assert!(price <= written, "{name}: {cost:?} made it dearer");
            }
        }
        let [_, cpu, gpu] = &compiled;
        // The maps for `u32` are what a GPU's own compilation gives; or the CPU's, where sizes would decide in which type to compute
        // the GPU's.
        let for_u32 =
            compile(chain, &Options { cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() }).unwrap();
        assert_eq!(text(&for_u32, &for_u32.apply), text(cpu, &cpu.apply), "{name}");
        let narrow = for_u32.for_u32.as_ref().map(|(apply, inv)| [text(&for_u32, apply), text(&for_u32, inv)]);
        let narrow = narrow.as_ref().unwrap_or(&texts[1]);
        for (way, map) in [&gpu.apply, &gpu.inv].into_iter().enumerate() {
            let is_cpu = narrow[way] == texts[1][way] && !map.extremes.is_settled();
            assert!(narrow[way] == texts[2][way] || is_cpu, "{name}: {} and {}", narrow[way], texts[2][way]);
        }
    }
    assert!(differ >= 20, "only {differ} layouts have another form on a GPU");
}
