//! Layouts that break their laws.

use crate::mapping::{Layout, Mapping, Runs};

/// A layout that breaks every law that it can, in the way that `lie` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Broken {
    pub(crate) lie: usize,
}

impl Broken {
    pub(crate) const LIES: core::ops::Range<usize> = 0..13;
}

impl Mapping for Broken {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        [4, 6]
    }

    fn span(&self) -> usize {
        24
    }

    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        match self.lie {
            0 => usize::MAX,
            1 => 24,
            2 => 0,
            _ => i * 6 + j,
        }
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        match self.lie {
            3 => Some(1),
            4 => Some(isize::MIN),
            5 => Some([1, isize::MAX][axis]),
            6 => Some([isize::MIN, 1][axis]),
            _ => None,
        }
    }

    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        match self.lie {
            3..7 => Some((usize::MAX, self.stride(axis)?)),
            7 => Some((0, 1)),
            8 => Some((5, 1)),
            _ => None,
        }
    }

    fn runs(&self, axis: usize) -> Option<Runs> {
        let (len, phase) = match self.lie {
            9 => (0, 5),
            10 => (3, 7),
            11 => (usize::MAX, usize::MAX),
            12 => (usize::MAX, usize::MAX - 1),
            _ => {
                let (len, step) = self.run(axis)?;
                return Some(Runs { len, phase: 0, step });
            }
        };
        Some(Runs { len, phase, step: 1 })
    }
}

impl Layout for Broken {
    type Preimage = Option<[usize; 2]>;

    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        match self.lie {
            0 => Some([usize::MAX; 2]),
            1 => None,
            _ => Some([position / 6, position % 6]),
        }
    }
}
