//! A whole module of Fortran.

use super::dialect::Expressions;
use super::lines;
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Written;
use crate::text::{Text, has_word};
use crate::unit::{Formula, Integer, Limits, Unit};
use lego_expr::{Dialect, Id, Printed, Shared};

/// For every number, so that a root that is not selected may be of anything.
const ISQRT: &str = "\
  !> The integer square root of x, which is 0 where x is below zero.
  elemental function $own_isqrt_$kind(x) result(root)
    integer($kind), intent(in) :: x
    integer($kind) :: root, rest, bit
    root = 0
    rest = max(x, 0_$kind)
    bit = ishft(1_$kind, bit_size(x) - 2)
    do while (bit > 0)
      if (rest >= root + bit) then
        rest = rest - (root + bit)
        root = ishft(root, -1) + bit
      else
        root = ishft(root, -1)
      end if
      bit = ishft(bit, -2)
    end do
  end function $own_isqrt_$kind
";

const GCD: &str = "\
  !> The greatest common divisor of x and b, which are not below zero.
  elemental function $own_gcd_$kind(x, b) result(divisor)
    integer($kind), intent(in) :: x, b
    integer($kind) :: divisor, next, rest
    divisor = x
    next = b
    do while (next /= 0)
      rest = mod(divisor, next)
      divisor = next
      next = rest
    end do
  end function $own_gcd_$kind
";

const SHIFT: &str = "\
  !> x shifted by b places to the $side, 0 where those are as many as x has bits.
  elemental function $own_$what_$kind(x, b) result(shifted)
    integer($kind), intent(in) :: x, b
    integer($kind) :: shifted
    shifted = 0
    if (b >= 0 .and. b < bit_size(x)) shifted = ishft(x, $signb)
  end function $own_$what_$kind
";

/// The file of a layout.
pub(super) fn write(unit: &Unit<'_>) -> Result<Written, Error> {
    let types = match unit.request.width.bits() {
        32 => &[Integer::Index, Integer::Signed64][..],
        _ => &[Integer::Index],
    };
    let computed = unit.computed(types)?;
    let module = Module { unit, kind: if unit.request.width.bits() == 32 { "int32" } else { "int64" } };
    let formula = |map, integer, before| Formula::new(unit, map, |first| module.dialect(integer, before + first));
    let apply = formula(&unit.compiled.apply, computed.apply, unit.rank())?;
    let inv = formula(&unit.compiled.inv, computed.inv, 1)?;
    let mut body = Text::default();
    module.sizes(&mut body)?;
    module.direction(&mut body, true, &apply, computed.apply)?;
    module.direction(&mut body, false, &inv, computed.inv)?;
    if unit.has(Extra::Loops) {
        module.loops(&mut body)?;
    }
    let body = body.finish();
    let mut helpers = Text::default();
    module.helpers(&mut helpers, &body);
    let mut text = Text::default();
    module.head(&mut text, &body);
    if unit.has(Extra::Loops) {
        module.visitor(&mut text);
    }
    let (head, table, helpers, name) = (text.finish(), module.table()?, helpers.finish(), &unit.request.name);
    Ok(Written {
        text: format!("{head}{table}{body}{helpers}end module {name}\n"),
        operations: [apply.operations, inv.operations],
    })
}

/// What the parts of a module are made of.
pub(super) struct Module<'f, 'u> {
    pub(super) unit: &'f Unit<'u>,
    /// The kind of indices, positions and sizes.
    pub(super) kind: &'static str,
}

/// A function of the module.
struct Function<'f> {
    about: &'f str,
    /// `pure`, or `elemental` for one that takes arrays as well.
    prefix: &'f str,
    what: &'f str,
    arguments: Vec<String>,
    /// The declaration of its result, and the result.
    result: [&'f str; 2],
    /// What is computed ahead: declarations.
    locals: Vec<String>,
    body: Vec<String>,
}

