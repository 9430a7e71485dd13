#!/usr/bin/env bash
# Runs the tests about files and their rights as a user who has none. Root may read and write
# anywhere, so as root these tests have nothing to find. Needs root, and a build of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "skipped: only root can run tests as another user" >&2; exit 0; }
built=$(swift build --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cp "$built"/{graphcalPackageTests.xctest,graphcal,graphcal-emulator} "$work"
mkdir -m 700 "$work/home" "$work/tmp"
chown 65534:65534 "$work/home" "$work/tmp"
cd "$work"
setpriv --reuid 65534 --regid 65534 --clear-groups \
  env -i PATH="$PATH" HOME="$work/home" TMPDIR="$work/tmp" \
  ./graphcalPackageTests.xctest --testing-library swift-testing \
  --filter '^(HostTests|SignInTests)\.|StorageBehaviours|StorageProcesses'
