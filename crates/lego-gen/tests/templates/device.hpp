// CUDA's words for kernels that run on threads of this machine, one block after the other.
#pragma once
#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

struct Dim {
    int x = 1, y = 1, z = 1;
};

inline thread_local Dim threadIdx;
inline Dim blockIdx;
inline std::unique_ptr<std::barrier<>> barrier;

#define __global__
#define __device__
#define __shared__ static
#define __restrict__
#define __syncthreads() barrier->arrive_and_wait()

inline void launch(Dim grid, Dim block, const std::function<void()> &kernel)
{
    barrier = std::make_unique<std::barrier<>>(block.x * block.y);
    auto all = [&](int x, int y) {
        for (int by = 0; by < grid.y; ++by)
            for (int bx = 0; bx < grid.x; ++bx) {
                if (x == 0 && y == 0)
                    blockIdx = {bx, by, 0};
                __syncthreads();
                threadIdx = {x, y, 0};
                kernel();
                __syncthreads();
            }
    };
    std::vector<std::thread> threads;
    for (int y = 0; y < block.y; ++y)
        for (int x = 0; x < block.x; ++x)
            threads.emplace_back(all, x, y);
    for (auto &thread : threads)
        thread.join();
}
