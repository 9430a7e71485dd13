#!/usr/bin/env python3
"""Completion in real bash, zsh and fish at pseudo-terminals, and the manual by groff and man.

Each shell loads the script of `graphcal completion` without a word on stderr and then completes what is
typed against the copy of the demo mailbox. A shell that is not installed is told as skipped.
Usage: check-completion.py FOLDER-WITH-PROGRAMS WORK-FOLDER
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

from checking import Bench

programs, work = sys.argv[1:3]
home = Path(work, "completion")
# What starts each shell without anybody's settings, and makes its prompt a word that can be waited for.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "bind 'set enable-bracketed-paste off'; PS1='rea''dy> '; source {script}\n"),
    "zsh": (["zsh", "-f", "-i"],
            "autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste 2>/dev/null; "
            "PS1='rea''dy> '; source {script}\n"),
    "fish": (["fish", "--no-config", "-i"],
             "function fish_prompt; echo -n 'rea''dy> '; end; source {script}\n"),
}
# What is typed before the Tab key, and what the program must be called with after it and Return.
LINES = [
    ("a command", "graphcal find-t", ["find-time"]),
    ("an option", "graphcal week --wee", None),
    ("a calendar with a blank", "graphcal agenda --calendar Qui", ["agenda", "--calendar", "Quiet Fjord"]),
    ("a calendar behind an equals sign", "graphcal agenda --calendar=Qui",
     ["agenda", "--calendar=Quiet Fjord"]),
    ("a calendar within quotes", "graphcal agenda --calendar \"Qui", ["agenda", "--calendar", "Quiet Fjord"]),
    ("a category", "graphcal events --category Zeb", ["events", "--category", "Zebra $x"]),
    ("an address", "graphcal free-busy zoe@con", ["free-busy", "zoe@contoso.example"]),
    ("a zone", "graphcal week --tz Europe/Lisb", ["week", "--tz", "Europe/Lisbon"]),
]


class Shell:
    """A shell at a terminal of its own; `graphcal` in it is a program that writes down how it is called."""

    def __init__(self, name, environment, script):
        command, start = SHELLS[name]
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], command, environment)
        self.output = ""
        os.write(self.screen, start.format(script=script).encode())
        self.wait_for("ready> ")

    def wait_for(self, text, limit=10):
        end = time.monotonic() + limit
        while text not in self.output and time.monotonic() < end:
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    got = os.read(self.screen, 65536)
                except OSError:
                    return
                # fish asks the terminal what it is, and waits for the answer.
                if b"\x1b[c" in got or b"\x1b[0c" in got:
                    os.write(self.screen, b"\x1b[?62;c")
                self.output += got.decode(errors="replace")

    def complete(self, line, calls):
        """The words that graphcal is called with once the line is completed and entered."""
        calls.unlink(missing_ok=True)
        # Whatever the line before has left open is given up.
        os.write(self.screen, b"\x03")
        self.wait_for("\0", 0.3)
        self.output = ""
        os.write(self.screen, line.encode() + b"\t")
        # The answer to the key is the next thing on the screen; Return waits in the line of the terminal.
        self.wait_for("\0", 0.6)
        os.write(self.screen, b"\r")
        end = time.monotonic() + 3
        while not calls.exists() and time.monotonic() < end:
            time.sleep(0.05)
        return calls.read_text().split("\0")[:-1] if calls.exists() else self.output

    def close(self):
        os.close(self.screen)
        os.waitpid(self.process, 0)


def check_shell(bench, name):
    if not shutil.which(name):
        print(f"skipped: completion in {name} (not installed)")
        return
    script = home / f"graphcal.{name}"
    script.write_text(bench.graphcal("completion", name).stdout)
    plain = {"bash": ["bash", "--norc"], "zsh": ["zsh", "-f"], "fish": ["fish", "--no-config"]}[name]
    load = f"source {script}" if name != "zsh" else f"autoload -U compinit; compinit -u -D; source {script}"
    loaded = subprocess.run(plain + ["-c", load], env=bench.environment, capture_output=True, text=True)
    bench.check(f"{name} loads its script in silence",
                loaded.returncode == 0 and not loaded.stderr + loaded.stdout, loaded.stderr + loaded.stdout)
    folder = home / "bin"
    folder.mkdir(exist_ok=True)
    calls = home / "calls"
    stand_in = folder / "graphcal"
    stand_in.write_text(
        "#!/bin/sh\n"
        f"[ \"$1\" = __complete ] && exec '{programs}/graphcal' \"$@\"\n"
        f"printf '%s\\0' \"$@\" >'{calls}.new' && mv '{calls}.new' '{calls}'\n")
    stand_in.chmod(0o755)
    environment = {**bench.environment, "PATH": f"{folder}:{os.environ['PATH']}", "TERM": "xterm",
                   "COLUMNS": "200"}
    shell = Shell(name, environment, script)
    for what, line, wanted in LINES:
        got = shell.complete(line, calls)
        wanted = wanted or ["week", "--week-start"]
        bench.check(f"{name} completes {what}", got == wanted, (got, wanted))
    shell.close()


def check_manual(bench):
    if not shutil.which("groff"):
        print("skipped: the manual (groff is not installed)")
        return
    folder = home / "man"
    names = bench.graphcal("__manual").stdout.split()
    bench.check("a page for each command and topic", len(names) > 60, len(names))
    warnings = []
    for name in names:
        page = folder / f"man{name[-1]}" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(bench.graphcal("__manual", name).stdout)
        read = subprocess.run(["groff", "-ww", "-man", "-Tutf8", "-z", str(page)],
                              capture_output=True, text=True)
        warnings += [f"{name}: {read.stderr[:200]}"] if read.stderr or read.returncode else []
    bench.check("groff warns of nothing", not warnings, warnings[:5])
    if shutil.which("man"):
        shown = subprocess.run(["man", "graphcal-week"], capture_output=True, text=True,
                               env={**bench.environment, "MANPATH": str(folder), "MANWIDTH": "80"})
        text = re.sub(".\b", "", shown.stdout)
        bench.check("man graphcal-week shows its options", "--week-start" in text,
                    shown.stderr or text[:300])


SCOPES = "User.Read,MailboxSettings.ReadWrite,Calendars.ReadWrite,Contacts.ReadWrite"
with Bench(programs, home, SCOPES) as bench:
    for words in (["new-calendar", "Quiet Fjord"], ["new-category", "Zebra $x"],
                  ["new-contact", "--given-name", "Zoe", "--email", "zoe@contoso.example"], ["categories"],
                  ["sync"]):
        made = bench.graphcal(*words)
        bench.check("graphcal " + words[0], made.returncode == 0, made.stderr)
    for name in SHELLS:
        check_shell(bench, name)
    start = time.perf_counter()
    for _ in range(20):
        bench.graphcal("__complete", "zsh", "agenda", "--calendar", "Qui")
    print(f"     a calendar's name in {(time.perf_counter() - start) * 50:.0f} ms")
    check_manual(bench)
sys.exit(1 if bench.failures else 0)
