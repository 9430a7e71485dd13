#!/usr/bin/env python3
"""Time, memory and requests of graphcal beside curl and beside other clients, in one run.

Usage: bench.py FOLDER-WITH-RELEASE-PROGRAMS [--runs N] [--history FILE] [SECTION]…

Each row runs its commands in turn (A B A B) against the emulator and prints medians with minimum and
maximum, and what the time of graphcal is in parts of theirs. A row with limits says of each whether it
is held; one that is missed shows where its instructions go. The other clients come from PyPI into
.build/bench-venv; without them their columns are left out, which is said. --history adds the run to a
file, one line of JSON each.
"""
import argparse
import contextlib
import datetime
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile

from mailboxes import calendar_file, cards, crowded_week, mailbox, years
from measuring import Bench, Limit, Side, above, cpu, peak, ratio, wall

here = os.path.dirname(os.path.abspath(__file__))
reader = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("Usage: "))
reader.add_argument("programs")
reader.add_argument("--runs", type=int, default=15)
reader.add_argument("--history")
reader.add_argument("sections", nargs="*")
wishes = reader.parse_intermixed_args()
# As they are installed: without what only a debugger reads.
stripped = tempfile.TemporaryDirectory()
programs = stripped.name
for name in "graphcal", "graphcal-emulator":
    subprocess.run(["strip", "-o", os.path.join(programs, name), os.path.join(wishes.programs, name)],
                   check=True)
graphcal = os.path.join(programs, "graphcal")
curl = next(p for p in ("/usr/bin/curl", "/bin/curl", "/usr/local/bin/curl") if os.path.exists(p))
jq = shutil.which("jq", path="/usr/bin:/bin:/usr/local/bin")
bench = Bench(wishes.runs, os.path.abspath(wishes.programs))
FEW = 3  # runs of what takes seconds


def other_clients():
    """The folder with the programs of the other clients; None where they cannot be had."""
    venv = os.path.join(here, "../.build/bench-venv")
    wanted = os.path.join(here, "peers/requirements.txt")
    done = os.path.join(venv, "installed")
    with open(wanted) as file:
        text = file.read()
    if not (os.path.exists(done) and open(done).read() == text):
        made = subprocess.run([sys.executable, "-m", "venv", venv], capture_output=True, text=True)
        if made.returncode == 0:
            made = subprocess.run([venv + "/bin/pip", "install", "-q", "-r", wanted],
                                  capture_output=True, text=True)
        if made.returncode:
            print(f"left out: O365, msgraph-sdk, khal, khard ({made.stderr.strip()[-200:]})")
            return None
        with open(done, "w") as file:
            file.write(text)
    return os.path.join(venv, "bin")


clients = other_clients()


def peers(here_mailbox, *words, only=("O365", "msgraph-sdk")):
    """The sides that do the same job by a library."""
    if not clients:
        return []
    environment = {**here_mailbox.environment, "BENCH_TOKEN": here_mailbox.token()}
    scripts = {"O365": "with_o365.py", "msgraph-sdk": "with_msgraph_sdk.py"}
    return [Side(name, [clients + "/python", f"{here}/peers/{scripts[name]}", *words], environment)
            for name in only]


def ten_times(sides):
    """Each library takes ten times as long, or longer."""
    return [ratio(side.label, 0.1) for side in sides]


def mine(box, *words):
    return Side("graphcal " + " ".join(words), [graphcal, *words], box.environment)


def bare_curl(box, addresses, *more):
    """curl with the token and the wishes of graphcal; the command for a shell."""
    return [curl, "-gsS", "-H", "Authorization: Bearer " + box.token(), "-H",
            'Prefer: outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize=500', *more,
            *addresses]


def counted(box, sides):
    """How many requests each side makes, by the log of the emulator."""
    counts = {}
    for side in sides:
        # What the first run learns is not asked for again.
        for _ in range(2):
            before = box.exchanges()
            subprocess.run(side.command, env=side.environment, check=True, capture_output=True)
        counts[side.label] = box.exchanges() - before
    return counts


def both(rows, *options, **more):
    """Runs `rows` twice: with a log, to count requests, and without, to measure."""
    requests = {}

    def count(name, sides, *limits, runs=None):
        requests[name] = counted(box, sides)

    def time(name, sides, *limits, runs=None):
        bench.row(name, sides, *limits, requests=requests[name], runs=runs)

    with mailbox(programs, *options, logged=True, **more) as box:
        rows(box, count)
    with mailbox(programs, *options, **more) as box:
        rows(box, time)
    return requests


