# make demo    a sign-in, a week, a new event, JSON: everything against the emulator on loopback
# make test    all tests
# make help    the rest

SHELL := /bin/bash
PACKAGES := libcurl4-openssl-dev libsqlite3-dev libutf8proc-dev libmicrohttpd-dev libical-dev libjq-dev \
	pkg-config tzdata ca-certificates curl jq openssl python3
PREFIX ?= /usr/local
SWIFT ?= swift
FUZZ_SECONDS ?= 60
SOURCES := Package.swift Sources Tests Fuzz
# The Swift runtime goes into the program: it starts faster and needs no toolchain where it runs.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld
STRICT := GRAPHCAL_STRICT=1
# Tests at once. Without a limit all are begun at the same time, and those that watch a program wait
# until the machine comes to it.
WIDTH := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$$((4 * $$(nproc)))

# Where the release programs are; asked for when a rule needs it.
PROGRAMS = $$($(SWIFT) build $(RELEASE) --show-bin-path)

.PHONY: help deps build programs demo test install deb dist format lint bench instructions check faults sanitize fuzz clean

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | sed -n '1,3p'
	@echo "make build   the release programs, graphcal and graphcal-emulator"
	@echo "make install PREFIX=$(PREFIX)   copies them to PREFIX/bin, and all that goes with them beside"
	@echo "make deb     dist/graphcal_…_….deb, for dpkg -i"
	@echo "make dist    dist/: the package, an archive with an install.sh, the sources, their checksums"
	@echo "make check   the emulator and the zone data against what others wrote (needs ../shared)"
	@echo "make bench   time and memory beside curl and other clients (BENCH=\"--runs 5 copy\" for a part)"
	@echo "make instructions   what a few commands take, beside what they took"
	@echo "make sanitize   the tests with AddressSanitizer, and with ThreadSanitizer"
	@echo "make faults  commands while networks, proxies, the service and the disk fail"
	@echo "make fuzz    files and words of strangers, FUZZ_SECONDS (60) for each reader"
	@echo "make format, make lint, make deps, make clean"

deps:
	@missing=$$(for p in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || printf '%s ' $$p; done); \
	if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ]; then as=; elif command -v sudo >/dev/null; then as=sudo; \
	  else echo "Missing Debian packages. As root: apt-get install $$missing" >&2; exit 1; fi; \
	  $$as apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$as apt-get install -y -qq $$missing >/dev/null || exit 1; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo "No swift on the PATH: install the Swift 6.2 toolchain or newer from https://www.swift.org/install/linux/" >&2; exit 1; }

build: deps
	$(SWIFT) build $(RELEASE) --product graphcal
	$(SWIFT) build $(RELEASE) --product graphcal-emulator
	Tools/make-share.sh "$(PROGRAMS)"
	@$(MAKE) --no-print-directory programs

demo: deps
	@$(SWIFT) build --product graphcal-emulator 2>&1 | tail -n 1
	@$(SWIFT) build --product graphcal 2>&1 | tail -n 1
	@Tools/demo.sh "$$($(SWIFT) build --show-bin-path)"

test: deps
	@$(STRICT) $(WIDTH) Tools/test.sh $(SWIFT) test --disable-xctest

install: build
	DESTDIR="$(DESTDIR)" Tools/install.sh "$(PROGRAMS)" "$(PREFIX)"

programs:
	@echo "$(PROGRAMS)"

deb: build
	Tools/make-deb.sh "$(PROGRAMS)" dist

dist: build
	Tools/make-dist.sh "$(PROGRAMS)" dist

format:
	$(SWIFT) format format -i -r -p $(SOURCES)

lint: deps
	$(SWIFT) format lint --strict -r -p $(SOURCES)
	Tools/lint.sh
	$(STRICT) $(SWIFT) build --build-tests --explicit-target-dependency-import-check error

check: deps
	Tools/check.sh

faults: deps
	$(SWIFT) build --product graphcal
	$(SWIFT) build --product graphcal-emulator
	Tools/faults.py "$$($(SWIFT) build --show-bin-path)"
	Tools/check-steps.py "$$($(SWIFT) build --show-bin-path)"

fuzz: deps
	FUZZ_SECONDS=$(FUZZ_SECONDS) Tools/fuzz.sh

sanitize: deps
	$(STRICT) $(WIDTH) Tools/sanitize.sh

bench: build
	Benchmarks/bench.py "$(PROGRAMS)" $(BENCH)

# Instructions of a few commands beside those that are kept; RECORD=--record keeps the new ones.
instructions: build
	Benchmarks/instructions.py "$(PROGRAMS)" $(RECORD)

clean:
	rm -rf .build dist
