//! What `lego help COMMAND` ends with: what the options do not say, and examples.

use lego_gen::Target;

/// The help of `lego gen`, with its targets.
pub(crate) fn generate() -> String {
    GEN.replace("$targets", &names(|_| true))
}

/// The help of `lego fill`, with the targets that templates are written in.
pub(crate) fn fill() -> String {
    FILL.replace("$targets", &names(Target::fills))
}

/// The names of some targets, in lines of up to 120 letters.
fn names(is_one: impl Fn(Target) -> bool) -> String {
    let mut lines = vec!["Targets:".to_owned()];
    let names: Vec<&str> = Target::ALL.into_iter().filter(|target| is_one(*target)).map(Target::name).collect();
    for (at, name) in names.iter().enumerate() {
        let end = if at + 1 == names.len() { "." } else { "," };
        match lines.last_mut() {
            Some(line) if line.len() + name.len() + 2 <= 120 => *line += &format!(" {name}{end}"),
            _ => lines.push(format!("{name}{end}")),
        }
    }
    lines.join("\n")
}

pub(crate) const SHOW: &str = "\
Expressions are Rust on non-negative integers over i0, i1, … (apply) or p (inv) and the parameters' names. Operations
are its operators, comparisons and branches; what is shared counts once. Of the forms found, --cost chooses: the one with the
fewest operations, or what costs a CPU or a GPU least (a GPU adds a product for nothing, a CPU would rather shift than
multiply, for both a division by what is no power of two is dear, by a symbol dearest).

Examples:
  lego show 'OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])'
  lego show 'Row(1000, 1000).ExpandBy([1000, 1000] => [1024, 1024]).TileBy([16, 16], [64, 64])' --json
  lego show 'Row(M, K).TileBy([M/BM, K/BK], [BM, BK])' --let BM=64,BK=32
  lego show 'OrderBy(Row(16, 16), Row(64, 64)).TileBy([1024, 1024])' --cost cpu
  lego show 'OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])' --explain";

pub(crate) const EVAL: &str = "\
Prints `none` for an index that an ExpandBy does not store and for a position that a PadBy leaves empty.

Examples:
  lego eval 'AntiDiag(5)' --at 4,2
  lego eval 'AntiDiag(5)' --inv 19
  lego eval 'Col(M, K)' --let M=4,K=8 --at 3,7";

pub(crate) const TABLE: &str = "\
Rank 2 is a grid, i0 downwards and i1 to the right; rank 4 from two levels of rank 2 is a grid of tiles; every other rank
is a line `i0 i1 i2 -> p` for each index. `·` stands where there is no position. With one of the options --by, --columns,
--colour, --label and --banks it is a picture as text, of any rank, arranged as in `lego svg`; `░` is a hole. On a terminal
the cells are coloured. Of more than 4194304 indices or positions nothing is printed (exit status 3) without --no-limit.
--json prints the whole map, whatever the picture.

A layout of CuTe's, also an expression of its algebra, has an index for each top-level mode and need not be a bijection; with --json
`inv` is null where several indices have one position, and `indices` has those of each. Of a layout of (thread, value), a fragment of
a matrix instruction by its name, and a linear layout the elements of the tile are printed, each with who holds it, as T5 V1.

Examples:
  lego table 'Hilbert(8, 8)'
  lego table 'Row(8, 8).TileBy([2, 2], [4, 4])'
  lego table 'SwizzleRows([8, 8], 3)' --banks 32 --bytes 16
  lego table 'Row(4, 8).PadBy([4, 7] => [4, 8])' --by memory
  lego table 'Row(3, 4).ExpandBy([3, 4] => [4, 4])' --json
  lego table 'logical_divide((4,8):(8,1), (2,4))'
  lego table mma_m16n8_f32_C
  lego table '((4,8),(2,2)):((32,1),(16,8))' --tile 16,8";

pub(crate) const CHECK: &str = "\
Parameters without a value stay symbols; what can only be decided with their values is not an error.

