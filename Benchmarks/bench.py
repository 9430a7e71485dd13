#!/usr/bin/env python3
"""Time and memory of graphcal beside curl, in one run against the emulator.

Usage: bench.py FOLDER-WITH-RELEASE-PROGRAMS [RUNS] [curl|grid|search|contacts|copy|files]…

Each row runs its commands in turn (A B A B) and prints the medians with minimum and maximum, and the
ratio of the medians. Peak memory is the largest resident set of the process; user and system time
are added. The numbers of two machines cannot be compared, the ratios can.
"""
import ast
import contextlib
import datetime
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

programs = os.path.abspath(sys.argv[1])
runs = int(sys.argv[2]) if len(sys.argv) > 2 else 30
clock = "2026-11-30T08:00:00Z"


# A child counts the memory of its parent at its start as its own peak, so that the parent has to be
# small: an interpreter that has loaded nothing.
launcher = subprocess.Popen(
    [sys.executable, "-I", "-S", "-c", """
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
"""], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def measure(command, environment):
    """One run: wall seconds, CPU seconds, peak resident KiB."""
    print((command, dict(environment)), file=launcher.stdin, flush=True)
    status, *figures = ast.literal_eval(launcher.stdout.readline())
    if status:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return figures


def row(name, sides, requests=None, runs=runs):
    """`sides` are (label, command, environment); the first is held against the second."""
    results = {label: [] for label, _, _ in sides}
    for _, command, environment in sides:
        measure(command, environment)  # the caches of the machine are warm from here on
    for _ in range(runs):
        for label, command, environment in sides:
            results[label].append(measure(command, environment))
    print(f"\n{name} ({runs} runs each)")
    print(f"  {'':24}{'wall ms':>24}{'CPU ms':>10}{'peak MiB':>10}" + ("  requests" if requests else ""))
    medians = []
    for label, values in results.items():
        wall = [v[0] * 1000 for v in values]
        cpu = statistics.median(v[1] for v in values) * 1000
        memory = statistics.median(v[2] for v in values) / 1024
        medians.append((statistics.median(wall), cpu, memory))
        spread = f"{statistics.median(wall):.1f} ({min(wall):.1f}–{max(wall):.1f})"
        extra = f"{requests[label]:>10}" if requests else ""
        print(f"  {label:24}{spread:>24}{cpu:>10.1f}{memory:>10.1f}{extra}")
    print("  ratio: " + ", ".join(
        f"{what} {a / b:.2f}" for what, a, b in zip(("wall", "CPU", "memory"), *medians[:2])))
    # Pairs ran one after the other, so what the machine does meanwhile falls on both sides.
    first, second = list(results.values())[:2]
    wall, cpu = (statistics.median(a[n] - b[n] for a, b in zip(first, second)) * 1000 for n in (0, 1))
    print(f"  difference: wall {wall:+.1f} ms, CPU {cpu:+.1f} ms")


def crowded_week(path, count):
    """A seed file whose mailbox has so many events in the week of the clock."""
    monday = datetime.datetime(2026, 11, 30)
    shown = ["busy", "tentative", "free", "oof"]
    events = []
    for number in range(count):
        day = monday + datetime.timedelta(days=number % 7)
        whole = number % 20 == 0
        start = day if whole else day + datetime.timedelta(minutes=480 + 15 * (number * 7 % 40))
        length = 1440 if whole else (30, 45, 60, 90)[number % 4]
        end = start + datetime.timedelta(minutes=length)
        events.append({
            "subject": f"Meeting {number} about the harbour", "isAllDay": whole,
            "start": {"dateTime": start.isoformat(), "timeZone": "UTC"},
            "end": {"dateTime": end.isoformat(), "timeZone": "UTC"},
            "location": {"displayName": f"Dock {number % 9}"}, "showAs": shown[number % 4]})
    with open(path, "w") as file:
        json.dump({"users": [{"user": "mira@harbor.example", "events": events}]}, file)


@contextlib.contextmanager
def emulator(home, *options):
    """A running emulator; gives the environment in which graphcal talks to it."""
    process = subprocess.Popen(
        [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--clock", clock, *options],
        stdout=subprocess.PIPE, text=True)
    try:
        ready = json.loads(process.stdout.readline())
        yield {
            "PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "GRAPHCAL_NOW": clock,
            "GRAPHCAL_CLIENT_ID": ready["clientId"], "GRAPHCAL_GRAPH_URL": ready["graphURL"],
            "GRAPHCAL_LOGIN_URL": ready["loginURL"]}
    finally:
        process.terminate()
        process.wait()


curl = next(p for p in ("/usr/bin/curl", "/bin/curl", "/usr/local/bin/curl") if os.path.exists(p))
jq = shutil.which("jq", path="/usr/bin:/bin:/usr/local/bin")
graphcal = os.path.join(programs, "graphcal")


def run(environment, *words):
    return subprocess.run([graphcal, *words], env=environment, check=True, capture_output=True,
                          text=True).stdout


def beside_curl():
    """Start-up and one warm request, held against curl."""
    with tempfile.TemporaryDirectory() as home:
        log = os.path.join(home, "log.jsonl")
        with emulator(home, "--seed", "demo", "--log", log) as environment:
            def exchanges():
                with open(log) as lines:
                    return [json.loads(line) for line in lines]

            run(environment, "login", "--device-code")
            run(environment, "week")
            before = len(exchanges())
            run(environment, "week")
            asked = exchanges()[before:]
            url = next(e["request"]["url"] for e in asked if "calendarview" in e["request"]["url"].lower())
            bare = [curl, "-sS", "-H", "Authorization: Bearer " + run(environment, "token").strip(),
                    "-H", 'Prefer: outlook.timezone="UTC", IdType="ImmutableId"', url]
            row("start-up", [("graphcal version", [graphcal, "version"], environment),
                             ("curl --version", [curl, "--version"], environment)])
            for words in (["week"], ["week", "--json"]):
                label = "graphcal " + " ".join(words)
                row("warm " + label, [(label, [graphcal, *words], environment), ("curl, the same URL", bare, environment)],
                    {label: len(asked), "curl, the same URL": 1})


def grid():
    """A grid may cost 5 ms of CPU more than the list of the same 200 events."""
    with tempfile.TemporaryDirectory() as home:
        seed = os.path.join(home, "crowded.json")
        crowded_week(seed, 200)
        with emulator(home, "--seed", seed) as environment:
            run(environment, "login", "--device-code")
            week = [graphcal, "week", "--week-start", "monday"]
            count = len(json.loads(run(environment, *week[1:], "--json")))
            if count != 200:
                sys.exit(f"the crowded week has {count} events")
            for width in ("80", "200"):
                row(f"a week of 200 events, {width} columns, at most 5 ms CPU above the list",
                    [(f"graphcal week --{form}", [*week, "--" + form], {**environment, "COLUMNS": width})
                     for form in ("grid", "list")])


def search():
    """A search lets go of each page, so ten times the events may cost no more memory."""
    with contextlib.ExitStack() as stack:
        sides = []
        for count in (10_000, 1_000):
            home = stack.enter_context(tempfile.TemporaryDirectory())
            environment = stack.enter_context(
                emulator(home, "--seed", f"random:events={count},contacts=0,seed=7"))
            run(environment, "login", "--device-code")
            # The number of the last event stands in its subject alone.
            words = ["events", str(count - 1)]
            if not json.loads(run(environment, *words, "--json")):
                sys.exit(f"the last of {count} events was not found")
            sides.append((f"{count:,} events", [graphcal, *words], environment))
        row("a search that streams pages, at most 1.2 of the peak memory", sides)


def address_book():
    """10,000 contacts against curl and jq on the same pages, and the search for doubles."""
    with contextlib.ExitStack() as stack:
        doubles = []
        for count in (10_000, 1_000):
            home = stack.enter_context(tempfile.TemporaryDirectory())
            log = os.path.join(home, "log.jsonl")
            environment = stack.enter_context(emulator(
                home, "--seed", f"random:events=0,contacts={count},seed=7", "--log", log))
            run(environment, "login", "--device-code", "--scopes", "User.Read,Contacts.Read")
            doubles.append((f"{count:,} contacts", [graphcal, "duplicates", "--json"], environment))
            if count != 10_000:
                continue
            listing = f"{shlex.quote(graphcal)} contacts --json | {jq} length"
            found = int(subprocess.check_output(listing, shell=True, env=environment))
            if found != count:
                sys.exit(f"{found} of {count} contacts were listed")
            asked = subprocess.check_output([jq, "-r", ".request.url", log], text=True).split("\n")
            root = environment["GRAPHCAL_GRAPH_URL"].rsplit("/v1.0", 1)[0]
            pages = [url if "://" in url else root + url for url in asked if "emailAddresses" in url]
            wishes = ["-H", "Authorization: Bearer " + run(environment, "token").strip(),
                      "-H", 'Prefer: IdType="ImmutableId"']
            fetch = shlex.join([curl, "-sS", *wishes, *pages])
            name = '[.displayName, .companyName, .emailAddresses[].address] | map(. // "") | join("\\n")'
            for words, filter in ([], "[.[].value[]]"), (
                    ["muller"], f'[.[].value[] | select({name} | test("m[u\u00fc]ller"; "i"))]'):
                line = ["contacts", *words, "--json"]
                both = f"{fetch} | {jq} -s {shlex.quote(filter)}"
                row(f"{' '.join(line)}, at most 1.5 of the wall time and 64 MiB",
                    [("graphcal " + " ".join(line), [graphcal, *line], environment),
                     ("curl | jq, the same pages", ["/bin/sh", "-c", both], environment)])
        row("duplicates, at most 1 s CPU, and 13 times that of a tenth", doubles)


def calendar_file(path, size):
    """A file of events and series, at least so many bytes."""
    text = "".join(f"More of the text of this event, number {n}, {{0}}.\\n" for n in range(5))
    with open(path, "w", newline="\r\n") as file:
        file.write("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//bench//EN\n")
        number = 0
        while file.tell() < size:
            day = datetime.date(2027, 1, 1) + datetime.timedelta(days=number % 700)
            rule = "RRULE:FREQ=WEEKLY;COUNT=10\n" if number % 20 == 0 else ""
            file.write(
                f"BEGIN:VEVENT\nUID:{number}@bench.example\nDTSTAMP:20261130T080000Z\n"
                f"DTSTART;TZID=Europe/Berlin:{day:%Y%m%d}T090000\n"
                f"DTEND;TZID=Europe/Berlin:{day:%Y%m%d}T093000\n{rule}"
                f"SUMMARY:Meeting {number}\\, about the harbour\nLOCATION:Dock {number % 9}\n"
                f"DESCRIPTION:{text.format(number)}\nCATEGORIES:Blue,Green\n"
                "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM\nEND:VEVENT\n")
            number += 1
        file.write("END:VCALENDAR\n")


def cards(path, count):
    """A file of so many cards with what people have in them."""
    with open(path, "w", newline="\r\n") as file:
        for number in range(count):
            file.write(
                f"BEGIN:VCARD\nVERSION:3.0\nUID:card-{number}@bench.example\nN:Silva{number};Ana;;;\n"
                f"FN:Ana Silva{number}\nORG:Harbor {number % 90};Docks\nTITLE:Pilot\n"
                f"EMAIL;TYPE=WORK:ana{number}@harbor.example\nEMAIL;TYPE=HOME:a{number}@mail.example\n"
                f"TEL;TYPE=CELL:+47 5555 {number:05}\nTEL;TYPE=WORK:+47 5556 {number:05}\n"
                f"ADR;TYPE=WORK:;;Quay {number % 300};Bergen;;5003;Norway\nBDAY:1980-02-{number % 28 + 1:02}\n"
                f"NOTE:Met at the fair\\, hall {number % 9}.\\nLikes boats.\nCATEGORIES:Blue,Green\n"
                "END:VCARD\n")


def grown(name, sides):
    """What takes a file of some size and one of a tenth of it."""
    row(f"{name}, at most 12 of the CPU, 10 s and 256 MiB", sides)


def files():
    """Imports that send nothing, and exports, each beside a tenth of the same."""
    with contextlib.ExitStack() as stack:
        events, people, exports = [], [], []
        scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
        for size, count in (20_000_000, 10_000), (2_000_000, 1_000):
            home = stack.enter_context(tempfile.TemporaryDirectory())
            environment = stack.enter_context(emulator(
                home, "--seed", f"random:events={count},contacts={count},seed=7"))
            run(environment, "login", "--device-code", "--scopes", scopes)
            calendar, book = os.path.join(home, "large.ics"), os.path.join(home, "large.vcf")
            calendar_file(calendar, size)
            cards(book, count)
            events.append((f"{size // 1_000_000} MB", [graphcal, "import", calendar, "--dry-run"],
                           environment))
            people.append((f"{count:,} cards", [graphcal, "import", book, "--dry-run"], environment))
            exports.append((f"{count:,} events", [graphcal, "export"], environment))
        grown("import --dry-run of events", events)
        grown("import --dry-run of contacts", people)
        grown("export", exports)


def years(path, count, busy):
    """A seed file with so many events within the days that are copied, `busy` of them in this week."""
    monday = datetime.datetime(2026, 11, 30)
    outside = [day for day in range(-80, 380) if not -7 <= day < 14]
    events = []
    for number in range(count):
        day = number % 7 if number < busy else outside[number % len(outside)]
        start = monday + datetime.timedelta(days=day, minutes=480 + 15 * (number * 7 % 40))
        events.append({
            "subject": f"Meeting {number} about the harbour", "bodyPreview": "What we said last time.",
            "start": {"dateTime": start.isoformat(), "timeZone": "UTC"},
            "end": {"dateTime": (start + datetime.timedelta(minutes=30)).isoformat(), "timeZone": "UTC"},
            "location": {"displayName": f"Dock {number % 9}"}, "showAs": "busy"})
    with open(path, "w") as file:
        json.dump({"users": [{"user": "mira@harbor.example", "events": events}]}, file)


def sign_in_and_sync(environment):
    scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
    run(environment, "login", "--device-code", "--scopes", scopes)
    return json.loads(run(environment, "sync", "--json"))


def local_copy():
    """The copy on this machine: reading it beside a bare start, and making it beside curl."""
    version = [graphcal, "version"]
    with tempfile.TemporaryDirectory() as home:
        seed = os.path.join(home, "years.json")
        years(seed, 100_000, 80)
        with emulator(home, "--seed", seed) as environment:
            count = sum(item["items"] for item in sign_in_and_sync(environment))
            week = [graphcal, "week", "--offline"]
            row(f"offline week, {count:,} stored events, at most 20 ms wall and 10 ms above version",
                [("graphcal week --offline", week, environment), ("graphcal version", version, environment)])
    with tempfile.TemporaryDirectory() as home:
        log = os.path.join(home, "log.jsonl")
        with emulator(home, "--seed", "random:events=10000,contacts=10000,seed=7",
                      "--log", log) as environment:
            synced = sign_in_and_sync(environment)
            for words in ["complete", "mul"], ["next", "--format", "waybar"], ["next", "--offline"]:
                line = " ".join(words)
                row(f"{line}, 10,000 contacts, at most 20 ms wall",
                    [("graphcal " + line, [graphcal, *words], environment),
                     ("graphcal version", version, environment)])
            def rounds():
                with open(log) as lines:
                    asked = [json.loads(text)["request"]["url"] for text in lines]
                return [url for url in asked if "delta" in url]
            root = environment["GRAPHCAL_GRAPH_URL"].rsplit("/v1.0", 1)[0]
            pages = [url if "://" in url else root + url for url in rounds()]
            run(environment, "sync")
            print(f"\na sync without changes: {len(rounds()) - len(pages)} requests for changes, "
                  f"{len(synced)} calendars and folders")
            fetch = [curl, "-sS", "-H", "Authorization: Bearer " + run(environment, "token").strip(),
                     "-H", 'Prefer: outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize=500',
                     *pages]
            text = subprocess.run(fetch, env=environment, check=True, capture_output=True).stdout
            folder = os.path.join(home, ".local/state/graphcal")
            size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)
                       if name.startswith("mailbox-"))
            print(f"store {size / 1e6:.1f} MB, JSON of its pages {len(text) / 1e6:.1f} MB: "
                  f"{size / len(text):.2f}, at most 2")
            anew = f"rm -f {shlex.quote(folder)}/mailbox-*; exec {shlex.quote(graphcal)} sync"
            row("first sync of 10,000 events and 10,000 contacts, at most 1.5 of the wall time and 64 MiB",
                [("graphcal sync", ["/bin/sh", "-c", anew], environment),
                 ("curl, the same pages", fetch, environment)], runs=min(runs, 5))


version = subprocess.run([curl, "--version"], capture_output=True, text=True).stdout
print(f"{platform.machine()}, {os.cpu_count()} processors, Linux {platform.release()}; "
      f"{version.split(' (')[0]}")
sections = {"curl": beside_curl, "grid": grid, "search": search, "contacts": address_book,
            "copy": local_copy, "files": files}
for name in sys.argv[3:] or sections:
    sections[name]()
