"""The letterlock command: each verb is an operation or a role of the server."""