With --access it is said what it takes when the threads of a block access the layout: thread t touches the indices at positions
t*v to t*v + v-1 of the pattern P, a layout of the same extents, v elements at once (--vector). Row(32, 32) is access by rows,
Col(32, 32) by columns, AntiDiag(32) along the anti-diagonals; the words Row, Column, Diagonal and AntiDiagonal are these for a
tile of any extents. Counted are the wavefronts of shared memory (32 banks of 4 bytes) and the 32-byte sectors of global memory of
all warps, and of each the ideal: what as many accesses take at their best addresses. Memory begins at a multiple of 128 bytes.
The lanes of the worst warp that want different words of one bank are named.

Examples:
  lego check 'Row(M, 64).TileBy([M/8, 8], [8, 8])'
  lego check 'Row(M, 64).TileBy([M/8, 8], [8, 8])' --let M=100
  lego check 'Row(32, 32)' --access Row --access Column
  lego check 'SwizzleRows([32, 32], 5)' --access 'Col(32, 32)' --bytes 4 --vector 1
  lego check - --json < layout.txt";

pub(crate) const SWIZZLE: &str = "\
Of all layouts of a family the one with the fewest wavefronts over all accesses together, of those the one with the fewest bytes,
of those the one with the fewest operations. The family: each row padded by 0 to 32 words; then Skew, row i turned by k*i columns,
for every k; then SwizzleRows of every number of bits or Swizzle(b, m, s) of every b, m and s. The tile may have any extents, powers
of two or not; one of another rank is taken as rows of its last axis. Accesses are given as for `lego check`.

The first line is the chain to paste. The table has the best without a skew, without a swizzle and without either beside it, and the
layout that was given (without one, Row). That none is better is proved: every layout is tried, at least until it takes more than the
best, or cannot be better, since it is larger than one that takes the ideal, or has the same conflicts as a smaller one. Past a
number of steps the search ends (exit status 3) without --no-limit.

Examples:
  lego swizzle 32,32 --access Row --access Column
  lego swizzle 24,48 --access 'Row(24, 48)' --access 'Col(24, 48)' --bytes 2
  lego swizzle 96,64 --access Row --vector 4 --access Column --vector 1
  lego swizzle 'Row(32, 33).PadBy([32, 32] => [32, 33])' --access Row --access AntiDiagonal --json";

pub(crate) const EQUAL: &str = "\
Layouts are equal if their dims and sizes are and every index goes to the same position. Either may be a chain, in CuTe's notation,
in isl's, a task mapping, or a linear layout as `lego linear` takes it (a text, or JSON); where one is no chain they
are compared at equal tuples of coordinates, one for each top-level mode or in dim, whatever their spans. The out dims of a linear
layout are one number, the first the fastest, unless the other side gives as many numbers. Without symbols this is decided by the
form of the layouts at any size, in the last resort index by index; with symbols by a proof or by small values for which the
layouts differ. Exit status: 0 equal, 1 not (with the first index that differs), 3 not decided: with
symbols, or because more indices would have to be looked at than the limit allows, which --no-limit lifts.

Examples:
  lego equal 'Morton(4, 4)' 'OrderBy(RegP([2, 2, 2, 2], [1, 3, 2, 4])).GroupBy([4, 4])'
  lego equal 'Row(M, K)' 'Col(M, K)'
  lego equal 'Row(4, 8)' '(4,8):(8,1)'
  lego equal 'Sw<3,0,3> o 0 o (8,8):(8,1)' 'SwizzleRows([8, 8], 3)'
  lego equal 'Col(4, 8)' 'row: (1) (2); column: (4) (8) (16) -> offset: 32'
  lego equal mma_m16n8_f32_C 'lane: (0,2) (0,4) (1,0) (2,0) (4,0); register: (0,1) (8,0) -> dim0: 16, dim1: 8'";

pub(crate) const CUTE: &str = "\
Layouts are shape:stride, as ((2,2),4):((1,8),2), the first mode fastest. Functions have CuTe's names: coalesce composition
complement filter right_inverse left_inverse inverse nullspace; logical_ zipped_ tiled_ flat_ with divide and product;
blocked_product raked_product tile_to_shape upcast downcast recast_layout make_layout make_ordered_layout make_layout_tv
make_fragment_like size cosize crd2idx idx2crd slice select shape_div ceil_div equal and more; partition(TV, L, thread), also as
partition_S and partition_D, local_partition(L, THREADS, thread) and local_tile(L, TILE, coordinate), what one thread or one
block has of L. Tilers are <3:4, _, 8:2> or (2,4),
swizzles Sw<3,4,3>, and `o` composes: Sw<3,4,3> o 0 o (8,8):(8,1). Names are sizes: with --let they have values, without they
stay symbols, and the result holds under conditions that are printed with it.

