"""The reply alone: history and signatures go, answers and forwards stay."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.quoting import strip_quotes

CORPUS = Path(__file__).resolve().parents[3] / "../shared/corpora/quotes/email_reply_trimmer/test"

INTRODUCTIONS = [
    "On Mon, Feb 1, 2016 at 4:58 AM, Some One <foo@bar.com> wrote:",
    "On 28 Jan 2016, at 19:04, Some One wrote:",
    "On Thu, Jun 20, 2013 at 4:18 PM, somebody via a list <\ninfo@example.org> wrote:",
    "Am 03.02.2016 um 15:35 schrieb Max Mustermann <max@example.org>:",
    "Max Mustermann <max@example.org> schrieb am Fr., 28. Apr. 2017 um 11:53 Uhr:",
    "Le 4 janv. 2016 19:03, « Jean » <jean@example.org> a écrit :",
    "El jueves, 21 de noviembre de 2013, Ana escribió:",
    "Em 2 de fevereiro de 2015 10:58, Rui <rui@example.org> escreveu:",
    "Il giorno 26 marzo 2016 13:16, Sam <sam@example.org> ha scritto:",
    "Op 16 aug. 2014 05:13 schreef Jan <jan@example.org> het volgende geschreven:",
    "Den 15. jun. 2016 kl. 20.42 skrev Kari <kari@example.org>:",
    "Dnia 14 lip 2015 o godz. 00:25 Jan <jan@example.org> napisał(a):",
    "20 окт. 2016 г. 19:37 пользователь Иван <ivan@example.org> написал:",
    "在 2016年12月12日，下午8:45，小明 <ming@example.org> 写道：",
    "2016-10-24 15:36 GMT+02:00 Foo bar <info@foo.bar>:",
]

BLOCKS = [
    "From: A <a@example.org>\nSent: Monday, 1 February 2016 10:00\nTo: B\nSubject: Hi",
    "*Von:* A <a@example.org>\n*Gesendet:* Montag, 1. Februar 2016\n*An:* B\n*Betreff:* Hallo",
    "De : A <a@example.org>\nEnvoyé : lundi 1 février 2016\nÀ : B\nObjet : Bonjour",
    "De: A\nEnviado: lunes, 1 de febrero\nPara: B\nAsunto: Hola",
    "Från: A\nSkickat: den 5 juni 2017 12:22\nTill: B\nÄmne: Hej",
    "发件人: A\n发送时间: 2016年2月1日\n收件人: B\n主题: 你好",
    "-----Original Message-----\nFrom: A",
    "-----Ursprüngliche Nachricht-----\nVon: A",
]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_history_below_an_introduction_is_cut_in_many_languages(introduction):
    reply = strip_quotes(f"My answer.\n\n{introduction}\n\n> old words\n> more\n")
    assert reply.text == "My answer."
    assert reply.quoted_removed


@pytest.mark.parametrize("block", BLOCKS)
def test_history_below_header_lines_is_cut_in_many_languages(block):
    reply = strip_quotes(f"My answer.\n\n________________________________\n{block}\n\nOld words.\n")
    assert reply.text == "My answer."
    assert reply.quoted_removed


def test_an_answer_below_the_quote_is_kept_alone():
    reply = strip_quotes("On 28 Jan 2016, at 19:04, A wrote:\n> Question?\n\nAnswer.")
    assert (reply.text, reply.inline_answers) == ("Answer.", False)


def test_answers_between_quotes_are_kept_with_what_they_answer():
    reply = strip_quotes("On 28 Jan 2016, at 19:04, A wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.")
    assert reply.text == "> One?\n\nYes.\n\n> Two?\n\nNo."
    assert reply.inline_answers


def test_a_forwarded_message_is_content():
    text = (
        "FYI\n\n---------- Forwarded message ---------\nFrom: A <a@b.c>\nDate: Tue\nSubject: S\nTo: B\n\nThe content."
    )
    assert strip_quotes(text).text == text
    outlook = "FYI\n\nFrom: A\nSent: Tuesday\nTo: B\nSubject: S\n\nThe content."
    assert strip_quotes(outlook, forwarded=True).text == outlook
    assert strip_quotes(outlook).text == "FYI"


@pytest.mark.parametrize(
    "footer",
    [
        "-- \nBob Smith\nHead of things\n+1 555 0100",
        "--\nBob",
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "發自我的 iPhone",
        "_______________________\nBob",
    ],
)
def test_signatures_and_device_footers_are_cut(footer):
    reply = strip_quotes(f"I agree with all of it.\n\n{footer}")
    assert reply.text == "I agree with all of it."
    assert reply.signature_removed


@pytest.mark.parametrize(
    "text",
    [
        "On this day\n\nI wrote something\n\nwhich was very interesting.",
        "In 2015 Smith wrote:\nall of it is true.",
        "Please write From: and To: on the label.",
        "```\n# not a rule\n----\n--\ncode\n```\n\nEnd.",
        "Dear all,\n\n--\n" + "\n".join(f"Paragraph {i} with quite a few words in it to read." for i in range(15)),
        "> only a quote",
        "Sent from my old address, this has to be answered:\n\nWhere do we meet tomorrow at the station?",
        "From: is a word.\n\nDate: tomorrow, I hope.\n\nSee you.",
        "",
    ],
)
def test_what_is_no_history_stays(text):
    assert strip_quotes(text).text == text


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["I think so too.", "Meet me at ten", "Kind regards", "- item one", "", "a | b | c"]),
        max_size=12,
    )
)
def test_plain_paragraphs_lose_nothing(lines):
    text = "\n".join(lines)
    assert strip_quotes(text).text == text.strip("\n")


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(INTRODUCTIONS),
    st.lists(st.sampled_from(["Yes.", "No, never", "See below", ""]), min_size=1, max_size=5),
)
def test_no_word_of_a_reply_above_history_is_lost(introduction, lines):
    reply = "\n".join(lines)
    if reply.strip():
        assert strip_quotes(f"{reply}\n\n{introduction}\n> old\n").text.split() == reply.split()


@pytest.mark.parametrize(
    "text",
    [
        "> x\n" * 19_000,
        "On Mon 2016 at 10:10 wrote:\n" * 19_000,
        "From: \n" * 19_000,
        " " * 900_000 + "x",
        "- " * 500_000,
        "a" * 900_000,
    ],
)
def test_hostile_text_is_read_in_good_time(text):
    strip_quotes(text)


def test_the_corpus_of_replies_is_read_as_people_would():
    if not CORPUS.is_dir():
        pytest.skip("the corpus of replies is not here")
    exact = 0
    for path in sorted((CORPUS / "emails").iterdir()):
        wanted = (CORPUS / "trimmed" / path.name).read_text(encoding="utf-8").replace("\r\n", "\n").strip("\n")
        found = strip_quotes(path.read_text(encoding="utf-8")).text
        exact += [line.rstrip() for line in found.split("\n")] == [line.rstrip() for line in wanted.split("\n")]
    assert exact >= 61


@pytest.mark.parametrize(
    "text",
    [
        "Your booking:\n\nFrom: Berlin\nTo: Paris\nDate: 12 May 2026\n\nPlease pay 300 EUR by Friday.",
        "New contact form entry\n\nFrom: Jane <jane@x.example>\nSubject: Help\nTo: support\n\nMy order never arrived.",
        "You have a new message.\nName: Jane\nFrom: jane@x.example\nSubject: Help\nDate: 2026-05-05\nMessage: refund me",
        "Hi\nif x>5 then stop\na>b holds",
        "Read this.\n\nOn 5 May 2026 the board said:\nno dividends this year.\nRegards",
        "Hi\n\nAm 12.05.2026 schrieb die Bank:\nWir kündigen den Kredit.",
    ],
)
def test_content_that_only_looks_like_history_stays(text):
    assert strip_quotes(text).text == text


@pytest.mark.parametrize(
    "history",
    [
        "From: Jane <jane@x.example>\nSent: Monday, 4 May 2026 10:12\nSubject: Help\n\nold words",
        "From: Jane\nSent: Monday, 4 May\nTo: Bob\nSubject: Help\n\nold words",
        "On 5 May 2026 at 10:12 Jane wrote:\nold words",
        "On 5 May 2026, Jane <jane@x.example> wrote:\nold words",
        "On 5 May 2026, Jane wrote:\n> old words",
        "JD> old words",
    ],
)
def test_history_is_cut_however_it_is_introduced(history):
    assert strip_quotes(f"Yes, do it.\n\n{history}\n").text == "Yes, do it."


@pytest.mark.parametrize(
    "text",
    [
        "Options:\n--\nOption A\nOption B",
        "Options:\n--\nAlice",
        "Pick one.\n--\nOption A\nOption B",
        "Pick one.\n---\nOption A\nOption B",
        "Please do this\n--\nPay 300 EUR to the account below\nIBAN DE12 3456",
        "Weiter\n\u2014\nDas Angebot gilt\nnur bis Freitag",
        "Hi\n--\n1. Call +49 30 1234567\n2. Wait",
        "Hi\n--\nWill you call me back?\nann@example.org",
    ],
)
def test_a_bare_dash_line_cuts_nothing_that_does_not_read_like_a_signature(text):
    assert strip_quotes(text).text == text


@pytest.mark.parametrize(
    "signature",
    [
        "-- \nOption A\nOption B",
        "--\xa0\nAnything short",
        "--\nAnn Smith\nann@example.org",
        "--\nAnn Smith, Sales\nExample Ltd\n+44 20 7946 0000",
        "--\nAnn\nwww.example.org",
        "---\nAnn Smith\nTel: 030 1234567",
    ],
)
def test_the_mark_of_the_standard_cuts_and_a_bare_one_above_a_name_and_address(signature):
    assert strip_quotes(f"Yes.\n\n{signature}").text == "Yes."
