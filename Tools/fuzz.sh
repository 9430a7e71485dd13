#!/usr/bin/env bash
# Lets libFuzzer look for files and words that end the program or break what must hold.
#   usage: fuzz.sh [TARGET…]   those of FuzzTarget, as the folders of Fuzz/Corpus; all without a name
#   FUZZ_SECONDS               for each target, 60 without it
# What it finds is written to .build/fuzz/found; put it into Fuzz/Corpus with the mending, and the tests
# read it from then on. Exit 1 when something was found.
set -uo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { cd Fuzz/Corpus && set -- * && cd ../..; }
build=(-c "${FUZZ_CONFIGURATION:-release}" -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld --scratch-path .build/fuzz)
export GRAPHCAL_FUZZ=1
swift build "${build[@]}" --product graphcal-fuzz || exit
program=$(swift build "${build[@]}" --show-bin-path)/graphcal-fuzz
failed=0
for target in "$@"; do
  kept=.build/fuzz/corpus/$target
  mkdir -p "$kept" .build/fuzz/found
  printf '\n-- %s\n' "$target"
  GRAPHCAL_FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no "$program" "$kept" "Fuzz/Corpus/$target" \
    -max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 -rss_limit_mb=1024 -max_len=16384 -use_value_profile=1 \
    -verbosity=0 -print_final_stats=1 -artifact_prefix=".build/fuzz/found/$target-" 2>&1 \
    | sed '/Recommended dictionary/,/End of recommended/d' || failed=1
done
exit $failed
