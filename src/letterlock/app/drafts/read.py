"""List drafts of every inbox within reach, and read one by its id alone, as its link names it."""

from typing import Any

from letterlock.app.context import Context
from letterlock.app.drafts.send import DraftId
from letterlock.app.drafts.view import view
from letterlock.app.messages.list import Limit, PageToken
from letterlock.app.operation import Operation, Params
from letterlock.app.paging import page_token, read_page_token
from letterlock.app.shapes import Draft, DraftList
from letterlock.core.errors import NotFound
from letterlock.ports.records import Account, Page, StoredDraft
from letterlock.ports.store import Unit

_READ = frozenset({"draft:read"})


class ListDrafts(Params):
    limit: Limit = 20
    page_token: PageToken = None


class GetDraft(Params):
    draft_id: DraftId


def many(unit: Unit, context: Context, params: ListDrafts) -> dict[str, Any]:
    about = f"drafts.list:{context.workspace_id}"
    after = read_page_token(context.ports.secrets, params.page_token, about)
    only = context.caller.only_accounts()
    found = unit.drafts.list(context.workspace_id, only=only, limit=params.limit + 1, after=after)
    page = found[: params.limit]
    more = len(found) > params.limit
    token = page_token(context.ports.secrets, Page(page[-1].created_at, page[-1].id), about) if more else None
    accounts = {draft.account_id: _reached(unit, context, draft) for draft in page}
    shown = [view(draft, account) for draft in page if (account := accounts[draft.account_id]) is not None]
    return {"count": len(shown), "next_page_token": token, "drafts": shown}


def one(unit: Unit, context: Context, params: GetDraft) -> dict[str, Any]:
    draft = unit.drafts.find(params.draft_id)
    account = None if draft is None else _reached(unit, context, draft)
    if draft is None or account is None:
        raise NotFound(f"There is no draft {params.draft_id[:100]!r} within reach", param="draft_id")
    return view(draft, account)


def _reached(unit: Unit, context: Context, draft: StoredDraft) -> Account | None:
    """The draft's account; None when the caller may not see its drafts."""
    caller = context.caller
    if draft.workspace_id != caller.workspace_id or not caller.reaches(draft.account_id):
        return None
    account = unit.accounts.get(draft.workspace_id, draft.account_id)
    if account is None or account.over(context.now) or not caller.allows(_READ, account.id):
        return None
    return account


LIST = Operation(
    name="drafts.list", params=ListDrafts, result=DraftList, permission=_READ, effect="read", look=many, untrusted=True
)
GET = Operation(
    name="drafts.get", params=GetDraft, result=Draft, permission=_READ, effect="read", look=one, untrusted=True
)
