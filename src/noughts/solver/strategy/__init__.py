"""Certificates that are played. Each strategy follows a verified claim, record by record."""
