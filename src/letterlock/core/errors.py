"""The domain errors: what can be refused, once, for every face to render by its own table."""

from typing import ClassVar


class LetterlockError(Exception):
    """A refusal a caller may read.

    `message` says what was wrong, with what, and what to do; it never carries message text, other tenants' names or
    internals. `param` names the argument at fault (`attachments[0].url`), `retry_after` is in whole seconds.
    """

    kind: ClassVar[str] = "internal"

    def __init__(self, message: str, *, param: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param
        self.retry_after = retry_after


class Invalid(LetterlockError):
    """An argument or message breaks a documented rule."""

    kind = "invalid"


class Unauthorised(LetterlockError):
    """No credential, or one that is unknown, expired or revoked."""

    kind = "unauthorised"


class Forbidden(LetterlockError):
    """The credential lacks a permission."""

    kind = "forbidden"


class NotFound(LetterlockError):
    """Unknown, or outside the caller's scope: both read the same."""

    kind = "not_found"


class Conflict(LetterlockError):
    """It contradicts what is already there."""

    kind = "conflict"


class PolicyDenied(LetterlockError):
    """The account's policy does not allow it."""

    kind = "policy_denied"


class Paused(LetterlockError):
    """The account or credential is paused."""

    kind = "paused"


class Unsupported(LetterlockError):
    """The provider or server cannot do it."""

    kind = "unsupported"


class RateLimited(LetterlockError):
    """Too many; `retry_after` says when to try again."""

    kind = "rate_limited"


class Temporary(LetterlockError):
    """Something needed is away for the moment; the same call may work later."""

    kind = "temporary"


class Internal(LetterlockError):
    """A fault of ours; details are in the log, never in the message."""

    kind = "internal"
