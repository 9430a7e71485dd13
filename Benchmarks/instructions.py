#!/usr/bin/env python3
"""How many instructions a few commands take, counted by valgrind, beside the counts that are kept.

Usage: instructions.py FOLDER-WITH-RELEASE-PROGRAMS [--record]

Time says little on a machine that does other things besides; instructions are nearly the same in every
run, so a change of the program shows in them. The counts are kept in instructions.json beside this
file; --record writes them anew. Ends with 1 where a command takes a quarter more than that. What another compiler
or another libc takes is another matter, so the file says which they were.
"""
import json
import os
import platform
import re
import shutil
import subprocess
import sys

from mailboxes import mailbox

MOST = 25  # per cent more
kept_in = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.json")
programs = os.path.abspath(sys.argv[1])
valgrind = shutil.which("valgrind")
if not valgrind:
    print("skipped: 1 check (valgrind is not installed)")
    sys.exit()


def count(command, environment):
    """The instructions of one run, in all its threads."""
    done = subprocess.run(
        [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        # Hashes are seeded by the process otherwise, and tables laid out by them.
        env={**environment, "SWIFT_DETERMINISTIC_HASHING": "1"}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command[1:])} ended with {done.returncode}: {done.stderr[-600:]}")
    return int(re.search(r"refs:\s+([\d,]+)", done.stderr)[1].replace(",", ""))


def compiler():
    told = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    found = re.search(r"Swift version (\S+)", told)
    return found[1] if found else "unknown"


counts = {}
with mailbox(programs, "--seed", "random:events=2000,contacts=2000,seed=7") as box:
    graphcal = box.graphcal
    box.run("sync")
    for words in (["version"], ["help"], ["week", "--fresh"], ["week", "--fresh", "--json"],
                  ["events", "1999", "--fresh"], ["contacts", "--fresh", "--json"],
                  ["week", "--offline"], ["next", "--format", "waybar"], ["complete", "mul"],
                  ["contacts", "muller", "--offline"], ["sync"], ["sync", "--full"], ["export"]):
        box.run(*words)
        counts[" ".join(words)] = count([graphcal, *words], box.environment)

kept = {"counts": {}}
if os.path.exists(kept_in):
    with open(kept_in) as file:
        kept = json.load(file)
here = {"Swift": compiler(), "libc": " ".join(platform.libc_ver()), "machine": platform.machine()}
worse = []
print(f"{'command':28}{'million instructions':>22}{'kept':>10}{'change':>9}")
for name, now in counts.items():
    before = kept["counts"].get(name)
    change = (now / before - 1) * 100 if before else None
    print(f"{name:28}{now / 1e6:>22.1f}{before / 1e6 if before else 0:>10.1f}"
          + (f"{change:>+8.1f}%" if change is not None else "      new"))
    if change is not None and change > MOST:
        worse.append(name)
if "--record" in sys.argv:
    with open(kept_in, "w") as file:
        json.dump({"with": here, "counts": counts}, file, indent=2)
        file.write("\n")
elif kept.get("with", here) != here:
    print(f"the counts are of {kept['with']}, this is {here}")
for name in worse:
    print(f"FAILED: {name} takes more than {MOST} % more instructions than before")
sys.exit(1 if worse else 0)
