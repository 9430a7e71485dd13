#!/bin/bash
# Copies what makes graphcal part of other programs: Tools/install-integrations.sh PREFIX
#
#   PREFIX/lib/systemd/user        the units, with the program where it is installed
#   PREFIX/share/graphcal          Integrations, for mail programs and bars
#
# DESTDIR, if set, goes before PREFIX, as in a package that is being built.
set -eu
cd "$(dirname "$0")/.."
prefix=${1:?usage: Tools/install-integrations.sh PREFIX}
share="${DESTDIR:-}$prefix/share/graphcal"
units="${DESTDIR:-}$prefix/lib/systemd/user"
# A prefix within one's home is no place where systemd looks; there are others.
[ -n "${HOME:-}" ] && [ "$prefix" = "$HOME/.local" ] && units="${DESTDIR:-}$prefix/share/systemd/user"

for file in Integrations/systemd/graphcal-*; do
  install -d "$units"
  # The name of a folder may hold what means something to sed, or a percent sign to systemd.
  program=$(printf '%s' "$prefix/bin/graphcal" | sed -e 's/%/%%/g' -e 's/[&|\\]/\\&/g')
  case $program in *" "*) program="\"$program\"" ;; esac
  sed "s|/usr/local/bin/graphcal|$program|g" "$file" >"$units/${file##*/}"
  chmod 644 "$units/${file##*/}"
done
find Integrations -type f ! -path 'Integrations/systemd/*.service' ! -path 'Integrations/systemd/*.timer' |
  while IFS= read -r file; do
    mode=644
    [ -x "$file" ] && mode=755
    install -D -m "$mode" "$file" "$share/$file"
  done
