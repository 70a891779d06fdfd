// CUDA C++ peers of the stencils: row by row, coalesced, without shared memory; what an expert would write first.
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90,code=sm_90 stencils.cu -o stencils && ./stencils
// One JSON object a line, as peers.cu. Beyond the field there is 0. Star of radius r: a coefficient for each distance; cube of radius r:
// one for each three distances, whatever their order.
//   points:   one thread a point, 128 side by side, neighbours by way of the caches.
//   marching: one thread four columns side by side, which go up; each plane adds its share to 2r + 1 results in registers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "timing.cuh"

struct Coefficients { float c[10]; };

// The coefficient of three distances in a cube.
constexpr __host__ __device__ int cls(int x, int y, int z) {
    int a = x > y ? (x > z ? x : z) : (y > z ? y : z), c = x < y ? (x < z ? x : z) : (y < z ? y : z), b = x + y + z - a - c;
    return a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c;
}

template <int R, bool CUBE> __global__ void __launch_bounds__(256) points(const float *__restrict__ in, float *__restrict__ out, Coefficients k, int l, int m, int n) {
    int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y, z = blockIdx.z;
    if (x >= n || y >= m) return;
    auto at = [&](int dz, int dy, int dx) {
        int a = z + dz, b = y + dy, c = x + dx;
        return (unsigned)a < (unsigned)l && (unsigned)b < (unsigned)m && (unsigned)c < (unsigned)n ? __ldg(&in[((size_t)a * m + b) * n + c]) : 0.f;
    };
    float sum = 0;
    if (CUBE) {
#pragma unroll
        for (int dz = -R; dz <= R; dz++)
#pragma unroll
            for (int dy = -R; dy <= R; dy++)
#pragma unroll
                for (int dx = -R; dx <= R; dx++) sum += k.c[cls(abs(dx), abs(dy), abs(dz))] * at(dz, dy, dx);
    } else {
        sum = k.c[0] * at(0, 0, 0);
#pragma unroll
        for (int d = 1; d <= R; d++) sum += k.c[d] * (at(d, 0, 0) + at(-d, 0, 0) + at(0, d, 0) + at(0, -d, 0) + at(0, 0, d) + at(0, 0, -d));
    }
    out[((size_t)z * m + y) * n + x] = sum;
}

// V columns a thread: 4 where rows are whole vectors, else 1.
template <int R, bool CUBE, int V> __global__ void __launch_bounds__(256) marching(const float *__restrict__ in, float *__restrict__ out, Coefficients k, int l, int m, int n, int planes) {
    int x = (blockIdx.x * 32 + threadIdx.x) * V, y = blockIdx.y * 8 + threadIdx.y, first = blockIdx.z * planes, end = min(first + planes, l);
    if (x >= n || y >= m) return;
    float sums[2 * R][V] = {};
    for (int z = max(first - R, 0); z < end + R; z++) {
        const float *plane = in + (size_t)z * m * n;
        bool there = z < l;
        auto row = [&](int b, float (&w)[V + 8]) {
            bool is = there && (unsigned)b < (unsigned)m;
            const float *p = plane + (size_t)b * n;
            if (V == 4) {
#pragma unroll
                for (int q = 0; q < 3; q++) {
                    int c = x + 4 * q - 4;
                    float4 v = is && (unsigned)c < (unsigned)n ? __ldg((const float4 *)(p + c)) : float4{};
                    w[4 * q] = v.x; w[4 * q + 1] = v.y; w[4 * q + 2] = v.z; w[4 * q + 3] = v.w;
                }
            } else {
#pragma unroll
                for (int q = 4 - R; q <= 4 + R; q++) w[q] = is && (unsigned)(x + q - 4) < (unsigned)n ? __ldg(p + x + q - 4) : 0.f;
            }
        };
        float share[R + 1][V] = {};
        if (CUBE) {
            float t[R + 1][R + 1][V];
#pragma unroll
            for (int dy = 0; dy <= R; dy++) {
                float a[V + 8] = {}, b[V + 8] = {};
                row(y - dy, a);
                if (dy) row(y + dy, b);
#pragma unroll
                for (int i = 0; i < V; i++)
#pragma unroll
                    for (int dx = 0; dx <= R; dx++) t[dy][dx][i] = dx ? a[4 + i - dx] + a[4 + i + dx] + b[4 + i - dx] + b[4 + i + dx] : a[4 + i] + b[4 + i];
            }
#pragma unroll
            for (int a = 0; a <= R; a++)
#pragma unroll
                for (int b = 0; b <= a; b++)
#pragma unroll
                    for (int i = 0; i < V; i++) {
                        float s = a == b ? t[a][a][i] : t[a][b][i] + t[b][a][i];
#pragma unroll
                        for (int dz = 0; dz <= R; dz++) share[dz][i] += k.c[cls(a, b, dz)] * s;
                    }
        } else {
            float w[V + 8];
            row(y, w);
#pragma unroll
            for (int i = 0; i < V; i++) {
                share[0][i] = k.c[0] * w[4 + i];
#pragma unroll
                for (int d = 1; d <= R; d++) { share[0][i] += k.c[d] * (w[4 + i - d] + w[4 + i + d]); share[d][i] = k.c[d] * w[4 + i]; }
            }
#pragma unroll
            for (int dy = -R; dy <= R; dy++) {
                if (dy == 0) continue;
                bool is = there && (unsigned)(y + dy) < (unsigned)m;
                const float *p = plane + (size_t)(y + dy) * n + x;
                float v[V] = {};
                if (V == 4) { if (is) { float4 f = __ldg((const float4 *)p); v[0] = f.x; v[V - 3] = f.y; v[V - 2] = f.z; v[V - 1] = f.w; } }
                else if (is) v[0] = __ldg(p);
#pragma unroll
                for (int i = 0; i < V; i++) share[0][i] += k.c[dy < 0 ? -dy : dy] * v[i];
            }
        }
        float done[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            done[i] = sums[0][i] + share[R][i];
#pragma unroll
            for (int j = 0; j + 1 < 2 * R; j++) sums[j][i] = sums[j + 1][i] + share[R - 1 > j ? R - 1 - j : j - R + 1][i];
            sums[2 * R - 1][i] = share[R][i];
        }
        if (z - R >= first) {
            float *p = out + ((size_t)(z - R) * m + y) * n + x;
            if (V == 4) *(float4 *)p = float4{done[0], done[V - 3], done[V - 2], done[V - 1]};
            else *p = done[0];
        }
    }
}

