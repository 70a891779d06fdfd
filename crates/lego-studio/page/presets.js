// Layouts to begin with. A state is what the address of the page may say.

const PRESETS = [
  ["The LEGO paper", [
    ["Figure 4: transposed blocks, reversed inside", { a: "OrderBy(RegP([2, 2], [2, 1]), Reverse(3, 2)).GroupBy([6, 4])" }],
    ["Figure 9: two orders, one with anti-diagonals", { a: "OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])" }],
    ["Matrix product: tiles of a matrix", { a: "Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", let: "M=16,K=16,BM=4,BK=8", colour: "tile" }],
    ["Matrix product: program ids in groups", { a: "OrderBy(Col(npm/GM, 1), Col(GM, npn)).TileBy([npm, npn])", let: "npm=12,GM=4,npn=9" }],
    ["Needleman-Wunsch: anti-diagonals", { a: "AntiDiag(17)", tab: "access", access: "AntiDiagonal" }],
    ["Transposition: reading, in tiles", { a: "Row(64, 64).TileBy([2, 2], [4, 1], [8, 32])" }],
    ["LU: coarsened threads", { a: "Row(32, 32).TileBy([2, 2], [16, 16])", colour: "tile" }],
    ["Bricks of a stencil", { a: "OrderBy(Row(3, 3, 3), Row(4, 4, 4)).TileBy([12, 12, 12])" }],
  ]],
  ["LEGO’s own page", [
    ["Row-major", { a: "OrderBy(Row(M, N)).GroupBy([M, N])", let: "M=8,N=8" }],
    ["Col-major", { a: "OrderBy(Col(M, N)).GroupBy([M, N])", let: "M=8,N=8" }],
    ["Tiled", { a: "OrderBy(Row(M, N)).TileBy([M/BM, N/BN], [BM, BN])", let: "M=8,N=8,BM=4,BN=4", colour: "tile" }],
    ["Transposed", { a: "OrderBy(RegP([M, N], [2, 1])).GroupBy([M, N])", let: "M=8,N=8" }],
  ]],
  ["Tiles and curves", [
    ["A matrix stored tile by tile", { a: "TileOrderBy(Row(4, 4), Row(4, 4))", colour: "tile" }],
    ["Morton’s order", { a: "Morton(16, 16)" }],
    ["Hilbert’s curve", { a: "Hilbert(16, 16)" }],
    ["512 by 512: Morton’s tiles", { a: "OrderBy(Morton(64, 64), Row(8, 8)).TileBy([512, 512])" }],
    ["Partial tiles", { a: "Row(U, V).ExpandBy([U, V] => [ceil_div(U, 4)*4, ceil_div(V, 4)*4]).TileBy([ceil_div(U, 4), ceil_div(V, 4)], [4, 4])", let: "U=10,V=13" }],
  ]],
  ["Shared memory", [
    ["Columns of a row-major tile collide", { a: "Row(32, 32)", tab: "access", access: "Column", colour: "bank" }],
    ["The same, padded", { a: "Row(32, 33).PadBy([32, 32] => [32, 33])", tab: "access", access: "Column", colour: "bank" }],
    ["The same, swizzled", { a: "SwizzleRows([32, 32], 5)", tab: "access", access: "Column", colour: "bank" }],
    ["Vectors of 16 bytes", { a: "SwizzleRows([64, 8], 3)", tab: "access", access: "Row", bytes: "2", vector: "8", colour: "bank" }],
  ]],
  ["CuTe’s documentation", [
    ["(2,4):(1,2), columns first", { a: "(2,4):(1,2)" }],
    ["(2,(2,2)):(4,(2,1)), a nested mode", { a: "(2,(2,2)):(4,(2,1))" }],
    ["composition(20:2, (5,4):(4,1))", { a: "composition(20:2, (5,4):(4,1))" }],
    ["complement(4:1, 24)", { a: "complement(4:1, 24)" }],
    ["logical_divide((4,2,3):(2,1,8), 4:2)", { a: "logical_divide((4,2,3):(2,1,8), 4:2)" }],
    ["logical_product((2,2):(4,1), 6:1)", { a: "logical_product((2,2):(4,1), 6:1)" }],
    ["blocked_product((2,5):(5,1), (3,4):(1,3))", { a: "blocked_product((2,5):(5,1), (3,4):(1,3))" }],
    ["raked_product((2,5):(5,1), (3,4):(1,3))", { a: "raked_product((2,5):(5,1), (3,4):(1,3))" }],
    ["Sw<3,3,3> o 0 o (8,64):(64,1)", { a: "Sw<3,3,3> o 0 o (8,64):(64,1)" }],
  ]],
  ["Linear Layouts and Hexcute", [
    ["Figure 1, layout A: two warps over 16 by 16", { tab: "threads", fragment: "register: (0,1) (1,0); lane: (0,2) (0,4) (0,8) (2,0) (4,0); warp: (8,0) -> dim0: 16, dim1: 16", a: "Linear([16, 16], [[0, 1], [1, 0], [0, 2], [0, 4], [0, 8], [2, 0], [4, 0], [8, 0]])" }],
    ["An operand of mma.sync", { tab: "threads", fragment: "mma_m16n8k16_f16_A" }],
    ["An accumulator of wgmma", { tab: "threads", fragment: "wgmma_m64n16_D" }],
    ["Figure 4: what moves between lanes", { tab: "compare", a: "register: (4); lane: (1) (2) -> x: 8", b: "register: (1); lane: (4) (2) -> x: 8" }],
    ["Figure 5: what moves through shared memory", { tab: "compare", a: "register: (32) (8); lane: (1) (2) (4) (16) (64) -> x: 128", b: "register: (32) (64); lane: (1) (2) (4) (8) (16) -> x: 128" }],
    ["Gray’s code", { a: "Linear([256], [[1], [3], [6], [12], [24], [48], [96], [192]])" }],
    ["Hexcute: repeat(4, 1) * spatial(16, 8)", { a: "repeat(4, 1) * spatial(16, 8)" }],
    ["Hexcute: spatial(4, 8) * repeat(2, 2)", { a: "spatial(4, 8) * repeat(2, 2)" }],
  ]],
  ["Two systems, side by side", [
    ["Row-major, and CuTe’s name for it", { a: "Row(4, 8)", b: "(4,8):(8,1)", tab: "compare" }],
    ["The trap: which index is fastest", { a: "Row(4, 8)", b: "(4,8):(1,4)", tab: "compare" }],
    ["Tiles, and a permutation of axes", { a: "TileOrderBy(Row(2, 2), Row(3, 3))", b: "OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])", tab: "compare" }],
  ]],
];

/** The groups of examples; the last are the layouts of the zoo, which come with the page. */
export async function presets() {
  const groups = [...PRESETS];
  const response = await fetch("zoo.txt");
  if (response.ok) {
    const lines = (await response.text()).split("\n");
    const zoo = lines.filter((line) => line && !line.startsWith("#")).map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), { a: line.slice(at + 2) }];
    });
    groups.push(["The zoo", zoo]);
  }
  return groups;
}
