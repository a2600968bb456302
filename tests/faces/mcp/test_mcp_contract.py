"""What a running server offers, against the contract's machine-readable form."""

import asyncio
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "contract" / "check_contract.py"


async def test_tools_resources_and_prompts_are_those_of_the_contract(running):
    process = await asyncio.create_subprocess_exec(
        sys.executable, SCRIPT, running.url, "ll_live_right", "inbox", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(process.communicate(), 60)
    *problems, summary = out.decode().splitlines()
    assert problems == []
    assert int(summary.split()[0]) > 400
