//! Tests of features that are not on are not compiled: this prints which.

#[test]
fn what_is_not_tested_for_want_of_a_feature() {
    macro_rules! features {
        ($($feature:literal)*) => { [$(($feature, cfg!(feature = $feature))),*] };
    }
    for (feature, is_on) in features!("faer" "half" "mdarray" "nalgebra" "ndarray" "rayon" "serde") {
        if !is_on {
            not_tested::say(format_args!("lego-core with the feature `{feature}`"));
        }
    }
}
