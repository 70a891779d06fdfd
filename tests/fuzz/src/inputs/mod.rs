//! Random inputs of each subcommand: most of them right, some at the limits of what is right, some not right at all.

mod batch;
mod chain;
mod cute;
mod hostile;
mod linear;
mod options;
mod relation;
mod size;
mod template;

use random::Random;

/// The subcommands that are tried. `studio` serves a page until it is ended, and has tests of its own.
pub(crate) const SUBCOMMANDS: [&str; 13] = [
    "show", "eval", "table", "check", "swizzle", "equal", "relation", "convert", "cute", "linear", "batch", "gen",
    "fill",
];

/// What a run is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    pub(crate) arguments: Vec<String>,
    pub(crate) stdin: String,
    /// Files in the folder where the run takes place, by name.
    pub(crate) files: Vec<(String, String)>,
}

impl Input {
    /// The input of a subcommand.
    pub(crate) fn random(subcommand: &str, random: &mut Random) -> Self {
        let mut input = match subcommand {
            "eval" => options::eval(random),
            "table" => options::table(random),
            "check" => options::check(random),
            "swizzle" => options::swizzle(random),
            "equal" => options::equal(random),
            "relation" => options::relation(random),
            "convert" => options::convert(random),
            "cute" => options::cute(random),
            "linear" => options::linear(random),
            "batch" => batch::input(random),
            "gen" => options::generate(random),
            "fill" => template::input(random),
            _ => options::show(random),
        };
        input.arguments.insert(0, subcommand.to_owned());
        if subcommand != "batch" && random.one_in(3) {
            input.arguments.push("--json".into());
        }
        input
    }

    /// The command as a person would type it, with what it reads.
    pub(crate) fn shown(&self) -> String {
        let mut shown = "lego".to_owned();
        for argument in &self.arguments {
            shown += &format!(" '{}'", argument.replace('\'', r"'\''"));
        }
        if !self.stdin.is_empty() {
            shown += &format!(" <<< {:?}", short(&self.stdin));
        }
        for (name, text) in &self.files {
            shown += &format!(" # {name}: {:?}", short(text));
        }
        shown
    }
}

/// A text that is short enough for a line.
fn short(text: &str) -> String {
    const MOST: usize = 2000;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    format!("{}… ({} bytes)", text.chars().take(MOST).collect::<String>(), text.len())
}

/// A layout of any system as text.
fn layout(random: &mut Random, symbols: bool) -> String {
    match random.below(8) {
        0..=2 => chain::chain(random, symbols),
        3 | 4 => cute::layout(random, symbols),
        5 | 6 => relation::map(random, symbols),
        _ => linear::text(random),
    }
}
