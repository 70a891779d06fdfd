//! `Deserialize` for layouts chosen at run time, which takes the parser.

use super::parse::ParseLayout;
use ::serde::de::{Deserialize, Deserializer, Error};
use lego_core::dynamic::LayoutText;

/// Reads a layout from its text and values: for `#[serde(deserialize_with = "…")]`.
///
/// ```
/// use lego_core::{Mapping, dynamic::DynLayout};
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Config {
///     #[serde(deserialize_with = "lego_lang::dynamic::deserialize")]
///     matrix: DynLayout<2>,
/// }
/// let text = r#"{"matrix":{"layout":"Col(M, 8)","values":{"M":4}}}"#;
/// let config: Config = serde_json::from_str(text)?;
/// assert_eq!(config.matrix.try_apply([1, 2]), Some(9));
/// assert_eq!(serde_json::to_string(&config)?, text);
/// # Ok::<_, serde_json::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the text and its values, in the words of [`ParseError`](super::ParseError).
pub fn deserialize<'de, D: Deserializer<'de>, L: ParseLayout>(deserializer: D) -> Result<L, D::Error> {
    let text = LayoutText::deserialize(deserializer)?;
    L::from_text(&text).map_err(D::Error::custom)
}
