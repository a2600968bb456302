"""Words used and words spoken of: a mail that discusses attacks on assistants quotes them, and asks for nothing.

What stands in quotation marks, in code, in headings or in reported speech is taken out of such a mail before it is
read for instructions. Quotation marks alone excuse nothing: all around must be discussion, and neither what is quoted
nor the rest may ask for an act with mail, files or money, name a place to send to, or ask for silence.
"""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

import re
from typing import Final

from letterlock.core.trust.content.asks import ASK_SIGNS
from letterlock.core.trust.injection_signs import INJECTION_SIGNS
from letterlock.core.trust.sign import Folded, find, fold

_ENOUGH: Final = 2
"""Different words of discussion that must stand outside quotation marks."""
_CLEARLY: Final = 5
"""So many, and what is said to be somebody's words may ask for an act."""
_SAID = re.compile(
    r"(?:said|says?|reads?|wrote|writes?|such as|like|called|phrase|words|for example|e\.g\.|planted|hid)\b[:, ]{0,3}$"
)
_BEFORE: Final = 40
_LEAST: Final = 24
"""Characters that must be left of it."""
_SPAN: Final = 300
_MOST: Final = 200
"""Stretches that are looked at."""
_READ: Final = 12_000

_KEYS: Final = tuple(
    re.split(
        r"\|",
        "=ignore|=ignored|=ignores|=disregard|=forget|=override|prompt|=instructions|=instruction|=rules|jailbreak|=mode|=user|=users|=assistant|=assistants|=ai|you are|you're|=act|pretend|reveal|repeat|=system|=dan|anweisung|regeln|règles|reglas|regras|regole|regels|правил|规则|ルール|nutzer|instruccion|instruç|istruzion|instructies|инструкц|指令|指示|プロンプト|提示|アシスタント|助手",
    )
)
"""One of these is in all that could be taken for an attack by mistake."""
_WORTH = re.compile("|".join(key.removeprefix("=") for key in _KEYS))
_QUOTED = re.compile(
    rf'[„"][^"„\n]{{3,{_SPAN}}}"|(?<!\w)\'[^\'\n]{{6,{_SPAN}}}\'(?!\w)|«[^«»\n]{{3,{_SPAN}}}»|‹[^‹›\n]{{3,{_SPAN}}}›'
    rf"|「[^「」\n]{{2,{_SPAN}}}」|『[^『』\n]{{2,{_SPAN}}}』|```[^`]{{3,2000}}```|`[^`\n]{{3,{_SPAN}}}`"
)
_REPORTED = re.compile(
    r"\b(?:attackers?|adversar(?:y|ies)|red teams?|hackers?|criminals?|researchers?|scammers?|they|(?:a |an |the )?(?:hidden|malicious|injected|embedded|planted|invisible) \w{2,20}|(?:a |an |the |one |such )(?:attack|injection|payload|exploit|jailbreak|attacker|adversary)s?)\b"
    r"[^.!?\n]{0,60}?\b(?:ask|tell|told|instruct|trick|convinc|persuad|get|got|make|made|forc|caus|coax|order|command|try|tri|us|writ|wrote|send|sent|embed|hid|plant|insert|add|say|said|read)\w{0,4}\b[^.!?\n]{0,200}"
    r"|\b(?:such as|for example|for instance|e\.g\.|along the lines of|variants? of|phrases? like|prompts? like|texts? like|lines? like|the (?:phrase|words|string|sentence|prompt|wording))\b[^.!?\n]{2,160}"
)
_TALK = re.compile(
    r"\b(?:injections?|inject(?:ed|ing)|attack(?:ers?|s|ed)?|researchers?|vulnerabilit(?:y|ies)|cve|security|awareness|red[- ]team\w{0,20}|payloads?|exploit(?:s|ed)?|adversar\w{1,20}|jailbreaks?|phishing|threats?|hackers?|criminals?|scammers?|oldest trick|quiz|malicious|prompts?|models?|llms?|chatbots?|guardrails?|newsletter|issue|pull request|pr|regression|bug|logs?|evals?|repo|unit tests?|tests?|classifiers?|detectors?|filters?|false positives?|training(?: session)?|compliance|course|lesson|workshop|article|blog post|paper|report|study|benchmark|dataset|examples?"
    r"|angreifer\w{0,20}|angriffe?|sicherheit\w{0,20}|forscher\w{0,20}|schwachstellen?|schulung|sprachmodelle?\w{0,20}|attaquants?|attaques?|sécurité|chercheurs?|vulnérabilités?|formation|modèles?|atacantes?|ataques?|seguridad|investigadores|vulnerabilidad\w{0,20}|modelos?|segurança|pesquisadores|attaccanti|attacchi|sicurezza|ricercatori|modelli|aanvallers?|aanvallen|beveiliging|onderzoekers|modellen)\b"
    r"|злоумышленник\w{0,20}|атак\w{0,20}|безопасност\w{0,20}|исследовател\w{0,20}|уязвимост\w{0,20}|модел\w{1,20}|инъекци\w{0,20}|攻击者|攻击|安全|研究人员|漏洞|模型|注入|攻撃者|攻撃|セキュリティ|研究者|脆弱性|モデル|インジェクション"
)
_SEVERAL: Final = frozenset(("red", "pull", "oldest", "blog", "false"))
"""Words that begin a name of several."""
_HEADING = re.compile(
    r"^[^.!?\n]{0,100}\b(?:injections?|jailbreaks?|attacks?|explained|how|why|guide|works?|defen[cs]e|prevent\w{0,8}|tests?|issue|research)\b[^.!\n]{0,100}$",
    re.M,
)
_ACTS: Final = frozenset(
    {
        "asks to send given words to an address",
        "asks to hand what is here to somewhere",
        "asks for what the mailbox or its owner keeps",
        "asks to change the mailbox",
        "asks for money or rights to be moved",
        "a picture or link that carries what is here away",
    }
)
_ORDERS: Final = frozenset(
    {"asks to act on mail, files or secrets", "asks to keep it from the user", "addresses an assistant"}
)
"""What speaks to the reader of the mail, and is not said of others."""
_ACT_SIGNS: Final = tuple(sign for sign in ASK_SIGNS if sign.name in _ACTS)
_ORDER_SIGNS: Final = tuple(sign for sign in INJECTION_SIGNS if sign.name in _ORDERS)