A layout from (thread, value) to a tile is printed as the tile, each element with who holds it: what make_layout_tv gives, a
fragment of a matrix instruction by its name (mma_m16n8k16_f16_A, mma_m16n8_f32_C, wgmma_m64n64_D), or any layout of rank 2 with
--tile, inside of an expression thread_value(L, TILE). With --svg it is drawn, and any other layout as `lego svg` draws it.

Examples:
  lego cute 'composition((6,2):(8,2), (4,3):(3,1))'
  lego cute mma_m16n8_f32_C --svg accumulator.svg
  lego cute '((4,8),(2,2)):((32,1),(16,8))' --tile 16,8
  lego cute 'logical_divide((4,8):(8,1), (2,4))'
  lego cute 'partition(mma_m16n8_f32_C, (64,32):(32,1), 5)'
  lego cute 'complement(4:2, 24)' --json
  lego cute 'zipped_divide((M,N):(N,1), (64,32))'
  lego cute 'zipped_divide((M,N):(N,1), (64,32)) where M % 64 == 0, N % 32 == 0'";

pub(crate) const LINEAR: &str = "\
A layout is a text of in dims with the images of their bits and out dims with their sizes, as below; JSON as `lego batch` has
it; an encoding {\"kind\": …} with Triton's parameters (blocked, slice, nvidia_mma, amd_mfma, dot_operand, swizzled_shared, nvmma_shared,
tensor_memory) with --shape, or with \"shape\": [64, 64] in it; the name of a fragment of a matrix instruction; or a layout of CuTe
whose sizes are powers of two. Printed are its text, its rank, how often a value comes, the layout of CuTe with the same values, and
the matrix: a column for each bit that goes in, a row for each that comes out. With --draw grid, in place of the matrix, the elements
that come out, each with who holds it: T for the thread (lanes, then warps, then blocks), V for its register; without threads, what
goes in. --svg draws either.

With --to: what it takes to move a tensor from the registers of the one layout to those of the other, by shuffles and through shared
memory without bank conflicts, and which takes less time. Then --svg draws the rounds of shuffles, or the transactions of memory.

Examples:
  lego linear 'register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) -> dim0: 16, dim1: 8'
  lego linear mma_m16n8k16_f16_A
  lego linear mma_m16n8k16_f16_A --svg matrix.svg
  lego linear mma_m16n8k16_f16_A --draw grid --svg held.svg
  lego linear '(4,8):(8,1)' --json
  lego linear mma_m16n8_f32_C --to 'register: (1,0) (2,0); lane: (4,0) (8,0) (0,1) (0,2) (0,4) -> dim0: 16, dim1: 8' --bytes 2
  lego linear '{\"kind\": \"swizzled_shared\", \"vec\": 8, \"per_phase\": 1, \"max_phase\": 8, \"order\": [1, 0]}' --shape 64,64";

