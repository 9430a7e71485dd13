#!/usr/bin/env python3
"""Holds what commands print as JSON of the demo mailbox against docs/schema, by the jsonschema package.

Usage: check-schemas.py PROGRAMS
"""
import json
import pathlib
import subprocess
import sys
import tempfile

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
        value = json.loads(output)
        checked.add(key)
        for error in list(validators[table[key]].iter_errors(value))[:3]:
            place = "/".join(map(str, error.absolute_path))
            problems.append(f"{' '.join(words)}: {table[key]}: /{place}: {error.message[:200]}")
        return value


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
    home.check("contacts --unified", "contacts", "--unified")
    for event in week:
        home.check("show", "show", event["graphcal"]["id"])
        if event["hasAttachments"]:
            home.check("attachments", "attachments", event["graphcal"]["id"])
    for contact in home.check("contacts", "contacts")[:20]:
        home.check("show-contact", "show-contact", contact["graphcal"]["id"])
    changes(home)
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
for problem in problems:
    print(problem)
print(f"{len(checked)} outputs of {len(table)} held against {len(validators)} schemas")
sys.exit(1 if problems else 0)
