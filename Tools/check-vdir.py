#!/usr/bin/env python3
"""Kills `sync --vdir` before every one of its steps, by kill -9: before each file is put down or removed
and before each piece of data goes to the service. After each kill nothing is lost and no file doubled, and the
run after the last kill leaves every item once on both sides. Usage: check-vdir.py FOLDER-WITH-PROGRAMS
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from checking import Bench

# Counts the calls that change something outside of the program, and kills it before the one that is asked for.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void step(void) {
  static int done;
  const char *wanted = getenv("KILL_AT");
  if (wanted && __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST) == atoi(wanted)) kill(getpid(), SIGKILL);
}

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  step();
  return real(from, to);
}

int unlink(const char *path) {
  int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
  step();
  return real(path);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  ssize_t (*real)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
  if (count > 4 && memcmp(bytes, "GET ", 4)) step();
  return real(socket, bytes, count, flags);
}
"""
SCOPES = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
NAMES = ["new", "edited", "away", "moved", "run"]


def event(name, subject, more=""):
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//check//EN", "BEGIN:VEVENT", f"UID:{name}",
        "DTSTAMP:20261130T080000Z", "DTSTART:20261203T100000Z", "DTEND:20261203T110000Z",
        f"SUMMARY:{subject}", f"X-MINE:{name}", *([more] if more else []), "END:VEVENT",
        "END:VCALENDAR", ""])


def put(folder, name, *words):
    (folder / f"{name}.ics").write_bytes(event(name, *words).encode())


def subjects(bench):
    return [item["subject"] for item in bench.items("events", "--calendar", "all")]


def prepare(bench, root):
    """A folder and a mailbox with all kinds of work left to do between them."""
    bench.graphcal("new-calendar", "Team")
    bench.graphcal("sync", "--vdir", str(root))
    here, team = root / "calendars" / "Calendar", root / "calendars" / "Team"
    for name in ["edited", "gone", "away", "moved"]:
        put(here, name, f"check {name}")
    # A series with a day that is gone, which a move has to take along.
    put(here, "run", "check run", "RRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20261204T100000Z")
    bench.graphcal("sync", "--vdir", str(root))
    moved = bench.items("events", "check moved")[0]["graphcal"]["id"]
    bench.graphcal("move-event", moved, "--calendar", "Team", "--yes")
    put(here, "moved", "check moved, edited")
    put(here, "edited", "check edited, long")
    put(here, "new", "check new")
    for name in ["away", "run"]:
        (here / f"{name}.ics").rename(team / f"{name}.ics")
    (here / "gone.ics").unlink()


def killed(bench, shim, root, step):
    """Runs until a step; whether it was killed there."""
    run = subprocess.run(
        [os.path.join(bench.programs, "graphcal"), "sync", "--vdir", str(root), "--yes"],
        env={**bench.environment, "LD_PRELOAD": str(shim), "KILL_AT": str(step)},
        capture_output=True, text=True, timeout=120)
    return run.returncode == -signal.SIGKILL, run


def hold(bench, root, step):
    """What has to hold after every kill."""
    # Between the two halves of a move at the service both may be there, and the next run ends it.
    there = subjects(bench)
    names = [path.stem for path in (root / "calendars").glob("*/*.ics")]
    lost = [name for name in NAMES if name not in names
            or name != "new" and not any(s.startswith(f"check {name}") for s in there)]
    bench.check(f"killed before step {step}: nothing is lost", not lost, (lost, there, names))


programs = sys.argv[1]
work = Path(tempfile.mkdtemp())
try:
    shim = work / "steps.so"
    (work / "steps.c").write_text(SHIM)
    compiler = shutil.which("clang") or shutil.which("cc") or sys.exit("no C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", shim, work / "steps.c", "-ldl"], check=True)
    failures, step, stops = 0, 0, True
    while stops:
        step += 1
        with Bench(programs, work / f"home-{step}", SCOPES, seed="empty", quiet=True) as bench:
            root = bench.home / "vdir"
            prepare(bench, root)
            stops, first = killed(bench, shim, root, step)
            if stops:
                hold(bench, root, step)
            last = bench.graphcal("sync", "--vdir", str(root), "--yes")
            wanted = sorted(["check away", "check edited, long", "check moved, edited", "check new",
                             "check run", "check run"])
            there = sorted(subjects(bench))
            files = sorted(f"{path.parent.name}/{path.stem}"
                           for path in (root / "calendars").glob("*/*.ics"))
            bench.check(f"step {step}: each is there once", there == wanted, there)
            bench.check(f"step {step}: each is one file", files == [
                "Calendar/edited", "Calendar/new", "Team/away", "Team/moved", "Team/run"], files)
            mine = [path.stem for path in (root / "calendars").glob("*/*.ics")
                    if f"X-MINE:{path.stem}" not in path.read_text()]
            bench.check(f"step {step}: all keep their own", not mine, mine)
            again = bench.graphcal("sync", "--vdir", str(root))
            bench.check(f"step {step}: then both are the same",
                        again.stdout == "both sides are the same\n",
                        (last.stdout, last.stderr, again.stdout, again.stderr))
            failures += bench.failures
    print(f"killed before each of {step - 1} steps, {failures} failures")
    sys.exit(1 if failures or step < 20 else 0)
finally:
    shutil.rmtree(work, ignore_errors=True)
