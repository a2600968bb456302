"""What agents say of the tools."""
