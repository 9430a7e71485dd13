#!/usr/bin/env python3
"""Makes the package and the archives of the release programs, and installs both where nothing else is:
the package in a fresh system of this machine's Debian release, the archive in a folder.

Usage: check-package.py RELEASE-PROGRAMS WORK-FOLDER    (as root, with mmdebstrap)

In the fresh system `dpkg -i` and `apt-get install -f` put the package in; an ordinary user asks for versions
and help, signs in at the emulator of the package and uses each library once; `dpkg --purge` leaves nothing.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

CLOCK = "2026-11-30T08:00:00Z"
LINTIAN_IGNORED = [
    # The package is not of Debian's archive: no report there has asked for it.
    "initial-upload-closes-no-bugs",
    # sensible-browser is one name of several that are looked for, and none has to be there.
    "missing-depends-on-sensible-utils",
]
root = Path(__file__).resolve().parent.parent
programs, work = Path(sys.argv[1]), Path(sys.argv[2])
failures = 0


def check(name, held, got=None):
    global failures
    print(f"{'ok   ' if held else 'FAIL '} {name}" + ("" if held or got is None else f": {got}"), flush=True)
    failures += not held


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)


def must(*words, **options):
    done = run(*words, **options)
    if done.returncode != 0:
        sys.exit(f"FAIL  {' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


class System:
    """A fresh Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder
        release = dict(
            line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
        sources = next(path for path in [
            "/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list.d/ubuntu.sources",
            "/etc/apt/sources.list"] if os.path.exists(path))
        # What this machine needs to reach its mirror, the fresh one needs too.
        options = [
            f"--aptopt={line.rstrip()}" for line in must("apt-config", "dump").splitlines()
            if re.match(r'Acquire::(https?::Proxy|Check-[A-Za-z-]+) "[^"]+";', line)]
        must("mmdebstrap", "--quiet", "--mode=root", "--variant=apt", *options,
             release["VERSION_CODENAME"].strip('"'), folder, sources)
        (folder / "etc/resolv.conf").write_bytes(Path("/etc/resolv.conf").read_bytes())

    def words(self, *words, user=None, variables=None):
        home = "/root" if user is None else "/home/kim"
        variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8",
                     "DEBIAN_FRONTEND": "noninteractive", **(variables or {})}
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        # Swift finds its arguments in /proc; the mount ends with the command.
        return ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0" && exec "$@"',
                f"{self.folder}/proc", "chroot", str(self.folder), "env", "-i",
                *[f"{name}={value}" for name, value in variables.items()], *as_user, *words]

    def run(self, *words, **options):
        """Runs a command to its end."""
        return run(*self.words(*words, **options), cwd="/", timeout=300)

    def start(self, *words, **options):
        """Starts a command, whose process it then is."""
        return subprocess.Popen(self.words(*words, **options), stdout=subprocess.PIPE, text=True, cwd="/")

    def files(self):
        """Every path of the system but those that change by themselves."""
        found = set()
        for folder, folders, names in os.walk(self.folder):
            here = "/" + os.path.relpath(folder, self.folder)
            folders[:] = [name for name in folders if f"{here}/{name}".replace("//", "/").lstrip("/.") not in (
                "proc", "sys", "tmp", "home", "var/lib/dpkg", "var/lib/apt", "var/cache", "var/log")]
            found.update(os.path.normpath(f"{here}/{name}") for name in folders + names)
        return found


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def made():
    """The release twice; returns the package and the archive of the first."""
    for name in ["first", "second"]:
        must(root / "Tools/make-dist.sh", programs, work / name)
    first = digests(work / "first")
    check("the same programs give the same bytes twice", first == digests(work / "second"))
    check("a release is four files", len(first) == 4, list(first))
    sums = run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=work / "first")
    check("sha256sum accepts the checksums", sums.returncode == 0, sums.stdout)
    package = next((work / "first").glob("*.deb"))
    archive = next((work / "first").glob("*-linux-*.tar.gz"))
    return package, archive


def looked_at(package):
    version = must(root / "Tools/version.sh").strip()
    told = must(programs / "graphcal", "version").split()
    check("the version of the sources is that of the program", told == ["graphcal", version], told)
    fields = must("dpkg-deb", "--field", package)
    check("the package has that version", f"Version: {version}-1\n" in fields, fields)
    depends = re.search(r"^Depends: (.*)$", fields, re.MULTILINE)[1]
    for name in ["libc6", "libsqlite3-0", "libutf8proc", "libmicrohttpd", "libcurl4 | libcurl4t64",
                 "libssl3 | libssl3t64", "libical3 | libical3t64", "libjq1", "tzdata", "ca-certificates"]:
        check(f"it depends on {name}", name in depends, depends)
    listing = must("dpkg-deb", "--contents", package)
    for line in listing.splitlines():
        mode, owner, path = line.split()[0], line.split()[1], line.split()[5]
        executable = path.startswith("./usr/bin/") or path.endswith("graphcal-i3status")
        expected = "drwxr-xr-x" if mode[0] == "d" else "-rwxr-xr-x" if executable else "-rw-r--r--"
        if (mode, owner) != (expected, "root/root"):
            check("modes and owners are those of a system", False, line)
    linked = must("ldd", programs / "graphcal")
    check("no Swift library is needed", "libswift" not in linked and "libFoundation" not in linked, linked)
    stripped = work / "stripped"
    shutil.copy(programs / "graphcal", stripped)
    must(root / "Tools/strip.sh", stripped)
    check("the place where it was built is not told", str(root).encode() not in stripped.read_bytes())
    if not shutil.which("lintian"):
        print("skipped lintian, which is not installed")
        return
    found = run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags",
                ",".join(LINTIAN_IGNORED), package)
    check("lintian has nothing against it", found.returncode == 0, found.stdout + found.stderr)


