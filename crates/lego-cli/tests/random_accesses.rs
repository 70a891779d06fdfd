//! `lego swizzle` and `lego check --access` with random tiles, accesses, widths and vectors: nothing panics, every answer keeps to its form,
//! and those of small tiles are what a plain search says.
//!
//! `LEGO_ROUNDS` sets how many commands are tried. Each ends by a limit of its own, which is counted in steps; so no test asks for the time.

use lego_cli::{Answer, answer};
use random::Random;
use serde_json::Value;
use std::thread::panicking;

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(400)
}

/// A command under way, which is shown where it fails.
struct Asked(Vec<String>);

impl Drop for Asked {
    fn drop(&mut self) {
        if panicking() {
            println!("lego {}", self.0.join(" "));
        }
    }
}

impl Asked {
    /// What the command answers, and its JSON where it prints one.
    fn answer(&self) -> (Answer, Value) {
        let arguments: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let answer = answer(&arguments);
        let is_json = self.0.iter().any(|argument| argument == "--json") && answer.status != 2;
        let json = if is_json { serde_json::from_str(&answer.output).unwrap() } else { Value::Null };
        match answer.status {
            0 => assert!(answer.errors.is_empty() && !answer.output.is_empty()),
            1 => assert!(!answer.errors.is_empty()),
            2 => assert!(!answer.errors.is_empty() && answer.output.is_empty()),
            3 => assert!(!answer.errors.is_empty() || !answer.output.is_empty()),
            status => panic!("status {status}"),
        }
        assert!(answer.errors.iter().all(|message| !message.is_empty()));
        if is_json && !answer.errors.is_empty() {
            assert_eq!(json["ok"], false);
            let messages = json["errors"].as_array().unwrap().iter().map(|error| error["message"].as_str().unwrap());
            assert!(messages.eq(answer.errors.iter()));
        }
        (answer, json)
    }
}

/// A size, mostly one of which a tile may be made.
fn side(random: &mut Random) -> u64 {
    const LARGE: [u64; 9] =
        [0, 1 << 10, 1 << 20, (1 << 20) + 7, (1 << 22) + 1, 4_294_967_291, 1 << 32, (1 << 32) + 1, u64::MAX];
    match random.below(12) {
        0 => *random.pick(&LARGE),
        1 => 1,
        2 | 3 => 1 << random.below(6),
        4 => *random.pick(&[2, 3, 5, 7, 11, 13, 17, 31, 37, 61]),
        _ => 1 + random.below(33),
    }
}

/// A size as text, which may be a symbol, alone or in company.
fn size(random: &mut Random, symbols: bool) -> String {
    if !symbols || random.one_in(3) {
        return side(random).to_string();
    }
    let (number, other) = (side(random), side(random));
    random
        .pick(&[
            "M".to_owned(),
            "N".to_owned(),
            format!("{number}*M"),
            "M*N".to_owned(),
            format!("N/{number}"),
            format!("M + {number}"),
            format!("32*N + {other}"),
            "M - N".to_owned(),
            format!("ceil_div(M, {number})"),
            format!("min(N, {number})"),
        ])
        .clone()
}

/// A layout of a matrix, or what may look like one.
fn chain(random: &mut Random, [r, c]: &[String; 2]) -> String {
    let (bits, n) = (random.below(7), random.below(40));
    random
        .pick(&[
            format!("Row({r}, {c})"),
            format!("Row({r}, {c})"),
            format!("Col({r}, {c})"),
            format!("Skew({r}, {c})"),
            format!("Reverse({r}, {c})"),
            format!("SwizzleRows([{r}, {c}], {bits})"),
            format!("Morton({r}, {c})"),
            format!("AntiDiag({r})"),
            format!("Row({r}, {c} + {n}).PadBy([{r}, {c}] => [{r}, {c} + {n}])"),
            format!("Row({r}, {c}).TileBy([{r}/{n}, {c}/8], [{n}, 8])"),
            format!("TileOrderBy(Row({r}, {c}), Col(4, 8))"),
            format!("Swizzle({bits}, {n}, {}).GroupBy([{r}, {c}])", n as i64 - 10),
            format!("GenP([{r}, {c}], |i, j| i*{c} + (j + {n}*i) % {c})"),
            format!("Row({r}, {c}).ExpandBy([{r}, {n}] => [{r}, {c}])"),
        ])
        .clone()
}

