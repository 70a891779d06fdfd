// Needleman-Wunsch as in Rodinia, in blocks of 64 × 64: the scores of a block wait in shared memory, and the threads go over
// them along the anti-diagonals. How the tile is laid out is its declaration alone.
//
// lego: Scores = Row(rows, cols)
// lego: Tile = Row(65, 65)

#define B 64

__device__ inline int best(int a, int b, int c)
{
    const int ab = a > b ? a : b;
    return ab > c ? ab : c;
}

// An anti-diagonal of blocks: the first is in this column and this row, the next one to the right of it and above.
__global__ void needle(
    const int *__restrict__ reference, int *__restrict__ scores, int rows, int cols, int penalty, int column, int row)
{
    __shared__ int tile[4225];
    __shared__ int ref[B][B];
    const int t = threadIdx.x;
    const int x0 = (column + blockIdx.x) * B, y0 = (row - blockIdx.x) * B;
    if (t == 0)
        tile[0] = scores[cols * y0 + x0];
    // The place is counted on from row to row: nvcc does not take out of a loop what a sum in an index has in common.
    const int first = cols * (y0 + 1) + (x0 + t + 1);
    for (int y = 0; y < B; ++y)
        ref[y][t] = reference[first + y * cols];
    tile[(t + 1) + (((t + 1) * ((t + 1) + 1)) >> 1)] = scores[cols * (y0 + t + 1) + x0];
    tile[((t + 1) * ((t + 1) + 1)) >> 1] = scores[cols * y0 + (x0 + t + 1)];
    __syncthreads();
    for (int m = 0; m < B; ++m) {
        if (t <= m) {
            const int x = t + 1, y = m - t + 1;
            tile[y + (y + x < 65 ? ((y + x < 65 ? y + x : 128 - (y + x)) * ((y + x < 65 ? y + x : 128 - (y + x)) + 1)) >> 1 : 4160 - (((y + x < 65 ? y + x : 128 - (y + x)) * ((y + x < 65 ? y + x : 128 - (y + x)) + 1)) >> 1))] = best(
                tile[(y - 1) + ((y - 1) + (x - 1) < 65 ? (((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) * (((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) + 1)) >> 1 : 4160 - ((((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) * (((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) + 1)) >> 1))] + ref[y - 1][x - 1],
                tile[y + (y + (x - 1) < 65 ? ((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) * ((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) + 1)) >> 1 : 4160 - (((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) * ((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) + 1)) >> 1))] - penalty,
                tile[(y - 1) + ((y - 1) + x < 65 ? (((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) * (((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) + 1)) >> 1 : 4160 - ((((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) * (((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) + 1)) >> 1))] - penalty);
        }
        __syncthreads();
    }
    for (int m = B - 2; m >= 0; --m) {
        if (t <= m) {
            const int x = t + B - m, y = B - t;
            tile[y + (y + x < 65 ? ((y + x < 65 ? y + x : 128 - (y + x)) * ((y + x < 65 ? y + x : 128 - (y + x)) + 1)) >> 1 : 4160 - (((y + x < 65 ? y + x : 128 - (y + x)) * ((y + x < 65 ? y + x : 128 - (y + x)) + 1)) >> 1))] = best(
                tile[(y - 1) + ((y - 1) + (x - 1) < 65 ? (((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) * (((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) + 1)) >> 1 : 4160 - ((((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) * (((y - 1) + (x - 1) < 65 ? (y - 1) + (x - 1) : 128 - ((y - 1) + (x - 1))) + 1)) >> 1))] + ref[y - 1][x - 1],
                tile[y + (y + (x - 1) < 65 ? ((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) * ((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) + 1)) >> 1 : 4160 - (((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) * ((y + (x - 1) < 65 ? y + (x - 1) : 128 - (y + (x - 1))) + 1)) >> 1))] - penalty,
                tile[(y - 1) + ((y - 1) + x < 65 ? (((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) * (((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) + 1)) >> 1 : 4160 - ((((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) * (((y - 1) + x < 65 ? (y - 1) + x : 128 - ((y - 1) + x)) + 1)) >> 1))] - penalty);
        }
        __syncthreads();
    }
    for (int y = 0; y < B; ++y)
        scores[first + y * cols] = tile[(y + 1) + ((y + 1) + (t + 1) < 65 ? (((y + 1) + (t + 1) < 65 ? (y + 1) + (t + 1) : 128 - ((y + 1) + (t + 1))) * (((y + 1) + (t + 1) < 65 ? (y + 1) + (t + 1) : 128 - ((y + 1) + (t + 1))) + 1)) >> 1 : 4160 - ((((y + 1) + (t + 1) < 65 ? (y + 1) + (t + 1) : 128 - ((y + 1) + (t + 1))) * (((y + 1) + (t + 1) < 65 ? (y + 1) + (t + 1) : 128 - ((y + 1) + (t + 1))) + 1)) >> 1))];
}
