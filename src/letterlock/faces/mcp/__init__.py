"""MCP: toolsets as data over the operations."""
