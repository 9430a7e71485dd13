#!/usr/bin/env bash
# Writes what is made of the programs' own declarations: Tools/make-share.sh FOLDER-WITH-THE-PROGRAMS
#
#   FOLDER/share/man/man1, man7   a page of the manual for each command and topic
#
# Tools/install.sh copies FOLDER/share as it is.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
programs=$(realpath "${1:?usage: Tools/make-share.sh FOLDER-WITH-THE-PROGRAMS}")
rm -rf "$programs/share"
date=$(date -u -d "@$(Tools/source-date.sh)" +%F)
"$programs/graphcal-manual" "$programs/share/man" "$date"
"$programs/graphcal-emulator" --manual "$(Tools/version.sh)" "$date" >"$programs/share/man/man1/graphcal-emulator.1"
