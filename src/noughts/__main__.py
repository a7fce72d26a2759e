"""``python -m noughts`` is the command ``noughts``."""

from noughts.ui.cli.main import run

if __name__ == "__main__":
    run()
