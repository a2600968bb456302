"""What to mind about a file that is given all the same."""

from letterlock.app.attachments.find import Found


def is_rated(found: Found) -> bool:
    """Sent files are ours, and need no rating."""
    return found.message.direction == "outbound" or found.file.risk != "not_assessed"


def warnings(found: Found, risk_now: str) -> list[str]:
    """`risk_now` is what a file that was not rated when it came is rated now."""
    if found.message.direction == "outbound":
        return []
    told = []
    if not is_rated(found):
        result = " and is medium risk." if risk_now == "medium" else ", which found nothing."
        told.append(f"This attachment was not rated when the message came. It was checked just now{result}")
    elif found.file.risk == "medium":
        told.append("This attachment is rated medium risk; see risk_reasons.")
    if found.message.trust_level == "suspicious":
        told.append("The message is suspicious: leave it to a person.")
    return told
