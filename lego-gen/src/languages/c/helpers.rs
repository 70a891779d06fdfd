//! The functions that a file has for what C has not.

use crate::text::Text;
use crate::unit::Helpers;

/// By bits from the highest: without floating point, and for constants too.
const ISQRT: &str = "\
/// The integer square root of x, which is not below zero.
$function $type $own_isqrt($type x) {
    $type root = 0;
    $type bit = ($type)1 << $highest;
    while (bit > x) {
        bit >>= 2;
    }
    while (bit != 0) {
        if (x >= root + bit) {
            x -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    return root;
}
";

const MIN: &str = "\
$function $type $own_min($type x, $type b) {
    return x < b ? x : b;
}
";

const MAX: &str = "\
$function $type $own_max($type x, $type b) {
    return x > b ? x : b;
}
";

const GCD: &str = "\
/// The greatest common divisor of x and b, which are not below zero.
$function $type $own_gcd($type x, $type b) {
    while (b != 0) {
        const $type r = x % b;
        x = b;
        b = r;
    }
    return x;
}
";

/// The helpers of an integer type; `own` is what their names begin with.
pub(super) fn write(text: &mut Text, helpers: Helpers, function: &str, own: &str, integer: (&str, u32)) {
    let (type_name, bits) = integer;
    let highest = (bits - 2).to_string();
    let blanks = [("$function", function), ("$type", type_name), ("$own", own), ("$highest", &highest)];
    for (is_needed, template) in [(helpers.min, MIN), (helpers.max, MAX), (helpers.isqrt, ISQRT), (helpers.gcd, GCD)] {
        if is_needed {
            text.filled(template, &blanks);
        }
    }
}
