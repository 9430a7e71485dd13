#!/usr/bin/env bash
# Copies what belongs on a machine: Tools/install.sh FOLDER-WITH-THE-PROGRAMS PREFIX
#
#   PREFIX/bin                  graphcal and graphcal-emulator, without symbols
#   PREFIX/share/man and so on  what Tools/make-share.sh wrote
#   PREFIX/share/doc/graphcal   what there is to read, and the JSON Schemas
#   PREFIX/share/graphcal, PREFIX/lib/systemd/user   see Tools/install-integrations.sh
#
# DESTDIR, if set, goes before PREFIX, as in a package that is being built. `make install`, `make deb` and
# the install.sh of an archive all come here, so that there is one list of what is installed.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
programs=$(realpath "${1:?usage: Tools/install.sh FOLDER-WITH-THE-PROGRAMS PREFIX}")
prefix=${2:?usage: Tools/install.sh FOLDER-WITH-THE-PROGRAMS PREFIX}
root=${DESTDIR:-}$prefix

for program in graphcal graphcal-emulator; do
  install -D -m 755 "$programs/$program" "$root/bin/$program"
  # Whoever installs an archive may have no strip; the programs in it have been through it.
  if command -v strip >/dev/null; then Tools/strip.sh "$root/bin/$program"; fi
done

# Manual pages and completions: beside the programs where they were built, beside bin in an archive.
made=$programs/share
[ -d "$made" ] || made=$programs/../share
if [ ! -d "$made" ]; then
  echo "There are no manual pages: Tools/make-share.sh $programs writes them" >&2
  exit 1
fi
(cd "$made" && find . -type f) | while IFS= read -r file; do
  install -D -m 644 "$made/$file" "$root/share/$file"
done

doc=$root/share/doc/graphcal
for file in README.md CHANGELOG.md docs/*.md docs/schema/*.json; do
  install -D -m 644 "$file" "$doc/$file"
done
install -D -m 644 AuthSettings.example.json "$doc/examples/AuthSettings.json"

Tools/install-integrations.sh "$prefix"
