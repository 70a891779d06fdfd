#!/usr/bin/env python3
"""Times the filled templates of examples/templates beside the same kernels written by hand, on a machine with a GPU, PyTorch,
Triton and nvcc.

    python3 measure.py OUT.jsonl                  everything that OUT does not have yet
    python3 measure.py OUT.jsonl matmul needle    the benches whose names contain a word
    python3 measure.py --list                     the cases

A row a case, written as soon as it is measured, so that a run that was stopped goes on where it was:
  {"bench", "case", "ms": ours, "by_hand_ms", "ratio": by hand / ours (more than 1: ours is faster), "checked"}
`checked`: on random data ours is what torch computes, within what rounding explains, and to the bit what the kernel by hand
computes. A case that fails has "error" in place of times, and is tried again by the next run.

Timing: both kernels in CUDA graphs of as many launches as take about 2 ms, replayed in turns; the median of the replays.
"""

import ctypes
import datetime
import importlib.util
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
FILLED = HERE.parents[2] / "examples" / "templates" / "filled"
BY_HAND = HERE / "by_hand"

SIZES = (128, 256, 512, 1024, 2048, 4096, 8192)
WAYS = ("nn", "nt", "tn", "tt")
ROUNDS = 15
GRAPH_MS = 2.0


# --- what is timed -----------------------------------------------------------------------------------------------------


class Case:
    """Two launches of the same work, each into an output of its own, and what the outputs should be."""

    def __init__(self, ours, by_hand, outputs, expected, tolerance):
        self.ours, self.by_hand = ours, by_hand
        self.outputs, self.expected, self.tolerance = outputs, expected, tolerance

    def check(self):
        """Whether both computed the same, and what torch computes."""
        import torch

        for output in self.outputs[0] + self.outputs[1]:
            output.fill_(-1)
        self.ours()
        self.by_hand()
        torch.cuda.synchronize()
        same = all(torch.equal(one, other) for one, other in zip(*self.outputs))
        return same and all(self.is_near(*pair) for pair in zip(self.outputs[0], self.expected))

    def is_near(self, found, expected):
        if self.tolerance == 0:
            return bool((found == expected).all())
        found, expected = found.double(), expected.double()
        return bool((found - expected).norm() <= self.tolerance * expected.norm())


class InPlace(Case):
    """Work that changes its output in place and needs what stands there: nothing is written over before."""

    def check(self):
        import torch

        self.ours()
        self.by_hand()
        torch.cuda.synchronize()
        same = all(torch.equal(one, other) for one, other in zip(*self.outputs))
        return same and all(self.is_near(*pair) for pair in zip(self.outputs[0], self.expected))


