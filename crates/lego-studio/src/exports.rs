//! What WebAssembly exports: a place for a question, the call, a place of the answer.
//!
//! The page asks for a place of so many bytes, writes its question there, calls, and reads the answer: no pointer that comes from
//! the page is ever followed, so that nothing here is unsafe but that the names are exported as they are.

// Names that are exported as they are written could meet others: these begin with the project's name.
#![allow(unsafe_code)]

use crate::ask::ask;
use std::sync::{Mutex, MutexGuard};

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn locked(bytes: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Makes room for a question of so many bytes; gives its place, which holds until the next call of this function.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn lego_question(length: usize) -> *mut u8 {
    let mut question = locked(&QUESTION);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question; gives the length of the answer.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn lego_answer() -> usize {
    let answer = ask(&locked(&QUESTION));
    let length = answer.len();
    *locked(&ANSWER) = answer;
    length
}

/// The place of the answer, which holds until the next question is answered.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn lego_place() -> *const u8 {
    locked(&ANSWER).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_through_the_exports() {
        let text = br#"{"words": true}"#;
        assert!(!lego_question(text.len()).is_null());
        locked(&QUESTION).copy_from_slice(text);
        let length = lego_answer();
        assert_eq!(*locked(&ANSWER), ask(text));
        assert_eq!(length, ask(text).len());
        assert!(!lego_place().is_null());
    }
}
