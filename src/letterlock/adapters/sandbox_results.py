"""Results from a process that read hostile input: unpickled without trusting it.

Only plain values, dates, and dataclasses and enums of `letterlock.core` come through; nothing is called that could do
more than hold data. What a dataclass holds may still be of another type than it says, so it is data, not proof.
"""

import io
import pickle
import re
import sys
from dataclasses import is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any, Final

from letterlock.core import errors

_PLAIN: Final = {
    ("datetime", "datetime"),
    ("datetime", "date"),
    ("datetime", "timedelta"),
    ("datetime", "timezone"),
    ("builtins", "set"),
    ("builtins", "frozenset"),
    ("builtins", "bytearray"),
}


_CORE: Final = re.compile(r"letterlock\.core(\.[a-z_]+)+")


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return getattr(sys.modules[module], name)
        if _CORE.fullmatch(module) and "." not in name:
            return _data_class(module, name)
        raise pickle.UnpicklingError(f"{module[:50]}.{name[:50]} may not come out of the sandbox.")


def _data_class(module: str, name: str) -> type:
    found = getattr(import_module(module), name, None)
    if isinstance(found, type) and found.__module__ == module and (is_dataclass(found) or issubclass(found, Enum)):
        return found
    raise pickle.UnpicklingError(f"{module[:50]}.{name[:50]} is no dataclass or enum.")


def load(data: bytes) -> Any:
    """Raises pickle.UnpicklingError, or whatever else broken data lead to."""
    return _Reader(io.BytesIO(data)).load()


def refusal(name: Any, message: Any, param: Any, retry_after: Any) -> errors.LetterlockError | None:
    """The domain error of that name, if there is one."""
    kind = getattr(errors, name, None) if isinstance(name, str) else None
    if not (isinstance(kind, type) and issubclass(kind, errors.LetterlockError)):
        return None
    return kind(
        str(message),
        param=param if isinstance(param, str) else None,
        retry_after=retry_after if isinstance(retry_after, int) else None,
    )
