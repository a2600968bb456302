"""Protocols the app needs; adapters implement them."""
