#!/usr/bin/env python3
"""Holds our reading of the machine's zones against Python's zoneinfo.

For every zone of the data: each change from 1900 to 2037 with the seconds and days around it, and
samples to 2100 (offset and abbreviation); the wall times in and around every gap and overlap
(both instants, as Python's fold tells them). Python writes what it expects into a file, and the
test ZoneAgreementTests compares.

To run: python3 Tools/check-zones.py [DIRECTORY]     (default: TZDIR, else /usr/share/zoneinfo)
Exit 1 for a difference. Data of another release can be tried by its directory, such as that of
PyPI's tzdata: V/lib/python3.*/site-packages/tzdata/zoneinfo.
"""

import array
import datetime
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zoneinfo

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)
DAY = 86400
STEP = 15 * DAY


def second(year):
    return int((datetime.datetime(year, 1, 1) - EPOCH).total_seconds())


FIRST, LAST, FAR = second(1900), second(2038), second(2101)


def zones(directory):
    """Names of zones by the content of their files, so that links are computed once."""
    found = {}
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        if name.startswith(("posix/", "right/")) or not path.is_file():
            continue
        content = path.read_bytes()
        if content.startswith(b"TZif"):
            found.setdefault(content, []).append(name)
    return found.values()


def times_on_record(path):
    """The times of the last data block of a TZif file."""
    data = path.read_bytes()
    start, size, code = 0, 4, "i"
    if data[4] >= ord("2"):
        utc, std, leap, times, types, chars = struct.unpack_from(">6I", data, 20)
        start = 44 + times * 5 + types * 6 + chars + leap * 8 + std + utc
        size, code = 8, "q"
    count = struct.unpack_from(">6I", data, start + 20)[3]
    return struct.unpack_from(f">{count}{code}", data, start + 44)


def describe(zone, at):
    moment = (EPOCH + datetime.timedelta(seconds=at)).replace(tzinfo=UTC).astimezone(zone)
    return int(moment.utcoffset().total_seconds()), moment.tzname()


def changes(zone, path):
    """Every second of the years 1900 to 2037 at which offset or abbreviation may change.

    Behind the last on record a rule holds, whose changes are never closer than STEP.
    """
    found = {time for time in times_on_record(path) if FIRST <= time < LAST}
    day = max(found, default=FIRST) + 1
    before = describe(zone, day)
    while day < LAST:
        after = describe(zone, day + STEP)
        if after != before:
            low, high = day, day + STEP
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if describe(zone, middle) == before else (low, middle)
            found.add(high)
        day, before = day + STEP, after
    return sorted(found)


def instants(zone, path):
    found = set()
    for time in changes(zone, path):
        found.update(time + around for around in (
            -2 * DAY, -DAY, -7200, -3600, -1, 0, 1, 1800, 3600, 7200, DAY, 2 * DAY))
    found.update(range(FIRST, LAST, 30 * DAY + 12345))
    found.update(range(LAST, FAR, 10 * DAY + 4321))
    return sorted(found)


def walls(zone, path):
    """(local second, its instant with fold 0, with fold 1) around every change of offset."""
    for time in changes(zone, path):
        before, after = describe(zone, time - 1)[0], describe(zone, time)[0]
        if before == after:
            continue
        low, high = sorted((time + before, time + after))
        for local in {low - 1, low, low + 1, (low + high) // 2, high - 1, high, high + 1}:
            wall = EPOCH + datetime.timedelta(seconds=local)
            yield [local] + [
                local - int(wall.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds())
                for fold in (0, 1)]


def write(directory, file):
    """Per zone: names and types; instants with their types; walls with their instants."""
    def numbers(code, values):
        file.write(struct.pack("<i", len(values)))
        file.write(array.array(code, values).tobytes())

    for names in zones(directory):
        zone, path = zoneinfo.ZoneInfo(names[0]), directory / names[0]
        types, indexes = {}, []
        times = instants(zone, path)
        for time in times:
            indexes.append(types.setdefault(describe(zone, time), len(types)))
        text = "\n".join([" ".join(names)] + [f"{offset} {label}" for offset, label in types]).encode()
        file.write(struct.pack("<i", len(text)) + text)
        numbers("q", times)
        numbers("i", indexes)
        numbers("q", [number for row in walls(zone, path) for number in row])


def main():
    directory = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TZDIR") or "/usr/share/zoneinfo")
    directory = directory.resolve()
    zoneinfo.reset_tzpath([str(directory)])
    with tempfile.TemporaryDirectory() as folder:
        expectations = pathlib.Path(folder) / "expectations"
        with expectations.open("wb") as file:
            write(directory, file)
        environment = dict(
            os.environ, GRAPHCAL_ZONE_EXPECTATIONS=str(expectations), TZDIR=str(directory))
        command = ["swift", "test", "--disable-xctest", "--filter", "ZoneAgreementTests"]
        sys.exit(subprocess.run(command, cwd=PACKAGE, env=environment).returncode)


if __name__ == "__main__":
    main()
