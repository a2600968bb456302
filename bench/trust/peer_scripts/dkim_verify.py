"""dkimpy's DKIM verification: reads pairs of message and key records, writes whether each passes."""

import json
import sys

import dkim

results = []
for raw, keys in json.load(sys.stdin):

    def lookup(name, timeout=5, keys=keys):  # noqa: ARG001
        found = keys.get(name.decode().rstrip("."))
        return found.encode() if found else None

    try:
        results.append(bool(dkim.verify(raw.encode("latin-1"), dnsfunc=lookup)))
    except Exception:
        results.append(False)
json.dump(results, sys.stdout)
