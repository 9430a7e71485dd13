#!/usr/bin/env python3
"""Compares our Windows zones with those of PyPI tzlocal and names every difference.

Exit 1 when a difference has no row, and so no reason, in zone-corrections.tsv.
To run: python3 -m venv V && V/bin/pip install tzlocal && V/bin/python Tools/check-windows-zones.py
"""

import importlib.util
import pathlib
import re
import sys

from tzlocal.windows_tz import tz_win, win_tz

TOOLS = pathlib.Path(__file__).resolve().parent


def committed_tables():
    """What the committed Swift files say: zone of an id, id of a name, today's name of a name."""
    def table(name):
        text = (TOOLS.parent / "Sources" / "CalendarTime" / name).read_text()
        body = re.search(r'static let text = """\n(.*?)\n\s*"""', text, re.S)[1]
        return [line.strip() for line in body.splitlines()]

    default, windows, today = {}, {}, {}
    for line in table("ZoneAliasTable.swift"):
        for group in line.split(";"):
            names = group.split()
            today.update((name, names[0]) for name in names)
    for line in table("WindowsZoneTable.swift"):
        if line.startswith(">"):
            current, zone, _ = line[1:].split("|")
            default[current] = zone
        else:
            for row in line.split(";"):
                for zone in row.split()[1:]:
                    windows.setdefault(zone, current)
    for name, zone in default.items():
        windows.setdefault(zone, name)
    return default, windows, today


def main():
    spec = importlib.util.spec_from_file_location("make", TOOLS / "make-windows-zones.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    reasons = {zone: (value, reason) for zone, value, reason, _ in make.corrections()}
    default, windows, today = committed_tables()
    unexplained = compared = 0

    def difference(key, ours, theirs, also=None):
        nonlocal unexplained
        value, reason = reasons.get(key, (None, None))
        if reason is None and also in reasons:
            value, reason = reasons[also]
        unexplained += reason is None
        print(f"{key or '(empty)'}: ours {ours or '-'}, tzlocal {theirs or '-'}: "
              f"{reason or 'NO REASON GIVEN'}")

    for name in sorted(set(default) | set(win_tz)):
        compared += 1
        if default.get(name) != win_tz.get(name):
            difference(name, default.get(name), win_tz.get(name), also=win_tz.get(name))
    names = set(tz_win) | set(windows) | {n for n in today if windows.get(today[n])}
    for name in sorted(names):
        compared += 1
        ours = windows.get(today.get(name, name))
        if ours != tz_win.get(name):
            difference(name or "(empty)", ours, tz_win.get(name))
    print(f"{compared} names compared, {unexplained} differences without a reason")
    sys.exit(1 if unexplained or compared < 500 else 0)


if __name__ == "__main__":
    main()
