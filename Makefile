# netlab: `make run` and `make test` do everything on a Debian 12 machine that has Swift 6.2 or newer.

PREFIX ?= /usr/local
SWIFT ?= swift
SCENARIO ?= scenarios/dsl.yaml
# CI needs none.
DEBUG_INFO ?= dwarf
# The build that tests run from: `debug` is quick to make again after a change, `release` is the program's own, so that a
# clean machine compiles everything once (CI). Its internals are then visible to tests, so that a change from one to the
# other compiles the program again.
TESTED ?= debug
FUZZ_SECONDS ?= 60
# 0 means another seed each time.
FUZZ_SEED ?= 0
SOAK_SECONDS ?= 600
ATTACK_SECONDS ?= 10
# Places at which `make kills` kills each command.
N ?= 1000
# Linux versions of Debian's sources (VirtualKernel).
KERNELS ?= 6.1
# Where the browser tests keep pictures of the pages that they look at.
NETLAB_PICTURES ?= $(CURDIR)/.build/pictures

BUILD_PACKAGES = pkg-config libpcap-dev libcurl4-openssl-dev libssl-dev libnghttp2-dev libyaml-dev libjpeg62-turbo-dev libpng-dev libwebp-dev libgif-dev zlib1g-dev libbrotli-dev libxxhash-dev libzstd-dev libqrencode-dev
TEST_PACKAGES = curl nghttp2-client openssl tshark tcpdump xxd jq iproute2 git iperf3 iputils-ping python3-requests python3-httpx python3-h2 python3-pytest python3-venv wget wrk nftables slirp4netns passt brotli tinyproxy-bin chromium chromium-driver firefox-esr libnss3-tools nodejs node-undici golang-go nginx-light mandoc zsh fish parallel slurmctld slurmd slurm-client munge zbar-tools wireguard-tools wireguard-go

ifeq ($(TESTED),release)
STRICT = -c release -Xswiftc -enable-testing
RELEASE = $(STRICT_BUILD)
# The strict build has made it.
RELEASE_BENCH = @:
RELEASE_INPUTS = @:
else
STRICT = --scratch-path .build/strict
RELEASE = $(SWIFT) build -c release --product netlab
RELEASE_BENCH = $(SWIFT) build -c release --product netlab-bench
RELEASE_INPUTS = $(SWIFT) build -c release --product netlab-try-inputs
endif
# Warnings are errors, and so is an import that Package.swift does not declare. NETLAB_STRICT says so
# to everything that uses this build.
STRICT_BUILD = NETLAB_STRICT=1 $(SWIFT) build --build-tests $(STRICT) --explicit-target-dependency-import-check error \
	-debug-info-format $(DEBUG_INFO)
SOURCES = Benchmarks Sources Tests Fuzz Examples Package.swift

.PHONY: build run test test-rooms test-programs test-kernel test-commands test-others faults kills install lint format bench docs tsan sanitize coverage soak attacks fuzzers fuzz inputs reference virtual-kernel deb try-deb clean packages test-packages

# With BUILT, everything is there already.
ifdef BUILT
build:
else
build: packages
	$(RELEASE)
endif

# A run that is untrusted (busy machine), or has a figure that is off, is repeated, up to three runs in all.
run: build
	Scripts/until-trusted "$$($(RELEASE) --show-bin-path)/netlab" run $(SCENARIO)

test: build test-packages test-kernel
	$(RELEASE_BENCH)
	$(STRICT_BUILD)
	$(MAKE) --no-print-directory test-rooms
	$(MAKE) --no-print-directory test-programs

# The unit tests. A few at a time: a waiting test resumes after all that have begun, and time-outs are seconds.
test-rooms:
	NETLAB_STRICT=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 \
		Scripts/failures-last $(SWIFT) test --skip-build $(STRICT) --skip EndToEndTests --skip FeedExampleTests

# The end-to-end tests run the release program: a debug build is not the instrument. Those that judge the machine's own time
# come last, one after the other, with the Swift example. Nothing else should be busy on the machine meanwhile.
test-programs:
	$(MAKE) --jobs=2 --output-sync=target --no-print-directory test-commands test-others
	$(END_TO_END) Scripts/failures-last $(SWIFT) test --skip-build $(STRICT) --no-parallel \
		--filter EndToEndTests.Alone --filter FeedExampleTests

# A kernel that is there is not built again. Without one the tests of virtual time are skipped.
test-kernel:
	@Scripts/virtual-kernel $(KERNELS) || \
		echo "make test: without a guest kernel the tests of virtual time are skipped" >&2

