#!/usr/bin/env python3
"""Contacts in both directions: python-o365 reads and makes contacts at the emulator with the sign-in
that graphcal keeps, and each sees what the other made. Usage: check-contacts.py FOLDER-WITH-PROGRAMS
WORK-FOLDER

The work folder holds cert.pem and key.pem for localhost.
"""
import json
import os
import subprocess
import sys

import msal
from O365 import Account, Connection, MSGraphProtocol
from O365.utils.token import MemoryTokenBackend

programs, work = sys.argv[1:3]
certificate = os.path.join(work, "cert.pem")
home = os.path.join(work, "contacts")
failures = 0
for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
    os.environ[name] = certificate


def check(name, held, got=None):
    global failures
    print(f"{'ok   ' if held else 'FAIL '} {name}" + ("" if held or got is None else f": {got}"))
    failures += not held


emulator = subprocess.Popen(
    [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--seed", "demo",
     "--tls-cert", certificate, "--tls-key", os.path.join(work, "key.pem")],
    stdout=subprocess.PIPE, text=True)
try:
    ready = json.loads(emulator.stdout.readline())
    root = f"https://localhost:{ready['port']}"
    os.makedirs(home, exist_ok=True)
    environment = {
        "PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "SSL_CERT_FILE": certificate,
        "GRAPHCAL_CLIENT_ID": ready["clientId"], "GRAPHCAL_LOGIN_URL": root,
        "GRAPHCAL_GRAPH_URL": root + "/v1.0"}

    def graphcal(*words):
        return subprocess.run([os.path.join(programs, "graphcal"), *words], env=environment,
                              capture_output=True, text=True, timeout=60)

    def items(*words):
        return json.loads(graphcal(*words).stdout or "[]")

    scopes = "User.Read,MailboxSettings.Read,Contacts.ReadWrite"
    signed_in = graphcal("login", "--device-code", "--scopes", scopes)
    check("graphcal signs in", signed_in.returncode == 0, signed_in.stderr)

    class Backend(MemoryTokenBackend):
        """The cache that graphcal wrote."""

        def load_token(self):
            with open(os.path.join(home, ".local/state/graphcal/token-cache.json")) as file:
                self._cache = self.deserialize(file.read())
            return True

    class HereConnection(Connection):
        """O365 builds its MSAL client for Microsoft's hosts; this one is for the host it was given."""

        @property
        def msal_client(self):
            if self._msal_client is None:
                self._msal_client = msal.PublicClientApplication(
                    self.auth[0], authority=f"{root}/common", instance_discovery=False,
                    token_cache=self.token_backend, verify=self.verify_ssl)
            return self._msal_client

    class HereAccount(Account):
        connection_constructor = HereConnection

    class Protocol(MSGraphProtocol):
        _protocol_url = root + "/"

    backend = Backend()
    account = HereAccount((ready["clientId"],), auth_flow_type="public", tenant_id="common",
                          protocol=Protocol(), token_backend=backend, verify_ssl=certificate,
                          requests_delay=0, request_retries=0)
    book = account.address_book()
    # Names and not ids: graphcal asks for immutable ids, and O365 for others.
    theirs = sorted(person.display_name or "" for person in book.get_contacts(limit=None))
    ours = sorted(item["displayName"] or "" for item in items("contacts", "--folder", "Contacts", "--json"))
    check("both list the same people of the default folder", theirs and theirs == ours, (theirs, ours))

    made = graphcal(
        "new-contact", "--given-name", "John", "--surname", "O'Probe", "--email",
        "home=john@contoso.example", "--email", "work=j.probe@contoso.example", "--phone",
        "mobile=+1-713-555-0100", "--address", "work=1 Loop;Cupertino;CA;95014;US", "--birthday",
        "1984-04-01", "--json")
    check("graphcal makes a contact", made.returncode == 0, made.stderr)
    seen = [person for person in book.get_contacts(limit=None)
            if person.display_name == "John O'Probe"]
    check("O365 sees it", len(seen) == 1)
    if seen:
        person = seen[0]
        check("with its names, addresses and number",
              (person.name, person.surname, [mail.address for mail in person.emails],
               person.mobile_phone, person.business_address.get("city"))
              == ("John", "O'Probe", ["john@contoso.example", "j.probe@contoso.example"],
                  "+1-713-555-0100", "Cupertino"), vars(person))

    person = book.new_contact()
    person.name, person.surname, person.company_name = "Zoë", "Prüfer", "Kotva & Søn"
    person.emails.add("zoe@kotva.example")
    person.mobile_phone = "+49 170 5550103"
    check("O365 makes a contact", bool(person.save()))
    found = items("contacts", "prufer", "--json")
    check("graphcal finds it without its accents",
          [item["displayName"] for item in found] == ["Zoë Prüfer"], found)
    if found:
        item = found[0]
        check("with everything that O365 wrote",
              (item["givenName"], item["surname"], item["companyName"], item["mobilePhone"],
               item["emailAddresses"][0]["address"])
              == ("Zoë", "Prüfer", "Kotva & Søn", "+49 170 5550103", "zoe@kotva.example"), item)
finally:
    emulator.terminate()
    emulator.wait()
print("all held" if not failures else f"{failures} did not hold")
sys.exit(1 if failures else 0)