/// What a command is asked, of symbols too.
fn command(random: &mut Random) -> Asked {
    let is_swizzle = random.one_in(3);
    let symbols = random.one_in(if is_swizzle { 12 } else { 3 });
    let sides = [size(random, symbols), size(random, symbols)];
    let [r, c] = &sides;
    let mut tile = match random.below(8) {
        0 if is_swizzle => format!("{r}, {c}"),
        1 if is_swizzle => c.clone(),
        2 => format!("Row({r}, {c}, {})", 1 + random.below(5)),
        3 if is_swizzle => {
            random.pick(&["", " ", ",", "8,,8", "-3,4", "8,", "8 8", "M", "99999999999999999999,2"]).to_string()
        }
        _ if is_swizzle && random.one_in(2) => format!("{r},{c}"),
        _ => chain(random, &sides),
    };
    if symbols && random.one_in(2) {
        let facts = [" where M % 32 == 0", " where N % 64 == 0, M % 32 == 0", " where M >= 1", " where N == M"];
        tile += *random.pick(&facts);
    }
    let mut arguments = vec![if is_swizzle { "swizzle" } else { "check" }.to_owned(), tile];
    let accesses = if random.one_in(20) { 0 } else { 1 + random.below(3) };
    for _ in 0..accesses {
        let access = match random.below(12) {
            0..=2 => "Row".to_owned(),
            3 | 4 => "Column".to_owned(),
            5 => "Diagonal".to_owned(),
            6 => "AntiDiagonal".to_owned(),
            7 => random.pick(&["", "Rows", " Row ", "Col(", "Row(2, 2)", "@/no/file", "Row(M, N)"]).to_string(),
            _ => chain(random, &sides),
        };
        arguments.extend(["--access".to_owned(), access]);
    }
    if random.one_in(2) {
        let bytes = match random.below(10) {
            0 => *random.pick(&["0", "3", "-1", "32", "4294967296", "four"]),
            n => ["1", "2", "4", "8", "16"][n as usize % 5],
        };
        arguments.extend(["--bytes".to_owned(), bytes.to_owned()]);
    }
    if random.one_in(3) {
        for _ in 0..if random.one_in(2) { 1 } else { accesses } {
            let vector = *random.pick(&["1", "2", "2", "4", "4", "8", "16", "3", "0", "17"]);
            arguments.extend(["--vector".to_owned(), vector.to_owned()]);
        }
    }
    if symbols && random.one_in(3) {
        arguments.extend(["--let".to_owned(), format!("M={},N={}", side(random), side(random))]);
    }
    if !random.one_in(4) {
        arguments.push("--json".to_owned());
    }
    Asked(arguments)
}

/// The arguments of a command after its tile, without its values.
fn after_tile(asked: &Asked) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = asked.0[2..].iter();
    while let Some(argument) = rest.next() {
        if argument == "--let" {
            rest.next();
        } else {
            kept.push(argument.clone());
        }
    }
    kept
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn no_command_panics_and_every_answer_keeps_to_its_form() {
    let mut random = Random::fresh();
    let (mut searched, mut judged, mut decided, mut symbolic) = (0, 0, 0, 0);
    let is_enough = |searched, judged, symbolic| searched > 10 && judged > 20 && symbolic > 10;
    // Chance decides what is asked, so that few rounds may have too few of one kind: some more then, which are not endless.
    for round in 0..10 * rounds() {
        if round >= rounds() && is_enough(searched, judged, symbolic) {
            break;
        }
        let asked = command(&mut random);
        let (answer, json) = asked.answer();
        if json.is_null() || !answer.errors.is_empty() {
            continue;
        }
        if asked.0[0] == "swizzle" {
            assert_eq!(answer.status, if json["proved"] == true { 0 } else { 3 });
            is_consistent(&asked, &json);
            searched += 1;
            continue;
        }
        assert_eq!(json["ok"], true);
        for access in json["accesses"].as_array().into_iter().flatten() {
            let Some(each) = access.get("each") else {
                assert_eq!(answer.status, 0);
                let (taken, ideal) = (number(&access["wavefronts"]["taken"]), number(&access["wavefronts"]["ideal"]));
                assert!(taken >= ideal && ideal >= number(&access["requests"]));
                assert_eq!(access["collision"].is_null(), taken == ideal);
                let sectors = &access["sectors"];
                assert!(number(&sectors["taken"]) >= number(&sectors["ideal"]));
                judged += 1;
                continue;
            };
            assert!(answer.status == 3 || !each.is_null());
            assert_eq!(access.get("reason").is_some(), each.is_null());
            symbolic += 1;
        }
        decided += u32::from(holds_of_numbers(&mut random, &asked, &json));
    }
    assert!(rounds() < 40 || is_enough(searched, judged, symbolic), "{searched} {judged} {symbolic}");
    // Few are: 20,000 rounds had 9 once.
    assert!(rounds() < 20_000 || decided > 0, "{decided}");
}

