"""SMTP and LMTP in: mail for our inboxes."""

from letterlock.faces.smtp.server import LmtpServer, SmtpServer
from letterlock.faces.smtp.settings import Count, Limits, SmtpSettings

__all__ = ["Count", "Limits", "LmtpServer", "SmtpServer", "SmtpSettings"]
