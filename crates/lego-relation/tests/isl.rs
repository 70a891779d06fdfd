//! isl itself, by islpy: every map that is printed here is the map that isl reads, point for point, and what isl prints of it is
//! read back as the same map; so are printed sets. Without islpy, which `cargo xtask setup` installs, it is NOT TESTED.
//!
//! `LEGO_ROUNDS` sets how many random layouts there are (100).

use lego_algebra::cute::ComposedLayout;
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Answer, Coordinates, Effort, Order, Relation};
use random::Random;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Reads a text and the points that it should have, compares, and prints the text as isl does.
const SCRIPT: &str = r#"
import sys, islpy as isl
for line in sys.stdin:
    kind, text, points = line.rstrip("\n").split("\t")
    make = isl.Map if kind == "map" else isl.Set
    read = make(text)
    for name in (read.get_var_names(isl.dim_type.param)):
        raise SystemExit("parameters: " + text)
    same = read.is_equal(make(points) if points else make.empty(read.get_space()))
    print("same" if same else "DIFFERENT " + points, str(read), sep="\t")
"#;

fn python() -> Command {
    let mut python = Command::new("python3");
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/python");
    python.env("PYTHONPATH", modules).env("PYTHONDONTWRITEBYTECODE", "1");
    python
}

fn has_islpy() -> bool {
    let import = python().args(["-c", "import islpy"]).stderr(Stdio::null()).status();
    let is_there = import.is_ok_and(|status| status.success());
    if !is_there {
        not_tested::missing("islpy", "isl, which `cargo xtask setup` installs");
    }
    is_there
}

