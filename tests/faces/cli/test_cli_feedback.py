"""What agents said of the tools, on the command line of whoever runs the server."""

import json

KEY = "ll_live_" + "k" * 43


def test_feedback_is_listed_and_moves_no_terminal(letterlock):
    async def say(gate, _):
        said = {"rating": "negative", "category": "bug", "tool_name": "get_thread"}
        said["message"] = "It failed\x1b[2J\nfor ana@b.example"
        return await gate.invoke(await gate.authenticate(KEY), "feedback.send", said)

    assert letterlock("feedback", "list") == "none\n"
    received = letterlock.work(say)
    _, row, note = letterlock("feedback", "list").splitlines()
    assert received["received_at"] in row and "negative  bug       get_thread" in row
    assert "It failed" in note and "for [address]" in note and "\x1b" not in note
    (one,) = json.loads(letterlock("feedback", "list", "--json"))["feedback"]
    assert one["feedback_id"] == received["feedback_id"]
