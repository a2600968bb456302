"""Ways to reach mailboxes."""
