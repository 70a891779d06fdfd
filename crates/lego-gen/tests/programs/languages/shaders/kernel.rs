//! A shader that asks the functions of a case, and what it finds.
//!
//! A thread looks at one index and one position; the first thread asks for sizes and strides too. Numbers come in one buffer,
//! so that one shader serves a layout at all of its sizes, and go into another.

use crate::case::{Case, Instance};
use crate::points::{Digest, MODULUS, Points};
use lego_gen::Target;

/// The threads of a group.
pub(super) const GROUP: u64 = 64;

/// The shader of a case, without the file of the case.
pub(super) struct Kernel<'c> {
    target: Target,
    case: &'c Case,
    lines: Vec<String>,
    /// Where in `found`, behind what is found of points, the next number goes.
    next: usize,
}

/// What stands once in a shader, whatever its cases.
pub(super) fn head(target: Target) -> String {
    let lines: &[&str] = match target {
        Target::Wgsl => &[
            "@group(0) @binding(0) var<storage, read> given: array<i32>;",
            "@group(0) @binding(1) var<storage, read_write> found: array<i32>;",
        ],
        Target::Glsl => &[
            "layout(local_size_x = 64) in;",
            "layout(std430, binding = 0) readonly buffer Given { int given[]; };",
            "layout(std430, binding = 1) buffer Found { int found[]; };",
        ],
        _ => &[
            "[[vk::binding(0, 0)]] StructuredBuffer<int> given;",
            "[[vk::binding(1, 0)]] RWStructuredBuffer<int> found;",
        ],
    };
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The name of the function that a case starts with.
pub(super) fn entry(target: Target, case: &Case) -> String {
    if target == Target::Wgsl { format!("run_{}", case.name) } else { "main".to_owned() }
}

/// The shader of a case.
pub(super) fn write(target: Target, case: &Case) -> String {
    let mut kernel = Kernel { target, case, lines: Vec::new(), next: 0 };
    kernel.points();
    kernel.rest();
    kernel.elements();
    let (entry, id) = (entry(target, case), "int k = int(");
    let head = match target {
        Target::Wgsl => format!(
            "@compute @workgroup_size({GROUP})\nfn {entry}(@builtin(global_invocation_id) id: vec3<u32>) {{\nlet k = i32(id.x);"
        ),
        Target::Glsl => format!("void {entry}() {{\n{id}gl_GlobalInvocationID.x);"),
        _ => format!("[numthreads({GROUP}, 1, 1)]\nvoid {entry}(uint3 id : SV_DispatchThreadID) {{\n{id}id.x);"),
    };
    format!("{head}\n{}\n}}\n", kernel.lines.join("\n"))
}

impl Kernel<'_> {
    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn integer(&mut self, name: &str, value: &str) {
        let kind = if self.target == Target::Wgsl { "let" } else { "int" };
        self.line(format!("{kind} {name} = {value};"));
    }

    fn array(&mut self) {
        let rank = self.case.rank;
        let wgsl = self.target == Target::Wgsl;
        self.line(if wgsl { format!("var index: array<i32, {rank}>;") } else { format!("int index[{rank}];") });
    }

    /// A truth as 0 or 1.
    fn truth(&self, truth: &str) -> String {
        if self.target == Target::Wgsl { format!("select(0, 1, {truth})") } else { format!("({truth} ? 1 : 0)") }
    }

    /// A call with the sizes behind its arguments, and an array behind those where it writes one.
    fn call(&self, what: &str, first: &[String], array: Option<&str>) -> String {
        let sizes = (0..self.case.file.sizes.len()).map(|size| format!("given[{}]", 4 + size));
        let arguments: Vec<String> = first.iter().cloned().chain(sizes).chain(array.map(str::to_owned)).collect();
        format!("{}_{what}({})", self.case.name, arguments.join(", "))
    }

    fn inv(&self, position: &str) -> String {
        let array = if self.target == Target::Wgsl { "&index" } else { "index" };
        self.truth(&self.call("inv", &[position.to_owned()], Some(array)))
    }

    /// Where in `given` the extents begin; the span is behind them.
    fn dims(&self) -> usize {
        4 + self.case.file.sizes.len()
    }

    fn points(&mut self) {
        let (rank, dims) = (self.case.rank, self.dims());
        self.line("if (k < given[0]) {");
        self.integer("at", "k * given[1] + ((k * 7) % given[1])");
        let mut rest = "at".to_owned();
        for axis in (0..rank).rev() {
            self.integer(&format!("i{axis}"), &format!("{rest} % given[{}]", dims + axis));
            self.integer(&format!("rest{axis}"), &format!("{rest} / given[{}]", dims + axis));
            rest = format!("rest{axis}");
        }
        let index: Vec<String> = (0..rank).map(|axis| format!("i{axis}")).collect();
        self.line(format!("found[k] = {};", self.call("apply", &index, None)));
        self.line("}");
        self.line("if (k < given[2]) {");
        self.integer("at", "k * given[3] + ((k * 7) % given[3])");
        self.array();
        self.integer("to", &format!("given[0] + k * {}", rank + 1));
        self.line(format!("found[to] = {};", self.inv("at")));
        (0..rank).for_each(|axis| self.line(format!("found[to + {}] = index[{axis}];", axis + 1)));
        self.line("}");
    }

    /// Keeps a number.
    fn keep(&mut self, value: &str) {
        let next = self.next;
        self.line(format!("found[to + {next}] = {value};"));
        self.next += 1;
    }

    fn keep_array(&mut self, what: &str) {
        match self.target {
            Target::Wgsl => self.line(format!("index = {};", self.call(what, &[], None))),
            _ => {
                let sizes = (0..self.case.file.sizes.len()).map(|size| format!(", given[{}]", 4 + size));
                self.line(format!("{}_{what}(index{});", self.case.name, sizes.collect::<String>()));
            }
        }
        (0..self.case.rank).for_each(|axis| self.keep(&format!("index[{axis}]")));
    }

    /// Sizes, strides, refusals, and the table.
    fn rest(&mut self) {
        let (case, rank, dims) = (self.case, self.case.rank, self.dims());
        let to = format!("given[0] + given[2] * {}", rank + 1);
        self.line("if (k == 0) {");
        self.integer("to", &to);
        self.array();
        self.keep_array("dims");
        self.keep(&self.call("span", &[], None));
        if case.has_strides {
            self.keep_array("strides");
        }
        if !case.file.sizes.is_empty() {
            self.keep(&self.truth(&self.call("check", &[], None)));
            for (number, refused) in case.refused.iter().enumerate() {
                let first = dims + rank + 1 + number * refused.len();
                let sizes: Vec<String> = (0..refused.len()).map(|size| format!("given[{}]", first + size)).collect();
                self.keep(&self.truth(&format!("{}_check({})", case.name, sizes.join(", "))));
            }
        }
        if case.has_checks {
            let outside: Vec<String> = (0..rank).map(|axis| format!("given[{}]", dims + axis)).collect();
            self.keep(&self.call("apply", &outside, None));
            self.keep(&self.call("apply", &vec!["-1".to_owned(); rank], None));
            self.keep(&self.inv(&format!("given[{}]", dims + rank)));
        }
        self.line("}");
        if case.has_table {
            let (count, next) = (table(case, &case.instances[0]), self.next);
            self.line(format!("if (k < {count}) {{"));
            self.line(format!("found[{to} + {next} + k] = {}_table[k];", case.name));
            self.line("}");
        }
    }

    /// All elements in both orders: the components of each index, and the position behind them.
    fn elements(&mut self) {
        let (case, rank) = (self.case, self.case.rank);
        let (capital, dims) = (case.name.to_uppercase(), self.dims());
        let flag = dims + rank + 1 + case.refused.iter().map(Vec::len).sum::<usize>();
        self.line(format!("if (k == 0 && given[{flag}] == 1) {{"));
        let kind = if self.target == Target::Wgsl { "var" } else { "int" };
        let first = self.next as u64 + table(case, &case.instances[0]);
        self.line(format!("{kind} to = given[0] + given[2] * {} + {first};", rank + 1));
        self.array();
        let sizes: Vec<String> = (0..case.file.sizes.len()).map(|size| format!("given[{}]", 4 + size)).collect();
        let components: Vec<String> = (0..rank).map(|axis| format!("i{axis}")).collect();
        for order in ["", "_in_memory"] {
            let call = |what: &str, first: &[&str]| {
                let arguments: Vec<&str> = first.iter().copied().chain(sizes.iter().map(String::as_str)).collect();
                format!("{what}({})", arguments.join(", "))
            };
            let numbers: Vec<String> = if self.target == Target::Wgsl {
                let first = call(&format!("{}_first{order}", case.name), &[]);
                let next = call(&format!("{}_next{order}", case.name), &["at"]);
                self.line(format!("for (var at = {first}; at.p >= 0; at = {next}) {{"));
                (0..rank).map(|axis| format!("at.index[{axis}]")).chain(["at.p".to_owned()]).collect()
            } else if order.is_empty() {
                let own: Vec<&str> = components.iter().map(String::as_str).chain(["p"]).collect();
                self.line(call(&format!("{capital}_EACH"), &own) + " {");
                own.iter().map(ToString::to_string).collect()
            } else {
                self.line(call(&format!("{capital}_EACH_IN_MEMORY"), &["index", "p"]) + " {");
                (0..rank).map(|axis| format!("index[{axis}]")).chain(["p".to_owned()]).collect()
            };
            for (place, number) in numbers.iter().enumerate() {
                self.line(format!("found[to + {place}] = {number};"));
            }
            self.line(format!("to += {};", rank + 1));
            self.line("}");
        }
        self.line("}");
    }
}

