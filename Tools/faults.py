#!/usr/bin/env python3
"""Runs commands while the network, a proxy or the service does what it does on bad days, and holds how they
end against rules: the exit status, nothing on standard output that looks complete and is not, each write
done once or not at all and the person told which, no secret and nothing of the inside in a message, nothing
sent to another host, an end within the time limit and within bounds of memory.

Commands that look the same on the wire are tried by one of them; GROUPS says which stand for which, and a
command of `graphcal help` that is in none fails the check. The rules are in `wanted_status` and
`wanted_effects`; no number is copied from a run.

Usage: faults.py FOLDER-WITH-PROGRAMS [--only SHAPE|FAULT]… [--jobs N]
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable

from checking import Bench
from faultwire import Fault, Trap, Wire, call

SCOPES = ("User.Read,MailboxSettings.ReadWrite,Calendars.ReadWrite,Calendars.ReadWrite.Shared,"
          "Contacts.ReadWrite,People.Read,User.ReadBasic.All,Place.Read.All")
# With `--timeout 1 --max-wait 1`: two tries that stall, a wait, and a machine that is busy.
SECONDS = 15
BIG_SECONDS = 60
# A body of at most 256 MiB, twice while it grows, and the program.
MEGABYTES = 1100
INSIDE = re.compile(
    r"Optional\(|Sources/|\.swift|GraphError|TransportError|NSError|Fatal error|0x[0-9a-f]{6,}|\bnil\b"
    r"|DecodingError|CURLE_|/home/")


@dataclass
class Shape:
    """One way in which commands use the wire, tried by one of them."""

    name: str
    # The commands that it stands for, the one that is run first.
    commands: str
    method: str
    # Of the path of the request to which the fault happens.
    pattern: str
    # From the name and id of what was prepared to the words to run.
    words: Callable
    # Makes what is worked on and gives its id; None where nothing is needed.
    prepare: Callable = None
    # How often the service has done the write that is asked for; None for what only reads.
    effects: Callable = None
    # Whether it is sent again when nobody knows whether it was done.
    repeatable: bool = True
    # Whether its good answer has a body that is read.
    answered: bool = True
    paged: bool = False
    # Looks at the item when no answer says whether it was done, and goes by what it finds.
    looks: bool = False
    # What is gone already is as good as deleted, and to delete it twice does no harm.
    deletes: bool = False
    # Prints what the service says as it is, errors and pages too.
    verbatim: bool = False
    # Standard output has a line for each part, which says what became of it.
    tells_each: bool = False
    # What fails is one part of several, and the others are done: exit 9, for these statuses.
    partly: str = ""
    # What is done in the copied home before, with a whole wire.
    ready: Callable = None
    # Whether what it prints is the same in every run.
    same: bool = True
    # What is not done now is kept, and done once by the next run.
    waits: bool = False
    # Goes to an address that the service has given, without a token.
    own_address: bool = False
    # Whether the fault is between the program and the sign-in, not the service.
    sign_in: bool = False

    @property
    def writes(self):
        return self.effects is not None


def event(case):
    return case.ask("POST", "/me/events", {
        "subject": case.name, "start": {"dateTime": "2027-03-01T10:00:00", "timeZone": "UTC"},
        "end": {"dateTime": "2027-03-01T11:00:00", "timeZone": "UTC"}})["id"]


def contact(case):
    return case.ask("POST", "/me/contacts", {"givenName": case.name})["id"]


def events_named(name, case):
    found = case.ask("GET", "/me/calendarView?startDateTime=2027-02-01T00:00:00Z"
                     "&endDateTime=2027-04-01T00:00:00Z&$select=subject&$top=1000")["value"]
    return sum(item["subject"] == name for item in found)


def contacts_named(name, case):
    found, path = 0, "/me/contacts?$select=givenName&$top=1000"
    while path:
        page = case.ask("GET", path)
        found += sum(item["givenName"] == name for item in page["value"])
        path = page.get("@odata.nextLink", "").partition("/v1.0")[2]
    return found


def passed(case):
    return len(case.wire.principal()) if case.wire else 0


def expire(case):
    """Lets the access token run out, so that the refresh token has to go on the wire."""
    path = case.home / ".local/state/graphcal/token-cache.json"
    cache = json.loads(path.read_text())
    for entry in cache["AccessToken"].values():
        entry["expires_on"] = entry["extended_expires_on"] = "1000000000"
    path.write_text(json.dumps(cache))


def lines(case):
    """A file of two contacts."""
    path = case.home / "lines.jsonl"
    path.write_text(f'{{"kind":"contact","givenName":"{case.name}"}}\n' * 2)


def bytes_to_attach(case):
    (case.home / "file.bin").write_bytes(bytes(3_500_000))


def write_offline(case):
    done = case.graphcal("new-event", "--subject", case.name, "--start", "2027-03-03T10:00", "--offline")
    if done.returncode:
        raise RuntimeError(done.stderr)


def waiting(case):
    return len(json.loads(case.graphcal("outbox", "--json").stdout))


SHAPES = [
    Shape("view of days", "week today month agenda next free invites conflicts join events export remind",
          "GET", "/me/calendarView", lambda c: ["week", "2026-W49", "--json", "--fresh"], paged=True),
    Shape("one item", "show show-contact attachments", "GET", "/me/events/",
          lambda c: ["show", c.id, "--json", "--fresh"], prepare=event),
    Shape("list", "contacts pick-contact birthdays duplicates complete contact-folders people rooms",
          "GET", r"/me/contacts\?.*displayName", lambda c: ["contacts", "--json", "--fresh"], paged=True),
    Shape("settings", "out-of-office me categories calendars doctor", "GET", "/automaticRepliesSetting",
          lambda c: ["out-of-office", "--json"]),
    Shape("question by POST", "free-busy find-time", "POST", "/getSchedule",
          lambda c: ["free-busy", c.user, "--json"]),
    Shape("create once", "new-event add copy-event undo", "POST", "/me/events$", lambda c: [
        "new-event", "--subject", c.name, "--start", "2027-03-02T10:00", "--json"],
        effects=lambda c: events_named(c.name, c)),
    Shape("create", "new-contact new-calendar new-category new-contact-folder share-calendar import",
          "POST", "/me/contacts$", lambda c: ["new-contact", "--given-name", c.name, "--json"],
          effects=lambda c: contacts_named(c.name, c), repeatable=False),
    Shape("change", "edit-event edit-contact edit-calendar edit-settings edit-contact-folder", "PATCH",
          "/me/events/", lambda c: ["edit-event", c.id, "--subject", f"{c.name} new", "--json"],
          prepare=event, effects=lambda c: events_named(f"{c.name} new", c), looks=True),
    Shape("delete", "delete-event delete-contact delete-calendar delete-contact-folder", "DELETE",
          "/me/events/", lambda c: ["delete-event", c.id, "--yes", "--json"], prepare=event,
          effects=lambda c: 1 - events_named(c.name, c), answered=False,
          deletes=True),
    Shape("act", "forward-event respond cancel-event move-event move-contact merge-contacts", "POST",
          "/forward$", lambda c: ["forward-event", c.id, "--to", "kim@contoso.example", "--yes"],
          prepare=event, effects=passed, repeatable=False, answered=False),
    Shape("bytes", "contact-photo", "GET", r"/photo/\$value",
          lambda c: ["contact-photo", c.id, "-o", "-"], prepare=lambda c: c.pictured()),
    Shape("any request", "api", "GET", "/me/calendars", lambda c: ["api", "/me/calendars"],
          verbatim=True),
    Shape("rounds of changes", "sync watch", "GET", "/calendarView/delta", lambda c: ["sync", "--json"], same=False,
          tells_each=True, partly="all"),
    Shape("many at once", "apply", "POST", r"/\$batch$", lambda c: ["apply", str(c.home / "lines.jsonl"), "--yes"],
          ready=lines, effects=lambda c: contacts_named(c.name, c) / 2, looks=True, tells_each=True),
    Shape("send what waits", "sync", "POST", "/me/events$", lambda c: ["sync", "--json"], ready=write_offline,
          effects=lambda c: events_named(c.name, c), same=False, looks=True, tells_each=True, partly="refused",
          waits=True),
    Shape("a large file", "new-event", "PUT", "/api/v2.0/", lambda c: [
        "new-event", "--subject", c.name, "--start", "2027-03-02T10:00", "--json", "--attach", str(c.home / "file.bin")],
        ready=bytes_to_attach, effects=lambda c: events_named(c.name, c), looks=True, own_address=True),
    Shape("renewed sign-in", "login", "POST", "/token$", lambda c: ["week", "2026-W49", "--json", "--fresh"],
          ready=expire, sign_in=True),
]
# These ask no server, or only to look: doctor is among the settings.
WITHOUT_WIRE = set("logout status accounts token admin-consent setup version zones outbox".split())

REFUSED = {401: 4, 403: 5, 404: 3, 409: 6, 410: 3, 412: 6, 413: 1}
FAULTS = [
    Fault("refused", "outside"), Fault("dns", "outside"), Fault("tls-name", "outside"),
    Fault("tls-expired", "outside"), Fault("proxy-407", "outside"),
    Fault("reset", "after"), Fault("stall", "after"), Fault("slow", "after"),
    Fault("truncated", "after"), Fault("html", "after"),
    *(Fault(str(status), "before", status=status) for status in REFUSED),
    Fault("429", "before", status=429),
    Fault("429 wait 0", "before", status=429, fields={"Retry-After": "0"}),
    Fault("429 wait 60", "before", status=429, fields={"Retry-After": "60"}),
    *(Fault(str(status), "before", status=status) for status in (500, 502, 503, 504)),
    Fault("redirect", "before"),
    Fault("next_elsewhere", "after"), Fault("next_again", "after"),
    Fault("big", "after"), Fault("bomb", "after"),
    # Once only, and then all goes well.
    Fault("reset once", "after", times=1), Fault("stall once", "after", times=1),
    Fault("401 once", "before", times=1, status=401),
    Fault("412 once", "before", times=1, status=412),
    Fault("429 once", "before", times=1, status=429, fields={"Retry-After": "0"}),
    *(Fault(f"{status} once", "before", times=1, status=status) for status in (500, 502, 503, 504)),
]


def fits(shape, fault):
    """Whether the fault can happen to such requests."""
    if shape.sign_in and (fault.status in REFUSED or fault.name in ("dns", "tls-name", "tls-expired", "proxy-407")):
        # The sign-in has its own errors; Tests/EndToEndTests/SignInBehaviours has them all.
        return False
    if shape.own_address and fault.status in REFUSED:
        # AttachmentUploadTests has what such an address refuses.
        return False
    if fault.name.startswith("next_"):
        return shape.paged
    if fault.name == "big" and shape.partly == "all":
        # Nine collections of that size are another thing than one answer.
        return False
    if fault.name in ("truncated", "slow", "big", "bomb"):
        # Bytes that are cut and say so are a reset; a picture of blanks is one.
        return shape.answered and shape.name != "bytes"
    if fault.name == "412 once":
        return shape.name == "change"
    return True


def wanted_status(shape, fault):
    """How the command has to end."""
    if shape.verbatim and fault.name == "html":
        # Some requests of Graph are answered with pages.
        return 0
    if shape.sign_in and fault.name == "big":
        # No answer of a sign-in is that large.
        return 7
    if shape.looks and not shape.waits and fault.when == "after":
        return 0
    if shape.deletes and fault.status in (404, 410):
        return 0
    if fault.name.startswith("next_"):
        return 1
    if fault.name in ("slow", "big"):
        return 0
    if fault.name in ("401 once", "412 once", "429 once"):
        return 0
    if fault.once:
        return 0 if shape.repeatable else 7
    is_part = shape.partly == "all" and fault.when != "outside" \
        or shape.partly == "refused" and fault.status in REFUSED and fault.status != 401
    return 9 if is_part else REFUSED.get(fault.status, 7)


def wanted_effects(shape, fault):
    """How often the service has to have done it."""
    if shape.deletes and fault.status in (404, 410):
        # So it says; the fault has kept the request from it.
        return 0
    if wanted_status(shape, fault) == 0:
        return 1
    return 1 if fault.when == "after" else 0


class Side:
    """An emulator with a signed-in home that every case copies."""

    def __init__(self, programs, folder):
        self.folder = folder
        self.bench = Bench(programs, folder / "home", SCOPES, quiet=True)

    def __enter__(self):
        self.bench.__enter__()
        if self.bench.failures:
            sys.exit("no sign-in")
        self.token = self.bench.graphcal("token").stdout.strip()
        self.port = int(self.bench.environment["GRAPHCAL_GRAPH_URL"].rsplit(":", 1)[1].split("/")[0])
        self.user = self.bench.items("me")["mail"]
        # So that no case begins with questions for the zone and names of calendars.
        self.bench.graphcal("week")
        self.bench.graphcal("contacts")
        cache = json.loads((self.bench.home / ".local/state/graphcal/token-cache.json").read_text())
        self.secrets = [entry["secret"] for kind in ("AccessToken", "RefreshToken", "IdToken")
                        for entry in cache[kind].values()]
        return self

    def __exit__(self, *_):
        self.bench.__exit__()


class Case:
    """One shape under one fault."""

    def __init__(self, side, shape, fault, number, certificates):
        self.side, self.shape, self.fault, self.certificates = side, shape, fault, certificates
        self.name, self.user, self.id, self.wire = f"case{number}x", side.user, None, None
        self.home = side.folder / self.name
        self.problems, self.status = [], None

    @property
    def is_heavy(self):
        return self.fault.name in ("big", "bomb")

    def ask(self, method, path, body=None):
        return call(self.side.port, self.side.token, method, f"/v1.0{path}", body)

    def graphcal(self, *words):
        """The program in the home of this case, with a whole wire."""
        return subprocess.run(
            [self.side.bench.programs + "/graphcal", *words], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=60, env={**self.side.bench.environment, "HOME": str(self.home)})

    def pictured(self):
        """A contact with a picture."""
        for item in self.ask("GET", "/me/contacts?$select=id&$top=100")["value"]:
            try:
                self.ask("GET", f"/me/contacts/{item['id']}/photo")
                return item["id"]
            except RuntimeError:
                continue
        raise RuntimeError("no contact of the demo has a picture")

    def run(self):
        try:
            if self.shape.prepare:
                self.id = self.shape.prepare(self)
            shutil.copytree(self.side.bench.home, self.home)
            if self.shape.ready:
                self.shape.ready(self)
            with Trap() as trap, self.wire_of(trap) as self.wire:
                self.observe(trap)
        except Exception as error:  # A case that cannot be tried is one that fails.
            self.problems.append(f"not tried: {error!r}")
        finally:
            shutil.rmtree(self.home, ignore_errors=True)
        return self

    def wire_of(self, trap):
        whole = self.fault.name == "slow" or self.is_heavy
        page = 3 if self.shape.paged and not whole else None
        # A list fails on its second page: the first is then no complete list.
        skip = 1 if self.shape.paged and self.fault.when != "outside" \
            and not whole and self.fault.name != "next_again" else 0
        tls = {"tls-name": self.certificates / "name.pem",
               "tls-expired": self.certificates / "expired.pem"}.get(self.fault.name)
        if self.fault.name == "proxy-407":
            return Wire(self.side.port, "CONNECT", "", replace(self.fault, when="before", status=407))
        return Wire(self.side.port, self.shape.method, self.shape.pattern, self.fault, skip, page,
                    trap.port, tls and (tls,))

    def environment(self):
        here = {**self.side.bench.environment, "HOME": str(self.home)}
        root = {
            "dns": f"https://{'x' * 70}.invalid/v1.0",
            "tls-name": f"https://localhost:{self.wire.port}/v1.0",
            "tls-expired": f"https://localhost:{self.wire.port}/v1.0",
            "proxy-407": "https://graph.invalid/v1.0",
        }.get(self.fault.name, f"http://127.0.0.1:{self.wire.port}/v1.0")
        if self.fault.name == "proxy-407":
            here["HTTPS_PROXY"] = f"http://somebody:proxyword@127.0.0.1:{self.wire.port}"
        if self.fault.name.startswith("tls"):
            here["SSL_CERT_FILE"] = str(self.certificates / "ca.pem")
        if self.shape.sign_in:
            return {**here, "GRAPHCAL_LOGIN_URL": root.removesuffix("/v1.0")}
        return {**here, "GRAPHCAL_GRAPH_URL": root}

    def observe(self, trap):
        environment = self.environment()
        if self.fault.name == "refused":
            self.wire.shutdown()
            self.wire.server_close()
        # Where no limit has to run out, a machine that is busy gets time; a wait takes up to 1.25 s.
        timeout = "1" if self.fault.name.split()[0] in ("refused", "dns", "stall") else "5"
        longest = "3" if wanted_status(self.shape, self.fault) == 0 else "1"
        waits = ["--timeout", timeout, "--max-wait", longest, "--no-input"]
        limit = BIG_SECONDS if self.is_heavy else SECONDS
        out, err = self.home / "out", self.home / "err"
        begun = time.monotonic()
        with open(out, "wb") as stdout, open(err, "wb") as stderr:
            process = subprocess.Popen(
                [self.side.bench.programs + "/graphcal", *self.shape.words(self), *waits],
                env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        guard = threading.Timer(limit, process.kill)
        guard.start()
        _, ended, usage = os.wait4(process.pid, 0)
        guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(ended)
        self.seconds, self.megabytes = time.monotonic() - begun, usage.ru_maxrss / 1024
        self.status = process.returncode
        self.out, self.err = out.read_bytes(), err.read_text(errors="replace")
        self.judge(trap)

    def judge(self, trap):
        wanted = wanted_status(self.shape, self.fault)
        self.expect(self.status != -signal.SIGKILL, f"did not end within its {self.seconds:.0f} s")
        self.expect(self.status == wanted, f"exit {self.status}, not {wanted}: {self.err.strip()[:300]!r}")
        if self.fault.when != "outside":
            self.expect(self.wire.hit > 0, "the fault did not happen")
        self.expect(not trap.caught(), "another host was asked")
        shown = self.out.decode(errors="replace") + self.err
        self.expect(not any(secret in shown for secret in [*self.side.secrets, "proxyword"]), "a secret is shown")
        inside = INSIDE.search(self.err)
        self.expect(not inside, f"the inside is shown: {inside and inside.group()!r}")
        self.expect(self.megabytes < MEGABYTES, f"{self.megabytes:.0f} MB")
        if wanted != 0:
            if not self.shape.verbatim and not self.shape.tells_each:
                self.expect(not self.out, f"standard output has {self.out[:100]!r}")
            self.expect(self.err.strip(), "nothing is said")
        elif self.shape.same and not self.shape.writes and not (self.shape.verbatim and self.fault.name == "html"):
            self.same_as_without_fault()
        if self.shape.writes:
            self.judge_writes(wanted)

    def judge_writes(self, wanted):
        effects, right = self.shape.effects(self), wanted_effects(self.shape, self.fault)
        self.expect(effects == right, f"the service did it {effects} times, not {right}")
        if self.shape.waits and wanted == 7:
            self.graphcal("sync")
            effects, left = self.shape.effects(self), waiting(self)
            self.expect((effects, left) == (1, 0),
                        f"after the next run the service has it {effects} times, and {left} wait")
        elif self.shape.waits and wanted != 0:
            self.expect(waiting(self) == 1, "what was refused is not kept")
        if not self.shape.repeatable and wanted != 0:
            sent = passed(self)
            self.expect(sent <= 1, f"sent {sent} times")
        open_outcome = self.fault.when == "after" or self.fault.status in (500, 502, 503, 504)
        if wanted == 7 and open_outcome and not (self.shape.looks or self.shape.deletes):
            self.expect("not known" in self.err, f"it is not told that it may be done: {self.err[:200]!r}")

    def same_as_without_fault(self):
        """What came in spite of the fault is all of it."""
        environment = {**self.environment(), "GRAPHCAL_GRAPH_URL":
                       self.side.bench.environment["GRAPHCAL_GRAPH_URL"]}
        whole = subprocess.run(
            [self.side.bench.programs + "/graphcal", *self.shape.words(self)], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        port = self.wire.port, self.side.port
        self.expect(self.out.replace(b":%d/" % port[0], b":%d/" % port[1]) == whole.stdout,
                    "the result is not what it is without the fault")

    def expect(self, held, problem):
        if not held:
            self.problems.append(problem)


def certificates(folder):
    """An authority of our own, a certificate for another host, and one that has run out."""
    folder.mkdir()

    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=faults",
            "-keyout", "ca.key", "-out", "ca.pem")
    for name, host, dates in [
        ("name", "elsewhere.example", ("20200101000000Z", "20990101000000Z")),
        ("expired", "localhost", ("20200101000000Z", "20210101000000Z")),
    ]:
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={host}", "-keyout", f"{name}.key",
                "-out", f"{name}.csr")
        (folder / "ca.cnf").write_text(
            "[ca]\ndefault_ca=d\n[d]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\n"
            "policy=p\nunique_subject=no\n[p]\ncommonName=supplied\n"
            f"[e]\nsubjectAltName=DNS:{host}\n")
        (folder / "index").write_text("")
        (folder / "serial").write_text("01\n")
        openssl("ca", "-batch", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in", f"{name}.csr",
                "-out", f"{name}.crt", "-startdate", dates[0], "-enddate", dates[1], "-extensions", "e", "-notext")
        (folder / f"{name}.pem").write_text(
            (folder / f"{name}.key").read_text() + (folder / f"{name}.crt").read_text())
    return folder


def commands(programs):
    """All commands that help names."""
    text = subprocess.run([programs + "/graphcal", "help"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^  ([a-z][a-z-]+) {2,}\S", text.partition("More help:")[0], re.M)
    return set(found)


def uncovered(programs):
    """Commands in no group, and groups of commands that are none."""
    grouped = {word for shape in SHAPES for word in shape.commands.split()}
    grouped |= WITHOUT_WIRE
    there = commands(programs)
    return sorted(there - grouped), sorted(grouped - there)


def show(cases, faults, shapes):
    """The table: a row a fault, a column a shape, the exit status; ! where something is wrong."""
    by_place = {(case.fault.name, case.shape.name): case for case in cases}
    print(f"{'':16}" + "".join(f"{number:>5}" for number, _ in enumerate(shapes, 1)))
    for fault in faults:
        cells = []
        for shape in shapes:
            case = by_place.get((fault.name, shape.name))
            cells.append("·" if not case else f"{'' if not case.problems else '!'}{case.status}")
        print(f"{fault.name:16}" + "".join(f"{cell:>5}" for cell in cells))
    print()
    for number, shape in enumerate(shapes, 1):
        print(f"{number:>3}  {shape.name}: {', '.join(shape.commands.split())}")
    print(f"\n     no wire: {', '.join(sorted(WITHOUT_WIRE))}\n")


def main():
    parser = argparse.ArgumentParser(description="Commands under faults of the wire.")
    parser.add_argument("programs")
    parser.add_argument("--only", action="append", default=[], help="a shape or a fault")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 2))
    options = parser.parse_args()
    begun = time.monotonic()
    unnamed, unknown = uncovered(options.programs)
    shapes = [s for s in SHAPES if s.name in options.only] or SHAPES
    faults = [f for f in FAULTS if f.name in options.only] or FAULTS
    work = Path(tempfile.mkdtemp())
    try:
        made = certificates(work / "certificates")
        for name in ("reads", "writes"):
            (work / name).mkdir()
        with Side(options.programs, work / "reads") as reads, Side(options.programs, work / "writes") as writes:
            # What is prepared for one reader would be in the list of another.
            cases = [Case(writes if shape.writes or shape.prepare is event else reads, shape, fault, number, made)
                     for number, (shape, fault) in enumerate(
                         (s, f) for s in shapes for f in faults if fits(s, f))]
            with ThreadPoolExecutor(options.jobs) as pool:
                list(pool.map(Case.run, [case for case in cases if not case.is_heavy]))
            # These would keep the others from what they wait a second for.
            for case in cases:
                if case.is_heavy:
                    case.run()
    finally:
        shutil.rmtree(work, ignore_errors=True)
    show(cases, faults, shapes)
    failed = [case for case in cases if case.problems]
    for case in failed:
        for problem in case.problems:
            print(f"FAIL {case.shape.name} / {case.fault.name}: {problem}")
    for name in unnamed:
        print(f"FAIL {name} is in no group")
    for name in unknown:
        print(f"FAIL {name} is named here, but is not there")
    slowest = max(cases, key=lambda case: getattr(case, "seconds", 0))
    print(f"{len(cases)} cases, {len(failed)} not as wanted; slowest {slowest.seconds:.1f} s"
          f" ({slowest.shape.name} / {slowest.fault.name}); {time.monotonic() - begun:.0f} s in all")
    return 1 if failed or unnamed or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
