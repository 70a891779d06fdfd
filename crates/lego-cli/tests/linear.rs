//! Recorded vectors of linear layouts, through `lego batch`: by their own program, and without Python; fragments of matrix
//! instructions; and `lego linear`.

use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const LEGO: &str = env!("CARGO_BIN_EXE_lego");

/// The folder of the vectors.
fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance"))
}

fn read(file: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(file)).expect("the vectors are there");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_checker_of_the_vectors_is_content() {
    let mut check = Command::new("python3");
    check.arg(folder().join("check.py")).args(["--lego", LEGO]).arg(folder().join("linear.json"));
    match check.output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
            assert!(text.contains("\"vectors\": 374, \"passed\": 327, \"failed\": 0"), "{text}");
        }
        Err(error) => {
            not_tested::missing("python3", format_args!("check.py with the vectors of linear layouts ({error})"));
        }
    }
}

/// All answers to some questions.
fn answers(questions: &[Value]) -> Vec<Value> {
    let mut batch = Command::new(LEGO)
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = batch.stdin.take().expect("a pipe");
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = batch.wait_with_output().expect("the command ends");
    writer.join().expect("the lines are written").expect("the command reads them");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Whether a vector is beyond what NVIDIA's GPUs of these kernels have.
fn is_optional(vector: &Value) -> bool {
    let text = vector.to_string().to_lowercase();
    let other =
        ["getSM120DotScaledScaleLayout", "getScaleSmemLayoutForTMEMCopy", "chooseShemLayoutForRegToRegConversion"];
    other.iter().any(|op| vector["op"] == *op) || text.contains("amd") || text.contains("\"num_banks\":64")
}

/// Plans are not unique: their counts and conflicts are looked at, by the checker too.
fn is_right(vector: &Value, answer: &Value) -> bool {
    let (wanted, found) = (&vector["result"], &answer["result"]);
    match vector["op"].as_str() {
        Some("optimal_swizzle") => {
            let most = |side: &str| {
                let wavefronts = &wanted["paper_algorithm_wavefronts"][side];
                wavefronts.as_array().map_or(wavefronts, |list| &list[0]).as_u64()
            };
            found["vector"].as_array().map(|vector| vector.len() as u64) == wanted["vector_bits"].as_u64()
                && found["write_wavefronts"].as_u64() <= most("A")
                && found["read_wavefronts"].as_u64() <= most("B")
                && found["ideal_wavefronts"] == wanted["wavefronts_min_per_access"]
        }
        Some("warp_shuffle_plan") => ["rounds", "elements_per_thread_per_round", "moves_needed"]
            .iter()
            .all(|field| found[*field] == wanted[*field]),
        Some("shared_wavefronts") => {
            ["vector_elems", "wavefronts_per_instruction"].iter().all(|field| found[*field] == wanted[*field])
        }
        // A block dim without bits says nothing.
        _ => plain(found) == plain(wanted),
    }
}

fn plain(value: &Value) -> Value {
    let mut value = value.clone();
    if value["in_dims"]["block"] == json!([]) {
        if let Some(dims) = value["in_dims"].as_object_mut() {
            dims.remove("block");
        }
        if let Some(order) = value["in_dim_order"].as_array_mut() {
            order.retain(|name| *name != "block");
        }
    }
    value
}

#[test]
fn every_recorded_vector_is_answered_as_recorded() {
    let vectors = read("linear.json");
    let vectors: Vec<&Value> = vectors.as_array().expect("a list").iter().filter(|v| v["op"] != "README").collect();
    assert_eq!(vectors.len(), 374);
    let questions: Vec<Value> = vectors.iter().map(|v| json!({ "op": v["op"], "args": v["args"] })).collect();
    let answers = answers(&questions);
    assert_eq!(answers.len(), vectors.len());
    let mut right = 0;
    for (vector, answer) in vectors.iter().zip(&answers) {
        let good = answer.get("error").is_none() && is_right(vector, answer);
        assert!(good || is_optional(vector), "{vector}\n{answer}");
        right += usize::from(good);
    }
    assert_eq!(right, 327);
}

#[test]
fn fragments_are_those_of_the_instructions() {
    let recorded = read("mma.json");
    let fragments = recorded["fragments"].as_array().expect("a list");
    assert_eq!(fragments.len(), 26);
    let questions: Vec<Value> = fragments.iter().map(|f| json!({ "op": "fragment", "args": [f["name"]] })).collect();
    let mut odd = 0;
    for (fragment, answer) in fragments.iter().zip(answers(&questions)) {
        let found = &answer["result"];
        for field in ["tile", "threads", "values_per_thread", "linear", "cute_tv"] {
            assert_eq!(found[field], fragment[field], "{} {field}", fragment["name"]);
        }
        if fragment["linear"].is_null() {
            odd += 1;
            let note = found["linear_note"].as_str().expect("a reason");
            assert!(note.contains("power of two") && note.contains("thread-value"), "{note}");
        }
    }
    assert_eq!(odd, 3);
}

#[test]
fn moves_of_matrices_and_swizzles_of_operands_are_those_of_the_instructions() {
    use lego_algebra::linear::families::{MatrixMove, NvmmaShared};
    let recorded = read("mma.json");
    let moves = recorded["ldmatrix_stmatrix"].as_array().expect("a list");
    assert_eq!(moves.len(), 12);
    // Layouts as they are printed, for both sides.
    let of_json = |layout: &Value| {
        let list = |field: &str| layout[field].as_array().expect("a list").iter().map(|v| v.as_str().expect("a name"));
        let image = |image: &Value| image.to_string().replace('[', "(").replace(']', ")");
        let ins = list("in_dim_order").map(|name| {
            let images = layout["in_dims"][name].as_array().expect("a list").iter();
            format!("{name}:{}", images.map(|one| format!(" {}", image(one))).collect::<String>())
        });
        let outs = list("out_dim_order").map(|name| format!("{name}: {}", layout["out_dims"][name]));
        format!("{} → {}", ins.collect::<Vec<_>>().join("; "), outs.collect::<Vec<_>>().join(", "))
    };
    for instruction in moves {
        let name = instruction["name"].as_str().expect("a name");
        let matrices = instruction["registers_32bit"].as_u64().expect("a number");
        let found = MatrixMove::new(matrices, name.contains(".trans.")).expect("an instruction");
        assert_eq!(found.name(&name[..8]), Some(name));
        let (rows, registers) = (found.memory_rows().expect("rows"), found.registers().expect("registers"));
        assert_eq!(rows.to_string(), of_json(&instruction["memory_rows"]["linear"]), "{name}");
        assert_eq!(registers.to_string(), of_json(&instruction["register_fragment"]["linear"]), "{name}");
    }
    let modes = recorded["swizzle_modes"].as_array().expect("a list");
    assert_eq!(modes.len(), 4);
    let mut atoms = 0;
    for mode in modes {
        let row_bytes = mode["row_bytes"].as_u64().expect("a number");
        for (name, atom) in mode["atoms"].as_object().expect("atoms") {
            let width: u64 =
                name.trim_end_matches("bit").rsplit('_').next().and_then(|n| n.parse().ok()).expect("a width");
            let transposed = name.starts_with("MN_major");
            let linear = &atom["linear_offset_to_rowcol"];
            let shape = ["dim0", "dim1"].map(|dim| linear["out_dims"][dim].as_u64().expect("a size"));
            let swizzle_bytes = if row_bytes == 16 { 0 } else { row_bytes };
            let shared =
                NvmmaShared { swizzle_bytes, transposed, element_bit_width: width, fp4_padded: false, cluster: None };
            let layout =
                shared.to_linear_layout(&shape).and_then(|layout| layout.squeeze_in(lego_algebra::linear::Dim::BLOCK));
            assert_eq!(layout.expect("a layout").to_string(), of_json(linear), "{name}");
            atoms += 1;
        }
    }
    assert!(atoms >= 16, "{atoms}");
}

#[test]
fn layouts_of_two_systems_are_compared() {
    let linear = json!({ "linear": {
        "in_dims": { "i": [[8], [16]], "j": [[1], [2], [4]] }, "out_dims": { "p": 32 },
        "in_dim_order": ["i", "j"], "out_dim_order": ["p"],
    } });
    let equal = |other: Value| json!({ "op": "equal", "args": [linear, other] });
    let found = answers(&[
        equal(json!({ "lego": "Row(4, 8)" })),
        equal(json!({ "cute": "(4,8):(8,1)" })),
        equal(json!({ "cute": "(4,8):(1,4)" })),
        json!({ "op": "to_cute", "args": [linear["linear"]] }),
        json!({ "op": "rank", "args": [linear["linear"]] }),
        json!({ "op": "rank", "args": [{ "shape": [4, 8], "stride": [8, 1] }] }),
    ]);
    assert_eq!(found[0], json!({ "result": true }));
    assert_eq!(found[1], json!({ "result": true }));
    assert_eq!(found[2]["result"]["equal"], json!(false));
    assert_eq!(found[3]["result"], json!({ "shape": [4, 8], "stride": [8, 1] }));
    assert_eq!((&found[4], &found[5]), (&json!({ "result": 5 }), &json!({ "result": 2 })));
}

#[test]
fn wrong_layouts_get_an_error_and_nothing_panics() {
    let layout = |ins: Value, outs: Value| json!({ "in_dims": ins, "out_dims": outs, "in_dim_order": ["i"], "out_dim_order": ["o"] });
    let wrong = [
        layout(json!({ "i": [[4]] }), json!({ "o": 4 })),
        layout(json!({ "i": [[1]] }), json!({ "o": 3 })),
        layout(json!({ "i": [[1, 2]] }), json!({ "o": 4 })),
        layout(json!({ "k": [[1]] }), json!({ "o": 4 })),
        layout(json!({ "i": 7 }), json!({ "o": 4 })),
        layout(json!({ "i": [[-1]] }), json!({ "o": 4 })),
        json!(null),
        json!({}),
    ];
    let mut questions: Vec<Value> = wrong.iter().map(|layout| json!({ "op": "invert", "args": [layout] })).collect();
    let blocked = json!({ "kind": "blocked", "size_per_thread": [u64::MAX, 1], "threads_per_warp": [0, 1], "warps_per_cta": [1], "order": [7, 0] });
    let deep = (0..40).fold(blocked.clone(), |parent, _| json!({ "kind": "slice", "dim": 0, "parent": parent }));
    let mma = |shape: Value| json!({ "kind": "nvidia_mma", "version": [3, 0], "warps_per_cta": [4, 1], "instr_shape": shape });
    for encoding in [
        blocked,
        deep,
        mma(json!([16, 24, 16])),
        mma(json!([])),
        mma(json!([u64::MAX, u64::MAX, 1])),
        json!({ "kind": "nvmma_shared", "swizzle_bytes": 128, "element_bit_width": 0 }),
        json!({ "kind": "swizzled_shared", "vec": 0, "per_phase": 0, "max_phase": 0, "order": [1, 0] }),
        json!({ "kind": "tensor_memory", "block_m": 128, "block_n": 0 }),
        json!({ "kind": "amd_mfma" }),
    ] {
        questions.push(json!({ "op": "to_linear_layout", "args": [[64, 64], encoding] }));
    }
    for answer in answers(&questions) {
        assert!(answer["error"].is_string(), "{answer}");
    }
}

/// What AMD's GPUs and slices of larger buffers need: answers are compared with counts by hand.
#[test]
fn banks_lanes_slices_and_indices_of_other_kinds_have_their_plans() {
    let lanes = |images: &[u64], registers: &[u64]| {
        let wrapped = |images: &[u64]| images.iter().map(|image| json!([image])).collect::<Vec<_>>();
        json!({ "in_dims": { "register": wrapped(registers), "lane": wrapped(images) }, "out_dims": { "x": 64 << registers.len() },
            "in_dim_order": ["register", "lane"], "out_dim_order": ["x"] })
    };
    let memory = json!({ "in_dims": { "offset": [[1], [2], [4], [8], [16], [32]] }, "out_dims": { "x": 64 },
        "in_dim_order": ["offset"], "out_dim_order": ["x"] });
    let plain = lanes(&[1, 2, 4, 8, 16, 32], &[]);
    let part = json!({ "in_dims": { "lane": [[1], [2]] }, "out_dims": { "x": 4 }, "in_dim_order": ["lane"], "out_dim_order": ["x"] });
    let (source, index) = (lanes(&[2, 4, 8, 16, 32, 64], &[1]), lanes(&[1, 2, 4, 8, 16, 32], &[64]));
    let of_banks = |banks: u64| json!({ "element_bits": 32, "num_banks": banks });
    let questions = [
        json!({ "op": "shared_wavefronts", "args": [plain, memory, of_banks(32)] }),
        json!({ "op": "shared_wavefronts", "args": [plain, memory, of_banks(64)] }),
        json!({ "op": "shared_wavefronts", "args": [plain, memory, of_banks(48)] }),
        json!({ "op": "optimal_swizzle", "args": [source, index, of_banks(64)] }),
        json!({ "op": "gather_plan", "args": [source, "x", { "element_bits": 32, "index": index }] }),
        json!({ "op": "invertAndCompose", "args": [part, memory] }),
        json!({ "op": "invertAndCompose", "args": [memory, part] }),
        json!({ "op": "to_linear_layout", "args": [[128, 32], { "kind": "tensor_memory", "block_m": 64, "block_n": 32 }] }),
    ];
    let answers = answers(&questions);
    assert_eq!(answers[0]["result"]["wavefronts_per_instruction"], json!([2]));
    assert_eq!(answers[1]["result"]["wavefronts_per_instruction"], json!([1]));
    assert_eq!(answers[2]["error"], json!("shared_wavefronts: num_banks is 32 or 64, not 48"));
    assert_eq!(
        (&answers[3]["result"]["write_wavefronts"], &answers[3]["result"]["read_wavefronts"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(answers[4]["result"]["rounds"], json!(2), "{}", answers[4]);
    assert_eq!(answers[5]["result"]["in_dims"]["lane"], json!([[1], [2]]));
    assert!(answers[6]["error"].as_str().is_some_and(|error| error.contains("x")), "{}", answers[6]);
    assert_eq!(answers[7]["result"]["in_dims"]["row"][4], json!([64, 0]));
}

fn linear(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(LEGO).arg("linear").args(arguments).output().expect("the command runs");
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(text).expect("text"))
}

#[test]
fn a_layout_is_printed_as_bases_and_as_matrix() {
    let (good, text) = linear(&["register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) -> dim0: 16, dim1: 8"]);
    assert!(good, "{text}");
    assert_eq!(linear(&["mma_m16n8_f32_C"]), (true, text.clone()));
    let wanted = "\
register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) → dim0: 16, dim1: 8
bits     7 in, 7 out, rank 7
values   each once: invertible
family   distributed, memory
cute     ((2,2),(4,8)):((16,8),(32,1))
piece    Linear([16, 8], [[0, 1], [8, 0], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0]])

         register lane
         0 1      0 1 2 3 4
  dim0 0 · ·      · · 1 · ·
       1 · ·      · · · 1 ·
       2 · ·      · · · · 1
       3 · 1      · · · · ·
  dim1 0 1 ·      · · · · ·
       1 · ·      1 · · · ·
       2 · ·      · 1 · · ·
";
    assert_eq!(text, wanted);
    let encoding = r#"{"kind": "swizzled_shared", "vec": 1, "per_phase": 1, "max_phase": 4, "order": [1, 0]}"#;
    let (good, text) = linear(&[encoding, "--shape", "4,4"]);
    assert!(good && text.starts_with("offset: (0,1) (0,2) (1,1) (2,2); block: → dim0: 4, dim1: 4\n"), "{text}");
    assert!(text.contains("cute     none: the image of bit 2 has a bit in common"), "{text}");
    let (good, text) = linear(&["(4,8):(8,1)"]);
    assert!(good && text.starts_with("mode0: (8) (16); mode1: (1) (2) (4) → value: 32\n"), "{text}");
    let (good, text) = linear(&["lane: (0) (1) -> x: 4", "--json"]);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert!(good);
    assert_eq!((&json["rank"], &json["surjective"], &json["injective"]), (&json!(1), &json!(false), &json!(false)));
}

#[test]
fn a_text_that_is_none_gets_its_place() {
    let (good, text) = linear(&["lane: (4) -> x: 4"]);
    assert!(!good && text.contains("4 is no coordinate of x, which has size 4") && text.contains('^'), "{text}");
    let (good, text) = linear(&["wgmma_m64n24_D"]);
    assert!(!good && text.contains("thread-value"), "{text}");
    let (good, text) = linear(&[r#"{"kind": "blocked"}"#]);
    assert!(!good && text.contains("--shape"), "{text}");
    let (good, text) = linear(&["(3,4):(1,3)"]);
    assert!(!good && text.contains("power of two"), "{text}");
}

/// Layout A of figure 1 of the paper, and one whose threads have four neighbours of a row.
const PAIR: [&str; 2] = [
    "register: (0,1) (1,0); lane: (0,2) (0,4) (0,8) (2,0) (4,0); warp: (8,0) -> dim0: 16, dim1: 16",
    "register: (0,1) (0,2); lane: (0,4) (0,8) (1,0) (2,0) (4,0); warp: (8,0) -> dim0: 16, dim1: 16",
];

#[test]
fn what_a_move_takes_is_said_for_both_ways() {
    let [a, b] = PAIR;
    let wanted = "\
shuffles  2 rounds of 2 elements a lane: 2 shuffles, 4 selects
shared    accesses of 2 elements, each in 1 wavefront, the least there are: 4 accesses, 4 wavefronts, 1 barriers
least     shuffles
";
    assert_eq!(linear(&[a, "--to", b, "--bytes", "2"]), (true, wanted.to_owned()));
    let least = |arguments: &[&str]| {
        let (good, text) = linear(&[arguments, &["--json"]].concat());
        assert!(good, "{text}");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let price = |way: &str| json[way]["price"]["half_cycles"].as_u64();
        (json["least"].as_str().expect("words").to_owned(), price("shuffles"), price("shared"))
    };
    // 2 shuffles of 2 and 4 selections of 1; 4 wavefronts of 2 and a barrier of 8.
    assert_eq!(least(&[a, "--to", b, "--bytes", "2"]), ("shuffles".into(), Some(8), Some(16)));
    assert_eq!(least(&[a, "--to", a]).0, "nothing moves");
    assert_eq!(
        least(&["register: (1) (2); lane: (4) -> x: 8", "--to", "register: (2) (1); lane: (4) -> x: 8"]).0,
        "another order of the registers"
    );
    // The dims of a tensor in another order are the same dims.
    assert_eq!(
        least(&["register: (0,1); lane: (1,0) -> x: 2, y: 2", "--to", "register: (1,0); lane: (0,1) -> y: 2, x: 2"]).0,
        "nothing moves"
    );
    // What leaves its warp has one way, and an encoding takes its sizes from --shape.
    let warps = [
        "register: (1); lane: (2) (4) (8) (16) (32); warp: (64) -> x: 128",
        "register: (1); lane: (64) (4) (8) (16) (32); warp: (2) -> x: 128",
    ];
    let (way, shuffles, shared) = least(&[warps[0], "--to", warps[1]]);
    assert_eq!((way.as_str(), shuffles), ("shared", None));
    assert!(shared.is_some());
    let blocked = r#"{"kind": "blocked", "size_per_thread": [2, 2], "threads_per_warp": [4, 8], "warps_per_cta": [2, 1], "order": [1, 0]}"#;
    assert_eq!(least(&[blocked, "--shape", "16,16", "--to", blocked]).0, "nothing moves");
}

#[test]
fn a_move_that_is_none_says_why() {
    let [a, b] = PAIR;
    let wrong = |arguments: &[&str], words: &str| {
        let (good, text) = linear(arguments);
        assert!(!good && text.contains(words), "{arguments:?}: {text}");
    };
    wrong(&[a, "--to", b, "--bytes", "3"], "--bytes 3");
    wrong(&[a, "--to", b, "--bytes", "18446744073709551615"], "1, 2, 4, 8 or 16");
    wrong(&[a, "--bytes", "2"], "--to");
    wrong(&[a, "--to", "lane: (1) -> x: 2"], "no tensor moves");
    wrong(&[a, "--to", "lane: 1 -> x: 2"], "--to, line 1, column 7");
    wrong(&[a, "--draw", "rounds"], "--to");
    wrong(&[a, "--to", b, "--draw", "rounds"], "--svg");
    wrong(&[a, "--to", b, "--draw", "grid", "--svg", "-"], "rounds or transactions");
    let [one, other] = ["register: (4); lane: (1); warp: (2) -> x: 8", "register: (4); lane: (2); warp: (1) -> x: 8"];
    wrong(&[one, "--to", other, "--draw", "rounds", "--svg", "-"], "through shared memory");
}
