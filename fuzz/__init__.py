"""Fuzzing what reads hostile input: `make fuzz`. Each input that broke something stays in the corpus."""
