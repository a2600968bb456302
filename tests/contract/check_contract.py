#!/usr/bin/env python3
"""Compare a running server's tools with the contract files beside this script, and print what differs.

usage: check_contract.py BASE_URL KEY [inbox|accounts|drafts ...] [--except PREFIX,PREFIX]
BASE_URL is the server's root (http://127.0.0.1:8025); KEY reaches every toolset. --except leaves out the tools whose
names begin so. Exit status 1 when anything differs. Needs jsonschema.
"""

import json
import pathlib
import sys

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from mcp_http import Mcp

CONTRACT = pathlib.Path(__file__).parent
HINTS = ("readOnlyHint", "destructiveHint", "openWorldHint")
TYPES = {
    "string": "string",
    "boolean": "boolean",
    "integer": "integer",
    "positive": "integer",
    "string[]": "array",
    "object[]": "array",
}
# Ours beyond the seeds: may be listed or found, never missed.
EXTRA = {"mail_get_trust_report", "call_read_tool", "audit_list", "audit_undo", "contacts_search"}
JSON_TYPES = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
    list: "array",
    dict: "object",
}
checks, problems = 0, []


def check(ok, text):
    global checks
    checks += 1
    if not ok:
        problems.append(text)


def branches(schema, root):
    """The schema itself and every alternative it may stand for, references resolved."""
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].lstrip("#/").split("/"):
            target = target[part]
        return branches({**target, **{k: v for k, v in schema.items() if k != "$ref"}}, root)
    found = [schema]
    for key in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(key, []):
            found += branches(part, root)
    return found


def types_of(schema, root):
    found = set()
    for branch in branches(schema, root):
        kind = branch.get("type", [])
        found |= set([kind] if isinstance(kind, str) else kind)
        for value in branch.get("enum", []) + ([branch["const"]] if "const" in branch else []):
            found.add(JSON_TYPES[type(value)])
    return found


def bound(schema, root, key):
    return next((b[key] for b in branches(schema, root) if key in b), None)


def objects_in(value):
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from objects_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from objects_in(part)


def common(tool):
    name, notes = tool["name"], tool.get("annotations", {})
    check(bool(tool.get("description")), f"{name}: no description")
    check(bool(tool.get("title") or notes.get("title")), f"{name}: no title")
    for hint in HINTS:
        check(isinstance(notes.get(hint), bool), f"{name}: annotation {hint} is not set")
    schema = tool.get("inputSchema", {})
    check(schema.get("type") == "object", f"{name}: inputSchema is no object")
    check(schema.get("additionalProperties") is False, f"{name}: unknown arguments are accepted")
    for key, value in schema.get("properties", {}).items():
        check(any(b.get("description") for b in branches(value, schema)), f"{name}.{key}: no description")
    check(isinstance(tool.get("outputSchema"), dict), f"{name}: no outputSchema")


def inbox_tool(tool, want):
    name, notes, schema = want["name"], tool.get("annotations", {}), tool["inputSchema"]
    check(notes.get("readOnlyHint") == want["read_only"], f"{name}: readOnlyHint is not {want['read_only']}")
    if want["idempotent"]:
        check(notes.get("idempotentHint") is True, f"{name}: idempotentHint is not true")
    properties, required = schema.get("properties", {}), set(schema.get("required", []))
    for param in want["params"]:
        got, label = properties.get(param["name"]), f"{name}.{param['name']}"
        check(got is not None, f"{label}: missing")
        if got is None:
            continue
        types = types_of(got, schema)
        check((param["name"] in required) == param["required"], f"{label}: required is not {param['required']}")
        kind = TYPES.get(param["type"].split()[0].rstrip(",")) if param["type"] else None
        check(kind is None or kind in types, f"{label}: type is {sorted(types)}, not {kind}")
        if param["type"] == "addresses":
            check({"string", "array"} <= types, f"{label}: takes not both a string and an array")
        if param["type"].startswith("integer 1 to 100"):
            limits = bound(got, schema, "minimum"), bound(got, schema, "maximum")
            check(limits == (1, 100), f"{label}: bounds are {limits}, not 1 to 100")
        if param["type"].startswith("integer 0 to 60"):
            limits = bound(got, schema, "minimum"), bound(got, schema, "maximum")
            check(limits == (0, 60), f"{label}: bounds are {limits}, not 0 to 60")
    output = tool.get("outputSchema", {})
    keys = {key for part in branches(output, output) for key in part.get("properties", {})}
    for key in want["returns"]:
        if key.isidentifier():
            check(key in keys, f"{name}: outputSchema has no {key}")


