"""When things run."""
