"""One small program that plays any service of an application. README.md beside it lists its settings and requests."""
import json
import os
import signal
import socket
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import cluster
import metrics
import state
import tracing

ENV = os.environ
SERVICE = ENV.get("SERVICE", "app")
VERSION = ENV.get("VERSION", "1.0.0")
ROOT = ENV.get("ROOT", "message")
TIMEOUT = float(ENV.get("TIMEOUT_SECONDS", "2"))
BURN_MS = float(ENV.get("BURN_MS", "50"))
READY_AT = time.monotonic() + float(ENV.get("STARTUP_SECONDS", "0")) + float(ENV.get("READY_SECONDS", "0"))
LARGEST_BODY = 1 << 20
# Asked by machines all the time, and worth neither a line nor a span.
UNWATCHED = ("/healthz", "/readyz", "/metrics")

store = tracing.around(state.from_environment(ENV, TIMEOUT))
hoard = []
broken = threading.Event()


def upstreams():
    for part in ENV.get("UPSTREAMS", "").replace(",", " ").split():
        name, _, url = part.partition("=")
        yield name, url


def ask(url):
    """Status and body of an upstream; a failure to connect is a status of 0 with the reason."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=tracing.current()), timeout=TIMEOUT) as answer:
            return answer.status, answer.read(4096).decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read(4096).decode("utf-8", "replace")
    except OSError as error:
        return 0, str(getattr(error, "reason", error))


def call(name, url):
    with tracing.span("client", f"call {name}") as span:
        status, body = ask(url)
        span.attributes.update({"url.full": url, "http.response.status_code": status})
        if not 200 <= status < 400:
            span.fail(f"{name}: {status or body}")
        return status, body


def call_upstreams():
    answers = {name: dict(zip(("status", "body"), call(name, url))) for name, url in upstreams()}
    good = all(200 <= answer["status"] < 400 for answer in answers.values())
    return (200 if good else 502), {"service": SERVICE, "upstreams": answers}


def readiness():
    left = READY_AT - time.monotonic()
    if left > 0:
        return 503, {"ready": False, "reason": f"still starting for {left:.1f} s"}
    try:
        store.ping()
    except Exception as error:  # whatever a database may throw at us is a reason not to be ready
        return 503, {"ready": False, "reason": f"{store.kind}: {error}"}
    for name, url in upstreams():
        status, body = ask(url)
        if not 200 <= status < 400:
            return 503, {"ready": False, "reason": f"upstream {name}: {status or body}"}
    return 200, {"ready": True}


def burn(ms):
    """Processor time, not wall time: under a CPU limit a request takes longer, as real work would."""
    end = time.thread_time() + ms / 1000
    value = 0.0001
    while time.thread_time() < end:
        for _ in range(1000):
            value += value**0.5
    return value


def work(queue):
    """Takes items off a queue for as long as the program runs; what cannot be done now is tried again."""
    while True:
        try:
            if store.waits(queue):
                burn(BURN_MS)
                print(f"worked on {store.take(queue)}", flush=True)
                continue
        except OSError as error:
            print(f"{queue}: {error}", file=sys.stderr, flush=True)
        time.sleep(0.5)


def root():
    if ROOT == "burn":
        burn(BURN_MS)
        return 200, ENV.get("MESSAGE", "done")
    if ROOT == "call":
        return call_upstreams()
    if ROOT == "hello":
        return 200, f"Hello, world!\nVersion: {VERSION}\nHostname: {socket.gethostname()}\n"
    if "MESSAGE" in ENV:
        return 200, ENV["MESSAGE"] + "\n"
    return 200, {"service": SERVICE, "version": VERSION, "hostname": socket.gethostname()}


def number(query, name, default):
    return float(query.get(name, [default])[0])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "airworthy-app"

    def get(self, path, query):
        if path == "/":
            return root()
        if path in ("/healthz", "/health", "/livez"):
            return (500, "broken\n") if broken.is_set() else (200, "ok\n")
        if path in ("/readyz", "/ready"):
            return readiness()
        if path == "/metrics":
            return 200, metrics.render(SERVICE, VERSION)
        if path == "/call":
            return call_upstreams()
        if path == "/items":
            return 200, {"store": store.kind, "items": store.items()}
        if path == "/counter":
            return 200, {"store": store.kind, "counter": store.counter()}
        if path == "/settings":
            return cluster.settings(ENV.get("SETTINGS", ""), TIMEOUT)
        if path == "/burn":
            ms = min(number(query, "ms", BURN_MS), 60_000)
            burn(ms)
            return 200, {"burned_ms": ms}
        if path == "/sleep":
            time.sleep(min(number(query, "ms", 1000), 600_000) / 1000)
            return 200, "slept\n"
        if path == "/headers":
            return 200, dict(self.headers.items())
        if path.startswith("/status/") and path[8:].isdigit() and 200 <= int(path[8:]) < 600:
            return int(path[8:]), f"{path[8:]}\n"
        return 404, {"error": f"{path}: no such page"}

    def post(self, path, query, body):
        if path == "/items":
            return 201, {"store": store.kind, "items": store.add(body.decode("utf-8", "replace"))}
        if path == "/counter":
            return 200, {"store": store.kind, "counter": store.increment()}
        if path == "/admit":
            return 200, cluster.review(json.loads(body))
        if path == "/allocate":
            mb = int(number(query, "mb", 64))
            hoard.append(os.urandom(1 << 20) * mb)  # written to, so that the kernel must really give it
            return 200, {"allocated_mb": sum(len(piece) for piece in hoard) >> 20}
        if path == "/free":
            hoard.clear()
            return 200, {"allocated_mb": 0}
        if path == "/break":
            broken.set()
            return 200, "broken\n"
        if path == "/mend":
            broken.clear()
            return 200, "ok\n"
        if path == "/exit":
            code = int(number(query, "code", 1))
            threading.Timer(0.1, os._exit, [code]).start()
            return 200, f"leaving with {code}\n"
        return 404, {"error": f"{path}: nothing to post to"}

    def answer(self):
        url = urlsplit(self.path)
        if url.path in UNWATCHED:
            self.answer_to(url)
            return
        with tracing.span("server", f"{self.command} {url.path}", self.headers.get("traceparent")) as span:
            status = self.answer_to(url)
            span.attributes["http.response.status_code"] = status
            if status >= 500:
                span.fail(status)

    def answer_to(self, url):
        began = time.monotonic()
        length = int(self.headers.get("content-length") or 0)
        try:
            if length > LARGEST_BODY:
                status, content = 413, {"error": f"expected at most {LARGEST_BODY} bytes"}
                self.close_connection = True
            elif self.command == "DELETE" and url.path == "/items":
                self.rfile.read(length)
                status, content = 200, {"store": store.kind, "items": store.clear()}
            elif self.command in ("POST", "PUT"):
                status, content = self.post(url.path, parse_qs(url.query), self.rfile.read(length))
            else:
                status, content = self.get(url.path, parse_qs(url.query))
        except Exception as error:  # a client must always get an answer, and the log the reason
            print(f"{self.command} {self.path}: {error!r}", file=sys.stderr, flush=True)
            status, content = 500, {"error": str(error)}
        self.reply(status, content)
        metrics.count(url.path, status, time.monotonic() - began)
        return status

    def reply(self, status, content):
        is_text = isinstance(content, str)
        body = content.encode() if is_text else (json.dumps(content) + "\n").encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8" if is_text else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and status != 204:
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, form, *args):
        if self.path not in UNWATCHED:
            print(self.address_string(), form % args, flush=True)


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


def main():
    missing = [name for name in ENV.get("REQUIRE_ENV", "").replace(",", " ").split() if not ENV.get(name)]
    if missing:
        sys.exit(f"{SERVICE}: missing environment variables: {', '.join(missing)}")
    time.sleep(float(ENV.get("STARTUP_SECONDS", "0")))
    server = Server(("", int(ENV.get("PORT", "8080"))), Handler)
    if ENV.get("TLS_DIR"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(ENV["TLS_DIR"], "tls.crt"), os.path.join(ENV["TLS_DIR"], "tls.key"))
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    if ENV.get("WORK_ON"):
        threading.Thread(target=work, args=[ENV["WORK_ON"]], daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    signal.signal(signal.SIGINT, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"{SERVICE} {VERSION} listens on {server.server_port}, state in {store.kind}", flush=True)
    server.serve_forever(poll_interval=0.1)


main()
