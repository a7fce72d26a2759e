"""MIGRATIONS: how a database of one layout becomes one of the next, a step a file, run by Alembic."""
