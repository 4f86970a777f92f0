#!/usr/bin/env bash
# A stranger's first ten minutes: the wheel in a fresh environment, then the README's own commands in an empty folder. The torch
# environment is the one of tools/subjects, linked to where the README puts it, unless FRESH=1 asks for the real download.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
passed=0 failed=0
check() {  # check WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then echo "ok      $what"; passed=$((passed + 1)); else echo "FAILED  $what"; failed=$((failed + 1)); fi
}
cd "$folder"
start=$SECONDS
/usr/bin/python3 -m venv "$folder.env"
"$folder.env/bin/pip" install --quiet --disable-pip-version-check "$FEEDRATE_WHEEL"
export PATH="$folder.env/bin:$PATH"
installed=$SECONDS
sed -n '/^```sh first-ten-minutes$/,/^```$/p' "$root/README.md" | sed '1d;$d' >commands
check "the README has its commands" test "$(wc -l <commands)" -ge 6
downloads=0
while read -r command; do
  echo "\$ $command"
  before=$SECONDS
  if [[ $command == *venv* || $command == *"pip install"* ]] && [[ ${FRESH:-0} != 1 ]]; then
    [[ -e .venv-torch ]] || ln -s "$(dirname "$(dirname "$FEEDRATE_TORCH_PYTHON")")" .venv-torch
    continue
  fi
  check "$command" bash -c "$command >>out.txt 2>>err.txt || { tail -n 5 err.txt; false; }" </dev/null
  if [[ $command == *"pip install"* ]]; then downloads=$((downloads + SECONDS - before)); fi
done <commands
took=$((SECONDS - start - downloads))
feedrate report first
feedrate report first --json >table.json
check "native against torch-pil with a ratio, an interval and 5 blocks" python3 - <<'PYTHON'
import json
table = json.load(open("table.json"))
rows = {row["subject"]: row for row in table["rows"]}
assert rows["native"]["n"] >= 5 and rows["torch-pil"]["n"] >= 5, rows
ratio = [r for r in table["ratios"] if r["subject"] == "torch-pil"][0]
assert ratio["low"] < ratio["ratio"] < ratio["high"] and ratio["n"] >= 5, ratio
PYTHON
for format in --md --csv; do check "report $format" bash -c "feedrate report first $format | grep -q torch-pil"; done
check "compare" bash -c 'feedrate compare first:native first:torch-pil --json >compared.json; grep -q verdict compared.json'
check "a wrong verb is exit 2 and says which there are" bash -c '! feedrate rum first 2>wrong.txt && grep -q "did you mean run" wrong.txt'
echo "elapsed without downloads: $took s (installing the wheel $((installed - start)) s)"
check "at most ten minutes" test "$took" -le 600
cd /
rm -rf "$folder" "$folder.env"
echo "$passed passed, $failed failed"
exit $((failed > 0))
