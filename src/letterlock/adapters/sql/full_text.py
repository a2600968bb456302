"""Full text: what is indexed of a message, and how one text term of a search reads in each engine.

Both engines index the words that `core.query.words` makes, so their own ideas of a word never matter. A message's words
are kept as one line a field, each word between blanks and the texts of a field apart by `_`. No word begins with it,
and whatever else is indexed does. What the files of a message say comes later, behind `__` in its text. SQLite has the
lines in a contentless FTS5 table, which must be told the old words to forget them. PostgreSQL has a tsvector of the
bare lexemes, those of a field again behind its tag; that words follow one another is checked in the lines, since a
tsvector counts no further than 16,383.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, literal, literal_column, select, table, text
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects.postgresql import ARRAY, TSQUERY
from sqlalchemy.types import Text as TextType

from letterlock.adapters.sql.schema import FULL_TEXT, messages
from letterlock.adapters.sql.statements import Db, P, Statement
from letterlock.core.query import And, Node, Not, Or, Text, index_text
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.secrets import from_stored
from letterlock.ports.records import Analysis, StoredAttachment, StoredMessage

FIELDS = ("text", "subject", "from", "to", "cc", "bcc", "filename")
_ROLES = ("from", "to", "cc", "bcc")
_BOUNDS = {"text": 500_000}
"""Bytes of words that are indexed; 30,000 of the other fields: a tsvector holds a megabyte."""
_OTHER_BOUND = 30_000

_COLUMNS = tuple(f"{field}_words" for field in FIELDS)
_M = messages.c
_LIST = ", ".join(f":{column}" for column in _COLUMNS)
_INDEX_SQLITE = Statement(
    text(f"INSERT INTO {FULL_TEXT} (rowid, scope, {', '.join(_COLUMNS)}) VALUES (:seq, :scope, {_LIST})")  # noqa: S608
)
_FORGET_SQLITE = Statement(
    text(
        f"INSERT INTO {FULL_TEXT} ({FULL_TEXT}, rowid, scope, {', '.join(_COLUMNS)}) "  # noqa: S608
        f"VALUES ('delete', :seq, :scope, {_LIST})"
    )
)
_INDEX_POSTGRESQL = Statement(
    text(f"INSERT INTO {FULL_TEXT} (seq, words) VALUES (:seq, array_to_tsvector(:lexemes))").bindparams(  # noqa: S608
        bindparam("lexemes", type_=ARRAY(TextType))
    )
)
_FORGET_POSTGRESQL = Statement(
    text(
        f"DELETE FROM {FULL_TEXT} WHERE seq IN (SELECT seq FROM messages WHERE account_id = :account_id)"  # noqa: S608
    )
)
_CHANGE_POSTGRESQL = Statement(
    text(f"UPDATE {FULL_TEXT} SET words = array_to_tsvector(:lexemes) WHERE seq = :seq").bindparams(  # noqa: S608
        bindparam("lexemes", type_=ARRAY(TextType))
    )
)
_OF_ACCOUNT = Statement(
    select(_M.seq, _M.words).where(_M.account_id == P("account_id"), _M.state == literal_column("'ready'"))
)


def lines(message: StoredMessage | Analysis, files: Sequence[StoredAttachment]) -> str:
    """The words of a message, one line a field of FIELDS: without its codes, which no search is to find."""
    secrets = from_stored(message.secrets)
    found: dict[str, list[str]] = {field: [] for field in FIELDS}
    found["text"].append(mask(message.search_text, secrets))
    found["subject"].append(mask(message.subject, secrets))
    found["filename"].extend(mask(file.filename, secrets) for file in files if file.filename)
    for person in message.search_people.splitlines():
        role, _, rest = person.partition(" ")
        if role in _ROLES:
            found[role].append(rest)
        else:
            found["text"].append(person)
    return "\n".join(_line(found[field], _BOUNDS.get(field, _OTHER_BOUND)) for field in FIELDS)


def _line(texts: list[str], bound: int) -> str:
    line = " _ ".join(words for text in texts if (words := index_text(text[: 2 * bound])))
    if len(line) * 4 > bound and len(encoded := line.encode()) > bound:
        line = encoded[:bound].decode(errors="ignore").rpartition(" ")[0]
    return f" {line} " if line else ""


_FILES = " __ "
"""Before the words of the files in the line of the text."""


def with_files(words: str, files: str) -> str:
    """The words of a message with those of what its files say, within the bound of both together."""
    line, _, rest = words.partition("\n")
    own = line.partition(_FILES)[0].rstrip(" ")
    more = index_text(files)
    room = _BOUNDS["text"] - len(own.encode()) - len(_FILES)
    encoded = more.encode()
    if len(encoded) > room:
        more = encoded[: max(room, 0)].decode(errors="ignore").rpartition(" ")[0]
    return "\n".join([f"{own}{_FILES}{more} " if more else line, rest])


def change(db: Db, seq: int, account_id: str, old: str, new: str) -> None:
    """Indexes `new` in place of `old`, which must be what was indexed."""
    if db.engine == "sqlite":
        db.run(_FORGET_SQLITE, _row(seq, account_id, old))
        db.run(_INDEX_SQLITE, _row(seq, account_id, new))
    else:
        db.run(_CHANGE_POSTGRESQL, {"seq": seq, "lexemes": _lexemes(account_id, new)})


def index(db: Db, seq: int, account_id: str, words: str) -> None:
    if db.engine == "sqlite":
        db.run(_INDEX_SQLITE, _row(seq, account_id, words))
    else:
        db.run(_INDEX_POSTGRESQL, {"seq": seq, "lexemes": _lexemes(account_id, words)})


def forget_account(db: Db, account_id: str) -> None:
    """While its messages are still there."""
    if db.engine == "sqlite":
        for rows in db.chunks(_OF_ACCOUNT, {"account_id": account_id}, 200):
            db.many(_FORGET_SQLITE, [_row(seq, account_id, words) for seq, words in rows])
    else:
        db.run(_FORGET_POSTGRESQL, {"account_id": account_id})


def _row(seq: int, account_id: str, words: str) -> dict[str, Any]:
    return {"seq": seq, "scope": _scope(account_id)} | dict(zip(_COLUMNS, words.split("\n"), strict=True))


def _scope(account_id: str) -> str:
    """Indexed with each message, so that a word all accounts have is looked up in one alone."""
    return f"_{account_id}"


def _lexemes(account_id: str, words: str) -> list[str]:
    found = {_scope(account_id)}
    for field, line in zip(FIELDS, words.split("\n"), strict=True):
        here = set(line.split())
        found |= here
        if field != "text":
            found.update(f"_{field}:{one}" for one in here)
    return list(found)


def is_text(node: Node) -> bool:
    """Whether a node asks for words alone."""
    match node:
        case Text():
            return True
        case And(nodes) | Or(nodes):
            return all(map(is_text, nodes))
        case Not(inner):
            return is_text(inner)
        case _:
            return False


def has_not(node: Node) -> bool:
    match node:
        case And(nodes) | Or(nodes):
            return any(map(has_not, nodes))
        case _:
            return isinstance(node, Not)


def expression(account_id: str, node: Node) -> str:
    """What words a node asks for, as FTS5 reads it; what it must not have is taken from all that the account has."""
    match node:
        case Text():
            return _phrase(node)
        case And(nodes):
            return f"({' AND '.join(expression(account_id, one) for one in nodes)})"
        case Or(nodes):
            return f"({' OR '.join(expression(account_id, one) for one in nodes)})"
        case Not(inner):
            return f"({everything(account_id)} NOT {expression(account_id, inner)})"
        case _:
            raise TypeError(f"{node} is not about words")


def everything(account_id: str) -> str:
    return f'scope : "{_scope(account_id)}"'


def _phrase(term: Text) -> str:
    column = "" if term.field == "any" else f"{term.field}_words : "
    return f'({column}"{" ".join(term.words)}"{" *" if term.prefix else ""})'


def condition(engine: str, account_id: str, term: Text) -> ColumnElement[bool]:
    """Messages of the account in which the words of `term` follow one another in its field."""
    return _condition_sqlite(account_id, term) if engine == "sqlite" else _condition_postgresql(account_id, term)


def _condition_sqlite(account_id: str, term: Text) -> ColumnElement[bool]:
    match = literal_column(FULL_TEXT).op("MATCH")(literal(f"{_phrase(term)} AND {everything(account_id)}"))
    return _M.seq.in_(select(literal_column("rowid")).select_from(table(FULL_TEXT)).where(match))


def _condition_postgresql(account_id: str, term: Text) -> ColumnElement[bool]:
    tag = "" if term.field == "any" else f"_{term.field}:"
    lexemes = [f"'{_scope(account_id)}'", *(f"'{tag}{one}'" for one in term.words)]
    query = " & ".join(lexemes) + (":*" if term.prefix else "")
    match = literal_column("words").op("@@")(sql_cast(literal(query), TSQUERY))
    # The page bounds the words too: a merge would otherwise begin with the newest of them however far down it is.
    found = _M.seq.in_(
        select(literal_column("seq")).select_from(table(FULL_TEXT)).where(match, literal_column("seq") < P("before"))
    )
    if len(term.words) == 1:
        return found
    place = _M.words if term.field == "any" else func.split_part(_M.words, "\n", FIELDS.index(term.field) + 1)
    phrase = f" {' '.join(term.words)}" + ("" if term.prefix else " ")
    return and_(found, func.strpos(place, phrase) > 0)
