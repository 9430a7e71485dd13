#!/usr/bin/env python3
"""Signs in through headless Chromium, as a person would: picks an account, accepts or declines, and
reads the page that graphcal leaves in the browser.

usage: check-browser.py FOLDER-OF-PROGRAMS WORK-FOLDER

Chromium is driven by chromedriver over the W3C WebDriver protocol; nothing but loopback is asked.
Prints one line a check; exit 1 when one failed.
"""
import json
import os
import subprocess
import sys
import time
import urllib.request

programs, work = sys.argv[1], sys.argv[2]
started = []
drivers = []
failures = 0


def check(name, good, found=""):
    global failures
    print(("ok      " if good else "FAILED  ") + name + ("" if good else f": {found}"))
    failures += not good


def start(words, **options):
    process = subprocess.Popen(words, **options)
    started.append(process)
    return process


class Driver:
    """A browser window, by the WebDriver protocol."""

    def __init__(self):
        process = start(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for line in process.stdout:
            if "successfully on port" in line:
                self.root = "http://127.0.0.1:" + line.rstrip(".\n ").rsplit(" ", 1)[1]
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=800,600"]
        capabilities = {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}
        answer = self.call("POST", "/session", {"capabilities": capabilities})
        self.root += "/session/" + answer["sessionId"]
        drivers.append(self)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.root + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def quit(self):
        """Ends the browser, which would outlive its driver."""
        try:
            self.call("DELETE", "")
        except OSError as error:
            print(f"the browser could not be ended: {error}")

    def visit(self, address):
        self.call("POST", "/url", {"url": address})

    def element(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return "/element/" + list(found.values())[0]

    def click(self, selector):
        self.call("POST", self.element(selector) + "/click", {})

    def text(self, selector):
        return self.call("GET", self.element(selector) + "/text")

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def heading(self, wanted):
        """Waits until the page has this heading; gives the last one that was there."""
        found = ""
        for _ in range(100):
            try:
                found = self.text("h1")
            except Exception:  # between two pages there is none
                found = ""
            if found == wanted:
                break
            time.sleep(0.1)
        return found


def emulator(*options):
    process = start(
        [programs + "/graphcal-emulator", "--seed", "demo", *options], stdout=subprocess.PIPE, text=True
    )
    return json.loads(process.stdout.readline())


def login(ready, home, *options):
    os.makedirs(home, exist_ok=True)
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": home,
        "BROWSER": "true",
        "GRAPHCAL_GRAPH_URL": ready["graphURL"],
        "GRAPHCAL_LOGIN_URL": ready["loginURL"],
        "GRAPHCAL_CLIENT_ID": ready["clientId"],
    }
    process = start(
        [programs + "/graphcal", "login", "--browser", "--json", *options],
        env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    prompt = json.loads(process.stderr.readline())
    return process, prompt["authorization_uri"]


def landing(driver, name):
    check(f"{name}: the page has no script", driver.run("return document.scripts.length") == 0)
    size = driver.run("return parseFloat(getComputedStyle(document.body).fontSize)")
    check(f"{name}: the text is large enough to read", size >= 16, size)
    wide = driver.run("return document.documentElement.scrollWidth <= innerWidth")
    check(f"{name}: nothing is wider than the window", wide)
    picture = driver.call("GET", "/screenshot")
    check(f"{name}: the page was drawn", len(picture) > 1000, len(picture))


def main():
    driver = Driver()
    ready = emulator()

    for mode in ["form_post", "query"]:
        process, address = login(ready, f"{work}/{mode}", "--response-mode", mode)
        driver.visit(address)
        check(f"{mode}: a person can read who asks", "Pick an account" in driver.text("body"))
        driver.click("button[value=accept]")
        found = driver.heading("You are signed in")
        check(f"{mode}: the browser ends at the page of graphcal", found == "You are signed in", found)
        check(f"{mode}: it names the account", ready["user"] in driver.text("body"))
        landing(driver, mode)
        output, errors = process.communicate(timeout=60)
        check(f"{mode}: graphcal is signed in", process.returncode == 0, errors)
        check(f"{mode}: as the person who was picked", json.loads(output)["account"] == ready["user"])

    process, address = login(ready, f"{work}/default")
    check("form_post is the default", "response_mode=form_post" in address, address)
    driver.visit(address)
    driver.click("button[value=decline]")
    found = driver.heading("The sign-in did not succeed")
    check("declined: the page says so", found == "The sign-in did not succeed", found)
    landing(driver, "declined")
    _, errors = process.communicate(timeout=60)
    check("declined: exit 4", process.returncode == 4, errors)

    blocked = emulator("--fault", "admin-approval:GET /authorize")
    process, address = login(blocked, f"{work}/blocked")
    driver.visit(address)
    check("admin approval: the page says so", driver.text("h1") == "Need admin approval")
    driver.click("button")
    driver.heading("The sign-in did not succeed")
    _, errors = process.communicate(timeout=60)
    check("admin approval: exit 5", process.returncode == 5, errors)
    check("admin approval: names the request to send", "graphcal admin-consent" in errors, errors)


try:
    main()
finally:
    for driver in drivers:
        driver.quit()
    for process in reversed(started):
        if process.poll() is None:
            process.terminate()
sys.exit(1 if failures else 0)
