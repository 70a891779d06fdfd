//! Lanes that collide: those of a request that want different words of one bank, and so wait for each other.

use crate::Request;
use crate::limits::{BANKS, WARP};

/// Lanes that are served together and want different words of one bank.
///
/// ```
/// use lego_machine::Request;
/// // A column of a tile of 32 columns of 4 bytes: all lanes want bank 0.
/// let addresses: Vec<u64> = (0..32).map(|lane| 4 * 32 * lane).collect();
/// let collision = Request::of(4, &addresses).collision().unwrap();
/// assert_eq!((collision.bank, collision.words, collision.lanes), (0, 32, u32::MAX));
/// assert_eq!(collision.pair(), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The bank that has to give the most words.
    pub bank: u32,
    /// The different words that it has to give, at least 2.
    pub words: u64,
    /// The lanes that want one of them, a bit for each.
    pub lanes: u32,
    pair: [u32; 2],
}

impl Collision {
    /// Two of the lanes, which want different words.
    pub const fn pair(&self) -> [u32; 2] {
        self.pair
    }
}

impl Request {
    /// The lanes that collide, in the part of the warp and at the bank where the most do; `None` without a conflict.
    ///
    /// Law: it is `None` exactly if [`wavefronts`](Request::wavefronts) takes no more than ideal.
    pub const fn collision(&self) -> Option<Collision> {
        let part = self.part();
        let (mut found, mut first): (Option<Collision>, u32) = (None, 0);
        while first < WARP {
            let busiest = self.busiest(first, first + part);
            let most = match &found {
                Some(collision) => collision.words,
                None => 1,
            };
            if busiest.words > most {
                found = Some(self.lanes_at(busiest.bank, busiest.words, first, first + part));
            }
            first += part;
        }
        found
    }

    /// The lanes of a part that want a word of a bank, of which several are wanted.
    const fn lanes_at(&self, bank: u32, words: u64, first: u32, end: u32) -> Collision {
        let mut collision = Collision { bank, words, lanes: 0, pair: [first, first] };
        let (mut word_of_first, mut lane) = (0, first);
        while lane < end {
            if self.lanes() >> lane & 1 == 1 {
                let (mut word, last) = self.words(lane);
                while word <= last {
                    if word % BANKS as u64 == bank as u64 {
                        if collision.lanes == 0 {
                            word_of_first = word;
                            collision.pair = [lane, lane];
                        } else if collision.pair[0] == collision.pair[1] && word != word_of_first {
                            collision.pair[1] = lane;
                        }
                        collision.lanes |= 1 << lane;
                    }
                    word += 1;
                }
            }
            lane += 1;
        }
        collision
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn there_are_colliding_lanes_exactly_where_more_than_ideal_is_taken() {
        let mut random = Random::fresh();
        let (mut with, mut without) = (0, 0);
        for _ in 0..4000 {
            let bytes = 1 << random.below(5);
            let (stride, span) = (random.below(70), [8, 40, 1000][random.below(3) as usize]);
            let scattered = random.below(3) == 0;
            let addresses: Vec<u64> = (0..1 + random.below(32))
                .map(|lane| bytes * if scattered { random.below(span) } else { stride * lane })
                .collect();
            let request = Request::of(bytes as u32, &addresses);
            let cost = request.wavefronts();
            let Some(collision) = request.collision() else {
                assert_eq!(cost.taken, cost.ideal);
                without += 1;
                continue;
            };
            assert!(cost.taken > cost.ideal && collision.words >= 2);
            let words = |lane: u32| {
                let address = addresses[lane as usize];
                (address / 4..=(address + bytes - 1) / 4).filter(|word| word % 32 == u64::from(collision.bank))
            };
            let wanting: Vec<u32> = (0..32).filter(|lane| collision.lanes >> lane & 1 == 1).collect();
            let mut all: Vec<u64> = wanting.iter().flat_map(|lane| words(*lane)).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len() as u64, collision.words);
            // The lanes of one part, and all of those that want the bank.
            let part = request.part();
            assert!(wanting.iter().all(|lane| lane / part == wanting[0] / part));
            let of_part = (0..addresses.len() as u32).filter(|lane| lane / part == wanting[0] / part);
            assert_eq!(of_part.filter(|lane| words(*lane).next().is_some()).collect::<Vec<_>>(), wanting);
            let [one, other] = collision.pair();
            assert!(one != other && collision.lanes >> one & collision.lanes >> other & 1 == 1);
            assert!(words(one).chain(words(other)).any(|word| words(one).next() != Some(word)));
            with += 1;
        }
        assert!(with > 500 && without > 500, "{with} {without}");
    }
}
