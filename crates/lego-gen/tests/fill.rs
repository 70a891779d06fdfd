//! Placeholders of templates: what they are filled with in each language, and what is said of wrong ones.

use lego_gen::Target;
use lego_gen::fill::{Fault, Template, fill, language as fill_language};

/// The text that a template is filled with.
#[track_caller]
fn filled(language: Target, text: &str) -> String {
    match fill(&Template { language: Some(language), ..Template::new(text) }) {
        Ok(filled) => filled.text,
        Err(faults) => panic!("{language}: {faults:#?}"),
    }
}

/// What a placeholder becomes, of a layout of this chain.
#[track_caller]
fn one(language: Target, chain: &str, placeholder: &str) -> String {
    let text = filled(language, &format!("# lego: L = {chain}\n{placeholder}"));
    text.split_once('\n').unwrap().1.to_owned()
}

/// The messages, each with its line and column.
fn faults(text: &str) -> Vec<(usize, usize, String)> {
    let faults = fill(&Template { language: Some(Target::Triton), ..Template::new(text) }).unwrap_err();
    placed(&faults, text)
}

fn placed(faults: &[Fault], text: &str) -> Vec<(usize, usize, String)> {
    let place = |fault: &Fault| {
        let (line, column) = fault.place_in(text);
        (line, column, fault.message.clone())
    };
    faults.iter().map(place).collect()
}

const TILES: &str = "Row(M, K).TileBy([M/BM, K/BK], [BM, BK])";
const PARTIAL: &str = "Row(M, K).ExpandBy([M, K] => [64*ceil_div(M, 64), 64*ceil_div(K, 64)])\
    .TileBy([ceil_div(M, 64), ceil_div(K, 64)], [64, 64])";

#[test]
fn the_row_tile_of_the_paper() {
    assert_eq!(
        one(Target::Triton, TILES, "{{ L[pid_m, k, :, :] }}"),
        "BK * k + K * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BK)[None, :]"
    );
}

#[test]
fn a_slice_is_what_ranges_in_each_language() {
    let texts = [
        (Target::Triton, "8 * tl.arange(0, 4)[:, None] + tl.arange(2, 8)[None, :]"),
        (Target::NumPy, "8 * np.arange(0, 4)[:, None] + np.arange(2, 8)[None, :]"),
        (Target::Jax, "8 * jnp.arange(0, 4)[:, None] + jnp.arange(2, 8)[None, :]"),
        (Target::Python, "[[8 * i0 + i1 for i1 in range(2, 8)] for i0 in range(4)]"),
        (Target::Fortran, "[((8 * i0 + i1, i1 = 2, 7), i0 = 0, 3)]"),
        (Target::Julia, "[8 * i0 + i1 for i0 in 0:3, i1 in 2:7]"),
        (
            Target::JavaScript,
            "Array.from({ length: 4 }, (_, i0) => Array.from({ length: 8 - 2 }, (_, i1) => 8 * i0 + (2 + i1)))",
        ),
        (
            Target::TypeScript,
            "Array.from({ length: 4 }, (_, i0) => Array.from({ length: 8 - 2 }, (_, i1) => 8 * i0 + (2 + i1)))",
        ),
        (Target::Zig, "8 * x0 + x1"),
        (Target::Rust, "(0..4).flat_map(move |i0| (2..8).map(move |i1| 8 * i0 + i1))"),
        (
            Target::Cpp,
            "(std::views::iota(0, 4) | std::views::transform([=](auto i0) { return (std::views::iota(2, 8) | \
             std::views::transform([=](auto i1) { return 8 * i0 + i1; })); }))",
        ),
        (
            Target::Mdspan,
            "(std::views::iota(0, 4) | std::views::transform([=](auto i0) { return (std::views::iota(2, 8) | \
             std::views::transform([=](auto i1) { return 8 * i0 + i1; })); }))",
        ),
    ];
    for language in Target::ALL.into_iter().filter(|target| target.fills()) {
        // In the others it is the variable of a loop.
        let expected = texts.iter().find(|(other, _)| *other == language).map_or("8 * i0 + i1", |(_, text)| text);
        assert_eq!(one(language, "Row(4, 8)", "{{ L[:, 2:8] }}"), expected, "{language}");
    }
    assert_eq!(one(Target::Triton, "Row(M, K)", "{{ L[i, x : x + 16] }}"), "K * i + (x + tl.arange(0, 16))");
}

