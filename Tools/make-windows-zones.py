#!/usr/bin/env python3
"""Writes the tables of Windows zones, zone aliases and regional habits that CalendarTime holds.

Sources: the CLDR files of Debian's package unicode-cldr-core, and zone-corrections.tsv beside this
script for what changed after that package or what CLDR does not say.

To bring the tables up to date:
  1. sudo apt-get install unicode-cldr-core
  2. add what is new to Tools/zone-corrections.tsv, each row with its reason and source
  3. python3 Tools/make-windows-zones.py        (--check only compares, exit 1 when they differ)
  4. python3 Tools/check-windows-zones.py       (needs PyPI tzlocal; names every difference)

A row of the corrections file is "zone, value, reason, source", separated by tabs:
  Windows id, IANA name    the zone that stands for the Windows id
  IANA name, Windows id    the Windows id of that zone, in place of CLDR's
  IANA name, IANA name     the second is today's name of the first
  region XX, weekday       the first day of the week in that region
A row may also state what CLDR says already: then it stands to explain a difference from tzlocal.
"""

import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

TOOLS = pathlib.Path(__file__).resolve().parent
TARGET = TOOLS.parent / "Sources" / "CalendarTime"
CLDR = pathlib.Path("/usr/share/unicode/cldr/common")
TERRITORIES = pathlib.Path("/usr/share/zoneinfo/zone.tab")
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def corrections():
    """The rows of the corrections file as (zone, value, reason, source)."""
    rows = []
    for number, line in enumerate((TOOLS / "zone-corrections.tsv").read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        row = tuple(line.split("\t"))
        if len(row) != 4 or not all(row):
            sys.exit(f"zone-corrections.tsv:{number}: four filled columns are needed")
        rows.append(row)
    return rows[1:]


class Tables:
    def __init__(self, cldr=CLDR):
        self.cldr = cldr
        self.version = re.search(
            r'cldrVersion CDATA #FIXED "([^"]+)"', (cldr / "dtd" / "ldml.dtd").read_text())[1]
        self.rows = corrections()
        self.read_windows_zones()
        self.read_aliases()
        self.read_regions()
        self.read_languages()
        for zone, value, *_ in self.rows:
            self.correct(zone, value)
        self.prefer_todays_names()

    def read_windows_zones(self):
        """default: id -> zone; rows: id -> {territory: [zones]}; labels: id -> display name."""
        self.default, self.territory_rows, self.labels = {}, {}, {}
        path = self.cldr / "supplemental" / "windowsZones.xml"
        parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
        label = None
        for element in ElementTree.parse(path, parser).iter():
            if element.tag is ElementTree.Comment:
                label = element.text.strip()
            elif element.tag == "mapZone":
                name, territory = element.get("other"), element.get("territory")
                zones = element.get("type").split()
                if territory == "001":
                    self.default[name] = zones[0]
                    self.territory_rows[name] = {}
                    self.labels[name] = label if label.startswith("(UTC") else ""
                else:
                    self.territory_rows[name][territory] = zones

    def read_aliases(self):
        """groups: lists of names of one zone, CLDR's own first."""
        self.groups = []
        for element in ElementTree.parse(self.cldr / "bcp47" / "timezone.xml").iter("type"):
            if element.get("alias"):
                self.groups.append(element.get("alias").split())
        self.territory_of = {}
        for line in TERRITORIES.read_text().splitlines():
            if not line.startswith("#"):
                country, _, zone = line.split("\t")[:3]
                self.territory_of[zone] = country

    def read_regions(self):
        root = ElementTree.parse(self.cldr / "supplemental" / "supplementalData.xml").getroot()
        self.first_day = {}
        for element in root.iter("firstDay"):
            if element.get("alt") is None:
                day = next(d for d in WEEKDAYS if d.startswith(element.get("day")))
                for region in element.get("territories").split():
                    self.first_day[region] = day
        self.twelve_hours, self.hours_24_exceptions = set(), set()
        for element in root.iter("hours"):
            regions = set(element.get("regions").split())
            if element.get("preferred") == "h":
                self.twelve_hours |= regions
            else:
                self.hours_24_exceptions |= {r for r in regions if "_" in r}

    def read_languages(self):
        """languages: tag of language, or language and script -> likely region."""
        likely = {}
        for element in ElementTree.parse(
                self.cldr / "supplemental" / "likelySubtags.xml").iter("likelySubtag"):
            likely[element.get("from")] = element.get("to").split("_")[-1]
        known = {path.stem for path in (self.cldr / "main").glob("*.xml")}
        self.languages = {}
        for tag, region in sorted(likely.items()):
            parts = tag.split("_")
            language = parts[0]
            if region == "ZZ" or language == "und":
                continue
            if len(language) > 2 and language not in known:
                continue
            if len(parts) == 1 or (
                    len(parts) == 2 and len(parts[1]) == 4 and likely.get(language) != region):
                self.languages[tag] = region

    def group(self, name):
        for group in self.groups:
            if name in group:
                return group
        self.groups.append([name])
        return self.groups[-1]

    def is_windows(self, name):
        return name in self.default or name.endswith("Standard Time")

    def correct(self, zone, value):
        if zone == "(empty)":
            return
        if zone.startswith("region "):
            self.first_day[zone.removeprefix("region ")] = value.lower()
        elif self.is_windows(zone):
            self.default[zone] = value
            self.territory_rows.setdefault(zone, {})
            self.labels.setdefault(zone, "")
        elif self.is_windows(value):
            self.move(zone, value)
        else:
            self.rename(zone, value)

    def move(self, zone, windows):
        territory = self.territory_of.get(zone, "ZZ")
        for name, rows in self.territory_rows.items():
            for row_territory, zones in list(rows.items()):
                if zone in zones:
                    territory = row_territory
                    zones.remove(zone)
                    if not zones:
                        del rows[row_territory]
        self.territory_rows[windows].setdefault(territory, []).append(zone)

    def rename(self, old, new):
        group, other = self.group(old), self.group(new)
        if other is not group:
            group.extend(other)
            self.groups.remove(other)
        group.remove(new)
        group.insert(0, new)

    def prefer_todays_names(self):
        for name in self.default:
            self.default[name] = self.group(self.default[name])[0]
        for rows in self.territory_rows.values():
            for territory in rows:
                names = []
                for zone in rows[territory]:
                    today = self.group(zone)[0]
                    if today not in names:
                        names.append(today)
                rows[territory] = names

    def iana(self, windows):
        return self.default.get(windows)

    def windows(self, zone):
        """The Windows id of an IANA name, by the territory rows, then by the defaults."""
        today = self.group(zone)[0]
        for name, rows in self.territory_rows.items():
            if any(today in zones for zones in rows.values()):
                return name
        for name, default in self.default.items():
            if default == today:
                return name
        return None


def wrapped(items, separator, width=96):
    """Joins items into lines of at most `width` characters; no item is cut."""
    lines, line = [], ""
    for item in items:
        if line and len(line) + len(separator) + len(item) > width:
            lines.append(line)
            line = item
        else:
            line = line + separator + item if line else item
    return lines + [line] if line else lines


def swift_file(version, summary, name, members):
    text = f"""// Written by Tools/make-windows-zones.py from CLDR {version} and Tools/zone-corrections.tsv.
// Do not edit: correct there and run it again.

/// {summary}
enum {name} {{
"""
    parts = []
    for comment, member, lines in members:
        body = "\n".join("    " + line for line in lines)
        note = "\n".join("  /// " + line for line in comment)
        parts.append(f'{note}\n  static let {member} = """\n{body}\n    """\n')
    return text + "\n".join(parts) + "}\n"


def files(tables):
    windows = []
    for name in sorted(tables.default, key=str.casefold):
        windows.append(f">{name}|{tables.default[name]}|{tables.labels[name]}")
        rows = tables.territory_rows[name]
        windows += wrapped([f"{t} {' '.join(rows[t])}" for t in sorted(rows)], ";")
    groups = sorted(" ".join(g) for g in tables.groups if len(g) > 1)

    def by_value(mapping):
        values = {}
        for key, value in sorted(mapping.items()):
            values.setdefault(value, []).append(key)
        return values

    days = by_value({r: d for r, d in tables.first_day.items() if d != "monday"})
    day_lines = []
    for day in WEEKDAYS:
        if day in days:
            day_lines += wrapped([day] + days[day], " ")[:1]
            rest = wrapped([day] + days[day], " ")[1:]
            day_lines += [f"{day} {line}" for line in rest]
    regions = by_value(tables.languages)
    return {
        "WindowsZoneTable.swift": swift_file(
            tables.version, "The Windows ids and the IANA zones that they stand for.",
            "WindowsZoneTable", [
                (["`>id|zone of the world|display name`, then rows of a territory and its zones."],
                 "text", windows)]),
        "ZoneAliasTable.swift": swift_file(
            tables.version, "The names that mean one zone.", "ZoneAliasTable",
            [(["One zone's names between semicolons, today's first."], "text",
              wrapped(groups, ";"))]),
        "RegionTable.swift": swift_file(
            tables.version, "What regions and languages are used to.", "RegionTable", [
                (["A weekday and the regions whose weeks begin with it; all others have Monday."],
                 "firstWeekdays", day_lines),
                (["Regions, or languages in a region, with a clock of 12 hours."],
                 "twelveHours", wrapped(sorted(tables.twelve_hours), " ")),
                (["Languages that count 24 hours though their region may not."],
                 "twentyFourHours", wrapped(sorted(tables.hours_24_exceptions), " ")),
                (["A region and the languages, with or without script, most likely spoken there."],
                 "languages", wrapped(
                     [f"{r} {' '.join(regions[r])}" for r in sorted(regions)], ";"))]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    tables = Tables()
    stale = False
    for name, text in files(tables).items():
        path = TARGET / name
        if path.exists() and path.read_text() == text:
            continue
        stale = True
        print(f"{'differs' if check else 'written'}: {path.relative_to(TOOLS.parent)}")
        if not check:
            path.write_text(text)
    print(f"{len(tables.default)} Windows ids, {len(tables.rows)} corrections, CLDR {tables.version}")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
