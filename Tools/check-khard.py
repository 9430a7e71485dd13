#!/usr/bin/env python3
"""The address book that graphcal exports, and the folder that it keeps like the mailbox, read by vobject
and by khard: all know the same people with the same addresses and numbers as graphcal lists.
Usage: check-khard.py FOLDER-WITH-PROGRAMS WORK-FOLDER
"""
import sys
from pathlib import Path

import vobject

from checking import Bench

programs, work = sys.argv[1:3]
home = Path(work, "khard")
CONFIG = """[addressbooks]
{books}
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


def config(name, folders):
    """khard's settings for folders of cards."""
    books = "\n".join(f"[[book{number}]]\npath = {folder}"
                      for number, folder in enumerate(folders))
    path = home / f"config-{name}"
    path.write_text(CONFIG.format(books=books))
    return path


def compare(bench, name, settings, listed):
    """Holds what khard knows against the contacts."""
    names = bench.foreign("khard", settings, "list", "--parsable", "--fields", "formatted_name")
    bench.check(f"khard lists {name}", names.returncode == 0, names.stderr)
    wanted = sorted(name for name, _, _ in listed)
    got = sorted(line.strip() for line in names.stdout.splitlines() if line.strip())
    bench.check(f"khard knows the same people from {name}", got == wanted, (got, wanted))
    mails = bench.foreign("khard", settings, "email", "--parsable", "zoe@contoso.example")
    bench.check("khard finds an address", "zoe@contoso.example" in mails.stdout, mails.stdout)


SCOPES = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
with Bench(programs, home, SCOPES) as bench:
    made = bench.graphcal(
        "new-contact", "--given-name", "Zoë", "--surname", "Lind; Ångström, \\ Co", "--email",
        "Rechnung=zoe@contoso.example", "--phone", "home=+46 8 555 01 23", "--address",
        "home=Storgatan 1;Malmö;;211 42;SE", "--birthday", "02-29", "--note", "one, two; three")
    bench.check("a contact of odd signs is made", made.returncode == 0, made.stderr)
    listed = sorted(ours(item) for item in bench.items("contacts"))
    bench.check("more than ten contacts", len(listed) > 10, len(listed))
    for form in ["vcard3", "vcard4"]:
        path = home / f"{form}.vcf"
        written = bench.graphcal("export", "--contacts", "--format", form, "-o", str(path))
        bench.check(f"graphcal exports {form}", written.returncode == 0, written.stderr)
        cards = list(vobject.readComponents(path.read_bytes().decode()))
        read = sorted(theirs(card) for card in cards)
        bench.check(f"vobject reads the same people from {form}", read == listed,
                    [entry for entry in read if entry not in listed][:3])
        for card in cards:
            if form == "vcard3":
                card.validate()
        photos = [card for card in cards if "photo" in card.contents]
        bench.check(f"with their photos in {form}", len(photos) > 0)
    (home / "vdir").mkdir(exist_ok=True)
    for number, card in enumerate(
            vobject.readComponents((home / "vcard3.vcf").read_bytes().decode())):
        (home / "vdir" / f"{number}.vcf").write_bytes(card.serialize().encode())
    compare(bench, "the export", config("export", [home / "vdir"]), listed)

    # The folder itself.
    kept = home / "kept"
    synced = bench.graphcal("sync", "--vdir", str(kept))
    bench.check("graphcal writes the folder", synced.returncode == 0, synced.stderr)
    folders = sorted(folder for folder in (kept / "contacts").iterdir() if folder.is_dir())
    compare(bench, "the folder", config("kept", folders), listed)
sys.exit(1 if bench.failures else 0)