impl Module<'_, '_> {
    fn integer(&self, integer: Integer) -> &'static str {
        if integer == Integer::Index { self.kind } else { "int64" }
    }

    /// The dialect of a kind. The first names of values that are computed ahead are those of the components of an index, or of
    /// the position, counted from 0.
    pub(super) fn dialect(&self, integer: Integer, first: usize) -> Expressions<'_> {
        let names = &self.unit.names;
        let from_zero: Vec<(String, String)> = names
            .index
            .iter()
            .enumerate()
            .map(|(axis, name)| (name.clone(), names.shared(axis)))
            .chain([(names.position.clone(), names.shared(0))])
            .collect();
        Expressions {
            names,
            own: &self.unit.request.name,
            first,
            kind: self.integer(integer),
            is_wider: self.integer(integer) != self.kind,
            from_zero,
        }
    }

    fn size_names(&self) -> Vec<String> {
        self.unit.names.sizes().map(str::to_owned).collect()
    }

    /// The comment, the module's interface, and its constants.
    fn head(&self, text: &mut Text, rest: &str) {
        let (unit, name) = (self.unit, &self.unit.request.name);
        for line in unit.header_from(1, ["0", "zeros"]) {
            text.lines("", lines::comment("!", &line));
        }
        text.line(format!("module {name}"));
        let kinds: Vec<&str> =
            ["int32", "int64"].into_iter().filter(|kind| *kind == self.kind || has_kind(rest, kind)).collect();
        text.line(format!("  use, intrinsic :: iso_fortran_env, only: {}", kinds.join(", ")));
        text.line("  implicit none");
        text.line("  private");
        text.blank();
        text.line("  !> The kind of indices, positions and sizes.");
        text.line(format!("  integer, parameter, public :: {name}_kind = {}", self.kind));
        text.line("  !> The number of axes.");
        text.line(format!("  integer, parameter, public :: {name}_rank = {}", unit.rank()));
        let mut public = vec!["apply", "inv", "dims", "span"];
        public.extend(unit.has_sizes().then_some("check"));
        public.extend(unit.has(Extra::Strides).then_some("strides"));
        public.extend(unit.has(Extra::Table).then_some("table"));
        public.extend(["each", "each_in_memory", "visitor"].into_iter().filter(|_| unit.has(Extra::Loops)));
        let public: Vec<String> = public.into_iter().map(|what| unit.own(what)).collect();
        text.lines("", lines::statement("  ", &format!("public :: {}", public.join(", "))));
        text.blank();
    }

    /// The table, and the line after which the functions come.
    fn table(&self) -> Result<String, Error> {
        let (unit, mut text) = (self.unit, Text::default());
        if unit.has(Extra::Table) {
            let name = unit.own("table");
            let table = unit.table()?;
            text.line("  !> The positions of all indices, those that differ in the last component one after the other; 0 where");
            text.line("  !> there is none.");
            text.line(format!("  integer({}), protected :: {name}({})", self.kind, table.len()));
            // A statement a line: the lines of one statement have an end.
            let of_kind =
                |position: &Option<u64>| format!("{}_{}", position.map_or(0, |position| position + 1), self.kind);
            let numbers: Vec<String> = table.iter().map(of_kind).collect();
            let widest = numbers.iter().map(String::len).max().unwrap_or(0);
            let each = (90 / (widest + 2)).max(1);
            for (number, row) in numbers.chunks(each).enumerate() {
                let first = number * each + 1;
                text.line(format!("  data {name}({first}:{}) /{}/", first + row.len() - 1, row.join(", ")));
            }
            text.blank();
        }
        text.line("contains");
        text.blank();
        Ok(text.finish())
    }

    /// A function, in which arguments that do not occur are said to be unused.
    fn function(&self, text: &mut Text, function: Function<'_>) {
        let Function { about, prefix, what, arguments, result: [declaration, result], locals, body } = function;
        let name = self.unit.own(what);
        text.lines("", lines::comment("  !>", about));
        let head = format!("{prefix} function {name}({}) result({result})", arguments.join(", "));
        text.lines("", lines::statement("  ", &head));
        let declare = |text: &mut Text, line: String| text.lines("", lines::statement("    ", &line));
        if !arguments.is_empty() {
            declare(text, format!("integer({}), intent(in) :: {}", self.kind, arguments.join(", ")));
        }
        declare(text, declaration.to_owned());
        locals.into_iter().for_each(|line| declare(text, line));
        for argument in arguments.iter().filter(|argument| !body.iter().any(|line| has_word(line, argument))) {
            text.line(format!("    associate (unused => {argument}); end associate"));
        }
        for line in body {
            let comment = line.strip_prefix("! ").map(|words| lines::comment("    !", words));
            text.lines("", comment.unwrap_or_else(|| lines::statement("    ", &line)));
        }
        text.line(format!("  end function {name}"));
        text.blank();
    }

    /// The declarations of values that are computed ahead.
    fn locals(&self, kind: &str, integers: Vec<String>, shared: &[&Shared<String>]) -> Vec<String> {
        let of = |is_truth: bool| shared.iter().filter(move |shared| shared.is_truth == is_truth);
        let integers: Vec<String> = integers.into_iter().chain(of(false).map(|shared| shared.name.clone())).collect();
        let logicals: Vec<String> = of(true).map(|shared| shared.name.clone()).collect();
        [(format!("integer({kind})"), integers), ("logical".to_owned(), logicals)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(of_type, names)| format!("{of_type} :: {}", names.join(", ")))
            .collect()
    }

    /// The check of the sizes, the extents, the span, the strides.
    fn sizes(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        if unit.has_sizes() {
            self.check(text)?;
        }
        let axes = |what: &'static str, about: &'static str, ids: &[Id], text: &mut Text| -> Result<(), Error> {
            let values = unit.sizes(ids, &self.dialect(Integer::Index, 0))?;
            let body = values.iter().enumerate().map(|(axis, value)| format!("{what}({}) = {value}", axis + 1));
            let declaration = format!("integer({}) :: {what}({})", self.kind, unit.own("rank"));
            let result = [declaration.as_str(), what];
            let (arguments, body) = (self.size_names(), body.collect());
            self.function(text, Function { about, prefix: "pure", what, arguments, result, locals: vec![], body });
            Ok(())
        };
        let about = "The extents: the components of an index are at most these.";
        axes("dims", about, &unit.compiled.dims, text)?;
        let span = unit.sizes(&[unit.compiled.span], &self.dialect(Integer::Index, 0))?;
        let declaration = format!("integer({}) :: span", self.kind);
        let function = Function {
            about: "The number of positions that an array must have.",
            prefix: "pure",
            what: "span",
            arguments: self.size_names(),
            result: [&declaration, "span"],
            locals: Vec::new(),
            body: vec![format!("span = {}", span[0])],
        };
        self.function(text, function);
        if unit.has(Extra::Strides) {
            let about = "How far the position moves for a step along each axis.";
            axes("strides", about, &unit.strides()?, text)?;
        }
        Ok(())
    }

    /// The check of the sizes: 64 bits, so that products of sizes of 32 have room.
    fn check(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let limits = Limits { most: Some(unit.request.width.most()), computed: Some(i64::MAX as u128) };
        let (mut body, mut all) = (vec!["holds = .false.".to_owned()], Vec::new());
        for test in unit.tests(limits)? {
            let dialect = self.dialect(Integer::Signed64, all.len());
            let Printed { shared, values } = unit.test(&test, &dialect)?;
            body.extend(shared.iter().map(|shared| dialect.statement(shared)));
            body.push(format!("! {}", test.words));
            body.push(format!("if (.not. ({})) return", values[0]));
            all.extend(shared);
        }
        body.push("holds = .true.".to_owned());
        let function = Function {
            about: "Whether there is such a layout. Without, the other functions give nothing of use.",
            prefix: "pure",
            what: "check",
            arguments: self.size_names(),
            result: ["logical :: holds", "holds"],
            locals: self.locals("int64", Vec::new(), &all.iter().collect::<Vec<_>>()),
            body,
        };
        self.function(text, function);
        Ok(())
    }

    /// `apply` or `inv`.
    fn direction(&self, text: &mut Text, is_apply: bool, formula: &Formula, integer: Integer) -> Result<(), Error> {
        let unit = self.unit;
        let (own, bounds) = if is_apply {
            (unit.names.index.clone(), unit.compiled.dims.clone())
        } else {
            (vec![unit.names.position.clone()], vec![unit.compiled.span])
        };
        let dialect = self.dialect(integer, 0);
        let result = if is_apply { "position" } else { "index" };
        let mut body = Vec::new();
        if unit.has(Extra::Checks) {
            if unit.has_sizes() {
                body.push(format!("if (.not. {}({})) return", unit.own("check"), self.size_names().join(", ")));
            }
            let bounds = unit.sizes(&bounds, &self.dialect(Integer::Index, 0))?;
            let outside = own.iter().zip(bounds).map(|(name, bound)| format!("{name} < 1 .or. {name} > {bound}"));
            body.push(format!("if ({}) return", outside.collect::<Vec<_>>().join(" .or. ")));
        }
        let mut values = Vec::new();
        for (axis, value) in formula.values.iter().enumerate() {
            let name = if is_apply { result.to_owned() } else { format!("{result}({})", axis + 1) };
            let value = if dialect.is_wider { format!("int({value}, {})", self.kind) } else { value.clone() };
            values.push(format!("{name} = {value} + 1"));
        }
        let guard = formula.guard.iter().flat_map(|guard| &guard.shared);
        let shared: Vec<&Shared<String>> = guard.chain(&formula.shared).collect();
        let written = || {
            let guards = formula.guard.iter().flat_map(|guard| &guard.values);
            shared.iter().map(|shared| &shared.value).chain(guards).chain(&values)
        };
        // A component that nothing depends on needs no name.
        let zero: Vec<usize> =
            (0..own.len()).filter(|&axis| written().any(|text| has_word(text, &unit.names.shared(axis)))).collect();
        for &axis in &zero {
            let name =
                if dialect.is_wider { format!("int({}, {})", own[axis], dialect.kind) } else { own[axis].clone() };
            body.push(format!("{} = {name} - 1", unit.names.shared(axis)));
        }
        if let Some(guard) = &formula.guard {
            body.extend(guard.shared.iter().map(|shared| dialect.statement(shared)));
            body.push(format!("if (.not. ({})) return", guard.values[0]));
        }
        body.extend(formula.shared.iter().map(|shared| dialect.statement(shared)));
        body.extend(values);
        if body.iter().any(|line| line.ends_with("return")) {
            body.insert(0, format!("{result} = 0"));
        }
        let zero: Vec<String> = zero.into_iter().map(|axis| unit.names.shared(axis)).collect();
        let arguments = own.into_iter().chain(self.size_names()).collect();
        let is_partial = unit.has(Extra::Checks) || if is_apply { unit.expands() } else { unit.pads() };
        let (about, extent) = match (is_apply, is_partial) {
            (true, true) => ("The position of an index; 0 where it has none.", String::new()),
            (true, false) => ("The position of an index.", String::new()),
            (false, true) => ("The index at a position; zeros where there is none.", format!("({})", unit.own("rank"))),
            (false, false) => ("The index at a position.", format!("({})", unit.own("rank"))),
        };
        let declaration = format!("integer({}) :: {result}{extent}", self.kind);
        let function = Function {
            about,
            prefix: if is_apply { "elemental" } else { "pure" },
            what: if is_apply { "apply" } else { "inv" },
            arguments,
            result: [&declaration, result],
            locals: self.locals(dialect.kind, zero, &shared),
            body,
        };
        self.function(text, function);
        Ok(())
    }

    /// Functions for what the language does not have, of those that a text calls.
    fn helpers(&self, text: &mut Text, body: &str) {
        let own = self.unit.request.name.as_str();
        for kind in ["int32", "int64"] {
            let helpers = [
                ("isqrt", ISQRT, ["", ""]),
                ("gcd", GCD, ["", ""]),
                ("shl", SHIFT, ["left", ""]),
                ("shr", SHIFT, ["right", "-"]),
            ];
            for (what, template, [side, sign]) in helpers {
                if body.contains(&format!("{own}_{what}_{kind}(")) {
                    let blanks = [("$own", own), ("$kind", kind), ("$what", what), ("$side", side), ("$sign", sign)];
                    text.filled(template, &blanks);
                }
            }
        }
    }
}

/// Whether a text names a kind, alone or behind a number.
fn has_kind(text: &str, kind: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == kind)
}
