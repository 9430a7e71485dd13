#!/usr/bin/env bash
# The main job end to end over real HTTP: sign in, read a week, add an event, see it, feed jq.
# Usage: Tools/demo.sh FOLDER-WITH-THE-PROGRAMS
set -euo pipefail

programs=$1
home=$(mktemp -d)
ready=$home/emulator.json
mkfifo "$ready"
cleanup() {
  if [ -n "${emulator:-}" ]; then kill "$emulator" 2>/dev/null || true; wait "$emulator" 2>/dev/null || true; fi
  rm -rf "$home"
}
trap cleanup EXIT

clock=2026-11-30T08:00:00Z
"$programs/graphcal-emulator" --auto-approve --seed demo --clock "$clock" >"$ready" &
emulator=$!
read -r line <"$ready"

# Nothing of the machine's own set-up reaches the demo, and the demo leaves nothing behind.
for name in ${!GRAPHCAL_@}; do unset "$name"; done
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
export HOME=$home XDG_CONFIG_HOME=$home/config XDG_STATE_HOME=$home/state PATH=$programs:$PATH
export GRAPHCAL_NOW=$clock
GRAPHCAL_CLIENT_ID=$(jq -r .clientId <<<"$line")
GRAPHCAL_GRAPH_URL=$(jq -r .graphURL <<<"$line")
GRAPHCAL_LOGIN_URL=$(jq -r .loginURL <<<"$line")
export GRAPHCAL_CLIENT_ID GRAPHCAL_GRAPH_URL GRAPHCAL_LOGIN_URL

show() {
  printf '\n\033[1m$ %s\033[0m\n' "$*"
  "$@"
}

show graphcal login --device-code
show graphcal me
show graphcal week
show graphcal new-event --subject "Lunch with Kim" --start "2026-12-03 12:30" --duration 45m \
  --location "Café Größe"
show graphcal week
printf '\n\033[1m$ %s\033[0m\n' "graphcal week --json | jq -r '.[] | [.graphcal.start, .subject] | @tsv'"
graphcal week --json | jq -r '.[] | [.graphcal.start, .subject] | @tsv'
# The event is in the week exactly once: the demo proves what it shows.
count=$(graphcal week --json | jq '[.[] | select(.subject == "Lunch with Kim")] | length')
[ "$count" = 1 ] || { echo "the new event is in the week $count times" >&2; exit 1; }
printf '\nThe new event is in the week. That was graphcal against its emulator, over real HTTP.\n'
