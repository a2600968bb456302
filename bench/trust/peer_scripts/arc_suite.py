"""dkimpy's ARC verification: reads pairs of keys and message, writes the results."""

import json
import sys

import dkim

results = []
for keys, raw in json.load(sys.stdin):
    lines = raw.replace("\r\n", "\n").replace("\n", "\r\n").encode()

    def lookup(name, timeout=5, keys=keys):  # noqa: ARG001
        found = keys.get(name.decode().rstrip("."))
        return found.encode() if found else None

    try:
        verdict, _, _ = dkim.arc_verify(lines, dnsfunc=lookup)
        results.append({b"pass": "pass", b"none": "none"}.get(verdict, "fail"))
    except Exception:
        results.append("fail")
json.dump(results, sys.stdout)
