"""Asking DNS: what the trust rules and delivery need of a resolver."""

from collections.abc import Iterable
from typing import Protocol

from letterlock.core.trust.question import Answer, Question


class Resolver(Protocol):
    """Resolves questions, all at once."""

    async def resolve(self, questions: Iterable[Question], *, seconds: float) -> dict[Question, Answer]:
        """An answer to each question within `seconds` in all; what is late or fails is `temperror`, never an error."""
        ...
