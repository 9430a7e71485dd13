"""Runs commands in turn, measures them as whole processes, and says which limits are held.

Wall time is that of the process from its start to its end; CPU is user and system time added; the
peak is the largest resident set. The numbers of two machines cannot be compared, ratios can.
"""
import ast
import dataclasses
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

# A child counts the memory of its parent at its start as its own peak, so that the parent has to be
# small: an interpreter that has loaded nothing.
LAUNCHER = """
import os, sys, time
null = os.open(os.devnull, os.O_RDWR)
for line in sys.stdin:
    command, environment = eval(line)
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, environment,
                         file_actions=[(os.POSIX_SPAWN_DUP2, null, n) for n in (0, 1, 2)])
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    print((status, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss), flush=True)
"""
SLOW = 5  # seconds; what takes longer is run once


@dataclasses.dataclass
class Run:
    """One run of a process: seconds, seconds, MiB."""
    wall: float
    cpu: float
    peak: float


@dataclasses.dataclass
class Side:
    """What is measured, and what is profiled in its place where that is another command."""
    label: str
    command: list
    environment: dict
    profiled: list = None


@dataclasses.dataclass
class Limit:
    """What the first side must hold: a ratio to another side, or a figure of its own."""
    text: str
    most: float
    figure: object  # medians by label -> number
    digits: int = 2


def ratio(label, most, what="wall"):
    """The first side's figure divided by that of the side of this label."""
    return Limit(f"{what} ÷ {label}", most,
                 lambda m: getattr(next(iter(m.values())), what) / getattr(m[label], what))


def above(label, most):
    """Milliseconds of wall time more than the side of this label."""
    return Limit(f"ms above {label}", most,
                 lambda m: (next(iter(m.values())).wall - m[label].wall) * 1000, 1)


def wall(most):
    return Limit("ms", most, lambda m: next(iter(m.values())).wall * 1000, 1)


def cpu(most):
    return Limit("s of CPU", most, lambda m: next(iter(m.values())).cpu)


def peak(most):
    return Limit("MiB", most, lambda m: next(iter(m.values())).peak, 0)


class Bench:
    """Measures rows and keeps what came out."""

    def __init__(self, runs, symbols):
        """`symbols` is the folder of the programs with the names of their functions."""
        self.runs, self.symbols = runs, symbols
        self.rows = []
        self.missed = []
        self.launcher = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", LAUNCHER], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)

    def measure(self, side):
        print((side.command, dict(side.environment)), file=self.launcher.stdin, flush=True)
        status, seconds, busy, resident = ast.literal_eval(self.launcher.stdout.readline())
        if status:
            sys.exit(f"{side.label} ended with {os.waitstatus_to_exitcode(status)}: "
                     f"{' '.join(side.command)[:400]}")
        return Run(seconds, busy, resident / 1024)

    def row(self, name, sides, *limits, requests=None, runs=None):
        """Runs the sides in turn and prints their medians; the first is held to the limits."""
        requests = requests or {}
        # The caches of the machine are warm from here on.
        first = {side.label: self.measure(side) for side in sides}
        results = {side.label: [] for side in sides}
        for turn in range(runs or self.runs):
            for side in sides:
                if first[side.label].wall < SLOW:
                    results[side.label].append(self.measure(side))
        for label, values in results.items():
            if not values:
                values.append(first[label])
        medians = {label: Run(*(statistics.median(getattr(v, what) for v in values)
                                for what in ("wall", "cpu", "peak")))
                   for label, values in results.items()}
        print(f"\n{name}")
        print(f"  {'':32}{'runs':>5}{'wall ms, median (min–max)':>32}{'CPU ms':>10}{'peak MiB':>10}"
              f"{'requests':>10}{'graphcal ÷ it':>15}")
        mine = next(iter(medians.values())).wall
        for label, middle in medians.items():
            walls = [v.wall * 1000 for v in results[label]]
            spread = f"{middle.wall * 1000:.1f} ({min(walls):.1f}–{max(walls):.1f})"
            compared = "" if middle.wall == mine else f"{mine / middle.wall:.3f}"
            print(f"  {label:32}{len(walls):>5}{spread:>32}{middle.cpu * 1000:>10.1f}"
                  f"{middle.peak:>10.1f}{requests.get(label, ''):>10}{compared:>15}", flush=True)
        row = {"name": name, "sides": [
            {"label": label, "runs": len(results[label]), "wallMs": round(middle.wall * 1000, 2),
             "cpuMs": round(middle.cpu * 1000, 2), "peakMiB": round(middle.peak, 1),
             **({"requests": requests[label]} if label in requests else {})}
            for label, middle in medians.items()]}
        self.rows.append(row)
        held = [self.hold(name, row, limit, limit.figure(medians)) for limit in limits]
        if not all(held):
            self.explain(sides[0])
        return medians

    def hold(self, name, row, limit, value):
        """Notes whether a limit is held."""
        good = value <= limit.most
        text = f"{limit.text} {value:.{limit.digits}f}, at most {limit.most:g}"
        print(f"  {'held' if good else 'MISSED'}: {text}")
        row.setdefault("limits", []).append(
            {"what": limit.text, "value": round(value, 4), "most": limit.most, "held": good})
        if not good:
            self.missed.append(f"{name}: {text}")
        return good

    def fact(self, name, text, *limits):
        """A row without times: figures that are counted, each with its limit."""
        print(f"\n{name}\n  {text}")
        row = {"name": name, "text": text}
        self.rows.append(row)
        for limit in limits:
            self.hold(name, row, limit, limit.figure({}))

    def explain(self, side):
        """Where the instructions of a command go, for a row that was missed."""
        valgrind, annotate = shutil.which("valgrind"), shutil.which("callgrind_annotate")
        if not (valgrind and annotate):
            print("  no profile: valgrind is not installed")
            return
        program, *words = side.profiled or side.command
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "callgrind.out")
            try:
                subprocess.run(
                    [valgrind, "--tool=callgrind", f"--callgrind-out-file={out}",
                     os.path.join(self.symbols, os.path.basename(program)), *words],
                    env=side.environment, capture_output=True, timeout=600)
                text = subprocess.run([annotate, "--threshold=60", out], capture_output=True, text=True,
                                      timeout=600).stdout
            except subprocess.TimeoutExpired:
                print("  no profile: valgrind took more than ten minutes")
                return
        if demangle := shutil.which("swift-demangle"):
            text = subprocess.run([demangle, "-compact"], input=text, capture_output=True,
                                  text=True).stdout
        lines = [line.split(" [")[0] for line in text.split("\n") if re.match(r"\s*[\d,]+ \(.*:", line)]
        print("  where its instructions go (callgrind):")
        for line in lines[:10]:
            print("   ", line.strip()[:150])
