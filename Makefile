# SPDX-License-Identifier: MIT
# A single, non-recursive Makefile.  Sources are found by wildcard, so a new file needs no entry here.
#
#   make [V=1] [WERROR=1]    build/gammond, build/gammon, build/gammonweb, build/legalplays, build/gammonload
#   make build/test/unit/test_board && build/test/unit/test_board       one test program
#
# Output goes to build/FLAVOUR/, one folder per way of compiling (see "Flavours").  A test program can
# request link flags with a line  /* LINK: -Wl,--wrap=malloc */  in its source.

.DEFAULT_GOAL := all
.SUFFIXES:
.SECONDARY:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-6s %s\n' '$(1)' '$(2)'
endif

PREFIX ?= /usr/local
DESTDIR ?=
DATADIR ?= data
T ?= 60
GCC ?= gcc
CLANG ?= clang
AR ?= ar

# ---- flags ------------------------------------------------------------------------------------------

INCLUDES := -I. -Icommon -Iserver -isystem /usr/include/postgresql
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wformat=2 -Wundef -Wvla -Wcast-qual -Wcast-align \
	-Wwrite-strings -Wpointer-arith -Wnull-dereference -Wdouble-promotion -Wimplicit-fallthrough
WARN_GCC := -Wduplicated-cond -Wlogical-op
BASE_FLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L $(INCLUDES) -g -fno-common -fstack-protector-strong \
	-fno-omit-frame-pointer -pthread $(WARN) $(if $(filter 1,$(WERROR)),-Werror)
HARDEN := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-clash-protection \
	$(if $(filter x86_64-%,$(shell $(GCC) -dumpmachine)),-fcf-protection)
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
LINK_FLAGS := -pthread -Wl,-z,relro,-z,now -Wl,--as-needed

LIBS_COMMON := -lcrypto -lsodium -lutf8proc -ljansson
LIBS_SERVER := -levent_core -lssl -lsqlite3 -lpq -linih -lseccomp $(LIBS_COMMON) -lpthread -lm
LIBS_CLIENT := -lssl -ledit -lncursesw -linih $(LIBS_COMMON)
LIBS_WEB := -levent_core -linih -lseccomp -lz $(LIBS_COMMON) -lm
LIBS_LOAD := -levent_core $(LIBS_COMMON)
LIBS_TEST := -lcmocka -lz $(LIBS_SERVER)

# ---- sources ----------------------------------------------------------------------------------------

COMMON := $(sort $(wildcard common/*.c common/*/*.c))
SERVER := $(sort $(filter-out server/main.c,$(wildcard server/*.c server/*/*.c server/*/*/*.c)))
CLIENT := $(sort $(wildcard client-cli/*.c client-cli/*/*.c))
WEB := $(sort $(wildcard client-web/*.c))
SUPPORT := $(sort $(wildcard tests/support/*.c))
UNIT := $(sort $(wildcard tests/unit/test_*.c))
SIM := $(sort $(wildcard tests/sim/*.c))
TOOLS := $(sort $(wildcard tests/tools/*.c))
BENCH_SHARED := tests/bench/bench.c tests/bench/crowd.c tests/bench/table.c \
	tests/bench/generator.c tests/bench/place.c tests/bench/delay.c
BENCH := $(sort $(filter-out $(BENCH_SHARED),$(wildcard tests/bench/*.c)))
LOAD := $(sort $(wildcard tests/load/*.c))
FUZZ := $(sort $(wildcard tests/fuzz/fuzz_*.c))
HEADERS := $(sort $(wildcard common/*.h common/*/*.h server/*.h server/*/*.h server/*/*/*.h client-cli/*/*.h \
	client-web/*.h tests/*/*.h))
SOURCES := $(COMMON) $(SERVER) $(wildcard server/main.c) $(CLIENT) $(WEB) $(SUPPORT) $(UNIT) tests/unit/main.c $(SIM) $(TOOLS) \
	$(BENCH_SHARED) $(BENCH) $(LOAD) $(FUZZ) $(wildcard tests/fuzz/replay.c)

# ---- checks before anything is built ----------------------------------------------------------------

# libevent before this Debian revision lacks eight security fixes of 2026.  Checked only if dpkg exists.
LIBEVENT_MIN := 2.1.12-stable-8+deb12u1
ifneq ($(filter-out clean,$(or $(MAKECMDGOALS),all)),)
LIBEVENT_HAVE := $(firstword $(shell command -v dpkg-query >/dev/null && \
	dpkg-query -W -f '$${Version} ' libevent-dev 2>/dev/null))
