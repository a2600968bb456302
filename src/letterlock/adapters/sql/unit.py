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
from letterlock.ports import repositories


class SqlUnit:
    """Made once a connection: a transaction begins with no topic in `announced`."""

    def __init__(self, db: Db) -> None:
        self.accounts: repositories.Accounts = SqlAccounts(db)
        self.messages: repositories.Messages = SqlMessages(db)
        self.threads: repositories.Threads = SqlThreads(db)
        self.drafts: repositories.Drafts = SqlDrafts(db)
        self.outbox: repositories.Outbox = SqlOutbox(db)
        self.credentials: repositories.Credentials = SqlCredentials(db)
        self.people: repositories.People = SqlPeople(db)
        self.relations: repositories.Relations = SqlRelations(db)
        self.habits: repositories.Habits = SqlHabits(db)
        self.contacts: repositories.Contacts = SqlContacts(db)
        self.lists: repositories.Lists = SqlLists(db)
        self.suppressions: repositories.Suppressions = SqlSuppressions(db)
        self.answers: repositories.Answers = SqlAnswers(db)
        self.aliases: repositories.Aliases = SqlAliases(db)
        self.idempotency: repositories.Idempotency = SqlIdempotency(db)
        self.audit: repositories.Audit = SqlAudit(db)
        self.provenance: repositories.Provenance = SqlProvenance(db)
        self.jobs: repositories.Jobs = SqlJobs(db, self.announce)
        self.domains: repositories.Domains = SqlDomains(db)
        self.feedback: repositories.Feedbacks = SqlFeedback(db)
        self.buckets: repositories.Buckets = SqlBuckets(db)
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
