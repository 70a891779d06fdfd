//! The words of the language: what an editor shows where one stands inside `layout!`.
//!
//! Each word is a type of no use but its documentation. `layout!` refers to those that a chain has, at their places.

macro_rules! words {
    ($($name:ident: $form:literal, $about:literal;)*) => {
        /// Every word: its name, the form in which it is written, and what it does.
        pub const ALL: &[(&str, &str, &str)] = &[$((stringify!($name), $form, $about)),*];

        $(
            #[doc = $about]
            ///
            /// ```text
            #[doc = $form]
            /// ```
            ///
            /// All words are listed in the book, under *What the language has*; `lego show` draws a chain.
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
        )*
    };
}
words! {
    Row: "Row(n1, …, nd)", "row-major order: the last index is fastest";
    Col: "Col(n1, …, nd)", "column-major order: the first index is fastest";
    AntiDiag: "AntiDiag(n)", "an n×n square, one anti-diagonal after the other, each by growing i";
    Reverse: "Reverse(n1, …, nd)", "row-major order from the last element to the first";
    Morton: "Morton(n1, …, nd)", "Z order: the bits of the indices interleaved, those of the last index lowest; powers of two";
    Hilbert: "Hilbert(m, n[, k])", "the Hilbert curve of a rectangle or a box, from the origin on: what follows is a neighbour; of odd sizes some steps are diagonal";
    SwizzleRows: "SwizzleRows([r, c], bits)", "row-major, with column j of row i at j xor (i mod 2^bits): no bank conflicts along columns";
    Swizzle: "Swizzle(b, m, s)", "CuTe's Swizzle<b, m, s> on 0..2^(b+m+|s|): b bits XORed into those |s| places lower (higher for s < 0)";
    Skew: "Skew(r, c)", "row-major with row i rotated right by i: columns and anti-diagonals spread over the banks";
    Rotate: "Rotate(r, c, by)", "row-major with row i rotated right by by·i places, by of either sign: `Skew` for any distance";
    Fan: "Fan(n, a, b)", "(a·i + b) mod n with a coprime to n; a and b may be negative";
    Grouped: "Grouped(m, n, g)", "Triton's grouped program ids: g rows at a time, column by column; g need not divide m";
    BlockCyclic: "BlockCyclic(n, block, procs)", "ScaLAPACK's block-cyclic distribution, owner after owner; n a multiple of block·procs";
    Table: "Table([p0, p1, …])", "the positions one by one: index i at p_i; a look-up, or arithmetic where the numbers show that it is less";
    Lower: "Lower(n)", "the lower triangle of an n×n square with its diagonal, row after row";
    Upper: "Upper(n)", "the upper triangle of an n×n square with its diagonal, row after row";
    Band: "Band(n, below, above)", "the main diagonal of an n×n square with `below` diagonals below it and `above` above it, row after row";
    Symmetric: "Symmetric(n)", "an n×n square whose elements [i, j] and [j, i] are one: the lower triangle, for reading only";
    RegP: "RegP([n1, …, nd], [s1, …, sd])", "the axes in any order: axis s1 is the slowest, sd the fastest";
    GenP: "GenP([n1, …, nd], f[, f_inv])", "a bijection of your own, by a closure or by a path; it is checked, and its inverse derived where the structure shows it";
    Cute: "Cute(shape:stride)", "a layout of CuTe's that is a bijection";
    Linear: "Linear([n1, …, nd], [[x, y, …], …])", "a linear layout over F2 that is a bijection: the index of each bit of the position";
    OrderBy: "OrderBy(P1, …, Pq)", "permutations nested in each other, the first outermost";
    TileOrderBy: "TileOrderBy(P1, …, Pq)", "an array stored tile by tile: the first permutation orders the tiles, the last the elements of one";
    GroupBy: "GroupBy([n1, …, nd], …)", "the view of the index: its extents, as groups of axes";
    TileBy: "TileBy([n1, …, nd], …)", "the view of the index as tiles of tiles: the extents of each level, the outermost first";
    ExpandBy: "ExpandBy([n1, …, nd] => [m1, …, md])", "a view that reaches beyond what is stored: indices outside of n have no position";
    PadBy: "PadBy([n1, …, nd] => [m1, …, md])", "a view of n in a larger m that is stored: positions outside of n have no index";
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::ALL;
    use crate::chain::PACKED;
    use crate::chain::pieces::NAMED;
    use std::format;

    /// What the language says of its pieces elsewhere is said here in the same words.
    #[test]
    fn every_piece_has_its_words() {
        for named in NAMED.iter().chain(PACKED) {
            let form = format!("{}({})", named.name, named.parameters.names());
            let word = ALL.iter().find(|(name, ..)| *name == named.name);
            assert_eq!(word, Some(&(named.name, &*form, named.about)));
        }
    }
}
