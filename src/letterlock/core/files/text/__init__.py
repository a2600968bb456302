"""Documents as text: one module a format, each bounded in size, depth and count."""
