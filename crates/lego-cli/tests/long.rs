//! Texts as long as they may be: an answer or an error, never the end of the stack.

mod common;

use common::{lego, lego_reading};

const TIMES: usize = 3000;

#[test]
fn parts_one_after_the_other_and_inside_each_other() {
    let again = |part: &str| part.repeat(TIMES);
    let sizes = again("M+");
    let texts = [
        again("1+") + "1",
        again("2*") + "2",
        again("4:1 o ") + "4:1",
        again("a::") + "size(4:1)",
        again("size(") + "4:1",
        again("-") + "4",
        format!("(M,4):(1,{sizes}M)"),
        format!("(M,4):(1,M) where {}M >= 1", again("M >= 1, ")),
        format!("{{ [i] -> [{}i] : 0 <= i < 4 }}", again("i + ")),
        format!("{{ [i] -> [{}i] : 0 <= i < 4 }}", again("1*")),
        format!("{{ [i] -> [i{}] : 0 <= i < 4 }}", again(" mod 8")),
        format!("{{ [i] -> [i] : {}0 <= i < 4 }}", again("not ")),
        format!("{{ [i] -> [i] : 0 <= i < 4{} }}", again(" and i < 8")),
        format!("{{ [i] -> [i] : 0 <= i < 4; {} }}", again("[i] -> [i] : i = 9; ")),
        format!("spatial(2){}", again(" * repeat(1)")),
        format!("Row({}4)", again("1+")),
        format!("Row(4){}", again(".OrderBy(Row(4))")),
        format!("GenP([4], |i| {}i)", again("0+")),
        format!("{}Row(4){}", again("OrderBy("), again(")")),
    ];
    for text in &texts {
        for arguments in [
            &["cute", "-"][..],
            &["table", "-"],
            &["show", "-"],
            &["relation", "-"],
            &["equal", "-", "Row(4)"],
            &["convert", "-", "--to", "lego"],
        ] {
            let run = lego_reading(arguments, text);
            let beginning: String = text.chars().take(40).collect();
            assert!((0..=3).contains(&run.status), "{arguments:?} {beginning}: {}", run.stderr);
        }
    }
}

#[test]
fn a_long_sum_of_isl_is_that_sum() {
    let text = format!("{{ [i] -> [{}i] : 0 <= i < 4 }}", "i + ".repeat(299));
    assert_eq!(lego(&["convert", &text, "--to", "table"]).stdout, "0\n300\n600\n900\n");
    // Signs stay with their terms, wherever the sum is parted.
    let text = format!("{{ [i] -> [{} + i] : 0 <= i < 3 }}", "- i + 3i + 2 ".repeat(101));
    assert_eq!(lego(&["convert", &text, "--to", "table"]).stdout, "202\n405\n608\n");
}

#[test]
fn a_device_without_an_end_is_refused() {
    if cfg!(unix) {
        let run = lego(&["cute", "@/dev/zero"]);
        assert_eq!(run.status, 1);
        assert!(run.stderr.contains("more than 1048576 bytes"), "{}", run.stderr);
    }
}
