//! A layout that is written as a file of a language, and what every language asks of it first.

use super::names::{Names, Reserved};
use super::printing::too_long;
use crate::error::Error;
use crate::extra::Extra;
use crate::request::Request;
use lego_expr::{Dialect, Id, Unknown, legal, print_alone};
use lego_lang::compile::{Compiled, SimplifiedMap};

/// A layout that is written as a file of a language.
pub(crate) struct Unit<'a> {
    pub(crate) compiled: &'a Compiled,
    pub(crate) request: &'a Request,
    pub(crate) names: Names,
}

/// The most indices of which a table is written.
const MOST_IN_TABLE: i128 = 1 << 16;

impl<'a> Unit<'a> {
    /// A layout with names that the language allows.
    ///
    /// # Errors
    /// A name that the language has for something else, or that the file needs itself.
    pub(crate) fn new(compiled: &'a Compiled, request: &'a Request, reserved: &Reserved) -> Result<Self, Error> {
        if !compiled.unproved.is_empty() && compiled.unproved.iter().any(|unproved| unproved.paths.is_some()) {
            return Err(Error::new(
                "a function named by path cannot be written in another language: give it as closures",
            ));
        }
        let names = Names::new(compiled, request, reserved)?;
        Ok(Self { compiled, request, names })
    }

    /// The number of axes.
    pub(crate) fn rank(&self) -> usize {
        self.compiled.dims.len()
    }

    /// Whether sizes are symbols.
    pub(crate) fn has_sizes(&self) -> bool {
        !self.names.sizes.is_empty()
    }

    /// Whether some indices may have no position.
    pub(crate) fn expands(&self) -> bool {
        self.is_partial(&self.compiled.apply)
    }

    /// Whether some positions may have no index.
    pub(crate) fn pads(&self) -> bool {
        self.is_partial(&self.compiled.inv)
    }

    fn is_partial(&self, map: &SimplifiedMap) -> bool {
        map.guards().iter().any(|&guard| self.compiled.arena.number(guard).is_none_or(|truth| truth == 0))
    }

    /// A number, if a size is one.
    pub(crate) fn number(&self, id: Id) -> Option<i128> {
        self.compiled.arena.number(id)
    }

    /// Whether the file has something besides both directions.
    pub(crate) fn has(&self, extra: Extra) -> bool {
        self.request.has(extra)
    }

    /// The name of a function or a constant of the file.
    pub(crate) fn own(&self, what: &str) -> String {
        format!("{}_{what}", self.request.name)
    }

    /// The names that a module exports: of its functions, its table and its loops.
    pub(crate) fn public(&self, loops: &[&str]) -> Vec<String> {
        let mut public = vec!["apply", "inv", "dims", "span"];
        public.extend(self.has_sizes().then_some("check"));
        public.extend(self.has(Extra::Strides).then_some("strides"));
        public.extend(self.has(Extra::Table).then_some("table"));
        public.extend(loops.iter().filter(|_| self.has(Extra::Loops)));
        public.into_iter().map(|what| self.own(what)).collect()
    }

    /// A call of a function of the file: some arguments, and then the sizes.
    pub(crate) fn call(&self, what: &str, arguments: &[String]) -> String {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(self.names.sizes()).collect();
        format!("{}({})", self.own(what), arguments.join(", "))
    }

    /// The same in capitals.
    pub(crate) fn constant(&self, what: &str) -> String {
        format!("{}_{what}", self.request.name).to_uppercase()
    }

    /// Sizes of the layout as texts, without names for what they share.
    ///
    /// # Errors
    /// Texts that would be far longer than there are operations.
    pub(crate) fn sizes<D: Dialect>(&self, ids: &[Id], dialect: &D) -> Result<Vec<D::Output>, Error> {
        let arena = &self.compiled.arena;
        let form = legal(arena, ids, &[], dialect.abilities(), &Unknown);
        print_alone(arena, &form.roots, dialect, &form).map_err(too_long)
    }

    /// The steps of the position along all axes.
    ///
    /// # Errors
    /// An axis along which steps differ.
    pub(crate) fn strides(&self) -> Result<Vec<Id>, Error> {
        let strides = self.compiled.strides.iter().enumerate();
        strides
            .map(|(axis, stride)| {
                stride.ok_or_else(|| {
                    Error::new(format!(
                        "no strides: a step along axis {axis} does not move the position by the same everywhere; leave \
                         `strides` out"
                    ))
                })
            })
            .collect()
    }

    /// The position of every index in row-major order, `None` where there is none.
    ///
    /// # Errors
    /// Sizes that are symbols, or too many indices.
    pub(crate) fn table(&self) -> Result<Vec<Option<u64>>, Error> {
        if let Some(size) = self.compiled.parameters.first() {
            return Err(Error::of_size(
                size,
                format!("no table: {size} has no value; give it one with --let {size}=…"),
            ));
        }
        let count = self.number(self.compiled.count).unwrap_or(i128::MAX);
        if count > MOST_IN_TABLE {
            let message = format!("no table: {count} indices are more than {MOST_IN_TABLE}; leave `table` out");
            return Err(Error::new(message));
        }
        let dims: Vec<u64> = self.compiled.dims.iter().map(|&id| self.number(id).unwrap_or(0) as u64).collect();
        let evaluator = self.compiled.apply.map.evaluator(&self.compiled.arena);
        let position = |flat: u64| {
            let (mut rest, mut index) = (flat, vec![0; dims.len()]);
            for (component, extent) in index.iter_mut().zip(&dims).rev() {
                (*component, rest) = (rest % extent, rest / extent);
            }
            evaluator.run(&index).map(|values| values[0])
        };
        Ok((0..count as u64).map(position).collect())
    }
}
