#!/usr/bin/env bash
# 20 kills a mode are a command: tests/fault/nothing_lost.py 20
exec /usr/bin/python3 "$(dirname "$0")/../fault/nothing_lost.py" "${KILLS:-4}"
