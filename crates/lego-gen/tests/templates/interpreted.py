"""The filled Triton kernels in Triton's interpreter, with random data against NumPy."""

import importlib.util
import pathlib
import sys

import numpy as np
import triton.language as tl

FILLED = pathlib.Path(sys.argv[1])
RANDOM = np.random.default_rng(0)


class Tensor:
    """An array dressed as a tensor of PyTorch, as far as the interpreter asks."""

    def __init__(self, array):
        self.array, self.dtype = array, str(array.dtype)

    def data_ptr(self):
        return self.array.ctypes.data

    def untyped_storage(self):
        return self

    def cpu(self):
        return self

    def copy_(self, other):
        assert other is self

    def new_empty(self, size, device):
        return self

    def set_(self, storage, offset, size, stride):
        pass

    def storage_offset(self):
        return 0

    def size(self):
        return self.array.shape

    def stride(self):
        return (1,)


def kernel(file, name):
    spec = importlib.util.spec_from_file_location(file, FILLED / f"{file}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def random(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def stored(array, way):
    """The elements in the order in which they lie."""
    return np.ascontiguousarray(array if way == "n" else array.T)


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


def products():
    m, n, k, bm, bn, bk, gm = 96, 64, 64, 32, 16, 16, 2
    a, b = random(m, k), random(k, n)
    tiles = (m // bm) * (n // bn)
    for ways in ("nn", "nt", "tn", "tt"):
        one, other = Tensor(stored(a, ways[0])), Tensor(stored(b, ways[1]))
        for file, name, scales in (("matmul", "matmul", ()), ("matmul_steps", "matmul", ()), ("matmul_fp8", "matmul_fp8", (0.5, 3))):
            c = np.full((m, n), np.nan, np.float32)
            more = [Tensor(np.array(scales, np.float32))] if scales else []
            kernel(f"{file}_{ways}", name)[(tiles,)](one, other, Tensor(c), *more, m, n, k, bm, bn, bk, gm)
            close(c, a @ b * (np.prod(scales) if scales else 1))


def blocks():
    if "removed" in (tl.make_block_ptr.__doc__ or ""):
        print("NOT TESTED: this Triton has no block pointers any more")
        return
    m, n, k, bm, bn, bk = 50, 70, 37, 16, 32, 16
    a, b, c = random(m, k), random(k, n), np.full((m, n), np.nan, np.float32)
    tiles = -(-m // bm) * -(-n // bn)
    kernel("matmul_blocks", "matmul")[(tiles,)](Tensor(a), Tensor(b), Tensor(c), m, n, k, bm, bn, bk, 3)
    close(c, a @ b)


def groups():
    sizes = [(64, 32, 48), (32, 96, 16), (32, 32, 32), (64, 64, 64)]
    halves = [(random(m, k).astype(np.float16), random(k, n).astype(np.float16)) for m, n, k in sizes]
    outs = [np.full((m, n), np.nan, np.float16) for m, n, _ in sizes]
    pointers = lambda arrays: Tensor(np.array([array.ctypes.data for array in arrays], np.int64))
    table = Tensor(np.array(sizes, np.int32))
    a, b, c = pointers([a for a, _ in halves]), pointers([b for _, b in halves]), pointers(outs)
    kernel("group_gemm", "group_gemm")[(3,)](a, b, c, table, len(sizes), 3, 32, 32, 16)
    for (one, other), out in zip(halves, outs):
        np.testing.assert_allclose(out, one.astype(np.float32) @ other.astype(np.float32), rtol=1e-2, atol=5e-2)


def softmaxes():
    for rows, columns in ((3, 37), (2, 64), (4, 1)):
        x, y = random(rows, columns), np.full((rows, columns), np.nan, np.float32)
        kernel("softmax", "softmax")[(rows,)](Tensor(x), Tensor(y), rows, columns, 1 << (columns - 1).bit_length())
        e = np.exp(x - x.max(axis=1, keepdims=True))
        close(y, e / e.sum(axis=1, keepdims=True))


def programs():
    for m, n, g in ((7, 5, 3), (8, 4, 4), (2, 9, 8)):
        found = np.full(m * n, -1, np.int32)
        kernel("programs", "programs")[(m * n,)](Tensor(found), m, n, g)
        expected = [i * n + j for first in range(0, m, g) for j in range(n) for i in range(first, min(first + g, m))]
        assert found.tolist() == expected, (m, n, g)


products()
blocks()
groups()
softmaxes()
programs()
