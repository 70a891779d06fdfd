// The transposition of a matrix through a tile in shared memory. The tile's declaration alone decides about bank conflicts.
//
// lego: In = Row(M, N).TileBy([M/32, N/32], [32, 32])
// lego: Out = Row(N, M).TileBy([N/32, M/32], [32, 32])
// lego: Tile = SwizzleRows([32, 32], 5)
//
// A block has 32 × 8 threads, and there is a block for each tile: blockIdx.x along N, blockIdx.y along M.

__global__ void transpose(const float *__restrict__ in, float *__restrict__ out, int M, int N)
{
    __shared__ float tile[1056];
    const int x = threadIdx.x;
    const int bx = blockIdx.x, by = blockIdx.y;
    for (int y = threadIdx.y; y < 32; y += 8)
        tile[33 * y + x] = in[N * (32 * by + y) + 32 * bx + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[M * (32 * bx + y) + 32 * by + x] = tile[33 * x + y];
}
