#!/usr/bin/env bash
# Holds the emulator and the zone data against what others wrote:
#   zones     every transition of this machine's zones, against Python's zoneinfo
#   windows   the table of Windows names, against the tzlocal package
#   recurrence  rules of series, against the dateutil package
#   schemas   the JSON of every command, against docs/schema by the jsonschema package
#   khard     the address book that is exported, read by khard and by vobject; a folder of files, by khard
#   khal      a calendar that is exported, read by khal and by the icalendar package; a folder of files,
#             read and written by khal
#   msal      Microsoft's sign-in library at the emulator; its cache and ours, exchanged
#   O365, msgraph-sdk   foreign Graph clients at the emulator
#   contacts  O365 and graphcal, each with what the other made
#   openapi   every exchange of all of these, against the official description
#   copy      the local copy when runs are killed, disks are full, files damaged, clocks wrong
#   steps     what is kept on the disk, when a part of the steps that write it fail, or are the last
#   vdir      a folder of files, when runs are killed before every one of their steps
#   completion  command lines completed in bash, zsh and fish; the manual, by groff and man
#   http2     a week through an HTTP/2 proxy
#   browser   sign-ins through headless Chromium, clicked by WebDriver
#   pages     exported weeks and months, measured in headless Chromium on a screen and on paper
#   package   the Debian package and the archive, built twice, installed in a fresh system and removed
# What needs ../shared, Python or a missing tool says "skipped". Ends with the counts; exit 1 when
# something failed.
set -uo pipefail
cd "$(dirname "$0")/.."
shared=$(cd .. && pwd)/shared
venv=.build/check-venv
work=$(mktemp -d)
passed=0 failed=0 skipped=0
pids=()

cleanup() {
  for pid in "${pids[@]:-}"; do [ -n "$pid" ] && kill "$pid" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT

skip() { echo "skipped: $1 ($2)"; skipped=$((skipped + 1)); }

check() { # name, command...
  local name=$1 start=$SECONDS
  shift
  printf '\n-- %s\n' "$name"
  if "$@"; then
    echo "passed: $name ($((SECONDS - start)) s)"
    passed=$((passed + 1))
  else
    echo "FAILED: $name ($((SECONDS - start)) s)"
    failed=$((failed + 1))
  fi
}

start_emulator() { # name of its files, options... ; sets ready
  local name=$1
  shift
  mkfifo "$work/$name.fifo"
  "$programs/graphcal-emulator" "$@" >"$work/$name.fifo" &
  pids+=($!)
  read -r ready <"$work/$name.fifo" || { echo "the emulator did not start" >&2; return 1; }
}

certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=localhost" \
    -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" \
    -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
}

python_ready() {
  if ! "$venv/bin/python" -c '' 2>/dev/null; then
    python3 -m venv "$venv" 2>/dev/null \
      || { apt-get install -y -qq python3-venv >/dev/null 2>&1 && python3 -m venv "$venv"; } || return 1
  fi
  "$venv/bin/pip" install -q -r Tools/check-requirements.txt
}

clients_ready() {
  [ -d "$shared/clients" ] && "$venv/bin/pip" install -q -r "$shared/clients/requirements.txt"
}

foreign_client() { # script
  local log=$work/$1.jsonl steps=$work/$1.steps
  start_emulator "$1" --auto-approve --seed demo --log "$log" \
    --tls-cert "$work/cert.pem" --tls-key "$work/key.pem" || return 1
  local port
  port=$(jq -r .port <<<"$ready")
  "$venv/bin/python" "$shared/clients/run_$1.py" --graph "https://localhost:$port" \
    --login "https://localhost:$port" --ca "$work/cert.pem" --steps "$steps" \
    --client-id "$(jq -r .clientId <<<"$ready")" >"$work/$1.out" 2>&1
  local status=$?
  grep -v '^ok ' "$work/$1.out"
  return $status
}

