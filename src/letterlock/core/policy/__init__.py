"""The gate's rules: facts in, decision and reasons out."""
