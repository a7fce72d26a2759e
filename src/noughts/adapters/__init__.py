"""ADAPTERS: the house in other people's terms: their programs as players, its boards and players in their libraries."""