#[test]
fn loops_have_their_heads() {
    for (language, expected) in [
        (Target::Cuda, "for (int r = 0; r < BM; ++r) for (int i3 = 4; i3 < BK; ++i3)"),
        (Target::JavaScript, "for (let r = 0; r < BM; r += 1) for (let i3 = 4; i3 < BK; i3 += 1)"),
        (Target::Julia, "for r in 0:BM-1, i3 in 4:BK-1"),
    ] {
        assert_eq!(one(language, TILES, "{{ L.loop[i, j, r=:, 4:] }}"), expected, "{language}");
    }
    for (language, expected) in [
        (Target::Python, "for i1 in range(8):"),
        (Target::Rust, "for i1 in 0..8"),
        (Target::Fortran, "do i1 = 0, 7"),
        (Target::Wgsl, "for (var i1 = 0; i1 < 8; i1++)"),
    ] {
        assert_eq!(one(language, "Row(4, 8)", "{{ L.loop[i, :] }}"), expected, "{language}");
    }
}

#[test]
fn everything_that_a_layout_offers() {
    let of = |text: &str| one(Target::Triton, TILES, text);
    assert_eq!(of("{{ L.span }} {{ L.count }} {{ L.rank }}"), "M * K M * K 4");
    assert_eq!(
        of("({{ L.dims }}, {{ L.dims[1] }}, {{ L.stride }})"),
        "((M // BM, K // BK, BM, BK), K // BK, (BM * K, BK, K, 1))"
    );
    assert_eq!(of("{{ L.apply(a, b, c, d) }}"), "K * (BM * a + c) + BK * b + d");
    assert_eq!(of("i, j, _, _ = {{ L.inv(p) }}"), "i, j, _, _ = (p // K // BM, p % K // BK, p // K % BM, p % K % BK)");
    assert_eq!(of("{{ L.inv(tl.program_id(0))[1] }}"), "tl.program_id(0) % K // BK");
    assert_eq!(of("{{ L.guard[a, b, :, :] }}"), "True");
    let check = "(1 <= BM) & (1 <= BK) & (M % BM == 0) & (K % BK == 0)";
    assert_eq!(of("{{ L.check }}"), check);
    assert_eq!(
        one(Target::Triton, PARTIAL, "mask={{ L.guard[a, b, :, :] }}"),
        "mask=(64 * a + tl.arange(0, 64)[:, None] < M) & (64 * b + tl.arange(0, 64)[None, :] < K)"
    );
    assert_eq!(one(Target::Python, "Row(3, 4).PadBy([3, 3] => [3, 4])", "{{ L.inv_guard(p) }}"), "p % 4 < 3");
}

#[test]
fn ranges_are_known() {
    let chain = "TileOrderBy(Row(8, 8), Row(16, 16)).TileBy([8, 8], [16, 16])";
    // Rows 0 to 3 of a tile, all of its columns: nothing is divided.
    assert_eq!(one(Target::C, chain, "{{ L[i, j, r, c] }}"), "2048 * i + 256 * j + 16 * r + c");
    let flat = "TileOrderBy(Row(8, 8), Row(16, 16))";
    assert_eq!(one(Target::C, flat, "{{ L[0, 0:16] }}"), "i1");
    assert_eq!(one(Target::C, flat, "{{ L[3, 5] }}"), "53");
}

#[test]
fn brackets_where_they_are_needed() {
    let of = |text: &str| one(Target::C, "Row(4, 8)", text);
    assert_eq!(of("a[{{ L[i, j] }}] = 2 * {{ L[i, j] }};"), "a[8 * i + j] = 2 * (8 * i + j);");
    assert_eq!(of("x - {{ L[i, j] }} + {{ L[i, j] }}"), "x - (8 * i + j) + 8 * i + j");
    assert_eq!(of("{{ L[a + 1, *p] }};"), "8 * (a + 1) + (*p);");
    assert_eq!(of("f({{ L[0, x ? 1 : 2] }}, {{ L[0, x ? 1 : 2] }} + 1)"), "f(x ? 1 : 2, (x ? 1 : 2) + 1)");
    assert_eq!(of("{{ L.span }} * 2"), "32 * 2");
    assert_eq!(one(Target::Python, "Row(4, 8)", "{{ L[i, j] }} // 2"), "(8 * i + j) // 2");
}

#[test]
fn what_is_no_placeholder_stays() {
    let text =
        "\u{feff}// lego: L = Row(4)\r\nint a[2][2] = {{0,1},{2,3}}; // {{ x }} é {{{{ {{ M[0] }} {{L [0]}}\r\n\t{{";
    assert_eq!(filled(Target::C, text), text.replace("{{{{", "{{"));
    assert_eq!(filled(Target::C, ""), "");
    assert_eq!(one(Target::C, "Row(4)", "{{{{ L[0] }}"), "{{ L[0] }}");
}

