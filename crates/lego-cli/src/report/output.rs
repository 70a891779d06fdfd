//! The output of a command: text or JSON, with or without colours.

use anstream::{AutoStream, ColorChoice};
use lego_draw::Palette;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, buffered, or memory.
pub(crate) struct Output {
    out: Sink,
    /// Whether one JSON object is printed.
    pub(crate) json: bool,
    /// The colours that the reader can show.
    pub(crate) palette: Palette,
}

/// Where the output goes.
enum Sink {
    Stdout(BufWriter<StdoutLock<'static>>),
    Memory(Vec<u8>),
}

impl Output {
    /// Output that is kept; nobody sees colours in it.
    pub(crate) fn memory(json: bool) -> Self {
        Self { out: Sink::Memory(Vec::new()), json, palette: Palette::Plain }
    }

    /// What was kept: all of it is UTF-8 but an image, which is no text.
    pub(crate) fn into_text(self) -> String {
        match self.out {
            Sink::Stdout(_) => String::new(),
            Sink::Memory(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    pub(crate) fn stdout(json: bool) -> Self {
        let stdout = io::stdout();
        let palette = if json || AutoStream::choice(&stdout) == ColorChoice::Never {
            Palette::Plain
        } else if std::env::var("COLORTERM").is_ok_and(|value| matches!(value.as_str(), "truecolor" | "24bit")) {
            Palette::True
        } else {
            Palette::Indexed
        };
        Self { out: Sink::Stdout(BufWriter::with_capacity(1 << 16, stdout.lock())), json, palette }
    }

    /// Prints a JSON value on a line of its own.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self, "{value}")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Sink::Stdout(out) => out.write(bytes),
            Sink::Memory(kept) => kept.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Sink::Stdout(out) => out.flush(),
            Sink::Memory(_) => Ok(()),
        }
    }
}