def inbox(client, contract, left_out):
    tools = {tool["name"]: tool for tool in client.tools()}
    for want in contract["tools"]:
        tool = tools.get(want["name"])
        check(tool is not None, f"{want['name']}: missing from tools/list")
        if tool:
            guarded(want["name"], common, tool)
            guarded(want["name"], inbox_tool, tool, want)
    resources = client.request("resources/list")["resources"]
    check(any(r["uri"].endswith("://inboxes") for r in resources), "resource …://inboxes: missing")
    templates = client.request("resources/templates/list")["resourceTemplates"]
    check(
        any(r["uriTemplate"].endswith("://inboxes/{inbox_id}/threads/{thread_id}") for r in templates),
        "resource template thread: missing",
    )
    check(
        "triage_inbox" in {p["name"] for p in client.request("prompts/list")["prompts"]}, "prompt triage_inbox: missing"
    )


def hidden_tool(client, name):
    found = client.data("search_tools", {"query": name.replace("_", " ")})
    tool = next((t for t in objects_in(found) if t.get("name") == name), None)
    return tool and {**tool, "inputSchema": tool.get("inputSchema") or tool.get("input_schema")}


def accounts_tool(tool, want):
    name = want["name"]
    if want["listed"]:
        common(tool)
    if want["untrusted_notice"]:
        check(
            "untrusted" in tool.get("description", "").lower(),
            f"{name}: description does not say the content is untrusted",
        )
    if want["example"] is not None:
        error = next(jsonschema.Draft202012Validator(tool["inputSchema"]).iter_errors(want["example"]), None)
        check(error is None, f"{name}: the contract's example is refused: {error and error.message}")


def accounts(client, contract, left_out):
    listed = {tool["name"]: tool for tool in client.tools()}
    strangers = set(listed) - {t["name"] for t in contract["tools"]} - EXTRA
    check(not strangers, f"tools/list also holds {sorted(strangers)}")
    for want in contract["tools"]:
        name = want["name"]
        if name.startswith(left_out):
            continue
        check(
            (name in listed) == want["listed"],
            f"{name}: {'missing from' if want['listed'] else 'stands in'} tools/list",
        )
        tool = listed.get(name) if want["listed"] else guarded(name, hidden_tool, client, name)
        check(
            tool is not None,
            f"{name}: {'not listed' if want['listed'] else 'search_tools does not find it by its own name'}",
        )
        if tool:
            guarded(name, accounts_tool, tool, want)


def drafts(client, contract, left_out):
    listed = {tool["name"]: tool for tool in client.tools()}
    for want in contract["tools"]:
        tool = listed.get(want["name"])
        check(tool is not None, f"{want['name']}: missing from tools/list")
        if tool:
            guarded(want["name"], common, tool)
            for param in want["params"]:
                check(param in tool["inputSchema"].get("properties", {}), f"{want['name']}.{param}: missing")
    check(
        not any("send" in name for name in listed),
        f"a sending tool is listed: {sorted(n for n in listed if 'send' in n)}",
    )


def guarded(name, run, *arguments):
    try:
        return run(*arguments)
    except Exception as error:  # one broken tool must not hide the others
        check(False, f"{name}: {type(error).__name__}: {error}")
        return None


words = sys.argv[1:]
left_out = ()
if "--except" in words:
    at = words.index("--except")
    left_out = tuple(words[at + 1].split(","))
    del words[at : at + 2]
if len(words) < 2:
    sys.exit(__doc__)
base, key, *only = words
for toolset, run in {"inbox": inbox, "accounts": accounts, "drafts": drafts}.items():
    if not only or toolset in only:
        contract = json.loads((CONTRACT / f"{toolset}.json").read_text())
        guarded(toolset, run, Mcp(f"{base}/mcp/{toolset}", key), contract, left_out)
for text in problems:
    print(text)
print(f"{checks - len(problems)} of {checks} checks hold")
sys.exit(bool(problems))
