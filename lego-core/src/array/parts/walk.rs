//! How a range of parts is walked, whatever each of them is given out as.

/// The iterators over a range of parts: `part` makes the one of a number, and `twin` a second value of the same range, for who
/// takes some parts out of one and the others out of the other.
macro_rules! walk {
    ($walk:ident, $bound:ident, $item:ty) => {
        impl<'a, T, C, const K: usize> $walk<'a, T, C, K>
        where
            C: $bound<Part: Mapping<Index = [usize; K]>>,
        {
            /// What is left, cut in two: the next `parts`, and those behind them.
            ///
            /// # Panics
            /// If fewer are left.
            #[inline]
            #[track_caller]
            pub fn split_at(self, parts: usize) -> (Self, Self) {
                let Range { start, end } = self.range;
                assert!(parts <= end - start, "of {} parts, the first {parts} are asked for", end - start);
                let middle = start + parts;
                let (mut first, mut second) = (self.twin(), self);
                (first.range, second.range) = (start..middle, middle..end);
                (first, second)
            }
        }

        impl<'a, T, C, const K: usize> Iterator for $walk<'a, T, C, K>
        where
            C: $bound<Part: Mapping<Index = [usize; K]>>,
        {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let k = self.range.next()?;
                Some(self.part(k))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let k = self.range.nth(n)?;
                Some(self.part(k))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.range.size_hint()
            }
        }

        impl<'a, T, C, const K: usize> DoubleEndedIterator for $walk<'a, T, C, K>
        where
            C: $bound<Part: Mapping<Index = [usize; K]>>,
        {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let k = self.range.next_back()?;
                Some(self.part(k))
            }
        }

        impl<'a, T, C, const K: usize> ExactSizeIterator for $walk<'a, T, C, K> where
            C: $bound<Part: Mapping<Index = [usize; K]>>
        {
        }

        impl<'a, T, C, const K: usize> FusedIterator for $walk<'a, T, C, K> where
            C: $bound<Part: Mapping<Index = [usize; K]>>
        {
        }

        impl<T, C: fmt::Debug, const K: usize> fmt::Debug for $walk<'_, T, C, K> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($walk))
                    .field("cut", &self.cut)
                    .field("range", &self.range)
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(super) use walk;
