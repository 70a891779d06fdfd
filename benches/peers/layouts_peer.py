#!/usr/bin/env python3
"""Triton's conversions of layouts and its gathers, timed as `lego-gpu bench convert_layout gather` times its own.

One JSON object a line: {"bench", "case", "peer", "ms", "gbps", "checked"}, as peers.py prints, and "cycles" where one tile is alone:
cycles of its multiprocessor for one conversion or gather, by %clock64 before and after the loop. "ptx" counts what the kernel's
PTX has: shuffles, loads, stores and matrix moves of shared memory, barriers. A row that this Triton cannot run has "error".

Timing: CUDA events around one launch, 256 MiB overwritten before each, the median of 9 (gathers and conversions: 64 in one kernel, each
from what came of the last). Nothing is subtracted: tiles are read and written once, which is in "ms" and not in "cycles".

    python3 layouts_peer.py                       both
    python3 layouts_peer.py gather                those whose name contains a word
    python3 layouts_peer.py --check               small launches, compared with the plain formula; times nothing
"""
import json, re, sys
import torch
import triton
import triton.language as tl

try:
    from triton.experimental import gluon
    from triton.experimental.gluon import language as ttgl
except ImportError:
    gluon = None

DEV = "cuda"
CHECK = "--check" in sys.argv
FLUSH = torch.empty(16 if CHECK else 256 << 20, device=DEV, dtype=torch.uint8)
# There and back makes two.
CONVERSIONS, GATHERS = 32, 64


