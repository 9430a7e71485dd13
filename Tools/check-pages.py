#!/usr/bin/env python3
"""Opens exported pages and pictures in headless Chromium and measures what is drawn.

usage: check-pages.py FOLDER-OF-PROGRAMS WORK-FOLDER

Chromium is driven by chromedriver over the W3C WebDriver protocol; nothing but loopback is asked. The
pictures of each page, on a screen, dark, narrow and on paper, are left in the work folder for people to
look at. Prints one line a check; exit 1 when one failed.
"""
import base64
import json
import os
import subprocess
import sys
import urllib.parse

from webdriver import Check, Driver, Started

programs, work = sys.argv[1], os.path.abspath(sys.argv[2])
os.makedirs(work, exist_ok=True)
check = Check()

# Boxes of one column that cover each other, and those that leave it.
OVERLAPS = """
const found = [];
for (const column of document.querySelectorAll('.hours')) {
  const frame = column.getBoundingClientRect();
  const boxes = [...column.querySelectorAll('.event')];
  const places = boxes.map(b => b.getBoundingClientRect());
  places.forEach((a, i) => {
    if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 ||
        a.bottom > frame.bottom + 1) found.push('outside: ' + boxes[i].title);
    if (a.width < 8 || a.height < 8) found.push('too small: ' + boxes[i].title);
    places.slice(i + 1).forEach((b, j) => {
      if (a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5)
        found.push(boxes[i].title + ' over ' + boxes[i + 1 + j].title);
    });
  });
}
return found;
"""

# The bars of whole days: none covers another, and each spans the days that it names.
BARS = """
const found = [];
const heads = [...document.querySelectorAll('.day h2')].map(h => h.getBoundingClientRect());
const bars = [...document.querySelectorAll('.bars .event')];
const places = bars.map(b => b.getBoundingClientRect());
places.forEach((a, i) => {
  const [from, to] = bars[i].style.gridColumn.split('/').map(Number);
  if (Math.abs(a.left - heads[from - 1].left) > 6 || Math.abs(a.right - heads[to - 2].right) > 6)
    found.push('beside its days: ' + bars[i].title);
  places.slice(i + 1).forEach((b, j) => {
    if (a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5)
      found.push(bars[i].title + ' over ' + bars[i + 1 + j].title);
  });
});
return found;
"""

CELLS = """
const found = [];
for (const cell of document.querySelectorAll('.month td')) {
  const frame = cell.getBoundingClientRect();
  const boxes = [...cell.querySelectorAll('.event')].map(b => b.getBoundingClientRect());
  boxes.forEach((a, i) => {
    if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.bottom > frame.bottom + 1)
      found.push('outside of ' + cell.querySelector('time').dateTime);
    for (const b of boxes.slice(i + 1))
      if (a.top < b.bottom - .5 && b.top < a.bottom - .5) found.push('covered on ' + cell.querySelector('time').dateTime);
  });
}
return found;
"""

PICTURE = """
const found = [];
const all = document.documentElement.getBoundingClientRect();
const boxes = [...document.querySelectorAll('svg svg')];
const places = boxes.map(b => ({left: b.x.baseVal.value, top: b.y.baseVal.value,
  right: b.x.baseVal.value + b.width.baseVal.value, bottom: b.y.baseVal.value + b.height.baseVal.value}));
places.forEach((a, i) => {
  if (a.left < 0 || a.top < 0 || a.right > 1120 || a.bottom > all.height) found.push('outside');
  places.slice(i + 1).forEach((b, j) => {
    if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      found.push(boxes[i].querySelector('title').textContent + ' over '
        + boxes[i + 1 + j].querySelector('title').textContent);
  });
});
return found.concat(document.querySelector('parsererror') ? ['not well-formed'] : []);
"""

# Text against the ground it stands on, by WCAG 2.2 (success criterion 1.4.3).
CONTRAST = """
function light(color) {
  const parts = color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
}
function ground(node) {
  for (; node; node = node.parentElement) {
    const color = getComputedStyle(node).backgroundColor;
    if (!/, 0\\)$|transparent/.test(color)) return color;
  }
  return 'rgb(255, 255, 255)';
}
const found = new Set();
for (const node of document.querySelectorAll('main *, footer *')) {
  if (![...node.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
  const pair = [light(getComputedStyle(node).color), light(ground(node))].sort((a, b) => b - a);
  const ratio = (pair[0] + .05) / (pair[1] + .05);
  if (ratio < 4.5) found.add(node.className + ' ' + node.parentElement.className + ' ' + ratio.toFixed(2));
}
return [...found];
"""


def pages_of(pdf):
    """How many sheets a document has; Chromium writes each as an object of its own."""
    return pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") or pdf.count(b"/Type/Page")


def common(driver, name):
    check(f"{name}: no script", driver.run("return document.scripts.length") == 0)
    asked = driver.run("return performance.getEntriesByType('resource').map(e => e.name)")
    check(f"{name}: nothing is fetched", asked == [], asked)
    errors = [entry for entry in driver.log() if "favicon" not in entry["message"]]
    check(f"{name}: no complaint in the console", errors == [], errors)
    wide = driver.run("return document.documentElement.scrollWidth <= innerWidth")
    check(f"{name}: nothing is wider than the window", wide)


def look(driver, name):
    with open(f"{work}/{name}.png", "wb") as file:
        file.write(base64.b64decode(driver.call("GET", "/screenshot")))