http2() {
  start_emulator http2 --auto-approve --seed demo --clock 2026-11-30T08:00:00Z || return 1
  local port front
  port=$(jq -r .port <<<"$ready")
  front=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  nghttpx --conf=/dev/null --frontend="127.0.0.1,$front" --backend="127.0.0.1,$port" --no-ocsp --workers=1 \
    --errorlog-file="$work/nghttpx.log" --accesslog-file="$work/access.log" \
    --accesslog-format='$alpn $method $path $status' \
    "$work/key.pem" "$work/cert.pem" &
  pids+=($!)
  for _ in $(seq 50); do
    (exec 3<>"/dev/tcp/127.0.0.1/$front") 2>/dev/null && break
    sleep 0.1
  done
  env -i PATH="$PATH" HOME="$work" SSL_CERT_FILE="$work/cert.pem" \
    GRAPHCAL_NOW=2026-11-30T08:00:00Z GRAPHCAL_CLIENT_ID="$(jq -r .clientId <<<"$ready")" \
    GRAPHCAL_GRAPH_URL="https://localhost:$front/v1.0" \
    GRAPHCAL_LOGIN_URL="https://localhost:$front" \
    bash -c "'$programs/graphcal' login --device-code >/dev/null 2>&1 && '$programs/graphcal' week --json" \
    | jq -e 'length > 5' >/dev/null || return 1
  sleep 0.2
  cat "$work/access.log"
  grep -q '^h2 GET /v1.0/me/calendarView' "$work/access.log"
}

package() {
  make --no-print-directory build && Tools/check-package.py "$(make --no-print-directory programs)" "$work/package"
}

swift build --product graphcal 2>&1 | tail -n 1
swift build --product graphcal-emulator 2>&1 | tail -n 1
programs=$(swift build --show-bin-path)
certificate || { echo "openssl cannot make a certificate" >&2; exit 1; }

check "zones against Python" Tools/check-zones.py
check "the local copy on bad days" Tools/check-copy.py "$programs"
check "steps of writing that fail" Tools/check-steps.py "$programs" --every 25
check "the folder of files on bad days" Tools/check-vdir.py "$programs"
check "completion" Tools/check-completion.py "$programs" "$work"
if command -v nghttpx >/dev/null || apt-get install -y -qq nghttp2-proxy >/dev/null 2>&1; then
  check "http2" http2
else
  skip "http2" "no nghttpx"
fi
if { command -v chromium && command -v chromedriver; } >/dev/null \
  || apt-get install -y -qq chromium chromium-driver >/dev/null 2>&1; then
  check "browser" Tools/check-browser.py "$programs" "$work/browser"
  check "pages" Tools/check-pages.py "$programs" "${PAGES_FOLDER:-$work/pages}"
else
  skip "browser, pages" "no Chromium with its driver"
fi
if [ "$(id -u)" != 0 ]; then
  skip "package" "needs to be root"
elif { command -v mmdebstrap && command -v lintian; } >/dev/null \
  || apt-get install -y -qq --no-install-recommends mmdebstrap lintian >/dev/null 2>&1; then
  check "package" package
else
  skip "package" "no mmdebstrap"
fi
if python_ready; then
  check "windows names against tzlocal" "$venv/bin/python" Tools/check-windows-zones.py
  check "recurrence against dateutil" "$venv/bin/python" Tools/check-recurrence.py "$programs"
  check "khal" "$venv/bin/python" Tools/check-khal.py "$programs" "$work"
  check "schemas" "$venv/bin/python" Tools/check-schemas.py "$programs"
  check "khard" "$venv/bin/python" Tools/check-khard.py "$programs" "$work"
  check "assistants" "$venv/bin/python" Tools/check-mcp.py "$programs" "$work"
else
  skip "windows names, recurrence, khal, schemas, khard" "needs Python with venv"
fi
if [ -x "$venv/bin/python" ] && clients_ready; then
  for client in msal O365 msgraph-sdk; do check "$client" foreign_client "$client"; done
  check "msal cache exchanged" "$venv/bin/python" Tools/check-msal-cache.py "$programs" "$work"
  check "contacts exchanged" "$venv/bin/python" Tools/check-contacts.py "$programs" "$work"
  check "openapi" "$venv/bin/python" Tools/check-openapi.py "$work"/*.jsonl
else
  skip "msal, O365, msgraph-sdk, msal cache, contacts, openapi" "needs ../shared and Python with venv"
fi

printf '\n%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
