#!/bin/sh
# Prints the time that files of a package get, in seconds since 1970: that of the last commit, and where
# there is no git that of the list of changes.
cd "$(dirname "$0")/.." || exit 1
git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md
