"""Takes OTLP over HTTP, as JSON, and says each span in one line of its output, where whoever reads logs finds it."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST = 4 << 20
_lock = threading.Lock()


def flat(attributes):
    return {each["key"]: next(iter(each.get("value", {}).values()), "") for each in attributes or []}


def spans(body):
    for group in body.get("resourceSpans", []):
        resource = flat(group.get("resource", {}).get("attributes"))
        for scope in group.get("scopeSpans", []):
            for span in scope.get("spans", []):
                yield {**span, "attributes": flat(span.get("attributes")), "resource": resource}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        status, answer = 200, b"{}"
        if self.path != "/v1/traces" or length > LARGEST:
            status, answer, self.close_connection = 404 if length <= LARGEST else 413, b"", True
        else:
            try:
                lines = [json.dumps(span, separators=(",", ":")) for span in spans(json.loads(self.rfile.read(length)))]
                with _lock:
                    sys.stdout.write("".join(f"{line}\n" for line in lines))
                    sys.stdout.flush()
            except (ValueError, KeyError, AttributeError, TypeError):
                status, answer = 400, b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, form, *args):
        pass


ThreadingHTTPServer(("", int(os.environ.get("PORT", "4318"))), Handler).serve_forever()
