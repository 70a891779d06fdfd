#include "tiles.h"
#include <stdio.h>

double sum_of_row(const double *matrix, tiles_index_t row);

int main(void) {
    static double matrix[64 * 48];
    for (tiles_index_t i = 0; i < 64; i++)
        for (tiles_index_t j = 0; j < 48; j++) matrix[tiles_apply(i, j)] = (double)(100 * i + j);
    printf("the sum of row 1 is %.0f\n", sum_of_row(matrix, 1));
    return 0;
}
