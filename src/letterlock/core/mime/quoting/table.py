"""How the tables of words are put together."""


def alternatives(*rows: str) -> str:
    """Rows of `one|two` as one pattern, longer words first so that none hides behind its own beginning."""
    words = {word for row in rows for word in row.split("|") if word}
    if any(word.count("(") != word.count(")") for word in words):
        raise ValueError("a word of a table holds a group with alternatives of its own")
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))
