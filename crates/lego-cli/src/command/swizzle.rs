//! `lego swizzle`: the layout of a tile in shared memory that takes the fewest wavefronts over some accesses, and a proof that
//! none of the family is better.

use crate::access::member_chain::chain;
use crate::access::tile::{TileAccess, accesses_of, within_limit};
use crate::args::{Accesses, Values};
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::input::text::text;
use crate::report::failure::{Complaint, Failure, Source};
use crate::report::output::Output;
use lego_algebra::shared::{self, Found, Kind, Outcome, SearchProgress, Tile, least_shared};
use lego_core::access::{AccessCounter, Fault};
use lego_lang::Reading;
use lego_lang::compile::{Formulas, Options, compile_reading};
use serde_json::{Value, json};
use std::io::Write;
use std::panic::resume_unwind;
use std::thread::{self, available_parallelism};

/// Steps that all threads take together: about a second.
const MOST_REQUESTS: u64 = 3 << 23;

/// Tiles of more elements are beyond the caches, where a step takes longer: of these half as many are taken.
const CACHED: u64 = 1 << 18;

/// A layout with its price, a row of the table.
struct Row {
    chain: String,
    /// `None` where an access is impossible.
    wavefronts: Option<u64>,
    bytes: u64,
    operations: Option<usize>,
    /// Whether it is the one that was given.
    is_given: bool,
}

/// A tile, and the layout that was given for it.
struct Given {
    dims: Vec<u64>,
    chain: String,
    input: Input,
}

/// Searches and prints; status 0, 1 where the accesses are impossible, 3 past a limit.
pub(crate) fn run(
    argument: &str,
    accesses: &Accesses,
    values: &Values,
    no_limit: bool,
    output: &mut Output,
) -> Result<u8, Failure> {
    if accesses.accesses.is_empty() {
        return Err(Failure::Usage("without an access every layout is as good: give at least one --access P".into()));
    }
    let given = given(&text(argument)?, values)?;
    let map = Points::new(&given.input)?;
    within_limit(&[map.span], no_limit)?;
    let columns = given.dims.last().copied().unwrap_or(1);
    let rows = given.dims.iter().rev().skip(1).product();
    let Some(tile) = Tile::new(rows, columns, accesses.bytes()) else {
        let message = format!("a tile has at most {} elements, and this one {:?}", Tile::MOST_ELEMENTS, given.dims);
        return Err(Failure::Limit(given.input.fault(message)));
    };
    let wanted = accesses_of(accesses, &given.dims, values, no_limit)?;
    let touched: Vec<Vec<Option<[u32; 2]>>> = wanted
        .iter()
        .map(|access| {
            let place = |number: &u64| [(number / columns) as u32, (number % columns) as u32];
            access.elements.iter().map(|element| element.as_ref().map(place)).collect()
        })
        .collect();
    let mut possible = Vec::new();
    for (access, elements) in wanted.iter().zip(&touched) {
        let counted = shared::TileAccess::new(&tile, elements, access.vector);
        possible.push(counted.ok_or_else(|| access.impossible(fault(access)))?);
    }

    let most =
        if u64::from(tile.rows()) * u64::from(tile.columns()) > CACHED { MOST_REQUESTS / 2 } else { MOST_REQUESTS };
    let outcome = search(&tile, &possible, if no_limit { u64::MAX } else { most });
    let Some(best) = outcome.best else {
        return Err(none(&outcome, &wanted));
    };
    let row = |found: &Found| {
        let chain = chain(&tile, &found.member, &given.dims);
        let operations = operations(&Reading::new(&chain), &Options::default());
        let bytes = found.span * u64::from(tile.bytes());
        Row { chain, wavefronts: Some(found.wavefronts), bytes, operations, is_given: false }
    };
    let mut rows = vec![row(&best)];
    let alone = KINDS.iter().filter_map(|kind| outcome.alone(*kind));
    rows.extend(alone.filter(|found| found.member != best.member).map(|found| row(&found)));
    rows.sort_by_key(|row| (row.wavefronts, row.bytes, row.operations));
    let naive = naive(&given, &map, &wanted, &tile)?;
    if let Some(same) = rows.iter_mut().find(|row| row.chain == naive.chain) {
        same.is_given = true;
    } else {
        rows.push(naive);
    }
    let first = rows.iter().position(|row| row.chain == chain(&tile, &best.member, &given.dims)).unwrap_or(0);
    rows[..=first].rotate_right(1);
    if output.json {
        output.json(&object(&outcome, &rows))?;
    } else {
        print(&outcome, &rows, output)?;
    }
    Ok(if outcome.is_proved { 0 } else { 3 })
}

/// The kinds of which the table has a row each.
const KINDS: [Kind; 4] = [Kind::Padded, Kind::Rows, Kind::Bits, Kind::Skewed];

