"""The reply alone out of what mail programs write, in the languages they speak: made mails, and laws over them."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.mail_programs import (
    ADDRESS,
    APPLE_FORWARDED,
    DEVICES,
    FIELDS,
    FORWARDED,
    NOTICES,
    ORIGINAL,
    WRITERS,
    folded,
    headers,
    introductions,
    outlook_html,
    outlook_web_html,
    quoted,
)

from letterlock.core.mime.quoting import strip_quotes
from letterlock.core.mime.quoting.html import reply_in_html
from letterlock.core.mime.visible import visible

REPLY = "Yes, Tuesday works for me.\n\nPlease bring the plans.\nBo"
OLD = "Hello Bo,\nshall we meet on Tuesday?\n\nAna"
BLOCK_TONGUES = sorted(FIELDS)

SENTENCES = st.sampled_from(
    [
        "Yes, that is fine with us.",
        "On Monday I wrote to the bank: no answer yet.",
        "The price is 1,250.00 EUR until 26.06.2025, 14:14.",
        "From: Berlin",
        "Best regards,",
        "Bo Berg",
        "Please send it to bo@haus.example or call +49 30 1234567.",
        "- first point",
        "The report is confidential.",
        "Am Montag schrieb er mir:",
        "Merci, à demain !",
        "よろしくお願いします。",
        "See https://haus.example/plans",
        "1 > 0 and 2 < 3",
        "Subject: the plans",
        "",
    ]
)
REPLIES = st.lists(SENTENCES, min_size=1, max_size=12).map("\n".join).filter(lambda text: text.strip())
LINES = [line for _, line in introductions()]


def words(text):
    return re.findall(r"[^\W_]+", text)


def is_subsequence(part, whole):
    rest = iter(whole)
    return all(word in rest for word in part)


def filled(text):
    return [line for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize(("name", "line"), introductions(), ids=lambda value: value.replace("\n", " ")[:40])
def test_what_a_program_writes_above_a_quote_is_known(name, line):
    for introduction in {line, folded(line)}:
        assert strip_quotes(f"{REPLY}\n\n{introduction}\n\n{quoted(OLD)}\n").text == REPLY
    assert strip_quotes(f"{line}\n{quoted(OLD)}\n\n{REPLY}\n").text == REPLY
    if ADDRESS in line:
        assert strip_quotes(f"{REPLY}\n\n{line}\n\n{OLD}\n").text == REPLY
    inline = strip_quotes(f"{line}\n> One?\n\nYes.\n\n> Two?\n\nNo.\n")
    assert (inline.text, inline.inline_answers) == ("> One?\n\nYes.\n\n> Two?\n\nNo.", True)


@pytest.mark.parametrize("program", sorted(WRITERS))
def test_what_a_program_puts_around_a_quote_in_html_is_known(program):
    for name, line in introductions():
        if "\n" in line:
            continue
        found = reply_in_html(visible(WRITERS[program](REPLY, line, OLD)))
        assert filled(found.text) == filled(REPLY), name
        assert found.quoted_removed


@pytest.mark.parametrize("tongue", BLOCK_TONGUES)
@pytest.mark.parametrize("clock", [True, False])
def test_header_blocks_are_known_in_text_and_html(tongue, clock):
    block = headers(tongue, clock=clock)
    assert strip_quotes(f"{REPLY}\n\n" + "\n".join(block) + f"\n\n{OLD}").text == REPLY
    assert strip_quotes(f"{REPLY}\n\n{'_' * 32}\n" + "\n".join(block) + f"\n\n{OLD}").text == REPLY
    for html in (
        outlook_html(REPLY, block, OLD),
        outlook_html(REPLY, block, OLD, "#B5C4DF"),
        outlook_web_html(REPLY, block, OLD),
    ):
        assert filled(reply_in_html(visible(html)).text) == filled(REPLY)
        forward = reply_in_html(visible(html), forwarded=True)
        assert forward.forwarded
        assert "shall we meet on Tuesday?" in forward.text


def test_a_header_in_an_unknown_language_counts_below_the_line_outlook_draws():
    block = ["Xaxa: Ana Lima <ana@firma.example>", "Yiyi: 26.06.2025 14:14", "Zuzu: Bo", "Wowo: Termin"]
    assert filled(reply_in_html(visible(outlook_html(REPLY, block, OLD))).text) == filled(REPLY)
    text = f"{REPLY}\n\n" + "\n".join(block) + f"\n\n{OLD}"
    assert strip_quotes(text).text == text


@pytest.mark.parametrize("tongue", sorted(ORIGINAL))
def test_lines_above_an_original_message_are_known(tongue):
    block = "\n".join(headers("en"))
    assert strip_quotes(f"{REPLY}\n\n{ORIGINAL[tongue]}\n{block}\n\n{OLD}").text == REPLY
    assert strip_quotes(f"{REPLY}\n\n{ORIGINAL[tongue]}\n\n{OLD}").text == REPLY


@pytest.mark.parametrize("tongue", sorted({*FORWARDED, *APPLE_FORWARDED}))
def test_forwarded_messages_are_content_and_said_to_be(tongue):
    block = "\n".join(headers(tongue if tongue in FIELDS else "en"))
    texts = []
    if tongue in FORWARDED:
        texts.append(f"FYI\n\n{FORWARDED[tongue]}\n{block}\n\n{OLD}")
    if tongue in APPLE_FORWARDED:
        whole = f"{APPLE_FORWARDED[tongue]}\n\n{block}\n\n{OLD}"
        texts += [f"FYI\n\n{whole}", f"FYI\n\n{quoted(whole)}"]
    for text in texts:
        found = strip_quotes(text)
        assert (found.text, found.forwarded) == (text, True)


def test_a_forward_within_the_quote_of_a_reply_is_history():
    quote = quoted(f"Look at this.\n\n{FORWARDED['en']}\nFrom: A <a@b.example>\n\nold")
    assert strip_quotes(f"{REPLY}\n\n{LINES[0]}\n{quote}").text == REPLY
    block = "\n".join(headers("en"))
    assert strip_quotes(f"{REPLY}\n\n{block}\n\n{FORWARDED['en']}\n{block}\n\nold").text == REPLY


def test_an_introduction_that_is_quoted_too_goes_with_its_quote():
    quote = quoted(f"{LINES[0]}\n\nold")
    assert strip_quotes(f"{quote}\n\n{REPLY}").text == REPLY
    assert strip_quotes(f"{REPLY}\n\n{quote}").text == REPLY


def test_what_lotus_notes_writes_above_a_header_is_no_forward():
    block = "To: Bo\nFrom: Ana Lima/Firma\nDate: 06/26/2025 02:14PM\nSubject: Plans"
    assert strip_quotes(f"{REPLY}\n\n-----Ana Lima/Firma wrote: -----\n{block}\n\n{OLD}").text == REPLY


def test_unknown_words_between_dashes_above_a_header_forward():
    block = "\n".join(headers("en"))
    assert strip_quotes(f"FYI\n\n---------- Mbele ujumbe ----------\n{block}\n\n{OLD}").forwarded


@pytest.mark.parametrize("footer", DEVICES)
def test_footers_of_devices_are_known(footer):
    for text in (f"{REPLY}\n\n{footer}\n", f"{REPLY}\n\n{footer}\n\n{LINES[0]}\n\n> x\n"):
        found = strip_quotes(text)
        assert (found.text, found.signature_removed) == (REPLY, True)


@pytest.mark.parametrize(
    "line",
    ["Sent from my desk, which is much easier than my phone.", "Sent from the office", "From my point of view, no"],
)
def test_a_sentence_that_starts_like_a_footer_stays(line):
    assert strip_quotes(f"{REPLY}\n\n{line}").text == f"{REPLY}\n\n{line}"


@pytest.mark.parametrize("notice", NOTICES, ids=lambda text: text[:20])
def test_legal_notices_are_cut_wherever_they_end_a_mail(notice):
    for text in (
        f"{REPLY}\n\n{notice}\n",
        f"{REPLY}\n\n-- \nBo Berg\nHaus GmbH\n\n{notice}\n",
        f"{REPLY}\n\n{LINES[0]}\n\n> x\n\n{notice}\n",
        f"{LINES[0]}\n\n> x\n\n{REPLY}\n\n{notice}\n",
    ):
        assert strip_quotes(text).text == REPLY


@pytest.mark.parametrize(
    "paragraph",
    [
        "Please keep this confidential.",
        "The addressee of the parcel was wrong; it was delivered to us by mistake, so we sent it back to the post office.",
        "Our lawyers say that disclosure of the contract is prohibited, so do not send it to anybody before Friday please.",
    ],
)
def test_a_paragraph_about_secrets_stays(paragraph):
    assert strip_quotes(f"{REPLY}\n\n{paragraph}").text == f"{REPLY}\n\n{paragraph}"


def test_a_signature_without_a_mark_is_cut_below_closing_and_name_only():
    signed = "Works for me.\n\nBest regards,\nBo Berg\nHead of Building\nbo@haus.example\n+49 30 1234567"
    assert strip_quotes(signed).text == "Works for me.\n\nBest regards,\nBo Berg"
    answer = "Here is whom to ask:\n\nBo Berg\nbo@haus.example\n+49 30 1234567"
    assert strip_quotes(answer).text == answer
    own = "Works for me, see you there.\n\nBo Berg\nbo@haus.example\n+49 30 1234567"
    assert strip_quotes(own).text == own
    assert strip_quotes(own, writer=("Bo Berg", "bo@haus.example")).text == "Works for me, see you there."


def test_a_footer_of_a_mailing_list_is_cut():
    footer = "_______________________________________________\nPlans mailing list\nPlans@lists.haus.example\nhttps://lists.haus.example/listinfo/plans"
    assert strip_quotes(f"{REPLY}\n\n{LINES[0]}\n> x\n\n{footer}\n").text == REPLY


def test_a_reply_that_says_that_it_answers_below_is_flagged():
    assert strip_quotes(f"See my answers in red below.\n\n{LINES[0]}\n\n{quoted(OLD)}").inline_answers
    assert not strip_quotes(f"Fine.\n\n{LINES[0]}\n\n{quoted(OLD)}").inline_answers


def test_an_answer_below_what_html_marks_as_history_is_kept():
    html = f"<div class=yahoo_quoted><p>{LINES[0]}</p><p>old</p></div><p>My answer.</p>"
    assert reply_in_html(visible(html)).text == "My answer."


def test_blockquotes_that_are_no_quotes_stay():
    html = "<p>He said it best:</p><blockquote>Build slowly.</blockquote>"
    assert reply_in_html(visible(html)).text == "He said it best:\n\nBuild slowly."


@settings(max_examples=400, deadline=None)
@given(REPLIES, st.sampled_from(LINES), st.sampled_from(DEVICES), st.booleans(), st.booleans())
def test_no_reply_over_a_quote_loses_its_words(reply, line, device, footer, fold):
    below = f"\n\n{device}" if footer else ""
    found = strip_quotes(f"{reply}{below}\n\n{folded(line) if fold else line}\n\n{quoted(OLD)}\n").text
    kept, own = words(found), words(reply)
    assert is_subsequence(kept, own + words(quoted(OLD)))
    assert len(kept) >= 0.9 * len(own)


@settings(max_examples=400, deadline=None)
@given(REPLIES, st.sampled_from(LINES))
def test_no_answer_below_a_quote_loses_its_words(reply, line):
    found = strip_quotes(f"{line}\n\n{quoted(OLD)}\n\n{reply}\n").text
    assert is_subsequence(words(reply), words(found))


@settings(max_examples=40, deadline=None)
@given(REPLIES, st.sampled_from(BLOCK_TONGUES), st.booleans())
def test_no_reply_over_a_header_block_loses_its_words(reply, tongue, clock):
    block = "\n".join(headers(tongue, clock=clock))
    found = strip_quotes(f"{reply}\n\n{block}\n\n{OLD}").text
    assert len(words(found)) >= 0.9 * len(words(reply))
    assert is_subsequence(words(found), words(reply))


@settings(max_examples=400, deadline=None)
@given(REPLIES, st.sampled_from(sorted(WRITERS)), st.sampled_from([line for line in LINES if "\n" not in line]))
def test_no_html_reply_loses_its_words(reply, program, line):
    seen = visible(WRITERS[program](reply, line, OLD))
    found = reply_in_html(seen).text
    assert is_subsequence(words(found), words(seen.text))
    assert len(words(found)) >= 0.9 * len(words(reply))


PIECES = st.one_of(
    st.sampled_from(LINES + list(DEVICES) + list(NOTICES) + list(ORIGINAL.values()) + list(FORWARDED.values())),
    st.sampled_from(
        ["> a", ">> b", "-- ", "--", "___________", "From: a@b.example", "To: c", "Sent: 14:14", "Subject: d"]
    ),
    st.sampled_from(
        ["| e", "JD> f", "```", "wrote:", "<g@h.example> wrote:", "=====", "Best,", "Bo Berg", "\u202b", ">"]
    ),
    st.text(alphabet="ab >-_:<@.\n\t\u3000", max_size=20),
    SENTENCES,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=25).map("\n".join), st.booleans())
def test_what_comes_out_stands_in_what_went_in(text, forwarded):
    found = strip_quotes(text, forwarded=forwarded)
    assert is_subsequence(found.text.split(), text.split())
    assert found.text.split() or not text.split() or found.quoted_removed


@pytest.mark.parametrize(
    "text",
    [
        "> x\n" * 19_000,
        "words\n" + "> x\n" * 19_000,
        "On Mon 2016 at 10:10 A wrote:\n> x\n\n" * 6_000 + "end",
        "On Mon 2016 at 10:10 A wrote:\n> x\n\nanswer\n" * 4_800,
        "From: a@b.example\nTo: c\nSent: 14:14\nSubject: d\n> x\n\n" * 3_000 + "end",
        "From: " * 20_000,
        "From: x\n" * 19_000,
        "x\n-- \n" * 9_900,
        "x\n\n__________\n" * 6_000,
        "confidential addressee " * 40_000,
        "---------- Forwarded message ----------\n" * 19_000,
        "<a@b.example\n> wrote:\n" * 9_900,
        ("a " * 240 + ":\n") * 2_000,
        "> x\n" * 2_000_000,
    ],
    ids=lambda text: text[:30].replace("\n", " "),
)
def test_hostile_text_of_many_lines_is_read_in_good_time(text):
    for forwarded in (False, True):
        strip_quotes(text, forwarded=forwarded)
