"""The reply that other libraries find: reads {"text": [...], "html": [...]}, writes a list of replies for each name."""

import json
import sys

import quotequail
from mailparser_reply import EmailReplyParser
from talon import quotations
from unquotemail import Unquote

LANGUAGES = ["en", "cs", "da", "de", "es", "fr", "it", "ja", "nl", "pl", "sv", "zh", "ko"]


def tried(function, document):
    """What a library that fails on a mail finds: nothing."""
    try:
        return function(document) or ""
    except Exception:
        return None


def quail(text):
    found = quotequail.unwrap(text)
    return text if found is None else found.get("text_top", "") + found.get("text_bottom", "")


def quail_html(html):
    found = quotequail.unwrap_html(html)
    return html if found is None else found.get("html_top", "") + found.get("html_bottom", "")


def unquoted(text):
    found = Unquote(None, text)
    found.parse()
    return found.get_text()


def unquoted_html(html):
    found = Unquote(html, None)
    found.parse()
    return found.get_html()


def parsed(text):
    return EmailReplyParser(languages=LANGUAGES).parse_reply(text)


def main():
    question = json.load(sys.stdin)
    answer = {
        "text": {
            "mail-parser-reply": [tried(parsed, text) for text in question["text"]],
            "quotequail": [tried(quail, text) for text in question["text"]],
            "talon": [tried(quotations.extract_from_plain, text) for text in question["text"]],
            "unquotemail": [tried(unquoted, text) for text in question["text"]],
        },
        "html": {
            "quotequail": [tried(quail_html, html) for html in question["html"]],
            "talon": [tried(quotations.extract_from_html, html) for html in question["html"]],
            "unquotemail": [tried(unquoted_html, html) for html in question["html"]],
        },
    }
    json.dump(answer, sys.stdout)


main()
