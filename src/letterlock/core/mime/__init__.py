"""Messages: bounded parsing, composing, replies, what a reader sees, quoting, threading."""
