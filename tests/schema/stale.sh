#!/usr/bin/env bash
# Fails when schema/ is not what the program generates from its field tables.
#
#   tests/schema/stale.sh FEEDRATE
set -euo pipefail
if (($# != 1)); then
  echo "tests/schema/stale.sh: found $# words; expected one, the program feedrate" >&2
  exit 2
fi
program=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$program" schema "$fresh" >/dev/null
if ! diff -r schema "$fresh" >&2; then
  echo "tests/schema/stale.sh: schema/ differs from what the program writes (right side); type: feedrate schema schema" >&2
  exit 1
fi
echo "schema: $(find schema -type f | wc -l) files, none stale"
