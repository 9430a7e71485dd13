#!/usr/bin/env bash
# Installs graphcal from its archive: ./install.sh [PREFIX], by default /usr/local.
#
# The programs need libcurl 4, OpenSSL 3, SQLite 3, utf8proc and libmicrohttpd, libical 3 to export and import
# events, libjq for --jq, and the system's time zone data and certificates. `graphcal doctor` says what is
# missing.
set -euo pipefail
prefix=${1:-/usr/local}
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
here=$(dirname "$(realpath "$0")")
"$here/Tools/install.sh" "$here/bin" "$prefix"
echo "graphcal is at $prefix/bin/graphcal"
