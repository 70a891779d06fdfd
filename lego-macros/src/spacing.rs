//! Tokens as text with the blanks that one would write: messages and documentation show parts of it.

/// What was written last, as far as the next blank depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// What the next token belongs to: the beginning, an open bracket, `.`, `::`, a sign.
    #[default]
    Tight,
    /// A name or a number.
    Word,
    /// A closed bracket.
    Close,
    /// An operator or a comma.
    Apart,
    /// Punctuation of which the next character is a part.
    Joint,
}

/// A text under construction.
#[derive(Debug, Default)]
pub(crate) struct Spaced {
    text: String,
    last: Last,
    /// Whether the arguments of a closure are being written.
    arguments: bool,
}

impl Spaced {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Appends after a blank, if one is wanted; gives the place where it begins.
    fn append(&mut self, text: &str, blank: bool) -> usize {
        if blank {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(text);
        start
    }

    /// A name or a number.
    pub(crate) fn word(&mut self, word: &str) -> usize {
        let start = self.append(word, !matches!(self.last, Last::Tight | Last::Joint));
        self.last = Last::Word;
        start
    }

    /// A character of punctuation; `joint` if the next one is part of the same mark.
    pub(crate) fn punctuation(&mut self, mark: char, joint: bool) -> usize {
        let first = self.last != Last::Joint;
        // Nothing stands to the left of it: a sign, or the bar that begins a closure.
        let prefix = matches!(self.last, Last::Tight | Last::Apart);
        let (blank, last) = match mark {
            ',' | ';' => (false, Last::Apart),
            '.' | ':' => (false, Last::Tight),
            '|' if self.arguments => {
                self.arguments = false;
                (false, Last::Apart)
            }
            '|' if prefix && !joint => {
                self.arguments = true;
                (self.last == Last::Apart, Last::Tight)
            }
            '-' | '!' if prefix && !joint => (self.last == Last::Apart, Last::Tight),
            _ => (first && self.last != Last::Tight, Last::Apart),
        };
        let start = self.append(mark.encode_utf8(&mut [0; 4]), blank);
        self.last = if joint && mark != ':' { Last::Joint } else { last };
        start
    }

    /// An open bracket.
    pub(crate) fn open(&mut self, bracket: &str) -> usize {
        let blank = match self.last {
            Last::Tight => false,
            Last::Word | Last::Close => bracket == "{",
            Last::Apart | Last::Joint => true,
        };
        let start = self.append(bracket, blank);
        // Braces hold their content apart, as blocks do.
        self.last = if bracket == "{" { Last::Apart } else { Last::Tight };
        start
    }

    /// A closed bracket.
    pub(crate) fn close(&mut self, bracket: &str) -> usize {
        let start = self.append(bracket, bracket == "}");
        self.last = Last::Close;
        start
    }
}
