"""Where and how long a question is computed."""
