"""Whether a subject says that the mail forwards another, in the languages of the larger mail programs."""

import re
from typing import Final

from letterlock.core.words import word_set

# ruff: noqa: E501 (words are data)

_MARKS: Final = word_set(
    "fwd fw forward forwarded wg wtr tr rv enc reenc i vb vl vid vidarebef videresendt doorst doorsturen pd fs továbbítás tov"
    " ilt i̇lt yönl redir πρθ пер пересл препр 转发 轉發 轉寄 転送 전달 הועבר ส่งต่อ trs přep prep edasi välitetty tf"
) | {"إعادة توجيه", "chuyển tiếp"}
_BOTH: Final = "vs"
"""A forward in Danish and Norwegian, a reply in Finnish."""
_FINNISH: Final = re.compile(r"^[ \t>*]*+(?:lähettäjä|vastaanottaja|aihe)[ \t]*+:", re.I | re.M)
_LIST_TAG: Final = re.compile(r"\s*\[[^\]\n]{1,40}\]\s*(?=[^\W\d_]{1,12}\s?[:：])")
_MARK: Final = re.compile(r"\s*[\[(]?\s*([^\W\d_][^\W\d_.]{0,10}(?: [^\W\d_]{1,10})?)\.?(?:\s?\[\d{1,3}\])?\s?[:：]")
_AT_END: Final = re.compile(r"\(fwd\)\s*\Z", re.I)


def is_forward_subject(subject: str, text: str = "") -> bool:
    """The first mark of the subject counts: a reply to a forward forwards nothing. `text` tells a mark of two apart."""
    subject = _LIST_TAG.sub("", subject[:500], count=1)
    match = _MARK.match(subject)
    if match is None:
        return _AT_END.search(subject) is not None
    mark = match[1].lower()
    if mark == _BOTH:
        return _FINNISH.search(text) is None
    return mark in _MARKS
