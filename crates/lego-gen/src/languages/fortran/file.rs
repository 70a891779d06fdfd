//! A whole module of Fortran.

use super::dialect::Expressions;
use super::lines;
use crate::error::Error;
use crate::extra::Extra;
use crate::source_file::{ABOUT, Direction, Function, Given, Parts, Section, SourceFile, What};
use crate::text::{Text, has_word};
use crate::unit::{Computed, Integer, Unit};

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

/// What the parts of a module are made of.
pub(super) struct Module<'f, 'u> {
    pub(super) unit: &'f Unit<'u>,
    /// The kind of indices, positions and sizes.
    pub(super) kind: &'static str,
}

impl Module<'_, '_> {
    fn integer(&self, integer: Integer) -> &'static str {
        if integer == Integer::Index { self.kind } else { "int64" }
    }

    /// What a function calls its result.
    fn result(what: What) -> &'static str {
        match what {
            What::Check => "holds",
            What::Apply => "position",
            What::Inv => "index",
            _ => what.name(),
        }
    }

    /// The declarations of values that are computed ahead.
    fn locals(&self, function: &Function<'_>, zero_based: &[usize]) -> Vec<String> {
        let names = |is_truth: bool| {
            let shared = function.shared.iter().filter(move |shared| shared.is_truth == is_truth);
            shared.map(|shared| shared.name.clone())
        };
        let integers = zero_based.iter().map(|&axis| self.unit.names.shared(axis)).chain(names(false)).collect();
        let kind = format!("integer({})", self.integer(function.integer));
        [(kind, integers), ("logical".to_owned(), names(true).collect::<Vec<_>>())]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(of_type, names)| format!("{of_type} :: {}", names.join(", ")))
            .collect()
    }

    /// The table, and the line after which the functions come.
    fn contains(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
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
        Ok(())
    }
}

impl SourceFile for Module<'_, '_> {
    type Expressions<'d>
        = Expressions<'d>
    where
        Self: 'd;

