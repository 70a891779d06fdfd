//! Subroutines that call another for every element: in the order of the index, in the order of memory. What is called may be a
//! procedure inside the caller's, which sees the caller's variables.

use super::file::Module;
use super::lines;
use crate::error::Error;
use crate::text::{Text, grouped};
use crate::unit::Integer;
use lego_expr::Dialect;

impl Module<'_, '_> {
    /// The interface of what is called.
    pub(super) fn visitor(&self, text: &mut Text) {
        let (unit, kind) = (self.unit, self.kind);
        let (name, rank) = (unit.own("visitor"), unit.own("rank"));
        text.line("  abstract interface");
        text.line("    !> What is called for an element.");
        text.line(format!("    subroutine {name}(index, position)"));
        text.line(format!("      import :: {kind}, {rank}"));
        text.line(format!("      integer({kind}), intent(in) :: index({rank}), position"));
        text.line(format!("    end subroutine {name}"));
        text.line("  end interface");
        text.blank();
    }

    /// Both subroutines. The loops count from 0, as the ends of partial tiles do.
    pub(super) fn loops(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, kind) = (self.unit, self.kind);
        let dialect = self.dialect(Integer::Index, unit.rank());
        let loops = unit.loops(&dialect)?;
        let zero: Vec<String> = (0..unit.rank()).map(|axis| unit.names.shared(axis)).collect();
        let (mut body, mut indent) = (Vec::new(), String::new());
        for (axis, name) in loops.axes.iter().zip(&zero) {
            let end = axis.end(&dialect);
            let last = end.parse::<i128>().map_or_else(|_| grouped(&end) + " - 1", |end| dialect.number(end - 1));
            body.push(format!("{indent}do {name} = 0, {last}"));
            indent.push_str("  ");
        }
        let one_based: Vec<String> = zero.iter().map(|name| format!("{name} + 1")).collect();
        let arguments: Vec<&str> = one_based.iter().map(String::as_str).chain(unit.names.sizes()).collect();
        body.push(format!("{indent}index = [{}]", one_based.join(", ")));
        body.push(format!("{indent}position = {}({})", unit.own("apply"), arguments.join(", ")));
        let exists = if loops.is_open { "if (position > 0) " } else { "" };
        body.push(format!("{indent}{exists}call visit(index, position)"));
        for _ in &loops.axes {
            indent.truncate(indent.len() - 2);
            body.push(format!("{indent}end do"));
        }
        self.subroutine(text, ("each", "the index"), &zero, body);
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let arguments: Vec<&str> = ["position"].into_iter().chain(sizes.iter().copied()).collect();
        let body = vec![
            format!("do position = 1, {}({})", unit.own("span"), sizes.join(", ")),
            format!("  index = {}({})", unit.own("inv"), arguments.join(", ")),
            format!("  if (index(1) > 0_{kind}) call visit(index, position)"),
            "end do".to_owned(),
        ];
        self.subroutine(text, ("each_in_memory", "memory"), &[], body);
        Ok(())
    }

    fn subroutine(&self, text: &mut Text, (what, order): (&str, &str), locals: &[String], body: Vec<String>) {
        let (unit, kind, name) = (self.unit, self.kind, self.unit.own(what));
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let arguments: Vec<&str> = sizes.iter().copied().chain(["visit"]).collect();
        let about =
            format!("Calls visit for every element once, with its index and its position, in the order of {order}.");
        text.lines("", lines::comment("  !>", &about));
        text.lines("", lines::statement("  ", &format!("subroutine {name}({})", arguments.join(", "))));
        let declare = |line: String| lines::statement("    ", &line);
        if !sizes.is_empty() {
            text.lines("", declare(format!("integer({kind}), intent(in) :: {}", sizes.join(", "))));
        }
        text.lines("", declare(format!("procedure({}) :: visit", unit.own("visitor"))));
        text.lines("", declare(format!("integer({kind}) :: index({}), position", unit.own("rank"))));
        if !locals.is_empty() {
            text.lines("", declare(format!("integer({kind}) :: {}", locals.join(", "))));
        }
        for line in body {
            let inner = line.trim_start();
            text.lines("", lines::statement(&" ".repeat(4 + line.len() - inner.len()), inner));
        }
        text.line(format!("  end subroutine {name}"));
        text.blank();
    }
}
