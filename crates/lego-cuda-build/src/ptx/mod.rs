//! PTX texts: read as the compiler wrote them, checked, and completed by the launch bounds of their kernels.
//!
//! ```
//! let raw = "\
//! .version 8.0
//! .target sm_90a
//! .visible .entry twice(
//! \t.param .u64 .ptr .align 1 twice_param_0,
//! \t.param .u32 twice_param_1
//! )
//! {
//! \t// begin inline asm
//! \t//lego maxntid 256, 1, 1
//! \t// end inline asm
//! \tret;
//! }
//! ";
//! let text = lego_cuda_build::ptx::Text::read(raw)?;
//! let kernel = &text.entries()[0];
//! assert_eq!((kernel.name(), kernel.parameters().len()), ("twice", 2));
//! assert_eq!(kernel.bounds().max_threads, Some([256, 1, 1]));
//! assert!(text.as_str().contains(")\n.maxntid 256, 1, 1\n{\n\tret;\n}\n"));
//! // The copy engine wants the parameters aligned that it reads itself.
//! let raw = raw.replace("maxntid 256, 1, 1", "aligned 1, 128").replace(".param .u32 twice_param_1", ".param .align 8 .b8 twice_param_1[128]");
//! let text = lego_cuda_build::ptx::Text::read(&raw)?;
//! assert!(text.as_str().contains("\t.param .align 128 .b8 twice_param_1[128]\n"));
//! # Ok::<(), lego_cuda_build::Error>(())
//! ```

mod bounds;
mod entry;
mod lines;
mod unresolved;

pub use entry::Entry;

use crate::error::Error;
use bounds::Marker;
use lines::{Line, depth};

/// A checked PTX text, its launch bounds written into it.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    entries: Vec<Entry>,
}

/// Whose lines are being read.
enum Owner {
    /// Nobody's: between functions.
    Nobody,
    /// Those of the last entry; `Some` is the line of its opening brace once that is reached.
    Entry,
    /// Those of a function that is no entry.
    Function(String),
}

impl Text {
    /// Reads what the compiler wrote: finds the entries, moves their launch bounds to where PTX wants them, and refuses
    /// what no driver would load.
    ///
    /// # Errors
    /// [`Error::Unresolved`] with every function that is called and not there; [`Error::Ptx`] for debug information, a
    /// launch bound outside an entry, or launch bounds that contradict each other.
    pub fn read(raw: &str) -> Result<Self, Error> {
        let unresolved = unresolved::find(raw);
        if !unresolved.is_empty() {
            return Err(Error::Unresolved { functions: unresolved });
        }
        let mut reader = Reader::default();
        for (number, line) in raw.lines().enumerate() {
            reader.line(number + 1, line)?;
        }
        reader.finish()
    }

    /// The text as a driver or ptxas takes it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The kernels, in the order of the text.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

struct Reader {
    output: Vec<String>,
    entries: Vec<Entry>,
    /// Where in the output the body of each entry opens.
    bodies: Vec<usize>,
    owner: Owner,
    /// How many braces are open.
    depth: i32,
    /// The lines of an entry's head, until its parameter list closes.
    head: Option<String>,
    /// Whether the end of an inline assembly whose begin was dropped is still to come.
    drop_end: bool,
    /// The bytes of the arguments of each line that a function prints which is no entry.
    traced_elsewhere: Vec<u32>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            output: Vec::new(),
            entries: Vec::new(),
            bodies: Vec::new(),
            owner: Owner::Nobody,
            depth: 0,
            head: None,
            drop_end: false,
            traced_elsewhere: Vec::new(),
        }
    }
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Error> {
        let wrong = |why: String| Error::Ptx { line: number, why };
        let code = lines::code(line);
        if let Some(head) = &mut self.head {
            head.push_str(code);
            head.push('\n');
        }
        match Line::of(line) {
            Line::Marker(text) => {
                let marker = text.parse::<Marker>().map_err(wrong)?;
                match &self.owner {
                    Owner::Entry => {
                        let entry = self.entries.last_mut().expect("an entry owns lines only after it was found");
                        entry.apply(marker).map_err(wrong)?;
                    }
                    Owner::Function(name) => match marker {
                        // A function that is called has its frame on the kernel's stack.
                        Marker::Trace(bytes) => self.traced_elsewhere.push(bytes),
                        _ => {
                            return Err(wrong(format!("`{text}` stands in the function {name}: only a kernel has it")));
                        }
                    },
                    Owner::Nobody => return Err(wrong(format!("`{text}` stands outside a kernel"))),
                }
                if self.output.last().is_some_and(|last| matches!(Line::of(last), Line::BeginAssembly)) {
                    self.output.pop();
                    self.drop_end = true;
                }
                return Ok(());
            }
            Line::EndAssembly if std::mem::take(&mut self.drop_end) => return Ok(()),
            Line::Debug => {
                return Err(wrong(
                    "debug information, which ptxas does not take: a profile or a package override of the workspace \
                     sets `debug`"
                        .to_owned(),
                ));
            }
            Line::Entry => self.head = Some(format!("{code}\n")),
            Line::Function(name) if self.depth == 0 => self.owner = Owner::Function(name.to_owned()),
            _ => {}
        }
        if let Some(head) = self.head.take_if(|head| head.contains(')')) {
            self.entries.push(Entry::parse(&head, number).map_err(wrong)?);
            self.owner = Owner::Entry;
        }
        self.body(code);
        self.output.push(line.to_owned());
        Ok(())
    }

    /// Follows the braces, and counts what an entry executes.
    fn body(&mut self, code: &str) {
        let before = self.depth;
        self.depth += depth(code);
        let is_entry = matches!(self.owner, Owner::Entry);
        if is_entry && before == 0 && self.depth > 0 {
            self.bodies.push(self.output.len());
        }
        if is_entry && before > 0 {
            let entry = self.entries.last_mut().expect("an entry owns lines only after it was found");
            entry.count(code);
        }
        if before > 0 && self.depth == 0 {
            self.owner = Owner::Nobody;
        }
    }

    fn finish(mut self) -> Result<Text, Error> {
        let end = self.output.len();
        for entry in &mut self.entries {
            self.traced_elsewhere.iter().for_each(|bytes| entry.trace(*bytes));
        }
        if self.depth != 0 || self.head.is_some() || self.bodies.len() != self.entries.len() {
            return Err(Error::Ptx { line: end, why: "the text ends within a function".to_owned() });
        }
        let mut text = String::new();
        let mut kernels = self.bodies.iter().zip(&self.entries).peekable();
        for (at, line) in self.output.iter().enumerate() {
            if let Some((_, entry)) = kernels.next_if(|(body, _)| **body == at) {
                bounds::check(entry.bounds())
                    .map_err(|why| Error::Ptx { line: entry.line(), why: format!("kernel {}: {why}", entry.name()) })?;
                text.push_str(&bounds::directives(entry.bounds()));
            }
            // The head of a kernel stands before the line where its body opens.
            let aligned = kernels.peek().filter(|_| line.contains(".param")).and_then(|(_, entry)| entry.aligned(line));
            text.push_str(aligned.as_ref().unwrap_or(line));
            text.push('\n');
        }
        Ok(Text { text, entries: self.entries })
    }
}
