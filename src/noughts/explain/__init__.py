"""WORDS: decisions and values as sentences, tables, pictures and JSON. No rules and no search."""
