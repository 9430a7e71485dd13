#!/usr/bin/env python3
"""The address book that graphcal exports, read by vobject and by khard: both know the same people with
the same addresses and numbers as graphcal lists. Usage: check-khard.py FOLDER-WITH-PROGRAMS WORK-FOLDER
"""
import json
import os
import subprocess
import sys
from pathlib import Path

import vobject

programs, work = sys.argv[1:3]
home = Path(work, "khard")
failures = 0
CONFIG = f"""[addressbooks]
[[check]]
path = {home}/vdir
[general]
default_action = list
editor = true
merge_editor = true
[contact table]
display = formatted_name
preferred_phone_number_type = pref,
preferred_email_address_type = pref,
[vcard]
preferred_version = 3.0
skip_unparsable = no
"""


def check(name, held, got=None):
    global failures
    print(f"{'ok   ' if held else 'FAIL '} {name}" + ("" if held or got is None else f": {got}"))
    failures += not held


def khard(*words):
    return subprocess.run(
        [str(Path(sys.executable).parent / "khard"), "-c", str(home / "config"), *words],
        capture_output=True, text=True, timeout=120,
        env={**os.environ, "LANG": "C.UTF-8", "HOME": str(home)})


def ours(contact):
    """What of a contact its card has to have: its name, addresses and numbers."""
    numbers = [contact["mobilePhone"], *contact["businessPhones"], *contact["homePhones"]]
    return (contact["displayName"].strip(),
            tuple(sorted(mail["address"] for mail in contact["emailAddresses"])),
            tuple(sorted(number for number in numbers if number)))


def theirs(card):
    return (card.fn.value.strip(),
            tuple(sorted(mail.value for mail in card.contents.get("email", []))),
            tuple(sorted(phone.value for phone in card.contents.get("tel", []))))


emulator = subprocess.Popen(
    [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--seed", "demo",
     "--clock", "2026-11-30T08:00:00Z"], stdout=subprocess.PIPE, text=True)
try:
    ready = json.loads(emulator.stdout.readline())
    (home / "vdir").mkdir(parents=True, exist_ok=True)
    (home / "config").write_text(CONFIG)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8",
        "GRAPHCAL_NOW": "2026-11-30T08:00:00Z", "GRAPHCAL_CLIENT_ID": ready["clientId"],
        "GRAPHCAL_LOGIN_URL": ready["loginURL"], "GRAPHCAL_GRAPH_URL": ready["graphURL"]}

    def graphcal(*words):
        return subprocess.run([os.path.join(programs, "graphcal"), *words], env=environment,
                              capture_output=True, text=True, timeout=60)

    signed_in = graphcal("login", "--device-code", "--scopes",
                         "User.Read,MailboxSettings.Read,Contacts.ReadWrite")
    check("graphcal signs in", signed_in.returncode == 0, signed_in.stderr)
    made = graphcal(
        "new-contact", "--given-name", "Zoë", "--surname", "Lind; Ångström, \\ Co", "--email",
        "Rechnung=zoe@contoso.example", "--phone", "home=+46 8 555 01 23", "--address",
        "home=Storgatan 1;Malmö;;211 42;SE", "--birthday", "02-29", "--note", "one, two; three")
    check("a contact of odd signs is made", made.returncode == 0, made.stderr)
    listed = sorted(ours(item) for item in json.loads(graphcal("contacts", "--json").stdout))
    check("more than ten contacts", len(listed) > 10, len(listed))
    for form in ["vcard3", "vcard4"]:
        path = home / f"{form}.vcf"
        written = graphcal("export", "--contacts", "--format", form, "-o", str(path))
        check(f"graphcal exports {form}", written.returncode == 0, written.stderr)
        cards = list(vobject.readComponents(path.read_bytes().decode()))
        read = sorted(theirs(card) for card in cards)
        check(f"vobject reads the same people from {form}", read == listed,
              [entry for entry in read if entry not in listed][:3])
        for card in cards:
            if form == "vcard3":
                card.validate()
        photos = [card for card in cards if "photo" in card.contents]
        check(f"with their photos in {form}", len(photos) > 0)
    for number, card in enumerate(
            vobject.readComponents((home / "vcard3.vcf").read_bytes().decode())):
        (home / "vdir" / f"{number}.vcf").write_bytes(card.serialize().encode())
    names = khard("list", "--parsable", "--fields", "formatted_name")
    check("khard lists", names.returncode == 0, names.stderr)
    wanted = sorted(name for name, _, _ in listed)
    got = sorted(line.strip() for line in names.stdout.splitlines() if line.strip())
    check("khard knows the same people", got == wanted, (got, wanted))
    mails = khard("email", "--parsable", "zoe@contoso.example")
    check("khard finds an address", "zoe@contoso.example" in mails.stdout, mails.stdout)
finally:
    emulator.terminate()
    emulator.wait()
sys.exit(1 if failures else 0)
