"""Ways in: translate, nothing else."""
