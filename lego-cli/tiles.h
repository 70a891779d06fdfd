// Made by: lego gen --target c 'Row(M, K).TileBy([M / 8, K / 8], [8, 8])'
//
// The layout Row(M, K).TileBy([M / 8, K / 8], [8, 8])
// map_apply gives the position of the index [i0, i1, i2, i3], map_inv the index at a position; both count from 0.
// Indices are below [M / 8, K / 8, 8, 8], positions below M * K.
// Sizes: M, K. What has to hold of them is asked by map_check.
#ifndef MAP_H
#define MAP_H

#include <stdbool.h>
#include <stdint.h>

/// An index, a position or a size.
typedef int64_t map_index_t;

/// The number of axes.
#define MAP_RANK 4

static inline map_index_t map_max(map_index_t x, map_index_t b) {
    return x > b ? x : b;
}

/// Whether there is such a layout. Without, the other functions give nothing of use.
static inline bool map_check(map_index_t M, map_index_t K) {
    if (!(1 <= M)) return false; // M >= 1
    if (!(1 <= K)) return false; // K >= 1
    if (!((M & 7) == 0)) return false; // M % 8 == 0
    if (!((K & 7) == 0)) return false; // K % 8 == 0
    if (!(M <= 9223372036854775807 / map_max(K, 1))) return false; // M * K has a value
    if (!(M * K <= 9223372036854775807)) return false; // the number of indices, M * K, is at most 9223372036854775807
    return true;
}

/// The extents: the components of an index are below them.
static inline void map_dims(map_index_t dims[MAP_RANK], map_index_t M, map_index_t K) {
    dims[0] = M >> 3;
    dims[1] = K >> 3;
    dims[2] = 8;
    dims[3] = 8;
}

/// The number of positions that a buffer must have.
static inline map_index_t map_span(map_index_t M, map_index_t K) {
    return M * K;
}

/// The position of an index.
static inline map_index_t map_apply(map_index_t i0, map_index_t i1, map_index_t i2, map_index_t i3, map_index_t M, map_index_t K) {
    (void)M;
    return K * (8 * i0 + i2) + (8 * i1 + i3);
}

/// Writes the index at a position; false where there is none.
static inline bool map_inv(map_index_t p, map_index_t M, map_index_t K, map_index_t index[MAP_RANK]) {
    (void)M;
    const map_index_t t0 = p / K;
    index[0] = t0 >> 3;
    index[1] = (p % K) >> 3;
    index[2] = t0 & 7;
    index[3] = p & 7;
    return true;
}

#endif // MAP_H