def paper(driver, name, most):
    """The page as it is printed: on A4 as the page itself says."""
    answer = driver.call("POST", "/goog/cdp/execute", {
        "cmd": "Page.printToPDF", "params": {"preferCSSPageSize": True, "printBackground": True}})
    pdf = base64.b64decode(answer["data"])
    with open(f"{work}/{name}.pdf", "wb") as file:
        file.write(pdf)
    check(f"{name}: it fits on {most} sheet{'s' if most > 1 else ''}", 0 < pages_of(pdf) <= most, pages_of(pdf))
    # 277 mm of A4 across, at 96 dots an inch.
    driver.call("POST", "/goog/cdp/execute", {
        "cmd": "Emulation.setEmulatedMedia", "params": {"media": "print"}})
    driver.size(1047, 718)
    wide = driver.run("return document.documentElement.scrollWidth <= 1047")
    check(f"{name}: nothing is wider than the paper", wide)


def media(driver, **features):
    driver.call("POST", "/goog/cdp/execute", {
        "cmd": "Emulation.setEmulatedMedia",
        "params": {"media": "", "features": [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]}})


def semantics(driver, name):
    """What a screen reader goes by."""
    check(f"{name}: a language", driver.run("return document.documentElement.lang") == "en")
    check(f"{name}: one heading over all", driver.run("return document.querySelectorAll('h1').length") == 1)
    lost = driver.run(
        "return [...document.querySelectorAll('[aria-labelledby]')]"
        ".filter(n => !document.getElementById(n.getAttribute('aria-labelledby'))).length")
    check(f"{name}: every section has its heading", lost == 0, lost)
    loose = driver.run("return [...document.querySelectorAll('li')].filter(n => !/^[UO]L$/.test(n.parentElement.tagName)).length")
    check(f"{name}: every entry is in a list", loose == 0, loose)


def page(driver, path, name, sheets=1):
    driver.visit("file://" + urllib.parse.quote(path))
    for scheme in ["light", "dark"]:
        media(driver, prefers_color_scheme=scheme)
        driver.size(1280, 900)
        common(driver, f"{name}, {scheme}")
        ground = driver.run("return getComputedStyle(document.documentElement).backgroundColor")
        check(f"{name}, {scheme}: the ground is {scheme}", (ground == "rgb(255, 255, 255)") == (scheme == "light"), ground)
        faint = driver.run(CONTRAST)
        check(f"{name}, {scheme}: all text can be read", faint == [], faint)
        look(driver, f"{name}-{scheme}")
    for script, what in [(OVERLAPS, "boxes"), (BARS, "bars"), (CELLS, "entries of days")]:
        found = driver.run(script)
        check(f"{name}: {what} stand where they belong", found == [], found)
    semantics(driver, name)
    driver.size(500, 900)
    common(driver, f"{name}, narrow")
    look(driver, f"{name}-narrow")
    media(driver)
    paper(driver, name, sheets)
    found = driver.run(OVERLAPS)
    check(f"{name}: on paper boxes stand where they belong", found == [], found)
    look(driver, f"{name}-paper")
    media(driver)


def picture(driver, path, name):
    driver.size(1280, 1000)
    driver.visit("file://" + urllib.parse.quote(path))
    found = driver.run(PICTURE)
    check(f"{name}: events stand where they belong", found == [], found)
    errors = driver.log()
    check(f"{name}: no complaint in the console", errors == [], errors)
    look(driver, name)


def main():
    ready = started.emulator(programs, "--seed", "demo", "--auto-approve", "--clock", "2026-11-30T08:00:00Z")
    variables = {
        "PATH": os.environ["PATH"], "HOME": work, "TZ": "Europe/Berlin", "GRAPHCAL_NOW": "2026-11-30T08:30:00Z",
        "GRAPHCAL_GRAPH_URL": ready["graphURL"], "GRAPHCAL_LOGIN_URL": ready["loginURL"],
        "GRAPHCAL_CLIENT_ID": ready["clientId"],
    }

    def graphcal(*words):
        return subprocess.run(
            [programs + "/graphcal", *words], env=variables, capture_output=True, text=True, check=True).stdout

    graphcal("login", "--device-code")
    for subject, start, length in [
        ("<script>document.title='owned'</script><b>bold</b>", "2026-12-01T09:00", "1h"),
        ("\" onmouseover=\"alert(1)\" x=\"", "2026-12-01T09:15", "15m"),
        ("</style><style>*{display:none}</style>", "2026-12-01T09:30", "2h"),
        ("長い名前の打ち合わせ 👩‍👩‍👧‍👦 " * 5, "2026-12-02T23:30", "1h"),
        ("Night shift", "2026-03-29T01:30", "1h"),
        ("Night shift", "2026-10-25T02:30+02:00", "30m"),
        ("Night shift", "2026-10-25T02:30+01:00", "30m"),
        ("Donaudampfschifffahrtsgesellschaftskapitän" * 3, "2026-12-03T00:00", "10m"),
    ]:
        graphcal("new-event", "--subject", subject, "--start", start, "--duration", length, "--location", subject)
    driver = Driver(started, "--window-size=1280,900")
    for name, words, sheets in [
        ("week", ["--week"], 1), ("month", ["--month", "2026-12"], 2), ("agenda", ["--from", "today"], 4),
        ("spring", ["--week", "2026-03-29"], 1), ("autumn", ["--week", "2026-10-25"], 1),
    ]:
        for form in ["html", "svg"]:
            if (name, form) == ("agenda", "svg"):
                continue
            path = f"{work}/{name}.{form}"
            graphcal("export", "--format", form, "-o", path, *words)
            if form == "svg":
                picture(driver, path, f"{name}-picture")
            else:
                page(driver, path, name, sheets)
                title = driver.run("return document.title")
                check(f"{name}: what is in the mailbox is not obeyed", "owned" not in title, title)


started = Started()
try:
    main()
finally:
    started.end()
sys.exit(1 if check.failures else 0)
