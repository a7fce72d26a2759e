"""Decisions, values and certificates as sentences, tables, pictures and JSON."""
