#!/usr/bin/env bash
# Writes what is made of the programs' own declarations: Tools/make-share.sh FOLDER-WITH-THE-PROGRAMS
#
#   FOLDER/share/man/man1, man7    a page of the manual for each program, command and topic
#   FOLDER/share/…                 the completion of bash, zsh and fish, where each looks for it
#
# Tools/install.sh copies FOLDER/share as it is.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
programs=$(realpath "${1:?usage: Tools/make-share.sh FOLDER-WITH-THE-PROGRAMS}")
share=$programs/share
rm -rf "$share"
date=$(date -u -d "@$(Tools/source-date.sh)" +%F)
mkdir -p "$share/man/man1" "$share/man/man7"
"$programs/graphcal" __manual | while IFS= read -r page; do
  "$programs/graphcal" __manual "$page" "$date" >"$share/man/man${page##*.}/$page"
done
"$programs/graphcal-emulator" --manual "$(Tools/version.sh)" "$date" >"$share/man/man1/graphcal-emulator.1"
mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
"$programs/graphcal" completion bash >"$share/bash-completion/completions/graphcal"
"$programs/graphcal" completion zsh >"$share/zsh/site-functions/_graphcal"
"$programs/graphcal" completion fish >"$share/fish/vendor_completions.d/graphcal.fish"