def module(folder, file):
    spec = importlib.util.spec_from_file_location(f"{folder.name}_{file}", folder / f"{file}.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def matrix(rows, columns, way, dtype):
    """A random matrix; `t` lies column by column."""
    import torch

    shape = (rows, columns) if way == "n" else (columns, rows)
    values = torch.randn(shape, device="cuda", dtype=torch.float32).to(dtype)
    return values if way == "n" else values.t()


def tiling(m, n, is_fp8=False):
    """Tiles and how they are launched: the same for both kernels."""
    if min(m, n) >= 1024:
        return dict(BM=128, BN=256, BK=128 if is_fp8 else 64, GM=8), dict(num_warps=8, num_stages=3)
    return dict(BM=64, BN=64, BK=64, GM=8), dict(num_warps=4, num_stages=3)


def product(file, name, m, n, k, ways, is_fp8=False, given_scales=None):
    import torch

    dtype = torch.float8_e4m3fn if is_fp8 else torch.float16
    a, b = matrix(m, k, ways[0], dtype), matrix(k, n, ways[1], dtype)
    c, d = (torch.empty(m, n, device="cuda", dtype=torch.float16) for _ in range(2))
    tiles, launched = tiling(m, n, is_fp8)
    grid = (-(-m // tiles["BM"]) * -(-n // tiles["BN"]),)
    scales = [] if given_scales is None else [torch.tensor(given_scales, device="cuda", dtype=torch.float32)]
    one = getattr(module(FILLED, file if file == "matmul_blocks" else f"{file}_{ways}"), name)
    other_file = {"matmul_steps": "matmul"}.get(file, file)
    other = getattr(module(BY_HAND, other_file), name)
    strides = (*a.stride(), *b.stride(), *d.stride())

    def ours():
        one[grid](a, b, c, *scales, m, n, k, **tiles, **launched)

    def by_hand():
        other[grid](a, b, d, *scales, m, n, k, *strides, **tiles, **launched)

    if is_fp8:
        expected = (a.float() @ b.float()) * (given_scales[0] * given_scales[1])
    else:
        expected = torch.matmul(a, b)
    return Case(ours, by_hand, ([c], [d]), [expected], 1e-2 if is_fp8 else 2e-3)


def matmul(size, ways):
    return product("matmul", "matmul", size, size, size, ways)


def matmul_steps(size, ways):
    return product("matmul_steps", "matmul", size, size, size, ways)


def matmul_fp8(size, ways):
    return product("matmul_fp8", "matmul_fp8", size, size, size, ways, is_fp8=True, given_scales=(0.5, 0.25))


def matmul_blocks(m, n, k):
    return product("matmul_blocks", "matmul", m, n, k, "nn")


def group_gemm(size):
    import torch

    count = 4
    pairs = [(matrix(size, size, "n", torch.float16), matrix(size, size, "n", torch.float16)) for _ in range(count)]
    outs = [[torch.empty(size, size, device="cuda", dtype=torch.float16) for _ in range(count)] for _ in range(2)]

    def pointers(tensors):
        return torch.tensor([tensor.data_ptr() for tensor in tensors], device="cuda", dtype=torch.int64)

    a, b = pointers([a for a, _ in pairs]), pointers([b for _, b in pairs])
    c, d = pointers(outs[0]), pointers(outs[1])
    sizes = torch.tensor([[size] * 3] * count, device="cuda", dtype=torch.int32)
    steps = torch.tensor([[size] * 3] * count, device="cuda", dtype=torch.int32)
    tiles, launched = tiling(size, size)
    tiles = {name: tiles[name] for name in ("BM", "BN", "BK")}
    programs = torch.cuda.get_device_properties(0).multi_processor_count
    one, other = module(FILLED, "group_gemm").group_gemm, module(BY_HAND, "group_gemm").group_gemm
    kept = pairs

    def ours():
        assert kept
        one[(programs,)](a, b, c, sizes, count, PROGRAMS=programs, **tiles, **launched)

    def by_hand():
        other[(programs,)](a, b, d, sizes, steps, count, NUM_SM=programs, **tiles, **launched)

    return Case(ours, by_hand, tuple(outs), [torch.matmul(a, b) for a, b in pairs], 2e-3)


def softmax(rows, columns):
    import torch

    x = torch.randn(rows, columns, device="cuda")
    y, z = torch.empty_like(x), torch.empty_like(x)
    one, other = module(FILLED, "softmax").softmax, module(BY_HAND, "softmax").softmax
    block = 1 << (columns - 1).bit_length()
    launched = dict(BLOCK=block, num_warps=min(max(block // 512, 4), 16))

    def ours():
        one[(rows,)](x, y, rows, columns, **launched)

    def by_hand():
        other[(rows,)](x, z, x.stride(0), columns, **launched)

    return Case(ours, by_hand, ([y], [z]), [torch.softmax(x, dim=1)], 1e-5)


def programs(m, n, g):
    import torch

    out = [torch.empty(m * n, device="cuda", dtype=torch.int32) for _ in range(2)]
    one, other = module(FILLED, "programs").programs, module(BY_HAND, "programs").programs
    tiles = [i * n + j for first in range(0, m, g) for j in range(n) for i in range(first, min(first + g, m))]
    expected = torch.tensor(tiles, device="cuda", dtype=torch.int32)

    def ours():
        one[(m * n,)](out[0], m, n, g)

    def by_hand():
        other[(m * n,)](out[1], m, n, g)

    return Case(ours, by_hand, ([out[0]], [out[1]]), [expected], 0)


LAUNCHERS = {
    "transpose": """
extern "C" void launch(cudaStream_t stream, const float *in, float *out, int M, int N)
{
    transpose<<<dim3(N / 32, M / 32), dim3(32, 8), 0, stream>>>(in, out, M, N);
}
""",
    "needle": """
extern "C" void launch(cudaStream_t stream, const int *reference, int *scores, int cols, int penalty)
{
    const int blocks = (cols - 1) / B;
    for (int count = 1; count <= blocks; ++count)
        needle<<<count, B, 0, stream>>>(reference, scores, cols, cols, penalty, 0, count - 1);
    for (int count = blocks - 1; count >= 1; --count)
        needle<<<count, B, 0, stream>>>(reference, scores, cols, cols, penalty, blocks - count, blocks - 1);
}
""",
}

SCRATCH = tempfile.TemporaryDirectory()
LIBRARIES = {}


def library(folder, file, launcher):
    """A kernel of CUDA C++ with a function that launches it; its first argument is the stream."""
    import torch

    source = folder / f"{file}.cu"
    if source not in LIBRARIES:
        scratch = pathlib.Path(SCRATCH.name)
        program, shared = scratch / f"{folder.name}_{file}.cu", scratch / f"{folder.name}_{file}.so"
        program.write_text(f'#include "{source}"\n{LAUNCHERS[launcher]}')
        major, minor = torch.cuda.get_device_capability()
        command = ["nvcc", "-O3", "-std=c++17", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC"]
        subprocess.run([*command, str(program), "-o", str(shared)], check=True)
        LIBRARIES[source] = ctypes.CDLL(str(shared)).launch

    def launch(*arguments):
        given = [ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)]
        for argument in arguments:
            is_tensor = isinstance(argument, torch.Tensor)
            given.append(ctypes.c_void_p(argument.data_ptr()) if is_tensor else ctypes.c_int(argument))
        LIBRARIES[source](*given)

    return launch


def transpose(tile, m, n):
    import torch

    x = torch.randn(m, n, device="cuda")
    y, z = torch.empty(n, m, device="cuda"), torch.empty(n, m, device="cuda")
    one, other = (library(folder, f"transpose_{tile}", "transpose") for folder in (FILLED, BY_HAND))
    return Case(lambda: one(x, y, m, n), lambda: other(x, z, m, n), ([y], [z]), [x.t()], 0)


def aligned(reference, cols, penalty):
    """Needleman-Wunsch in torch, one anti-diagonal after the other."""
    import torch

    scores = torch.zeros_like(reference)
    border = torch.arange(cols, device="cuda", dtype=torch.int32) * -penalty
    scores.view(cols, cols)[0, :] = border
    scores.view(cols, cols)[:, 0] = border
    start = scores.clone()
    for diagonal in range(2, 2 * cols - 1):
        first, last = max(1, diagonal - cols + 1), min(cols - 1, diagonal - 1)
        count, at = last - first + 1, first * cols + diagonal - first

        def along(values, offset):
            return torch.as_strided(values, (count,), (cols - 1,), at + offset)

        best = torch.maximum(along(scores, -cols), along(scores, -1)) - penalty
        along(scores, 0).copy_(torch.maximum(best, along(scores, -cols - 1) + along(reference, 0)))
    return start, scores


def needle(tile, size):
    import torch

    cols, penalty = size + 1, 10
    reference = torch.randint(-4, 12, (cols * cols,), device="cuda", dtype=torch.int32)
    start, expected = aligned(reference, cols, penalty)
    y, z = start.clone(), start.clone()
    one, other = library(FILLED, f"needle_{tile}", "needle"), library(BY_HAND, "needle", "needle")
    ours, by_hand = lambda: one(reference, y, cols, penalty), lambda: other(reference, z, cols, penalty)
    return InPlace(ours, by_hand, ([y], [z]), [expected], 0)


def cases():
    """Every case: bench, case, and what makes it."""
    for bench in (matmul, matmul_steps, matmul_fp8):
        for size in SIZES:
            for ways in WAYS:
                yield bench.__name__, f"{size} {ways}", bench, (size, ways)
    for m, n, k in ((1000, 1000, 1000), (1024, 1024, 1024), (4000, 4000, 4000), (4096, 4096, 4096)):
        yield "matmul_blocks", f"{m}x{n}x{k}", matmul_blocks, (m, n, k)
    for size in SIZES:
        yield "group_gemm", f"4 of {size}", group_gemm, (size,)
    for rows, columns in ((4096, 256), (4096, 1000), (4096, 4096), (4096, 10000), (16384, 2048)):
        yield "softmax", f"{rows}x{columns}", softmax, (rows, columns)
    for m, n, g in ((64, 64, 8), (1000, 700, 7)):
        yield "programs", f"{m}x{n} by {g}", programs, (m, n, g)
    for tile in ("swizzled", "padded"):
        for m, n in ((2048, 2048), (4096, 4096), (8192, 8192), (16384, 8192)):
            yield "transpose", f"{tile} {m}x{n}", transpose, (tile, m, n)
    for tile in ("rows", "diagonals", "padded"):
        for size in (1024, 2048, 4096, 8192, 16384, 32768):
            yield "needle", f"{tile} {size}", needle, (tile, size)


# --- how it is timed ---------------------------------------------------------------------------------------------------


def graph_of(launch, count):
    import torch

    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(count):
            launch()
    return graph


def milliseconds(work):
    import torch

    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    work()
    end.record()
    end.synchronize()
    return start.elapsed_time(end)


def timed(case):
    """The milliseconds of ours and of what is written by hand."""
    import torch

    launches = (case.ours, case.by_hand)
    one = [graph_of(launch, 1) for launch in launches]
    rough = min(statistics.median(milliseconds(graph.replay) for _ in range(5)) for graph in one)
    count = max(1, min(200, int(GRAPH_MS / max(rough, 1e-4))))
    graphs = [graph_of(launch, count) for launch in launches]
    times = ([], [])
    for turn in range(ROUNDS + 2):
        # In turns, and neither always first.
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            ms = milliseconds(graphs[which].replay) / count
            if turn >= 2:
                times[which].append(ms)
    torch.cuda.synchronize()
    return [statistics.median(each) for each in times]


def machine():
    import torch
    import triton

    nvcc = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=False).stdout
    release = nvcc.split("release ")[1].split(",")[0] if "release " in nvcc else None
    return {
        "date": datetime.date.today().isoformat(),
        "device": torch.cuda.get_device_name(),
        "cuda": release,
        "torch": torch.__version__,
        "triton": triton.__version__,
        "method": f"CUDA graphs of about {GRAPH_MS:g} ms, ours and by hand in turns, median of {ROUNDS}",
    }


def measured(file):
    """The cases that a file has times of, and whether it has anything."""
    done = set()
    if not file.exists():
        return done, False
    lines = file.read_text().splitlines()
    for line in lines:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            # A run was stopped in the middle of a row.
            continue
        if "ratio" in row:
            done.add((row["bench"], row["case"]))
    return done, bool(lines)


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.exit(__doc__)
    if arguments[0] == "--list":
        for bench, case, _, _ in cases():
            print(f"{bench}: {case}")
        return
    import torch

    file, words = pathlib.Path(arguments[0]), arguments[1:]
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    done, has_rows = measured(file)
    with file.open("a+") as out:

        def write(row):
            out.write(json.dumps(row) + "\n")
            out.flush()
            print(json.dumps(row), flush=True)

        out.seek(0)
        if has_rows and not out.read().endswith("\n"):
            out.write("\n")
        if not has_rows:
            write(machine())
        for bench, name, make, given in cases():
            if (bench, name) in done or (words and not any(word in bench for word in words)):
                continue
            row = {"bench": bench, "case": name}
            try:
                case = make(*given)
                checked = case.check()
                ours, by_hand = timed(case)
                row |= {"ms": round(ours, 6), "by_hand_ms": round(by_hand, 6)}
                row |= {"ratio": round(by_hand / ours, 4), "checked": checked}
            except Exception as error:  # The others are measured all the same.
                traceback.print_exc()
                row["error"] = f"{type(error).__name__}: {error}"[:300]
            case = None
            write(row)
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
