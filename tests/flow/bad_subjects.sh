#!/usr/bin/env bash
exec /usr/bin/python3 "$(dirname "$0")/../fault/bad_subjects.py"
