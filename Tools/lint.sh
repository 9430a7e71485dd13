#!/usr/bin/env bash
# House rules that no compiler knows. Prints each breach with its place; exit 1 when there is one.
set -u
cd "$(dirname "$0")/.."
failed=0

refuse() { # pattern, why, paths...
  local pattern=$1 why=$2 rows
  shift 2
  rows=$(grep -rnE --include='*.swift' "$pattern" "$@" 2>/dev/null)
  if [ -n "$rows" ]; then
    printf '%s\n%s\n' "$why" "$rows" >&2
    failed=1
  fi
}

refuse '^ *(package |public |private )?import Foundation$' \
  'Foundation costs 40 MB and 8 ms at start-up; FoundationEssentials has what is needed:' Sources
refuse 'try!|fatalError\(| as! ' 'These end the program where an error should be shown:' Sources
refuse 'import (GraphAPI|SignIn|Commands)$' \
  'The emulator shares no reading of the contract with the client:' Sources/GraphEmulator

# Modules name only what stands below them; Package.swift holds the table, the build checks it.
while read -r file lines; do
  printf '%s has %s lines; a file past 400 is in the wrong room\n' "$file" "$lines" >&2
  failed=1
done < <(find Sources -name '*.swift' ! -name '*.generated.swift' -exec wc -l {} + \
  | awk '$2 != "total" && $1 > 400 { print $2, $1 }')

# Every case that is said to be tested is.
Tools/check-cases.py || failed=1

exit $failed