/// A question for isl: the kind, our text, the points one by one.
type Question = (&'static str, String, String);

/// What isl says to each.
fn ask(questions: &[Question]) -> Vec<(String, String)> {
    let mut child =
        python().args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python3");
    let mut input = child.stdin.take().unwrap();
    let text: String = questions.iter().map(|(kind, text, points)| format!("{kind}\t{text}\t{points}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<(String, String)> =
        lines.lines().map(|line| line.split_once('\t').unwrap()).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    assert_eq!(answers.len(), questions.len());
    answers
}

/// A printed map with its points.
fn question(relation: &Relation<'_>) -> Question {
    let text = relation.to_isl().unwrap_or_else(|error| panic!("{error}"));
    let domain = relation.domain().set(&Effort::default()).unwrap();
    let points: Vec<String> =
        domain.points().map(|index| format!("{index:?} -> {:?}", relation.at(&index).unwrap())).collect();
    ("map", text, if points.is_empty() { String::new() } else { format!("{{ {} }}", points.join("; ")) })
}

/// Asks of maps and reads what isl prints of them.
fn check(texts: &[(String, Question)]) {
    let questions: Vec<Question> = texts.iter().map(|(_, question)| question.clone()).collect();
    let mut read_back = 0;
    for ((what, question), (answer, printed)) in texts.iter().zip(ask(&questions)) {
        assert_eq!(answer, "same", "{what}: {}", question.1);
        if question.0 != "map" {
            continue;
        }
        let arena = Arena::new();
        let ours =
            Relation::of_isl(&arena, &question.1).unwrap_or_else(|error| panic!("{what}: {}: {error}", question.1));
        match Relation::of_isl(&arena, &printed) {
            Ok(theirs) => {
                read_back += 1;
                let same = ours.is_equal(&theirs, &Effort::default());
                // An empty row or column is in the box of one text and not of the other.
                assert!(
                    same == Ok(Answer::Yes) || same.is_err() && graph(&ours) == graph(&theirs),
                    "{what}: {printed}: {same:?}"
                );
            }
            Err(error) => assert!(error.message.contains("has no definition"), "{what}: {printed}: {error}"),
        }
    }
    println!("{} maps and sets compared; {read_back} read back as isl prints them", texts.len());
}

fn graph(relation: &Relation<'_>) -> BTreeMap<Vec<u64>, Option<Vec<u64>>> {
    let domain = relation.domain().set(&Effort::default()).unwrap();
    domain.points().map(|index| (index.clone(), relation.at(&index))).collect()
}

/// A random layout of at most a few hundred points.
fn random_text(random: &mut Random) -> (bool, String) {
    let (a, b, c) = (1 + random.below(4), 1 + random.below(5), 1 + random.below(3));
    let (p, q) = (1_u64 << random.below(3), 1_u64 << random.below(4));
    let text = match random.below(16) {
        0 => format!("Row({a}, {b}, {c})"),
        1 => format!("Col({a}, {b})"),
        2 => format!("RegP([{a}, {b}, {c}], [2, 3, 1])"),
        3 => format!("Row({}, {}).TileBy([{a}, {b}], [{c}, 2])", a * c, b * 2),
        4 => format!("TileOrderBy(Col({a}, {c}), Row({b}, 2))"),
        5 => format!("AntiDiag({a})"),
        6 => format!("Morton({p}, {q})"),
        7 => format!("SwizzleRows([{a}, {}], {})", q.max(2), 1 + random.below(u64::from(q.max(2).trailing_zeros()))),
        8 => format!("Swizzle({}, {}, {})", 1 + random.below(2), random.below(2), 2),
        9 => format!("Skew({a}, {b})"),
        10 => format!("Row({a}, {}).PadBy([{a}, {b}] => [{a}, {}])", b + c, b + c),
        11 => format!("Row({a}, {b}).ExpandBy([{a}, {b}] => [{}, {}])", a + 1, b + c),
        12 => format!("Grouped({a}, {b}, {})", 1 + random.below(a)),
        _ => {
            let sizes: Vec<u64> = (0..1 + random.index(4)).map(|_| 1 + random.below(4)).collect();
            let strides: Vec<u64> = sizes.iter().map(|_| random.below(20)).collect();
            let join = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let layout = format!("({}):({})", join(&sizes), join(&strides));
            let swizzle = random
                .one_in(3)
                .then(|| format!("Sw<{},{},2> o {} o ", 1 + random.below(2), random.below(2), random.below(4)));
            return (false, format!("{}{layout}", swizzle.unwrap_or_default()));
        }
    };
    (true, text)
}

fn relation<'a>(arena: &'a Arena, is_chain: bool, text: &str) -> Relation<'a> {
    if is_chain {
        return Relation::of_chain(arena, text, &Options::default())
            .unwrap_or_else(|error| panic!("{text}: {error:?}"));
    }
    let layout = ComposedLayout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Relation::of_cute(arena, &layout, Coordinates::Natural).unwrap()
}

#[test]
fn random_layouts_are_to_isl_what_they_are_here() {
    if !has_islpy() {
        return;
    }
    let rounds = std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(100);
    let mut random = Random::fresh();
    let mut texts = Vec::new();
    for _ in 0..rounds {
        let (is_chain, text) = random_text(&mut random);
        let arena = Arena::new();
        let map = relation(&arena, is_chain, &text);
        let mut add =
            |what: &str, relation: &Relation<'_>| texts.push((format!("{what} of {text}"), question(relation)));
        add("index map", &map);
        let order = if random.one_in(2) { Order::RowMajor } else { Order::Colexicographic };
        add("layout map", &map.ordered(order).layout_map());
        add("coordinate map", &map.ordered(order).coordinate_map());
        if let Some(binary) = map.binary_map().ok().filter(|binary| binary.rank() <= 8) {
            add("binary map", &binary);
        }
        if let Ok(inverse) = map.inverse(&Effort::default()) {
            add("inverse", &inverse);
        }
        let condition = format!("i0 + {} >= 2*floor(i{}/3)", random.below(3), map.rank() - 1);
        let restricted = map.restrict_isl(&condition, &BTreeMap::new(), &[]).unwrap();
        let image = restricted.image(&Effort::default()).unwrap();
        if image.run_count() <= 64 {
            let points: Vec<String> = image.points().map(|point| format!("{point:?}")).collect();
            let points = if points.is_empty() { String::new() } else { format!("{{ {} }}", points.join("; ")) };
            texts.push((format!("image of {text}"), ("set", image.to_string(), points)));
        }
        texts.push((format!("{text} where {condition}"), question(&restricted)));
    }
    check(&texts);
}

/// The maps of both tables of the ISL paper, as it prints them, beside what is printed here.
#[test]
fn the_tables_of_the_paper() {
    if !has_islpy() {
        return;
    }
    let formulas = [
        ("7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)", 16),
        ("-3c + 4*floor(c/8) + 7*floor((1 + c)/2)", 16),
        ("2c - 7*floor(c/4) + 28*floor(c/16) - 56*floor(c/32) + 14*((c) mod 2)", 64),
        ("31 + 4c + 31*floor((-1 - c)/8)", 32),
        ("2c + 5*floor(c/2)", 6),
        ("4c", 4),
        ("-1 + 2c + 10*floor(c/4) + ((1 + c) mod 2)", 8),
        ("-2 + 4c + 2*((1 + c) mod 2)", 6),
        ("-79c + 159*floor((1 + c)/2)", 4),
        ("-4c + 13*floor((1 + c)/2)", 6),
        ("9c", 3),
        ("30 + 8c + 8*floor(c/16) - 31*floor(c/32) + 30*floor((-1 - c)/4)", 64),
        ("7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)", 16),
        ("c - (c) mod 8 + (c + 4*floor(c/8)) mod 8", 16),
        ("-7 + 2*((c) mod 8) + (7 + c - 2*((c) mod 4)) mod 16", 16),
    ];
    let mut texts: Vec<String> =
        formulas.iter().map(|(formula, size)| format!("{{ [c] -> [{formula}] : 0 <= c < {size} }}")).collect();
    texts.extend(
        [
            "{ [c0, c1] -> [c0, 1 - (c0) mod 2 - (1 + c0 + c1) mod 2 + (1 + c0 + 3c1 - (1 + c1) mod 2) mod 4] : 0 <= c0, c1 <= 3 }",
            "{ [c0, c1, c2, c3] -> [c0, c1, (c0 + c2) mod 2, (c1 + c3) mod 2] : 0 <= c0, c1, c2, c3 <= 1 }",
            "{ [c0] -> [c0] : 0 <= c0 <= 7 }",
            "{ [c0] -> [0] : 0 <= c0 <= 7 }",
            "{ [c0, c1] -> [c0, c1] : 0 <= c0, c1 <= 3 }",
            "{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : 0 <= c0, c1, c2, c3 <= 1 }",
            "{ [c0] -> [15 + 4c0 + 15*floor((-1 - c0)/4)] : 0 <= c0 <= 15 }",
            "{ [c0, c1] -> [c0] : 0 <= c0, c1 <= 3 }",
            "{ [c0] -> [((-3c0) mod 16)] : 0 <= c0 <= 15 }",
        ]
        .map(str::to_owned),
    );
    let mut questions = Vec::new();
    for text in texts {
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let (kind, printed, points) = question(&relation);
        // isl reads the paper's text as the same points, and ours too.
        questions.push((format!("the paper's {text}"), (kind, text.clone(), points.clone())));
        questions.push((format!("ours of {text}"), (kind, printed, points)));
    }
    check(&questions);
}

/// What binds to what, as isl has it: without isl too.
#[test]
fn a_division_is_of_the_last_term_and_mod_of_the_last_factor() {
    let arena = Arena::new();
    let value = |text: &str, i: u64| {
        let map = Relation::of_isl(&arena, &format!("{{ [i, j] -> [{text}] : 0 <= i <= 8 and 0 <= j <= 8 }}")).unwrap();
        (0..=8).map(|j| map.at(&[i, j]).unwrap()[0]).collect::<Vec<u64>>()
    };
    let all = |f: &dyn Fn(u64) -> u64| (0..=8).map(f).collect::<Vec<u64>>();
    for i in 0..=8 {
        assert_eq!(value("floor(i + j/2)", i), all(&|j| i + j / 2));
        assert_eq!(value("floor((i + j)/2)", i), all(&|j| (i + j) / 2));
        assert_eq!(value("floord(i + j, 2)", i), all(&|j| (i + j) / 2));
        assert_eq!(value("9 + floor(i - j/2)", i), all(&|j| 9 + i - j.div_ceil(2)));
        assert_eq!(value("ceil(i + j/2)", i), all(&|j| i + j.div_ceil(2)));
        assert_eq!(value("floor(2j/3)", i), all(&|j| 2 * j / 3));
        assert_eq!(value("2j mod 4 + 3*j % 5", i), all(&|j| 2 * (j % 4) + 3 * (j % 5)));
        assert_eq!(value("(2j) mod 4", i), all(&|j| 2 * j % 4));
        assert_eq!(value("2j//3", i), all(&|j| 2 * (j / 3)));
        assert_eq!(value("i + 8 - j mod 3", i), all(&|j| i + 8 - j % 3));
    }
    let error = Relation::of_isl(&arena, "{ [i] -> [2i*3 mod 4] : 0 <= i < 4 }").unwrap_err();
    assert_eq!((error.place.start, error.message.contains("in parentheses")), (15, true), "{error}");
    if !has_islpy() {
        return;
    }
    let texts = [
        "floor(i + j/2)",
        "floor((i + j)/2)",
        "floord(i + j, 2)",
        "9 + floor(i - j/2)",
        "ceil(i + j/2)",
        "floor(2j/3)",
        "2j mod 4 + 3*j % 5",
        "(2j) mod 4",
        "i + 8 - j mod 3",
        "floor(2i mod 4/2)",
        "2*5 mod 3",
    ];
    let questions: Vec<Question> = texts
        .iter()
        .map(|text| {
            let text = format!("{{ [i, j] -> [{text}] : 0 <= i <= 8 and 0 <= j <= 8 }}");
            let (_, _, points) = question(&Relation::of_isl(&arena, &text).unwrap());
            ("map", text, points)
        })
        .collect();
    for (answer, question) in ask(&questions).iter().zip(&questions) {
        assert_eq!(answer.0, "same", "{}", question.1);
    }
}