def installed(package):
    system = System(work / "system")
    copied = system.folder / "tmp" / package.name
    copied.write_bytes(package.read_bytes())
    # The lists of packages are taken away when the system is made.
    updated = system.run("apt-get", "update", "-q")
    check("the fresh system reaches its mirror", updated.returncode == 0, updated.stderr)
    alone = system.run("dpkg", "-i", f"/tmp/{package.name}")
    check("dpkg -i says what else is needed",
          alone.returncode != 0 and "libcurl4" in alone.stderr, alone.stderr)
    fixed = system.run("apt-get", "install", "-f", "-y", "-q", "--no-install-recommends")
    check("apt-get install -f brings it", fixed.returncode == 0, fixed.stdout + fixed.stderr)
    state = system.run("dpkg-query", "-W", "-f=${db:Status-Abbrev}", "graphcal").stdout
    check("the package is installed", state.strip() == "ii", state)
    verified = system.run("dpkg", "--verify", "graphcal")
    check("every file has the sum that the package tells", verified.stdout == "", verified.stdout)
    used(system)
    before = system.files()
    paths = system.run("dpkg-query", "-L", "graphcal").stdout.split("\n")
    removed = system.run("dpkg", "--purge", "graphcal")
    check("dpkg --purge removes it", removed.returncode == 0, removed.stderr)
    after = system.files()
    check("nothing of it is left", not [path for path in after if "graphcal" in path.lower()],
          [path for path in after if "graphcal" in path.lower()])
    check("nothing else is gone", before - after <= set(paths), sorted(before - after - set(paths))[:10])


def used(system):
    """What somebody does with it who has no rights on the machine."""
    uid = 1000
    home = system.folder / "home/kim"
    home.mkdir(mode=0o700)
    os.chown(home, uid, uid)
    versions = system.run("graphcal", "version", "-v", user=uid)
    check("version -v names every library",
          versions.returncode == 0 and "not installed" not in versions.stdout
          and all(name in versions.stdout for name in [
              "libcurl/", "nghttp2/", "OpenSSL 3", "libical.so.3", "libjq.so.1", "SQLite 3", "utf8proc 2",
              "time zone data 20", "glibc"]),
          versions.stdout + versions.stderr)
    helped = system.run("graphcal-emulator", "--help", user=uid)
    check("graphcal-emulator --help", helped.returncode == 0 and "--auto-approve" in helped.stdout)
    emulator = system.start(
        "graphcal-emulator", "--auto-approve", "--seed", "demo", "--clock", CLOCK, user=uid)
    try:
        ready = json.loads(emulator.stdout.readline())
        variables = {
            "GRAPHCAL_NOW": CLOCK, "GRAPHCAL_CLIENT_ID": ready["clientId"],
            "GRAPHCAL_LOGIN_URL": ready["loginURL"], "GRAPHCAL_GRAPH_URL": ready["graphURL"]}

        def graphcal(*words):
            return system.run("graphcal", *words, user=uid, variables=variables)

        login = graphcal("login", "--device-code")
        check("a user signs in at it", login.returncode == 0, login.stderr)
        week = graphcal("week")
        check("and sees the week", week.returncode == 0 and "27 events" in week.stdout,
              week.stdout + week.stderr)
        count = graphcal("week", "--jq", "length")
        check("--jq finds libjq", count.stdout.strip().isdigit() and int(count.stdout) > 20, count.stderr)
        exported = graphcal("export", "-o", "/home/kim/all.ics")
        imported = graphcal("import", "/home/kim/all.ics", "--dry-run")
        check("import finds libical", exported.returncode == 0 and imported.returncode == 0,
              exported.stderr + imported.stderr)
        doctor = graphcal("doctor")
        check("the doctor finds nothing wrong", doctor.returncode == 0, doctor.stdout + doctor.stderr)
    finally:
        emulator.terminate()
        emulator.wait()
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in
             [home / ".local/state/graphcal/token-cache.json"]}
    check("tokens are readable by that user alone", set(modes.values()) == {"0o600"}, modes)


def unpacked(archive):
    (work / "archive").mkdir()
    must("tar", "-xf", archive, "-C", work / "archive")
    folder = next((work / "archive").iterdir())
    prefix = work / "my prefix"
    done = run(folder / "install.sh", prefix, cwd="/")
    check("install.sh of the archive installs", done.returncode == 0, done.stdout + done.stderr)
    version = run(prefix / "bin/graphcal", "version", env={"HOME": str(work)})
    check("the installed program runs", version.returncode == 0, version.stderr)
    unit = (prefix / "lib/systemd/user/graphcal-sync.service").read_text()
    check("units name it where it is", f'ExecStart="{prefix}/bin/graphcal"' in unit, unit)
    listed = set(must("dpkg-deb", "--contents", next((work / "first").glob("*.deb"))).split())
    missing = [
        path for path in (prefix / "share/graphcal").rglob("*") if path.is_file()
        and f"./usr/{path.relative_to(prefix)}" not in listed]
    check("package and archive install the same", not missing, missing)


work.mkdir(parents=True, exist_ok=True)
package, archive = made()
looked_at(package)
unpacked(archive)
installed(package)
print(f"{package.name}, {package.stat().st_size / 1e6:.1f} MB")
sys.exit(1 if failures else 0)