def start_up():
    version = Side("graphcal version", [graphcal, "version"], {"PATH": "/usr/bin:/bin"})
    sides = [version, Side("curl --version", [curl, "--version"], version.environment)]
    libraries = []
    if clients:
        libraries = [Side(name, [clients + "/python", "-c", f"import {module}"], version.environment)
                     for name, module in (("O365", "O365"), ("msgraph-sdk", "msgraph"))]
    bench.row("start-up", sides + libraries, ratio("curl --version", 1), *ten_times(libraries))


def online():
    """A week from the service: with what earlier runs have learned, and without."""
    def rows(box, row):
        box.run("week")
        addresses = box.addresses("week")
        bare = Side("curl, the same request", bare_curl(box, addresses), box.environment)
        libraries = peers(box, "week")
        row("warm week", [mine(box, "week"), bare, *libraries], *ten_times(libraries))
        row("warm week, as JSON", [mine(box, "week", "--json"), bare, *libraries], *ten_times(libraries))
        forget = f"rm -f {shlex.quote(box.state('state.sqlite'))}*; exec {shlex.quote(graphcal)} week"
        row("cold week, which asks for zone and language too",
            [Side("graphcal week, nothing known", ["/bin/sh", "-c", forget], box.environment), bare])

    requests = both(rows, "--seed", "demo")
    bench.fact("requests of a warm week", f"{requests['warm week']['graphcal week']}",
               Limit("requests", 1, lambda _: requests["warm week"]["graphcal week"], 0))

    def secure(box, row):
        box.run("week")
        ca = ["--cacert", box.environment["SSL_CERT_FILE"]]
        bare = Side("curl, the same request", bare_curl(box, box.addresses("week"), *ca), box.environment)
        row("warm week over TLS, as Graph is", [mine(box, "week"), bare],
            ratio("curl, the same request", 1.3))

    both(secure, "--seed", "demo", tls=True)


def grid():
    """A grid may cost 5 ms of CPU more than the list of the same 200 events."""
    with tempfile.TemporaryDirectory() as folder:
        seed = crowded_week(os.path.join(folder, "crowded.json"), 200)
        with mailbox(programs, "--seed", seed) as box:
            week = ["week", "--week-start", "monday"]
            if (count := len(json.loads(box.run(*week, "--json")))) != 200:
                sys.exit(f"the crowded week has {count} events")
            for width in ("80", "200"):
                box.environment["COLUMNS"] = width
                sides = [Side(f"graphcal week --{form}", [graphcal, *week, "--" + form],
                              dict(box.environment)) for form in ("grid", "list")]
                more = Limit("ms of CPU above the list", 5, lambda m: 1000 * (
                    m["graphcal week --grid"].cpu - m["graphcal week --list"].cpu), 1)
                bench.row(f"a week of 200 events, {width} columns", sides, more)


def search():
    """Words in two years of events, of which each page is let go."""
    with contextlib.ExitStack() as stack:
        sides = []
        for count in (10_000, 1_000):
            box = stack.enter_context(
                mailbox(programs, "--seed", f"random:events={count},contacts=0,seed=7"))
            # The number of the last event stands in its subject alone.
            if not json.loads(box.run("events", str(count - 1), "--json")):
                sys.exit(f"the last of {count} events was not found")
            sides.append(Side(f"{count:,} events", [graphcal, "events", str(count - 1)], box.environment))
            if count == 10_000:
                addresses = box.addresses("events", "9999")
                line = (shlex.join(bare_curl(box, addresses)) + f" | {jq} -s "
                        + shlex.quote('[.[].value[] | select(.subject | test("9999"))]'))
                others = [Side("curl | jq, the same pages", ["/bin/sh", "-c", line], box.environment)]
                libraries = peers(box, "events", "9999")
        bench.row("search of events, 10,000 of them", [sides[0], *others, *libraries],
                  *ten_times(libraries), runs=FEW)
        bench.row("search of events, beside a tenth", sides, ratio("1,000 events", 1.2, "peak"),
                  ratio("1,000 events", 13, "cpu"), runs=FEW)


def address_book():
    """10,000 contacts against curl and jq on the same pages, and the search for doubles."""
    with contextlib.ExitStack() as stack:
        doubles = []
        for count in (10_000, 1_000):
            box = stack.enter_context(
                mailbox(programs, "--seed", f"random:events=0,contacts={count},seed=7"))
            doubles.append(Side(f"{count:,} contacts", [graphcal, "duplicates", "--json"],
                                box.environment))
            if count != 10_000:
                continue
            found = len(json.loads(box.run("contacts", "--json")))
            if found != count:
                sys.exit(f"{found} of {count} contacts were listed")
            pages = [url for url in box.addresses("contacts", "--json") if "emailAddresses" in url]
            fetch = shlex.join(bare_curl(box, pages))
            name = '[.displayName, .companyName, .emailAddresses[].address] | map(. // "") | join("\\n")'
            for words, filter in ([], "[.[].value[]]"), (
                    ["muller"], f'[.[].value[] | select({name} | test("m[u\u00fc]ller"; "i"))]'):
                line = f"{fetch} | {jq} -s {shlex.quote(filter)}"
                libraries = peers(box, "contacts", *words)
                bench.row(" ".join(["contacts", *words, "--json"]) + f", {count:,} contacts",
                          [mine(box, "contacts", *words, "--json"),
                           Side("curl | jq, the same pages", ["/bin/sh", "-c", line], box.environment),
                           *libraries],
                          ratio("curl | jq, the same pages", 1.5), peak(64), *ten_times(libraries),
                          runs=FEW)
        bench.row("duplicates, beside a tenth", doubles, cpu(1), ratio("1,000 contacts", 13, "cpu"),
                  runs=FEW)