ifneq ($(LIBEVENT_HAVE),)
ifneq ($(shell dpkg --compare-versions '$(LIBEVENT_HAVE)' lt '$(LIBEVENT_MIN)' && echo old),)
$(error libevent-dev $(LIBEVENT_HAVE) lacks security fixes: $(LIBEVENT_MIN) or newer is needed \
	(apt-get update && apt-get install libevent-dev))
endif
endif
endif

# Without this check, the compiler would report a missing header after minutes.
ifneq ($(filter bench,$(MAKECMDGOALS)),)
ifneq ($(shell $(GCC) -include cmocka.h -E -xc /dev/null >/dev/null 2>&1 || echo missing),)
$(error the benchmarks need cmocka (apt-get install libcmocka-dev))
endif
endif

# With WERROR=1, objects that were built with warnings are rebuilt.
ifeq ($(WERROR),1)
$(shell find build -name '*.o.warn' 2>/dev/null | while read -r w; do rm -f "$$w" "$${w%.warn}"; done)
endif

# ---- files compiled into the binary -----------------------------------------------------------------

EMBED_NAMES := $(sort $(wildcard schema/*.sql) \
	$(patsubst conf/%,%,$(wildcard conf/help/*.txt conf/help/*/*.txt conf/motd*.txt conf/banner*.txt)) \
	$(patsubst common/eval/%,%,$(wildcard common/eval/nets/*.net)))
EMBED_FILES := $(foreach n,$(EMBED_NAMES),$(if $(filter schema/%,$(n)),$(n),$(if \
	$(filter nets/%,$(n)),common/eval/$(n),conf/$(n))))

# The list is rewritten only when it changes, so that removing a file also triggers a rebuild.
# $(1) names
define embed_list
	$(Q)mkdir -p $(@D)
	$(Q)printf '%s\n' $(1) >$@.$$$$ && \
		if cmp -s $@.$$$$ $@; then rm -f $@.$$$$; else mv $@.$$$$ $@; fi
endef

# $(1) name of the table, $(2) names, $(3) files.  Each byte is an octal character constant: unlike a string, an array
# of them has no limit of length; unlike a number, a constant above 127 fits into a char.
define embed
	$(call say,EMBED,$@)
	$(Q)t=$@.$$$$; { \
		printf '/* Generated by the Makefile; not to be edited. */\n#include "embed.h"\n'; \
		i=0; for f in $(3); do \
			printf 'static const char D%d[] = {\n' $$i; \
			od -An -v -to1 "$$f" | awk '{ for (i = 1; i <= NF; i++) printf "\047\\%s\047,", $$i; \
				print "" }'; \
			printf '0};\n'; i=$$((i + 1)); \
		done; \
		printf 'const struct embedded $(1)[] = {\n'; \
		i=0; for n in $(2); do \
			printf '\t{ "%s", D%d, sizeof(D%d) - 1 },\n' "$$n" $$i $$i; i=$$((i + 1)); \
		done; \
		printf '\t{ 0 },\n};\n'; \
	} >$$t && mv $$t $@
endef

build/gen/embedded.list: FORCE
	$(call embed_list,$(EMBED_NAMES))
build/gen/embedded.c: build/gen/embedded.list $(EMBED_FILES)
	$(call embed,EMBEDDED,$(EMBED_NAMES),$(EMBED_FILES))

# ---- the rules for the page ---------------------------------------------------------------------------

# The rules as WebAssembly (client-web/wasm).  The compiler's parts for it are not in every system (lld, wasi-libc and
# libclang-rt-14-dev-wasm32 in Debian), so the built files are in the tree.  `make wasm` builds them again, and `make check` compares.  They do
# not depend on the numbers of lines, which CHECK would otherwise contain.
WASM := rules think
WASM_rules := $(sort $(wildcard common/rules/*.c)) common/base/sbuf.c client-web/wasm/rules.c
# The evaluator is six times as fast with vectors, which all browsers have had since 2023.
WASM_think := $(sort $(wildcard common/rules/*.c common/eval/*.c)) common/base/sbuf.c common/base/rng.c client-web/wasm/think.c \
	client-web/wasm/sha256.c
WASM_FLAGS_think := -O2 -msimd128 -Iclient-web/wasm
WASM_FLAGS := --target=wasm32-wasi -std=c11 -D_POSIX_C_SOURCE=200809L -Icommon -Os -Wall -Wextra -Wno-unused-parameter -Werror \
	-Wno-builtin-macro-redefined -D__FILE__=\"\" -D__LINE__=0 \
	-nostartfiles -Wl,--no-entry,--strip-all,--export=__wasm_call_ctors
define wasm
build/wasm/$(1).wasm: $(WASM_$(1)) $(wildcard common/rules/*.h common/base/*.h common/eval/*.h client-web/wasm/*.h) Makefile
	$$(call say,WASM,$$@)
	$$(Q)mkdir -p $$(@D); $$(CLANG) $$(WASM_FLAGS) $$(WASM_FLAGS_$(1)) -o $$@.$$$$$$$$ $(WASM_$(1)) && mv $$@.$$$$$$$$ $$@
endef
$(foreach w,$(WASM),$(eval $(call wasm,$w)))

.PHONY: wasm
wasm: $(WASM:%=build/wasm/%.wasm)
	$(Q)cp $^ client-web/page && cd client-web/page && sha256sum $(WASM:%=%.wasm) >../wasm/SHA256SUMS

# The page of gammonweb, each file as it is and compressed.
# The files of the page, and the help page of each game in each language, as help-LANGUAGE-GAME.txt.
GAMES := $(shell sed -n 's/.*\.name = "\([a-z-]*\)".*/\1/p' common/rules/variant.c)
PAGE_HELP := $(foreach l,en it pt,$(foreach g,$(GAMES),build/gen/page/help-$l-$g.txt))
PAGE_FILES := $(sort $(wildcard client-web/page/*.*)) $(PAGE_HELP)
PAGE_NAMES := $(notdir $(PAGE_FILES))
PAGE_PACKED := $(PAGE_NAMES:%=build/gen/page/%.gz)
# $(1) language, $(2) folder of its help pages, $(3) game, $(4) help topic.
define page_help
build/gen/page/help-$(1)-$(3).txt: conf/help/$(2)$(4).txt
	$$(Q)mkdir -p $$(@D); cp $$< $$@.$$$$$$$$ && mv $$@.$$$$$$$$ $$@
endef
$(foreach g,$(GAMES),$(foreach l,en it pt,$(eval $(call page_help,$l,$(patsubst en/,,$l/),$g,$(patsubst backgammon,rules,$g)))))
build/gen/page/%.gz: client-web/page/%
	$(Q)mkdir -p $(@D); gzip -9nc $< >$@.$$$$ && mv $@.$$$$ $@
build/gen/page/%.gz: build/gen/page/%
	$(Q)gzip -9nc $< >$@.$$$$ && mv $@.$$$$ $@
build/gen/page.list: FORCE
	$(call embed_list,$(PAGE_NAMES))
build/gen/page.c: build/gen/page.list $(PAGE_FILES) $(PAGE_PACKED)
	$(call embed,PAGE,$(PAGE_NAMES) $(PAGE_NAMES:%=%.gz),$(PAGE_FILES) $(PAGE_PACKED))

# ---- the manual page made of a table --------------------------------------------------------------

EVENTS_PAGE := build/gen/gammond-events.7
$(EVENTS_PAGE): scripts/events server/gammond.8 server/os/events.def
	$(call say,MAN,$@)
	$(Q)mkdir -p $(@D); awk -f $^ >$@.$$$$ && mv $@.$$$$ $@

# ---- compiling and linking --------------------------------------------------------------------------

# $(1) command.  Outputs are created atomically, so two makes can share build/.  The coverage flavour
# must compile to the final name, because gcc derives the names of its notes from it.
define compile
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D); o=$(if $(filter build/cov/%,$@),$@,$@.$$$$); \
	if $(1) -MMD -MP -MF $$o.d -MT $@ -c -o $$o $< 2>$@.$$$$.warn; then s=0; else s=1; fi; \
	cat $@.$$$$.warn >&2; \
	if [ -s $@.$$$$.warn ]; then mv $@.$$$$.warn $@.warn; else rm -f $@.$$$$.warn $@.warn; fi; \
	if [ $$s = 0 ]; then mv $$o.d $(@:.o=.d); touch $$o; [ $$o = $@ ] || mv $$o $@; else rm -f $$o $$o.d; fi; \
	exit $$s
endef

# $(1) compiler and flags, $(2) libraries, $(3) further flags.
define link
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D); $(1) $(LINK_FLAGS) -o $@.$$$$ $(3) \
		-Wl,--start-group $(filter %.o %.a,$^) -Wl,--end-group $(2) && mv $@.$$$$ $@
endef

own_link_flags = $$(sed -n 's,^/\* LINK: \(.*\) \*/$$,\1,p' $(1))

define archive
	$(call say,AR,$@)
	$(Q)mkdir -p $(@D); rm -f $@.$$$$; $(AR) rcs $@.$$$$ $(filter %.o,$^) && mv $@.$$$$ $@
endef

objs = $(patsubst %.c,build/$(1)/%.o,$(2))

# $(1) flavour; how it compiles is in COMPILE_flavour.
#   build/F/gammond gammon gammonweb legalplays gammonload     the products
#   build/F/{unit,sim,tools,bench}/NAME   one program per source file, linked with everything but main
#   build/F/fuzz/NAME                     the corpus of a fuzz target replayed (libFuzzer itself: flavour fuzz)
#   build/F/objects                       compile everything, link nothing
define flavour
build/$(1)/%.o: %.c Makefile
	$$(call compile,$$(COMPILE_$(1)) $$(CFLAGS))
build/$(1)/tests/%.o: tests/%.c Makefile
	$$(call compile,$$(filter-out -Wframe-larger-than%,$$(COMPILE_$(1))) -DCHECK_COSTLY -Wno-unused-parameter $$(CFLAGS))
build/$(1)/gen/%.o: build/gen/%.c Makefile
	$$(call compile,$$(COMPILE_$(1)) $$(CFLAGS))
# main of the server under another name, for test programs that run the server in-process.
build/$(1)/server_main.o: server/main.c Makefile
	$$(call compile,$$(COMPILE_$(1)) $$(CFLAGS) -Dmain=server_main -Wno-missing-prototypes)

build/$(1)/libcommon.a: $(call objs,$(1),$(COMMON))
	$$(archive)
build/$(1)/libserver.a: $(call objs,$(1),$(SERVER)) build/$(1)/gen/embedded.o
	$$(archive)
build/$(1)/libsupport.a: $(call objs,$(1),$(SUPPORT)) $(if $(wildcard server/main.c),build/$(1)/server_main.o)
	$$(archive)

build/$(1)/gammond: build/$(1)/server/main.o build/$(1)/libserver.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_SERVER))
# The client without main and curses, for the tests.
build/$(1)/libclient.a: $(call objs,$(1),$(filter-out client-cli/main.c client-cli/ui/screen.c,$(CLIENT)))
	$$(archive)
build/$(1)/gammon: $(call objs,$(1),$(CLIENT)) build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_CLIENT))
# Without main, for the tests.
build/$(1)/libweb.a: $(call objs,$(1),$(filter-out client-web/main.c,$(WEB))) build/$(1)/gen/page.o
	$$(archive)
build/$(1)/gammonweb: build/$(1)/client-web/main.o build/$(1)/libweb.a build/$(1)/libserver.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_WEB))
build/$(1)/legalplays: build/$(1)/tests/tools/legalplays.o build/$(1)/tests/support/jsonl.o \
		build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_COMMON))
