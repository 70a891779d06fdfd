//! The output of a command: text or JSON, with or without colours.

use anstream::{AutoStream, ColorChoice};
use lego_draw::Palette;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, buffered.
pub(crate) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// Whether one JSON object is printed.
    pub(crate) json: bool,
    /// The colours that the reader can show.
    pub(crate) palette: Palette,
}

impl Output {
    pub(crate) fn stdout(json: bool) -> Self {
        let stdout = io::stdout();
        let palette = if json || AutoStream::choice(&stdout) == ColorChoice::Never {
            Palette::Plain
        } else if std::env::var("COLORTERM").is_ok_and(|value| matches!(value.as_str(), "truecolor" | "24bit")) {
            Palette::True
        } else {
            Palette::Indexed
        };
        Self { out: BufWriter::with_capacity(1 << 16, stdout.lock()), json, palette }
    }

    /// Prints a JSON value on a line of its own.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self.out, "{value}")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