# Halves of the end-to-end tests, side by side: a test that waits for a program holds one of as few threads as there are
# processors.
test-commands:
	$(END_TO_END_HALF) --filter $(COMMAND_TESTS)

test-others:
	$(END_TO_END_HALF) --filter EndToEndTests --skip EndToEndTests.Alone --skip $(COMMAND_TESTS)

# The tests of `exec`, of sweeps, of virtual time, of faults, of servers and of proxies, and some more: about half of all, by their time.
COMMAND_TESTS = 'EndToEndTests.(FaultTests|.A sweep|.A run in virtual time|.netlab exec|.A command on a terminal|.What a command leaves behind|.An ordinary user|.A server|.netlab serve|.netlab proxy|.Clients of netlab proxy|ProxyRepeatTests|PresetTests|.Every bundled scenario|.A line that carries IPv6|.Bad luck)'

END_TO_END_HALF = $(END_TO_END) SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=3 \
	Scripts/failures-last $(SWIFT) test --skip-build --ignore-lock $(STRICT)

END_TO_END = NETLAB_STRICT=1 NETLAB_PROGRAM="$$($(RELEASE) --show-bin-path)/netlab" NETLAB_PICTURES="$(NETLAB_PICTURES)"

COVERED = .build/coverage

FAULT_TESTS = NETLAB_STRICT=1 NETLAB_PROGRAM="$$($(RELEASE) --show-bin-path)/netlab" \
	$(SWIFT) test --skip-build $(STRICT) --no-parallel --filter EndToEndTests.FaultTests

# Every system call of small runs fails once in each way it can (docs/trust.md). Takes an hour; needs root.
faults: build test-packages
	$(STRICT_BUILD)
	NETLAB_FAULTS=all NETLAB_KILLS=0 $(FAULT_TESTS)

# Small runs are killed at N places each, and started again. Needs root.
kills: build test-packages
	$(STRICT_BUILD)
	NETLAB_FAULTS=0 NETLAB_KILLS=$(N) $(FAULT_TESTS)

# The program needs no Swift; Debian's C libraries stay shared. The manual, the guide and the shells' completions are
# installed with it, and guest kernels that were built, each with its description, licence and source.
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$($(RELEASE) --show-bin-path)/netlab" "$(DESTDIR)$(PREFIX)/bin/netlab"
	@Scripts/install-words "$(DESTDIR)$(PREFIX)/bin/netlab" "$(DESTDIR)$(PREFIX)"
	@Scripts/install-docs "$(DESTDIR)$(PREFIX)/share/doc/netlab"
	@Scripts/install-kernels "$(DESTDIR)$(PREFIX)/lib/netlab/kernels"

