"""What the checks with foreign readers of files have in common: the emulator with its demo mailbox, the
programs at it in a home of their own, a foreign program of the same Python environment, and the counting.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

NOW = "2026-11-30T08:00:00Z"


class Bench:
    """The emulator and `graphcal` at it, as long as it is open."""

    def __init__(self, programs, home, scopes=None, seed="demo", quiet=False):
        self.programs = programs
        self.home = Path(home)
        self.scopes = scopes
        self.seed = seed
        # Then only what does not hold is printed.
        self.quiet = quiet
        self.failures = 0

    def __enter__(self):
        self.emulator = subprocess.Popen(
            [os.path.join(self.programs, "graphcal-emulator"), "--auto-approve", "--seed", self.seed,
             "--clock", NOW], stdout=subprocess.PIPE, text=True)
        ready = json.loads(self.emulator.stdout.readline())
        self.home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
            "GRAPHCAL_NOW": NOW, "GRAPHCAL_CLIENT_ID": ready["clientId"],
            "GRAPHCAL_LOGIN_URL": ready["loginURL"], "GRAPHCAL_GRAPH_URL": ready["graphURL"]}
        scopes = ["--scopes", self.scopes] if self.scopes else []
        signed_in = self.graphcal("login", "--device-code", *scopes)
        self.check("graphcal signs in", signed_in.returncode == 0, signed_in.stderr)
        return self

    def __exit__(self, *_):
        self.emulator.terminate()
        self.emulator.wait()

    def graphcal(self, *words):
        return subprocess.run(
            [os.path.join(self.programs, "graphcal"), *words], env=self.environment,
            capture_output=True, text=True, timeout=120)

    def items(self, *words):
        """What a list of graphcal holds."""
        return json.loads(self.graphcal(*words, "--json").stdout)

    def foreign(self, program, config, *words):
        """A program of this Python environment with its configuration."""
        return subprocess.run(
            [str(Path(sys.executable).parent / program), "-c", str(config), *words],
            capture_output=True, text=True, timeout=120,
            env={**os.environ, "LANG": "C.UTF-8", "HOME": str(self.home)})

    def check(self, name, held, got=None):
        if not held or not self.quiet:
            print(f"{'ok   ' if held else 'FAIL '} {name}"
                  + ("" if held or got is None else f": {got}"))
        self.failures += not held

    def same(self, name, left, right):
        """Holds two lists to be the same, and shows what only one of them has."""
        missing = [item for item in left if item not in right]
        self.check(name, not missing, missing[:10])
        extra = [item for item in right if item not in left]
        self.check(f"{name}, and nothing else", not extra, extra[:10])
