"""The survey of boards, and the records of its runs."""