/// The least member of all, and of each kind that has a row, searched for by all cores.
fn search(tile: &Tile, accesses: &[shared::TileAccess<'_>], most: u64) -> Outcome {
    // No more than there are paddings.
    let threads = available_parallelism().map_or(1, usize::from).min(33);
    let known = SearchProgress::default();
    let share = || least_shared(tile, accesses, &Kind::ALL, &KINDS, most, &known);
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        // A thread that ends without an outcome panicked, and so does this one.
        others.into_iter().fold(share(), |all, other| match other.join() {
            Ok(outcome) => all.joined(outcome),
            Err(panic) => resume_unwind(panic),
        })
    })
}

/// The tile of a text: its extents, or a layout.
fn given(text: &str, values: &Values) -> Result<Given, Failure> {
    let trimmed = text.trim();
    let is_extents = !trimmed.is_empty() && trimmed.chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ');
    let chain = if is_extents {
        format!("Row({})", trimmed.split(',').map(str::trim).collect::<Vec<_>>().join(", "))
    } else {
        text.to_owned()
    };
    let input = Input { chain: Reading::new(&chain), options: values.options()?, source: Source::Chain };
    let dims = Points::new(&input)?.dims.clone();
    Ok(Given { dims, chain: input.title(), input })
}

/// Why an access of a tile is invalid, whatever its layout.
fn fault(access: &TileAccess) -> Fault {
    let (count, vector) = (access.elements.len() as u64, access.vector);
    match AccessCounter::new(access.bytes, vector).cost() {
        Err(fault) => fault,
        Ok(_) => Fault::Rest { count, vector },
    }
}

/// That no layout was found under which all accesses are possible.
fn none(outcome: &Outcome, wanted: &[TileAccess]) -> Failure {
    if !outcome.is_proved {
        return Failure::Limit(Complaint::new(format!(
            "not decided (limit): of {} layouts {} were tried, and under none of these all accesses are possible. For all of them: \
             --no-limit",
            outcome.family, outcome.tried
        )));
    }
    let wide: Vec<String> = wanted
        .iter()
        .filter(|access| access.vector > 1)
        .map(|access| format!("{} elements by {}", access.vector, access.text))
        .collect();
    Failure::from(Complaint::new(format!(
        "under none of {} layouts a thread's vectors are neighbours in memory ({}): take smaller vectors, or a tile whose last axis \
         is the one along which they lie",
        outcome.family,
        wide.join(", ")
    )))
}

/// The operations of the position, as `lego show` counts them.
fn operations(chain: &Reading, options: &Options) -> Option<usize> {
    let compiled = compile_reading(chain, options).ok()?;
    Formulas::new(&compiled, &compiled.apply, false).ok().map(|formulas| formulas.after)
}

/// The layout that was given, and its price.
fn naive(given: &Given, map: &Points, wanted: &[TileAccess], tile: &Tile) -> Result<Row, Failure> {
    let positions = map.positions()?;
    let wavefronts =
        |access: &TileAccess| access.under(&given.dims, &positions).ok().map(|under| under.cost.wavefronts.taken);
    Ok(Row {
        chain: given.chain.clone(),
        wavefronts: wanted.iter().map(wavefronts).sum(),
        bytes: map.span * u64::from(tile.bytes()),
        operations: operations(&given.input.chain, &given.input.options),
        is_given: true,
    })
}

fn object(outcome: &Outcome, rows: &[Row]) -> Value {
    let row = |row: &Row| json!({ "chain": row.chain, "wavefronts": row.wavefronts, "bytes": row.bytes, "operations": row.operations });
    json!({
        "chain": rows[0].chain,
        "wavefronts": rows[0].wavefronts,
        "ideal": outcome.ideal,
        "bytes": rows[0].bytes,
        "operations": rows[0].operations,
        "given": rows.iter().find(|row| row.is_given).map(row),
        "others": rows[1..].iter().filter(|row| !row.is_given).map(row).collect::<Vec<_>>(),
        "family": outcome.family,
        "tried": outcome.tried,
        "proved": outcome.is_proved,
    })
}

fn print(outcome: &Outcome, rows: &[Row], output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "{}\n", rows[0].chain)?;
    writeln!(output, "wavefronts  ideal     bytes  operations  layout")?;
    for row in rows {
        let wavefronts = row.wavefronts.map_or_else(|| "none".to_owned(), |wavefronts| wavefronts.to_string());
        let operations = row.operations.map_or_else(|| "-".to_owned(), |operations| operations.to_string());
        let note = if row.is_given { "   (as given)" } else { "" };
        writeln!(
            output,
            "{wavefronts:>10}  {:>5}  {:>8}  {operations:>10}  {}{note}",
            outcome.ideal, row.bytes, row.chain
        )?;
    }
    if outcome.is_proved {
        let (family, tried) = (outcome.family, outcome.tried);
        writeln!(
            output,
            "\nNone of the {family} layouts of the family is better: {tried} were tried, and the others cannot be."
        )?;
    } else {
        writeln!(
            output,
            "\nNot proved (limit): of the {} layouts of the family {} were tried, and one of the others may be better. For all of them: --no-limit",
            outcome.family, outcome.tried
        )?;
    }
    Ok(())
}
