//! Out of range: a debug assertion in `apply` and `inv`, `None` in the others.
#![cfg(debug_assertions)]

use lego::{Layout, layout};

layout! {
    type Rows = Row(4, 8);
    type Matrix(m, k) = Row(m, k);
    type Padded = Row(4, 9).PadBy([4, 8] => [4, 9]);
}

#[test]
#[should_panic = "the index [4, 0] lies outside the dims [4, 8]"]
fn an_index_outside() {
    let _ = Rows::apply([4, 0]);
}

#[test]
#[should_panic = "the index [0, 8] lies outside the dims [4, 8]"]
fn an_index_outside_in_32_bits() {
    let _ = Rows::apply_u32([0, 8]);
}

#[test]
#[should_panic = "the position 32 lies outside the span 32"]
fn a_position_outside() {
    let _ = Rows::inv(32);
}

#[test]
#[should_panic = "the position 36 lies outside the span 36"]
fn a_position_outside_where_there_are_holes() {
    let _ = Padded::inv_u32(36);
}

#[test]
#[should_panic = "the index [3, 5] lies outside the dims [3, 5]"]
fn an_index_outside_at_run_time() {
    let _ = Matrix::new(3, 5).unwrap().apply([3, 5]);
}

#[test]
#[should_panic = "the index [9, 9] lies outside the dims [4, 8]"]
fn through_the_trait() {
    fn apply<L: Layout<Index = [usize; 2]>>(layout: L) {
        layout.apply([9, 9]);
    }
    apply(Rows);
}

#[test]
fn it_is_reported_where_the_user_calls() {
    let place = std::panic::catch_unwind(|| Rows::apply([4, 0])).unwrap_err();
    assert!(place.downcast_ref::<String>().is_some());
    let previous = std::panic::take_hook();
    let (sender, receiver) = std::sync::mpsc::channel();
    let line = std::sync::Mutex::new(sender);
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|place| (place.file().to_owned(), place.line()));
        let _ = line.lock().map(|sender| sender.send(place));
    }));
    let here = line!() + 1;
    let result = std::panic::catch_unwind(|| Rows::apply([4, 0]));
    std::panic::set_hook(previous);
    assert!(result.is_err());
    // Tests of other threads may have panicked meanwhile.
    assert!(receiver.try_iter().flatten().any(|(file, line)| file.ends_with("debug.rs") && line == here));
}
