"""STRATEGIES: certificates that are played. Each follows a claim that was verified, record by record."""
