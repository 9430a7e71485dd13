#!/usr/bin/env bash
# Makes what a release consists of: Tools/make-dist.sh FOLDER-WITH-THE-PROGRAMS FOLDER
#
#   graphcal_VERSION-1_ARCHITECTURE.deb    see Tools/make-deb.sh
#   graphcal-VERSION-linux-MACHINE.tar.gz  the programs and an install.sh, for other distributions
#   graphcal-VERSION.tar.gz                the sources as they are committed
#   SHA256SUMS                             of these three, for sha256sum --check
#
# The same programs and the same commit give the same bytes. What was in the folder is removed.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
programs=$(realpath "${1:?usage: Tools/make-dist.sh FOLDER-WITH-THE-PROGRAMS FOLDER}")
rm -rf "${2:?usage: Tools/make-dist.sh FOLDER-WITH-THE-PROGRAMS FOLDER}"
mkdir -p "$2"
target=$(realpath "$2")
version=$(Tools/version.sh)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(Tools/source-date.sh)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

Tools/make-deb.sh "$programs" "$target" >/dev/null

name=graphcal-$version-linux-$(uname -m)
mkdir -p "$work/$name/bin"
for program in graphcal graphcal-emulator; do
  install -m 755 "$programs/$program" "$work/$name/bin/$program"
  Tools/strip.sh "$work/$name/bin/$program"
done
cp -R "$programs/share" "$work/$name/share"
for file in README.md CHANGELOG.md AuthSettings.example.json docs/*.md docs/schema/*.json \
  Tools/install.sh Tools/install-integrations.sh Tools/strip.sh \
  $(find Integrations -type f); do
  install -D -m "$([ -x "$file" ] && echo 755 || echo 644)" "$file" "$work/$name/$file"
done
install -m 755 Packaging/install.sh "$work/$name/install.sh"
LC_ALL=C tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  --format=gnu -cf - "$name" | gzip -9n >"$target/$name.tar.gz"

if [ -n "$(git status --porcelain 2>/dev/null)" ]; then
  echo "note: the archive of the sources holds what is committed, and not everything is" >&2
fi
git archive --format=tar --prefix="graphcal-$version/" HEAD | gzip -9n >"$target/graphcal-$version.tar.gz"

cd "$target"
sha256sum -- *.deb *.tar.gz >SHA256SUMS
cat SHA256SUMS
