"""Benchmarks: what the server promises about speed, each as a ratio measured in one run on one machine."""