#[test]
fn block_pointers() {
    let of = |chain: &str| {
        one(Target::Triton, chain, "{{ L.block_ptr(pid_m, k, base=a_ptr) }}|{{ L.advance(k) }}|{{ L.boundary_check }}")
    };
    assert_eq!(
        of(TILES),
        "tl.make_block_ptr(a_ptr, shape=(M, K), strides=(K, 1), offsets=(BM * pid_m, BK * k), block_shape=(BM, BK), \
         order=(1, 0))|(0, BK)|()"
    );
    assert_eq!(
        of("Col(M, K).TileBy([M/BM, K/BK], [BM, BK])"),
        "tl.make_block_ptr(a_ptr, shape=(M, K), strides=(1, M), offsets=(BM * pid_m, BK * k), block_shape=(BM, BK), \
         order=(0, 1))|(0, BK)|()"
    );
    assert_eq!(
        of(PARTIAL),
        "tl.make_block_ptr(a_ptr, shape=(M, K), strides=(K, 1), offsets=(64 * pid_m, 64 * k), block_shape=(64, 64), \
         order=(1, 0))|(0, 64)|(0, 1)"
    );
    // A matrix of many: the first index moves the base.
    assert_eq!(
        one(Target::Triton, "Row(B, M, K).GroupBy([B], [M, K])", "{{ L.block_ptr(b) }}"),
        "tl.make_block_ptr(l_ptr, shape=(B * M, K), strides=(K, 1), offsets=(M * b, 0), block_shape=(M, K), order=(1, 0))"
    );
    let text = "# lego: L = Morton(8, 8).TileBy([2, 2], [4, 4])\n{{ L.block_ptr(i, j) }} {{ L.advance(j) }}";
    let found = faults(text);
    assert_eq!(found.len(), 1);
    assert!(found[0].2.starts_with("no block pointer: L is not affine, a step along axis"), "{found:?}");
    let text = "# lego: L = Row(8, 8)\n{{ L.advance(j) }}";
    assert_eq!(faults(text), [(2, 14, "no L.block_ptr(…) before this has the index j".to_owned())]);
}

#[test]
fn all_errors_come_at_once() {
    let text = "# lego: A = Row(M, K)\n# lego: B = Rwo(4)\n#   .TileBy([2], [2])\n# lego: A = Row(2)\n\
                x = {{ A[i] }} + {{ A.spam }}\n  é {{ A[0, a:b:c] }}\n{{ A[4, -1] }}{{ B[0] }}{{ A.dims[2] }}{{ A[";
    let found = faults(text);
    let places: Vec<(usize, usize)> = found.iter().map(|fault| (fault.0, fault.1)).collect();
    assert_eq!(places, [(2, 13), (4, 9), (5, 8), (5, 23), (6, 13), (7, 9), (7, 28), (7, 40)], "{found:#?}");
}

#[test]
fn what_resembles_a_name_is_a_warning() {
    let text =
        "# lego: Tile = Row(4)\n# lego = no\n# lego: what?\n{{ tile[0] }} {{ Tile }} {{ other[1] }} {{ Tile[0] }}";
    let filled = fill(&Template { language: Some(Target::Triton), ..Template::new(text) }).unwrap();
    let places: Vec<(usize, usize)> = filled.warnings.iter().map(|fault| fault.place_in(text)).collect();
    assert_eq!(places, [(3, 3), (4, 4), (4, 18)], "{:#?}", filled.warnings);
    assert!(filled.text.ends_with("{{ tile[0] }} {{ Tile }} {{ other[1] }} 0"));
}

#[test]
fn definitions_in_comments_of_all_languages() {
    for text in [
        "// lego: L = Row(4)\n",
        "int x; // lego: L = Row(4)\n",
        "/* lego: L = Row(4) */\n",
        "/*\n * lego: L = Row(4)\n */\n",
        "/*\n   lego: L = Row(2,\n     2)\n    .GroupBy([4])\n*/\n",
        "! lego: L = Row(4)\n",
        "-- lego: L = Row(4)\n",
        "# lego: L = Row(2, 2)\n#     .GroupBy([4])\n",
        "\"\"\"\nlego: L = Row(4)\n\"\"\"\n",
        "# lego: N = 4\n# lego: L = Row(N)\n",
    ] {
        let all = format!("{text}{{{{ L[i] }}}} {{{{ L.span }}}}");
        assert_eq!(filled(Target::Julia, &all), format!("{text}i 4"), "{text}");
    }
    // What is no comment, and what comes too late.
    for text in ["x = \"lego: L = Row(4)\"\n", &format!("{}# lego: L = Row(4)\n", "\n".repeat(50))] {
        let all = format!("{text}{{{{ L[i] }}}}");
        assert_eq!(filled(Target::C, &all), all);
    }
}

