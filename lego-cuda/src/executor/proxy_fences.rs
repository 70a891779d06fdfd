//! When a thread has called the fence between its stores in shared memory and engines that read there.

/// The fences of a thread: epoch and clock behind each, the earliest first.
#[derive(Default)]
pub(super) struct ProxyFences(Vec<(u32, u32)>);

impl ProxyFences {
    pub(super) fn add(&mut self, epoch: u32, clock: u32) {
        // Of those before this epoch, which all know, the last stands for the others.
        let last_known = self.0.partition_point(|(before, _)| *before < epoch).saturating_sub(1);
        self.0.drain(..last_known);
        self.0.push((epoch, clock));
    }

    /// The first behind a store, at a time of its thread.
    pub(super) fn first_behind(&self, clock: u32) -> Option<(u32, u32)> {
        self.0.get(self.0.partition_point(|(_, behind)| *behind <= clock)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_has_the_first_fence_behind_it() {
        let mut fences = ProxyFences::default();
        assert_eq!(fences.first_behind(0), None);
        for (epoch, clock) in [(1, 3), (1, 5), (2, 6), (4, 9), (4, 12)] {
            fences.add(epoch, clock);
        }
        // Of epochs 1 and 2 the last is left.
        assert_eq!([0, 4, 6, 8, 9, 11].map(|clock| fences.first_behind(clock).unwrap().1), [6, 6, 9, 9, 12, 12]);
        assert_eq!(fences.first_behind(12), None);
    }
}
