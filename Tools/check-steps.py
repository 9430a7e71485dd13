#!/usr/bin/env python3
"""Lets every step of writing files fail, one after the other, or kills the program there: no room, an error of
the disk, kill -9. What is kept of the sign-in, the copy, the outbox and the journal of undo is then as it was or
as it was to be, never something between, and the next run goes on. Usage: check-steps.py FOLDER-WITH-PROGRAMS
[--every N]
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checking import Bench

# Counts calls that change files, and lets one of them fail.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(void) {
  static int done;
  const char *wanted = getenv("STEP_AT"), *how = getenv("STEP_HOW");
  if (!wanted || !how || __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST) != atoi(wanted)) return 0;
  if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
  errno = strcmp(how, "full") ? EIO : ENOSPC;
  return 1;
}

static int is_file(int descriptor) {
  struct stat status;
  return descriptor > 2 && !fstat(descriptor, &status) && S_ISREG(status.st_mode);
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define ON_FILE(name, type, parameters, arguments)     \
  type name parameters {                                \
    REAL(name);                                         \
    if (is_file(descriptor) && fails()) return -1;      \
    return real arguments;                              \
  }
#define ON_PATH(name, parameters, arguments)            \
  int name parameters {                                 \
    REAL(name);                                         \
    return fails() ? -1 : real arguments;               \
  }
#define OPENING(name, parameters, arguments)            \
  int name parameters {                                 \
    REAL(name);                                         \
    mode_t mode = 0;                                    \
    if (flags & O_CREAT) {                              \
      va_list rest;                                     \
      va_start(rest, flags);                            \
      mode = va_arg(rest, mode_t);                      \
      va_end(rest);                                     \
      if (fails()) return -1;                           \
    }                                                   \
    return real arguments;                              \
  }

ON_FILE(write, ssize_t, (int descriptor, const void *bytes, size_t count), (descriptor, bytes, count))
ON_FILE(pwrite, ssize_t, (int descriptor, const void *bytes, size_t count, off_t at), (descriptor, bytes, count, at))
ON_FILE(pwrite64, ssize_t, (int descriptor, const void *bytes, size_t count, off64_t at), (descriptor, bytes, count, at))
ON_FILE(fsync, int, (int descriptor), (descriptor))
ON_FILE(fdatasync, int, (int descriptor), (descriptor))
ON_FILE(ftruncate, int, (int descriptor, off_t size), (descriptor, size))
ON_FILE(ftruncate64, int, (int descriptor, off64_t size), (descriptor, size))
ON_PATH(rename, (const char *from, const char *to), (from, to))
ON_PATH(unlink, (const char *path), (path))
OPENING(open, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
"""
SCOPES = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
CACHE = ".local/state/graphcal/token-cache.json"


class Try:
    """One step that fails, in a copy of the home."""

    def __init__(self, bench, shim, part, how, step, name=""):
        self.bench, self.shim, self.part, self.how, self.step = bench, shim, part, how, step
        self.name = f"{part.__name__}{how}{name}{step}x"
        self.home = bench.home.parent / self.name
        self.problems = []

    def graphcal(self, *words, **more):
        return subprocess.run(
            [os.path.join(self.bench.programs, "graphcal"), *words], stdin=subprocess.DEVNULL,
            env={**self.bench.environment, "HOME": str(self.home), **more}, capture_output=True, text=True,
            timeout=120)

    def failing(self, *words):
        """Runs the words with the step that fails; notes whether there were as many steps."""
        run = self.graphcal(*words, LD_PRELOAD=str(self.shim), STEP_AT=str(self.step), STEP_HOW=self.how)
        self.expect(run.returncode in ({-signal.SIGKILL, 0} if self.how == "kill" else range(10)),
                    f"ends with {run.returncode}: {run.stderr[-200:]}")
        return run

    def subjects(self, *more):
        return sorted(item["subject"] for item in json.loads(
            self.graphcal("agenda", "--from", "2027-03-01", "--days", "60", "--json", *more).stdout)
            if item["subject"].startswith(self.name))

    def waiting(self):
        return len(json.loads(self.graphcal("outbox", "--json").stdout))

    def expect(self, held, problem):
        if not held:
            self.problems.append(problem)

    def run(self):
        try:
            shutil.copytree(self.bench.home, self.home)
            self.part(self)
            doctor = self.graphcal("doctor")
            self.expect(doctor.returncode == 0, f"doctor afterwards: {doctor.stderr[-200:]}")
        except Exception as error:  # What cannot be tried has failed.
            self.problems.append(f"not tried: {error!r}")
        finally:
            shutil.rmtree(self.home, ignore_errors=True)
        return self


