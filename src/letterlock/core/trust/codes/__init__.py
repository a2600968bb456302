"""Secrets that mail brings: one-time codes, and links that sign in, reset a password or confirm an address."""