/// What a case is asked at one of its sizes: the last number says whether loops are tried.
pub(super) fn given(case: &Case, instance: &Instance) -> Vec<u64> {
    let Instance { indices, positions, .. } = instance;
    let points = [indices.count, indices.step, positions.count, positions.step];
    let (sizes, reached) = (instance.sizes.iter(), instance.reached());
    let dims = reached.iter();
    let refused = case.refused.iter().flatten();
    let visits = u64::from(instance.visited.is_some());
    points.iter().chain(sizes).chain(dims).chain([&instance.span]).chain(refused).chain([&visits]).copied().collect()
}

/// The indices of the table, if there is one.
fn table(case: &Case, instance: &Instance) -> u64 {
    if case.has_table { instance.dims.iter().product() } else { 0 }
}

/// The numbers that loops over all elements leave in each of both orders: an index and a position for each.
fn visited(case: &Case, instance: &Instance) -> u64 {
    instance.visited.map_or(0, |count| count * (case.rank as u64 + 1))
}

/// How many threads there have to be.
pub(super) fn threads(case: &Case, instance: &Instance) -> u64 {
    instance.indices.count.max(instance.positions.count).max(table(case, instance)).max(1)
}

/// How many numbers are found.
pub(super) fn length(case: &Case, instance: &Instance) -> u64 {
    let Points { count, .. } = instance.positions;
    let rank = case.rank as u64;
    let refusals = if case.file.sizes.is_empty() { 0 } else { 1 + case.refused.len() as u64 };
    let rest = rank + 1 + if case.has_strides { rank } else { 0 } + refusals + if case.has_checks { 3 } else { 0 };
    instance.indices.count + count * (rank + 1) + rest + table(case, instance) + 2 * visited(case, instance)
}

