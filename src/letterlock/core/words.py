"""Sets of words written as a line of text, for tables that would fill pages as lists."""


def word_set(text: str) -> frozenset[str]:
    """The words of `text`, parted by white space."""
    return frozenset(text.split())
