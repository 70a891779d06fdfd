//! The integer type in which a map is computed: the narrowest that its interface, and every value on the way, fits.

use lego_expr::{Extremes, Id};

/// The integer type in which a map is computed where indices and positions are of another, its interface's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Width {
    /// The type.
    pub integer: &'static str,
    /// Sizes that are symbols may need more: values made of them that must be at most `most` for the type to do.
    pub peaks: Vec<Id>,
    /// Those of the peaks that are computed themselves, made of nothing but sizes.
    pub of_sizes: Vec<Id>,
    /// The largest value of the type, as far as the peaks are concerned.
    pub most: u128,
    /// The type that does where a peak is larger.
    pub wide: &'static str,
}

impl Width {
    /// One type, whatever the sizes.
    fn always(integer: &'static str) -> Self {
        Self { integer, peaks: Vec::new(), of_sizes: Vec::new(), most: 0, wide: integer }
    }

    /// The type for values between extremes where the interface is `usize`: none narrower than that on any platform.
    #[must_use]
    pub fn of_index(extremes: &Extremes) -> Self {
        match Self::by_numbers(extremes, "usize") {
            Some(width) => width,
            // Wide enough for any size, and for what a closure takes below zero.
            None if extremes.least != Some(0) => Self::always("i128"),
            None => match &extremes.peaks {
                None => Self::always("u128"),
                Some(peaks) if peaks.is_empty() => Self::always("usize"),
                // The type has no number here: it is 32 or 64 bits.
                Some(peaks) => Self {
                    integer: "usize",
                    peaks: peaks.clone(),
                    of_sizes: extremes.of_sizes.clone(),
                    most: u128::from(u64::MAX),
                    wide: "u128",
                },
            },
        }
    }

    /// The type for values between extremes where the interface is `u32`, and sizes are known to fit that.
    #[must_use]
    pub fn of_u32(extremes: &Extremes) -> Self {
        if let Some(width) = Self::by_numbers(extremes, "u32") {
            return width;
        }
        let signed = extremes.least != Some(0);
        let far = extremes.least.is_none_or(|least| least < i128::from(i64::MIN));
        match &extremes.peaks {
            None if signed => Self::always("i128"),
            None => Self::always("u128"),
            Some(_) if far => Self::always("i128"),
            Some(peaks) => {
                let (integer, most, wide) =
                    if signed { ("i64", i64::MAX as u64, "i128") } else { ("u32", u64::from(u32::MAX), "u64") };
                if peaks.is_empty() {
                    Self::always(integer)
                } else {
                    let of_sizes = extremes.of_sizes.clone();
                    Self { integer, peaks: peaks.clone(), of_sizes, most: u128::from(most), wide }
                }
            }
        }
    }

    /// How many bits the type has, where indices have 64.
    ///
    /// ```
    /// use lego_lang::compile::{Options, Width, compile};
    /// let layout = compile("Row(4, 8)", &Options::default()).unwrap();
    /// assert_eq!(Width::of_index(&layout.apply.extremes).bits(), 64);
    /// ```
    #[must_use]
    pub fn bits(&self) -> u32 {
        match self.integer {
            "u32" => 32,
            "u128" | "i128" => 128,
            _ => 64,
        }
    }

    fn by_numbers(extremes: &Extremes, interface: &'static str) -> Option<Self> {
        let largest = extremes.largest?;
        let fits_signed = |least: i128| least >= i128::from(i64::MIN) && largest <= i64::MAX as u128;
        Some(Self::always(match extremes.least {
            Some(0) if largest <= u128::from(u32::MAX) => interface,
            Some(0) if largest <= u128::from(u64::MAX) => "u64",
            Some(0) => "u128",
            Some(least) if fits_signed(least) => "i64",
            _ => "i128",
        }))
    }
}
