//! The elaboration of linear layouts: numbers that are known, and a matrix that has an inverse.

use super::elaborator::Elaborator;
use super::piece::Permuted;
use crate::syntax::{Expr, List};
use crate::text_range::Located;
use crate::world::World;
use lego_core::LayoutError;
use lego_core::chain::pieces::{Linear, LinearPart};

/// What a number of a linear layout has to be.
const KNOWN: &str = "a known number, such as 4 or a const";

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    /// A linear layout as a piece, if it is a bijection.
    pub(super) fn linear(&mut self, dims: &List, images: &Located<Vec<List>>) -> Option<Permuted<'w, W::Value>> {
        self.rank("Linear", dims.len(), dims.range)?;
        let sizes: Vec<Option<u64>> = dims.iter().map(|dim| self.bit_number(dim)).collect();
        let components: Vec<Option<Vec<u64>>> = images
            .iter()
            .map(|image| image.iter().map(|component| self.bit_number(component)).collect::<Vec<_>>())
            .map(|image| image.into_iter().collect())
            .collect();
        let sizes = sizes.into_iter().collect::<Option<Vec<_>>>()?;
        let components = components.into_iter().collect::<Option<Vec<_>>>()?;
        match Linear::new(self.world.constant(0), &sizes, &components) {
            Ok(piece) => Some(Box::new(piece)),
            Err((part, error)) => {
                let range = match part {
                    LinearPart::Dim(k) => dims[k].range,
                    LinearPart::Component(bit, k) => images[bit][k].range,
                    LinearPart::Image(bit) => images[bit].range,
                    LinearPart::Images => images.range,
                };
                self.error(error, range);
                None
            }
        }
    }

    /// A number of 64 bits that the text alone determines.
    fn bit_number(&mut self, expr: &Expr) -> Option<u64> {
        let value = self.literal(expr, "Linear", KNOWN)?;
        let error = match u64::try_from(value) {
            Ok(number) => return Some(number),
            Err(_) if value < 0 => LayoutError::TooSmall { what: "a number of Linear".into(), value, least: 0 },
            Err(_) => LayoutError::Overflow { what: self.at(expr.range).as_str().into(), bits: 64 },
        };
        self.error(error, expr.range);
        None
    }
}