build/$(1)/gammonload: $(call objs,$(1),$(LOAD)) build/$(1)/tests/support/histogram.o \
		build/$(1)/tests/support/random_player.o build/$(1)/client-cli/net/telnet.o build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_LOAD))
build/$(1)/tools/legalplays: build/$(1)/legalplays
	$$(Q)mkdir -p $$(@D) && ln -sf ../legalplays $$@
build/$(1)/unit/%: build/$(1)/tests/unit/%.o build/$(1)/tests/unit/main.o build/$(1)/libsupport.a build/$(1)/libserver.a \
		build/$(1)/libclient.a build/$(1)/libweb.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_TEST),$$(call own_link_flags,tests/unit/$$*.c))
build/$(1)/sim/%: build/$(1)/tests/sim/%.o build/$(1)/libsupport.a build/$(1)/libserver.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_TEST),$$(call own_link_flags,tests/sim/$$*.c))
build/$(1)/tools/%: build/$(1)/tests/tools/%.o build/$(1)/libsupport.a build/$(1)/libserver.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_TEST),$$(call own_link_flags,tests/tools/$$*.c))
build/$(1)/bench/%: build/$(1)/tests/bench/%.o $(call objs,$(1),$(BENCH_SHARED)) build/$(1)/libsupport.a build/$(1)/libserver.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_TEST),$$(call own_link_flags,tests/bench/$$*.c))
# Fuzz targets of the client: separate rules, because some client files have the same names as server files.
build/$(1)/fuzz/fuzz_client_%: build/$(1)/tests/fuzz/fuzz_client_%.o $(if $(filter fuzz,$(1)),,build/$(1)/tests/fuzz/replay.o) \
		build/$(1)/libclient.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $(if $(filter fuzz,$(1)),-fsanitize=fuzzer) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_CLIENT),\
		$$(call own_link_flags,tests/fuzz/fuzz_client_$$*.c))
