//! Julia.

use super::python::calls;
use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{answers, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

struct Julia;

/// What all cases share. Answers count from 1; digests count from 0, with -1 for nothing.
const SUPPORT: &str = r#"
take(digest, answer) = mod(digest * 31 + (answer === nothing ? 1 : mod(answer, 1000003) + 2), 1000003)
zero_based(answer) = answer === nothing ? nothing : Int64(answer) - 1
points(count, step) = (k * step + k * 7 % step for k in 0:count-1)

function index_of(dims, flat)
    index = Int64[]
    for extent in reverse(dims)
        pushfirst!(index, flat % extent + 1)
        flat = flat ÷ extent
    end
    return index
end

function is_refused(check, sizes)
    try
        check(sizes...)
    catch error
        return error isa ArgumentError
    end
    return false
end

function tried(name, sizes, dims, span, indices, positions, has_strides, has_table, has_checks, visits, refused)
    own(what) = getfield(getfield(Main, Symbol(uppercase(name))), Symbol(name * "_" * what))
    call(what, arguments...) = own(what)(arguments..., sizes...)
    applied = inverted = sized = 0
    for flat in points(indices...)
        applied = take(applied, zero_based(call("apply", index_of(dims, flat)...)))
    end
    for position in points(positions...)
        index = call("inv", position + 1)
        for component in (index === nothing ? (nothing,) : index)
            inverted = take(inverted, zero_based(component))
        end
    end
    for extent in call("dims")
        sized = take(sized, extent)
    end
    sized = take(sized, call("span"))
    if has_strides
        for (extent, stride) in zip(dims, call("strides"))
            sized = take(sized, extent > 1 ? Int64(stride) : nothing)
        end
    end
    if has_table
        for position in own("table")
            sized = take(sized, position == 0 ? nothing : position - 1)
        end
    end
    if visits
        for what in ("each", "each_in_memory")
            own(what)(sizes...) do index, position
                for number in (index..., position)
                    sized = take(sized, zero_based(number))
                end
            end
        end
    end
    isempty(sizes) || call("check")
    for other in refused
        is_refused(own("check"), other) || println("not refused: ", other)
    end
    if has_checks
        call("apply", (dims .+ 1)...) === nothing || println("outside")
        call("apply", (0 .* dims)...) === nothing || println("below")
        call("inv", span + 1) === nothing || println("beyond")
    end
    println(name, " ", applied, " ", inverted, " ", sized)
end

"#;

impl Language for Julia {
    fn target(&self) -> Target {
        Target::Julia
    }

    fn missing(&self) -> Option<&'static str> {
        (!answers("julia", "--version")).then_some("julia")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let mut program = String::new();
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
            let _ = writeln!(program, "include(\"{}\")", case.file.name);
        }
        program.push_str(SUPPORT);
        program.push_str(&calls(cases, ["false", "true"]));
        std::fs::write(folder.join("main.jl"), program).unwrap();
        run(Command::new("julia").current_dir(folder).args(["--startup-file=no", "main.jl"]))
    }
}

#[test]
fn julia() {
    check(&Julia);
}
