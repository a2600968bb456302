"""The tools as a running server lists them, against the contract's machine-readable form."""

import asyncio
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "contract" / "check_contract.py"

NOT_YET = {
    "get_attachment: missing from tools/list",
    "create_draft: missing from tools/list",
    "send_draft: missing from tools/list",
}
"""What the contract has and the server does not have yet: shrinks as it is built, and never grows."""


async def test_the_tools_are_those_of_the_contract(running):
    process = await asyncio.create_subprocess_exec(
        sys.executable, SCRIPT, running.url, "ll_live_right", "inbox", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(process.communicate(), 60)
    *problems, summary = out.decode().splitlines()
    # Resources and the prompt, too, are still to come: the check ends at the first request for them.
    found = {line for line in problems if not ("McpError" in line and "resources/list" in line)}
    assert found == NOT_YET
    assert int(summary.split()[0]) > 360
