#include "device.hpp"

#include KERNEL

#include <algorithm>

int main()
{
    const int blocks = 3, cols = blocks * B + 1, rows = cols, penalty = 10;
    std::vector<int> reference(rows * cols), scores(rows * cols, 0);
    for (unsigned k = 0, bits = 1; k < reference.size(); ++k) {
        bits = bits * 1664525 + 1013904223;
        reference[k] = int(bits >> 24) % 21 - 10;
    }
    for (int i = 0; i < rows; ++i)
        scores[i * cols] = scores[i] = -i * penalty;
    auto expected = scores;
    for (int i = 1; i < rows; ++i)
        for (int j = 1; j < cols; ++j)
            expected[i * cols + j] = std::max(
                {expected[(i - 1) * cols + j - 1] + reference[i * cols + j], expected[i * cols + j - 1] - penalty,
                 expected[(i - 1) * cols + j] - penalty});
    auto diagonal = [&](int count, int column, int row) {
        launch({count, 1}, {B, 1}, [&] {
            needle(reference.data(), scores.data(), rows, cols, penalty, column, row);
        });
    };
    for (int count = 1; count <= blocks; ++count)
        diagonal(count, 0, count - 1);
    for (int count = blocks - 1; count >= 1; --count)
        diagonal(count, blocks - count, blocks - 1);
    return scores == expected ? 0 : 1;
}
