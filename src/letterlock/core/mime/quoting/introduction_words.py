"""The line above a quote (`On …, … wrote:`), as mail programs write it in the languages they speak."""

# ruff: noqa: E501 (words are data, in their own scripts)

import re

from letterlock.core.mime.quoting.table import alternatives

VERBS = alternatives(
    # English, German, Dutch, Afrikaans
    "wrote|writes|said|schrieb|schrieben|geschrieben|schreef|schrijft|geschreven|het geskryf",
    # French, Spanish, Portuguese, Italian, Catalan, Romanian
    "a écrit|a ecrit|écrit|ecrit|écrivait|escribi[óo]|escribe|escreveu|ha scritto|scrisse|scrive|va escriure|missatge de|ha escrit"
    "|a scris|scris",
    # Swedish, Danish, Norwegian, Finnish, Icelandic
    "skrev|skreiv|skrifaði|kirjoitti|kirjutas",
    # Polish, Czech, Slovak, Hungarian
    r"napisał\(a\)|napisał\(-a\)|napisał\/a|napisał|napisała|pisze|napisana przez|napsal\(a\)|napsala?|píše|napísal\(a\)|napísala?"
    "|írta|írt|írja",
    # Russian, Ukrainian, Bulgarian, Serbian, Croatian, Slovenian
    r"написал\(а\)|написала?|писала?|писал\(а\)|пишет|пише|написав|написав\(ла\)|написа|написао је|је написао\/ла"
    "|је написао|napisao je|je napisao\\/la|je napisao|napisao\\/la|napisala je|je napisala?|napisala?|napisal\\/a|piše",
    # Lithuanian, Latvian, Greek, Turkish
    "rašė|parašė|rakstīja|έγραψεν?|έγραψαν|yazdı|yazmış",
    # Vietnamese, Indonesian, Thai, Hindi
    "đã viết|viết|menulis|เขียนว่า|เขียน|ने लिखा",
    # Hebrew, Arabic, Persian
    r"כתב\/ה|כתבה?|מאת|كتبت?|كتب\/ت|تمت كتابة ما يلي بواسطة|نوشت",
)
_JOINED = "写道|寫道|写到|のメッセージ|のメール|書きました|님이 작성|작성|쓴 글"
"""Verbs of scripts that write words together."""

WROTE = re.compile(rf"(?:(?<!\w)(?:{VERBS})(?!\w)|{_JOINED})", re.I)
WROTE_END = re.compile(rf"(?:(?:(?<!\w)(?:{VERBS})|{_JOINED})(?: \w+){{0,2}}\s*[:：]?|[:：])[\s*_-]*\Z", re.I)
"""How the last line of an introduction ends."""

_OPENERS = alternatives(
    "on|at|am|den|vom|le|du|el|em|no dia|às|aos|a las|dia|il|il giorno|in data|op|d|på|kl|w dniu|dnia|w|dne|dňa|v|ve|pe|în|in|la data",
    "στις|την|в|у|на|от|дана|dana|u|v dnevu|kuupäev|vào|vào lúc|lúc|pada|pada tanggal|tarihinde|missatge de",
    "בתאריך|ביום|في|بتاريخ|در تاریخ|در|ב",
)
OPENER = re.compile(
    rf"(?:\d{{1,2}}[:.]\d{{2}}\D|(?:{_OPENERS})(?!\w)[^\n]{{0,120}}?\d"
    r"|(?:在|于|於|ในวันที่|วันที่|เมื่อ|ב-)[^\n]{0,120}?\d"
    r"|\d{1,4}[./\-年]\s?\d{1,2}[./\-月]\s?\d{1,4}|\d{4}년|\d{4}\.\s"
    r"|\d{1,2}\.? (?:de )?[^\W\d]{3,12}\.?,? (?:de )?\d{4}"
    r"|[^\W\d_]{1,14}\.?,?\s{1,3}(?:den )?\d{1,4}[\s.,/-]"
    r"|[^\W\d_]{2,14}\.?,\s{1,3}[^\W\d_]{3,14}\.?\s\d{1,2},?\s)",
    re.I,
)
"""How an introduction begins that starts with its date."""
DATE = re.compile(
    r"\d{1,2}[:.h]\d{2}|\d{1,2}\D{1,24}\d{4}|\d{4}\D{1,24}\d{1,2}\D{1,3}\d{1,2}|\d{4}\D{1,6}\d{1,2}\D{1,6}\d{1,2}"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)
ADDRESS = re.compile(r"[\w.+'=%-]{1,80}@[\w-]{1,80}\.[\w.-]{1,80}")
CLOCK = re.compile(
    r"(?<![\d.])\d{1,2}\s?(?:[:hH時时]\s?\d{2}|\.\d{2}(?!\.))(?!\d)|(?<!\d)\d{1,2}\s?[ap]\.?m\b|\d\s?[点點시]", re.I
)
"""A time of day; 12.05.2026 is none."""
