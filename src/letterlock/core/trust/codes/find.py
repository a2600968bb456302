"""One-time codes in what a message says: numbers and words that its text names as such, in some twenty languages."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from letterlock.core.trust.codes.fold import MAX_TEXT, any_of, plain
from letterlock.core.trust.codes.signs import Signs
from letterlock.core.trust.codes.words import (
    BACKUP,
    LABEL_LINE,
    OTHER,
    STEMS,
    STRONG,
    TYPED,
    TYPED_BELOW,
    USED_AFTER,
    USED_BEFORE,
    WEAK,
    YOURS_AFTER,
    YOURS_BEFORE,
)
from letterlock.core.words import word_set

MAX_CODES: Final = 40
_MAX_CANDIDATES: Final = 400

_CANDIDATE: Final = re.compile(
    r"(?<![A-Za-z0-9@/\\=&?_%~])(?<![0-9][.,:'-])"
    r"(?:[A-Z]{1,4}-\d{4,8}|\d{3}[ -]\d{3,4}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4}[ -]\d{4}"
    r"|(?:\d[ \t]{1,3}){3,7}\d|(?:\d[ \t]{0,2}\|[ \t]{0,2}){3,7}\d|(?:\d[ \t|]{0,3}\n[ \t|]{0,3}){3,7}\d|\d{4,10}"
    r"|(?=[A-Za-z]{0,11}\d)[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{3,8}){0,4}|[A-Z0-9]{3,6}(?:-[A-Z0-9]{3,6}){1,4})"
    r"(?![A-Za-z0-9@/\\=&_%]|[.,:'-]\d| ?[-–] ?\d|\.[a-z])"
)
_LETTERS: Final = re.compile(r"[A-Z]{5,8}")
_LINE: Final = re.compile(r"[^\n]{5,40}")
_PASSWORD: Final = re.compile(
    r"(?:password|passwor?t|kennwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|hasło|пароль|パスワード"
    r"|密码|密碼|비밀번호)[^\n:：]{0,40}(?:[:：]|\bis\b|\blautet\b|\best\b|\bes\b|è|é|は)[ \t]{0,3}"
    r"\n?\n?[ \t]{0,3}([^\s<>]{6,40})(?![^\s<>])"
)
_CONNECTOR: Final = re.compile(
    r"(?:[:：=>→–—|-]|\bis|\bare|\blautet|\bist|\best|\bes|\bsind|\bè|\bé|\bto|\bjest|\bon|\bär|\ber|は|是|为|為|은|는|ist)"
    r"[\s\"'“”„«»*\[(「【]{0,6}$"
)
_SENTENCE: Final = re.compile(r"[.!?]\s|[。！？]|\n[ \t]*\n")
_ENTER: Final = re.compile(
    r"(?:enter|use|type(?: in)?|input|gib|geben sie|verwende[n]?(?: sie)?|nutzen sie|saisissez|saisis|entrez|utilisez"
    r"|introduce|introduzca|ingresa|ingrese|usa|utiliza|inserisci|digita|utilizza|digite|insira|introduza|utilize|voer|gebruik|wpisz"
    r"|wprowadź|użyj|podaj|введите|используйте|ange|använd|indtast|brug|skriv inn|bruk|请输入|請輸入|输入|輸入)"
    r"(?: (?:the|this|den|le|el|il|o|de|in|code|kod|код))?[\s:：\"'“„«*]{1,4}$"
)
_UNIT: Final = re.compile(
    r"\s?(?:%|€|\$|£|¥|円|元|원|人|名|件|個|点|ポイント|年|月|руб|zł|kr\b|eur|usd|gbp|chf|users?|people|customers|members|subscribers|days|hours"
    r"|minutes|km\b|kg\b|mb\b|gb\b|px|pts|points|miles|words|characters|employees|companies|developers|nutzer|kunden|punkte|clients"
    r"|utilisateurs|usuarios|puntos|clientes|utenti|punti|usuários|pontos|klanten|punten|klientów|punktów|минут|баллов|человек|м\b)"
)
_MONEY: Final = re.compile(r"(?:[$€£¥₽₩₹+#№]|\b(?:rs|eur|usd|gbp|chf|inr|pln|brl|r\$|us\$|kr|zł)\.?)\s?$")
_MASKED: Final = re.compile(r"[•*xX·]{2,} ?$")
_TELEPHONE: Final = re.compile(r"(?:\+|\(0|\b0)\d[\d ()/.-]{0,20}[ ()/.-]$")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_STRONG, _WEAK, _OTHER, _BACKUP = any_of(STRONG), any_of(WEAK), any_of(OTHER), any_of(BACKUP)
_YOURS_BEFORE, _YOURS_AFTER = re.compile(YOURS_BEFORE), re.compile(YOURS_AFTER)
_USED_BEFORE, _USED_AFTER = re.compile(USED_BEFORE), re.compile(USED_AFTER)
_TYPED_BELOW, _LABEL_LINE = re.compile(TYPED_BELOW), re.compile(LABEL_LINE)
_SAID: Final = re.compile(r"\s?(?:is|ist|est|es|è|é|jest|[:—–-])[\s]")
_DIGITS: Final = re.compile(r"(?:[a-z]{1,4}-)?(?:\d[\s|-]{0,7}){4,8}", re.IGNORECASE)
_CAPITALS: Final = re.compile(r"[A-Z0-9-]{5,20}")
_WORDISH: Final = re.compile(r"[A-Za-z]{2,}\d{1,3}|[A-Za-z]\d{1,2}[A-Za-z]")
"""As in utf8, SSLv3 or i18n: a word rather than a code, unless it is pointed at."""
_HEADING: Final = re.compile(r"(?:\A|\n)#{1,4} \Z")
_NEXT: Final = 60
_BEFORE: Final = 200
_AFTER: Final = 120
_CLOSE: Final = 45
_CLAUSE: Final = 170
_EDGES: Final = " \t*_#>|[](){}<\"'“”„«»「」【】•·–—-:：.`~"
_NOT_CODES: Final = word_set(
    "HTTP HTTPS EMAIL GMAIL APPLE GOOGLE HELLO PLEASE THANKS BONJOUR HALLO CODE CODES VERIFY LOGIN SIGNIN CONFIRM"
)


@dataclass(frozen=True, slots=True)
class _Label:
    start: int
    end: int


def find_codes(subject: str, text: str) -> tuple[str, ...]:
    """The distinct codes, at most MAX_CODES, in order, without the blanks they are grouped with."""
    whole = plain(f"{subject}\n\n{text[:MAX_TEXT]}")
    low = whole.lower()
    if not any(stem in low for stem in (*STEMS, *TYPED)):
        return ()
    if len(low) != len(whole):
        whole = low
    found = dict.fromkeys(_spelt(code) for code in [*_Finder(whole, low).codes(), *_passwords(whole, low)])
    return tuple(found)[:MAX_CODES]


def _spelt(code: str) -> str:
    return "".join(char for char in code if not char.isspace() and char != "|")


@dataclass(frozen=True)
class _Around:
    """What stands before and after a candidate; `alone`: it has its line for itself."""

    before: str
    after: str
    alone: bool

    @cached_property
    def others(self) -> list[re.Match[str]]:
        """Names of other numbers before it."""
        return list(_OTHER.finditer(self.before))


class _Finder:
    """Looks at each candidate of one message."""

    def __init__(self, whole: str, low: str) -> None:
        self._whole = whole
        self._low = low
        self._signs = Signs(low)

    @cached_property
    def _strong(self) -> bool:
        return _STRONG.search(self._low) is not None

    def codes(self) -> list[str]:
        found: list[str] = []
        lines: dict[int, list[re.Match[str]]] = {}
        last: tuple[int, str] | None = None
        for number, match in enumerate(_CANDIDATE.finditer(self._whole)):
            if number == _MAX_CANDIDATES or len(found) == MAX_CODES:
                break
            shape = _shape(match[0])
            listed = last is not None and last[1] == shape and self._follows(last[0], match)
            if listed or self._is_code(match):
                found.append(match[0])
                last = (match.end(), shape)
            else:
                lines.setdefault(self._low.rfind("\n", 0, match.start()), []).append(match)
        return found or self._sole(lines) or self._letters()

    def _sole(self, lines: dict[int, list[re.Match[str]]]) -> list[str]:
        """The one number on a line that speaks of a code, in a message that says it is for one person and for now."""
        signs = self._signs
        if not signs.secret or signs.sale or signs.meeting:
            return []
        for start, matches in lines.items():
            end = self._low.find("\n", start + 1)
            line = self._low[start + 1 : (end if end >= 0 else len(self._low))][:400]
            match = matches[0]
            if len({one[0] for one in matches}) == 1 and (_STRONG.search(line) or self._typed(line, match)):
                known = _YEAR.fullmatch(match[0]) is not None or self._is_other(match)
                if not known and signs.purpose(*match.span()):
                    return [match[0]]
        return []

    def _typed(self, line: str, match: re.Match[str]) -> bool:
        """Whether it is to be typed in, on a line that speaks of some code that is for nobody else."""
        before = self._low[max(0, match.start() - 40) : match.start()]
        return (self._signs.keep or self._signs.not_you) and bool(_ENTER.search(before) and _WEAK.search(line))

    def _follows(self, end: int, match: re.Match[str]) -> bool:
        """Whether it stands in the list of codes that began before it."""
        between = self._low[end : match.start()]
        return len(between) < 12 and not any(char.isalpha() for char in between) and bool(_BACKUP.search(self._low))

    def _is_other(self, match: re.Match[str]) -> bool:
        """Whether what stands right before or after it says that it is a sum, a count or another number."""
        start, end = match.span()
        before = self._low[max(0, start - _NEXT) : start]
        if _MONEY.search(before[-8:]) and not _HEADING.search(before):
            return True
        if _UNIT.match(self._low, end) or _MASKED.search(before[-6:]):
            return True
        if _TELEPHONE.search(before[-26:]):
            return True
        labels = list(_OTHER.finditer(before))
        return bool(labels) and labels[-1].end() >= len(before) - 3

    def _is_told(self, match: re.Match[str], before: str, after: str) -> bool:
        """Whether the words right beside it say that it is the reader's own code, or what it is to be typed in for."""
        signs, (start, end) = self._signs, match.span()
        if signs.sale or signs.meeting:
            return False
        alone = self._alone(start, end)
        if _YEAR.fullmatch(match[0]) and not (alone or _CONNECTOR.search(before) or _SAID.match(after)):
            return False
        mine = _YOURS_BEFORE.search(before[-120:]) or _YOURS_AFTER.match(after)
        used = _USED_BEFORE.search(before[-40:]) and (signs.keep or signs.not_you or _USED_AFTER.match(after))
        below = alone and (_TYPED_BELOW.search(before[-110:]) or _LABEL_LINE.search(before[-60:]))
        if not (mine or used or (below and signs.purpose(start, end))) or (mine and _OTHER.search(mine[0])):
            return False
        if _DIGITS.fullmatch(match[0]):
            return True
        return _CAPITALS.fullmatch(match[0]) is not None and (signs.secret or signs.purpose(start, end))

    def _is_code(self, match: re.Match[str]) -> bool:
        start, end = match.span()
        before, after = self._low[max(0, start - _BEFORE) : start], self._low[end : end + _AFTER]
        if self._is_told(match, before, after):
            return not self._is_other(match)
        if not any(stem in before or stem in after for stem in STEMS):
            return False
        around = _Around(before, after, self._alone(start, end))
        if _WORDISH.fullmatch(match[0]) and not (around.alone or _CONNECTOR.search(before)):
            return False
        strong = self._named(_STRONG, around) or (
            _ENTER.search(before[-40:]) is not None and self._strong and self._signs.purpose(start, end)
        )
        if not (strong or (self._named(_WEAK, around) and self._weakly(match[0], around, start, end))):
            return False
        if _YEAR.fullmatch(match[0]) and not (around.alone or _CONNECTOR.search(before) or _STRONG.search(after[:30])):
            return False
        return not self._is_other(match)

    def _weakly(self, code: str, around: "_Around", start: int, end: int) -> bool:
        """Whether the message says enough else for a plain "code" to be a one-time code."""
        signs = self._signs
        if signs.meeting:
            return False
        if signs.keep or signs.not_you:
            return True
        if signs.sale or not (signs.expires or self._strong):
            return False
        if not code.replace(" ", "").replace("-", "").isdigit():
            return signs.purpose(start, end) or _CONNECTOR.search(around.before) is not None
        return signs.expires or signs.purpose(start, end)

    def _named(self, name: re.Pattern[str], around: "_Around") -> bool:
        """Whether a label of that kind belongs to the candidate: before it, or after it in its sentence."""
        label = _last(name, around.before, around.others)
        if label is not None:
            gap = around.before[label.end :]
            taken = _CANDIDATE.search(gap) is not None or any(other.start() >= label.end for other in around.others)
            if not taken and self._joined(gap, around.alone):
                return True
        follows = name.search(around.after[: 200 if around.alone else 70])
        if follows is None or _OTHER.match(around.after, follows.start()):
            return False
        return around.alone or _SENTENCE.search(around.after[: follows.start()]) is None

    def _joined(self, gap: str, alone: bool) -> bool:
        if alone:
            return True
        if _SENTENCE.search(gap) is not None and not _SENTENCE.fullmatch(gap.strip(" \t*_:|")):
            return False
        return len(gap) <= _CLOSE or (len(gap) <= _CLAUSE and _CONNECTOR.search(gap) is not None)

    def _alone(self, start: int, end: int) -> bool:
        """Whether it has its line for itself."""
        left = self._whole.rfind("\n", 0, start) + 1
        right = self._whole.find("\n", end)
        right = len(self._whole) if right < 0 else right
        return not self._whole[left:start].strip(_EDGES) and not self._whole[end:right].strip(_EDGES)

    def _letters(self) -> list[str]:
        """A line of capitals alone, after a line that names a code: where no other code is found."""
        for line in _LINE.finditer(self._whole):
            word = line[0].strip(_EDGES)
            if not _LETTERS.fullmatch(word) or word in _NOT_CODES or not self._strong:
                continue
            before = self._low[max(0, line.start() - 120) : line.start()].rstrip()
            label = _last(_STRONG, before, [])
            if label is not None and (before[-1:] in (":", "：") or len(before) - label.end < 12):
                return [word]
        return []


def _last(name: re.Pattern[str], before: str, others: list[re.Match[str]]) -> _Label | None:
    """The last place where `name` stands, unless it is part of another number's name."""
    found = None
    for match in name.finditer(before):
        if not any(other.start() < match.end() and match.start() < other.end() for other in others):
            found = _Label(match.start(), match.end())
    return found


def _shape(code: str) -> str:
    return "".join("-" if char in " -" else "x" for char in code)


def _passwords(whole: str, low: str) -> list[str]:
    """One-time and temporary passwords, which may hold any character."""
    found = []
    for match in _PASSWORD.finditer(low):
        label = _STRONG.search(low, max(0, match.start() - 30), match.start(1))
        word = whole[match.start(1) : match.end(1)].rstrip(".,;。")
        if label is not None and any(not char.isalpha() for char in word) and "://" not in word:
            found.append(word)
    return found[:5]
