//! The names that a closure binds, while it is read.

use crate::syntax::{Expr, ExprKind, Let};

/// Bound names with what they stand for, the last one of a name first.
pub(super) struct Scope<'a, V>(Vec<(&'a str, V)>);

impl<'a, V> Scope<'a, V> {
    /// Some names.
    pub(super) fn of(names: impl IntoIterator<Item = (&'a str, V)>) -> Self {
        Self(names.into_iter().collect())
    }

    /// What a name stands for, if it is bound.
    pub(super) fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().rev().find(|(bound, _)| *bound == name).map(|(_, value)| value)
    }

    /// Whether no name is bound.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an expression of sizes uses no bound name.
    pub(super) fn is_free(&self, node: &ExprKind) -> bool {
        match node {
            ExprKind::Integer(_) => true,
            ExprKind::Name(name) => self.get(name).is_none(),
            ExprKind::Negative(inner) => self.is_free(&inner.node),
            ExprKind::Binary(_, left, right) | ExprKind::Call(_, left, right) => {
                self.is_free(&left.node) && self.is_free(&right.node)
            }
            _ => false,
        }
    }

    /// Reads a block: each `let` with those before it bound, then the value. Behind it they are bound no longer, whether it
    /// was read or not.
    ///
    /// # Errors
    /// The first one of `read`.
    pub(super) fn block<E>(
        &mut self,
        lets: &'a [Let],
        value: &'a Expr,
        mut read: impl FnMut(&mut Self, &'a Expr) -> Result<V, E>,
    ) -> Result<V, E> {
        let outside = self.0.len();
        let bound = lets.iter().try_for_each(|binding| {
            let value = read(self, &binding.value)?;
            self.0.push((&binding.name.node, value));
            Ok(())
        });
        let value = bound.and_then(|()| read(self, value));
        self.0.truncate(outside);
        value
    }
}
