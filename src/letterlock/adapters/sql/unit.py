"""A unit of work: every repository on one transaction."""

from letterlock.adapters.sql.accounts import SqlAccounts
from letterlock.adapters.sql.contacts import SqlContacts, SqlHabits
from letterlock.adapters.sql.credentials import SqlCredentials
from letterlock.adapters.sql.domains import SqlDomains
from letterlock.adapters.sql.drafts import SqlDrafts
from letterlock.adapters.sql.feedback import SqlBuckets, SqlFeedback
from letterlock.adapters.sql.health import SqlHealth
from letterlock.adapters.sql.jobs import SqlJobs
from letterlock.adapters.sql.ledgers import SqlAudit, SqlIdempotency, SqlProvenance
from letterlock.adapters.sql.messages import SqlMessages
from letterlock.adapters.sql.outbox import SqlOutbox
from letterlock.adapters.sql.people import SqlPeople
from letterlock.adapters.sql.senders import SqlLists, SqlRelations
from letterlock.adapters.sql.sending import SqlAliases, SqlAnswers, SqlSuppressions
from letterlock.adapters.sql.statements import Db
from letterlock.adapters.sql.threads import SqlThreads
from letterlock.ports import store


class SqlUnit:
    """Made once a connection: a transaction begins with no topic in `announced`."""

    def __init__(self, db: Db) -> None:
        self.accounts: store.Accounts = SqlAccounts(db)
        self.messages: store.Messages = SqlMessages(db)
        self.threads: store.Threads = SqlThreads(db)
        self.drafts: store.Drafts = SqlDrafts(db)
        self.outbox: store.Outbox = SqlOutbox(db)
        self.credentials: store.Credentials = SqlCredentials(db)
        self.people: store.People = SqlPeople(db)
        self.relations: store.Relations = SqlRelations(db)
        self.habits: store.Habits = SqlHabits(db)
        self.contacts: store.Contacts = SqlContacts(db)
        self.lists: store.Lists = SqlLists(db)
        self.suppressions: store.Suppressions = SqlSuppressions(db)
        self.answers: store.Answers = SqlAnswers(db)
        self.aliases: store.Aliases = SqlAliases(db)
        self.idempotency: store.Idempotency = SqlIdempotency(db)
        self.audit: store.Audit = SqlAudit(db)
        self.provenance: store.Provenance = SqlProvenance(db)
        self.jobs: store.Jobs = SqlJobs(db, self.announce)
        self.domains: store.Domains = SqlDomains(db)
        self.feedback: store.Feedbacks = SqlFeedback(db)
        self.buckets: store.Buckets = SqlBuckets(db)
        self.health = SqlHealth(db)
        self.announced: list[str] = []

    def announce(self, topic: str) -> None:
        if topic not in self.announced:
            self.announced.append(topic)


def write_mark(unit: object) -> None:
    assert isinstance(unit, SqlUnit)
    unit.health.write()


def read_mark(unit: object) -> int | None:
    assert isinstance(unit, SqlUnit)
    return unit.health.read()
