#!/usr/bin/env python3
"""Holds the recurrence rules of both programs against Python's dateutil.

Random RRULEs become series by `graphcal new-event --repeat`. For each, these have to be the same
instants (the same dates for whole days):
  asked    dateutil's expansion of the rule that was given
  written  dateutil's expansion of the rule that graphcal writes for the series, graphcal.rrule
  kept     what the emulator makes of the series, as `graphcal agenda --json` shows it

Where a month lacks day 29, 30 or 31, Outlook takes its last day and RFC 5545 leaves it out. A rule
for which that makes a difference, at any time to come, is refused; those are counted apart.

Usage: check-recurrence.py FOLDER-WITH-PROGRAMS [RULES [SEED]]     (default: 240 rules, seed 1)
"""
import calendar
import concurrent.futures
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
import zoneinfo

from dateutil.rrule import rrulestr

programs = sys.argv[1]
number = int(sys.argv[2]) if len(sys.argv) > 2 else 240
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1

UTC = datetime.timezone.utc
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
         "Asia/Tokyo", "Pacific/Auckland", "UTC"]
# One view of five years holds every start and, of each rule, some occurrences.
FIRST, LAST = datetime.date(2026, 1, 1), datetime.date(2030, 12, 25)
# Behind 2100, which has no 29 February though four divides it.
FAR = datetime.date(2130, 1, 1)


class Rule:
    """A random rule: `text` as it is given, `outlook` with the last day for the days a month lacks."""

    def __init__(self, dice):
        self.all_day = dice.random() < 0.2
        self.zone = zoneinfo.ZoneInfo(dice.choice(ZONES))
        day = FIRST + datetime.timedelta(dice.randrange(0, 700))
        clock = datetime.time() if self.all_day else datetime.time(dice.randrange(24), dice.choice([0, 30]))
        self.start = datetime.datetime.combine(day, clock, None if self.all_day else self.zone)
        self.dense = False
        parts, outlook = self.pattern(dice)
        ends = self.ends(dice)
        interval = dice.choice([1, 1, 2, 3, dice.randrange(1, 9)]) if self.may_skip else 1
        step = [f"INTERVAL={interval}"] if interval > 1 else []
        week = dice.choice([[], ["WKST=SU"], ["WKST=SA"]])
        self.text = ";".join(parts[:1] + step + parts[1:] + ends + week)
        self.outlook = ";".join(outlook[:1] + step + outlook[1:] + ends + week)

    def pattern(self, dice):
        self.may_skip = True
        some = ",".join(dice.sample(DAYS, dice.randrange(1, 5)))
        one, index = dice.choice(DAYS), dice.choice([1, 2, 3, 4, -1])
        month = dice.randrange(1, 13)
        length = calendar.monthrange(2000, month)[1]
        day = dice.choice([dice.randrange(1, 32), dice.randrange(29, 32)])
        frequency = dice.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
        parts = [f"FREQ={frequency}"]
        if frequency in ("DAILY", "WEEKLY"):
            self.dense = True
            if dice.random() < 0.7:
                parts.append(f"BYDAY={some}")
                self.may_skip = frequency == "WEEKLY"
            return parts, parts
        if frequency == "MONTHLY":
            kind = dice.choice([0, 1, 1, 1, 2, 3, 4, 5])
            if kind == 0:
                return parts, parts + last_day(self.start.day)
            if kind == 1:
                return parts + [f"BYMONTHDAY={day}"], parts + last_day(day)
            parts += [["BYMONTHDAY=-1"], last_day(dice.choice([29, 30, 31])), [f"BYDAY={index}{one}"],
                      [f"BYDAY={some}", f"BYSETPOS={index}"]][kind - 2]
            return parts, parts
        kind = dice.choice([0, 1, 1, 2, 2, 3, 4, 5, 6])
        if kind == 0:
            there = [f"BYMONTH={self.start.month}"]
            return parts, parts + there + last_day(self.start.day)
        if kind == 1:
            day = min(day, length)
            there = [f"BYMONTH={month}"]
            return parts + there + [f"BYMONTHDAY={day}"], parts + there + last_day(day)
        if kind == 2:
            self.may_skip = False
            return parts + [f"BYMONTHDAY={day}"], ["FREQ=MONTHLY"] + last_day(day)
        parts += [[f"BYMONTH={month}", "BYMONTHDAY=-1"], [f"BYMONTH={month}", f"BYDAY={index}{one}"],
                  [f"BYMONTH={month}", f"BYDAY={some}", f"BYSETPOS={index}"], [f"BYDAY={index}{one}"]][kind - 3]
        return parts, parts

    def ends(self, dice):
        kind = dice.randrange(2 if self.dense else 3)
        if kind == 0:
            return [f"COUNT={dice.randrange(1, 40)}"]
        if kind == 1:
            reach = dice.randrange(0, 200 if self.dense else 2000)
            if self.all_day:
                return [f"UNTIL={self.start + datetime.timedelta(reach):%Y%m%d}"]
            until = self.start.astimezone(UTC) + datetime.timedelta(reach, dice.randrange(86400))
            return [f"UNTIL={until:%Y%m%dT%H%M%SZ}"]
        return []

    def is_usable(self):
        """Whether it happens within the view, and begins at a time that clocks show."""
        found = expand(self.text, self.start)
        return found and all(is_real(moment) for moment in (self.start, found[0]))


