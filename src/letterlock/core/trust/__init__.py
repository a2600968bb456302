"""Trust: authentication, sender, content, links, attachments, hidden text -> report and level."""
