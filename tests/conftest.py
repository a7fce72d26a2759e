"""What all tests share: one hypothesis profile, the same examples every time."""

from hypothesis import settings

settings.register_profile("noughts", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("noughts")