/// That no layout of the table is better than the one that was found, that it takes what is said, and that the rows are in order.
fn is_consistent(asked: &Asked, json: &Value) {
    let cost = |row: &Value| (row["wavefronts"].as_u64().unwrap_or(u64::MAX), number(&row["bytes"]));
    let others = json["others"].as_array().unwrap();
    assert!(number(&json["wavefronts"]) >= number(&json["ideal"]));
    assert!(number(&json["tried"]) <= number(&json["family"]));
    assert!(others.iter().all(|row| cost(json) <= cost(row)));
    assert!(others.windows(2).all(|rows| cost(&rows[0]) <= cost(&rows[1])));
    let chain = json["chain"].as_str().unwrap().to_owned();
    let check = Asked([&["check".to_owned(), chain], &asked.0[2..]].concat());
    let (answer, told) = check.answer();
    assert_eq!(answer.status, 0, "{:?}", answer.errors);
    let taken = told["accesses"].as_array().unwrap().iter().map(|access| number(&access["wavefronts"]["taken"]));
    assert_eq!(taken.sum::<u64>(), number(&json["wavefronts"]));
}

/// That what is said for all sizes is what is said of some; `false` where nothing is said of these.
fn holds_of_numbers(random: &mut Random, asked: &Asked, json: &Value) -> bool {
    let Some(accesses) = json["accesses"].as_array().filter(|all| all.iter().any(|access| !access["each"].is_null()))
    else {
        return false;
    };
    let values = format!("M={},N={}", 32 * (1 + random.below(4)), 64 * (1 + random.below(2)));
    // A size that is no symbol of the layout takes no value.
    let values: Vec<&str> = values.split(',').filter(|value| asked.0[1].contains(&value[..1])).collect();
    let tile = vec!["check".to_owned(), asked.0[1].clone(), "--let".to_owned(), values.join(",")];
    let (answer, told) = Asked([tile, after_tile(asked)].concat()).answer();
    let is_told = answer.errors.is_empty() && told["accesses"][0].get("each").is_none();
    for (access, numbers) in accesses.iter().zip(told["accesses"].as_array().into_iter().flatten()).filter(|_| is_told)
    {
        for unit in ["wavefronts", "sectors"].into_iter().filter(|unit| !access["each"][unit].is_null()) {
            let all = number(&access["each"][unit]["taken"]) * number(&numbers["requests"]);
            assert_eq!(number(&numbers[unit]["taken"]), all, "{unit}, {values:?}");
        }
    }
    is_told
}

/// A tile's element in row-major order, its width, and the accesses as numbers of elements, vector after vector.
struct Small {
    rows: u64,
    columns: u64,
    bytes: u64,
    accesses: Vec<(Vec<u64>, usize)>,
}

impl Small {
    /// The wavefronts of all accesses where elements have these positions; `None` where a vector is none.
    fn wavefronts(&self, positions: &[u64]) -> Option<u64> {
        let mut total = 0;
        for (order, vector) in &self.accesses {
            let at_once = self.bytes * *vector as u64;
            let lanes = if at_once > 4 { 128 / at_once as usize } else { 32 };
            for part in order.chunks(lanes * vector) {
                let mut words = Vec::new();
                for elements in part.chunks(*vector) {
                    let mut lane: Vec<u64> = elements.iter().map(|element| positions[*element as usize]).collect();
                    lane.sort_unstable();
                    let first = lane[0];
                    if !first.is_multiple_of(*vector as u64) || !lane.iter().copied().eq(first..first + *vector as u64)
                    {
                        return None;
                    }
                    words.extend(first * self.bytes / 4..=(first * self.bytes + at_once - 1) / 4);
                }
                words.sort_unstable();
                words.dedup();
                let mut banks = [0; 32];
                words.iter().for_each(|word| banks[(word % 32) as usize] += 1);
                total += banks.into_iter().max().unwrap_or(0);
            }
        }
        Some(total)
    }

