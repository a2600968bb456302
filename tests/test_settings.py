"""Settings come from the environment, then the file, then defaults; nothing unknown or malformed is let pass."""

import pytest

from letterlock.core.errors import Invalid
from letterlock.settings import SETTINGS, HostPort, load


def test_defaults_stand_where_nothing_is_given(tmp_path):
    settings = load({}, tmp_path / "letterlock.toml")
    assert settings.http == HostPort("127.0.0.1", 8025)
    assert settings.lmtp is None
    assert settings.origin == "http://127.0.0.1:8025"
    assert {value.source for value in settings.values.values()} == {"default"}


def test_the_environment_comes_before_the_file(tmp_path):
    file = tmp_path / "letterlock.toml"
    file.write_text('domain = "file.example"\nsmtp = "off"\n')
    settings = load({"LETTERLOCK_DOMAIN": "env.example"}, file)
    assert settings.domain == "env.example"
    assert settings.smtp is None
    assert settings.values["domain"].source == "environment"
    assert settings.values["smtp"].source == "letterlock.toml"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("LETTERLOCK_HTTP", "off"),
        ("LETTERLOCK_HTTP", "8025"),
        ("LETTERLOCK_SMTP", "localhost:99999"),
        ("LETTERLOCK_SMTP", "unix:/run/smtp"),
        ("LETTERLOCK_LMTP", "unix:run/lmtp"),
        ("LETTERLOCK_DOMAIN", "not a domain"),
        ("LETTERLOCK_TRUSTED_PROXIES", "proxy.example.com"),
        ("LETTERLOCK_TRUSTED_RELAYS", "10.0.0.0/8=mx example"),
        ("LETTERLOCK_TRUSTED_RELAYS", "smtp"),
        ("LETTERLOCK_TRUSTED_SEALERS", "https://lists.example"),
        ("LETTERLOCK_INBOUND_SECRET", "too-short"),
        ("LETTERLOCK_INBOUND_SECRET", "long-enough-long-enough-long-enough,short"),
        ("LETTERLOCK_PUBLIC_URL", "ftp://x.example"),
        ("LETTERLOCK_PUBLIC_URL", "https://x.example/path"),
        ("LETTERLOCK_PUBLIC_URL", "https://x.example?a=b"),
        ("LETTERLOCK_PUBLIC_URL", "https://user:word@x.example"),
        ("LETTERLOCK_PUBLIC_URL", "https://x.example#a"),
        ("LETTERLOCK_PUBLIC_URL", "https://"),
        ("LETTERLOCK_DATABASE_URL", "mysql://x"),
        ("LETTERLOCK_RELAY", "http://x.example"),
        ("LETTERLOCK_COLOUR", "red"),
    ],
)
def test_an_unknown_or_malformed_setting_is_refused_by_name(tmp_path, name, text):
    with pytest.raises(Invalid, match=name):
        load({name: text}, tmp_path / "none.toml")


@pytest.mark.parametrize("given", ["https://Mail.example.com/", "https://mail.example.com"])
def test_the_origin_is_written_one_way(tmp_path, given):
    assert load({"LETTERLOCK_PUBLIC_URL": given}, tmp_path / "none.toml").origin == "https://mail.example.com"


def test_a_malformed_secret_is_not_repeated(tmp_path):
    with pytest.raises(Invalid) as refused:
        load({"LETTERLOCK_RELAY": "user:hunter2@relay"}, tmp_path / "none.toml")
    assert "hunter2" not in refused.value.message


def test_a_file_that_is_not_toml_or_names_something_unknown_is_refused(tmp_path):
    file = tmp_path / "letterlock.toml"
    for content in ("domain =", 'colour = "red"', "domain = {a = 1}"):
        file.write_text(content)
        with pytest.raises(Invalid):
            load({}, file)


def test_secrets_are_not_shown():
    settings = load({"LETTERLOCK_RELAY": "smtp://user:hunter2@relay.example:25"}, None)
    assert settings.values["relay"].shown == "…"


def test_every_setting_says_what_it_is_for():
    for setting in SETTINGS:
        assert setting.about.endswith(".")
