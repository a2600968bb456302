"""Letterlock: a self-hosted mail server for AI agents."""
