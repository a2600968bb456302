"""pyspf on its own suite: reads pairs of zone and case, writes the results."""

import json
import sys

import spf


def as_answer(kind, value):
    if kind == "TXT":
        return tuple(piece.encode() for piece in (value if isinstance(value, list) else [value]))
    return tuple(value) if kind == "MX" else value


def lookup_in(zone):
    records = {name.lower().rstrip("."): found for name, found in zone.items()}

    def lookup(name, kind, strict=True, timeout=None, level=0):
        found = records.get(name.lower().rstrip("."), [])
        pairs = [next(iter(one.items())) for one in found if isinstance(one, dict)]
        kinds = {known for known, _ in pairs}
        wanted = {"TXT", "SPF"} if kind == "TXT" and "TXT" not in kinds else {kind}
        answers = []
        for known, value in pairs:
            if known == "CNAME" and level < 8:
                answers += [((name, "CNAME"), value), *lookup(value, kind, strict, timeout, level + 1)]
            elif known in wanted and value != "NONE":
                answers.append(((name, kind), as_answer(kind, value)))
        if not answers and "TIMEOUT" in found:
            raise spf.TempError("DNS timeout")
        return answers

    return lookup


results = []
for zone, case in json.load(sys.stdin):
    spf.DNSLookup = lookup_in(zone)
    try:
        query = spf.query(i=str(case["host"]), s=case["mailfrom"] or "", h=case["helo"], strict=True)
        results.append(query.check()[0])
    except Exception as error:
        results.append(type(error).__name__)
json.dump(results, sys.stdout)
