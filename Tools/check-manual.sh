#!/usr/bin/env bash
# Holds the manual pages to what typesetters say of them: Tools/check-manual.sh FOLDER-WITH-THE-PROGRAMS
#
# groff must read every page without a warning, and man show each command under its name.
set -uo pipefail
cd "$(dirname "$0")/.."
Tools/make-share.sh "$1" || exit 1
man=$1/share/man
failures=0
check() { # name, command...
  local name=$1 said
  shift
  said=$("$@" 2>&1) && [ -z "$said" ] && return
  echo "FAIL  $name: $said"
  failures=$((failures + 1))
}
for page in "$man"/man?/*; do
  check "groff ${page##*/}" groff -man -Tutf8 -Kutf8 -ww -z "$page"
done
shown=$(MANPATH=$man MANPAGER=cat MANWIDTH=80 man graphcal-week 2>&1)
grep -q -- '--week-start DAY' <<<"$shown" || { echo "FAIL  man graphcal-week: $shown"; failures=$((failures + 1)); }
wide=$(MANPATH=$man MANPAGER=cat MANWIDTH=80 man graphcal-week | awk 'length > 80')
[ -z "$wide" ] || { echo "FAIL  lines wider than the terminal: $wide"; failures=$((failures + 1)); }
echo "$(find "$man" -type f | wc -l) pages, $failures failures"
[ "$failures" = 0 ]
