"""Drafts: messages that wait for somebody, or for a moment, to be sent."""
