"""Domains mail is received for and signed with."""
