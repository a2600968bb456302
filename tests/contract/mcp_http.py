"""A small MCP client over Streamable HTTP, standard library only, for checks and scripts.

client = Mcp("http://127.0.0.1:8025/mcp/inbox", key)
client.tools()                       # the listed tools
client.call("list_inboxes", {})      # the result of tools/call
Mcp(url, key, era="2025-11-25")      # speaks an older protocol revision
"""

import json
import urllib.error
import urllib.request

MODERN = "2026-07-28"


class McpError(Exception):
    def __init__(self, status, body):
        super().__init__(f"HTTP {status}: {str(body)[:300]}")
        self.status, self.body = status, body


class Mcp:
    def __init__(self, url, key=None, era=MODERN, timeout=90):
        self.url, self.key, self.era, self.timeout, self.id = url, key, era, timeout, 0

    def request(self, method, params=None, name=None):
        params = dict(params or {})
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": self.era,
        }
        if self.era == MODERN:
            params["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "check", "version": "1"},
                **params.get("_meta", {}),
            }
            headers["Mcp-Method"] = method
            if name:
                headers["Mcp-Name"] = name
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        self.id += 1
        body = json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}).encode()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.url, body, headers), timeout=self.timeout
            ) as answer:
                text, kind = answer.read().decode(), answer.headers.get("Content-Type", "")
        except urllib.error.HTTPError as error:
            raise McpError(error.code, error.read().decode(errors="replace")) from None
        if kind.startswith("text/event-stream"):
            text = [line[5:].strip() for line in text.splitlines() if line.startswith("data:")][-1]
        message = json.loads(text)
        if "error" in message:
            raise McpError(200, message["error"])
        return message["result"]

    def tools(self):
        tools, cursor = [], None
        while True:
            page = self.request("tools/list", {"cursor": cursor} if cursor else {})
            tools += page["tools"]
            cursor = page.get("nextCursor")
            if not cursor:
                return tools

    def call(self, name, arguments=None):
        return self.request("tools/call", {"name": name, "arguments": arguments or {}}, name=name)

    def data(self, name, arguments=None):
        result = self.call(name, arguments)
        if result.get("isError"):
            raise McpError(200, result.get("structuredContent") or result.get("content"))
        return result["structuredContent"]
