"""Counts requests and writes them down as Prometheus reads them."""
import threading
from collections import Counter

_lock = threading.Lock()
_requests = Counter()
_seconds = Counter()


def count(path, status, seconds):
    known = "/" + path.strip("/").split("/")[0]  # a metric for each made-up path would grow without end
    with _lock:
        if len(_requests) > 500 and (known, status) not in _requests:
            known = "other"
        _requests[known, status] += 1
        _seconds[known] += seconds


def _memory():
    with open("/proc/self/statm", encoding="ascii") as pages:
        return int(pages.read().split()[1]) * 4096


def _quote(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def render(service, version):
    with _lock:
        requests, seconds = dict(_requests), dict(_seconds)
    lines = ["# TYPE http_requests_total counter"]
    lines += [f'http_requests_total{{path="{_quote(p)}",status="{s}"}} {n}' for (p, s), n in sorted(requests.items())]
    lines += ["# TYPE http_request_seconds_total counter"]
    lines += [f'http_request_seconds_total{{path="{_quote(p)}"}} {n:.6f}' for p, n in sorted(seconds.items())]
    lines += ["# TYPE process_resident_memory_bytes gauge", f"process_resident_memory_bytes {_memory()}"]
    lines += ["# TYPE app_info gauge", f'app_info{{service="{_quote(service)}",version="{_quote(version)}"}} 1']
    return "\n".join(lines) + "\n"
