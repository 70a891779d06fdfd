//! Values of parameters.

use super::number::number;
use crate::report::failure::Failure;
use clap::Args;
use lego_lang::compile::Options;
use std::collections::BTreeMap;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Values {
    /// Values of parameters; the others stay symbols. May be given several times. A name that the chain does not have
    /// is a warning
    #[arg(long = "let", value_name = "NAME=VALUE,…", value_parser = bindings)]
    pub(crate) lets: Vec<Bindings>,
}

impl Values {
    /// Values as they are written after `--let`; of an empty text none.
    ///
    /// # Errors
    /// What is no value.
    pub(crate) fn of_text(text: &str) -> Result<Self, Failure> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self { lets: vec![bindings(text).map_err(Failure::Usage)?] })
    }

    /// The options of the compiler with these values.
    ///
    /// # Errors
    /// A name with two values.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let mut values = BTreeMap::new();
        for (name, value) in self.lets.iter().flat_map(|bindings| &bindings.0) {
            if let Some(other) = values.insert(name.clone(), *value).filter(|other| other != value) {
                return Err(Failure::Usage(format!("--let gives {name} two values, {other} and {value}")));
            }
        }
        Ok(Options { values, ..Options::default() })
    }
}

/// `M=1024,K=512`.
#[derive(Clone, Debug)]
pub(crate) struct Bindings(pub(crate) Vec<(String, i128)>);

fn bindings(text: &str) -> Result<Bindings, String> {
    text.split(',').map(binding).collect::<Result<_, _>>().map(Bindings)
}

fn binding(text: &str) -> Result<(String, i128), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form NAME=VALUE"))?;
    let (name, value) = (name.trim(), value.trim());
    let letter = |c: char| c == '_' || c.is_alphanumeric();
    let is_name = name.split("::").all(|part| !part.is_empty() && part.chars().all(letter));
    if !is_name || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("`{name}` is no name of a parameter"));
    }
    match number(value) {
        Some(number) => Ok((name.to_owned(), number)),
        None => Err(format!("`{value}` is no integer (for {name})")),
    }
}

#[cfg(test)]
mod tests {
    use super::bindings;

    #[test]
    fn bindings_are_names_and_numbers() {
        assert_eq!(bindings("M=4, crate::K = -5").unwrap().0, [("M".into(), 4), ("crate::K".into(), -5)]);
        for text in ["", "M", "M=", "=4", "M=4,", "4=M", "M=N", "a b=3", "::M=1"] {
            assert!(bindings(text).is_err(), "{text}");
        }
    }
}
