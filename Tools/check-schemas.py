#!/usr/bin/env python3
"""Holds what commands print as JSON of the demo mailbox against docs/schema, by the jsonschema package.

Usage: check-schemas.py PROGRAMS
"""
import json
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import tempfile
import zlib

from jsonschema import Draft202012Validator

programs = pathlib.Path(sys.argv[1])
folder = pathlib.Path(__file__).parent.parent / "docs" / "schema"
table = json.loads((folder / "commands.json").read_text())["schemas"]
validators = {}
for name in sorted(set(table.values())):
    schema = json.loads((folder / f"{name}.json").read_text())
    Draft202012Validator.check_schema(schema)
    validators[name] = Draft202012Validator(schema)
SCOPES = (
    "User.Read,MailboxSettings.ReadWrite,Calendars.ReadWrite,Calendars.ReadWrite.Shared,"
    "Contacts.ReadWrite,People.Read,User.ReadBasic.All,Place.Read.All"
)
checked, problems = set(), []


class Home:
    def __init__(self, folder, ready):
        self.folder, self.user = folder, ready["user"]
        self.environment = {
            "HOME": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state",
            "GRAPHCAL_NOW": "2026-11-30T08:00:00Z", "GRAPHCAL_CLIENT_ID": ready["clientId"],
            "GRAPHCAL_GRAPH_URL": ready["graphURL"], "GRAPHCAL_LOGIN_URL": ready["loginURL"],
        }

    def run(self, *words):
        return subprocess.run(
            [programs / "graphcal", *words], env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=120)

    def check(self, key, *words, status=0):
        """Runs the words with --json and validates what comes, which is also given back."""
        outcome = self.run(*words, "--json")
        output = outcome.stderr if key == "errors" else outcome.stdout
        if outcome.returncode != status:
            problems.append(f"{' '.join(words)}: exit {outcome.returncode}: {outcome.stderr[:200]}")
            return None
        return self.validate(key, words, json.loads(output))

    def check_lines(self, key, *words):
        """Runs the words with --jsonl and validates each line; there has to be one."""
        outcome = self.run(*words, "--jsonl")
        if outcome.returncode != 0 or not outcome.stdout:
            problems.append(f"{' '.join(words)}: exit {outcome.returncode}: {outcome.stderr[:200]}")
        for line in outcome.stdout.splitlines():
            self.validate(key, words, json.loads(line))

    def check_typed(self, key, keys, *words):
        """Runs the words with --json on a terminal of its own, and types the keys when it draws."""
        leader, follower = pty.openpty()
        process = subprocess.Popen(
            [programs / "graphcal", *words, "--json"],
            env=self.environment | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}, stdin=follower,
            stdout=subprocess.PIPE, stderr=follower, preexec_fn=lambda: take_terminal(follower))
        os.close(follower)
        drawn = b""
        # What it writes is read, so that it never waits for the terminal.
        while select.select([leader], [], [], 120)[0]:
            try:
                drawn += os.read(leader, 65536)
            except OSError:
                break
            if keys and keys[0][0] in drawn:
                os.write(leader, keys.pop(0)[1])
        output = process.communicate(timeout=120)[0]
        os.close(leader)
        if process.returncode != 0:
            problems.append(f"{' '.join(words)}: exit {process.returncode}: {drawn[-200:]!r}")
            return
        self.validate(key, words, json.loads(output))

    def validate(self, key, words, value):
        checked.add(key)
        for error in list(validators[table[key]].iter_errors(value))[:3]:
            place = "/".join(map(str, error.absolute_path))
            problems.append(f"{' '.join(words)}: {table[key]}: /{place}: {error.message[:200]}")
        return value


def dot():
    """A PNG picture of one black dot."""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks)


def take_terminal(descriptor):
    """Makes the terminal the one of a new session."""
    os.setsid()
    os.close(os.open(os.ttyname(descriptor), os.O_RDWR))


def walk(home):
    week = home.check("week", "week")
    for words in [
        ("today",), ("month",), ("next",), ("events", "a"), ("invites",), ("conflicts",),
        ("agenda", "--from", "2026-09-05", "--to", "2027-12-30", "--calendar", "all"),
        ("calendars",), ("categories",), ("me",), ("status",), ("accounts",), ("version",), ("zones",),
        ("contacts",), ("duplicates",), ("birthdays", "--next", "365d"), ("contact-folders",),
        ("people", "a"), ("rooms",), ("free",), ("free-busy", home.user),
        ("find-time", "bo@contoso.example"), ("share-calendar", "Calendar", "--list"),
        ("out-of-office",), ("outbox",), ("doctor",), ("token",), ("sync",), ("complete", "a"),
        ("setup", "--print"), ("admin-consent",), ("join", "--print"),
    ]:
        home.check(words[0], *words)
    home.check("zones NAME", "zones", "Europe/Berlin")
    home.run("config", "set", "color", "auto")
    home.check("config", "config")
    home.check("config get", "config", "get", "color")
    home.check("contacts --unified", "contacts", "--unified")
    for event in week:
        home.check("show", "show", event["graphcal"]["id"])
        if event["hasAttachments"]:
            home.check("attachments", "attachments", event["graphcal"]["id"])
    for contact in home.check("contacts", "contacts")[:20]:
        home.check("show-contact", "show-contact", contact["graphcal"]["id"])
    changes(home)
    meetings(home)
    folders(home)
    running(home)
    home.check("errors", "show", "nope", status=2)
    home.check("--dry-run", "new-event", "--subject", "x", "--start", "11:00", "--dry-run")
    home.check("logout", "logout")


