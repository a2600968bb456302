"""The inbox toolset: an agent with an address of its own, as data over the operations."""
