"""Addresses that nothing is sent to, from the command line."""

import json


def test_an_address_is_suppressed_shown_and_lifted(letterlock):
    assert letterlock("suppress", "list") == "none\n"
    assert letterlock("suppress", "add", "Ana@B.example") == "Nothing is sent to Ana@B.example any more\n"
    [one] = json.loads(letterlock("suppress", "list", "--json"))["suppressions"]
    assert (one["address"], one["reason"]) == ("ana@b.example", "person")
    assert "ana@b.example  person" in letterlock("suppress", "list")
    assert letterlock("suppress", "remove", "ana@b.example") == "Mail to ana@b.example leaves again\n"
    assert letterlock("suppress", "list") == "none\n"
