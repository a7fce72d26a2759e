#!/bin/sh
# Prove the boards of docs/mnk.md anew, in some hours, and write page and table: sh research/mnk/prove_all.sh
set -e
cd "$(dirname "$0")/../.."
mnk() {
	"${PYTHON:-.venv/bin/python}" -m research.mnk --record src/noughts/solver/data/mnk.jsonl --keep docs/certificates --threads 1 "$@"
}
for k in 3 4 5 6; do
	mnk --k $k --min-rows $k --max-columns 7 --max-rows 7 --seconds 60
done
mnk --seconds 3600 8x4x4 8x5x4 8x6x5 8x7x5 9x5x5 9x6x5 10x5x5 11x5x5 \
	9x6x6 9x7x6 9x8x6 9x9x6 10x6x6 10x7x7 10x8x7 10x9x7 10x10x7 \
	strip5x4x5 strip4x6x6 strip4x7x7 strip4x8x7 strip4x9x7 strip4x10x7 strip4x11x7 \
	torus3x3x3 torus4x4x3 torus4x4x4 torus5x5x4 torus5x5x5 cube2 cube3 cube4
mnk --seconds 7200 --memory 4096 8x8x5 9x4x4
"${PYTHON:-.venv/bin/python}" -m research.documents mnk
