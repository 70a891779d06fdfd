//! The functions that a file has for what C has not.

use super::flavour::Flavour;
use crate::text::Text;
use crate::unit::Helpers;

/// By bits from the highest: without floating point, and for constants too.
const ISQRT: &str = "\
/// The integer square root of x, which is not below zero.
$function$type $own_isqrt($type x) {
    $type root = 0;
    $type bit = $one << $highest;
    while (bit > x$ends) {
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
$function$type $own_min($type x, $type b) {
    return x < b ? x : b;
}
";

const MAX: &str = "\
$function$type $own_max($type x, $type b) {
    return x > b ? x : b;
}
";

const GCD: &str = "\
/// The greatest common divisor of x and b, which are not below zero.
$function$type $own_gcd($type x, $type b) {
    while (b != 0) {
        $local$type r = x % b;
        x = b;
        b = r;
    }
    return x;
}
";

/// The helpers of an integer type; `own` is what their names begin with.
pub(super) fn write(text: &mut Text, helpers: Helpers, flavour: &Flavour, own: &str, integer: (&str, u32)) {
    let (type_name, bits) = integer;
    let highest = (bits - 2).to_string();
    let function = if flavour.function.is_empty() { String::new() } else { format!("{} ", flavour.function) };
    // What is below zero is never used, but may be asked for.
    let ends = if flavour.habits.is_eager { " && bit != 0" } else { "" };
    let blanks = [
        ("$function", function.as_str()),
        ("$type", type_name),
        ("$one", &flavour.converted("1", type_name)),
        ("$own", own),
        ("$highest", &highest),
        ("$ends", ends),
        ("$local", flavour.habits.local()),
    ];
    let has_min_max = flavour.habits.min_max(bits).is_some();
    let (min, max) = (helpers.min && !has_min_max, helpers.max && !has_min_max);
    text.needed(&[(min, MIN), (max, MAX), (helpers.isqrt, ISQRT), (helpers.gcd, GCD)], &blanks);
}
