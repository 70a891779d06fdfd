//! The words at the beginning of a file: what made it, what it is, what is assumed.

use super::layout::Unit;

impl Unit<'_> {
    /// The chain on one line.
    pub(crate) fn chain(&self) -> String {
        let text = &self.compiled.text;
        lego_lang::parse(text)
            .map_or_else(|_| text.split_whitespace().collect::<Vec<_>>().join(" "), |read| read.to_string())
    }

    /// What made the file, on one line.
    pub(crate) fn made_by(&self) -> String {
        if let Some(command) = &self.request.command {
            return command.clone();
        }
        let mut command = format!("lego gen --target {} '{}'", self.request.target.name(), self.chain());
        if self.request.name != "map" {
            command.push_str(&format!(" --name {}", self.request.name));
        }
        if self.request.target.widths().first() != Some(&self.request.width) {
            command.push_str(&format!(" --width {}", self.request.width.bits()));
        }
        let names: Vec<&str> = self.request.extras.iter().map(|extra| extra.name()).collect();
        if !names.is_empty() {
            command.push_str(&format!(" --with {}", names.join(",")));
        }
        if !self.compiled.values.is_empty() {
            let values: Vec<String> =
                self.compiled.values.iter().map(|(name, value)| format!("{name}={value}")).collect();
            command.push_str(&format!(" --let {}", values.join(",")));
        }
        command
    }

    /// The lines of the comment at the beginning of the file. `none` is what stands for no position, and for no
    /// index.
    pub(crate) fn header(&self, none: [&str; 2]) -> Vec<String> {
        self.header_from(0, none)
    }

    /// The same where indices and positions begin at 0 or at 1.
    pub(crate) fn header_from(&self, first: u8, none: [&str; 2]) -> Vec<String> {
        let (apply, inv) = (self.own("apply"), self.own("inv"));
        let mut lines = vec![
            format!("Made by: {}", self.made_by()),
            String::new(),
            format!("The layout {}", self.chain()),
            format!(
                "{apply} gives the position of the index [{}], {inv} the index at a position; both count from {first}.",
                self.names.index.join(", ")
            ),
        ];
        let arena = &self.compiled.arena;
        let text = |id| lego_expr::plain(arena, id);
        let dims: Vec<String> = self.compiled.dims.iter().map(|&id| text(id)).collect();
        let until = if first == 0 { "below" } else { "at most" };
        lines.push(format!(
            "Indices are {until} [{}], positions {until} {}.",
            dims.join(", "),
            text(self.compiled.span)
        ));
        if self.expands() {
            lines.push(format!("An index that is not stored has no position: {apply} gives {}.", none[0]));
        }
        if self.pads() {
            lines.push(format!("A position that no index has, a hole, has no index: {inv} gives {}.", none[1]));
        }
        if self.has_sizes() {
            let sizes: Vec<&str> = self.names.sizes().collect();
            lines.push(format!(
                "Sizes: {}. What has to hold of them is asked by {}.",
                sizes.join(", "),
                self.own("check")
            ));
        }
        if !self.compiled.unproved.is_empty() {
            lines.push(
                "That its closures are bijections for all sizes is not proved, and not asked by the check.".to_owned(),
            );
        }
        if self.compiled.unchecked {
            lines.push("That it is a bijection is the word of who wrote it (`unchecked`).".to_owned());
        }
        lines
    }
}
