#!/usr/bin/env python3
"""A year that graphcal exports, read by khal: both list the same events at the same times, the days
around both clock changes included, and the icalendar package finds nothing wrong in the file.
Usage: check-khal.py FOLDER-WITH-PROGRAMS WORK-FOLDER
"""
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar

programs, work = sys.argv[1:3]
home = Path(work, "khal")
failures = 0
ZONE = "Europe/Berlin"
FIRST, LAST = "2026-10-01", "2027-04-30"
CONFIG = f"""[calendars]
[[check]]
path = {home}/vdir
type = calendar
[sqlite]
path = {home}/khal.db
[locale]
local_timezone = {ZONE}
default_timezone = {ZONE}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[default]
default_calendar = check
"""
# One line an event: khal prints titles as they are, and none of these holds a line end.
FORMAT = "{start-long-full}|{end-long-full}|{all-day}|{title}"


def check(name, held, got=None):
    global failures
    print(f"{'ok   ' if held else 'FAIL '} {name}" + ("" if held or got is None else f": {got}"))
    failures += not held


def khal(*words):
    return subprocess.run(
        [str(Path(sys.executable).parent / "khal"), "-c", str(home / "config"), *words],
        capture_output=True, text=True, timeout=120, env={**os.environ, "LANG": "C.UTF-8"})


def local(text):
    moment = datetime.datetime.fromisoformat(text).astimezone(ZoneInfo(ZONE))
    return moment.strftime("%Y-%m-%d %H:%M")


def ours(item):
    """An event of graphcal in khal's words; the last day of whole days is named, not the one after."""
    computed = item["graphcal"]
    title = (item["subject"] or "").strip()
    if not item["isAllDay"]:
        return (local(computed["start"]), local(computed["end"]), title)
    last = datetime.date.fromisoformat(computed["end"]) - datetime.timedelta(days=1)
    return (computed["start"], last.isoformat(), title)


def theirs(line):
    start, end, all_day, title = line.split("|", 3)
    if all_day == "True":
        start, end = start[:10], end[:10]
    return (start, end, title.strip())


emulator = subprocess.Popen(
    [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--seed", "demo",
     "--clock", "2026-11-30T08:00:00Z"], stdout=subprocess.PIPE, text=True)
try:
    ready = json.loads(emulator.stdout.readline())
    (home / "vdir").mkdir(parents=True, exist_ok=True)
    (home / "config").write_text(CONFIG)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8",
        "GRAPHCAL_NOW": "2026-11-30T08:00:00Z", "GRAPHCAL_CLIENT_ID": ready["clientId"],
        "GRAPHCAL_LOGIN_URL": ready["loginURL"], "GRAPHCAL_GRAPH_URL": ready["graphURL"]}

    def graphcal(*words):
        return subprocess.run([os.path.join(programs, "graphcal"), *words], env=environment,
                              capture_output=True, text=True, timeout=60)

    signed_in = graphcal("login", "--device-code")
    check("graphcal signs in", signed_in.returncode == 0, signed_in.stderr)
    # A series over both clock changes, with a day that is gone.
    graphcal("new-event", "--subject", "Over the clock changes", "--tz", ZONE,
             "--start", "2026-10-20 02:15", "--repeat", "daily", "--until", "2027-04-05")
    path = str(home / "y.ics")
    written = graphcal("export", "-o", path)
    check("graphcal exports", written.returncode == 0, written.stderr)
    calendar = icalendar.Calendar.from_ical(Path(path).read_bytes())
    wrong = [(part.get("UID"), part.errors) for part in calendar.walk() if part.errors]
    check("icalendar reads all of it", not wrong, wrong)
    imported = khal("import", "--batch", "-a", "check", path)
    check("khal imports", imported.returncode == 0, imported.stderr)
    listed = khal("list", "--format", FORMAT, "--day-format", "", FIRST, LAST)
    check("khal lists", listed.returncode == 0, listed.stderr)
    agenda = json.loads(
        graphcal("agenda", "--from", FIRST, "--to", "2027-04-29", "--tz", ZONE, "--json").stdout)
    left = sorted({ours(item) for item in agenda})
    # An event of several days is listed on each of them.
    right = {theirs(line) for line in listed.stdout.splitlines() if "|" in line}
    # khal shows what has no end and no length as an hour (RFC 5545 section 3.6.1: as no time at all).
    points = {(start, title) for start, end, title in left if start == end}
    right = sorted(
        (start, start if (start, title) in points else end, title) for start, end, title in right)
    right = [event for event in right if event[0][:10] <= "2027-04-29"]
    check("more than a hundred events", len(left) > 100, len(left))
    missing = [event for event in left if event not in right]
    check("khal lists what graphcal lists", not missing, missing[:10])
    extra = [event for event in right if event not in left]
    check("and nothing else", not extra, extra[:10])
finally:
    emulator.terminate()
    emulator.wait()
sys.exit(1 if failures else 0)
