// The transposition through a swizzled tile, its indices written out.
__global__ void transpose(const float *__restrict__ in, float *__restrict__ out, int M, int N)
{
    __shared__ float tile[32][32];
    const int x = threadIdx.x;
    const int i = blockIdx.y * 32, j = blockIdx.x * 32;
    for (int y = threadIdx.y; y < 32; y += 8)
        tile[y][y ^ x] = in[(i + y) * N + j + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[(j + y) * M + i + x] = tile[x][x ^ y];
}
