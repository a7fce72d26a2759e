"""The tables of the first edition: whoever has ``noughts_layout`` has them."""

revision = "1"
down_revision = None


def upgrade() -> None:
    """Nothing leads here: this is the first layout."""
