#!/usr/bin/env python3
"""Holds the local copy to the service through bad days: kill -9 at any moment, full and read-only disks,
damaged and foreign files, failing pages, refused links, clocks that jump.
Usage: check-copy.py FOLDER-WITH-PROGRAMS [ROUNDS-OF-KILLING]

Whatever happens, the copy answers as it was or as it is now, or says what is wrong and how to mend it;
and the next good run makes it equal to the service again. Needs nothing but Python; what needs root or
faketime says "skipped" without it.
"""
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

programs = os.path.abspath(sys.argv[1])
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
seed = int(os.environ.get("GRAPHCAL_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 32)
chance = random.Random(seed)
passed = failed = skipped = 0
SCOPES = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"


def check(name, held, got=""):
    global passed, failed
    print(f"{'ok   ' if held else 'FAIL '} {name}" + ("" if held or not got else f": {got}"))
    passed += bool(held)
    failed += not held


def skip(name, why):
    global skipped
    print(f"skipped: {name} ({why})")
    skipped += 1


class Client:
    """A person's home with a sign-in at an emulator."""

    def __init__(self, ready, home, state=None):
        self.home = home
        self.state = state or os.path.join(home, "state")
        os.makedirs(self.state, exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC",
            "XDG_STATE_HOME": self.state, "XDG_CONFIG_HOME": os.path.join(home, "config"),
            "GRAPHCAL_CLIENT_ID": ready["clientId"], "GRAPHCAL_LOGIN_URL": ready["loginURL"],
            "GRAPHCAL_GRAPH_URL": ready["graphURL"]}
        self.graph = ready["graphURL"]
        outcome = self.run("login", "--device-code", "--scopes", SCOPES)
        if outcome.returncode:
            sys.exit(f"no sign-in: {outcome.stderr}")
        self.token = self.run("token").stdout.strip()

    def run(self, *words, before=(), **more):
        return subprocess.run(
            [*before, os.path.join(programs, "graphcal"), *words], text=True, capture_output=True,
            env={**self.environment, **more}, timeout=300)

    def start(self, *words):
        return subprocess.Popen(
            [os.path.join(programs, "graphcal"), *words], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, method, path, body=None):
        """A request of another client: it knows nothing of the copy."""
        request = urllib.request.Request(
            self.graph + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def events(self, *words):
        """The events of the window by calendar, or the outcome that is no answer."""
        outcome = self.run("agenda", "--from", "-85d", "--to", "+390d", "--calendar", "all", "--json",
                           *words)
        if outcome.returncode:
            return outcome
        found = {}
        for event in json.loads(outcome.stdout):
            key = (event["id"], event["@odata.etag"], event["subject"], event["graphcal"]["start"])
            found.setdefault(event["graphcal"]["calendar"], set()).add(key)
        return found

    def contacts(self, *words):
        outcome = self.run("contacts", "--json", *words)
        if outcome.returncode:
            return outcome
        return {(one["id"], one["@odata.etag"], one["displayName"]) for one in json.loads(outcome.stdout)}

    def all(self, *words):
        return self.events(*words), self.contacts(*words)

    @property
    def file(self):
        folder = os.path.join(self.state, "graphcal")
        names = [name for name in os.listdir(folder) if name.startswith("mailbox-")]
        names = [name for name in names if name.endswith(".sqlite")]
        return os.path.join(folder, names[0]) if names else None

    def health(self):
        """What doctor says of the copy; nothing when there is none yet."""
        outcome = self.run("doctor", "--json")
        checks = json.loads(outcome.stdout)["checks"]
        return {one["state"] for one in checks if one["name"] == "local copy"}


@contextlib.contextmanager
def mailbox(events=400, contacts=120, *options, state=None):
    home = tempfile.mkdtemp()
    emulator = subprocess.Popen(
        [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--seed",
         f"random:events={events},contacts={contacts},seed={seed % 1000 + 1}",
         "--log", os.path.join(home, "log.jsonl"), *options], stdout=subprocess.PIPE, text=True)
    try:
        client = Client(json.loads(emulator.stdout.readline()), home, state)
        client.emulator = emulator
        client.log = os.path.join(home, "log.jsonl")
        yield client
    finally:
        emulator.terminate()
        emulator.wait()
        shutil.rmtree(home, ignore_errors=True)


def short(state):
    """A state in few words, for a message."""
    if isinstance(state, subprocess.CompletedProcess):
        return f"exit {state.returncode}: {state.stderr.strip()[:300]}"
    if isinstance(state, tuple):
        return ", ".join(short(one) for one in state)
    if isinstance(state, dict):
        return str({name: len(items) for name, items in state.items()})
    return str(len(state))


def expect_equal(name, client):
    offline, online = client.all("--offline"), client.all("--fresh")
    check(name, offline == online, f"{short(offline)} in the copy, {short(online)} at the service")


def change(client):
    """What another client does between two runs: events and contacts come, change and go."""
    events = client.ask("GET", "/me/events?$top=50&$select=id,subject,type")["value"]
    singles = [event for event in events if event["type"] == "singleInstance"]
    for event in chance.sample(singles, 2):
        client.ask("PATCH", f"/me/events/{event['id']}", {"subject": f"Moved {chance.random()}"})
    client.ask("DELETE", f"/me/events/{chance.choice(events)['id']}")
    for number in range(3):
        start = time.strftime("%Y-%m-%dT%H:00:00", time.gmtime(time.time() + chance.randrange(86400 * 60)))
        client.ask("POST", "/me/events", {
            "subject": f"New {chance.random()}", "start": {"dateTime": start, "timeZone": "UTC"},
            "end": {"dateTime": start[:14] + "30:00", "timeZone": "UTC"}})
    people = client.ask("GET", "/me/contacts?$top=50&$select=id")["value"]
    client.ask("DELETE", f"/me/contacts/{chance.choice(people)['id']}")
    client.ask("POST", "/me/contacts", {"givenName": f"Ada {chance.random()}"})


def killed():
    with mailbox() as client:
        began = time.monotonic()
        client.run("sync")
        whole = time.monotonic() - began
        client.run("sync", "--forget")
        old = None
        wrong = []
        for number in range(rounds):
            # Now and then everything anew, which takes the longest.
            words = ["sync", "--full"] if number % 3 == 0 else ["sync"]
            new = client.all("--fresh")
            run = client.start(*words)
            time.sleep(chance.uniform(0, whole * (1.1 if number % 3 == 0 or old is None else 0.5)))
            run.send_signal(signal.SIGKILL)
            run.wait()
            state = client.health()
            if state - {"ok"}:
                wrong.append(f"round {number}: doctor says {state}")
            events, contacts = client.all("--offline")
            if isinstance(events, dict):
                for name in set(events) | set(new[0]):
                    known = [side[0].get(name, set()) for side in (old, new) if side]
                    if events.get(name, set()) not in known:
                        wrong.append(f"round {number}: calendar {name} is neither old nor new")
            elif old is not None or events.returncode not in (3, 7):
                wrong.append(f"round {number}: {short(events)}")
            if isinstance(contacts, set):
                if contacts not in [side[1] for side in (old, new) if side]:
                    wrong.append(f"round {number}: contacts are neither old nor new")
            elif old is not None or contacts.returncode not in (3, 7):
                wrong.append(f"round {number}: {short(contacts)}")
            # Every other time the next round starts from a whole copy.
            if number % 2 == 0:
                client.run("sync")
                expect = client.all("--offline")
                if expect != client.all("--fresh"):
                    wrong.append(f"round {number}: the run after is not equal: {short(expect)}")
                old = client.all("--offline")
                change(client)
        check(f"{rounds} runs killed at random leave the old state or the new one", not wrong,
              "; ".join(wrong[:5]))
        check("the run after them ends well", client.run("sync").returncode == 0)
        check("doctor finds the copy well", client.health() == {"ok"}, client.health())
        expect_equal("and it is equal to the service", client)


def full_disk():
    if os.geteuid():
        return skip("a full disk", "only root can mount a small one")
    state = tempfile.mkdtemp()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", state]).returncode:
        return skip("a full disk", "this machine mounts none")
    try:
        with mailbox(2000, 500, state=state) as client:
            first = client.run("sync")
            check("no room for the first copy: an error that says so",
                  first.returncode not in (0, 9) and "space" in first.stderr + first.stdout
                  or first.returncode == 9, f"exit {first.returncode} {first.stderr}")
            for name, offline, online in zip(("events", "contacts"), client.all("--offline"),
                                             client.all("--fresh")):
                check(f"then {name} are whole or refused, never a part",
                      offline == online or isinstance(offline, subprocess.CompletedProcess),
                      short(offline))
            check("and lists come from the service", client.events() == client.events("--fresh"))
            subprocess.run(["mount", "-o", "remount,size=64m", state], check=True)
            check("with room the next run ends well", client.run("sync").returncode == 0)
            expect_equal("and the copy is equal", client)
            old = client.all("--offline")
            change(client)
            new = client.all("--fresh")
            with contextlib.suppress(OSError):
                with open(os.path.join(state, "filler"), "wb", buffering=0) as filler:
                    while filler.write(bytes(1 << 12)):
                        pass
            again = client.run("sync", "--full")
            check("no room for a later run: an error", again.returncode != 0)
            for place, offline in enumerate(client.all("--offline")):
                check(f"the copy stays as it was or is new ({place})",
                      offline in (old[place], new[place]), short(offline))
            os.remove(os.path.join(state, "filler"))
            check("with room again it ends well", client.run("sync").returncode == 0)
            expect_equal("and is equal again", client)
    finally:
        subprocess.run(["umount", "-l", state])
        os.rmdir(state)


def read_only():
    if os.geteuid():
        return skip("a read-only disk", "only root can mount one")
    state = tempfile.mkdtemp()
    with mailbox(state=state) as client:
        client.run("sync")
        old = client.all("--offline")
        mounted = (subprocess.run(["mount", "--bind", state, state]).returncode == 0
                   and subprocess.run(["mount", "-o", "remount,ro,bind", state]).returncode == 0)
        if not mounted:
            subprocess.run(["umount", "-l", state], stderr=subprocess.DEVNULL)
            return skip("a read-only disk", "this machine mounts none")
        try:
            check("a copy on a read-only disk answers", client.all("--offline") == old,
                  short(client.all("--offline")))
            change(client)
            online = client.events()
            check("lists come from there or from the service",
                  online in (old[0], client.events("--fresh")), short(online))
            outcome = client.run("sync")
            check("sync says what hinders it", outcome.returncode not in (0, 130) and
                  "you may write to" in outcome.stderr, f"{outcome.returncode} {outcome.stderr}")
        finally:
            subprocess.run(["umount", "-l", state])
        check("and later it goes on", client.run("sync").returncode == 0)
        expect_equal("to the same", client)
    shutil.rmtree(state, ignore_errors=True)


def damaged():
    def header(path):
        with open(path, "r+b") as file:
            file.write(b"no database at all, whatever this is " * 4)

    def half(path):
        os.truncate(path, os.path.getsize(path) // 2)

    def empty(path):
        os.truncate(path, 0)

    def pages(path):
        with open(path, "r+b") as file:
            for place in range(4096 * 3, os.path.getsize(path), 4096 * 5):
                file.seek(place)
                file.write(chance.randbytes(2048))

    def values(path):
        with contextlib.closing(sqlite3.connect(path)) as base, base:
            base.execute("UPDATE items SET resource = substr(resource, 1, 20) WHERE number % 7 = 0")

    def missing_table(path):
        with contextlib.closing(sqlite3.connect(path)) as base, base:
            base.execute("DROP TABLE items")

    with mailbox(200, 60) as client:
        client.run("sync")
        with contextlib.closing(sqlite3.connect(client.file)) as base:
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        truth = client.all("--fresh")
        keep = os.path.join(client.home, "keep")
        shutil.copy(client.file, keep)
        for harm in (header, half, empty, pages, values, missing_table):
            name = harm.__name__.replace("_", " ")
            for more in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(client.file + more)
            shutil.copy(keep, client.file)
            harm(client.file)
            for place, answer in enumerate(client.all("--offline")):
                refused = isinstance(answer, subprocess.CompletedProcess)
                check(f"damage ({name}): offline the answer is right or there is none ({place})",
                      answer == truth[place] or refused and answer.returncode != 0
                      and "graphcal " in answer.stderr, short(answer))
            for place, answer in enumerate(client.all()):
                check(f"damage ({name}): with the service it is right or refused ({place})",
                      answer == truth[place] or isinstance(answer, subprocess.CompletedProcess)
                      and "graphcal " in answer.stderr, short(answer))
            answer = client.contacts("--offline")
            if isinstance(answer, subprocess.CompletedProcess):
                check(f"damage ({name}): what mends it is said",
                      "graphcal sync" in answer.stderr, answer.stderr)
                said = client.health() | {"ok"}
                check(f"damage ({name}): doctor finds it too", said != {"ok"} or harm == empty, said)
            # What the error and doctor say.
            client.run("sync", "--forget")
            mended = client.run("sync")
            check(f"damage ({name}): it is mended", mended.returncode == 0, mended.stderr)
            expect_equal(f"damage ({name}): equal after that", client)
        with contextlib.closing(sqlite3.connect(client.file)) as base, base:
            base.execute("PRAGMA user_version = 999")
        newer = client.run("sync")
        check("a newer program's file is left alone", newer.returncode != 0 and "newer" in newer.stderr,
              newer.stderr)
        check("and lists still come from the service", client.events() == truth[0])
        with contextlib.closing(sqlite3.connect(client.file)) as base:
            check("and it is unharmed", base.execute("PRAGMA user_version").fetchone() == (999,))


def failing_pages():
    with mailbox(300, 80, "--fault", "500:GET /contacts/delta:100000") as client:
        outcome = client.run("sync", "--max-wait", "1")
        check("a folder that cannot be read makes sync fail", outcome.returncode not in (0, 130),
              outcome.stderr)
        contacts = client.contacts("--offline")
        check("and then contacts are not said to be none", contacts != set(), short(contacts))
        check("while the calendars answer", client.events("--offline") == client.events("--fresh"))
    for status in ("410", "400", "404"):
        with mailbox(300, 80) as client:
            client.run("sync")
            change(client)
            # What a service says of a link that it has forgotten.
            with contextlib.closing(sqlite3.connect(client.file)) as base, base:
                base.execute("UPDATE collections SET delta_link = replace(delta_link, 'oken=', 'oken=x')")
            check("a link that is refused starts anew", client.run("sync").returncode == 0)
            expect_equal("and ends equal", client)
        break


def two_at_once():
    with mailbox() as client:
        for turn in range(3):
            runs = [client.start("sync", *(["--full"] if turn == 1 else [])) for _ in range(3)]
            codes = [run.wait(timeout=300) for run in runs]
            check(f"three runs at once all end well ({turn})", codes == [0, 0, 0], codes)
            expect_equal(f"and the copy is equal ({turn})", client)
            change(client)


def clocks():
    with mailbox(200, 60) as client:
        client.run("sync")
        change(client)
        ahead = client.events("--fresh")
        # A copy from the future is not young: what another client changed is seen.
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 7200))
        early = client.run("agenda", "--from", "-80d", "--to", "+380d", "--calendar", "all", "--json",
                           GRAPHCAL_NOW=now)
        fresh = client.run("agenda", "--from", "-80d", "--to", "+380d", "--calendar", "all", "--json",
                           "--fresh", GRAPHCAL_NOW=now)
        check("a clock set back does not make the copy young", early.stdout == fresh.stdout,
              early.stderr)
        check("and the copy learns", client.events("--offline") == ahead)
        if shutil.which("faketime") is None:
            return skip("a machine's clock that jumps", "no faketime")
        for jump in ("-3d", "+3d"):
            outcome = client.run("sync", before=("faketime", "-f", jump))
            check(f"sync with a clock {jump} away", outcome.returncode == 0, outcome.stderr)
            check(f"sync after it ({jump})", client.run("sync").returncode == 0)
            expect_equal(f"equal after it ({jump})", client)


print(f"GRAPHCAL_SEED={seed}")
for part in (killed, two_at_once, full_disk, read_only, damaged, failing_pages, clocks):
    part()
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(failed > 0)
