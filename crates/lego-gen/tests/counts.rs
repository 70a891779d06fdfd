//! The operations of generated files: at most those of `tests/zoo/counts.md`, in every language.

use lego_gen::{Request, Target, generate};
use lego_lang::compile::{Options, compile};

#[test]
fn no_language_takes_more_operations_than_the_zoo_counts() {
    let table = include_str!("../../../tests/zoo/counts.md");
    let mut compared = 0;
    let mut worse = Vec::new();
    // | layout | `chain` | written | simplified | LEGO | written | simplified | LEGO |
    for row in table.lines().filter(|line| line.contains("| `")) {
        let chain = row.split('`').nth(1).unwrap();
        let rest = &row[row.rfind('`').unwrap()..];
        let numbers: Vec<&str> = rest.split('|').skip(1).map(str::trim).collect();
        let count = |k: usize| numbers[k].parse::<usize>().unwrap_or_else(|_| panic!("{row}"));
        let (apply, inv) = (count(1), count(4));
        let compiled = compile(chain, &Options::default()).unwrap_or_else(|errors| panic!("{chain}: {errors:?}"));
        for target in Target::ALL {
            // Without lists an entry is found by comparisons, or as the arithmetic that they are.
            let without_lists =
                [Target::Triton, Target::Fortran, Target::Wgsl, Target::Llvm, Target::Mlir].contains(&target);
            if without_lists && compiled.longest_list() > 0 {
                continue;
            }
            // What no integer type of a language fits is an error, which other tests look at.
            let Ok(file) = generate(&compiled, &Request::new(target)) else { continue };
            compared += 1;
            if file.operations[0] > apply || file.operations[1] > inv {
                worse.push(format!("{chain} in {target}: {:?}, not at most {apply} and {inv}", file.operations));
            }
        }
    }
    assert!(worse.is_empty(), "{} of {compared} take more:\n{}", worse.len(), worse.join("\n"));
    assert!(compared > 80 * Target::ALL.len(), "only {compared} were compared");
}