def last_day(day):
    """The parts of RFC 5545 for a day of the month, or the last of a month that lacks it."""
    if day < 29:
        return [f"BYMONTHDAY={day}"]
    return ["BYMONTHDAY=" + ",".join(str(number) for number in range(28, day + 1)), "BYSETPOS=-1"]


def is_real(moment):
    """Whether clocks of its zone ever show a time."""
    if moment.tzinfo is None:
        return True
    shown = moment.astimezone(UTC).astimezone(moment.tzinfo)
    return shown.replace(tzinfo=None) == moment.replace(tzinfo=None)


def expand(text, start, end=LAST):
    """The occurrences that begin before the end of the view, or another day."""
    found = []
    for moment in rrulestr(text, dtstart=start):
        if moment.date() >= end:
            break
        found.append(moment)
    return found


def written(moments):
    return [moment.strftime("%Y-%m-%d") if moment.tzinfo is None
            else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") for moment in moments]


def main():
    dice = random.Random(seed)
    rules = []
    while len(rules) < number:
        rule = Rule(dice)
        if rule.is_usable():
            rules.append(rule)
    emulator = subprocess.Popen(
        [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--seed", "empty",
         "--clock", "2026-01-01T00:00:00Z"], stdout=subprocess.PIPE, text=True)
    try:
        with tempfile.TemporaryDirectory() as home:
            return compare(rules, json.loads(emulator.stdout.readline()), home)
    finally:
        emulator.terminate()
        emulator.wait()


def compare(rules, ready, home):
    environment = {
        "PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8",
        "GRAPHCAL_NOW": "2026-01-01T00:00:00Z", "GRAPHCAL_CLIENT_ID": ready["clientId"],
        "GRAPHCAL_LOGIN_URL": ready["loginURL"], "GRAPHCAL_GRAPH_URL": ready["graphURL"]}

    def graphcal(*words):
        return subprocess.run([os.path.join(programs, "graphcal"), *words], env=environment,
                              capture_output=True, text=True, timeout=300)

    def create(index):
        rule = rules[index]
        when = ["--all-day", "--start", f"{rule.start:%Y-%m-%d}"] if rule.all_day \
            else ["--start", f"{rule.start:%Y-%m-%d %H:%M}"]
        return graphcal("new-event", "--subject", str(index), "--tz", rule.zone.key, *when,
                        "--repeat", rule.text, "--json")

    signed_in = graphcal("login", "--device-code")
    if signed_in.returncode:
        print(signed_in.stderr)
        return 1
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        made = list(pool.map(create, range(len(rules))))
    agenda = graphcal("agenda", "--from", FIRST.isoformat(), "--to", LAST.isoformat(), "--tz", "UTC",
                      "--jsonl", "--fields", "subject,graphcal.start")
    if agenda.returncode:
        print(agenda.stderr)
        return 1
    kept = {}
    for line in agenda.stdout.splitlines():
        item = json.loads(line)
        kept.setdefault(item["subject"], []).append(item["graphcal"]["start"])

    failures = refused = occurrences = 0
    for index, (rule, run) in enumerate(zip(rules, made)):
        if run.returncode == 2 and "Outlook cannot keep" in run.stderr:
            refused += 1
            if rule.text not in run.stderr:
                print(f"FAIL {rule.text}: refused without being quoted: {run.stderr}")
                failures += 1
            if expand(rule.text, rule.start, FAR) == expand(rule.outlook, rule.start, FAR):
                print(f"FAIL {rule.text} from {rule.start}: refused though it is the same to Outlook")
                failures += 1
            continue
        if run.returncode:
            print(f"FAIL {rule.text} from {rule.start}: {run.stderr}")
            failures += 1
            continue
        event = json.loads(run.stdout)
        text = event["graphcal"]["rrule"]
        first = datetime.datetime.fromisoformat(event["graphcal"]["start"])
        first = first if rule.all_day else first.astimezone(rule.zone)
        asked = written(expand(rule.text, rule.start))
        found = {
            "written": written(expand(text, first)),
            "kept": [start for start in sorted(kept.get(str(index), []))
                     if start < LAST.isoformat()],
        }
        for name, moments in found.items():
            if moments != asked:
                print(f"FAIL {rule.text} from {rule.start} ({rule.zone}): {name} as {text}\n"
                      f"  asked {asked[:8]}\n  {name} {moments[:8]}")
                failures += 1
        occurrences += len(asked)
    print(f"{len(rules)} rules (seed {seed}) with {occurrences} occurrences; {refused} rules refused "
          f"to whose days Outlook would add: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
