"""Checking the set-up through the gate: whose it is to ask, and storage that does not work."""

import shutil

from letterlock.core.errors import Forbidden


def lines(found):
    return {line["what"]: line["status"] for line in found["lines"]}


async def test_storage_is_really_written_and_read(app):
    found = lines(await app.manage("server.check"))
    assert (found["database"], found["messages"]) == ("ok", "ok")
    shutil.rmtree(app.blobs)
    app.blobs.write_text("no folder")
    broken = await app.manage("server.check")
    assert lines(broken)["messages"] == "fault"
    assert broken["ok"] is False


async def test_without_name_servers_records_are_not_looked_at(app):
    assert lines(await app.manage("server.check"))["agents.example"] == "warning"


async def test_a_key_cannot_look_at_the_machine(app):
    assert isinstance(await app.refused("server.check"), Forbidden)
