#!/usr/bin/env python3
"""Times two builds of lego-gpu in turns, on a machine with a GPU, and prints where they differ.

    benches/peers/in_turns.py OLD NEW [--rounds 5] [--most 2] BENCHMARK…

Each round runs the benchmarks by both programs, the first one first in every other round. A row's time is its median over
the rounds. It fails if a row of NEW takes more than `--most` percent longer than that of OLD, or is missing or wrong.
Cases are compared by benchmark and case: a kernel may have got another name.
"""

import argparse
import json
import statistics
import subprocess
import sys


def rows(program, benchmarks):
    """Yields benchmark and case, milliseconds, and false for a wrong result."""
    run = subprocess.run([program, "bench", "--json", *benchmarks], capture_output=True, text=True, check=False)
    if run.returncode:
        print(f"{program}: {run.stderr.strip() or run.stdout.strip()}", file=sys.stderr)
    for line in run.stdout.splitlines():
        row = json.loads(line)
        if "case" in row:
            yield f"{row['bench']} {row['case']}", row["ms"], row.get("checked") is not False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("benchmarks", nargs="+", metavar="BENCHMARK")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=2.0, help="percent by which a row may be slower")
    given = parser.parse_args()
    times, wrong = ({}, {}), set()
    for number in range(given.rounds):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            seen = {}
            for case, milliseconds, is_right in rows((given.old, given.new)[which], given.benchmarks):
                # Several kernels of a case are told apart by their order.
                seen[case] = seen.get(case, 0) + 1
                case = f"{case} ({seen[case]})"
                times[which].setdefault(case, []).append(milliseconds)
                if not is_right:
                    wrong.add(case)
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr, flush=True)
    failed = bool(wrong) or not times[0]
    for case, before in times[0].items():
        after = times[1].get(case)
        if after is None:
            print(f"MISSING {case}")
            failed = True
            continue
        old, new = statistics.median(before), statistics.median(after)
        slower = 100 * (new / old - 1)
        failed |= slower > given.most
        word = "SLOWER" if slower > given.most else "faster" if slower < -given.most else "same"
        print(f"{word:8} {old:10.5f} {new:10.5f} ms {slower:+6.2f} %  {case}")
    for case in sorted(wrong):
        print(f"WRONG    {case}")
    for case in times[1]:
        if case not in times[0]:
            print(f"new      {case}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
