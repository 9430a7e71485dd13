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

from webdriver import Check, Driver, Started

programs, work = sys.argv[1], sys.argv[2]
check = Check()
started = Started()


def emulator(*options):
    return started.emulator(programs, "--seed", "demo", *options)


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
    process = started.start(
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
    driver = Driver(started, "--window-size=800,600")
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
    started.end()
sys.exit(1 if check.failures else 0)
