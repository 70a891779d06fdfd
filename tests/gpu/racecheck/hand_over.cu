// Does `compute-sanitizer --tool racecheck` follow `bar.arrive`? Two warps hand words of shared memory over, from one to the
// other and back, in one of three ways, and the sums say whether they were the right words.
//   sync:   `bar.sync` by both warps, in both directions.
//   arrive: `bar.arrive` by the warp that is done, `bar.sync` by the one that waits, which the PTX ISA has for a producer and
//           a consumer: what the one wrote before it arrived is there when the other goes on.
//   none:   no barrier, a race.
//
//   nvcc -arch=sm_90 hand_over.cu -o hand_over
//   for way in sync arrive none; do compute-sanitizer --tool racecheck ./hand_over $way; done
//
// On an H100 (CUDA 13.0) the tool reports hazards for `arrive` as for `none`, and none for `sync`. All sums are right with
// `sync` and `arrive`, all are wrong with `none`: it does not follow `bar.arrive`.
#include <cstdio>
#include <cstring>

__device__ void wait(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void say(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

template <int HOW>
__global__ void hand_over(unsigned *sums, int rounds) {
    __shared__ unsigned words[32];
    unsigned lane = threadIdx.x % 32, sum = 0;
    bool writes = threadIdx.x < 32;
    for (int round = 0; round < rounds; ++round) {
        if (writes) {
            if (HOW == 1 && round > 0) wait(2);
            words[lane] = round + lane;
            if (HOW == 0) wait(1);
            if (HOW == 1) say(1);
            if (HOW == 0) wait(2);
        } else {
            if (HOW != 2) wait(1);
            sum += words[31 - lane];
            if (HOW == 0) wait(2);
            if (HOW == 1 && round + 1 < rounds) say(2);
        }
    }
    if (!writes) sums[lane] = sum;
}

int main(int count, char **words) {
    const char *how = count > 1 ? words[1] : "arrive";
    unsigned *sums, found[32];
    const int rounds = 100;
    cudaMalloc(&sums, sizeof found);
    if (!strcmp(how, "sync")) hand_over<0><<<1, 64>>>(sums, rounds);
    else if (!strcmp(how, "arrive")) hand_over<1><<<1, 64>>>(sums, rounds);
    else if (!strcmp(how, "none")) hand_over<2><<<1, 64>>>(sums, rounds);
    else return printf("%s: sync, arrive or none\n", how), 2;
    cudaError_t error = cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) return printf("%s\n", cudaGetErrorString(error)), 1;
    int wrong = 0;
    for (int lane = 0; lane < 32; ++lane) wrong += found[lane] != rounds * (rounds - 1) / 2 + rounds * (31 - lane);
    printf("%s: %d of 32 sums wrong\n", how, wrong);
    return 0;
}
