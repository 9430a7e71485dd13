#!/usr/bin/env python3
"""Checks docs/cases.md: every test it names exists, and every case stands there once.

With ../shared/cases beside the package, it also checks that no case is missing.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows():
    for number, line in enumerate((ROOT / "docs/cases.md").read_text().splitlines(), 1):
        match = re.fullmatch(r"\| (C\d{3}) \| (.+?) \| (.+) \|", line)
        if match:
            yield number, match[1], match[3].split("<br>")


def main():
    breaches = []
    seen = {}
    covered = tests = 0
    for number, case, items in rows():
        place = f"docs/cases.md:{number}: {case}"
        if case in seen:
            breaches.append(f"{place}: stands in line {seen[case]} too")
        seen[case] = number
        named = [item for item in items if not item.startswith("later: ")]
        covered += bool(named)
        for item in named:
            match = re.fullmatch(r"`(\w+(?:/\w+)+\.swift)`: (.+)", item)
            if not match:
                breaches.append(f"{place}: neither a test nor \"later: ...\": {item}")
                continue
            tests += 1
            file = ROOT / "Tests" / match[1]
            if not file.exists():
                breaches.append(f"{place}: there is no Tests/{match[1]}")
            elif f"func `{match[2]}`" not in file.read_text():
                breaches.append(f"{place}: no test `{match[2]}` in Tests/{match[1]}")
    handed = ROOT.parent / "shared/cases"
    if handed.is_dir():
        for file in sorted(handed.glob("C*.md")):
            if file.stem not in seen:
                breaches.append(f"docs/cases.md: {file.stem} is missing")
    else:
        print("skipped: the list of cases is not beside the package")
    for breach in breaches:
        print(breach, file=sys.stderr)
    print(f"cases: {len(seen)}, with tests: {covered}, tests named: {tests}")
    return 1 if breaches or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
