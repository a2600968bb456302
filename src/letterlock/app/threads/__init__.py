"""Threads: conversations of one account."""
