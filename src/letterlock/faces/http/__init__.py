"""The HTTP listener: one ASGI app made of the faces' routes, its guards, and the server that runs it."""
