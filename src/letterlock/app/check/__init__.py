"""Checking the server's set-up."""
