"""Naming an unexpected error for a log without what it was about: messages of exceptions may quote mail."""


def fault_of(error: BaseException, frames: int = 6) -> str:
    """`ValueError at data.py:12 < session.py:80`: the error's class and the innermost places it came through."""
    places: list[str] = []
    at = error.__traceback__
    while at is not None:
        file = at.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
        places.append(f"{file}:{at.tb_lineno}")
        at = at.tb_next
    shown = " < ".join(reversed(places[-frames:]))
    return f"{type(error).__name__} at {shown}" if shown else type(error).__name__