/// The line of an instance, from what was found.
pub(super) fn line(case: &Case, instance: &Instance, found: &[i32]) -> String {
    let mut numbers = found.iter().copied();
    let mut next = || numbers.next().unwrap_or(i32::MIN);
    let position = |number: i32| u64::try_from(number).ok();
    let (mut apply, mut inv, mut own) = (Digest::default(), Digest::default(), Digest::default());
    let mut wrong = String::new();
    (0..instance.indices.count).for_each(|_| apply.take(position(next())));
    for _ in 0..instance.positions.count {
        let is_there = next() == 1;
        let index: Vec<i32> = (0..case.rank).map(|_| next()).collect();
        match is_there {
            true => index.into_iter().for_each(|component| inv.take(position(component))),
            false => inv.take(None),
        }
    }
    (0..=case.rank).for_each(|_| own.take(position(next())));
    if case.has_strides {
        for extent in instance.reached() {
            let stride = i64::from(next()).rem_euclid(MODULUS as i64) as u64;
            own.take((extent > 1).then_some(stride));
        }
    }
    if !case.file.sizes.is_empty() {
        wrong.push_str(if next() == 1 { "" } else { "refused: " });
        case.refused.iter().for_each(|_| wrong.push_str(if next() == 0 { "" } else { "not refused: " }));
    }
    if case.has_checks {
        for (expected, what) in [(-1, "outside: "), (-1, "below: "), (0, "beyond: ")] {
            wrong.push_str(if next() == expected { "" } else { what });
        }
    }
    (0..table(case, instance) + 2 * visited(case, instance)).for_each(|_| own.take(position(next())));
    format!("{wrong}{} {} {} {}\n", case.name, apply.value, inv.value, own.value)
}
