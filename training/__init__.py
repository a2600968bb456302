"""How the content model is made: the data it learns from, the mail it is written, how it is trained and measured.

Nothing here is installed or imported by the server; see README.md.
"""