def ms_of(launch, warm=3, runs=9):
    for _ in range(warm):
        launch()
    torch.cuda.synchronize()
    times = []
    for run in range(runs):
        FLUSH.fill_(run)
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        launch()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end))
    return sorted(times)[runs // 2]


def ptx_of(compiled):
    """What a kernel's PTX does to layouts."""
    text = compiled.asm["ptx"]
    kinds = {"shuffles": r"shfl\.sync", "loads": r"ld\.shared", "stores": r"st\.shared",
             "matrices": r"(?:ld|st)matrix", "barriers": r"bar(?:rier)?\.(?:cta\.)?sync", "warp_barriers": r"bar\.warp"}
    return {name: len(re.findall(kind, text)) for name, kind in kinds.items() if re.search(kind, text)}


def row(bench, case, peer, launch, right, nbytes, cycles=None, each=1):
    """A row of a peer; `launch` gives the compiled kernel, `right` compares its output, `cycles` is where it wrote its own."""
    out = {"bench": bench, "case": case, "peer": peer}
    try:
        compiled = launch()
        torch.cuda.synchronize()
        out["checked"] = bool(right())
        out["ptx"] = ptx_of(compiled)
        if not CHECK:
            ms = ms_of(launch)
            out.update(ms=round(ms, 5), gbps=round(nbytes / ms / 1e6, 1))
            if cycles is not None:
                out["cycles"] = round(cycles[0].item() / each, 1)
    except Exception as error:
        out["error"] = f"{type(error).__name__}: {str(error)[:300]}"
    print(json.dumps(out), flush=True)


@triton.jit
def _gather(x_ptr, i_ptr, y_ptr, cycles_ptr, times, ROWS: tl.constexpr, N: tl.constexpr):
    at = tl.program_id(0) * ROWS * N + tl.arange(0, ROWS)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    i = tl.load(i_ptr + at)
    tl.debug_barrier()
    start = tl.inline_asm_elementwise("mov.u64 $0, %clock64;", "=l,r", [times], dtype=tl.int64, is_pure=False, pack=1)
    for _ in range(times):
        x = tl.gather(x, i, 1)
    end = tl.inline_asm_elementwise("mov.u64 $0, %clock64;", "=l,r", [times], dtype=tl.int64, is_pure=False, pack=1)
    tl.store(y_ptr + at, x)
    tl.store(cycles_ptr + tl.program_id(0), end - start)


if gluon:
    @gluon.jit
    def _gather_across(x_ptr, i_ptr, y_ptr, cycles_ptr, times, ROWS: ttgl.constexpr, N: ttgl.constexpr, L: ttgl.constexpr):
        i = ttgl.arange(0, ROWS, layout=ttgl.SliceLayout(1, L))[:, None]
        j = ttgl.arange(0, N, layout=ttgl.SliceLayout(0, L))[None, :]
        at = ttgl.program_id(0) * ROWS * N + i * N + j
        x = ttgl.load(x_ptr + at)
        index = ttgl.load(i_ptr + at)
        start = ttgl.inline_asm_elementwise("mov.u64 $0, %clock64;", "=l,r", [times], dtype=ttgl.int64, is_pure=False, pack=1)
        for _ in range(times):
            x = ttgl.gather(x, index, 1)
        end = ttgl.inline_asm_elementwise("mov.u64 $0, %clock64;", "=l,r", [times], dtype=ttgl.int64, is_pure=False, pack=1)
        ttgl.store(y_ptr + at, x)
        ttgl.store(cycles_ptr + ttgl.program_id(0), end - start)

    @gluon.jit
    def _convert(x_ptr, y_ptr, cycles_ptr, times, N: ttgl.constexpr, A: ttgl.constexpr, B: ttgl.constexpr):
        # Read and written by rows, in vectors: by columns the time of many tiles would be that of elements read one by one.
        i = ttgl.arange(0, N, layout=ttgl.SliceLayout(1, B))[:, None]
        j = ttgl.arange(0, N, layout=ttgl.SliceLayout(0, B))[None, :]
        first = ttgl.program_id(0) * N * N
        x = ttgl.load(x_ptr + first + i * N + j)
        start = ttgl.inline_asm_elementwise("mov.u64 $0, %clock64;", "=l,r", [times], dtype=ttgl.int64, is_pure=False, pack=1)
        for _ in range(times):
            x = ttgl.convert_layout(ttgl.convert_layout(x, A), B)
        end = ttgl.inline_asm_elementwise("mov.u64 $0, %clock64;", "=l,r", [times], dtype=ttgl.int64, is_pure=False, pack=1)
        ttgl.store(y_ptr + first + i * N + j, x)
        ttgl.store(cycles_ptr + ttgl.program_id(0), end - start)


def gathered(x, index, times):
    for _ in range(times):
        x = torch.gather(x, 2, index.long())
    return x


def gather():
    rows = 512
    for dt, name in ((torch.float32, "float32"), (torch.float16, "float16"), (torch.uint8, "uint8")):
        for n in (2, 4, 8, 16, 32):
            for tiles in (1, 4) if CHECK else (1, 2112):
                x = torch.randint(0, 200, (tiles, rows, n), device=DEV).to(dt)
                index = torch.randint(0, n, (tiles, rows, n), device=DEV, dtype=torch.int32)
                y, cycles = torch.empty_like(x), torch.zeros(tiles, device=DEV, dtype=torch.int64)
                expected = gathered(x, index, GATHERS)
                case, nbytes = f"{name} {rows}x{n}, {tiles} tiles", 2 * GATHERS * x.numel() * x.element_size()
                for warps in (4, 8):
                    row("gather", case, f"triton {warps} warps",
                        lambda: _gather[(tiles,)](x, index, y, cycles, GATHERS, ROWS=rows, N=n, num_warps=warps),
                        lambda: torch.equal(y, expected), nbytes, cycles if tiles == 1 else None, GATHERS)
                if not gluon:
                    continue
                # Two warps along the axis: then Triton goes through shared memory, as it always did before it had linear layouts.
                lanes = max(1, min(32, n // 2))
                across = ttgl.BlockedLayout([1, 1], [32 // lanes, lanes], [4, 2], [1, 0])
                # Rows in registers, as the layouts of a reduction along them.
                whole = ttgl.BlockedLayout([1, n], [32, 1], [8, 1], [1, 0])
                for peer, layout in (("triton shared", across), ("triton rows", whole)):
                    row("gather", case, peer,
                        lambda: _gather_across[(tiles,)](x, index, y, cycles, GATHERS, ROWS=rows, N=n, L=layout, num_warps=8),
                        lambda: torch.equal(y, expected), nbytes, cycles if tiles == 1 else None, GATHERS)


def pairs(n):
    """The layouts between which `lego-gpu bench convert_layout` converts, of four warps: each has n/4 rows, and in them a lane has whole
    columns, from top to bottom; or neighbours of a row. And rows of which neighbouring threads have exchanged halves."""
    own = n * n // 128
    lanes = max(1, n // own)
    columns = ttgl.BlockedLayout([n // 4, n // 32], [1, 32], [4, 1], [0, 1])
    rows = ttgl.BlockedLayout([1, own], [32 // lanes, lanes], [4, 1], [1, 0])
    # The lowest bits of a row's position are registers, then lanes, then warps; the highest register and the lowest lane change places.
    bit = lambda k: [1 << (k - n.bit_length() + 1), 0] if k >= n.bit_length() - 1 else [0, 1 << k]
    low = own.bit_length() - 1
    register, lane = [bit(k) for k in range(low)], [bit(low + k) for k in range(5)]
    register[-1], lane[0] = lane[0], register[-1]
    halves = ttgl.DistributedLinearLayout(register, lane, [bit(low + 5), bit(low + 6)], [], [n, n])
    return columns, rows, halves


def convert_layout():
    if not gluon:
        print(json.dumps({"bench": "convert_layout", "error": "this Triton has no gluon"}), flush=True)
        return
    for dt in (torch.uint8, torch.int16, torch.int32, torch.int64):
        for n in (32, 64, 128):
            columns, rows, halves = pairs(n)
            for tiles in (1, 4) if CHECK else (1, 4224):
                # Rather less than memory.
                if tiles * n * n * dt.itemsize > 1 << 30:
                    continue
                x = torch.randint(0, 120, (tiles, n, n), device=DEV).to(dt)
                y, cycles = torch.empty_like(x), torch.zeros(tiles, device=DEV, dtype=torch.int64)
                case = f"{n}x{n} of {dt.itemsize} bytes, {tiles} tiles"
                for what, other in (("", columns), (", halves", halves)):
                    if what and n != 64:
                        continue
                    name = case.replace(" bytes", f" bytes{what}")
                    row("convert_layout", name, "triton",
                        lambda: _convert[(tiles,)](x, y, cycles, CONVERSIONS, N=n, A=other, B=rows, num_warps=4),
                        lambda: torch.equal(y, x), 2 * CONVERSIONS * x.numel() * x.element_size(),
                        cycles if tiles == 1 else None, 2 * CONVERSIONS)


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    for f in (gather, convert_layout):
        if not words or any(word in f.__name__ for word in words):
            f()


main()
