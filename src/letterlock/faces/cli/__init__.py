"""The letterlock command."""
