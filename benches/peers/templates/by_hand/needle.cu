// Needleman-Wunsch as Rodinia writes it, in blocks of 64 × 64; both of its kernels in one, which differ in the block alone.
#define B 64

__device__ inline int maximum(int a, int b, int c)
{
    const int k = a <= b ? b : a;
    return k <= c ? c : k;
}

__global__ void needle(
    const int *__restrict__ referrence, int *__restrict__ matrix, int rows, int cols, int penalty, int column, int row)
{
    const int tx = threadIdx.x;
    const int b_index_x = column + blockIdx.x;
    const int b_index_y = row - blockIdx.x;
    const int index = cols * B * b_index_y + B * b_index_x + tx + (cols + 1);
    const int index_n = cols * B * b_index_y + B * b_index_x + tx + 1;
    const int index_w = cols * B * b_index_y + B * b_index_x + cols;
    const int index_nw = cols * B * b_index_y + B * b_index_x;
    __shared__ int temp[B + 1][B + 1];
    __shared__ int ref[B][B];
    if (tx == 0)
        temp[tx][0] = matrix[index_nw];
    for (int ty = 0; ty < B; ty++)
        ref[ty][tx] = referrence[index + cols * ty];
    temp[tx + 1][0] = matrix[index_w + cols * tx];
    temp[0][tx + 1] = matrix[index_n];
    __syncthreads();
    for (int m = 0; m < B; m++) {
        if (tx <= m) {
            const int x = tx + 1;
            const int y = m - tx + 1;
            temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1], temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int m = B - 2; m >= 0; m--) {
        if (tx <= m) {
            const int x = tx + B - m;
            const int y = B - tx;
            temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1], temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty < B; ty++)
        matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}
