"""Times the main job beside parasail, in turns, on one thread, with one scoring and the same data.

    cargo build --release --example align
    pip install --target target/parasail parasail
    PYTHONPATH=target/parasail python3 benches/peers/parasail_peer.py target/release/examples/align > rows.jsonl

Every form of parasail is tried once on each pair of sequences: those that say that they saturated, or that find another
score than ours, do not count. The fastest of the others then take turns with ours, a median of the rounds each. Rows of
JSON go to standard output, the tables of benches/results/alignment.md to standard error.
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import parasail

DATA = Path(__file__).resolve().parents[2] / "examples" / "data"
# Forms slower than the best by more than this are tried once, and do not take turns.
TOO_SLOW = 1.5
# The most cells for forms of 64 bits, which take seconds.
MOST_CELLS_OF_64_BITS = 1 << 25


def fasta(path):
    """The first sequence of a file."""
    return "".join(path.read_text().split(">")[1].splitlines()[1:]).upper()


def pair(rows, columns):
    """A random sequence and one that resembles it: a tenth of the letters changed, left out or put in."""
    first = "".join(random.choices("ACGT", k=rows))
    second = []
    for letter in first * (columns // rows + 2):
        second.append(random.choices([letter, random.choice("ACGT"), "", letter + "A"], [90, 4, 3, 3])[0])
    return first, "".join(second)[:columns].ljust(columns, "C")


class Ours:
    """The program of the main job, which times itself; it has read its files by then."""

    def __init__(self, program, folder, sequences, scoring):
        self.files = []
        for name, letters in zip("ab", sequences):
            path = Path(folder) / f"{name}.fasta"
            path.write_text(f">{name}\n{letters}\n")
            self.files.append(path)
        self.cells = len(sequences[0]) * len(sequences[1])
        match, mismatch, gap = scoring
        self.command = [program, *self.files, "--match", match, "--mismatch", mismatch, "--gap", -gap, "--threads", 1]

    def run(self, repeat, options):
        command = [str(word) for word in [*self.command, "--repeat", repeat, *options]]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def score(self, repeat):
        """The score alone, and the shortest time in seconds."""
        _, speed, score = re.search(r"^score alone +(\S+) +(\S+) +(\S+)$", self.run(repeat, ["--score-only"]), re.M).groups()
        return int(score), self.cells / float(speed) / 1e9

    def path(self, repeat):
        """The score with the alignment, and the shortest times of the table and of the way back together."""
        text = self.run(repeat, ["--layout", "anti-diagonal"])
        _, speed, _, score = re.search(r"^anti-diagonal +(\S+) +(\S+) +(\S+) +(\S+)", text, re.M).groups()
        back = re.search(r"the way back took (\S+) more", text).group(1)
        return int(score), self.cells / float(speed) / 1e9 + float(back)


class Form:
    """A function of parasail; those of profiles get theirs made beforehand."""

    def __init__(self, name, sequences, scoring):
        self.name, (first, second), (match, mismatch, gap) = name, sequences, scoring
        matrix = parasail.matrix_create("ACGTN", match, mismatch)
        # N matches nothing, not even itself.
        matrix[4, 4] = mismatch
        function = getattr(parasail, name)
        if "_profile_" in name:
            profile = getattr(parasail, "profile_create_" + name.rsplit("_", 1)[1])(first, matrix)
            self.call = lambda: function(profile, second, gap, gap)
        else:
            self.call = lambda: function(first, second, gap, gap, matrix)

    def time(self, repeat):
        """The score, or None where it saturated, and the shortest time; with the alignment, if the form finds it."""
        shortest = float("inf")
        for _ in range(repeat):
            start = time.perf_counter()
            result = self.call()
            score = None if result.saturated else result.score
            if score is not None and "_trace" in self.name:
                result.cigar
            shortest = min(shortest, time.perf_counter() - start)
            del result
        return score, shortest


def names(path, cells):
    """The forms of Needleman and Wunsch that find the score alone, or the path as well."""
    form = re.compile(r"nw%s(_(striped|scan|diag)(_profile)?(_(8|16|32|64|sat))?)?" % ("_trace" if path else ""))
    found = [name for name in dir(parasail) if form.fullmatch(name)]
    return [name for name in found if not name.endswith("_64") or cells <= MOST_CELLS_OF_64_BITS]


def compare(kind, label, sequences, scoring, ours, rounds):
    """The row of one pair of sequences."""
    cells = len(sequences[0]) * len(sequences[1])
    path = kind == "path"
    # Short calls are repeated, and the shortest counts: the first finds nothing in the caches.
    repeat = max(3, min(1000, 100_000_000 // cells))
    score = ours(1)[0]
    forms = [Form(name, sequences, scoring) for name in names(path, cells)]
    tried = {}
    for form in forms:
        found, seconds = form.time(1 if cells > 1 << 22 else 10)
        state = "saturated" if found is None else "right" if found == score else "wrong"
        tried[form.name] = {"state": state, "gcells": cells / seconds / 1e9}
    best = max(row["gcells"] for row in tried.values() if row["state"] == "right")
    chosen = [form for form in forms if tried[form.name]["state"] == "right" and tried[form.name]["gcells"] * TOO_SLOW >= best]
    times = {name: [] for name in ["ours", *(form.name for form in chosen)]}
    for _ in range(rounds):
        times["ours"].append(ours(repeat)[1])
        for form in chosen:
            times[form.name].append(form.time(repeat)[1])
    speeds = {name: cells / statistics.median(seconds) / 1e9 for name, seconds in times.items()}
    peer = max((form.name for form in chosen), key=speeds.get)
    row = {
        "kind": kind, "case": label, "scoring": scoring, "score": score, "ours": speeds.pop("ours"), "peer": peer,
        "parasail": speeds[peer], "tried": tried,
    }
    row["ratio"] = row["ours"] / row["parasail"]
    print(json.dumps(row), flush=True)
    print(f"{kind} {label}: {row['ratio']:.2f}", file=sys.stderr)
    return row


def table(rows, kind):
    lines = ["| pair | match, mismatch, gap | score | ours | parasail | ours / parasail | its fastest right form |"]
    lines += ["|---|---|---|---|---|---|---|"]
    for row in rows:
        if row["kind"] == kind:
            match, mismatch, gap = row["scoring"]
            lines.append(
                f"| {row['case']} | {match}, {mismatch}, {-gap} | {row['score']} | {row['ours']:.2f} | "
                f"{row['parasail']:.2f} | {row['ratio']:.2f} | `{row['peer']}` |"
            )
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program `align`, built with --release")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    genomes = fasta(DATA / "human_mt.fasta"), fasta(DATA / "chimp_mt.fasta")
    plain, both = (1, -1, 2), ["score", "path"]
    cases = [("mitochondria", genomes, plain, both)]
    cases += [("mitochondria", genomes, scoring, ["score"]) for scoring in [(5, -4, 10), (300, -200, 400), (90000, -1, 1)]]
    cases += [("random", pair(*size), plain, both) for size in [(101, 103), (1009, 997), (4001, 3989), (16381, 16411)]]
    sizes = [(3, 69997), (31, 69997), (512, 512), (16384, 16384), (32749, 32771), (69997, 70001)]
    cases += [("random", pair(*size), plain, ["score"]) for size in sizes]
    system = {"parasail": ".".join(map(str, parasail.version())), "avx2": bool(parasail.can_use_avx2()), "rounds": options.rounds}
    print(json.dumps(system), flush=True)
    rows = []
    for name, sequences, scoring, kinds in cases:
        label = f"{name} {len(sequences[0])}×{len(sequences[1])}"
        with tempfile.TemporaryDirectory() as folder:
            ours = Ours(options.program, folder, sequences, scoring)
            for kind in kinds:
                rows.append(compare(kind, label, sequences, scoring, getattr(ours, kind), options.rounds))
    for kind in ["score", "path"]:
        print(f"\n{table(rows, kind)}", file=sys.stderr)


if __name__ == "__main__":
    main()
