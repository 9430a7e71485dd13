#!/usr/bin/env python3
"""The token cache in both directions: MSAL reads what graphcal wrote without a request, and
graphcal uses what MSAL wrote. Usage: check-msal-cache.py FOLDER-WITH-PROGRAMS WORK-FOLDER

The work folder holds cert.pem and key.pem for localhost.
"""
import json
import os
import subprocess
import sys
import time

import msal
import requests

programs, work = sys.argv[1:3]
failures = 0


def check(name, held, got=None):
    global failures
    print(f"{'ok   ' if held else 'FAIL '} {name}" + ("" if held or got is None else f": {got}"))
    failures += not held


class CountingHTTP:
    """The http client given to MSAL; it counts what goes to the token endpoint."""

    def __init__(self):
        self.session, self.posts = requests.Session(), 0
        self.session.verify, self.session.trust_env = os.path.join(work, "cert.pem"), False

    def get(self, url, params=None, headers=None, **_):
        return self.session.get(url, params=params, headers=headers, timeout=30)

    def post(self, url, params=None, data=None, headers=None, **_):
        self.posts += 1
        return self.session.post(url, params=params, data=data, headers=headers, timeout=30)

    def close(self):
        self.session.close()


emulator = subprocess.Popen(
    [os.path.join(programs, "graphcal-emulator"), "--auto-approve", "--seed", "demo",
     "--tls-cert", os.path.join(work, "cert.pem"), "--tls-key", os.path.join(work, "key.pem")],
    stdout=subprocess.PIPE, text=True)
try:
    ready = json.loads(emulator.stdout.readline())
    root = f"https://localhost:{ready['port']}"

    def environment(home):
        os.makedirs(home, exist_ok=True)
        return {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8",
                "SSL_CERT_FILE": os.path.join(work, "cert.pem"),
                "GRAPHCAL_CLIENT_ID": ready["clientId"], "GRAPHCAL_LOGIN_URL": root,
                "GRAPHCAL_GRAPH_URL": root + "/v1.0"}

    def graphcal(home, *words):
        return subprocess.run([os.path.join(programs, "graphcal"), *words], env=environment(home),
                              capture_output=True, text=True, timeout=60)

    def app(cache, http):
        return msal.PublicClientApplication(
            ready["clientId"], authority=f"{root}/common", instance_discovery=False,
            http_client=http, token_cache=cache)

    scopes = ["User.Read", "Calendars.ReadWrite"]
    ours = os.path.join(work, "ours")
    signed_in = graphcal(ours, "login", "--device-code")
    check("graphcal signs in", signed_in.returncode == 0, signed_in.stderr)
    path = os.path.join(ours, ".local/state/graphcal/token-cache.json")
    text = open(path).read()
    cache, http = msal.SerializableTokenCache(), CountingHTTP()
    cache.deserialize(text)
    a = app(cache, http)
    accounts = a.get_accounts()
    check("MSAL finds the account that graphcal stored", len(accounts) == 1, accounts)
    got = a.acquire_token_silent(scopes, account=accounts[0]) if accounts else None
    check("MSAL answers a silent call from it with no token request", bool(got) and http.posts == 0, (got, http.posts))
    check("and loads and writes it byte for byte", cache.serialize() == text or json.loads(cache.serialize()) == json.loads(text))

    theirs = os.path.join(work, "theirs")
    cache, http = msal.SerializableTokenCache(), CountingHTTP()
    a = app(cache, http)
    flow = a.initiate_device_flow(scopes=["User.Read", "Calendars.ReadWrite", "MailboxSettings.Read"])
    result = a.acquire_token_by_device_flow(dict(flow, expires_at=time.time() + 60))
    check("MSAL signs in", "access_token" in result, result)
    folder = os.path.join(theirs, ".local/state/graphcal")
    os.makedirs(folder, mode=0o700)
    with open(os.open(os.path.join(folder, "token-cache.json"), os.O_CREAT | os.O_WRONLY, 0o600), "w") as f:
        f.write(cache.serialize())
    used = graphcal(theirs, "week", "--json")
    check("graphcal reads a week with the cache that MSAL wrote", used.returncode == 0, used.stderr)
    token = graphcal(theirs, "token")
    check("with MSAL's own access token", token.stdout.strip() == result.get("access_token"), token.stderr)
finally:
    emulator.terminate()
    emulator.wait()
print("all held" if not failures else f"{failures} did not hold")
sys.exit(1 if failures else 0)
