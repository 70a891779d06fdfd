//! Zig, with overflow checked.

use super::python::calls;
use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{run, zig};
use lego_gen::Target;
use std::path::Path;
use std::process::Command;

struct Zig;

const SUPPORT: &str = r#"
const std = @import("std");

fn take(digest: *i64, answer: ?i64) void {
    const part: i64 = if (answer) |number| @mod(number, 1000003) else -1;
    digest.* = @mod(digest.* * 31 + part + 2, 1000003);
}

fn wide(answer: anytype) ?i64 {
    if (@typeInfo(@TypeOf(answer)) == .optional) return if (answer) |number| number else null;
    return answer;
}

fn Returned(comptime function: anytype) type {
    return @TypeOf(@call(.auto, function, @as(std.meta.ArgsTuple(@TypeOf(function)), undefined)));
}

fn call(comptime function: anytype, own: anytype, sizes: []const i64) Returned(function) {
    var arguments: std.meta.ArgsTuple(@TypeOf(function)) = undefined;
    inline for (0..arguments.len) |k| {
        arguments[k] = @intCast(if (k < own.len) own[@min(k, own.len - 1)] else sizes[k - own.len]);
    }
    return @call(.auto, function, arguments);
}

fn Visitor(comptime rank: usize, comptime T: type) type {
    return struct {
        fn visit(digest: *i64, index: [rank]T, position: T) void {
            for (index) |component| take(digest, component);
            take(digest, position);
        }
    };
}

fn tried(comptime m: type, comptime name: []const u8, comptime count: usize, sizes: []const i64, dims: []const i64, span: i64, indices: []const i64, positions: []const i64, comptime has_strides: bool, comptime has_table: bool, comptime has_checks: bool, comptime visits: bool, refused: []const []const i64) void {
    const rank = @field(m, "M" ++ name[1..] ++ "_RANK");
    const none: [0]i64 = .{};
    var applied: i64 = 0;
    var inverted: i64 = 0;
    var sized: i64 = 0;
    var k: i64 = 0;
    while (k < indices[0]) : (k += 1) {
        var flat = k * indices[1] + @rem(k * 7, indices[1]);
        var index: [rank]i64 = undefined;
        for (0..rank) |axis| {
            index[rank - 1 - axis] = @rem(flat, dims[rank - 1 - axis]);
            flat = @divTrunc(flat, dims[rank - 1 - axis]);
        }
        take(&applied, wide(call(@field(m, name ++ "_apply"), index, sizes)));
    }
    const T = @TypeOf(call(@field(m, name ++ "_span"), none, sizes));
    k = 0;
    while (k < positions[0]) : (k += 1) {
        const at = k * positions[1] + @rem(k * 7, positions[1]);
        const found: ?[rank]T = call(@field(m, name ++ "_inv"), [1]i64{at}, sizes);
        if (found) |index| {
            for (index) |component| take(&inverted, component);
        } else take(&inverted, null);
    }
    for (call(@field(m, name ++ "_dims"), none, sizes)) |extent| take(&sized, extent);
    take(&sized, call(@field(m, name ++ "_span"), none, sizes));
    if (has_strides) {
        const strides = call(@field(m, name ++ "_strides"), none, sizes);
        for (strides, dims) |stride, extent| take(&sized, if (extent > 1) stride else null);
    }
    if (has_table) {
        for (@field(m, "M" ++ name[1..] ++ "_TABLE")) |position| take(&sized, if (position < 0) null else position);
    }
    if (visits) {
        inline for (.{ "_each", "_each_in_memory" }) |each| {
            const visit = Visitor(rank, T).visit;
            SIZES
        }
    }
    if (@hasDecl(m, name ++ "_check")) {
        const holds = @field(m, name ++ "_check");
        if (!call(holds, none, sizes)) std.debug.print("refused\n", .{});
        for (refused) |other| if (call(holds, none, other)) std.debug.print("not refused: {any}\n", .{other});
    }
    if (has_checks) {
        const apply = @field(m, name ++ "_apply");
        var outside: [rank]i64 = undefined;
        for (&outside, dims) |*component, extent| component.* = extent;
        if (call(apply, outside, sizes) != null) std.debug.print("outside\n", .{});
        if (call(apply, @as([rank]i64, @splat(-1)), sizes) != null) std.debug.print("below\n", .{});
        if (call(@field(m, name ++ "_inv"), [1]i64{span}, sizes) != null) std.debug.print("beyond\n", .{});
    }
    std.debug.print("{s} {} {} {}\n", .{ name, applied, inverted, sized });
}

"#;

/// Compiles a program and runs it; gives what it prints by `std.debug.print`.
pub fn zig_program(folder: &Path, name: &str) -> String {
    let mut compile = Command::new(zig().unwrap());
    compile.current_dir(folder).env("ZIG_GLOBAL_CACHE_DIR", folder.join("cache"));
    // Zig 0.17 aborts when it writes debug information for this number of functions.
    run(compile.args(["build-exe", "-ODebug", "-fstrip"]).arg(format!("{name}.zig")));
    run(Command::new("sh").current_dir(folder).arg("-c").arg(format!("./{name} 2>&1")))
}

impl Language for Zig {
    fn target(&self) -> Target {
        Target::Zig
    }

    fn missing(&self) -> Option<&'static str> {
        zig().is_none().then_some("zig")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
        }
        // The visitors are generic, and their number of sizes is that of the case.
        let most = cases.iter().map(|case| case.file.sizes.len()).max().unwrap_or(0);
        let visits: Vec<String> = (0..=most)
            .map(|count| {
                let sizes: String = (0..count).map(|k| format!("@intCast(sizes[{k}]), ")).collect();
                format!("{count} => @field(m, name ++ each)({sizes}&sized, visit),")
            })
            .collect();
        let visits = format!("switch (count) {{ {} else => unreachable }}", visits.join(" "));
        let calls = calls(cases, ["false", "true"]).replace('[', "&.{").replace(']', "}");
        let of_case = |(name, rest): (&str, &str)| {
            let count = cases.iter().find(|case| case.name == name).map_or(0, |case| case.file.sizes.len());
            format!("    tried(@import(\"{name}.zig\"), \"{name}\", {count}{rest};\n")
        };
        let lines = calls.lines().filter_map(|line| line.strip_prefix("tried(\"")?.split_once('"'));
        let calls: String = lines.map(of_case).collect();
        let program = format!("{}pub fn main() void {{\n{calls}}}\n", SUPPORT.replace("SIZES", &visits));
        std::fs::write(folder.join("main.zig"), program).unwrap();
        zig_program(folder, "main")
    }
}

#[test]
fn zig_files() {
    check(&Zig);
}
