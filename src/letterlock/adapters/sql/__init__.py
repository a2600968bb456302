"""The store over SQLAlchemy Core: SQLite and PostgreSQL from one schema."""
