"""`letterlock domain show` prints a zone file, and what else has to be done."""

import json

import dns.zone
import pytest


def zone_of(text):
    return dns.zone.from_text(
        "$TTL 3600\n@ IN SOA a. b. 1 1 1 1 1\n@ IN NS a.\n" + text, "agents.example.", relativize=False
    )


def test_what_is_printed_is_a_zone_file_as_it_stands(letterlock):
    zone = zone_of(letterlock("domain", "show"))
    assert zone.get_rdataset("agents.example.", "MX").to_text().endswith("MX 10 mail.agents.example.")
    published = json.loads(letterlock("domain", "show", "--json"))["records"]
    for record in published:
        if record["type"] == "TXT":
            [found] = zone.get_rdataset(record["name"] + ".", "TXT")
            assert b"".join(found.strings).decode() == record["value"]
    assert sum(record["type"] == "TXT" for record in published) == 5


def test_json_keeps_values_in_one_piece(letterlock):
    values = [record["value"] for record in json.loads(letterlock("domain", "show", "--json"))["records"]]
    assert "10 mail.agents.example" in values
    assert not any('"' in value for value in values)


def test_the_name_of_the_server_needs_addresses_and_a_way_back(letterlock):
    comments = [line for line in letterlock("domain", "show").splitlines() if line.startswith(";")]
    assert any("mail.agents.example needs an A (or AAAA) record" in line and "PTR" in line for line in comments)


def test_with_a_relay_spf_has_to_name_its_servers(letterlock, monkeypatch):
    assert "include:" not in letterlock("domain", "show")
    monkeypatch.setenv("LETTERLOCK_RELAY", "smtp://user:hunter2@relay.example:587")
    printed = letterlock("domain", "show")
    before_spf = printed.partition('agents.example. IN TXT "v=spf1 mx')[0]
    assert "relay.example" in before_spf and "include:" in before_spf
    assert "hunter2" not in printed
    assert zone_of(printed)


@pytest.mark.parametrize("url", ["http://192.0.2.7:8025", "http://[2001:db8::7]:8025"])
def test_an_mx_record_never_names_an_ip_address(letterlock, monkeypatch, url):
    monkeypatch.setenv("LETTERLOCK_PUBLIC_URL", url)
    assert "agents.example. IN MX 10 mail.agents.example.\n" in letterlock("domain", "show")


def test_a_public_url_names_the_mail_host(letterlock, monkeypatch):
    monkeypatch.setenv("LETTERLOCK_PUBLIC_URL", "https://post.example.com:8443")
    assert "agents.example. IN MX 10 post.example.com.\n" in letterlock("domain", "show")
