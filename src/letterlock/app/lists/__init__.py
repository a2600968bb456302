"""Verified and blocked senders."""