# The program as a Debian package, and the guest kernels that were built as another.
deb:
	@Scripts/install-packages dpkg-dev
	rm -rf .build/deb/tree
	$(MAKE) install DESTDIR="$(CURDIR)/.build/deb/tree" PREFIX=/usr
	rm -f .build/deb/*.deb
	Scripts/package .build/deb/tree .build/deb

# Installs these packages on a fresh Debian 12, uses and removes them. Needs root; some minutes the first time.
try-deb: deb
	@Scripts/install-packages lintian debootstrap
	Scripts/try-package .build/deb/trial .build/deb/*.deb

# Checks the format and makes the strict build, which the tests run from.
lint: packages
	$(SWIFT) format lint --strict -r $(SOURCES)
	$(STRICT_BUILD)

format:
	$(SWIFT) format -i -r $(SOURCES)

# `netlab bench` starts netlab-bench, which lies beside netlab and is not installed with it.
bench: build
	$(RELEASE_BENCH)
	$(SWIFT) build -c release --product netlab-cache-peers
	$(SWIFT) build -c release --product netlab-downsample
	"$$($(RELEASE) --show-bin-path)/netlab" bench

# The libraries' documentation: every public name needs text, and links must resolve.
docs: packages test-packages
	$(SWIFT) build -c release --target CacheClient
	$(SWIFT) build -c release --target TestBenchTraits
	SWIFT="$(SWIFT)" Scripts/docs "$$($(RELEASE) --show-bin-path)"

# Writes the pages of docs/reference again. The tests compare these with what the program knows.
reference: packages
	for room in ScenarioFormat Reports; do \
		export NETLAB_TESTS_OF=$$room NETLAB_WRITE_REFERENCE=1; \
		$(SWIFT) test --scratch-path ".build/reference-$$room" --filter ReferenceTests || exit; \
	done

# The unit tests under ThreadSanitizer, with annotations for Swift's Mutex and continuations, then the servers' end-to-end
# tests. A line in real time wants the processors to itself, because all is several times slower here. A race ends the
# program with 66. Takes forty minutes.
tsan: packages test-packages
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/tsan
	"$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang" -shared -fPIC -O1 -Wall -o .build/tsan/edges.so \
		Tests/ThreadSanitizer/mutex_edges.c Tests/ThreadSanitizer/continuation_edges.c
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 Scripts/failures-last \
		$(TSAN_TEST) --skip EndToEndTests --skip FeedExampleTests --skip StreamLineTests
	Scripts/failures-last $(TSAN_TEST) --no-parallel --filter StreamLineTests
	NETLAB_PROGRAM="$(CURDIR)/.build/tsan/debug/netlab" Scripts/failures-last $(TSAN_TEST) --no-parallel \
		--filter 'EndToEndTests..(netlab (serve|proxy)|Clients of netlab proxy|A server|Stream mode)' --skip 'A server behind a line'

TSAN_TEST = env LD_PRELOAD="$(CURDIR)/.build/tsan/edges.so" TSAN_OPTIONS="history_size=7" \
	$(SWIFT) test --skip-build --sanitize=thread --scratch-path .build/tsan

# The unit tests under AddressSanitizer, which also looks into the C shims. Leaks are looked for by tracing, which is not
# allowed everywhere, and images of Swift's runtime never go.
sanitize: packages test-packages tsan
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan
	ASAN_OPTIONS="detect_leaks=0:suppressions=$(CURDIR)/Tests/AddressSanitizer/suppressions" SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 Scripts/failures-last \
		$(SWIFT) test --skip-build --sanitize=address --scratch-path .build/asan --skip EndToEndTests --skip FeedExampleTests

# Both servers under mixed load and faults, for SOAK_SECONDS: memory, descriptors and threads stay as they are.
soak: build test-packages
	Scripts/soak "$$($(RELEASE) --show-bin-path)/netlab" $(SOAK_SECONDS) .build/soak

# Both servers while clients that hold nothing attack them, each attack for ATTACK_SECONDS: other clients are served in time.
attacks: build test-packages
	Scripts/attacks "$$($(RELEASE) --show-bin-path)/netlab" $(ATTACK_SECONDS)

# Which of each room's lines the tests run, and which rooms are below their goal. The end-to-end tests have the program built
# for this, which is too slow to judge times by, so that their failures do not count here.
coverage: packages test-packages virtual-kernel
	$(SWIFT) build --build-tests --enable-code-coverage --scratch-path $(COVERED)
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 Scripts/failures-last $(SWIFT) test --skip-build \
		--enable-code-coverage --scratch-path $(COVERED) --skip EndToEndTests --skip FeedExampleTests
	rm -rf $(COVERED)/profiles
	-NETLAB_PROGRAM="$(CURDIR)/$(COVERED)/debug/netlab" LLVM_PROFILE_FILE="$(CURDIR)/$(COVERED)/profiles/%4m.profraw" \
		SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=3 \
		$(COVERED)/debug/netlabPackageTests.xctest --testing-library swift-testing --filter EndToEndTests
	Scripts/coverage $(COVERED)

# Every parser of foreign bytes, FUZZ_SECONDS each.
fuzz: fuzzers
	FUZZ_SEED="$(FUZZ_SEED)" Scripts/fuzz $(FUZZ_SECONDS)

# The same parsers by the program's own build, without instruments: their seeds, and changes of them.
inputs: build
	$(RELEASE_INPUTS)
	FUZZ_SEED="$(FUZZ_SEED)" UNGUIDED="$$($(RELEASE) --show-bin-path)/netlab-try-inputs" Scripts/fuzz $(FUZZ_SECONDS)

# The two sanitizers in one option: of two options the compiler takes only the last, and linking needs the others.
fuzzers: packages
	NETLAB_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz -debug-info-format $(DEBUG_INFO) \
		--sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer,address

# Guest kernels for runs in virtual time, kept outside the clone.
virtual-kernel:
	@Scripts/virtual-kernel $(KERNELS)

clean:
	rm -rf .build

packages:
	@Scripts/install-packages $(BUILD_PACKAGES)
	@Scripts/install-http3

test-packages:
	@Scripts/install-packages $(TEST_PACKAGES)
	@Scripts/install-http3 --tools
	@Scripts/install-from-pypi .build/duckdb duckdb duckdb
	@Scripts/install-from-pypi .build/kubernetes-validate kubernetes-validate kubernetes_validate
