"""The mail search syntax."""
