//! The features of the packages of the workspace, as `package/feature`: which of them a step builds with.

use crate::steps::members;

/// The feature with which the program for a GPU has matrix products, minutes of a compiler: `cargo xtask gpu` builds with it. On the
/// executor they are tested without it.
const SLOW: &str = "/tensor-cores";

/// Those of a package that link programs to the driver of a GPU, which is missing where the tests run.
const LINKED: &str = "/cust";

/// All features of all packages, without the slow one and without those that link to a driver.
///
/// # Errors
/// What is wrong with what Cargo says of the packages.
pub(crate) fn unlinked() -> Result<Vec<String>, String> {
    Ok(quick()?.into_iter().filter(|feature| !feature.ends_with(LINKED)).collect())
}

/// All features of all packages, or of some, without the slow one.
///
/// # Errors
/// What is wrong with what Cargo says of the packages.
pub(crate) fn of_packages(packages: &[&str]) -> Result<Vec<String>, String> {
    let is_among = |feature: &String| packages.iter().any(|name| feature.starts_with(&format!("{name}/")));
    Ok(quick()?.into_iter().filter(is_among).collect())
}

/// All features of all packages, without the slow one.
///
/// # Errors
/// What is wrong with what Cargo says of the packages.
pub(crate) fn quick() -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for package in members()? {
        let name = package["name"].as_str().ok_or("a package has no name")?;
        let features = package["features"].as_object().ok_or_else(|| format!("{name} has no list of features"))?;
        all.extend(features.keys().map(|feature| format!("{name}/{feature}")));
    }
    all.retain(|feature| !feature.ends_with(SLOW));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{of_packages, quick, unlinked};

    #[test]
    fn nothing_that_takes_minutes_is_among_them() {
        let has = |features: &[String], name: &str| features.iter().any(|feature| feature == name);
        let all = quick().unwrap();
        assert!(has(&all, "lego-gpu/cust") && !has(&all, "lego-gpu/tensor-cores"), "{all:?}");
        let unlinked = unlinked().unwrap();
        assert!(has(&unlinked, "lego-cuda/half") && !has(&unlinked, "lego-cuda/cust"), "{unlinked:?}");
        let some = of_packages(&["lego-gpu", "lego-cuda"]).unwrap();
        assert!(has(&some, "lego-cuda/cust") && has(&some, "lego-gpu/cudarc"), "{some:?}");
        assert!(some.iter().all(|feature| feature.starts_with("lego-cuda/") || feature.starts_with("lego-gpu/")));
    }
}
