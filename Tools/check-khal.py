#!/usr/bin/env python3
"""A year that graphcal exports, and the folder that it keeps like the mailbox, read by khal: both list the
same events at the same times, the days around both clock changes included; what khal makes in the folder
reaches the service, and the icalendar package finds nothing wrong in the file.
Usage: check-khal.py FOLDER-WITH-PROGRAMS WORK-FOLDER
"""
import datetime
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar

from checking import Bench

programs, work = sys.argv[1:3]
home = Path(work, "khal")
ZONE = "Europe/Berlin"
FIRST, LAST = "2026-10-01", "2027-04-30"
CONFIG = """[calendars]
[[check]]
path = {folder}
type = calendar
[sqlite]
path = {home}/khal-{name}.db
[locale]
local_timezone = {zone}
default_timezone = {zone}
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


def config(name, folder):
    """khal's settings for one folder of files."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = home / f"config-{name}"
    path.write_text(CONFIG.format(folder=folder, home=home, name=name, zone=ZONE))
    return path


def compare(bench, name, settings):
    """Holds what khal lists against the agenda."""
    listed = bench.foreign(
        "khal", settings, "list", "--format", FORMAT, "--day-format", "", FIRST, LAST)
    bench.check(f"khal lists {name}", listed.returncode == 0, listed.stderr)
    agenda = bench.items("agenda", "--from", FIRST, "--to", "2027-04-29", "--tz", ZONE)
    left = sorted({ours(item) for item in agenda})
    # An event of several days is listed on each of them.
    right = {theirs(line) for line in listed.stdout.splitlines() if "|" in line}
    # khal shows what has no end and no length as an hour (RFC 5545 section 3.6.1: as no time at all).
    points = {(start, title) for start, end, title in left if start == end}
    right = sorted(
        (start, start if (start, title) in points else end, title) for start, end, title in right)
    right = [event for event in right if event[0][:10] <= "2027-04-29"]
    bench.check("more than a hundred events", len(left) > 100, len(left))
    bench.same(f"khal lists of {name} what graphcal lists", left, right)


with Bench(programs, home) as bench:
    # A series over both clock changes, with a day that is gone.
    bench.graphcal("new-event", "--subject", "Over the clock changes", "--tz", ZONE,
                   "--start", "2026-10-20 02:15", "--repeat", "daily", "--until", "2027-04-05")
    path = str(home / "y.ics")
    written = bench.graphcal("export", "-o", path)
    bench.check("graphcal exports", written.returncode == 0, written.stderr)
    calendar = icalendar.Calendar.from_ical(Path(path).read_bytes())
    wrong = [(part.get("UID"), part.errors) for part in calendar.walk() if part.errors]
    bench.check("icalendar reads all of it", not wrong, wrong)
    settings = config("export", home / "vdir")
    imported = bench.foreign("khal", settings, "import", "--batch", "-a", "check", path)
    bench.check("khal imports", imported.returncode == 0, imported.stderr)
    compare(bench, "the export", settings)

    # The folder itself, both ways.
    kept = home / "kept"
    synced = bench.graphcal("sync", "--vdir", str(kept), "--tz", ZONE)
    bench.check("graphcal writes the folder", synced.returncode == 0, synced.stderr)
    settings = config("kept", kept / "calendars" / "Calendar")
    compare(bench, "the folder", settings)
    made = bench.foreign("khal", settings, "new", "-a", "check", "2026-12-04", "10:00", "11:30",
                         "Made", "by", "khal")
    bench.check("khal makes an event", made.returncode == 0, made.stderr)
    synced = bench.graphcal("sync", "--vdir", str(kept), "--tz", ZONE)
    bench.check("and the next run takes it", "1 new there" in synced.stdout,
                synced.stdout + synced.stderr)
    found = [ours(item) for item in bench.items("events", "Made by khal", "--tz", ZONE)]
    bench.check("it is at the service when khal put it",
                found == [("2026-12-04 10:00", "2026-12-04 11:30", "Made by khal")], found)
    compare(bench, "the folder after that", settings)
    again = bench.graphcal("sync", "--vdir", str(kept), "--tz", ZONE)
    bench.check("then both are the same", again.stdout == "both sides are the same\n",
                again.stdout + again.stderr)
sys.exit(1 if bench.failures else 0)
