"""A wire that breaks: a small server on loopback between graphcal and the emulator. It passes everything
on, keeps a list of it, and does to the requests of its choice what networks, proxies and services do on
bad days.
"""
import http.client
import json
import re
import socket
import ssl
import struct
import threading
import time
import zlib
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

# What a hotspot answers in place of the service.
PAGE = b"<!DOCTYPE html><html><body><h1>Sign in to the guest network</h1></body></html>"
BOMB = 1 << 30


@dataclass
class Fault:
    """What happens to requests that `target` names."""

    name: str
    # 'before': the service does not see the request; 'after': it has done it, and the answer suffers;
    # 'outside': no request gets as far.
    when: str
    # How many of them, the first ones; after that all goes well.
    times: int = 1 << 30
    status: int = 0
    fields: dict = field(default_factory=dict)

    @property
    def once(self):
        return self.times == 1


@dataclass
class Passed:
    """A request that has reached the emulator, and how it was answered."""

    method: str
    path: str
    status: int


class Wire(ThreadingHTTPServer):
    """Stands before the emulator at `port`, and breaks requests of `method` to a path like `pattern`."""

    daemon_threads = True
    request_queue_size = 64
    block_on_close = False

    def __init__(self, port, method, pattern, fault, skip=0, page_size=None, trap=None, tls=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.emulator, self.fault, self.trap = port, fault, trap
        self.method, self.pattern = method, re.compile(pattern)
        self.skip, self.page_size = skip, page_size
        self.guard, self.seen, self.hit, self.passed = threading.Lock(), 0, 0, []
        self.closing = threading.Event()
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *_):
        """Clients that hang up are what this is about."""

    @property
    def port(self):
        return self.server_address[1]

    def is_hit(self, method, path):
        """Whether the fault happens to this request."""
        if method != self.method or not self.pattern.search(unquote(path)):
            return False
        with self.guard:
            self.seen += 1
            if not self.skip < self.seen <= self.skip + self.fault.times:
                return False
            self.hit += 1
            return True

    def principal(self):
        """The requests in question that the service has done."""
        return [p for p in self.passed if p.method == self.method and self.pattern.search(unquote(p.path))
                and p.status < 300]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are sent in pieces.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def handle_method(self):
        wire = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path
        if wire.page_size:
            path = re.sub(r"(\$|%24)top=\d+", rf"\1top={wire.page_size}", path)
        hit = wire.is_hit(self.command, self.path)
        if hit and wire.fault.when == "before":
            return getattr(self, wire.fault.name.split()[0].replace("-", "_"), self.refuse)(None)
        answer = self.ask(path, body)
        if hit:
            return getattr(self, wire.fault.name.split()[0].replace("-", "_"), self.refuse)(answer)
        self.reply(*answer)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = do_CONNECT = handle_method

    def ask(self, path, body):
        """What the emulator says to it: status, headers, body."""
        wire = self.server
        connection = http.client.HTTPConnection("127.0.0.1", wire.emulator, timeout=30)
        fields = {name: value for name, value in self.headers.items()
                  if name.lower() not in ("connection", "accept-encoding", "content-length")}
        connection.request(self.command, path, body or None, fields)
        response = connection.getresponse()
        answer = response.status, response.getheaders(), response.read()
        connection.close()
        with wire.guard:
            wire.passed.append(Passed(self.command, path, response.status))
        return answer

    def head(self, status, fields, length):
        self.send_response_only(status)
        for name, value in fields:
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def reply(self, status, fields, body):
        self.head(status, fields, None if status == 204 else len(body))
        self.wfile.write(body)

    # What can happen, by the name of the fault.

    def refuse(self, _):
        """An error of the service, in the shape of Graph."""
        fault = self.server.fault
        body = {"error": {"code": f"Fault{fault.status}", "message": "injected"}}
        self.reply(fault.status, [("Content-Type", "application/json"), *fault.fields.items()],
                   json.dumps(body).encode())

    def hang_up(self):
        """Resets the connection."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def half(self, answer):
        """As much as comes before the bad end; of an answer without a body nothing."""
        status, fields, body = answer
        if body:
            self.head(status, fields, len(body))
            self.wfile.write(body[:len(body) // 2])

    def reset(self, answer):
        self.half(answer)
        self.hang_up()

    def stall(self, answer):
        self.half(answer)
        self.server.closing.wait(30)
        self.close_connection = True

    def slow(self, answer):
        status, fields, body = answer
        self.head(status, fields, None if status == 204 else len(body))
        size = max(1, len(body) // 40)
        for start in range(0, len(body), size):
            self.wfile.write(body[start:start + size])
            time.sleep(0.04)

    def truncated(self, answer):
        status, fields, body = answer
        self.reply(status, fields, body[:len(body) // 2])

    def html(self, _):
        self.reply(200, [("Content-Type", "text/html")], PAGE)

    def redirect(self, _):
        self.reply(302, [("Location", f"http://127.0.0.1:{self.server.trap}{self.path}")], b"")

    def next_elsewhere(self, answer):
        self.with_link(answer, f"http://127.0.0.1:{self.server.trap}/v1.0/me/messages?$skip=2")

    def next_again(self, answer):
        self.with_link(answer, f"http://127.0.0.1:{self.server.port}{self.path}")

    def with_link(self, answer, link):
        status, fields, body = answer
        page = json.loads(body)
        page.pop("@odata.deltaLink", None)
        page["@odata.nextLink"] = link
        self.reply(status, fields, json.dumps(page).encode())

    def big(self, answer):
        """The answer within 200 MB of blanks, which JSON allows."""
        status, fields, body = answer
        blanks = b" " * (1 << 20)
        self.head(status, fields, len(body) + 200 * len(blanks))
        for _ in range(200):
            self.wfile.write(blanks)
        self.wfile.write(body)

    def bomb(self, answer):
        status, fields, _ = answer
        self.reply(status, [*fields, ("Content-Encoding", "gzip")], bomb())


_bomb = threading.Lock(), []


def bomb():
    """A gigabyte of blanks in a megabyte."""
    lock, made = _bomb
    with lock:
        if not made:
            # Piece by piece: what this process holds would count for the programs it starts.
            pack, piece = zlib.compressobj(1, wbits=31), b" " * (1 << 20)
            made.append(b"".join([pack.compress(piece) for _ in range(BOMB >> 20)] + [pack.flush()]))
        return made[0]


class Trap:
    """Another host, to which nothing may come."""

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]
        return self

    def __exit__(self, *_):
        self.socket.close()

    def caught(self):
        try:
            self.socket.accept()[0].close()
        except BlockingIOError:
            return False
        return True


def call(port, token, method, path, body=None):
    """Asks the emulator itself."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, None if body is None else json.dumps(body), {
        "Authorization": f"Bearer {token}", "Content-Type": "application/json",
        "Prefer": 'IdType="ImmutableId", outlook.timezone="UTC"'})
    response = connection.getresponse()
    text = response.read()
    connection.close()
    if response.status >= 300:
        raise RuntimeError(f"{method} {urlsplit(path).path}: {response.status} {text[:200]}")
    return json.loads(text) if text else {}
