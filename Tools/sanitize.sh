#!/usr/bin/env bash
# Runs the tests with AddressSanitizer and then with ThreadSanitizer.
# Usage: Tools/sanitize.sh [address|thread]…
#
# Each has a build folder of its own. The programs that tests start are built the same way: a finding in
# one of them ends it with an exit status that no test expects.
set -uo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- address thread
status=0
for kind in "$@"; do
  printf '\n-- %s sanitizer\n' "$kind"
  options=(--disable-xctest "--sanitize=$kind" --scratch-path ".build/sanitize-$kind")
  # What a process that ends leaves to the system is no leak.
  ASAN_OPTIONS=detect_leaks=0 Tools/test.sh swift test "${options[@]}" || status=1
done
exit $status
