// What does `compute-sanitizer --tool racecheck` follow? Two warps hand words of shared memory over, from one to the
// other and back, in one of five ways, and the sums say whether they were the right words.
//   sync:   `bar.sync` by both warps, in both directions.
//   arrive: `bar.arrive` by the warp that is done, `bar.sync` by the one that waits, which the PTX ISA has for a producer and
//           a consumer: what the one wrote before it arrived is there when the other goes on.
//   each:   a barrier in shared memory (`mbarrier`), at which every lane of the warp that is done arrives.
//   one:    the same, at which one lane arrives for all, behind `__syncwarp()`: what the others wrote before it is there too.
//   none:   no barrier, a race.
//
//   nvcc -arch=sm_90 hand_over.cu -o hand_over
//   for way in sync arrive each one none; do compute-sanitizer --tool racecheck ./hand_over $way; done
//
// On an H100 (CUDA 13.0) the tool reports hazards for `arrive` and `one` as for `none`, and none for `sync` and `each`. All sums are
// right but with `none`, where all are wrong: it does not follow `bar.arrive`, nor `__syncwarp()` before an arrival for others.
#include <cstdint>
#include <cstdio>
#include <cstring>

__device__ void wait(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void say(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__device__ void arrive(uint64_t *barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"((unsigned)__cvta_generic_to_shared(barrier)) : "memory");
}
// Until the phase of a parity has ended.
__device__ void until(uint64_t *barrier, unsigned parity) {
    asm volatile(
        "{ .reg .pred done; again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @!done bra again; }" ::"r"(
            (unsigned)__cvta_generic_to_shared(barrier)),
        "r"(parity)
        : "memory");
}

// By barriers in shared memory, one for words that are there and one for those that were read.
template <bool EACH>
__global__ void hand_over_by_memory(unsigned *sums, int rounds) {
    __shared__ unsigned words[32];
    __shared__ uint64_t barriers[2];
    unsigned lane = threadIdx.x % 32, sum = 0;
    if (threadIdx.x < 2)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barriers + threadIdx.x)),
                     "r"(EACH ? 32 : 1)
                     : "memory");
    __syncthreads();
    auto say = [&](int which) {
        if (!EACH) __syncwarp();
        if (EACH || lane == 0) arrive(barriers + which);
    };
    for (int round = 0; round < rounds; ++round) {
        if (threadIdx.x < 32) {
            if (round > 0) until(barriers + 1, (round - 1) % 2);
            words[lane] = round + lane;
            say(0);
        } else {
            until(barriers, round % 2);
            sum += words[31 - lane];
            say(1);
        }
    }
    if (threadIdx.x >= 32) sums[lane] = sum;
}

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
    else if (!strcmp(how, "each")) hand_over_by_memory<true><<<1, 64>>>(sums, rounds);
    else if (!strcmp(how, "one")) hand_over_by_memory<false><<<1, 64>>>(sums, rounds);
    else if (!strcmp(how, "none")) hand_over<2><<<1, 64>>>(sums, rounds);
    else return printf("%s: sync, arrive, each, one or none\n", how), 2;
    cudaError_t error = cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) return printf("%s\n", cudaGetErrorString(error)), 1;
    int wrong = 0;
    for (int lane = 0; lane < 32; ++lane) wrong += found[lane] != rounds * (rounds - 1) / 2 + rounds * (31 - lane);
    printf("%s: %d of 32 sums wrong\n", how, wrong);
    return 0;
}
