"""Whether a server is set up as it has to be: what was found, and what to do about it."""
