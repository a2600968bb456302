"""People of a workspace and their roles."""
