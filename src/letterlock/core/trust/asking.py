"""Asking from inside pure rules: reads known answers and gathers the questions that are still open.

A rule goes on as far as it can with an open question, so that one round names everything the next needs.
"""

from letterlock.core.trust.question import Answer, Answers, Missing, Question, RecordType


class Asker:
    """The answers known so far, and every question asked without an answer. One per evaluation."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._open: set[Question] = set()

    def ask(self, kind: RecordType, name: str) -> Answer | None:
        """The answer, or None while it is open. `name` is a valid name as `Question` wants it."""
        question = Question(kind, name)
        answer = self._answers.get(question)
        if answer is None:
            self._open.add(question)
        return answer

    @property
    def missing(self) -> Missing | None:
        """What is still to be asked, None when nothing is."""
        return Missing(frozenset(self._open)) if self._open else None
