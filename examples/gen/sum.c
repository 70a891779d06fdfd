// Sums of rows of a matrix whose layout stands in the header that the build writes.
#include "tiles.h"

double sum_of_row(const double *matrix, tiles_index_t row) {
    tiles_index_t dims[TILES_RANK];
    tiles_dims(dims);
    double sum = 0;
    for (tiles_index_t column = 0; column < dims[1]; column++) sum += matrix[tiles_apply(row, column)];
    return sum;
}
