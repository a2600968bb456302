"""Sentences that herald an order and claim that nothing else counts: signs by how many such words stand together."""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

import re
from collections.abc import Iterator
from typing import Final

_ORDER: Final = re.compile(
    r"\b(?:instructions?|directives?|commands?|orders?|mandates?|tasks?|mission|agenda|objective|assignment|guidelines?|guidance|steps|action|recommendations|segment|anweisung\w{0,20}|aufgabe\w{0,20}|befehl\w{0,20}|consignes?|tâches?|ordres?|instrucci\w{1,20}|tareas?|órdenes|instruç\w{1,20}|tarefas?|istruzion\w{1,20}|compit\w{1,20}|opdracht\w{0,20}|instructies|инструкц\w{1,20}|задани\w{1,20}|задач\w{1,20})\b|指令|任务|指示|命令|タスク"
)
_BESIDE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(?:follow(?:s|ing)?|next|ahead|upcoming|forthcoming|to come|below|incoming|unfold\w*|awaits?|arriv\w+|comes next|coming|about to|landed|on the horizon|additional|extra|brand new|what follows|lies ahead|folgend\w*|nächste\w*|suivante?s?|prochaine?s?|siguientes?|próxim\w+|seguintes?|seguent\w+|prossim\w+|volgende|следующ\w+)\b|以下|接下来|次の",
        r"\b(?:critical|crucial|vital|essential|imperative|mandatory|non-?negotiable|non-?optional|paramount|utmost|priority|pivotal|urgent\w*|immediate\w*|importance|significance|momentous|essential|must be|demands?|not optional|not a drill|revolutionary|pronto|without (?:delay|hesitation|question)|time-sensitive|at once|indispensable|sofort|wichtig\w*|dringend|urgent\w*|urgente\w*|immédiat\w*|inmediat\w*|imediat\w*|subito|belangrijk|срочно|важн\w+)\b|重要|立即|至急",
        r"\b(?:only|sole|solely|exclusive\w*|all (?:other|others|else|prior|previous|preceding)|everything else|nothing else|every other|above all|supreme|reigns?|void|irrelevant|obsolete|overrid\w*|overshadow\w*|outshin\w*|supersed\w*|nullif\w*|disregard\w*|discard\w*|forget|cast aside|out of scope|subordinate|mute|sift out|background|erase|clear|suspend|einzig\w*|vergiss|oublie\w*|seule?|olvida\w*|únic\w+|esqueça|dimentica|unic\w+|enige|vergeet|забудь\w*|единственн\w+)\b|唯一|忽略|忘记",
        r"\b(?:attention|focus\w*|prepare|ready|brace|listen|concentrat\w*|heed|execut\w*|adher\w*|obey|engage|pause|halt|zero in|undivided|interrupt\w*|alert|spotlight|drumroll|shift|laser|act(?:ed)? (?:up)?on|brace yourself|buckle|stay tuned|full stop|make no mistake|stop the presses|pay close|tunnel-vision|on hold|achtung|konzentrier\w*|concentre\w*|atención|concéntrate|atenção|foque|attenzione|concentrati|внимание|сосредоточ\w+)\b|注意|专注|集中",
        r"[-+=*<>{}\[\]|:/~!#—_\\]{4,40}|[\U0001f300-\U0001faff\u2600-\u27bf]|!!",
    )
)
_SENTENCE = re.compile(r"[^.!?\n]{12,400}[.!?\n]?")
_READ: Final = 12_000
_LEAST: Final = 3


def urging(text: str) -> float:
    """How far some two sentences in a row go, 0 to 1: an order, and how many of what is said to make it count."""
    if not _ORDER.search(text):
        return 0.0
    sentences = _SENTENCE.findall(text[:_READ])
    orders = [_ORDER.search(sentence) is not None for sentence in sentences]
    most = 0
    for number, (one, other) in enumerate(zip(sentences, [*sentences[1:], ""], strict=False)):
        if orders[number] or any(orders[number + 1 : number + 2]):
            first = frozenset(_held(one))
            if len(first) + orders[number] >= 2:
                most = max(most, 1 + len(first.union(_held(other))))
    return max(0, most - _LEAST + 1) / (len(_BESIDE) + 2 - _LEAST)


def _held(sentence: str) -> Iterator[int]:
    return (number for number, sort in enumerate(_BESIDE) if sort.search(sentence))
