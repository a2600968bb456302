"""SMTP and LMTP."""
