//! Times of peers that take turns, so that what else the machine does hits all of them alike.
//!
//! What is measured is the time that the thread runs, not the time that it waits for a core.

use cpu_time::ThreadTime;

/// One of several ways to do the same.
pub(crate) type Peer<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Calls each peer once a round, in turns, and gives the median of its times in seconds, in their order.
///
/// Every second round goes backwards: what a peer leaves in the caches meets not always the same one.
pub(crate) fn medians(peers: &mut [Peer<'_>], rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); peers.len()];
    for round in 0..rounds {
        for turn in 0..peers.len() {
            let turn = if round % 2 == 0 { turn } else { peers.len() - 1 - turn };
            let k = (turn + round / 2) % peers.len();
            let start = ThreadTime::now();
            peers[k].1();
            times[k].push(start.elapsed().as_secs_f64());
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}
