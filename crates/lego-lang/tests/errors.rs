//! Every rule of the language: the words of its error and the token that it is shown at.

use lego_lang::RuntimeLayout;

/// Checks that a text is refused with exactly these errors: the text at the place, and the message.
#[track_caller]
fn refused(text: &str, expected: &[(&str, &str)]) {
    let errors = RuntimeLayout::parse(text, &[("M", 100), ("N", 7)]).expect_err(text);
    let found: Vec<(&str, String)> =
        errors.iter().map(|error| (&text[error.range.start..error.range.end], error.to_string())).collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(place, message)| (*place, message.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn unknown_names() {
    refused("Rwo(4, 8)", &[("Rwo", "no piece is called Rwo; the nearest name is Row")]);
    refused("OrderBy(antidiag(3))", &[("antidiag", "no piece is called antidiag; the nearest name is AntiDiag")]);
    refused("Row(4, 8).GrupBy([32])", &[("GrupBy", "no stage is called GrupBy; the nearest name is GroupBy")]);
    refused("OderBy(Row(4))", &[("OderBy", "no stage is called OderBy; the nearest name is OrderBy")]);
    refused("Row(K, 8)", &[("K", "K needs a value here")]);
    refused("Row(f(3))", &[("f", "nothing is called f here")]);
}

#[test]
fn tables_that_are_no_permutations() {
    let words = |count: u32, wrong: &str, missing: u32| {
        format!("a table of {count} entries has each number below {count} once, but {wrong} and {missing} is missing")
    };
    refused("Table([0, 2, 1, 2])", &[("2", &words(4, "2 repeats", 3))]);
    refused("OrderBy(Row(2), Table([1, 4, 0]))", &[("4", &words(3, "4 is out of range", 2))]);
    refused("Table([0, -1])", &[("-1", &words(2, "-1 is out of range", 1))]);
    refused("Table([1, M, 0])", &[("M", &words(3, "100 is out of range", 2))]);
    refused("Table([])", &[("[]", "expected a size, found `[]`")]);
    refused("Table(1, 0)", &[("Table(1, 0)", "Table takes 1 argument ([p0, p1, …]), not 2")]);
    refused("Table(0)", &[("0", "Table needs a list of positions such as [2, 0, 1] here")]);
    refused("Table([K, 0])", &[("K", "K needs a value here")]);
    let many: Vec<u32> = (0..4097).collect();
    let text = format!("Table({many:?})");
    let help = "but may be at most 4096; write a formula: GenP([n], |i| …)";
    let place = format!("{many:?}");
    let limit = |count: u32| format!("the number of entries of tables is {count}, {help}");
    refused(&text, &[(&place, &limit(4097))]);
    let half = format!("{:?}", (0..2049).collect::<Vec<u32>>());
    refused(&format!("OrderBy(Table({half}), Table({half}))"), &[(&half, &limit(4098))]);
}

#[test]
fn layouts_of_cute_that_are_no_bijections() {
    let order = "; of CuTe's modes in a mode the first is fastest, and row-major is (4, 8):(8, 1)";
    let collide = |one: &str, other: &str, position: u32| {
        format!("no bijection: {one} and {other} both go to position {position}{order}")
    };
    let skip =
        |position: u32, count: u32| format!("no bijection: position {position} of the {count} is never reached{order}");
    refused("Cute((4,8):(1,3))", &[("3", &collide("[0, 1]", "[3, 0]", 3))]);
    refused("Cute((4,8):(0,1))", &[("0", &collide("[0, 0]", "[1, 0]", 0))]);
    refused("Cute(((2,2),4):((1,8),3))", &[("3", &skip(2, 16))]);
    refused("OrderBy(Row(2), Cute((4,(2,4)):(8,(2,1))))", &[("2", &collide("[0, 1]", "[0, 4]", 2))]);
    refused("Cute((4,8):(8,2))", &[("2", &skip(1, 32))]);
    refused("Cute((2,2):(1,1))", &[("1", &collide("[0, 1]", "[1, 0]", 1))]);
    refused("Cute((4,8):(1,(4,1)))", &[("(4,1)", "Cute needs one stride for the one size here")]);
    refused("Cute(((4,2),8):(1,8))", &[("1", "Cute needs 2 strides in parentheses, one for each size here")]);
    refused("Cute((4,8))", &[(")", "expected `:`, found `)`")]);
    refused("Cute((4,8):)", &[(")", "expected a size, found `)`")]);
    refused("Cute(():(1))", &[("()", "expected a size, found `()`")]);
    refused("Cute((4,0):(1,4))", &[("0", "this size is 0, but a size is at least 1")]);
    refused("Cute((4,2):(1,-4))", &[("-4", "a stride of Cute is -4, but must be at least 0")]);
    refused("Cute((N,K):(1,N))", &[("K", "K needs a value here")]);
    let many = (0..33).map(|_| "1").collect::<Vec<_>>().join(",");
    let text = format!("Cute(({many}):({many}))");
    refused(&text, &[(&text, "Cute has rank 33; the largest rank is 32")]);
}

#[test]
fn linear_layouts_that_are_no_bijections() {
    let collide = |first: u32, second: u32, index: &str| {
        format!(
            "no bijection: positions {first} and {second} both have the index {index}; no image may be the xor of others"
        )
    };
    let miss = |index: &str, bits: u32, found: u32| {
        format!(
            "no bijection: the index {index} has no position; there is an image for each of {bits} bits of the position, not {found}"
        )
    };
    refused("Linear([4, 2], [[1, 0], [2, 1], [3, 1]])", &[("[3, 1]", &collide(3, 4, "[3, 1]"))]);
    refused("Linear([4, 2], [[1, 0], [0, 0], [3, 1]])", &[("[0, 0]", &collide(0, 2, "[0, 0]"))]);
    refused("OrderBy(Row(2), Linear([2], [[1], [1]]))", &[("[1]", &collide(1, 2, "[1]"))]);
    refused("Linear([4, 2], [[1, 0], [2, 1]])", &[("[[1, 0], [2, 1]]", &miss("[0, 1]", 3, 2))]);
    refused("Linear([4], [])", &[("[]", &miss("[1]", 2, 0))]);
    refused(
        "Linear([4, 6], [[1, 0]])",
        &[("6", "a size of Linear is 6, which is no power of two; the nearest are 4 and 8")],
    );
    refused("Linear([4, 0], [[1, 0]])", &[("0", "a size of Linear is 0, but a size is at least 1")]);
    refused("Linear([4], [[1], [4]])", &[("4", "component 0 of an image of Linear is 4, but may be at most 3")]);
    refused("Linear([4], [[1], [2, 0]])", &[("[2, 0]", "an image of Linear has rank 2, but rank 1 is needed")]);
    refused("Linear([2], [[-1]])", &[("-1", "a number of Linear is -1, but must be at least 0")]);
    refused("Linear([2], [[K]])", &[("K", "K needs a value here")]);
    let big = 1_u64 << 32;
    let text = format!("Linear([{big}, {big}], [])");
    refused(&text, &[(&big.to_string(), "the number of bits of Linear is 64, but may be at most 63")]);
    refused("Linear([2])", &[("Linear([2])", "Linear takes 2 arguments ([n1, …, nd], [[x, y, …], …]), not 1")]);
    refused("Linear(2, [[1]])", &[("2", "Linear needs a list of sizes such as [4, 8] here")]);
    let images = "Linear needs a list of indices such as [[0, 1], [1, 0]] here";
    refused("Linear([2], 1)", &[("1", images)]);
    refused("Linear([2], [1])", &[("1", "Linear needs an image in brackets, an index, such as [0, 1] here")]);
    refused("Linear([], [])", &[("[]", "expected a size, found `[]`")]);
    refused("Linaer([2], [[1]])", &[("Linaer", "no piece is called Linaer; the nearest name is Linear")]);
}

#[test]
fn wrong_places() {
    refused("Row(4, 8).Col(8, 4)", &[("Col", "Col may not stand here: wrap it in OrderBy( )")]);
    refused(
        "GroupBy([6, 6]).OrderBy(Row(6, 6))",
        &[("OrderBy(Row(6, 6))", "OrderBy after GroupBy may not stand here: the view comes last, after every OrderBy")],
    );
    refused(
        "TileBy([2, 2], [4, 4]).GroupBy([64])",
        &[("GroupBy([64])", "GroupBy after TileBy may not stand here: the view comes last, after every OrderBy")],
    );
    refused(
        "OrderBy(GroupBy([4]))",
        &[("GroupBy", "GroupBy may not stand here: only pieces such as Row(4, 8) stand in OrderBy")],
    );
}

#[test]
fn tiles_of_an_array() {
    refused("TileOrderBy()", &[("TileOrderBy()", "TileOrderBy takes one or more pieces, not 0")]);
    refused("TileOrderBy(Row(4, 4), Col(8))", &[("Col(8)", "piece 2 of TileOrderBy has rank 1, but rank 2 is needed")]);
    refused(
        "TileOrderBy(Row(4), Row(2, 2), Row(2, 2, 2)).GroupBy([4])",
        &[
            ("Row(2, 2)", "piece 2 of TileOrderBy has rank 2, but rank 1 is needed"),
            ("Row(2, 2, 2)", "piece 3 of TileOrderBy has rank 3, but rank 1 is needed"),
        ],
    );
    refused(
        "TileOrderBy(Row(4, 4), Row(2, 2)).TileBy([2], [32])",
        &[
            ("Row(4, 4)", "a piece under TileBy has rank 2, but rank 1 is needed"),
            ("Row(2, 2)", "a piece under TileBy has rank 2, but rank 1 is needed"),
        ],
    );
    refused(
        "TileOrderBy(Row(4, 4), Row(2, 3)).TileBy([12, 8])",
        &[
            (
                "TileOrderBy(Row(4, 4), Row(2, 3))",
                "axis 0 of TileOrderBy has 8 elements, but axis 0 of the tiled array has 12",
            ),
            (
                "TileOrderBy(Row(4, 4), Row(2, 3))",
                "axis 1 of TileOrderBy has 12 elements, but axis 1 of the tiled array has 8",
            ),
        ],
    );
    refused(
        "Row(95).TileOrderBy(Row(4, 4), Row(2, 3))",
        &[("TileOrderBy(Row(4, 4), Row(2, 3))", "TileOrderBy has 96 elements, but the Row before it has 95")],
    );
    refused(
        "GroupBy([16]).TileOrderBy(Row(16))",
        &[(
            "TileOrderBy(Row(16))",
            "TileOrderBy after GroupBy may not stand here: the view comes last, after every OrderBy",
        )],
    );
    refused(
        "TileOrderBy(Row(4294967296, 1), Row(4294967296, 1))",
        &[(
            "TileOrderBy(Row(4294967296, 1), Row(4294967296, 1))",
            "the size of TileOrderBy does not fit an index of 64 bits",
        )],
    );
}

#[test]
fn wrong_numbers_of_arguments() {
    refused("Row()", &[("Row()", "Row takes one or more sizes, not 0")]);
    refused("Fan(16, -3)", &[("Fan(16, -3)", "Fan takes 3 arguments (n, a, b), not 2")]);
    refused("AntiDiag(3, 3)", &[("AntiDiag(3, 3)", "AntiDiag takes 1 argument (n), not 2")]);
    refused("XorShift(3, 0, 3)", &[("XorShift", "XorShift(b, m, s) is written Swizzle(b, m, s) now")]);
    refused("OrderBy(Row(2), XorShift(3, 0, 3))", &[("XorShift", "XorShift(b, m, s) is written Swizzle(b, m, s) now")]);
    refused("Swizzle([8, 8], 3)", &[("Swizzle", "Swizzle([r, c], bits) is written SwizzleRows([r, c], bits) now")]);
    refused("SwizzleRows(8, 8, 3)", &[("SwizzleRows(8, 8, 3)", "SwizzleRows takes 2 arguments ([r, c], bits), not 3")]);
    refused("RegP([4])", &[("RegP([4])", "RegP takes 2 arguments ([n1, …, nd], [s1, …, sd]), not 1")]);
    refused("GenP([4])", &[("GenP([4])", "GenP takes 2 or 3 arguments, or 4 with unchecked, not 1")]);
    refused("GroupBy()", &[("GroupBy()", "GroupBy takes one or more lists, not 0")]);
    refused("OrderBy()", &[("OrderBy()", "OrderBy takes one or more pieces, not 0")]);
    refused("PadBy()", &[("PadBy()", "PadBy takes one argument, [n, …] => [m, …], not 0")]);
    refused("Row(min(3))", &[("min(3)", "min takes 2 arguments, not 1")]);
}

#[test]
fn wrong_kinds_of_arguments() {
    refused("Row([4, 8])", &[("[4, 8]", "Row needs sizes without brackets here")]);
    refused("SwizzleRows([8], 3)", &[("[8]", "SwizzleRows needs a list [r, c] here")]);
    refused("SwizzleRows([8, 8], [3])", &[("[3]", "SwizzleRows needs a number bits here")]);
    refused("GroupBy(6)", &[("6", "GroupBy needs a list such as [4, 8] here")]);
    refused("RegP(4, [1])", &[("4", "RegP needs a list of sizes such as [4, 8] here")]);
    refused("GenP([4], 3, f)", &[("3", "GenP needs a path or a closure such as |i, j| i + j here")]);
    refused(
        "GenP([3, 3], antidiag, antidiag_inv, uncheked)",
        &[("uncheked", "GenP needs the word unchecked or nothing here")],
    );
}

#[test]
fn wrong_ranks() {
    refused("RegP([2, 2, 2], [1, 2])", &[("[1, 2]", "the list s of RegP has rank 2, but rank 3 is needed")]);
    refused("Row(8, 8).TileBy([2, 2], [4])", &[("[4]", "level 2 of TileBy has rank 1, but rank 2 is needed")]);
    refused(
        "OrderBy(Row(8)).TileBy([2, 2], [2, 1])",
        &[("Row(8)", "a piece under TileBy has rank 1, but rank 2 is needed")],
    );
    refused("ExpandBy([4, 8] => [4])", &[("[4]", "the right side of ExpandBy has rank 1, but rank 2 is needed")]);
    refused("GenP([3, 3], |i| i, antidiag_inv)", &[("i", "the closure has rank 1, but rank 2 is needed")]);
    refused(
        "GenP([3, 3], antidiag, |p| (p, 0, 0))",
        &[("(p, 0, 0)", "the index of the inverse has rank 3, but rank 2 is needed")],
    );
    refused(
        "GenP([9], antidiag, antidiag_inv)",
        &[("[9]", "the list of sizes of antidiag has rank 1, but rank 2 is needed")],
    );
    let ones = ["1"; 33].join(",");
    refused(&format!("Row({ones})"), &[(&format!("Row({ones})"), "Row has rank 33; the largest rank is 32")]);
    refused(
        &format!("GroupBy([{ones}])"),
        &[(&format!("GroupBy([{ones}])"), "GroupBy has rank 33; the largest rank is 32")],
    );
}

#[test]
fn s_is_no_permutation() {
    let message = |words: &str| format!("not a permutation of 1 to 3: {words}");
    refused("RegP([2, 2, 2], [1, 1, 3])", &[("1", &message("1 repeats and 2 is missing"))]);
    refused("RegP([2, 2, 2], [0, 1, 2])", &[("0", &message("0 is out of range and 3 is missing"))]);
    refused("RegP([2, 2, 2], [1, 4, 2])", &[("4", &message("4 is out of range and 3 is missing"))]);
    refused(
        "RegP([2, 2, 2], [1, 2, -170141183460469231731687303715884105727 - 1])",
        &[(
            "-170141183460469231731687303715884105727 - 1",
            &message("-170141183460469231731687303715884105728 is out of range and 3 is missing"),
        )],
    );
    // Of two equal values the second is shown.
    let errors = RuntimeLayout::parse("RegP([2, 2], [1, 1])", &[]).unwrap_err();
    assert_eq!(errors[0].range.start, "RegP([2, 2], [1, ".len());
}

#[test]
fn sizes_that_are_not_positive() {
    refused("Row(0, 4)", &[("0", "this size is 0, but a size is at least 1")]);
    refused("Row(4, -8)", &[("-8", "this size is -8, but a size is at least 1")]);
    refused("Row(M - 200)", &[("M - 200", "M - 200 is -100, but a size is at least 1")]);
    refused("Row(M / (N - 7))", &[("N - 7", "N - 7 is 0, but a size is at least 1")]);
    refused("Row(ceil_div(M, 0))", &[("0", "this size is 0, but a size is at least 1")]);
    refused("BlockCyclic(16, 0, 2)", &[("0", "this size is 0, but a size is at least 1")]);
    refused("Grouped(8, 4, 0)", &[("0", "this size is 0, but a size is at least 1")]);
    refused("SwizzleRows([8, 8], -1)", &[("-1", "bits of SwizzleRows is -1, but must be at least 0")]);
}

#[test]
fn sizes_that_differ() {
    refused(
        "Row(4, 8).GroupBy([6, 6])",
        &[("GroupBy([6, 6])", "GroupBy has 36 elements, but the Row before it has 32")],
    );
    refused(
        "OrderBy(Row(4, 8)).OrderBy(Row(3, 3)).GroupBy([6, 6])",
        &[
            ("OrderBy(Row(3, 3))", "OrderBy has 9 elements, but the OrderBy before it has 32"),
            ("GroupBy([6, 6])", "GroupBy has 36 elements, but the OrderBy before it has 9"),
        ],
    );
    refused(
        "Row(16, 16).TileBy([3, 2], [4, 8])",
        &[("TileBy([3, 2], [4, 8])", "TileBy has 192 elements, but the Row before it has 256")],
    );
    refused(
        "Row(4, 16).TileBy([2, 2], [4, 4])",
        &[
            ("Row(4, 16)", "axis 0 of Row has 4 elements, but axis 0 of the tiled array has 8"),
            ("Row(4, 16)", "axis 1 of Row has 16 elements, but axis 1 of the tiled array has 8"),
        ],
    );
    refused("ExpandBy([4, 8] => [4, 7])", &[("8", "axis 1 of ExpandBy is 8, but may be at most 7")]);
    refused("PadBy([4, 9] => [4, 8])", &[("9", "axis 1 of PadBy is 9, but may be at most 8")]);
    refused(
        "GenP([3, 4], antidiag, antidiag_inv)",
        &[("[3, 4]", "the first axis of antidiag has 3 elements, but the second has 4")],
    );
    refused("Hilbert(8)", &[("Hilbert(8)", "Hilbert takes 2 to 3 arguments (m, n[, k]), not 1")]);
    refused("Hilbert(8, 4, 2, 2)", &[("Hilbert(8, 4, 2, 2)", "Hilbert takes 2 to 3 arguments (m, n[, k]), not 4")]);
}

#[test]
fn tiles_that_do_not_divide() {
    refused(
        "Row(1000, 1000).TileBy([1000/64, 1000/32], [64, 32])",
        &[
            (
                "1000/64",
                "1000/64: 64 does not divide 1000; divisors near it: 50, 40, 100, 25; or write ExpandBy([1000] => [1024]) and ceil_div(1000, 64) tiles",
            ),
            (
                "1000/32",
                "1000/32: 32 does not divide 1000; divisors near it: 25, 40, 20, 50; or write ExpandBy([1000] => [1024]) and ceil_div(1000, 32) tiles",
            ),
        ],
    );
    refused("Col(M / N)", &[("M / N", "M / N: 7 does not divide 100; divisors near it: 5, 4, 10, 2")]);
    refused(
        "Row(10, 10).TileBy([3, 2], [4, 5])",
        &[
            ("TileBy([3, 2], [4, 5])", "TileBy has 120 elements, but the Row before it has 100"),
            (
                "4",
                "axis 0 of TileBy: 4 does not divide 10; divisors near it: 5, 2, 1, 10; or write ExpandBy([10, 10] => [12, 10]) and ceil_div(10, 4) tiles",
            ),
        ],
    );
    refused(
        "Row(24).TileBy([1], [5], [4])",
        &[
            ("TileBy([1], [5], [4])", "TileBy has 20 elements, but the Row before it has 24"),
            (
                "5",
                "axis 0 of TileBy: 5 does not divide 6; divisors near it: 6, 3, 2, 1; or write ExpandBy([24] => [40]) and ceil_div(24, 20) tiles",
            ),
        ],
    );
    refused(
        "BlockCyclic(10, 2, 2)",
        &[(
            "10",
            "n of BlockCyclic by block·procs: 4 does not divide 10; divisors near it: 5, 2, 1, 10; or write BlockCyclic(12, 2, 2).PadBy([10] => [12])",
        )],
    );
}

#[test]
fn overflow_of_the_index_type() {
    let too_large = |what: &str| format!("{what} does not fit an index of 64 bits");
    let two_32 = 1_u64 << 32;
    // At the limits of 32 and 64 bits everything fits.
    for text in ["Row(4294967295)", "Row(4294967296)", "Row(18446744073709551615)", "Col(4294967295, 4294967297)"] {
        let layout = RuntimeLayout::parse(text, &[]).unwrap();
        let last: Vec<u64> = layout.dims().iter().map(|n| n - 1).collect();
        assert_eq!(layout.apply(&last), Some(layout.span() - 1));
        assert_eq!(layout.inv(layout.span() - 1), Some(last));
    }
    refused("Row(18446744073709551616)", &[("18446744073709551616", &too_large("18446744073709551616"))]);
    let row = format!("Row({two_32}, {two_32})");
    refused(&row, &[(&row, &too_large("the size of Row"))]);
    refused(&format!("{row}.GroupBy([2])"), &[(&row, &too_large("the size of Row"))]);
    let order = format!("OrderBy(Row({two_32}), AntiDiag(65536))");
    refused(&order, &[(&order, &too_large("the size of OrderBy"))]);
    let expand = format!("ExpandBy([{two_32}, 1] => [{two_32}, {two_32}])");
    refused(&expand, &[(&expand, &too_large("the size of ExpandBy"))]);
    let tile = format!("TileBy([{two_32}], [2147483648], [2])");
    refused(&tile, &[(&tile, &too_large("the size of TileBy"))]);
    refused("AntiDiag(4294967296)", &[("AntiDiag(4294967296)", &too_large("the size of AntiDiag"))]);
    let nines = "9".repeat(45);
    refused(&format!("Row({nines})"), &[(&nines, &too_large(&nines))]);
    let product = "170141183460469231731687303715884105727 * 2";
    refused(&format!("Row({product} / 1000)"), &[(product, &too_large(product))]);
    refused("Swizzle(30, 30, 30)", &[("30", "b + m + |s| of Swizzle is 90, but may be at most 63")]);
    refused("SwizzleRows([8, 8], 64)", &[("64", "bits of SwizzleRows is 64, but may be at most 63")]);
    refused(
        "BlockCyclic(4294967296, 4294967296, 4294967296)",
        &[("4294967296", "procs of BlockCyclic is 4294967296, but may be at most 1")],
    );
}

#[test]
fn arguments_of_named_pieces() {
    refused(
        "Morton(6, 8)",
        &[(
            "6",
            "a size of Morton is 6, which is no power of two; the nearest are 4 and 8; or write Morton(8, 8).PadBy([6, 8] => [8, 8])",
        )],
    );
    refused(
        "Hilbert(65535, 65521, 40001)",
        &[("65535", "the count of different blocks of Hilbert is 4014, but may be at most 2048")],
    );
    refused("Fan(16, 6, 0)", &[("6", "the factor 6 and the size 16 share the divisor 2; they must be coprime")]);
    refused("Fan(9, -6, 0)", &[("-6", "the factor -6 and the size 9 share the divisor 3; they must be coprime")]);
    refused(
        "SwizzleRows([8, 7], 1)",
        &[(
            "7",
            "the row length of SwizzleRows is 7, which is no power of two; the nearest are 4 and 8; or write SwizzleRows([8, 8], 1).PadBy([8, 7] => [8, 8])",
        )],
    );
    refused("SwizzleRows([8, 8], 4)", &[("4", "2^bits of SwizzleRows is 16, but may be at most 8")]);
    refused("Swizzle(3, 0, 2)", &[("2", "b of Swizzle is 3, but may be at most 2")]);
}

#[test]
fn functions_that_are_no_bijection() {
    refused(
        "GenP([2, 2], |i, j| i, |p| (p, 0))",
        &[("|i, j| i", "no bijection: [0, 0] and [0, 1] both go to position 0, and position 2 is never reached")],
    );
    refused(
        "GenP([3, 3], |i, j| i*3 + j + 1, |p| (p/3, p%3))",
        &[("|i, j| i*3 + j + 1", "[2, 2] goes to 9, outside the positions 0 to 8")],
    );
    refused("GenP([3], |i| i - 1, |p| p)", &[("|i| i - 1", "[0] goes to -1, outside the positions 0 to 2")]);
    refused("GenP([3], |i| 6 / i, |p| p)", &[("|i| 6 / i", "the function has no value at [0]: a division by zero")]);
    refused(
        "GenP([3], |i| (i - 1) / 2, |p| p)",
        &[("|i| (i - 1) / 2", "the function has no value at [0]: an operation on a number below zero")],
    );
    refused(
        "GenP([3], |i| i, |p| 0 * (1 << (200 * p)))",
        &[("|p| 0 * (1 << (200 * p))", "the function has no value at position 1: an overflow")],
    );
    refused(
        "GenP([3, 3], |i, j| i*3 + j, |p| (p%3, p/3))",
        &[("|p| (p%3, p/3)", "the inverse disagrees: [0, 1] goes to position 1, but the inverse sends that to [1, 0]")],
    );
    refused(
        "GenP([3, 3], antidiag, |p| (p/3, p%3))",
        &[("|p| (p/3, p%3)", "the inverse disagrees: [0, 2] goes to position 3, but the inverse sends that to [1, 0]")],
    );
    let large = "GenP([2048, 1024], |i, j| (i ^ 1)*1024 + j, |p| (p/1024 ^ 1, p%1024))";
    refused(
        large,
        &[(
            large,
            "a function on 2097152 elements is checked only up to 1048576; to vouch for it yourself, \
             write GenP(…, unchecked)",
        )],
    );
    assert!(RuntimeLayout::parse(&large.replace("1024))", "1024), unchecked)"), &[]).is_ok());
    refused(
        "GenP([9], f, crate::g)",
        &[
            ("f", "the function f can be called in layout! only; write a closure such as |i, j| i * 8 + j"),
            (
                "crate::g",
                "the function crate::g can be called in layout! only; write a closure such as |i, j| i * 8 + j",
            ),
        ],
    );
}

#[test]
fn closures_of_the_wrong_type() {
    refused("GenP([3], |i| i < 2, |p| p)", &[("i < 2", "expected a number, found a condition")]);
    refused("GenP([3], |i| if i { 1 } else { 2 }, |p| p)", &[("i", "expected a condition, found a number")]);
    refused("GenP([3], |i| (i,), |p| (p,))", &[("(i,)", "expected a number, found a tuple")]);
    refused("GenP([3], |i| i < 1 < 2, |p| p)", &[("<", "expected `&&` between comparisons, found `<`")]);
    refused("GenP([3], |i, i| i, |p| p)", &[("i", "expected another name, found `i`")]);
    refused("GenP([3], || 1, |p| p)", &[("||", "expected indices such as `|i, j|`, found `||`")]);
    refused("GenP([3], |i| i.pow(2), |p| p)", &[("pow", "expected `min` or `max`, found `pow`")]);
    refused("GenP([3], |i| if i < 2 { i }, |p| p)", &[(",", "expected `else`, found `,`")]);
}

#[test]
fn facts_that_do_not_hold() {
    refused(
        "Row(4, 8) where M == 100, N % 2 == 0, 3 < 2",
        &[("N % 2 == 0", "the fact N % 2 == 0 does not hold"), ("3 < 2", "the fact 3 < 2 does not hold")],
    );
    refused("Row(4, 8) where M % 0 == 0", &[("0", "this size is 0, but a size is at least 1")]);
    refused("Row(4, 8) where M = 3", &[("=", "expected a comparison such as `==`, found `=`")]);
    refused("Row(4, 8) where", &[("", "expected a size, found the end")]);
}

#[test]
fn what_is_not_of_the_language() {
    refused("", &[("", "expected a layout such as Row(4, 8), found the end")]);
    refused("Row(4,, 8)", &[(",", "expected a size, found `,`")]);
    refused("Row(4 8)", &[("8", "expected `,` or `)`, found `8`")]);
    refused("Row(4, 8))", &[(")", "expected `.`, `where` or the end, found `)`")]);
    refused("Row(4, 8", &[("", "expected `,` or `)`, found the end")]);
    refused("Row(4, 8).GroupBy([4, 8)", &[(")", "expected `,` or `]`, found `)`")]);
    refused("Row(4, 8).", &[("", "expected a stage such as GroupBy([4, 8]), found the end")]);
    refused("Row", &[("", "expected `(`, found the end")]);
    refused("GroupBy([])", &[("[]", "expected a size, found `[]`")]);
    refused("Row(4 % 2)", &[("%", "expected `,` or `)`, found `%`")]);
    refused("Row(12e3)", &[("12e3", "expected an integer, found `12e3`")]);
    refused("Row(\"a, b\")", &[("\"a, b\"", "expected a layout, found `\"a, b\"`")]);
    refused("Row(4) /* open", &[("/*", "expected `*/`, found the end")]);
    let deep = format!("Row({}1{})", "(".repeat(70), ")".repeat(70));
    refused(
        &deep,
        &[("(", "the depth of nesting is 65, but may be at most 64; write it in parts, by `let` in a function")],
    );
    let long = format!("Row({}1)", "1 + ".repeat(400));
    refused(
        &long,
        &[(
            "+",
            "the number of joined or nested terms is 257, but may be at most 256; write it in parts, by `let` in a function",
        )],
    );
}

#[test]
fn errors_of_one_text_come_together() {
    refused(
        "OrderBy(Foo(3), Row(0)).GroupBy([0, 4], [M/N]).GrupBy([6]) where N == 6",
        &[
            ("Foo", "no piece is called Foo; the nearest name is Row"),
            ("0", "this size is 0, but a size is at least 1"),
            ("M/N", "M/N: 7 does not divide 100; divisors near it: 5, 4, 10, 2"),
            ("GrupBy", "no stage is called GrupBy; the nearest name is GroupBy"),
            ("N == 6", "the fact N == 6 does not hold"),
        ],
    );
}

#[test]
fn what_is_shown_is_one_line_of_the_text() {
    refused(
        "Row(M // rows\n / N)",
        &[("M // rows\n / N", "M / N: 7 does not divide 100; divisors near it: 5, 4, 10, 2")],
    );
}

#[test]
fn divisors_that_are_zero_at_every_size() {
    let zero = "a divisor is at least 1, not 0";
    let is_zero = |divisor: &str| format!("the divisor {divisor} is 0, but a divisor is at least 1");
    // In sizes and in facts.
    let no_size = |size: &str| format!("{size} is 0, but a size is at least 1");
    refused("Row(M / 0)", &[("0", &no_size("this size"))]);
    refused("Row(ceil_div(M, 0), 4)", &[("0", &no_size("this size"))]);
    refused("Row(M, 4 / (M - M))", &[("M - M", &no_size("M - M"))]);
    refused("Row(M / min(0, M))", &[("min(0, M)", &no_size("min(0, M)"))]);
    refused("Row(M) where M % 0 == 0", &[("0", &no_size("this size"))]);
    refused("Row(M) where 4 / (N - N) >= 1", &[("N - N", &no_size("N - N"))]);
    // In closures, whatever the sizes are.
    refused("GenP([M], |i| i/0, |p| p)", &[("0", zero)]);
    refused("GenP([M], |i| i % 0, |p| p)", &[("0", zero)]);
    refused("GenP([M], |i| i, |p| p / 0)", &[("0", zero)]);
    refused("GenP([M], |i| i/0)", &[("0", zero)]);
    refused("GenP([M], |i| { let z = N - 7; i / z }, |p| p)", &[("z", &is_zero("z"))]);
    refused("GenP([M], |i| i / (M - M), |p| p)", &[("M - M", &is_zero("M - M"))]);
    refused("GenP([M], |i| i / (i - i), |p| p)", &[("i - i", &is_zero("i - i"))]);
    refused("GenP([M], |i| i % min(i, 0), |p| p)", &[("min(i, 0)", &is_zero("min(i, 0)"))]);
    refused("GenP([M], |i| i / (i / M), |p| p)", &[("i / M", &is_zero("i / M"))]);
    refused("GenP([4, M], |i, j| if i < 2 { j / 0 } else { i % 0 }, |p| (p, p))", &[("0", zero), ("0", zero)]);
    refused("GenP([1000, 5000], |i, j| i / 0 + j, |p| (p, p), unchecked)", &[("0", zero)]);
}

#[test]
fn a_division_that_is_not_needed_may_have_the_divisor_zero() {
    for text in [
        "GenP([M], |i| if N - 7 == 0 { i } else { i / (N - 7) }, |p| p)",
        "GenP([M], |i| if N != 7 && i % (N - 7) == 0 { 0 } else { i }, |p| p)",
        "GenP([M], |i| if N == 7 || i % (N - 7) == 0 { i } else { 0 }, |p| p)",
        "GenP([M], |i| { let q = i / (N - 7); if N > 7 { q } else { i } }, |p| p)",
        "GenP([M], |i| if i < M { i } else { i / (N - 7) }, |p| p)",
    ] {
        let layout = RuntimeLayout::parse(text, &[("M", 100), ("N", 7)]).unwrap();
        assert!((0..100).all(|i| layout.apply(&[i]) == Some(i)), "{text}");
    }
}

#[test]
fn divisors_that_are_zero_for_symbols() {
    for (text, place) in [
        ("GenP([M], |i| i/0, |p| p)", "0"),
        ("GenP([M], |i| i / (2*M - M - M), |p| p)", "2*M - M - M"),
        ("GenP([M], |i| { let z = M % 1; i / z }, |p| p)", "z"),
        ("GenP([M, K], |i, j| i*K + j, |p| (p / K, p % (K - K)))", "K - K"),
        ("Row(M, 8 / (M*K - K*M))", "M*K - K*M"),
        ("Row(M, K / min(0, K))", "min(0, K)"),
        ("Row(M) where M % (K - K) == 0", "K - K"),
        // Only the simplified form shows it.
        ("GenP([M], |i| i / ((i + M) - (M + i)), |p| p)", "GenP([M], |i| i / ((i + M) - (M + i)), |p| p)"),
    ] {
        let errors = lego_lang::compile::compile(text, &lego_lang::compile::Options::default()).expect_err(text);
        let found: Vec<&str> = errors.iter().map(|error| &text[error.range.start..error.range.end]).collect();
        assert_eq!(found, [place], "{text}");
        let words = errors[0].to_string();
        let is_expected = words.contains(" is 0, but a ") || words == "a divisor is at least 1, not 0";
        assert!(is_expected, "{text}: {words}");
    }
}

#[test]
fn refusals_name_what_may_be_written_instead() {
    // What the words say is written here, and is right.
    for (wrong, right) in [
        ("Morton(48, 48)", "Morton(64, 64).PadBy([48, 48] => [64, 64])"),
        ("Morton(8, M, 3)", "Morton(8, 128, 4).PadBy([8, M, 3] => [8, 128, 4])"),
        ("BlockCyclic(10, 2, 3)", "BlockCyclic(12, 2, 3).PadBy([10] => [12])"),
        ("BlockCyclic(M, N, 3)", "BlockCyclic(105, N, 3).PadBy([M] => [105])"),
        ("SwizzleRows([8, 48], 2)", "SwizzleRows([8, 64], 2).PadBy([8, 48] => [8, 64])"),
    ] {
        let values = [("M", 100), ("N", 7)];
        let errors = RuntimeLayout::parse(wrong, &values).expect_err(wrong);
        assert!(errors[0].to_string().ends_with(&format!("; or write {right}")), "{}", errors[0]);
        RuntimeLayout::parse(right, &values).unwrap_or_else(|errors| panic!("{right}: {errors:?}"));
    }
    for (wrong, remedy) in [
        (
            "Row(1000, 1000).TileBy([16, 16], [64, 64])",
            "ExpandBy([1000, 1000] => [1024, 1024]) and ceil_div(1000, 64) tiles",
        ),
        ("Row(1000, 1000).TileBy([1000/64, 25], [64, 40])", "ExpandBy([1000] => [1024]) and ceil_div(1000, 64) tiles"),
    ] {
        let errors = RuntimeLayout::parse(wrong, &[("M", 100)]).expect_err(wrong);
        let named = errors.iter().any(|error| error.to_string().ends_with(&format!("; or write {remedy}")));
        assert!(named, "{wrong}: {errors:?}");
    }
    let right = "Row(M, 8).ExpandBy([M, 8] => [ceil_div(M, 64)*64, 8]).TileBy([ceil_div(M, 64), 2], [64, 4])";
    assert!(RuntimeLayout::parse(right, &[("M", 100)]).is_ok());
}
