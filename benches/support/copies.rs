//! Ways to copy from one layout to another, compared and timed: a line of a table each.

use super::alternate::{Peer, medians};
use super::by_hand::Copy;
use lego::{ArrND, Layout, ViewMutND, ViewND};
use std::hint::black_box;

/// The copies to time.
#[derive(Default)]
pub(crate) struct Bench {
    pub(crate) rounds: usize,
    pub(crate) only: String,
}

/// What kind of peer a name belongs to.
fn is_by_hand(name: &str) -> bool {
    name.starts_with("by hand")
}

impl Bench {
    /// Compares what the peers write with what a loop over all indices writes, then times them and prints a line.
    pub(crate) fn copy<A, B, const R: usize>(&self, name: &str, from: A, to: B, peers: Vec<(&'static str, Copy)>)
    where
        A: Layout<Index = [usize; R], Preimage: lego::mapping::Hole<f32>> + std::marker::Copy + 'static,
        B: Layout<Index = [usize; R]> + std::marker::Copy + 'static,
    {
        if !name.contains(&self.only) {
            return;
        }
        let source: ArrND<f32, A, R> = ArrND::from_fn(from, |index| index.iter().fold(1.0, |x, &i| x * 1.3 + i as f32));
        let mut target = vec![0.0; to.span()];
        for index in lego::array::Indices::new(from.dims()) {
            target[to.try_apply(index).expect("a position")] = source[index];
        }
        let lego: Copy = Box::new(move |source, target| {
            let source = ViewND::from_physical(from, source).expect("the buffer has the layout's size");
            let mut target = ViewMutND::from_physical(to, target).expect("the buffer has the layout's size");
            target.assign(&source).expect("the shapes are equal");
        });
        let memcpy: Copy = Box::new(|source, target| {
            let len = source.len().min(target.len());
            target[..len].copy_from_slice(&source[..len]);
        });
        let mut all = vec![("lego", lego)];
        all.extend(peers);
        let source = source.as_physical();
        let mut written = vec![0.0; to.span()];
        for (peer, copy) in &all {
            written.fill(0.0);
            copy(source, &mut written);
            assert!(written == target, "{name}: {peer} differs");
        }
        all.push(("memcpy", memcpy));
        // Small copies as often as it takes to time them.
        let times = (1 << 20) / source.len() + 1;
        let written = std::cell::RefCell::new(written);
        let mut turns: Vec<Peer<'_>> = all
            .iter()
            .map(|(peer, copy)| {
                let written = &written;
                let turn: Box<dyn FnMut()> = Box::new(move || {
                    for _ in 0..times {
                        copy(black_box(source), black_box(&mut written.borrow_mut()));
                    }
                });
                (*peer, turn)
            })
            .collect();
        let times: Vec<f64> = medians(&mut turns, self.rounds).into_iter().map(|time| time / times as f64).collect();
        let best = |is: &dyn Fn(&str) -> bool| {
            let times = all.iter().zip(&times).filter(|((peer, _), _)| is(peer));
            times.min_by(|a, b| a.1.total_cmp(b.1)).map(|((peer, _), time)| (*peer, *time))
        };
        let lego = times[0];
        let cell = |best: Option<(&str, f64)>| {
            best.map_or("–".to_owned(), |(peer, time)| format!("{:.2} ({peer} {:.3})", time / lego, time * 1e3))
        };
        let library = best(&|peer| peer == "ndarray" || peer == "transpose");
        let by_hand = best(&is_by_hand);
        let memcpy = best(&|peer| peer == "memcpy").map_or(0.0, |(_, time)| time / lego);
        println!("| {name} | {:.3} | {} | {} | {memcpy:.2} |", lego * 1e3, cell(library), cell(by_hand));
    }

    pub(crate) fn heading(&self, title: &str) {
        println!("\n### {title}\n");
        println!("| copy | ms | best of the libraries | best by hand | memcpy |\n|---|---|---|---|---|");
    }
}