def used(text: Folded) -> Folded:
    """The text without what it only speaks of; itself where it discusses nothing, or asks for something."""
    if not text.has_any(_KEYS) or (text.text.isascii() and sum(map(_is_talk, text.words)) < _ENOUGH):
        return text
    rest = text.text
    talk = _talk(_QUOTED.sub(" ", rest[:_READ]))
    if talk < _ENOUGH:
        return text
    clearly = talk >= _CLEARLY
    for pattern in (_QUOTED, _REPORTED, _HEADING):
        rest = _without(pattern, rest, attributed=clearly and pattern is _QUOTED)
    if rest == text.text or len(rest) < _LEAST:
        return text
    left = fold(rest)
    return text if find(_ORDER_SIGNS, left) else left


def _is_talk(word: str) -> bool:
    return word in _SEVERAL or _TALK.fullmatch(word) is not None


def _talk(text: str) -> int:
    """How many different words of discussion it has; no more are counted than make it clear."""
    found: set[str] = set()
    for match in _TALK.finditer(text):
        found.add(match[0])
        if len(found) >= _CLEARLY:
            break
    return len(found)


def _without(pattern: re.Pattern[str], text: str, *, attributed: bool) -> str:
    """The text without those stretches; what asks for an act stays, unless somebody is said to have said it."""

    def kept(match: re.Match[str]) -> str:
        if not _WORTH.search(match[0]):
            return match[0]
        if attributed and _SAID.search(text, max(0, match.start() - _BEFORE), match.start()):
            return " … "
        return match[0] if find(_ACT_SIGNS, fold(match[0])) else " … "

    return pattern.sub(kept, text, count=_MOST)
