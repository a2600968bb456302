"""Addresses that nothing is sent to."""