    /// The least wavefronts and bytes of the family as SPEC.md writes it down, and how many layouts it has.
    fn least(&self) -> (Option<(u64, u64)>, u64) {
        let (mut best, mut family) = (None, 0);
        for words in (0..=32).filter(|words| words * 4 % self.bytes == 0) {
            let pitch = self.columns + words * 4 / self.bytes;
            let stored = self.rows * pitch;
            let bits = u64::from(stored.next_power_of_two().trailing_zeros());
            for skew in 0..pitch {
                let turned: Vec<u64> = (0..self.rows)
                    .flat_map(|i| (0..self.columns).map(move |j| i * pitch + (j + skew * i) % pitch))
                    .collect();
                let mut take = |span: u64, swizzled: &dyn Fn(u64) -> u64| {
                    family += 1;
                    let cost = |wavefronts| (wavefronts, span * self.bytes);
                    let positions: Vec<u64> = turned.iter().map(|position| swizzled(*position)).collect();
                    best = best.into_iter().chain(self.wavefronts(&positions).map(cost)).min();
                };
                take(stored, &|position| position);
                for ones in (1..=pitch.ilog2()).filter(|_| pitch.is_power_of_two()) {
                    take(stored, &|position| position ^ (position / pitch % (1 << ones)));
                }
                for b in 1..=bits / 2 {
                    for distance in b..=bits - b {
                        for m in 0..=bits - b - distance {
                            let span = stored.next_multiple_of(1 << (b + m + distance));
                            let ones = ((1 << b) - 1) << m;
                            take(span, &|position| position ^ (position >> distance & ones));
                            take(span, &|position| position ^ ((position & ones) << distance));
                        }
                    }
                }
            }
        }
        (best, family)
    }
}

#[test]
fn the_least_layout_of_a_small_tile_is_that_of_a_plain_search() {
    let mut random = Random::fresh();
    let (mut without_conflict, mut with, mut none) = (0, 0, 0);
    for n in 0..rounds() / 50 {
        let bytes = [16, 8, 4, 4, 2, 1][n as usize % 6];
        // Where elements are narrow, paddings are many.
        let most = if bytes < 4 { 4 } else { 8 };
        let (rows, columns) = (1 + random.below(most), 1 + random.below(most));
        let mut asked = vec!["swizzle".to_owned(), format!("{rows},{columns}"), "--json".to_owned()];
        let mut small = Small { rows, columns, bytes, accesses: Vec::new() };
        for _ in 0..1 + random.below(2) {
            let mut order: Vec<u64> = (0..rows * columns).collect();
            let vector = if columns % 2 == 0 && bytes < 16 && random.one_in(3) { 2 } else { 1 };
            let access = match random.below(4) {
                0 => "Row".to_owned(),
                1 => {
                    order.sort_by_key(|element| (element % columns, element / columns));
                    "Column".to_owned()
                }
                2 => {
                    order.reverse();
                    format!("Reverse({rows}, {columns})")
                }
                _ => {
                    random.shuffle(&mut order);
                    let mut positions = vec![0; order.len()];
                    order.iter().enumerate().for_each(|(at, element)| positions[*element as usize] = at);
                    format!("Table({positions:?}).GroupBy([{rows}, {columns}])")
                }
            };
            asked.extend(["--access".to_owned(), access, "--vector".to_owned(), vector.to_string()]);
            small.accesses.push((order, vector));
        }
        asked.extend(["--bytes".to_owned(), bytes.to_string()]);
        let asked = Asked(asked);
        let (answer, json) = asked.answer();
        let (least, family) = small.least();
        let Some(least) = least else {
            assert!(answer.status == 1 && answer.errors[0].contains("under none of"), "{:?}", answer.errors);
            none += 1;
            continue;
        };
        assert_eq!(answer.status, 0, "{:?}", answer.errors);
        assert_eq!((number(&json["wavefronts"]), number(&json["bytes"])), least);
        assert_eq!((number(&json["family"]), &json["proved"]), (family, &Value::Bool(true)));
        is_consistent(&asked, &json);
        *(if json["wavefronts"] == json["ideal"] { &mut without_conflict } else { &mut with }) += 1;
    }
    assert!(rounds() < 400 || without_conflict > 0, "{without_conflict} {with} {none}");
}
