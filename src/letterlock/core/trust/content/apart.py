"""A question of knowledge or a task for a chatbot that has nothing to do with the mail it stands in.

People ask each other about what both know of: you, us, today, the file below. What is asked of a machine in another's
mail speaks of nothing around it, and no word of it stands anywhere else there.
"""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

import re
from collections.abc import Iterator
from typing import Final

_READ: Final = 8_000
_LEAST_REST: Final = 150
_STEM: Final = 5
_SENTENCE = re.compile(r"[^.!?;\n。？！]{6,300}[.!?。？！]?")
_LEAD = r"[\W_]{0,6}(?:(?:please|also|then|now|next|and|but|first|finally|lastly|kindly|question|q|tell me|by the way|can you|could you|would you|will you|i need you to|i want you to|you must|you should|your task is to|instead|before that|after that|bitte|außerdem|auch|s'il te plaît|veuillez|aussi|por favor|también|también|além disso|per favore|inoltre|alstublieft|ook|пожалуйста|также|请|請)[ ,:]{0,3}){0,3}"
_TASK = re.compile(
    rf"^{_LEAD}(?:"
    r"(?:explain|describe|outline|write|compose|create|draft|generate|produce|design|develop|propose|calculate|compute|solve|translate|define|compare|list|name|suggest|recommend|analy[sz]e|classify|identify|determine|evaluate|assess|summari[sz]e|break down|plan|craft|simulate|predict|recite|invent|imagine|pretend|act|give|provide|show|teach|convert|gauge|estimate|rank|discuss|narrate|paraphrase|rewrite|proofread|brainstorm|forecast|investigate|interpret|examine|rhyme|sing|spell|count|find|search|look up|research|categorize|detect|rate|tell|help|make|build|implement|code|debug|encode|decode|answer|state|mention|indicate|specify|complete|remind me|draft) (?!sure|that|it|up|in|on|at|for|to|is|was|are)[\w\"'(]"
    r"|(?:(?:in|on|at|from|of|to|for|do you know|any idea) )?(?:what|who|whom|whose|which|how|why|when|where)\b(?:'s)? (?=[^?]{3,280}\?)"
    r"|(?:erkläre?|beschreibe?|schreibe?|übersetze?|nenne|berechne|löse|liste|erstelle|verfasse|entwirf|was ist|was sind|wer|wie|warum|welche[rs]?|wo|wann)\b"
    r"|(?:explique|décris|écris|rédige|traduis|calcule|résous|cite|propose|crée|quelle?s?|qui|comment|pourquoi|où|quand|qu'est-ce)\b"
    r"|(?:explica|describe|escribe|redacta|traduce|calcula|resuelve|nombra|crea|¿?(?:cuál|quién|cómo|por qué|dónde|cuándo|qué))\b"
    r"|(?:explique|descreva|escreva|traduza|calcule|resolva|cite|crie|qual|quem|como|por que|onde|quando)\b"
    r"|(?:spiega|descrivi|scrivi|traduci|calcola|risolvi|elenca|crea|qual|chi|come|perché|dove|quando|cosa)\b"
    r"|(?:leg uit|beschrijf|schrijf|vertaal|bereken|noem|maak|wat is|wie|hoe|waarom|welke|waar|wanneer)\b"
    r"|(?:объясни|опиши|напиши|сочини|переведи|вычисли|реши|назови|перечисли|кто|что такое|как|почему|какой|какая|какие|где|когда)(?!\w)"
    r"|(?:解释|描述|写|翻译|计算|列出|什么是|谁|为什么|如何)|[^\n]{1,30}(?:是什么|是谁|説明して|翻訳して|書いて|とは何|は誰|は何))"
)
_SHARED = re.compile(
    r"\b(?:we|we're|our|ours|us|i|i'm|i've|i'll|my|mine|your|yours|yourself|you're|you've|you'd|you'll|do you|are you|did you|have you|if you|when you|that you|what you|you (?:can|have|want|need|get|like|think|know|would|could|may|are|did|do)|this|these|here|attach\w{0,8}|enclosed?|upload|photos?|today|tomorrow|tonight|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weekend|morning|afternoon|below|above|meeting|call|feedback|update|updates|deadline|schedule|team|order|invoice|account|link|click|email|mail|project|next week|asap|back|reply|office|ticket|issue|deck|slides|agenda|minutes|budget|client|customers?|details|changes?|section"
    r"|wir|uns|unser\w{0,20}|ich|mein\w{0,20}|sie|ihr\w{0,20}|dein\w{0,20}|heute|morgen|dies\w{0,20}|nous|notre|nos|je|mon|ma|mes|vous|votre|vos|ce|cette|ces|ci-joint|nosotros|nuestr\w{1,20}|yo|mi|mis|usted|su|sus|este|esta|estos|adjunto|nós|nosso|nossa|eu|meu|minha|você|seu|sua|anexo|noi|nostr\w{1,20}|io|mio|mia|lei|suo|questo|questa|allegato|wij|we|ons|onze|ik|mijn|u|uw|jij|je|jouw|deze|dit|bijlage)\b"
    r"|(?<!\w)(?:мы|наш\w{0,20}|я|мой|моя|вы|ваш\w{0,20}|это\w{0,20}|сегодня|завтра)(?!\w)|我们|我們|您|你|私|弊社|本日|今日|明日|@|://|\d:\d"
)
_IN_QUOTES = re.compile(r"(?<!\w)'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"")
_WORD = re.compile(r"[^\W\d_]{5,}|[\u3040-\u30ff\u3400-\u9fff]{2}")
_PLAIN: Final = frozenset(
    [
        "please",
        "about",
        "which",
        "there",
        "their",
        "would",
        "could",
        "should",
        "write",
        "explain",
        "describe",
        "provide",
        "following",
        "question",
        "sentence",
        "answer",
        "between",
        "using",
        "these",
        "those",
        "other",
        "first",
        "second",
        "great",
        "thing",
        "something",
        "right",
        "other",
        "every",
        "three",
        "simple",
        "example",
        "list",
        "create",
    ]
)


def set_apart(text: str) -> float:
    """How much of a folded text is such questions and tasks: 0, 0.5 where one is (and little else), to 1."""
    text = text[:_READ]
    whole: dict[str, int] = {}
    for stem in _stems(text):
        whole[stem] = whole.get(stem, 0) + 1
    found = sum(len(text) - len(sentence) >= _LEAST_REST or 0.5 for sentence in _strange(text, whole))
    return min(1.0, found / 2 + 0.25) if found else 0.0


def _strange(text: str, whole: dict[str, int]) -> Iterator[str]:
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if not _TASK.match(sentence) or _SHARED.search(_IN_QUOTES.sub(" ", sentence)):
            continue
        mine: dict[str, int] = {}
        for stem in _stems(sentence):
            mine[stem] = mine.get(stem, 0) + 1
        if mine and all(whole.get(stem, 0) <= count for stem, count in mine.items()):
            yield sentence


def _stems(text: str) -> list[str]:
    return [word[:_STEM] for word in _WORD.findall(text) if word not in _PLAIN]
