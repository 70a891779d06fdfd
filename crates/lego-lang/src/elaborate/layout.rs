//! The elaboration of a layout that stands as a piece: its chain over the sizes that it is given.

use super::elaborated::Unverified;
use super::elaborator::Elaborator;
use super::piece::Permuted;
use super::scope::Scope;
use super::size::Amount;
use crate::declaration::{Declaration, heads};
use crate::diagnostic::Errors;
use crate::syntax::{Expr, ExprKind, Function, GenP};
use crate::text_range::{Located, TextRange};
use crate::world::World;
use lego_core::LayoutError;
use lego_core::chain::pieces::Nested;
use lego_core::chain::{Chain, Scalar, Site, Stage};

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    /// A layout as a piece, if it is a bijection and nothing is wrong with it for these sizes.
    pub(super) fn layout(
        &mut self,
        site: Site,
        declaration: &Declaration,
        sizes: &[Expr],
        range: TextRange,
    ) -> Option<Permuted<'w, W::Value>> {
        let chain = self.layout_chain(site, declaration, sizes, range)?;
        let partial = chain.stages().iter().find(|stage| match stage {
            Stage::ExpandBy { stored: one, extended: other } | Stage::PadBy { logical: one, stored: other } => {
                one != other
            }
            Stage::Packed(_) => true,
            _ => false,
        });
        if let Some(partial) = partial {
            let help = format!("its {} makes it no bijection", partial.name());
            let what = declaration.name.as_str().into();
            self.error(LayoutError::Misplaced { what, help: help.as_str().into() }, range);
            return None;
        }
        Some(Box::new(Nested::new(chain)))
    }

    /// The chain of a layout that is declared beside the text.
    ///
    /// What is to be proved or asserted of it comes to what is to be proved of the text that it stands in.
    pub(super) fn layout_chain(
        &mut self,
        site: Site,
        declaration: &Declaration,
        sizes: &[Expr],
        range: TextRange,
    ) -> Option<Chain<'w, W::Value>> {
        let what = |k: usize| format!("{} of {}", declaration.parameters[k], declaration.name);
        let values: Vec<Option<W::Value>> = (0..).zip(sizes).map(|(k, size)| self.natural(size, &what(k))).collect();
        let values = values.into_iter().collect::<Option<Vec<_>>>()?;
        let texts = sizes.iter().map(|size| self.text_in_path(size)).collect();
        let mut inner = Elaborator::new(declaration.reading.text(), self.world.clone(), Errors::default());
        inner.scope = Some(Scope::new(declaration, values, texts));
        inner.entries = self.entries;
        let reading = &declaration.reading;
        let elaborated = match inner.finish(&reading.stages(), &reading.partial().facts) {
            Ok(elaborated) => elaborated,
            Err(errors) => {
                for diagnostic in errors {
                    self.error(diagnostic.error, range);
                }
                return None;
            }
        };
        self.demands.extend(elaborated.demands.into_iter().map(|(_, requirement)| (range, requirement)));
        self.extents.extend(elaborated.extents.into_iter().map(|(_, extent)| (range, extent)));
        self.facts.extend(elaborated.facts.into_iter().map(|(_, fact)| (range, fact)));
        self.genps.extend(elaborated.genps.into_iter().map(|genp| Unverified { site, range, ..genp }));
        self.closures |= elaborated.closures;
        self.unchecked |= elaborated.unchecked;
        self.entries = elaborated.entries;
        Some(elaborated.chain)
    }

    /// A size as the argument of a path: a number or a name.
    fn text_in_path(&mut self, size: &Expr) -> Option<String> {
        if let ExprKind::Name(name) = &size.node {
            let given = self.scope.as_ref().and_then(|scope| scope.text(name));
            return given.map_or_else(|| Some(name.clone()), |text| text.map(str::to_owned));
        }
        // What is wrong with the size, and what it demands, has been said.
        let (errors, demands) = (self.errors.clone(), self.demands.len());
        let amount = self.amount(size);
        self.errors = errors;
        self.demands.truncate(demands);
        match amount? {
            Amount::Number(value) => Some(value.to_string()),
            Amount::Symbol(value) => value.number().map(|value| value.to_string()),
        }
    }

    /// The functions with paths as they are written where the text stands: with what its parameters stand for.
    pub(super) fn with_own_paths(&mut self, genp: &GenP) -> Option<GenP> {
        let mut own = genp.clone();
        self.write_own_path(&mut own.apply)?;
        if let Some(inverse) = &mut own.inverse {
            self.write_own_path(inverse)?;
        }
        Some(own)
    }

    fn write_own_path(&mut self, function: &mut Located<Function>) -> Option<()> {
        let Some(scope) = &self.scope else { return Some(()) };
        let Function::Path(path) = &mut function.node else { return Some(()) };
        let mut written = String::new();
        let mut end = 0;
        for (at, word) in heads(path) {
            written.push_str(&path[end..at]);
            end = at + word.len();
            match scope.text(word) {
                None => written.push_str(word),
                Some(Some(text)) => written.push_str(text),
                Some(None) => {
                    let what = format!("the {word} of {path}");
                    let help = "its size is an expression; name it as a const";
                    self.error(
                        LayoutError::Misplaced { what: what.as_str().into(), help: help.into() },
                        function.range,
                    );
                    return None;
                }
            }
        }
        written.push_str(&path[end..]);
        *path = written;
        Some(())
    }
}