template <int R, bool CUBE> static void stencil(const float *x, float *y, const std::vector<float> &h, std::vector<float> &o, int l, int m, int n) {
    Coefficients k;
    for (int i = 0; i < 10; i++) k.c[i] = 0.5f / (i * i + 1);
    size_t N = (size_t)l * m * n;
    auto right = [&](int z, int yy, int xx) {
        double sum = 0;
        for (int dz = -R; dz <= R; dz++) for (int dy = -R; dy <= R; dy++) for (int dx = -R; dx <= R; dx++) {
            int far = abs(dz) + abs(dy) + abs(dx);
            if (!CUBE && std::max({abs(dz), abs(dy), abs(dx)}) != far) continue;
            int a = z + dz, b = yy + dy, c = xx + dx;
            if (a < 0 || b < 0 || c < 0 || a >= l || b >= m || c >= n) continue;
            sum += (double)k.c[CUBE ? cls(abs(dx), abs(dy), abs(dz)) : far] * h[((size_t)a * m + b) * n + c];
        }
        return sum;
    };
    auto march = [&](int planes) {
        if (n % 4 == 0) marching<R, CUBE, 4><<<dim3((n + 127) / 128, (m + 7) / 8, (l + planes - 1) / planes), dim3(32, 8)>>>(x, y, k, l, m, n, planes);
        else marching<R, CUBE, 1><<<dim3((n + 31) / 32, (m + 7) / 8, (l + planes - 1) / planes), dim3(32, 8)>>>(x, y, k, l, m, n, planes);
    };
    struct { const char *name; std::function<void()> f; } v[] = {
        {"cuda points", [&] { points<R, CUBE><<<dim3((n + 127) / 128, (m + 1) / 2, l), dim3(128, 2)>>>(x, y, k, l, m, n); }},
        {"cuda marching 64 planes", [&] { march(64); }},
        {"cuda marching 128 planes", [&] { march(128); }},
    };
    for (auto &p : v) {
        CK(cudaMemset(y, 0xff, N * 4));
        float ms = time_ms(p.f, 3);
        CK(cudaMemcpy(o.data(), y, N * 4, cudaMemcpyDeviceToHost));
        // Every 997th point and so all remainders of every side.
        bool ok = true;
        for (size_t i = 0; i < N && ok; i += 997) ok = fabs(o[i] - right(i / n / m, i / n % m, i % n)) < 1e-4;
        printf("{\"bench\":\"stencils\",\"case\":\"%s%d %dx%dx%d\",\"peer\":\"%s\",\"ms\":%.5f,\"gbps\":%.1f,\"checked\":%s}\n", CUBE ? "cube" : "star", R, l, m, n, p.name, ms, 8.0 * N / ms / 1e6, ok ? "true" : "false");
        fflush(stdout);
    }
}

int main() {
    CK(cudaMalloc(&flush_buf, flush_bytes));
    const int sizes[][3] = {{384, 384, 384}, {512, 512, 512}, {509, 503, 499}};
    for (auto [l, m, n] : sizes) {
        size_t N = (size_t)l * m * n;
        std::vector<float> h(N), o(N);
        unsigned s = 1;
        for (auto &v : h) v = (int)((s = s * 1664525u + 1013904223u) >> 8) / 8388608.f - 1;
        float *x, *y;
        CK(cudaMalloc(&x, N * 4)); CK(cudaMalloc(&y, N * 4));
        CK(cudaMemcpy(x, h.data(), N * 4, cudaMemcpyHostToDevice));
        stencil<1, false>(x, y, h, o, l, m, n);
        stencil<2, false>(x, y, h, o, l, m, n);
        stencil<3, false>(x, y, h, o, l, m, n);
        stencil<4, false>(x, y, h, o, l, m, n);
        stencil<1, true>(x, y, h, o, l, m, n);
        stencil<2, true>(x, y, h, o, l, m, n);
        CK(cudaFree(x)); CK(cudaFree(y));
    }
}
