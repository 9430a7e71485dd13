"""Headless Chromium by the W3C WebDriver protocol, for the checks that open pages."""
import json
import subprocess
import time
import urllib.request


class Check:
    """Prints one line a check and counts those that failed."""

    def __init__(self):
        self.failures = 0

    def __call__(self, name, good, found=""):
        print(("ok      " if good else "FAILED  ") + name + ("" if good else f": {found}"))
        self.failures += not good


class Started:
    """The programs and browsers that a check has started."""

    def __init__(self):
        self.processes = []
        self.drivers = []

    def start(self, words, **options):
        process = subprocess.Popen(words, **options)
        self.processes.append(process)
        return process

    def emulator(self, programs, *options):
        """Starts an emulator and gives what it says of itself."""
        process = self.start([programs + "/graphcal-emulator", *options], stdout=subprocess.PIPE, text=True)
        return json.loads(process.stdout.readline())

    def end(self):
        """Ends all of them; a browser would outlive its driver."""
        for driver in self.drivers:
            driver.quit()
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()


class Driver:
    """A browser window."""

    def __init__(self, started, *options):
        process = started.start(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for line in process.stdout:
            if "successfully on port" in line:
                self.root = "http://127.0.0.1:" + line.rstrip(".\n ").rsplit(" ", 1)[1]
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", *options]
        wanted = {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.root += "/session/" + answer["sessionId"]
        started.drivers.append(self)

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
        try:
            self.call("DELETE", "")
        except OSError as error:
            print(f"the browser could not be ended: {error}")

    def visit(self, address):
        self.call("POST", "/url", {"url": address})

    def size(self, width, height):
        """Makes the page so many dots wide and high, whatever the window is."""
        self.call("POST", "/goog/cdp/execute", {
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def log(self):
        """What the page complained about since the last call."""
        return self.call("POST", "/se/log", {"type": "browser"})

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
