"""Inboxes: hosted accounts with an address of their own."""
