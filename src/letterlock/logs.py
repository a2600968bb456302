"""Structured logs: one JSON object a line, never message text, addresses beyond their domain, or credentials.

A record's own words are fixed texts of ours; what varies goes into `extra`. Of an exception only its type and the
places it went through are written, since its text may hold content.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_FOREIGN_SILENT = ("mail.log", "mail.error", "mail.debug", "uvicorn", "httpx", "httpcore", "mcp", "asyncio", "alembic")
_encode = json.JSONEncoder(default=lambda value: type(value).__name__, ensure_ascii=False).encode


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            # Foreign libraries put data into their words: theirs stay unformatted.
            "event": record.getMessage() if record.name.startswith("letterlock") else str(record.msg)[:200],
        }
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])[-8:]
            line["places"] = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
        return _encode(line)


def configure(*, level: int = logging.INFO) -> None:
    """Sends every log to standard error as JSON lines; libraries only from warnings up."""
    # What no line says need not be found out for each: the thread, the process, the place in our code.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("letterlock").setLevel(level)
    for name in _FOREIGN_SILENT:
        logging.getLogger(name).setLevel(logging.ERROR)
