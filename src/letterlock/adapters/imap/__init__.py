"""IMAP (RFC 3501, RFC 9051) as a client, by imapclient in a thread of its own."""
