"""Values and rules: pure, synchronous, no I/O, no clock."""
