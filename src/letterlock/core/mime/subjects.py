"""Subjects: reply and forward marks of many programs and languages recognised (RFC 5322 section 3.6.5)."""

import re

_REPLY_WORDS = (
    # English, Danish/Norwegian/Swedish, German, Dutch, Finnish, Polish, Portuguese, Italian, Turkish, Hungarian,
    # Indonesian, Welsh, Greek, Hebrew, Russian and Ukrainian, Arabic, Chinese, Japanese, Korean, Vietnamese
    *(
        "re",
        "sv",
        "aw",
        "antw",
        "antwort",
        "antwoord",
        "vs",
        "odp",
        "res",
        "rif",
        "r",
        "ynt",
        "yan",
        "vá",
        "bls",
        "atb",
    ),
    *("απ", "σχετ", "השב", "תגובה", "отв", "ответ", "відп", "رد"),
    *("回复", "回覆", "答复", "答覆", "回信", "返信", "답장", "회신", "tl"),
)
_FORWARD_WORDS = (
    *("fwd", "fw", "wg", "wtr", "doorst", "vl", "vb", "tr", "i", "rv", "enc", "pd", "továbbítás", "ilt"),
    *("πρθ", "пер", "пересл", "إعادة توجيه", "转发", "轉寄", "転送", "전달", "הועבר", "fs", "forward"),
)
_COUNT = r"(?:\s?\[\d{1,3}\]|\s?\(\d{1,3}\)|\^\d{1,3}|\*\d{1,3})?"
_COLON = r"\s?[:：]\s*"


def _marks(words: tuple[str, ...]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word) for word in ordered) + ")" + _COUNT + _COLON


_REPLY = re.compile(_marks(_REPLY_WORDS), re.IGNORECASE)
_ANY = re.compile(_marks((*_REPLY_WORDS, *_FORWARD_WORDS)), re.IGNORECASE)
_TAG = re.compile(r"\[[^\[\]]{1,60}\]\s*")
_FORWARD_TRAILER = re.compile(r"(?<!\s)\s*+\(fwd\)\Z", re.IGNORECASE)


def _strip(text: str, mark: re.Pattern[str], *, keep_tags: bool) -> tuple[str, bool]:
    """(the subject after its leading marks, whether there was one); list tags between marks are kept or not."""
    tags: dict[str, None] = {}
    position = len(text) - len(text.lstrip())
    end_of_marks, marked = position, False
    while True:
        found = mark.match(text, position)
        if found is not None:
            marked = True
            position = end_of_marks = found.end()
            continue
        tag = _TAG.match(text, position)
        if tag is None:
            break
        if not keep_tags or mark.match(text, tag.end()):
            tags[tag[0].strip()] = None
            end_of_marks = tag.end()
        position = tag.end()
    rest = text[end_of_marks:].strip()
    if not keep_tags:
        return rest, marked
    lead = [tag for tag in tags if not rest.startswith(tag)]
    return " ".join([*lead, rest]) if lead else rest, marked


def reply_subject(subject: str) -> str:
    """`Re: ` and the subject without the reply marks it began with, also behind a list's tag: exactly one `Re:`."""
    return f"Re: {_strip(subject, _REPLY, keep_tags=True)[0]}".rstrip()


def forward_subject(subject: str) -> str:
    """`Fwd: ` and the subject without the forward and reply marks it began with: exactly one `Fwd:`."""
    return f"Fwd: {_strip(subject, _ANY, keep_tags=True)[0]}".rstrip()


def base_subject(subject: str) -> str:
    """What two subjects of one conversation have in common: no reply and forward marks, list tags or case."""
    base, _ = _strip(_FORWARD_TRAILER.sub("", subject), _ANY, keep_tags=False)
    return " ".join(base.casefold().split())


def is_reply_subject(subject: str) -> bool:
    """Whether it begins with a reply mark."""
    return _strip(subject, _REPLY, keep_tags=True)[1]
