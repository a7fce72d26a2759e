"""A server as a process of its own, which tests may stop and start again."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Serving:
    """``noughts serve`` on a database file; the port stays the same when it is started again."""

    database: Path
    port: int = 0
    address: str = ""
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Returns when the server listens."""
        options = ["--port", str(self.port), "--no-browser", "--database", f"sqlite:///{self.database}"]
        command = [sys.executable, "-m", "noughts", "serve", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        assert said.startswith("noughts is at http://"), said
        self.address = said.split()[-1]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """Stops it without a chance to tidy up."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