build/$(1)/fuzz/%: build/$(1)/tests/fuzz/%.o $(if $(filter fuzz,$(1)),,build/$(1)/tests/fuzz/replay.o) \
		build/$(1)/libsupport.a build/$(1)/libserver.a build/$(1)/libclient.a build/$(1)/libweb.a build/$(1)/libcommon.a
	$$(call link,$$(COMPILE_$(1)) $(if $(filter fuzz,$(1)),-fsanitize=fuzzer) $$(CFLAGS) $$(LDFLAGS),$$(LIBS_TEST),\
		$$(call own_link_flags,tests/fuzz/$$*.c))

.PHONY: build/$(1)/products build/$(1)/tests build/$(1)/benches build/$(1)/fuzzers build/$(1)/objects
build/$(1)/products: build/$(1)/gammond build/$(1)/gammon build/$(1)/gammonweb build/$(1)/legalplays build/$(1)/gammonload
build/$(1)/fuzzers: $(patsubst tests/fuzz/%.c,build/$(1)/fuzz/%,$(FUZZ))
build/$(1)/benches: $(patsubst tests/bench/%.c,build/$(1)/bench/%,$(BENCH))
build/$(1)/tests: build/$(1)/products build/$(1)/fuzzers $(patsubst tests/unit/%.c,build/$(1)/unit/%,$(UNIT)) \
	$(patsubst tests/sim/%.c,build/$(1)/sim/%,$(SIM)) $(patsubst tests/tools/%.c,build/$(1)/tools/%,$(TOOLS))