#[test]
fn what_is_given_goes_before_what_is_defined() {
    let text = "# lego: L = Row(M, K)\n{{ L[i, j] }}";
    let mut template = Template { language: Some(Target::C), ..Template::new(text) };
    template.layouts.insert("L".to_owned(), "Col(M, K)".to_owned());
    template.values.insert("M".to_owned(), 16);
    assert!(fill(&template).unwrap().text.ends_with("\n16 * j + i"));
}

#[test]
fn languages_of_files() {
    for (file, text, language) in [
        ("a.cu", "", Some(Target::Cuda)),
        ("a.py", "", Some(Target::Python)),
        ("a.py", "import numpy as np\nimport triton.language as tl\n", Some(Target::Triton)),
        ("a.py.in", "from jax import numpy as jnp\n", Some(Target::Jax)),
        ("a.jl.lego", "", Some(Target::Julia)),
        ("a.txt", "", None),
    ] {
        assert_eq!(Target::of_file(file.as_ref(), text), language, "{file}");
    }
    let wrong = fill_language("mlir").unwrap_err().message;
    assert!(wrong.contains("lego gen --target mlir"), "{wrong}");
    assert!(fill_language("trition").unwrap_err().message.contains("the nearest is triton"));
}

#[test]
fn nothing_that_is_written_ends_the_program() {
    let pieces = [
        "{{ ",
        "}}",
        "{{{{",
        "L",
        "[",
        "]",
        "(",
        ")",
        ".",
        ",",
        ":",
        "::",
        "?",
        "i",
        "é",
        "\n",
        " ",
        "=",
        "0",
        "-1",
        "99",
        "lego:",
        "// ",
        "Row(4, 8)",
        "AntiDiag(4)",
        "{{ L[",
        "{{ L.",
        "inv",
        "guard",
        "dims",
        "stride",
        "block_ptr",
        "advance",
        "loop",
        "check",
        "\"",
        "lego: L = Row(M, 8)\n",
        "boundary_check",
        "base=x",
        "\r\n",
        "M",
        "inv_guard",
        "i=",
        "+",
    ];
    let mut random = random::Random::fresh();
    for round in 0..4000 {
        let count = random.bits() % 24;
        let mut text = "// lego: L = Row(4, M)\n{{ L".to_owned();
        (0..count).for_each(|_| text.push_str(pieces[random.bits() as usize % pieces.len()]));
        let languages: Vec<Target> = Target::ALL.into_iter().filter(|target| target.fills()).collect();
        let language = languages[round % languages.len()];
        match fill(&Template { language: Some(language), ..Template::new(&text) }) {
            Ok(filled) => assert!(filled.placeholders > 0 || filled.text == text.replace("{{{{", "{{"), "{text}"),
            // Each has its place in the text.
            Err(faults) => faults.iter().for_each(|fault| {
                let range = fault.range;
                assert!(text.get(range.start..range.end).is_some(), "{text}: {fault:?}");
            }),
        }
    }
}

/// However many placeholders come before one, it is what it is after one.
#[test]
fn a_placeholder_does_not_depend_on_how_many_come_before() {
    let filled_after = |count: usize| {
        let head = "# lego: A = Row(M, K).TileBy([M/BM, K/BK], [BM, BK])\n";
        let lines = "p = {{ A.block_ptr(pid_m, k) }}\n".repeat(count);
        let text = format!("{head}{lines}p = tl.advance(p, {{{{ A.advance(k) }}}})\nx = {{{{ A[pid_m, k, :, :] }}}}\n");
        let template = Template { language: Some(Target::Triton), ..Template::new(&text) };
        let filled = fill(&template).unwrap();
        assert_eq!(filled.placeholders, count + 2);
        filled.text.lines().skip(count).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(filled_after(300), filled_after(1));
}

/// A template that is no template has as many errors as it has bytes, of which some are said.
#[test]
fn errors_and_warnings_are_a_bounded_number() {
    let text = format!("// lego: Tile = Row(8)\n{}", "{{ Tile[9] }}\n".repeat(1000));
    let errors = fill(&Template { language: Some(Target::C), ..Template::new(&text) }).unwrap_err();
    assert_eq!(errors.len(), 101);
    assert!(errors.last().unwrap().message.starts_with("100 errors are reported"), "{:?}", errors.last());
    let text = format!("// lego: Tile = Row(8)\n{}", "{{ tile[9] }}\n".repeat(1000));
    let filled = fill(&Template { language: Some(Target::C), ..Template::new(&text) }).unwrap();
    assert_eq!((filled.warnings.len(), filled.text.len()), (100, text.len()));
}