    /// The table stands in the head.
    const ORDER: &'static [Section] = &[
        Section::Function(What::Check),
        Section::Function(What::Dims),
        Section::Function(What::Span),
        Section::Function(What::Strides),
        Section::Function(What::Apply),
        Section::Function(What::Inv),
        Section::Loops,
        Section::Helpers,
    ];

    fn unit(&self) -> &Unit<'_> {
        self.unit
    }

    fn computed(&self) -> Result<Computed, Error> {
        let types = [Integer::Index, Integer::Signed64];
        self.unit.computed(if self.kind == "int32" { &types } else { &types[..1] })
    }

    /// 64 bits, so that products of sizes of 32 have room.
    fn tested_in(&self) -> Integer {
        Integer::Signed64
    }

    /// The first names of values that are computed ahead are those of the components of an index, or of the position,
    /// counted from 0.
    fn expressions(&self, what: What, integer: Integer, first: usize) -> Expressions<'_> {
        let names = &self.unit.names;
        let from_zero = names.index.iter().enumerate().map(|(axis, name)| (name.clone(), names.shared(axis)));
        let before = match what {
            What::Apply => self.unit.rank(),
            What::Inv => 1,
            _ => 0,
        };
        Expressions {
            names,
            own: &self.unit.request.name,
            first: before + first,
            kind: self.integer(integer),
            is_wider: self.integer(integer) != self.kind,
            from_zero: from_zero.chain([(names.position.clone(), names.shared(0))]).collect(),
        }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        match what {
            What::Dims => ("The extents: the components of an index are at most these", ""),
            What::Span => ("The number of positions that an array must have", ""),
            What::Inv => (ABOUT[what as usize], "; zeros where there is none"),
            _ => (ABOUT[what as usize], "; 0 where it has none"),
        }
    }

    /// The comment, the module's interface, and its constants.
    fn head(&self, text: &mut Text, _: &Parts, rest: &str) -> Result<(), Error> {
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
        let public = unit.public(&["each", "each_in_memory", "visitor"]);
        text.lines("", lines::statement("  ", &format!("public :: {}", public.join(", "))));
        text.blank();
        if unit.has(Extra::Loops) {
            self.visitor(text);
        }
        self.contains(text)
    }

    fn foot(&self, text: &mut Text) -> Result<(), Error> {
        text.line(format!("end module {}", self.unit.request.name));
        Ok(())
    }

    /// Those that the functions call.
    fn helpers(&self, text: &mut Text, _: &Parts) {
        let own = self.unit.request.name.as_str();
        let sections = text.as_str().to_owned();
        for kind in ["int32", "int64"] {
            let helpers = [
                ("isqrt", ISQRT, ["", ""]),
                ("gcd", GCD, ["", ""]),
                ("shl", SHIFT, ["left", ""]),
                ("shr", SHIFT, ["right", "-"]),
            ];
            for (what, template, [side, sign]) in helpers {
                let blanks = [("$own", own), ("$kind", kind), ("$what", what), ("$side", side), ("$sign", sign)];
                text.needed(&[(sections.contains(&format!("{own}_{what}_{kind}(")), template)], &blanks);
            }
        }
    }

    /// A function, in which arguments that do not occur are said to be unused.
    fn function(&self, text: &mut Text, function: Function<'_>) {
        let (unit, what) = (self.unit, function.what);
        let (name, result, kind) = (unit.own(what.name()), Self::result(what), self.kind);
        let arguments: Vec<&str> = function.own.iter().map(String::as_str).chain(unit.names.sizes()).collect();
        // A component that nothing depends on needs no name.
        let occurs = |axis: &usize| function.body.iter().any(|line| has_word(line, &unit.names.shared(*axis)));
        let zero_based: Vec<usize> = (0..function.own.len()).filter(occurs).collect();
        let mut body = function.checks.clone();
        for &axis in &zero_based {
            let (own, wide) = (&function.own[axis], self.integer(function.integer));
            let own = if wide == kind { own.clone() } else { format!("int({own}, {wide})") };
            body.push(format!("{} = {own} - 1", unit.names.shared(axis)));
        }
        body.extend(function.body.iter().cloned());
        if what == What::Check || what.is_direction() && body.iter().any(|line| line.ends_with("return")) {
            let none = if what == What::Check { ".false." } else { "0" };
            body.insert(0, format!("{result} = {none}"));
        }
        text.lines("", lines::comment("  !>", &function.about));
        let prefix = if what == What::Apply { "elemental" } else { "pure" };
        let head = format!("{prefix} function {name}({}) result({result})", arguments.join(", "));
        text.lines("", lines::statement("  ", &head));
        let declare = |text: &mut Text, line: &str| text.lines("", lines::statement("    ", line));
        if !arguments.is_empty() {
            declare(text, &format!("integer({kind}), intent(in) :: {}", arguments.join(", ")));
        }
        match what {
            What::Check => declare(text, "logical :: holds"),
            What::Span | What::Apply => declare(text, &format!("integer({kind}) :: {result}")),
            _ => declare(text, &format!("integer({kind}) :: {result}({})", unit.own("rank"))),
        }
        self.locals(&function, &zero_based).iter().for_each(|line| declare(text, line));
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

    fn unless(&self, what: What, condition: &str, words: &str) -> Vec<String> {
        let comment = (what == What::Check).then(|| format!("! {words}"));
        comment.into_iter().chain([format!("if (.not. ({condition})) return")]).collect()
    }

    fn outside(&self, direction: &Direction<'_>) -> Vec<String> {
        let check = self.unit.has_sizes().then(|| format!("if (.not. {}) return", self.unit.call("check", &[])));
        let outside = direction.own.iter().zip(&direction.bounds);
        let outside: Vec<String> = outside.map(|(name, bound)| format!("{name} < 1 .or. {name} > {bound}")).collect();
        check.into_iter().chain([format!("if ({}) return", outside.join(" .or. "))]).collect()
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let (what, result) = (given.what, Self::result(given.what));
        let is_wider = self.integer(given.integer) != self.kind;
        let values = given.values.iter().enumerate().map(|(axis, value)| {
            let place =
                if matches!(what, What::Span | What::Apply) { String::new() } else { format!("({})", axis + 1) };
            let value = if is_wider { format!("int({value}, {})", self.kind) } else { value.clone() };
            format!("{result}{place} = {value}{}", if what.is_direction() { " + 1" } else { "" })
        });
        let holds = (what == What::Check).then(|| "holds = .true.".to_owned());
        values.chain(holds).collect()
    }

    fn table(&self, _: &mut Text, _: &[Option<u64>]) -> Result<(), Error> {
        Ok(())
    }

    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        self.visits(text)
    }
}

/// Whether a text names a kind, alone or behind a number.
fn has_kind(text: &str, kind: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == kind)
}