pub(crate) const BATCH: &str = "\
Each line of standard input is {\"op\": \"…\", \"args\": […]}, and gets a line at once: {\"result\": …} or {\"error\": \"…\"}.
CuTe layouts are {\"shape\": …, \"stride\": …} of nested lists, tilers {\"tiler\": […]}, swizzles [b, m, s], composed layouts
{\"swizzle\": …, \"offset\": …, \"layout\": …}; a layout that is a result has its values beside it as \"table\", of up to 2^20.
Linear layouts are {\"in_dims\": …, \"out_dims\": …, \"in_dim_order\": …, \"out_dim_order\": …}; their operations have Triton's
names, and null says that a result does not exist. `equal` compares two of {\"lego\": \"CHAIN\"}, {\"cute\": …}, {\"linear\": …},
{\"swizzle\": …}, {\"isl\": \"MAP\"} and {\"tasks\": \"MAPPING\"}, as `lego equal` does; `convert` writes one of them as \"cute\",
\"lego\", \"linear\", \"isl\" or \"table\".

Examples:
  echo '{\"op\": \"complement\", \"args\": [{\"shape\": 4, \"stride\": 2}, 24]}' | lego batch
  echo '{\"op\": \"equal\", \"args\": [{\"lego\": \"Row(4, 8)\"}, {\"cute\": {\"shape\": [4, 8], \"stride\": [8, 1]}}]}' | lego batch
  echo '{\"op\": \"convert\", \"args\": [{\"lego\": \"Row(4, 8)\"}, \"linear\"]}' | lego batch";

const GEN: &str = "\
The file has functions for both directions, extents, span, and a check of the sizes that have no value: what apply gives
for sizes that the check refuses is of no use. In C they take the indices, then the sizes in the order in which the chain
names them: `map_index_t map_apply(i0, i1, M, K)` gives the position or -1, `bool map_inv(p, M, K, index)` writes the index
and says whether there is one. Python has int or None, JavaScript null; other languages keep to their own habits, which the
file's first lines say.

$targets

--with table: the position of every index as a constant, of at most 65536 indices. strides: how far a step along each
axis moves the position, where that is the same everywhere. checks: arguments out of range give no position and no index.

Examples:
  lego gen --target c 'Row(M, K).TileBy([M/BM, K/BK], [BM, BK])' -o tiles.h
  lego gen --target cuda 'SwizzleRows([32, 32], 5)' --width 32 --name shared
  lego gen --target python 'AntiDiag(N)' --let N=5 --with table
  lego gen --list";

const FILL: &str = "\
A placeholder is {{, the name of a layout, then [ or a dot, up to }}. All else stays byte for byte; {{{{ writes {{. A layout
is defined in a comment of the first 50 lines, `lego: L = CHAIN`, or by --let L='CHAIN'.

  {{ L[i, k + 1, :, a:b] }}   the position; an index is an expression of the file's language, and stays as it is
  {{ L.guard[i, j, :, :] }}   whether there is one, as a mask: where an ExpandBy stores less than it shows
  {{ L.inv(p) }}, {{ L.inv(p)[0] }}, {{ L.inv_guard(p) }}   the index at a position, a component, whether there is one
  {{ L.span }}, {{ L.count }}, {{ L.rank }}, {{ L.dims[0] }}, {{ L.stride[0] }}   sizes
  {{ L.check }}               what has to hold of sizes without a value, and is relied upon: for an assertion
  {{ L.loop[i, :] }}          the head of a loop over a slice; a slice may have a name, `j=:` or `j=a:b`
  {{ L.block_ptr(i, k, base=x) }}, {{ L.advance(k) }}, {{ L.boundary_check }}   Triton's block pointers

A slice is what a language has for it: tl.arange in Triton, np.arange in NumPy, a list in Python and JavaScript, an
iterator in Rust, a view in C++; in C and others the variable of a loop, i2 for the axis 2. Indices and positions count
from 0 in every language. Exit status: 0; 1 for what is wrong, and with --check for a file that is not up to date.

$targets

Examples:
  lego fill matmul.py.lego -o matmul.py
  lego fill matmul.py.lego -o matmul.py --check
  lego fill matmul.py.lego --let A='Col(M, K).TileBy([M/BM, K/BK], [BM, BK])' --let BM=128,BK=64
  lego fill - --target cuda < tile.cu";

pub(crate) const SVG: &str = "\
By index a cell is an index and bears its position. The last axis runs to the right, the one before it downwards, the one
before those to the right again, as planes side by side, and so on; each level of a GroupBy or TileBy begins anew, so that
tiles are blocks. One axis is a strip, in rows of --columns. Where a matrix is stored in blocks and seen flat, lines run
between the blocks: those that the chain writes, else the smallest whose elements lie in memory in one piece. The holes of a
PadBy at the end of a chain are hatched, at their place next to the indices. By memory a cell is a position and bears its index.

Labels are drawn of up to 4096 cells, a line along the positions of up to 1024; what is left out is said in the drawing. More than
65536 cells are not drawn (exit status 3) without --no-limit. With --banks 32 a note says how many wavefronts a warp takes
that reads 32 cells of a row, or of a column.

A FILE that ends in .png gets pixels: two to a pixel of the SVG, or one where a side would have more than 4096. Any other
FILE gets SVG, in which a browser shows the index of a cell pointed at.

A layout of CuTe's, by itself or in `Cute(…)`, need not be a bijection: equal offsets have one colour, lines run between its
nested modes, and by memory a cell that several indices share bears how many. A layout of (thread, value) is drawn as its tile.

Examples:
  lego svg 'Hilbert(16, 16)' -o hilbert.svg
  lego svg 'Hilbert(16, 16)' -o hilbert.png
  lego svg 'TileOrderBy(Row(4, 4), Col(8, 8))' -o blocks.svg
  lego svg 'OrderBy(Col(4, 4), Morton(4, 4)).TileBy([4, 4], [4, 4])' -o tiles.svg --colour tile
  lego svg 'SwizzleRows([32, 32], 5)' -o banks.svg --banks 32 --bytes 4
  lego svg 'Row(32, 33).PadBy([32, 32] => [32, 33])' -o memory.svg --by memory
  lego svg '((2,2),4):((1,8),2)' -o modes.svg
  lego svg '(4,8):(0,2)' -o meeting.svg --by memory";

pub(crate) const RELATION: &str = "\
A layout is a chain, in CuTe's notation ((4,8):(8,1), composition(…)), in isl's ({ [i, j] -> [8i + j] : 0 <= i < 4 and … }), a
task mapping (spatial(4, 8) * repeat(2, 1)), or a linear layout as `lego linear` takes it. --map says which of its maps is meant:
from the index (of CuTe's layouts: from natural coordinates) to the position; from an integer coordinate to the index; from an
integer coordinate to the position; from bits to bits. Integer coordinates of a chain are row-major, the last index fastest; those of
the others colexicographic, the first fastest. --then puts another map after this one and says where that is out of bounds, as a set
and as a condition.

The map is printed as isl writes it, and so is the inverse: as a formula, or, where none is short, as the condition that it is.
Without sizes that have no value every answer is exact: by the form of the map, or point by point, of up to 2^28 points without
--no-limit. Of sizes without a value the answers are expressions, in which p is a position, with the conditions under which they
hold; or it is said what stands in the way. Exit status: 0; 1 for what is wrong; 3 where an answer is not decided.

Examples:
  lego relation 'Row(4, 8).PadBy([4, 7] => [4, 8])'
  lego relation '((2,2),4):((1,8),2)' --map layout
  lego relation '(M,N):(L,1) where L >= N'
  lego relation 'SwizzleRows([8, 8], 3)' --map binary
  lego relation 'Row(M, 8)' --domain 'i0 + i1 < n' --let M=8,n=8
  lego relation '(2,2):(2,1)' --map layout --then '(2,1):(1,80)'
  lego relation '{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }' --json";

pub(crate) const CONVERT: &str = "\
cute: shape:stride, with a swizzle where one is needed. lego: a chain with named pieces where there is one. linear: a linear layout
over F2, in dims i0, i1, … and out dims o0, …, where all extents are powers of two and every bit of the index changes the value
alike. isl: the map in isl's notation. table: the values at the integer coordinates 0, 1, … (of a chain row-major, of the others the
first mode fastest). What is not possible is said with an index that shows it (exit status 1).

A chain's indices are CuTe's coordinates one for one: Row(4, 8) is (4,8):(8,1). It is the integer coordinate that differs: 1 is
[0, 1] in the chain and (1, 0) in CuTe. A linear layout has an index for each in dim; its out dims are one position, the first the
fastest, in a chain and in CuTe's notation.

Examples:
  lego convert '(4,4,4,4):(64,4,16,1)' --to lego
  lego convert 'OrderBy(Swizzle(2, 1, 3)).OrderBy(Row(8, 8))' --to cute
  lego convert 'Row(M, K)' --to cute
  lego convert 'repeat(4, 1) * spatial(16, 8)' --to cute
  lego convert '{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }' --to lego
  lego convert 'SwizzleRows([8, 8], 3)' --to linear
  lego convert 'register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) -> dim0: 16, dim1: 8' --to cute";

pub(crate) const STUDIO: &str = "\
The page answers with this command's own words, computed in the browser; nothing is sent anywhere. Its address says all that it
shows: #a=LAYOUT, and as far as it is not as usual let=M=4,N=8, b=LAYOUT, tab=formulas|code|compare|access|threads, colour, label,
access, bytes, vector, target, fragment.

Examples:
  lego studio
  lego studio --write page/";
