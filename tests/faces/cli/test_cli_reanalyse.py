"""What `letterlock reanalyse` says."""

import json

from letterlock.core.trust.rules import VERSION


def test_it_says_when_there_is_nothing_to_judge_again(letterlock):
    assert letterlock("reanalyse") == f"Every message was judged by version {VERSION} of the rules\n"
    assert json.loads(letterlock("reanalyse", "--json"))["begun"] is False