def copy():
    """The copy on this machine: reading it, making it, asking what is new."""
    with tempfile.TemporaryDirectory() as folder:
        seed = years(os.path.join(folder, "years.json"), 100_000)
        # Over TLS, as Graph is: what is held against curl spares the user just that.
        with mailbox(programs, "--seed", seed, tls=True) as box:
            week = [url for url in box.addresses("week") if "calendarView" in url]
            count = sum(item["items"] for item in json.loads(box.run("sync", "--json")))
            ca = ["--cacert", box.environment["SSL_CERT_FILE"]]
            bare = Side("curl, this week", bare_curl(box, week, *ca), box.environment)
            for words in ["week", "--offline"], ["next", "--offline"]:
                bench.row(f"{' '.join(words)}, {count:,} stored events",
                          [mine(box, *words), mine(box, "version"), bare], wall(20),
                          above("graphcal version", 10), ratio("curl, this week", 0.5))
    seed = "random:events=10000,contacts=10000,seed=7"
    with mailbox(programs, "--seed", seed) as box:
        pages = [url for url in box.addresses("sync") if "delta" in url]
        places = len(json.loads(box.run("sync", "--json")))
        for words in ["complete", "mul"], ["next", "--format", "waybar"]:
            bench.row(f"{' '.join(words)}, 10,000 contacts",
                      [mine(box, *words), mine(box, "version")], wall(20))
        fetch = bare_curl(box, pages)
        text = subprocess.run(fetch, env=box.environment, check=True, capture_output=True).stdout
        size = sum(os.path.getsize(box.state(name)) for name in os.listdir(box.state())
                   if name.startswith("mailbox-"))
        bench.fact("size of the copy", f"{size / 1e6:.1f} MB for {len(text) / 1e6:.1f} MB of JSON",
                   Limit("of the JSON", 2, lambda _: size / len(text)))
        news = box.addresses("sync")
        changes = sum("delta" in url for url in news)
        bench.fact("requests of a sync without changes",
                   f"{changes} for the changes of {places} calendars and folders, "
                   f"{len(news) - changes} for what calendars and folders there are",
                   Limit("requests a folder", 1, lambda _: changes / places))
        bench.row("sync without changes",
                  [mine(box, "sync"),
                   Side("curl, the same requests", bare_curl(box, news), box.environment)])
        anew = f"rm -f {shlex.quote(box.state())}/mailbox-*; exec {shlex.quote(graphcal)} sync"
        libraries = peers(box, "sync", only=["msgraph-sdk"])
        bench.row("first sync of 10,000 events and 10,000 contacts",
                  [Side("graphcal sync", ["/bin/sh", "-c", anew], box.environment,
                        [graphcal, "sync", "--full"]),
                   Side("curl, the same pages", fetch, box.environment), *libraries],
                  ratio("curl, the same pages", 1.5), peak(64), *ten_times(libraries), runs=5)


