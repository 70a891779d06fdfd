//! Arithmetic of what must hold between arguments: exact, or nothing.
//!
//! What `#[lego_kernel(where …)]` writes calls these on the host; a side that overflows or divides by zero has no value, and
//! the fact does not hold.

use crate::launch::Error;

macro_rules! checked {
    ($($name:ident = $checked:ident;)*) => {
        $(
            #[doc = concat!("`i128::", stringify!($checked), "` of values that may not be there.")]
            pub fn $name(left: Option<i128>, right: Option<i128>) -> Option<i128> {
                left?.$checked(right?)
            }
        )*
    };
}
checked! {
    add = checked_add;
    sub = checked_sub;
    mul = checked_mul;
    div = checked_div;
    rem = checked_rem;
}

/// That a fact holds: whether its sides compare, if both have a value.
///
/// # Errors
/// [`Error::Fact`] with the names in it and their values.
pub fn holds(
    kernel: &'static str,
    fact: &'static str,
    sides: [Option<i128>; 2],
    compares: impl Fn(&i128, &i128) -> bool,
    names: &[(&'static str, Option<i128>)],
) -> Result<(), Error> {
    match sides {
        [Some(left), Some(right)] if compares(&left, &right) => Ok(()),
        _ => {
            let values = names.iter().filter_map(|(name, value)| Some((*name, (*value)?))).collect();
            Err(Error::Fact { kernel, fact, values })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_does_not_hold() {
        let always = |_: &i128, _: &i128| true;
        let none = [div(Some(1), Some(0)), rem(Some(1), Some(0)), mul(Some(i128::MAX), Some(2)), add(None, Some(1))];
        for side in none {
            assert!(holds("k", "f", [side, Some(1)], always, &[]).is_err(), "{side:?}");
            assert!(holds("k", "f", [Some(1), side], always, &[]).is_err(), "{side:?}");
        }
        assert!(holds("k", "f", [sub(Some(3), Some(1)), Some(2)], i128::eq, &[]).is_ok());
        assert!(holds("k", "f", [Some(3), Some(2)], i128::eq, &[]).is_err());
    }
}
