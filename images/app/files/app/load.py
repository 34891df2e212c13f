"""Users: makes the calls in CALLS (JSON: name, method, url, and at, trust, contains) over and over, and says which went wrong."""
import http.client
import json
import os
import socket
import ssl
import time
from urllib.parse import urlsplit

import tracing

CALLS = json.loads(os.environ["CALLS"])
PAUSE = float(os.environ.get("PAUSE_SECONDS", "1"))
TIMEOUT = float(os.environ.get("TIMEOUT_SECONDS", "3"))


def connect(call, url):
    """To `at` where no DNS knows the name in the URL, with the authorities that this caller trusts."""
    port = url.port or (443 if url.scheme == "https" else 80)
    host, _, at_port = call.get("at", f"{url.hostname}:{port}").rpartition(":")
    connection = http.client.HTTPConnection(url.hostname, port, timeout=TIMEOUT)
    connection.sock = socket.create_connection((host, int(at_port)), TIMEOUT)
    if url.scheme == "https":
        context = ssl.create_default_context(cafile=call.get("trust"))
        connection.sock = context.wrap_socket(connection.sock, server_hostname=url.hostname)
    return connection


def make(call):
    url = urlsplit(call["url"])
    began = time.monotonic()
    with tracing.span("client", call["name"]) as span:
        span.attributes.update({"url.full": call["url"], "http.request.method": call["method"]})
        try:
            connection = connect(call, url)
            path = (url.path or "/") + (f"?{url.query}" if url.query else "")
            connection.request(call["method"], path, headers={"Host": url.netloc, **span.header()})
            answer = connection.getresponse()
            text = answer.read(65536).decode("utf-8", "replace")
            connection.close()
            span.attributes["http.response.status_code"] = answer.status
            lacks = [each for each in call.get("contains", []) if each not in text]
            wrong = f"{answer.status} {text.strip()[:200]}" if answer.status != call["status"] or lacks else None
        except OSError as error:
            wrong = str(error) or repr(error)
        if wrong:
            span.fail(wrong)
            print(f"ERROR {call['name']}: {call['method']} {call['url']}: {wrong}", flush=True)
        else:
            print(f"INFO {call['name']}: ok in {(time.monotonic() - began) * 1000:.0f} ms", flush=True)


while True:
    for each in CALLS:
        make(each)
    time.sleep(PAUSE)
