//! What ptxas says that costs time: products of tensor cores that it puts one after the other, and bounds of registers that it ignores.

/// How each such message begins, behind its number.
const BEGINNING: &str = "Potential Performance Loss: ";

/// What a kernel loses, in the words of ptxas.
///
/// Products of a warpgroup (`wgmma`) that are *serialized* wait for each other: such a kernel is right, and takes several times as long.
/// For C7513, registers of a left operand that are set while a product reads them, `lego_cuda::device::wgmma::LeftRegisters` says the cure.
/// That ptxas injects a wait (C7517) is none: it is for sums that are read, and other products go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    function: Option<String>,
    words: String,
}

impl Loss {
    /// The kernel, or the function that kernels call; `None` where ptxas names none, and it is one of the module.
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// What ptxas says, with the number of the message.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Those in all that ptxas printed.
    pub(crate) fn read(words: &str) -> Vec<Self> {
        words.lines().filter_map(Self::of).collect()
    }

    /// The one in a line.
    fn of(line: &str) -> Option<Self> {
        let (before, _) = line.split_once(BEGINNING)?;
        let number = before.rfind('(').unwrap_or(before.len());
        let words = line[number..].trim_end();
        // The name stands in quotation marks, as other words do.
        let function = words.split_once("function '").and_then(|(_, rest)| rest.split_once('\''));
        Some(Self { function: function.map(|(name, _)| name.to_owned()), words: words.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::Loss;

    /// As ptxas 13.5 prints it for two products of 64×192 that are under way at once in 384 threads, whose registers are too few, and for
    /// `setmaxnreg` in a kernel without a bound of its registers.
    const PRINTED: &str = "\
ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine register count at entry.
ptxas info    : (C7517) wgmma.wait_group is injected in around line 134 by compiler to allow use of registers defined by GMMA in function 'used'
ptxas info    : (C7511) Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient register resources for the wgmma pipeline in the function 'tight' in line 208
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'tight' for 'sm_90a'
ptxas info    : Function properties for tight
    768 bytes stack frame, 956 bytes spill stores, 956 bytes spill loads
ptxas info    : Used 168 registers, used 0 barriers, 768 bytes cumulative stack size
";

    #[test]
    fn what_is_lost_is_read_with_its_function() {
        let [ignored, serialized] = &Loss::read(PRINTED)[..] else { panic!("not two") };
        assert_eq!(ignored.function(), None);
        assert_eq!(
            ignored.words(),
            "(C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine register count at entry."
        );
        assert_eq!(serialized.function(), Some("tight"));
        assert!(serialized.words().starts_with("(C7511) Potential Performance Loss: wgmma.mma_async instructions are"));
        assert!(serialized.words().ends_with("in the function 'tight' in line 208"));
    }

    /// The reasons that ptxas 13.5 has, of products and of registers.
    #[test]
    fn every_reason_is_read() {
        for reason in [
            "the presence of Extern calls in the function 'k' in line 3",
            "wgmma pipeline crossing function boundary at a function call in the function 'k' in line 3",
            "insufficient register resources for the function 'k'",
            "non wgmma instructions defining accumulator registers of a wgmma between start and end of the pipeline stage in the \
             function 'k' in line 3",
            "ill formed pipeline stage in the function 'k'",
            "program dependence on compiler-inserted WG.DP in divergent path in the function 'k' in line 3",
        ] {
            let start = "Potential Performance Loss: wgmma.mma_async instructions are serialized due to ";
            let losses = Loss::read(&format!("ptxas info    : (C7510) {start}{reason}\n"));
            assert_eq!(losses.len(), 1, "{reason}");
            assert_eq!(losses[0].function(), Some("k"), "{reason}");
        }
        assert_eq!(Loss::read("ptxas info    : Potential Performance Loss: 'setmaxnreg' ignored").len(), 1);
    }

    #[test]
    fn a_kernel_that_loses_nothing_has_none() {
        let words = "ptxas info    : Compiling entry function 'k' for 'sm_90a'\nptxas info    : Used 6 registers\n";
        assert_eq!(Loss::read(words), []);
    }
}