def changes(home):
    home.check(
        "new-event", "new-event", "--subject", "x", "--start", "10:00", "--repeat", "every week",
        "--yes")
    single = home.check("new-event", "new-event", "--subject", "y", "--start", "10:00")
    name = single["graphcal"]["id"]
    home.check("edit-event", "edit-event", name, "--subject", "z")
    home.check("copy-event", "copy-event", name)
    home.check("add", "add", "lunch tomorrow 12:30 45m", "--yes")
    home.check("new-calendar", "new-calendar", "Travel")
    home.check("edit-calendar", "edit-calendar", "Travel", "--color", "lightBlue")
    home.check("delete-event", "delete-event", name, "--yes")
    home.check("undo", "undo", "--yes")
    home.check("new-category", "new-category", "Zed")
    home.check("new-contact-folder", "new-contact-folder", "Club")
    contact = home.check("new-contact", "new-contact", "--given-name", "Ada", "--email", "a@b.example")
    if contact:
        name = contact["graphcal"]["id"]
        home.check("edit-contact", "edit-contact", name, "--surname", "Byron")
        home.check("delete-contact", "delete-contact", name, "--yes")
    lines = pathlib.Path(home.folder, "lines.jsonl")
    lines.write_text(
        '{"kind":"event","subject":"n","start":"2026-12-03T10:00","end":"2026-12-03T11:00"}\n')
    home.check("apply", "apply", str(lines), "--yes")
    card = pathlib.Path(home.folder, "x.vcf")
    card.write_text("BEGIN:VCARD\nVERSION:3.0\nFN:Cy\nN:;Cy;;;\nEND:VCARD\n")
    home.check("import", "import", str(card), "--yes")


def meetings(home):
    meeting = home.check(
        "new-event", "new-event", "--subject", "m", "--start", "2026-12-03T10:00", "--attendee",
        "bo@contoso.example", "--yes")["graphcal"]["id"]
    home.check(
        "forward-event", "forward-event", meeting, "--to", "kim@contoso.example", "--yes")
    home.check("cancel-event", "cancel-event", meeting, "--comment", "ill", "--yes")
    invited = home.check("invites", "invites")
    home.check("respond", "respond", invited[0]["graphcal"]["id"], "tentative", "--silent")
    single = home.check("new-event", "new-event", "--subject", "y", "--start", "2026-12-04T10:00")
    home.check("move-event", "move-event", single["graphcal"]["id"], "--calendar", "Travel")


def folders(home):
    home.check("edit-contact-folder", "edit-contact-folder", "Club", "--name", "Society")
    names = [
        home.check("new-contact", "new-contact", "--given-name", "Io", "--surname", "Ray", "--email",
                   address)["graphcal"]["id"]
        for address in ("io@example.com", "io.ray@example.com")
    ]
    home.check("merge-contacts", "merge-contacts", *names, "--yes")
    home.check("move-contact", "move-contact", names[0], "--folder", "Society")
    picture = pathlib.Path(home.folder, "x.png")
    picture.write_bytes(dot())
    home.check("contact-photo", "contact-photo", names[0], "--set", str(picture), "--yes")
    home.check_typed("pick-contact", [(b"Io", b"\r")], "pick-contact", "io")
    home.check_typed(
        "pick-contact --multiple", [(b"Io", b"\t\r")], "pick-contact", "--multiple", "io")
    home.check("delete-contact-folder", "delete-contact-folder", "Society", "--yes")
    home.check("delete-calendar", "delete-calendar", "Travel", "--yes")
    home.check("edit-settings", "edit-settings", "--work-hours", "8:30-16:30", "--yes")


def running(home):
    words = ("watch", "--once", "--bookmark", "schemas")
    if home.run(*words).returncode != 0:
        problems.append("watch: no bookmark was made")
    home.check(
        "new-event", "new-event", "--subject", "w", "--start", "2026-11-30T08:10", "--tz", "UTC",
        "--reminder", "15m")
    home.check("new-contact", "new-contact", "--given-name", "Wes")
    home.check_lines("watch", *words)
    home.check_lines("remind", "remind", "--once")


with tempfile.TemporaryDirectory() as folder_of_home:
    emulator = subprocess.Popen(
        [programs / "graphcal-emulator", "--seed", "demo", "--clock", "2026-11-30T08:00:00Z",
         "--auto-approve"], stdout=subprocess.PIPE)
    try:
        home = Home(folder_of_home, json.loads(emulator.stdout.readline()))
        login = home.run("login", "--device-code", "--scopes", SCOPES)
        if login.returncode != 0:
            sys.exit(login.stderr)
        walk(home)
    finally:
        emulator.terminate()
        emulator.wait()
problems += [f"{key}: no output was held against its schema" for key in sorted(set(table) - checked)]
for problem in problems:
    print(problem)
print(f"{len(checked)} outputs of {len(table)} held against {len(validators)} schemas")
sys.exit(1 if problems else 0)
