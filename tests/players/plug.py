"""A tiny distribution of other people's players, installed into a folder that is put on the path."""

from pathlib import Path


def install(folder: Path, module: str, entries: str) -> None:
    """Writes the module ``noughts_plug`` and its entry points, one a line."""
    (folder / "noughts_plug.py").write_text(module)
    info = folder / "noughts_plug-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts-plug\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[noughts.players]\n{entries}\n")
