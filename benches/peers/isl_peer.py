"""isl, by islpy, on the questions of `cargo bench --bench relation`: seconds for each, the least of three runs.

python3 benches/peers/isl_peer.py [SECONDS]: a question that takes longer than so many seconds (60) is given up.
"""

import multiprocessing
import sys
import time

import islpy as isl

LEVELS = [[2, 2, 2, 2, 2, 2], [4, 2, 2, 4, 2, 2], [2, 4, 2, 2, 4, 2], [2, 2, 4, 2, 2, 4]]
EXTENTS = [n for level in LEVELS for n in level]


def tiles():
    """The position of a tile's element: rows of a six-dimensional array of side 32, seen as tiles of four levels."""
    names = [f"i{k}" for k in range(24)]
    terms = []
    for axis in range(6):
        unit = 32 ** (5 - axis)
        for level in range(3, -1, -1):
            terms.append(f"{unit}{names[level * 6 + axis]}")
            unit *= LEVELS[level][axis]
    bounds = " and ".join(f"0 <= {name} < {n}" for name, n in zip(names, EXTENTS))
    return isl.Map(f"{{ [{', '.join(names)}] -> [{' + '.join(terms)}] : {bounds} }}")


def swizzle():
    mixed = " + ".join(
        f"{2 ** (4 + k)}*((floor(c/{2 ** (4 + k)}) + floor(c/{2 ** (7 + k)})) mod 2)" for k in range(3)
    )
    return isl.Map(f"{{ [c] -> [128*floor(c/128) + {mixed} + (c mod 16)] : 0 <= c < 16384 }}")


def equality():
    return tiles().is_equal(tiles())


def inverse():
    return tiles().reverse().is_single_valued()


def bounds():
    positions = tiles().range()
    return positions.lexmin(), positions.lexmax()


def composition():
    whole = 64 * 64 * 512 * 511
    outer = isl.Map(
        "{ [p] -> [floor(p/16744448) + 64*(floor(p/261632) mod 64) + 4096*(floor(p/511) mod 512) + 2097152*(p mod 511)]"
        f" : 0 <= p < {whole} }}"
    )
    both = tiles().apply_range(outer)
    return both, tiles().domain().subtract(both.domain())


def swizzle_bijective():
    return swizzle().is_bijective()


def swizzle_involution():
    identity = isl.Map("{ [c] -> [c] : 0 <= c < 16384 }")
    return swizzle().apply_range(swizzle()).is_equal(identity)


def scattered_injective():
    text = "{ [i, j] -> [8192*((5i) mod 8192) + (3j + i) mod 8192] : 0 <= i, j < 8192 }"
    return isl.Map(text).is_injective()


def timed(question, queue):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        question()
        times.append(time.perf_counter() - start)
    queue.put(min(times))


def main():
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print("islpy", isl.version.VERSION_TEXT)
    for question in [equality, inverse, bounds, composition, swizzle_bijective, swizzle_involution, scattered_injective]:
        queue = multiprocessing.Queue()
        process = multiprocessing.Process(target=timed, args=(question, queue))
        process.start()
        process.join(3 * limit)
        if process.is_alive():
            process.terminate()
            print(f"{question.__name__:20} more than {limit:g} s")
        else:
            print(f"{question.__name__:20} {queue.get():.6f} s")


if __name__ == "__main__":
    main()
