"""Refusals name what was given, say what there is, and leave nothing behind."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from letterlock.faces.mcp.inbox import INBOX
from letterlock.main import TOOLSETS

COMMAND = Path(sys.executable).with_name("letterlock")

MANAGING = [
    ("key", "list"), ("key", "create"), ("key", "revoke", "key_x"), ("inbox", "list"), ("inbox", "create"),
    ("inbox", "messages", "a@b.example"), ("list", "show"), ("list", "verify", "a@b.example"), ("member", "list"),
    ("member", "add", "a@b.example"), ("member", "remove", "a@b.example"), ("domain", "show"), ("sign-in-link",),
    ("suppress", "list"), ("suppress", "add", "a@b.example"), ("suppress", "remove", "a@b.example"),
    ("mcp",),
]  # fmt: skip


@pytest.mark.parametrize("arguments", MANAGING, ids=" ".join)
def test_a_folder_without_data_stays_empty(bare, arguments):
    said = bare(*arguments, exit_code=1)
    assert "LETTERLOCK_DATA_DIR" in said or "LETTERLOCK_KEY" in said
    assert list(bare.folder.iterdir()) == []


def test_where_there_is_no_data_one_is_told_how_to_begin(bare):
    assert "`letterlock up`" in bare("key", "list", exit_code=1)


def test_a_data_folder_without_a_database_gets_none(bare):
    (bare.folder / "letterlock-data").mkdir()
    assert "letterlock.sqlite does not exist" in bare("key", "list", exit_code=1)
    assert list((bare.folder / "letterlock-data").iterdir()) == []


def test_a_database_named_by_its_url_is_not_made(bare, monkeypatch):
    (bare.folder / "letterlock-data").mkdir()
    monkeypatch.setenv("LETTERLOCK_DATABASE_URL", f"sqlite:///{bare.folder}/other/mail.sqlite")
    assert "mail.sqlite does not exist" in bare("key", "list", exit_code=1)
    assert not (bare.folder / "other").exists()


def test_with_postgresql_no_folder_with_a_new_secret_is_made(bare, monkeypatch):
    monkeypatch.setenv("LETTERLOCK_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    assert "letterlock-data does not exist" in bare("key", "list", exit_code=1)
    assert list(bare.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "takes"),
    [
        ("HTTP", "takes host:port"),
        ("SMTP", "takes host:port, or off"),
        ("LMTP", "takes host:port, unix:/absolute/path, or off"),
    ],
)
def test_a_malformed_address_is_told_what_that_setting_takes(bare, monkeypatch, name, takes):
    monkeypatch.setenv(f"LETTERLOCK_{name}", "nonsense")
    assert bare("config", exit_code=1).endswith(f"LETTERLOCK_{name} 'nonsense' (environment): {takes}")


@pytest.mark.parametrize("entry", ["not an entry!!", "@", "a@b@c", "localhost", "ana@", "x@[192.0.2.1]"])
def test_what_is_no_entry_is_named_as_it_was_given(letterlock, entry):
    assert f"{entry!r} is neither an address nor a domain" in letterlock("list", "block", entry, exit_code=1)


def test_an_unknown_inbox_is_named_without_talk_of_keys_or_tools(letterlock):
    for arguments in (("inbox", "messages", "x@agents.example"), ("key", "create", "--inbox", "x@agents.example")):
        said = letterlock(*arguments, exit_code=1)
        assert said == "letterlock: There is no inbox 'x@agents.example' within reach\n"


def test_a_role_of_mailboxes_points_at_the_option_it_needs(letterlock):
    said = letterlock("member", "role", "bob@b.example", "reader", exit_code=1)
    assert "There is no role 'reader' in the workspace; there are owner, admin, member" in said and "--inbox" in said
    assert "--inbox" not in letterlock("member", "role", "bob@b.example", "emperor", exit_code=1)
    said = letterlock("member", "role", "bob@b.example", "member", "--inbox", "welcome@agents.example", exit_code=1)
    assert "no role 'member' on a mailbox; there are owner, admin, sender, reader, none" in said


@pytest.mark.parametrize("toolset", ["nonsense", "accounts", "drafts", ""])
def test_a_toolset_that_is_not_served_is_refused_at_the_start(letterlock, toolset):
    said = letterlock("mcp", "--toolset", toolset, exit_code=1)
    assert said == f"letterlock: There is no toolset {toolset!r} to serve; for now there is inbox\n"


def test_the_toolsets_that_are_offered_are_those_that_are_served():
    assert list(TOOLSETS) == [INBOX.name]


@pytest.mark.parametrize("content", ["hello", "ll_live_", "ll_live_" + "a" * 42, "ll_live_" + "a" * 44, "a b " * 20])
def test_a_first_key_that_is_none_is_refused_at_the_first_start(tmp_path, content):
    data = tmp_path / "data"
    data.mkdir()
    (data / "first-key").write_text(content + "\n")
    plain = {name: value for name, value in os.environ.items() if not name.startswith("LETTERLOCK_")}
    told = {"DATA_DIR": str(data), "HTTP": "127.0.0.1:0", "SMTP": "off", "NAMESERVERS": "none"}
    environment = plain | {f"LETTERLOCK_{name}": value for name, value in told.items()}
    ended = subprocess.run(
        [COMMAND, "up"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert "first-key" in ended.stderr and "43" in ended.stderr and "Traceback" not in ended.stderr
    assert content not in ended.stderr or content == "ll_live_"


@pytest.mark.parametrize("name", ["HTTP", "SMTP", "LMTP"])
def test_where_its_ports_are_taken_it_says_so_and_makes_nothing(tmp_path, name):
    plain = {name: value for name, value in os.environ.items() if not name.startswith("LETTERLOCK_")}
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        told = {"DATA_DIR": "data", "HTTP": "127.0.0.1:0", "SMTP": "off", "LMTP": "off", name: address}
        ended = subprocess.run(
            [COMMAND, "up"], cwd=tmp_path, env=plain | {f"LETTERLOCK_{key}": value for key, value in told.items()},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"letterlock: Cannot listen on {address} (LETTERLOCK_{name}): Address already in use\n"
    assert list(tmp_path.iterdir()) == []
