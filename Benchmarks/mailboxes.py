"""The mailboxes that are measured, and the emulator that serves them."""
import contextlib
import datetime
import json
import os
import subprocess
import tempfile

CLOCK = "2026-11-30T08:00:00Z"
MONDAY = datetime.datetime(2026, 11, 30)
SCOPES = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"


class Mailbox:
    """A running emulator with somebody signed in to it."""

    def __init__(self, programs, home, ready, log, authority):
        self.graphcal = os.path.join(programs, "graphcal")
        self.home, self.log = home, log
        self.root = ready["graphURL"].removesuffix("/v1.0")
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "GRAPHCAL_NOW": CLOCK,
            "GRAPHCAL_CLIENT_ID": ready["clientId"], "GRAPHCAL_GRAPH_URL": ready["graphURL"],
            "GRAPHCAL_LOGIN_URL": ready["loginURL"]}
        if authority:
            self.environment["SSL_CERT_FILE"] = authority

    def run(self, *words):
        return subprocess.run([self.graphcal, *words], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def addresses(self, *words):
        """What a run of graphcal asks the service for."""
        told = subprocess.run([self.graphcal, *words, "--verbose"], env=self.environment, check=True,
                              capture_output=True, text=True).stderr
        return [line.split(" ", 1)[1].rsplit(": ", 1)[0] for line in told.split("\n")
                if line.startswith("GET ")]

    def token(self):
        return self.run("token").strip()

    def exchanges(self):
        """How many requests were answered so far; for a mailbox with a log."""
        with open(self.log) as lines:
            return sum(1 for _ in lines)

    def state(self, name=""):
        return os.path.join(self.home, ".local/state/graphcal", name)


@contextlib.contextmanager
def mailbox(programs, *options, logged=False, tls=False):
    """An emulator on loopback, and the demo user signed in with all permissions."""
    with tempfile.TemporaryDirectory() as home:
        log, authority = os.path.join(home, "log.jsonl"), None
        options = list(options) + (["--log", log] if logged else [])
        if tls:
            key, authority = os.path.join(home, "key.pem"), os.path.join(home, "cert.pem")
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                 "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                 "-keyout", key, "-out", authority], check=True, capture_output=True)
            options += ["--tls-cert", authority, "--tls-key", key]
            # Beside those that every machine trusts, as a program meets them.
            with open("/etc/ssl/certs/ca-certificates.crt") as known, open(authority, "a") as file:
                file.write(known.read())
        process = subprocess.Popen(
            [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--clock", CLOCK, *options],
            stdout=subprocess.PIPE, text=True)
        try:
            here = Mailbox(programs, home, json.loads(process.stdout.readline()), log, authority)
            here.run("login", "--device-code", "--scopes", SCOPES)
            yield here
        finally:
            process.terminate()
            process.wait()


def written(path, events):
    with open(path, "w") as file:
        json.dump({"users": [{"user": "mira@harbor.example", "events": events}]}, file)
    return path


def crowded_week(path, count):
    """A seed file whose mailbox has so many events in the week of the clock."""
    shown = ["busy", "tentative", "free", "oof"]
    events = []
    for number in range(count):
        day = MONDAY + datetime.timedelta(days=number % 7)
        whole = number % 20 == 0
        start = day if whole else day + datetime.timedelta(minutes=480 + 15 * (number * 7 % 40))
        length = 1440 if whole else (30, 45, 60, 90)[number % 4]
        end = start + datetime.timedelta(minutes=length)
        events.append({
            "subject": f"Meeting {number} about the harbour", "isAllDay": whole,
            "start": {"dateTime": start.isoformat(), "timeZone": "UTC"},
            "end": {"dateTime": end.isoformat(), "timeZone": "UTC"},
            "location": {"displayName": f"Dock {number % 9}"}, "showAs": shown[number % 4]})
    return written(path, events)


def years(path, count, busy=80):
    """A seed file with so many events within the days that are copied, `busy` of them in this week."""
    outside = [day for day in range(-80, 380) if not -7 <= day < 14]
    events = []
    for number in range(count):
        day = number % 7 if number < busy else outside[number % len(outside)]
        start = MONDAY + datetime.timedelta(days=day, minutes=480 + 15 * (number * 7 % 40))
        events.append({
            "subject": f"Meeting {number} about the harbour", "bodyPreview": "What we said last time.",
            "start": {"dateTime": start.isoformat(), "timeZone": "UTC"},
            "end": {"dateTime": (start + datetime.timedelta(minutes=30)).isoformat(), "timeZone": "UTC"},
            "location": {"displayName": f"Dock {number % 9}"}, "showAs": "busy"})
    return written(path, events)


def calendar_file(path, size):
    """A file of events and series, at least so many bytes."""
    text = "".join(f"More of the text of this event, number {n}, {{0}}.\\n" for n in range(5))
    with open(path, "w", newline="\r\n") as file:
        file.write("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//bench//EN\n")
        number = 0
        while file.tell() < size:
            day = datetime.date(2027, 1, 1) + datetime.timedelta(days=number % 700)
            rule = "RRULE:FREQ=WEEKLY;COUNT=10\n" if number % 20 == 0 else ""
            file.write(
                f"BEGIN:VEVENT\nUID:{number}@bench.example\nDTSTAMP:20261130T080000Z\n"
                f"DTSTART;TZID=Europe/Berlin:{day:%Y%m%d}T090000\n"
                f"DTEND;TZID=Europe/Berlin:{day:%Y%m%d}T093000\n{rule}"
                f"SUMMARY:Meeting {number}\\, about the harbour\nLOCATION:Dock {number % 9}\n"
                f"DESCRIPTION:{text.format(number)}\nCATEGORIES:Blue,Green\n"
                "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM\nEND:VEVENT\n")
            number += 1
        file.write("END:VCALENDAR\n")


def cards(path, count):
    """A file of so many cards with what people have in them."""
    with open(path, "w", newline="\r\n") as file:
        for number in range(count):
            file.write(
                f"BEGIN:VCARD\nVERSION:3.0\nUID:card-{number}@bench.example\nN:Silva{number};Ana;;;\n"
                f"FN:Ana Silva{number}\nORG:Harbor {number % 90};Docks\nTITLE:Pilot\n"
                f"EMAIL;TYPE=WORK:ana{number}@harbor.example\nEMAIL;TYPE=HOME:a{number}@mail.example\n"
                f"TEL;TYPE=CELL:+47 5555 {number:05}\nTEL;TYPE=WORK:+47 5556 {number:05}\n"
                f"ADR;TYPE=WORK:;;Quay {number % 300};Bergen;;5003;Norway\nBDAY:1980-02-{number % 28 + 1:02}\n"
                f"NOTE:Met at the fair\\, hall {number % 9}.\\nLikes boats.\nCATEGORIES:Blue,Green\n"
                "END:VCARD\n")