build/$(1)/objects: $(call objs,$(1),$(SOURCES)) build/$(1)/gen/embedded.o build/$(1)/gen/page.o
endef

# For tests/tools/gputrain.py, which calls it from Python.
SELFPLAY := $(filter common/rules/% common/eval/% common/base/%,$(COMMON)) \
	$(patsubst %,tests/support/%.c,selfplay players nets hyper options)
build/selfplay.so: $(SELFPLAY) $(wildcard common/*/*.h common/*/*.def tests/support/*.h) Makefile
	$(Q)mkdir -p $(@D) && $(GCC) $(BASE_FLAGS) -O2 -mavx2 -Wno-maybe-uninitialized -fPIC -shared -o $@ $(SELFPLAY) -lsodium -lm

# Flavours.  plain is shipped and measured; those in which tests run have the costly checks (CHECK_COSTLY).
SHIP := $(BASE_FLAGS) -Wframe-larger-than=16384 -O2 $(HARDEN)
CHECKED := $(BASE_FLAGS) -DCHECK_COSTLY -DCHECKED_BUILD
COMPILE_plain := $(GCC) $(SHIP) $(WARN_GCC)
# Compiled for warnings only: no code is generated, and the object files are empty.
COMPILE_clang := $(CLANG) $(SHIP) -fsyntax-only
COMPILE_test := $(GCC) $(SHIP) $(WARN_GCC) -DCHECK_COSTLY
COMPILE_asan := $(GCC) $(CHECKED) $(WARN_GCC) -O1 $(SANITIZE)
COMPILE_tsan := $(GCC) $(CHECKED) $(WARN_GCC) -O1 -fsanitize=thread
COMPILE_cov := $(GCC) $(CHECKED) $(WARN_GCC) -O0 --coverage
COMPILE_fuzz := $(CLANG) $(CHECKED) -O1 $(SANITIZE) -fsanitize=fuzzer-no-link
# For a Raspberry Pi: the server and tests, which qemu runs here.
COMPILE_arm64 := aarch64-linux-gnu-gcc $(filter-out -fcf-protection,$(SHIP)) $(WARN_GCC) -DCHECK_COSTLY
$(foreach f,plain clang test asan tsan cov fuzz arm64,$(eval $(call flavour,$(f))))

-include $(shell find build -path 'build/d*' -prune -o -type f -name '*.d' -print 2>/dev/null)

# ---- targets ----------------------------------------------------------------------------------------

.PHONY: deb dist all gammonload run test check check-asan check-tsan fuzz bench coverage install clean show-compile FORCE
FORCE:

all: build/gammond build/gammon build/gammonweb build/legalplays build/gammonload

build/gammond build/gammon build/gammonweb build/legalplays build/gammonload: build/%: build/plain/%
	$(Q)ln -sf plain/$* $@

gammonload: build/gammonload

run: build/gammond
	build/gammond -c conf/gammond.conf -d $(DATADIR)

# Each stage of scripts/test builds what it runs, and counts the results.
test:
	$(Q)bash scripts/test --no-install --stage plain

check-asan:
	$(Q)bash scripts/test --no-install --stage asan

check-tsan:
	$(Q)bash scripts/test --no-install --stage tsan

check:
	$(Q)bash scripts/check-layers.sh
	$(Q)bash scripts/check-headers.sh
	$(Q)bash scripts/check-docs.sh
	$(Q)bash scripts/check-format.sh
	$(Q)bash scripts/check-wasm.sh

# New inputs go to build/fuzz/corpus; copy those worth keeping to tests/fuzz/corpus by hand.
fuzz: build/fuzz/fuzzers
	$(Q)set -e; for f in $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZ)); do \
		mkdir -p build/fuzz/corpus/$$f build/fuzz/crash; \
		echo "fuzz_$$f: $(T) s"; \
		FUZZ_HISTORY=build/fuzz/crash/$$f-history build/fuzz/fuzz/fuzz_$$f -max_total_time=$(T) -timeout=10 -print_final_stats=1 \
			-artifact_prefix=build/fuzz/crash/$$f- build/fuzz/corpus/$$f \
			$$(test -d tests/fuzz/corpus/$$f && echo tests/fuzz/corpus/$$f) \
			2>build/fuzz/fuzz_$$f.log || { tail -n 60 build/fuzz/fuzz_$$f.log >&2; exit 1; }; \
		tail -n 8 build/fuzz/fuzz_$$f.log; \
	done

# Results: build/bench/*.json, and a table.  scripts/bench.sh -h explains how to run one benchmark, or larger ones.
bench: build/plain/benches build/plain/gammond build/plain/gammonload build/plain/gammonweb
	$(Q)bash scripts/bench.sh

coverage:
	$(Q)bash scripts/test --no-install --stage cov
	$(Q)bash scripts/coverage.sh

compile_commands.json: FORCE
	$(Q)set -- $(SOURCES); { printf '['; c=; for f; do \
		printf '%s\n{"directory":"%s","file":"%s","command":"%s -DCHECK_COSTLY -c %s"}' \
			"$$c" '$(CURDIR)' "$$f" '$(GCC) $(SHIP)' "$$f"; c=,; done; printf '\n]\n'; } >$@

# The compiler and flags of the tests, for scripts.
show-compile:
	@echo '$(COMPILE_test)'

# Debian: PREFIX=/usr SYSCONFDIR=/etc STATEDIR=/var/lib.  An existing configuration is kept.
SYSCONFDIR ?= $(PREFIX)/etc
STATEDIR ?= $(PREFIX)/var/lib
SBINDIR = $(PREFIX)/sbin
LIBEXECDIR = $(PREFIX)/libexec
PLACES = sed 's|@SBINDIR@|$(SBINDIR)|; s|@SYSCONFDIR@|$(SYSCONFDIR)|; s|@LIBEXECDIR@|$(LIBEXECDIR)|'
MAN := $(wildcard server/*.[1-8] client-cli/*.[1-8] client-web/*.[1-8]) $(EVENTS_PAGE)
UNITS := $(wildcard conf/systemd/*.service conf/systemd/*.timer conf/systemd/*.socket)
install: build/plain/gammond build/plain/gammon build/plain/gammonweb $(EVENTS_PAGE)
	install -D -m 755 build/plain/gammond $(DESTDIR)$(SBINDIR)/gammond
	install -D -m 755 build/plain/gammonweb $(DESTDIR)$(SBINDIR)/gammonweb
	install -D -m 755 build/plain/gammon $(DESTDIR)$(PREFIX)/bin/gammon
	install -D -m 755 scripts/backup $(DESTDIR)$(LIBEXECDIR)/gammond/backup
	install -D -m 755 scripts/certificate $(DESTDIR)$(LIBEXECDIR)/gammond/certificate
	install -d $(DESTDIR)$(SYSCONFDIR)/gammond $(DESTDIR)$(PREFIX)/share/doc/gammon
	test -e $(DESTDIR)$(SYSCONFDIR)/gammond/gammond.conf || \
		sed 's|^data_dir = .*|data_dir = $(STATEDIR)/gammond|' conf/gammond.conf \
			>$(DESTDIR)$(SYSCONFDIR)/gammond/gammond.conf
	install -D -m 644 conf/fail2ban/gammond.conf $(DESTDIR)$(SYSCONFDIR)/fail2ban/filter.d/gammond.conf
	install -m 644 conf/gammon.conf $(DESTDIR)$(PREFIX)/share/doc/gammon
	install -d $(DESTDIR)$(PREFIX)/share/doc/gammond/examples
	install -m 644 HOSTING.md CHANGELOG.md $(DESTDIR)$(PREFIX)/share/doc/gammond
	install -m 644 conf/grafana/gammond.json conf/prometheus/gammond.yml \
		$(DESTDIR)$(PREFIX)/share/doc/gammond/examples
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system
	for u in $(UNITS); do $(PLACES) $$u >$(DESTDIR)$(PREFIX)/lib/systemd/system/$${u##*/} || exit 1; done
	install -D -m 644 conf/systemd/gammond.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/gammond.conf
	install -D -m 644 conf/systemd/gammond.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/gammond.conf
	install -D -m 644 conf/completions/gammon.bash \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/gammon
	install -D -m 644 conf/completions/_gammon $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_gammon
	install -D -m 644 conf/completions/gammon.fish \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/gammon.fish
	for m in $(MAN); do install -D -m 644 $$m \
		$(DESTDIR)$(PREFIX)/share/man/man$${m##*.}/$${m##*/} || exit 1; done

# The number and the time of the release.  All files of an archive get this time, so that it is the same wherever it is made.
VERSION := $(shell sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
SOURCE_DATE_EPOCH ?= $(shell date -d "$$(sed -n '/^ -- /{s/.*>  //p;q}' debian/changelog)" +%s)

# $(1) a new folder.  Copies the tree of the last commit into it or, without .git, all files.
define copy_tree
	rm -rf $(1) && mkdir -p $(1)
	if [ -e .git ]; then git archive HEAD; else \
		tar -c --exclude=./build --exclude=./data --exclude=./compile_commands.json .; fi | tar -x -C $(1)
endef

# build/dist/gammond-VERSION.tar.gz, the packages built so far, and SHA256SUMS of all.  `make dist deb` builds the packages first.
dist: | $(filter deb,$(MAKECMDGOALS))
	rm -rf build/dist
	$(call copy_tree,build/dist/gammond-$(VERSION))
	cd build/dist && tar -c --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
		--mtime=@$(SOURCE_DATE_EPOCH) gammond-$(VERSION) | gzip -9n >gammond-$(VERSION).tar.gz
	rm -rf build/dist/gammond-$(VERSION)
	for f in build/deb*/*.deb; do [ ! -e $$f ] || cp -p $$f build/dist || exit 1; done
	cd build/dist && sha256sum *.tar.gz $$(ls *.deb 2>/dev/null) >SHA256SUMS && cat SHA256SUMS

# build/deb/*.deb: built in a copy, so that the tree stays clean.  ARCH=arm64: cross-built, in build/deb-arm64.
DEB := build/deb$(addprefix -,$(ARCH))
CROSS := DEB_BUILD_PROFILES='cross nocheck' DEB_BUILD_OPTIONS=nocheck
deb:
	rm -rf $(DEB)
	$(call copy_tree,$(DEB)/source)
	cd $(DEB)/source && $(if $(ARCH),$(CROSS)) dpkg-buildpackage -b -us -uc $(addprefix -a,$(ARCH))
	ls $(DEB)/*.deb

clean:
	rm -rf build compile_commands.json
