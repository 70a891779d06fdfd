#include "device.hpp"

#include KERNEL

int main()
{
    const int M = 64, N = 96;
    std::vector<float> in(M * N), out(M * N, -1);
    for (int k = 0; k < M * N; ++k)
        in[k] = k;
    launch({N / 32, M / 32}, {32, 8}, [&] { transpose(in.data(), out.data(), M, N); });
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j)
            if (out[j * M + i] != in[i * N + j])
                return 1;
}
