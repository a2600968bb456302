"""What a unit of work reads and writes, one repository a noun."""

from letterlock.ports.repositories.accounts import Accounts, AddressTaken, Domains
from letterlock.ports.repositories.jobs import Jobs
from letterlock.ports.repositories.ledgers import Audit, Buckets, Feedbacks, Idempotency, Provenance
from letterlock.ports.repositories.messages import Messages, Threads
from letterlock.ports.repositories.people import Credentials, People
from letterlock.ports.repositories.senders import Contacts, Habits, Lists, Relations
from letterlock.ports.repositories.sending import Aliases, Answers, Drafts, Outbox, Suppressions

__all__ = [
    "Accounts",
    "AddressTaken",
    "Aliases",
    "Answers",
    "Audit",
    "Buckets",
    "Contacts",
    "Credentials",
    "Domains",
    "Drafts",
    "Feedbacks",
    "Habits",
    "Idempotency",
    "Jobs",
    "Lists",
    "Messages",
    "Outbox",
    "People",
    "Provenance",
    "Relations",
    "Suppressions",
    "Threads",
]
