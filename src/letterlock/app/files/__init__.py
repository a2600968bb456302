"""Files that go along with what is sent: where they come from, and what they must be."""
