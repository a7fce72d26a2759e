#!/bin/sh
# Finds a Chromium for the browser tests, installs one where it may, and prints its path; says on stderr what it does.
# Exit 1, with the reason, where there is none: the browser tests are then skipped (or fail, if CI is set).
set -u

find_one() {
    # The headless shell is Chromium without windows: a sixth less work for the same pages.
    for name in "${NOUGHTS_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    "$(dirname "$0")/../../../.venv/bin/python" - 2>/dev/null <<'PYTHON'
import pathlib
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:  # one that Playwright itself has downloaded
    path = pathlib.Path(playwright.chromium.executable_path)
if not path.exists():
    raise SystemExit(1)
print(path)
PYTHON
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

find_one && exit 0
if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
    echo "installing Chromium from the system's packages, for the browser tests" >&2
    export DEBIAN_FRONTEND=noninteractive
    { as_root apt-get update && as_root apt-get install --yes --no-install-recommends chromium-headless-shell fonts-liberation ||
        as_root apt-get install --yes --no-install-recommends chromium fonts-liberation; } >&2
    find_one && exit 0
fi
echo "installing Chromium with Playwright, for the browser tests" >&2
timeout 600 "$(dirname "$0")/../../../.venv/bin/python" -m playwright install chromium >&2
find_one && exit 0
echo "no Chromium here, and none could be installed: the browser tests cannot run (apt install chromium)" >&2
exit 1
