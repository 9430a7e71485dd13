#!/usr/bin/env bash
# Makes a package of Debian: Tools/make-deb.sh FOLDER-WITH-THE-PROGRAMS FOLDER-FOR-THE-PACKAGE
#
# It fits the release it is made on and newer ones that have the same libraries. The same programs give the
# same bytes: SOURCE_DATE_EPOCH, by default the time of the last commit, is the time of every file.
# DEBFULLNAME and DEBEMAIL name who answers for the package. Prints the name of the file.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
programs=$(realpath "${1:?usage: Tools/make-deb.sh FOLDER-WITH-THE-PROGRAMS FOLDER-FOR-THE-PACKAGE}")
mkdir -p "${2:?usage: Tools/make-deb.sh FOLDER-WITH-THE-PROGRAMS FOLDER-FOR-THE-PACKAGE}"
target=$(realpath "$2")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(Tools/source-date.sh)}
command -v dpkg-shlibdeps >/dev/null || { echo "No dpkg-shlibdeps: apt-get install dpkg-dev" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
doc=$stage/usr/share/doc/graphcal

version=$(Tools/version.sh)-${DEB_REVISION:-1}
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-graphcal maintainers} <${DEBEMAIL:-maintainers@graphcal.example}>"

DESTDIR=$stage Tools/install.sh "$programs" /usr

install -D -m 644 Packaging/debian/copyright "$doc/copyright"
# Debian has names of its own for what is new, and wants it and the pages of manuals packed.
mv "$doc/CHANGELOG.md" "$doc/changelog"
{
  printf 'graphcal (%s) unstable; urgency=medium\n\n' "$version"
  printf '  * Version %s; changelog.gz says what is new in it.\n\n' "$(Tools/version.sh)"
  printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} >"$doc/changelog.Debian"
gzip -9n "$doc/changelog" "$doc/changelog.Debian"
if [ -d "$stage/usr/share/man" ]; then find "$stage/usr/share/man" -type f -exec gzip -9n {} +; fi

# What the programs are linked with, found by Debian's own tool in the symbols they use. It wants to run
# beside the control file of a source package.
mkdir "$work/debian"
printf 'Source: graphcal\n\nPackage: graphcal\nArchitecture: any\n' >"$work/debian/control"
linked=$(cd "$work" && dpkg-shlibdeps -O "$stage"/usr/bin/* 2>"$work/shlibdeps.log" \
  | sed -n 's/^shlibs:Depends=//p') || { cat "$work/shlibdeps.log" >&2; exit 1; }
# What they open when they need it; since Debian 13 and Ubuntu 24.04 some have names with t64.
opened="libcurl4 | libcurl4t64, libssl3 | libssl3t64, libical3 | libical3t64, libjq1, tzdata, ca-certificates"

mkdir "$stage/DEBIAN"
(cd "$stage" && find usr -type f -printf '%P\n' | sed 's|^|usr/|' | LC_ALL=C sort \
  | xargs -d '\n' md5sum) >"$stage/DEBIAN/md5sums"
size=$(($(find "$stage/usr" -type f -printf '%s\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')))
sed -e "s|@VERSION@|$version|" -e "s|@ARCHITECTURE@|$architecture|" -e "s|@MAINTAINER@|$maintainer|" \
  -e "s|@SIZE@|$size|" -e "s#@LINKED@#$linked#" -e "s#@OPENED@#$opened#" \
  Packaging/debian/control.in >"$stage/DEBIAN/control"
chmod 755 "$stage"
find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

file=$target/graphcal_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$stage" "$file" >/dev/null
echo "$file"
