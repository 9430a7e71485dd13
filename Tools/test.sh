#!/usr/bin/env bash
# Runs all tests, says at the end once more what failed, and how many there were.
# Usage: Tools/test.sh COMMAND…, the command that runs them.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" != 0 ]; then
  # The last lines are what a reader of a long log sees.
  printf '\nFailed:\n' >&2
  grep -aE 'recorded an issue|error: |Fatal error|unexpected signal' "$log" | cut -c -400 | tail -n 20 >&2
  grep -aE 'Test run with' "$log" | tail -n 1 >&2
fi
exit "$status"
