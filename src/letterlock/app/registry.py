"""Every operation there is, by name."""

from letterlock.app.attachments import fetch as fetch_attachment
from letterlock.app.attachments import get as get_attachment
from letterlock.app.check import run as check_server
from letterlock.app.codes import release as release_codes
from letterlock.app.codes import set as set_codes
from letterlock.app.domains import show
from letterlock.app.drafts import create as create_draft
from letterlock.app.drafts import delete as delete_draft
from letterlock.app.drafts import read as read_drafts
from letterlock.app.drafts import send as send_draft
from letterlock.app.feedback import list as list_feedback
from letterlock.app.feedback import send as send_feedback
from letterlock.app.inboxes import believe
from letterlock.app.inboxes import create as create_inbox
from letterlock.app.inboxes import list as list_inboxes
from letterlock.app.keys import create as create_key
from letterlock.app.keys import list as list_keys
from letterlock.app.keys import revoke as revoke_key
from letterlock.app.lists import change as change_list
from letterlock.app.lists import list as list_lists
from letterlock.app.members import change as change_members
from letterlock.app.messages import forward, label, pending, reanalyse, reply, review, search, send, source, trust, wait
from letterlock.app.messages import get as get_message
from letterlock.app.messages import list as list_messages
from letterlock.app.operation import Operation
from letterlock.app.suppressions import change as change_suppression
from letterlock.app.suppressions import list as list_suppressions
from letterlock.app.threads import get as get_thread
from letterlock.app.threads import list as list_threads

OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        list_inboxes.OPERATION,
        create_inbox.OPERATION,
        believe.OPERATION,
        list_threads.OPERATION,
        get_thread.OPERATION,
        list_messages.OPERATION,
        get_message.OPERATION,
        search.OPERATION,
        trust.OPERATION,
        get_attachment.OPERATION,
        fetch_attachment.OPERATION,
        review.OPERATION,
        source.OPERATION,
        pending.OPERATION,
        reanalyse.OPERATION,
        set_codes.OPERATION,
        release_codes.OPERATION,
        label.OPERATION,
        wait.OPERATION,
        send.OPERATION,
        reply.OPERATION,
        forward.OPERATION,
        create_draft.OPERATION,
        send_draft.OPERATION,
        read_drafts.LIST,
        read_drafts.GET,
        delete_draft.OPERATION,
        create_key.OPERATION,
        list_keys.OPERATION,
        revoke_key.OPERATION,
        list_lists.OPERATION,
        change_list.ADD,
        change_list.REMOVE,
        *change_members.OPERATIONS,
        show.OPERATION,
        check_server.OPERATION,
        list_suppressions.OPERATION,
        change_suppression.ADD,
        change_suppression.REMOVE,
        send_feedback.OPERATION,
        list_feedback.OPERATION,
    )
}
