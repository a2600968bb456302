"""Text of `format=flowed` put back into paragraphs (RFC 3676 section 4.2)."""


def unflow(text: str, *, delete_space: bool) -> str:
    """Soft-broken lines joined within one quote depth; quote marks are kept in front, space-stuffing is undone.

    `delete_space` is the DelSp parameter: the space that marks a soft break is then not part of the text.
    """
    result: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for line in text.split("\n"):
        content = line.lstrip(">")
        quotes = len(line) - len(content)
        content = content.removeprefix(" ")
        if paragraph and quotes != depth:
            result.append(_quoted(depth, paragraph))
            paragraph = []
        depth = quotes
        flows = content.endswith(" ") and content != "-- "
        if content == "-- " and paragraph:  # a signature line never continues a paragraph
            result.append(_quoted(depth, paragraph))
            paragraph = []
        paragraph.append(content[:-1] if flows and delete_space else content)
        if not flows:
            result.append(_quoted(depth, paragraph))
            paragraph = []
    if paragraph:
        result.append(_quoted(depth, paragraph))
    return "\n".join(result)


def _quoted(depth: int, paragraph: list[str]) -> str:
    text = "".join(paragraph)
    if not depth:
        return text
    return f"{'>' * depth} {text}" if text else ">" * depth
