"""Taking an account: every row about it, but for its address and the audit."""

from sqlalchemy import BindParameter, Table, null, select
from sqlalchemy.sql.expression import Delete

from letterlock.adapters.sql import full_text
from letterlock.adapters.sql.schema import (
    account_counters,
    account_roles,
    accounts,
    addresses,
    answers,
    attachments,
    attempts,
    contacts,
    drafts,
    habits,
    jobs,
    list_entries,
    message_aliases,
    message_labels,
    messages,
    outbox,
    provenance,
    relations,
    thread_labels,
    threads,
)
from letterlock.adapters.sql.statements import Db, P, Statement

_ID: BindParameter[str] = P("account_id")
_MESSAGES = select(messages.c.id).where(messages.c.account_id == _ID)
_DRAFTS = select(drafts.c.id).where(drafts.c.account_id == _ID)
_ENTRIES = select(outbox.c.id).where(outbox.c.account_id == _ID)


def _of_account(table: Table) -> Delete:
    return table.delete().where(table.c.account_id == _ID)


# In this order no row is left that names one already gone.
_DELETES = [
    jobs.delete().where((jobs.c.key == _ID) | jobs.c.key.in_(_MESSAGES) | jobs.c.key.in_(_DRAFTS)),
    attempts.delete().where(attempts.c.outbox_id.in_(_ENTRIES)),
    _of_account(outbox),
    attachments.delete().where(attachments.c.message_id.in_(_MESSAGES)),
    _of_account(message_labels),
    _of_account(messages),
    _of_account(thread_labels),
    _of_account(threads),
    _of_account(drafts),
    _of_account(relations),
    _of_account(habits),
    _of_account(list_entries),
    contacts.delete().where(contacts.c.known_by == _ID),
    _of_account(answers),
    _of_account(message_aliases),
    _of_account(provenance),
    _of_account(account_roles),
    _of_account(account_counters),
    accounts.delete().where(accounts.c.id == _ID),
]
_STATEMENTS = [Statement(delete) for delete in _DELETES]
_LET_GO = Statement(addresses.update().where(addresses.c.account_id == P("b_account_id")).values(account_id=null()))


def remove_account(db: Db, account_id: str) -> None:
    full_text.forget_account(db, account_id)
    for statement in _STATEMENTS:
        db.run(statement, {"account_id": account_id})
    db.run(_LET_GO, {"b_account_id": account_id})
