#!/bin/sh
# Choose the newest versions of all dependencies and pin them in constraints.txt, below the comment at its head.
set -e
cd "$(dirname "$0")/.."
fresh=.venv/fresh
"${PYTHON:-python3}" -m venv --clear "$fresh"
pip() { "$fresh/bin/python" -m pip --disable-pip-version-check "$@"; }
pip install --quiet --upgrade pip
groups=$(for group in dev build node notebooks site peers cluster web; do echo "--group $group"; done)
# shellcheck disable=SC2086 # each group is two words
pip install --quiet $groups '.[arrays,png,postgres]'
{ sed '/^[^#]/,$d' constraints.txt; pip freeze --all --exclude noughts --exclude setuptools; } >"$fresh/pinned"
mv "$fresh/pinned" constraints.txt
