//! What the parameters of a layout stand for where it is a piece of another one.

use crate::declaration::Declaration;

/// The values of a declaration's parameters at one place.
pub(super) struct Scope<'t, V> {
    pub(super) declaration: &'t Declaration,
    values: Vec<V>,
    /// How a path writes them, if it can.
    texts: Vec<Option<String>>,
}

impl<'t, V: Copy> Scope<'t, V> {
    /// A value for each parameter, and how a path writes it.
    pub(super) fn new(declaration: &'t Declaration, values: Vec<V>, texts: Vec<Option<String>>) -> Self {
        Self { declaration, values, texts }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.declaration.parameters.iter().position(|own| own == name)
    }

    /// The value of a parameter; `None` for another name.
    pub(super) fn value(&self, name: &str) -> Option<V> {
        self.place(name).map(|k| self.values[k])
    }

    /// How a path writes a parameter, if it can; `None` for another name.
    pub(super) fn text(&self, name: &str) -> Option<Option<&str>> {
        self.place(name).map(|k| self.texts[k].as_deref())
    }
}