def settings(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def beside_files():
    """A week and an address from the copy, beside khal and khard on the same items in files."""
    if not clients:
        print("\nleft out: khal and khard")
        return
    with mailbox(programs, "--seed", "random:events=1000,contacts=1000,seed=7") as box:
        box.run("sync")
        folder = os.path.join(box.home, "files")
        box.run("sync", "--vdir", folder)
        calendar = os.path.join(folder, "calendars/Calendar")
        khal = settings(os.path.join(box.home, "khal"), (
            f"[calendars]\n[[all]]\npath = {calendar}\n[sqlite]\npath = {box.home}/khal.db\n"
            "[locale]\nlocal_timezone = UTC\ndefault_timezone = UTC\nlongdateformat = %Y-%m-%d\n"
            "dateformat = %Y-%m-%d\ntimeformat = %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n"
            "datetimeformat = %Y-%m-%d %H:%M\n"))
        books = [os.path.join(folder, "contacts", name)
                 for name in sorted(os.listdir(os.path.join(folder, "contacts")))]
        khard = settings(os.path.join(box.home, "khard"), "[addressbooks]\n" + "".join(
            f"[[book{number}]]\npath = {path}\n" for number, path in enumerate(books)))
        foreign = {**box.environment, "LC_ALL": "C.UTF-8"}
        sides = [Side("khal list", [clients + "/khal", "-c", khal, "list", "2026-11-30", "7d"], foreign)]
        bench.row("a week offline, 1,000 events", [mine(box, "week", "--offline"), *sides],
                  *ten_times(sides), runs=5)
        sides = [Side("khard email", [clients + "/khard", "-c", khard, "email", "--parsable", "ana"],
                      foreign)]
        bench.row("addresses offline, 1,000 contacts", [mine(box, "complete", "ana"), *sides],
                  *ten_times(sides), runs=5)


def files():
    """Imports that send nothing, and exports, each beside a tenth of the same."""
    with contextlib.ExitStack() as stack:
        events, people, exports = [], [], []
        for size, count in (20_000_000, 10_000), (2_000_000, 1_000):
            box = stack.enter_context(
                mailbox(programs, "--seed", f"random:events={count},contacts={count},seed=7"))
            calendar, book = os.path.join(box.home, "large.ics"), os.path.join(box.home, "large.vcf")
            calendar_file(calendar, size)
            cards(book, count)
            for sides, label, words in (
                    (events, f"{size // 1_000_000} MB", ["import", calendar, "--dry-run"]),
                    (people, f"{count:,} cards", ["import", book, "--dry-run"]),
                    (exports, f"{count:,} events", ["export"])):
                sides.append(Side(label, [graphcal, *words], box.environment))
        for name, sides in (("import --dry-run of events", events),
                            ("import --dry-run of contacts", people), ("export", exports)):
            bench.row(name + ", beside a tenth", sides, ratio(sides[1].label, 12, "cpu"), cpu(10),
                      peak(256), runs=FEW)


def growth():
    """One times, ten times, a hundred times the mailbox: what has to grow with it, and what must not."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        boxes = {}
        for count in (100_000, 10_000, 1_000):
            seed = years(os.path.join(folder, f"{count}.json"), count)
            boxes[count] = stack.enter_context(mailbox(programs, "--seed", seed))
        for words, most, what in ((["sync", "--full"], 13, "cpu"), (["events", "Meeting 99"], 13, "cpu"),
                                  (["export"], 13, "cpu"),
                                  (["week", "--offline"], 1.5, "wall"), (["next", "--offline"], 1.5, "wall")):
            sides = [Side(f"{count:,} events", [graphcal, *words], box.environment)
                     for count, box in boxes.items()]
            bench.row("growth of " + " ".join(words), sides,
                      ratio("10,000 events", most, what),
                      Limit(f"{what} of 10,000 ÷ 1,000 events", most,
                            lambda m: getattr(m["10,000 events"], what) / getattr(m["1,000 events"], what)),
                      runs=FEW)


def about():
    """The machine and what is measured on it."""
    told = subprocess.run([curl, "--version"], capture_output=True, text=True).stdout
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo")
                  if line.startswith("model name")), platform.machine())
    facts = {"machine": model, "processors": os.cpu_count(), "kernel": platform.release(),
             "curl": told.split(" (")[0].removeprefix("curl "),
             "graphcal": subprocess.run([graphcal, "version"], capture_output=True,
                                        text=True).stdout.split()[-1],
             "commit": subprocess.run(["git", "-C", here, "rev-parse", "--short", "HEAD"],
                                      capture_output=True, text=True).stdout.strip()}
    if clients:
        listed = subprocess.run([clients + "/pip", "list", "--format", "json"], capture_output=True,
                                text=True).stdout
        versions = {item["name"].lower(): item["version"] for item in json.loads(listed)}
        facts |= {name: versions[name.lower()] for name in ("O365", "msgraph-sdk", "khal", "khard")}
        facts["Python"] = platform.python_version()
    return facts


sections = {"start-up": start_up, "online": online, "grid": grid, "search": search,
            "contacts": address_book, "copy": copy, "files": files, "beside-files": beside_files,
            "growth": growth}
unknown = [name for name in wishes.sections if name not in sections]
if unknown:
    sys.exit(f"no section {unknown[0]}; there are {', '.join(sections)}")
machine = about()
print("; ".join(f"{name} {value}" for name, value in machine.items()))
for name in wishes.sections or sections:
    sections[name]()
limits = [limit for row in bench.rows for limit in row.get("limits", [])]
print(f"\n{sum(limit['held'] for limit in limits)} of {len(limits)} limits held")
for line in bench.missed:
    print("MISSED:", line)
if wishes.history:
    day = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    with open(wishes.history, "a") as file:
        json.dump({"date": day, "machine": machine, "rows": bench.rows}, file)
        file.write("\n")
