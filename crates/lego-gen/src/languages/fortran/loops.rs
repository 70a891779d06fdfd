//! Subroutines that call another for every element: in the order of the index, in the order of memory. What is called may be a
//! procedure inside the caller's, which sees the caller's variables.

use super::file::Module;
use super::lines;
use crate::error::Error;
use crate::source_file::{SourceFile, What, nest};
use crate::text::{Text, grouped};
use crate::unit::{Integer, Loop};
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
    pub(super) fn visits(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, kind) = (self.unit, self.kind);
        let expressions = self.expressions(What::Apply, Integer::Index, 0);
        let loops = unit.loops(&expressions)?;
        let zero: Vec<String> = (0..unit.rank()).map(|axis| unit.names.shared(axis)).collect();
        let head = |(axis, name): (&Loop, &String)| {
            let end = axis.end(&expressions);
            let last = end.parse::<i128>().map_or_else(|_| grouped(&end) + " - 1", |end| expressions.number(end - 1));
            vec![format!("do {name} = 0, {last}")]
        };
        let one_based: Vec<String> = zero.iter().map(|name| format!("{name} + 1")).collect();
        let exists = if loops.is_open { "if (position > 0) " } else { "" };
        let inside = [
            format!("index = [{}]", one_based.join(", ")),
            format!("position = {}", unit.call("apply", &one_based)),
            format!("{exists}call visit(index, position)"),
        ];
        let heads: Vec<Vec<String>> = loops.axes.iter().zip(&zero).map(head).collect();
        self.subroutine(text, ("each", "the index"), &zero, nest("  ", &heads, &inside, Some("end do")));
        let body = vec![
            format!("do position = 1, {}", unit.call("span", &[])),
            format!("  index = {}", unit.call("inv", &["position".to_owned()])),
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