def renewal(a):
    """A sign-in that is renewed."""
    path = a.home / CACHE
    cache = json.loads(path.read_text())
    for entry in cache["AccessToken"].values():
        entry["expires_on"] = entry["extended_expires_on"] = "1000000000"
    path.write_text(json.dumps(cache))
    a.failing("week", "--fresh")
    json.loads(path.read_text())
    a.expect(path.stat().st_mode & 0o777 == 0o600, "the cache is open to others")
    a.expect(a.graphcal("week", "--fresh").returncode == 0, "not signed in any more")


def copying(a):
    """A round of changes."""
    made = a.graphcal("new-event", "--subject", a.name, "--start", "2027-03-02T10:00")
    a.expect(made.returncode == 0, made.stderr)
    a.failing("sync")
    a.expect(len(a.subjects("--offline")) <= 1, "doubled in the copy")
    again = a.graphcal("sync")
    a.expect(again.returncode == 0, f"the next sync: {again.stderr[-200:]}")
    a.expect(a.subjects("--offline") == a.subjects("--fresh") == [a.name], "the copy is not what the service has")


def putting_off(a):
    """A change without a network."""
    done = a.failing("new-event", "--subject", a.name, "--start", "2027-03-02T10:00", "--offline")
    wanted = {0: [1]}.get(done.returncode, [0, 1] if a.how == "kill" else [0])
    a.expect(a.waiting() in wanted, f"{a.waiting()} wait after exit {done.returncode}: {done.stderr[-200:]}")
    wait = a.waiting()
    a.graphcal("sync")
    a.expect(len(a.subjects("--fresh")) == wait, "what waits is not what is sent")


def sending(a):
    """What waits goes out."""
    a.graphcal("new-event", "--subject", a.name, "--start", "2027-03-02T10:00", "--offline")
    a.failing("sync")
    a.graphcal("sync")
    a.expect((a.subjects("--fresh"), a.waiting()) == ([a.name], 0),
             f"the service has {a.subjects('--fresh')}, {a.waiting()} wait")


def taking_back(a):
    """A change that undo can take back."""
    made = json.loads(a.graphcal(
        "new-event", "--subject", a.name, "--start", "2027-03-02T10:00", "--json").stdout)
    done = a.failing("edit-event", made["id"], "--subject", f"{a.name} new")
    now = a.subjects("--fresh")
    a.expect(now in ([a.name], [f"{a.name} new"]), f"the event is {now}")
    if done.returncode == 0:
        a.expect(now == [f"{a.name} new"], "told as done, and is not")
    undone = a.graphcal("undo", "--yes")
    then = a.subjects("--fresh")
    a.expect(undone.returncode != 0 or then in ([a.name], []), f"undo leaves {then}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--every", type=int, default=1, help="only every so many steps")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp())
    failures = tried = 0
    try:
        shim = work / "steps.so"
        (work / "steps.c").write_text(SHIM)
        compiler = shutil.which("clang") or shutil.which("cc") or sys.exit("no C compiler")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", shim, work / "steps.c", "-ldl"], check=True)
        with Bench(options.programs, work / "home", SCOPES, seed="empty", quiet=True) as bench:
            bench.graphcal("sync")
            bench.graphcal("week")
            for part in (renewal, copying, putting_off, sending, taking_back):
                steps = count(bench, shim, part)
                tries = [Try(bench, shim, part, how, step) for how in ("kill", "full", "broken")
                         for step in range(1, steps + 1, options.every)]
                with ThreadPoolExecutor(2 * (os.cpu_count() or 2)) as pool:
                    done = list(pool.map(Try.run, tries))
                bad = [a for a in done if a.problems]
                print(f"{'FAIL' if bad else 'ok  '} {part.__doc__} {steps} steps, {len(done)} tries, {len(bad)} bad")
                for a in bad:
                    print(f"     {a.how} at step {a.step}: {'; '.join(a.problems)}"[:500])
                failures, tried = failures + len(bad), tried + len(done)
                if not steps:
                    print("FAIL no step was seen")
                    failures += 1
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{tried} tries, {failures} failures")
    return 1 if failures else 0


def count(bench, shim, part):
    """How many steps there are: the first at which nothing is killed, found by halving."""
    low, high = 0, 4096
    while high - low > 1:
        middle = (low + high) // 2
        a = Try(bench, shim, part, "kill", middle, name="count")
        a.status = None
        plain = a.failing

        def failing(*words):
            run = plain(*words)
            a.status = run.returncode
            return run

        a.failing = failing
        a.run()
        low, high = (middle, high) if a.status == -signal.SIGKILL else (low, middle)
    return low


if __name__ == "__main__":
    sys.exit(main())
