//! The elaboration of pieces: from their arguments to permutations.

use super::elaborator::Elaborator;
use crate::syntax::{self, Cute, Expr, ExprKind, List, Piece};
use crate::text_range::{Located, TextRange};
use crate::world::World;
use lego_core::chain::pieces::named;
use lego_core::chain::{
    Argument, Named, PACKED, Packing, Parameter, Permutation, RegP, Requirement, Scalar, Signed, Site, packed,
};
use lego_core::{Coord, LayoutError};

/// A packed domain over a world.
pub(super) type Packed<'w, V> = Box<dyn Packing<V> + 'w>;

/// Whether what a name stands for is a packed domain.
fn is_packed(named: &Named) -> bool {
    PACKED.iter().any(|packed| packed.name == named.name)
}

/// The only piece of a stage, if that is a packed domain.
pub(super) fn packed_piece(stage: &syntax::Stage) -> Option<&Located<Piece>> {
    match stage.pieces() {
        [piece] => matches!(&piece.node, Piece::Named(named, _) if is_packed(named)).then_some(piece),
        _ => None,
    }
}

/// A permutation over a world.
pub(super) type Permuted<'w, V> = Box<dyn Permutation<V> + 'w>;

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    /// A piece, if nothing is wrong with it.
    pub(super) fn piece(&mut self, site: Site, piece: &Located<Piece>) -> Option<Permuted<'w, W::Value>> {
        let built = match &piece.node {
            Piece::Named(named, _) if is_packed(named) => return self.not_a_bijection(named.name, piece.range),
            Piece::Named(named, arguments) => self.named(named, arguments, piece.range)?,
            Piece::RegP(sizes, s) => self.reg_p(sizes, s)?,
            Piece::GenP(genp) => self.gen_p(site, genp, piece.range)?,
            Piece::Cute(cute) => self.cute(cute, piece.range)?,
            Piece::Linear(dims, images) => self.linear(dims, images)?,
            Piece::Layout(declaration, sizes) => self.layout(site, declaration, sizes, piece.range)?,
        };
        // Products are known to fit before rules, which may multiply.
        self.countable(built.dims(), piece.name(), piece.range).then_some(())?;
        let mut right = true;
        for (argument, element, requirement) in built.requirements() {
            if let Some(Err(error)) = requirement.verdict() {
                let error = match self.padded(piece, &requirement).as_str() {
                    "" => error,
                    instead => error.or_write(instead),
                };
                self.error(error, argument_range(piece, argument, element));
                right = false;
            }
        }
        right.then_some(built)
    }

    fn named(
        &mut self,
        piece: &'static Named,
        arguments: &[syntax::Argument],
        range: TextRange,
    ) -> Option<Permuted<'w, W::Value>> {
        let evaluated = self.arguments(piece, arguments, range)?;
        let built = named(piece.name, &evaluated);
        if built.is_none() {
            // Of right arguments one is a symbol for which the piece has no formula.
            let is_symbol = |argument: &Argument<W::Value>| match argument {
                Argument::Number(number) => number.magnitude.number().is_none(),
                Argument::List(list) => list.iter().any(|value| value.number().is_none()),
            };
            let place = evaluated.iter().position(is_symbol).and_then(|k| arguments.get(k));
            let place = place.map_or(range, syntax::Argument::range);
            let name = self.at(place).as_str().into();
            self.error(LayoutError::ValueNeeded { name }, place);
        }
        built
    }

    /// The padded piece for sizes that do not fit: powers of two, or a multiple. Empty where there is none.
    fn padded(&self, piece: &Located<Piece>, requirement: &Requirement<W::Value>) -> String {
        let Piece::Named(named, arguments) = &piece.node else { return String::new() };
        // The sizes as they are written, and those that are stored.
        let sizes: Vec<&Expr> = match &arguments[..] {
            [syntax::Argument::List(list), ..] => list.iter().collect(),
            _ => arguments.iter().filter_map(syntax::Argument::number).collect(),
        };
        let written: Vec<String> = sizes.iter().map(|size| self.written(size.range)).collect();
        let number = |size: &Expr| match size.node {
            ExprKind::Integer(number) => u64::try_from(number).ok(),
            ExprKind::Name(ref name) => self.parameter(name).and_then(Scalar::number),
            _ => None,
        };
        let power = |size: &Expr| number(size).and_then(u64::checked_next_power_of_two).map(|power| power.to_string());
        match (named.name, requirement) {
            ("Morton", Requirement::PowerOfTwo { .. }) => {
                let stored: Vec<String> = sizes
                    .iter()
                    .zip(&written)
                    .map(|(size, text)| power(size).unwrap_or_else(|| text.clone()))
                    .collect();
                let (written, stored) = (written.join(", "), stored.join(", "));
                format!("Morton({stored}).PadBy([{written}] => [{stored}])")
            }
            ("SwizzleRows", Requirement::PowerOfTwo { .. }) => {
                let ([rows, row], Some(stored), Some(bits)) =
                    (&written[..], sizes.get(1).and_then(|size| power(size)), arguments.get(1))
                else {
                    return String::new();
                };
                let bits = self.written(bits.range());
                format!("SwizzleRows([{rows}, {stored}], {bits}).PadBy([{rows}, {row}] => [{rows}, {stored}])")
            }
            ("BlockCyclic", Requirement::Divides { value, divisor, .. }) => {
                let stored =
                    value.number().zip(divisor.number()).and_then(|(n, dealt)| n.checked_next_multiple_of(dealt));
                let ([n, block, procs], Some(stored)) = (&written[..], stored) else { return String::new() };
                format!("BlockCyclic({stored}, {block}, {procs}).PadBy([{n}] => [{stored}])")
            }
            _ => String::new(),
        }
    }

    /// The packed domain that a stage is, if it is one and nothing is wrong with it.
    pub(super) fn packed(&mut self, piece: &Located<Piece>) -> Option<Packed<'w, W::Value>> {
        let Piece::Named(named, arguments) = &piece.node else { return None };
        let built: Packed<'w, W::Value> = packed(named.name, &self.arguments(named, arguments, piece.range)?)?;
        let fits = self.countable(built.dims(), named.name, piece.range);
        (fits && self.countable(&built.stored(), named.name, piece.range)).then_some(built)
    }

    /// The error for a packed domain where only a bijection may stand.
    fn not_a_bijection<T>(&mut self, name: &str, range: TextRange) -> Option<T> {
        let help = match name {
            "Symmetric" => "no bijection: [i, j], [j, i] share a position",
            _ => "no bijection: some indices have no position",
        };
        self.error(LayoutError::Misplaced { what: name.into(), help: help.into() }, range);
        None
    }

    /// The arguments of a named piece in the world.
    fn arguments(
        &mut self,
        piece: &'static Named,
        arguments: &[syntax::Argument],
        range: TextRange,
    ) -> Option<Vec<Argument<W::Value>>> {
        self.rank(piece.name, arguments.len(), range)?;
        let evaluated: Vec<Option<Argument<W::Value>>> = arguments
            .iter()
            .enumerate()
            .map(|(k, argument)| {
                let parameter = match piece.parameters.listed() {
                    None => Parameter::Size(""),
                    Some((_, parameters)) => *parameters.get(k)?,
                };
                match (parameter, argument) {
                    (Parameter::Pair(_), syntax::Argument::List(list)) => Some(Argument::List(self.sizes(list)?)),
                    (Parameter::Entries(_), syntax::Argument::List(list)) => Some(Argument::List(self.entries(list)?)),
                    (_, syntax::Argument::Number(number)) => {
                        Some(Argument::Number(self.number(piece.name, parameter, number)?))
                    }
                    _ => None,
                }
            })
            .collect();
        evaluated.into_iter().collect()
    }

    fn number(&mut self, piece: &str, parameter: Parameter, expr: &Expr) -> Option<Signed<W::Value>> {
        let natural = |magnitude| Signed { negative: false, magnitude };
        match parameter {
            Parameter::Whole(_) => self.signed(expr),
            Parameter::Natural(name) => self.natural(expr, &format!("{name} of {piece}")).map(natural),
            Parameter::Size(_) | Parameter::Pair(_) | Parameter::Entries(_) => self.size(expr).map(natural),
        }
    }

    fn reg_p(&mut self, sizes: &List, s: &List) -> Option<Permuted<'w, W::Value>> {
        self.rank("RegP", sizes.len(), sizes.range)?;
        let dims = self.sizes(sizes);
        let axes: Vec<Option<i128>> = s.iter().map(|axis| self.literal(axis, "RegP", "a known axis number")).collect();
        let axes: Vec<i128> = axes.into_iter().collect::<Option<_>>()?;
        match RegP::new(dims?, &axes) {
            Ok(piece) => Some(Box::new(piece)),
            Err(error) => {
                let element = match error {
                    LayoutError::NotAPermutation { wrong, repeats, .. } => {
                        // Of a value that repeats, the second one is too many.
                        axes.iter().enumerate().filter(|&(_, &axis)| axis == wrong).nth(repeats.into())
                    }
                    _ => None,
                };
                self.error(error, element.map_or(s.range, |(k, _)| s[k].range));
                None
            }
        }
    }

    /// A rank that an index can have.
    pub(super) fn rank(&mut self, what: &str, found: usize, range: TextRange) -> Option<()> {
        const MOST: usize = <[usize; 0] as Coord>::MAX_RANK;
        if found <= MOST {
            return Some(());
        }
        let (found, most) = (found as u128, MOST as u128);
        self.error(LayoutError::RankTooLarge { what: what.into(), found, most }, range);
        None
    }
}

/// Where an argument stands, or of an element of it.
pub(super) fn argument_range(piece: &Located<Piece>, argument: usize, element: Option<usize>) -> TextRange {
    let arguments = match &piece.node {
        Piece::Named(_, arguments) => arguments,
        // The argument is the number of a leaf.
        Piece::Cute(Cute::Given(_, strides)) => {
            return strides.leaves().get(argument).map_or(piece.range, |stride| stride.range);
        }
        _ => return piece.range,
    };
    match arguments.get(argument) {
        Some(syntax::Argument::List(list)) => element.and_then(|k| list.get(k)).map_or(list.range, |size| size.range),
        Some(syntax::Argument::Number(number)) => number.range,
        None => piece.range,
    }
}
