"""Files of messages: how each may be given, and what it says as text."""
