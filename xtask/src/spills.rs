//! Products of tensor cores that keep registers in memory: those that may, with the reasons.

use lego_cuda_build::{BuiltModule, Kernel, Report};

/// A kernel with products of tensor cores that may spill: what it says of itself by `#[lego_kernel(spills = …)]` is not enough.
struct Spilling {
    /// Its symbol.
    kernel: &'static str,
    /// So many bytes at most, on any architecture.
    bytes: u32,
    /// Why that is better than to do without.
    why: &'static str,
}

/// There is none: a product has its registers by its sums and its operands, and whoever spills one is to say here why it is the faster for it.
const SPILLING: &[Spilling] = &[];

/// A line for each kernel that multiplies by tensor cores and spills without a reason, and for each reason that its kernel does not need;
/// none where the machine code of this compiler was never recorded.
pub(crate) fn refused(report: &Report) -> Vec<String> {
    if report.unrecorded().is_some() {
        return Vec::new();
    }
    report.modules().iter().flat_map(refused_of).collect()
}

fn refused_of(module: &BuiltModule) -> Vec<String> {
    let used = |kernel: &Kernel| (kernel.entry().products(), kernel.spilled());
    let kernels = module.kernels().iter().map(|kernel| (kernel.entry().name(), used(kernel)));
    let lines = kernels.filter_map(|(name, (products, spilled))| line(name, products, spilled, SPILLING));
    lines.map(|line| format!("{line}, on {}", module.architecture())).collect()
}

/// What is wrong with a kernel of so many products and bytes of spilled registers.
fn line(name: &str, products: u32, spilled: u32, list: &[Spilling]) -> Option<String> {
    let listed = list.iter().find(|spilling| spilling.kernel == name);
    match listed {
        Some(Spilling { why, .. }) if spilled == 0 || products == 0 => Some(format!(
            "{name}: it spills nothing in products of tensor cores; xtask/src/spills.rs has a reason, “{why}”"
        )),
        Some(Spilling { bytes, why, .. }) if spilled > *bytes => {
            Some(format!("{name}: {spilled} bytes of registers are spilled, {bytes} may be ({why})"))
        }
        None if products > 0 && spilled > 0 => {
            Some(format!("{name}: {spilled} bytes of registers are spilled beside {products} products of tensor cores"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Spilling, line};

    const LIST: &[Spilling] = &[Spilling { kernel: "listed", bytes: 16, why: "a reason" }];

    #[test]
    fn a_product_that_spills_has_a_reason() {
        assert_eq!(line("other", 8, 0, LIST), None);
        assert_eq!(line("listed", 8, 16, LIST), None);
        assert_eq!(
            line("other", 8, 4, LIST).unwrap(),
            "other: 4 bytes of registers are spilled beside 8 products of tensor cores"
        );
        assert_eq!(
            line("listed", 8, 17, LIST).unwrap(),
            "listed: 17 bytes of registers are spilled, 16 may be (a reason)"
        );
    }

    #[test]
    fn what_multiplies_nothing_declares_what_it_spills_itself() {
        assert_eq!(line("other", 0, 4, LIST), None);
    }

    #[test]
    fn a_reason_that_no_kernel_needs_is_refused() {
        assert!(line("listed", 8, 0, LIST).unwrap().contains("“a reason”"));
        assert!(line("listed", 0, 16, LIST).is_some());
    }
}
