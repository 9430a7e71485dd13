#!/usr/bin/env bash
# Takes out of programs what is not needed to run them: Tools/strip.sh PROGRAM…
#
# Besides the symbols that is what the compiler keeps for its next run (.swift_modhash). It tells one build
# from another of the same sources, and the build id with it; the section is filled with zeros, and the build
# id is made anew of what is left. So the same sources give the same bytes, and each program has an id.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build_id() { # 20 bytes in hexadecimal; Source: the note section of the ELF specification
  printf '\x04\x00\x00\x00\x14\x00\x00\x00\x03\x00\x00\x00GNU\x00%b' "$(sed 's/../\\x&/g' <<<"$1")"
}

for program in "$@"; do
  strip "$program"
  sections=$(readelf -SW "$program")
  size=$(sed -n 's/.* \.swift_modhash  *PROGBITS  *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p' <<<"$sections")
  # Nothing to be done to a program of another compiler, or one without a build id.
  if [ -z "$size" ] || [[ $sections != *" .note.gnu.build-id "* ]]; then continue; fi
  head -c "$((16#$size))" /dev/zero >"$work/hash"
  build_id 0000000000000000000000000000000000000000 >"$work/id"
  objcopy --update-section .swift_modhash="$work/hash" \
    --update-section .note.gnu.build-id="$work/id" "$program"
  build_id "$(sha1sum <"$program" | cut -c -40)" >"$work/id"
  objcopy --update-section .note.gnu.build-id="$work/id" "$program"
done
