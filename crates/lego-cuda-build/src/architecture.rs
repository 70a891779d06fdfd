//! Architectures: the targets of the PTX compiler, by their names.

use crate::error::Error;
use lego_machine::image::Reach;
use std::fmt;
use std::str::FromStr;

/// A target of the PTX compiler: `sm_80`, `sm_90a`.
///
/// PTX for `sm_XY` runs on compute capability X.Y and everything newer; with the letter `a` on exactly X.Y, with `f` on
/// X.Y and newer of the same X.
///
/// ```
/// use lego_cuda_build::Architecture;
/// let hopper: Architecture = "sm_90a".parse()?;
/// assert_eq!((hopper.major(), hopper.minor(), hopper.suffix()), (9, 0, Some('a')));
/// assert!("sm90".parse::<Architecture>().is_err());
/// # Ok::<(), lego_cuda_build::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Architecture {
    major: u32,
    minor: u32,
    suffix: Option<char>,
}

impl Architecture {
    /// The first number of the compute capability.
    pub fn major(&self) -> u32 {
        self.major
    }

    /// The second number of the compute capability.
    pub fn minor(&self) -> u32 {
        self.minor
    }

    /// `a` for PTX that runs on this capability only, `f` for PTX of its family.
    pub fn suffix(&self) -> Option<char> {
        self.suffix
    }

    /// The capabilities that take PTX for this one, as the suffix says.
    pub fn reach(&self) -> Reach {
        match self.suffix {
            Some('a') => Reach::Exact,
            Some('f') => Reach::Family,
            _ => Reach::Newer,
        }
    }
}

impl FromStr for Architecture {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::Architecture { text: text.to_owned() };
        let rest = text.strip_prefix("sm_").ok_or_else(wrong)?;
        let suffix = rest.chars().last().filter(|letter| matches!(letter, 'a' | 'f'));
        let digits = rest.trim_end_matches(['a', 'f']);
        let is_number = (2..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || digits.len() + usize::from(suffix.is_some()) != rest.len() {
            return Err(wrong());
        }
        let number: u32 = digits.parse().map_err(|_| wrong())?;
        Ok(Self { major: number / 10, minor: number % 10, suffix })
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}{}", self.major, self.minor)?;
        self.suffix.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Architecture;

    #[test]
    fn names_come_back_as_they_were() {
        for name in ["sm_75", "sm_80", "sm_90a", "sm_100f", "sm_120"] {
            assert_eq!(name.parse::<Architecture>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "sm_", "sm_9", "sm_90b", "sm_90aa", "sm_-90", "compute_90", "sm_1000", "sm_9 0", "sm_+90"] {
            assert!(name.parse::<Architecture>().is_err(), "{name}");
        }
    }
}
