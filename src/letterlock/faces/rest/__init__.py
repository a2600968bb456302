"""REST: what programs call over plain HTTP, below `/v0`."""
