# cbmc-mt: 'make' builds, 'make test' sets up, builds and tests, 'make demo' shows a bug being found.
#
# Knobs: SAN=1 address and undefined-behaviour sanitizers; CLANG=1 is built by clang; STRESS=1 gives
# bugs a chance (vectors grow by one, more validation); WERROR=1 warnings are errors; JOBS=N parallel jobs of tests; V=1 shows
# the commands; CADICAL=0 does without the library, our own SAT solver takes its place.
# Each flavour has its own objects below build/; ./cbmc-mt is of the flavour asked for last.

PREFIX   ?= /usr/local
CC       ?= cc
LLVM     ?= /usr/lib/llvm-19
JOBS     ?= $(shell nproc)
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Wno-sign-conversion
CFLAGS   ?= -O2 -g
# Floats are computed under every rounding mode; without it, gcc's rint for amd64 rounds to nearest only.
FLOATS   := -frounding-math
CPPFLAGS += -I. -I$(LLVM)/include -I/usr/include/libxml2 -D_GNU_SOURCE
LDLIBS   += -L$(LLVM)/lib -lclang-19 -lz3 -lmpfr -lgmp -lyaml -lxml2 -lm -lpthread

BUILD   := build
PROGRAM := cbmc-mt
ifdef SAN
BUILD   := $(BUILD)/san
CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
export UBSAN_OPTIONS ?= print_stacktrace=1
# Clang counts NULL + 0 as an overflow, which the vectors of an empty program do; gcc and C2y do not.
CFLAGS  += $(if $(CLANG),-fno-sanitize=pointer-overflow)
endif
# The other compiler, which evaluates arguments in another order than gcc for amd64, with the other kind of char.
ifdef CLANG
BUILD  := $(BUILD)/clang
CC     := clang-19
CFLAGS += $(if $(filter arm% aarch64%,$(shell uname -m)),-fsigned-char,-funsigned-char)
endif
ifdef STRESS
BUILD    := $(BUILD)/stress
CPPFLAGS += -DSTRESS
endif
CADICAL ?= 1
ifeq ($(CADICAL),0)
BUILD    := $(BUILD)/nosat
CPPFLAGS += -DNO_CADICAL
else
LDLIBS   += -lcadical -lstdc++ -lm
# CaDiCaL writes proofs through its C++ interface only; without a C++ compiler, our own SAT solver writes them.
ifeq ($(shell command -v $(firstword $(CXX)) > /dev/null 2>&1 && echo yes),yes)
PROVING  := $(BUILD)/solvers/sat/cadical_proof.o
else
CPPFLAGS += -DNO_CADICAL_PROOF
endif
endif
ifdef WERROR
WARNINGS += -Werror
endif

FOLDERS := $(addprefix util/,base text files number) process result $(addprefix goto/,program \
           analysis passes slice) $(addprefix solvers/,term float rewrite blast sat smtlib z3 \
           order) solvers $(addprefix report/,base story text json files witness survey html) \
           $(addprefix frontend/,source units contract code lower machine program about) frontend \
           witness symex symex/model symex/core symex/memory $(addprefix symex/step/,thread value \
           check) symex/step symex/query symex/explore symex/library $(addprefix \
           symex/replay/,run trace) symex/replay symex/sequential $(addprefix symex/lazy/,states \
           cycles) symex/lazy symex/schedule symex/concrete symex/why $(addprefix \
           symex/events/,record execute encode local ask) symex/events symex/generalise \
           symex/proof symex/proof/arithmetic symex/proof/relation symex/proof/search \
           symex/proof/check symex/proof/print symex/portfolio fix cli cli/files cli/options \
           cli/session tasks $(addprefix tasks/,orders advice) tasks/api tasks/confirm \
           tasks/survey
SOURCES := $(foreach d,$(FOLDERS),$(wildcard $(d)/*.c))
ifeq ($(CADICAL),0)
SOURCES := $(filter-out solvers/sat/cadical.c,$(SOURCES))
endif
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/made/html_page.o $(PROVING)
LIBRARY := $(filter-out $(BUILD)/cli/main.o,$(OBJECTS))
ARCHIVE := $(BUILD)/cbmc-mt.a

UNIT := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c))
FUZZ := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/*.c))
BENCH := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))

# The explicit-state oracle shares the way from C to the goto-program with us, and nothing after it.
EXPLICIT         := $(BUILD)/tests/explicit/explicit
EXPLICIT_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/explicit/*.c)) \
                    $(filter $(BUILD)/util/% $(BUILD)/goto/% $(BUILD)/frontend/%,$(OBJECTS))

# What scripts/fuzz/fuzz-rewrites reads programs with.
SYNTAX := $(BUILD)/tests/rewrites/syntax

# What keeps our programs ready for scripts that run them thousands of times.
SERVER := $(BUILD)/tests/server.so

# The checker of certificates shares no code with the rest.
CHECK         := cbmc-mt-check
CHECK_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard check/*.c))

MODEL_ROOMS := threads libc $(addprefix libc/,text stdio math time signal) system \
               $(addprefix system/,files process sockets events machine)
MODELS := $(foreach r,$(MODEL_ROOMS),$(wildcard pthread-models/$(r)/*.c))
INDEX  := $(if $(wildcard scripts/make/make-model-index),pthread-models/index)
READY  := $(patsubst %,build/harness/%.o,plain asan tsan whole)
MADE   := build/share/cbmc-mt.1 build/share/cbmc-mt.bash build/share/_cbmc-mt \
          build/share/cbmc-mt-batch.1 build/share/cbmc-mt-batch.bash build/share/_cbmc-mt-batch
BATCH  := cbmc-mt-batch $(wildcard batch/*.py batch/engines/*.py) util/base/version.h

Q := $(if $(V),,@)
say = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)')

# What a bare machine lacks is installed first, so this and the build are separate runs of make.
MAKE_ALL  = $(MAKE) --no-print-directory -j$(JOBS)
WITH_DEPS = scripts/install-deps && $(MAKE_ALL)
FOR_TESTS = scripts/install-deps --test && $(MAKE_ALL)

all: $(PROGRAM) $(CHECK) $(READY)

$(PROGRAM): $(OBJECTS) build/flavour | $(INDEX)
	$(call say,link  $@)
	$(Q)$(CC) $(LDFLAGS) -o $@ $(OBJECTS) $(LDLIBS)

$(CHECK): $(CHECK_OBJECTS) build/flavour
	$(call say,link  $@)
	$(Q)$(CC) $(LDFLAGS) -o $@ $(CHECK_OBJECTS)

# The runtime of compiled programs (harness/build.sh), so that they need not compile it.
build/harness/asan.o: build/harness/plain.o
	$(Q)objcopy --strip-debug $< $@

$(filter-out %/asan.o,$(READY)): build/harness/%.o: harness/runtime.sh $(wildcard harness/*.[ch] harness/calls/*.[ch])
	@mkdir -p $(@D)
	$(call say,ready $@)
	$(Q)CC='$(CC)' sh harness/runtime.sh $* $@

objects: $(OBJECTS)

# Rewritten only when the flavour changes, so that ./cbmc-mt is linked anew then.
build/flavour: FORCE
	@mkdir -p build
	@echo '$(BUILD)' | cmp -s - $@ || echo '$(BUILD)' > $@

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,cc    $<)
	$(Q)$(CC) -std=c11 $(FLOATS) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: %.cc
	@mkdir -p $(@D)
	$(call say,c++   $<)
	$(Q)$(CXX) -std=c++11 $(CPPFLAGS) $(CFLAGS) $(if $(SAN),-fno-sanitize=vptr) -Wall -Wextra -MMD -MP -c -o $@ $<

# A hundred test programs: each is linked with what it uses of an archive and of the libraries, which takes a tenth of the time,
# and most of them do without LLVM.  Of the linkers of binutils, gold takes a third of the time, where it is.
FAST_LINK := $(shell $(CC) -fuse-ld=gold -Wl,--version > /dev/null 2>&1 && echo -fuse-ld=gold)

$(ARCHIVE): $(LIBRARY)
	$(call say,pack  $@)
	$(Q)rm -f $@ && $(AR) rcsT $@ $^

$(BUILD)/tests/unit/%.o: CFLAGS += -O1 -g1

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(ARCHIVE)
	$(call say,link  $@)
	$(Q)$(CC) $(LDFLAGS) $(FAST_LINK) -Wl,--as-needed -o $@ $^ $(LDLIBS)

$(EXPLICIT): $(EXPLICIT_OBJECTS) | $(INDEX)
	$(call say,link  $@)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(SERVER): tests/server/server.c
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -std=c11 $(CPPFLAGS) -O2 $(WARNINGS) -shared -fPIC -o $@ $< -ldl

# The page of --html is part of the program.
build/made/html_page.c: $(wildcard $(addprefix report/html/*.,html css js)) goto/program/property.def scripts/make/make-html-page
	@mkdir -p $(@D)
	$(call say,page  $@)
	$(Q)scripts/make/make-html-page report/html/page.html > $@.new && mv $@.new $@

$(BUILD)/made/%.o: build/made/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c -o $@ $<

pthread-models/index: $(MODELS) scripts/make/make-model-index
	$(call say,index $@)
	$(Q)scripts/make/make-model-index pthread-models > $@.new && mv $@.new $@

tests: $(UNIT) $(FUZZ) $(BENCH) $(EXPLICIT) $(SYNTAX) $(SERVER)

RUN_TESTS = scripts/run-tests --build $(BUILD) --jobs $(JOBS) $(if $(SAN),--sanitized)

# So many times a fixed piece of work (tests/README.md), where nothing else changes how long programs take.
MOST_WORK := $(if $(SAN)$(CLANG)$(STRESS),,--most-work 2100)

test:
	@$(FOR_TESTS) all tests
	@$(RUN_TESTS) $(MOST_WORK)

test-all:
	@$(FOR_TESTS) all tests
	@$(RUN_TESTS) --thorough

# Some of everything in C, a few minutes' worth; the summary says what is left out.
test-part:
	@$(FOR_TESTS) all tests
	@$(RUN_TESTS) --part $(if $(EVERY),--every $(EVERY))

# The same under sanitizers, built by clang, whose warnings are errors, with what compiles fast.
FOR_SAN = CFLAGS='-O1 -g1' $(MAKE) --no-print-directory SAN=1 CLANG=1 WERROR=1

test-san:
	@$(FOR_SAN) test-part

# The same by clang alone.
test-clang:
	@CFLAGS='-O1 -g1' $(MAKE) --no-print-directory CLANG=1 WERROR=1 EVERY=45 test-part

# And, under emulation, which is slow, for the other architecture; says why when there is no emulator.
test-arch: test-clang
	@scripts/test-arch --jobs $(JOBS)

# In a real browser, so not part of the tests everybody runs; says why when there is none.
test-browser:
	@$(WITH_DEPS) all
	@scripts/install-deps --browser || echo 'test-browser: no browser can be installed'
	@tests/browser/browse

# With real daemons of Slurm and ssh, private ones; says why when there are none.
test-slurm:
	@$(WITH_DEPS) all
	@scripts/install-deps --slurm || echo 'test-slurm: no daemons can be installed'
	@tests/cluster/daemons

# The two above side by side: most of the time they wait, so what test-san needs is compiled meanwhile.  What the browser
# says comes last.
test-outside:
	@$(WITH_DEPS) all
	@scripts/install-deps --browser || echo 'test-outside: no browser can be installed'
	@scripts/install-deps --slurm || echo 'test-outside: no daemons can be installed'
	@mkdir -p build; tests/browser/browse > build/browser.log 2>&1 & browser=$$!; \
		if [ -n "$(BESIDE)" ]; then $(FOR_SAN) objects > build/beside.log 2>&1 & fi; \
		tests/cluster/daemons; daemons=$$?; wait $$browser; browser=$$?; wait; cat build/browser.log; exit $$((daemons | browser))

# Long, so not part of the tests: half an hour of afl++, ten minutes of mutants.
fuzz-input: all
	@scripts/fuzz/fuzz-input $(if $(MINUTES),--minutes $(MINUTES))
	@scripts/fuzz/fuzz-mutants $(if $(MINUTES),--minutes $(MINUTES))

# Programs of papers, our figures beside theirs (scripts/bench/tables/); ONLY=REGEX chooses rows, SECONDS limits a run.
BENCH_TABLES := bench-ase15 bench-fm09 bench-icse11 bench-lock-free bench-mpc bench-tdv
$(BENCH_TABLES): all
	@scripts/bench/bench-table $(@:bench-%=%) $(if $(ONLY),--only '$(ONLY)') $(if $(SECONDS),--time $(SECONDS)) $(if $(NO_LIMITS),--no-limits)

# Time against size (scripts/bench/growth/); ONLY=REGEX chooses families, SECONDS limits a run.
BENCH_GROWTH := bench-cliffs bench-mm bench-order
$(BENCH_GROWTH): all
	@scripts/bench/bench-growth $(@:bench-%=%) $(if $(ONLY),--only '$(ONLY)') $(if $(SECONDS),--time $(SECONDS))

# Our solvers beside one another on our own queries; ONLY=REGEX chooses rows, SOLVERS=A,B,... solvers.
bench-solvers: all
	@scripts/bench/bench-solvers $(if $(ONLY),--only '$(ONLY)') $(if $(SOLVERS),--solvers $(SOLVERS))

# The default against each strategy alone; ONLY=REGEX chooses programs, SECONDS limits a run.
bench-default: all
	@scripts/bench/bench-default $(if $(ONLY),--only '$(ONLY)') $(if $(SECONDS),--time $(SECONDS))

# Causes and repairs of the programs of regression/why: each repair is compiled, verified and run; takes an hour.
bench-why: all
	@scripts/bench/bench-why

# Violations of regression/ in the compiled program; takes an hour and more.
bench-confirm: all
	@scripts/bench/bench-confirm

# Tests of --cover in the compiled program.
bench-cover: all
	@scripts/bench/bench-cover

# Proofs of whole programs: are they accepted, and what do they cost?  ONLY=REGEX chooses cases.
bench-certificates: all
	@scripts/bench/bench-certificates $(if $(ONLY),--only '$(ONLY)')

# Is sequential consistency as fast as in another program?  BASE=PROGRAM names that.
bench-sc: all
	@scripts/bench/bench-sc $(BASE)

# Lines and branches that random programs alone reach, by folder; SECONDS for each generator, ONLY=REGEX chooses some.
bench-coverage: all
	@scripts/bench/bench-coverage $(if $(SECONDS),--seconds $(SECONDS)) $(if $(ONLY),--only '$(ONLY)')

# What a batch costs beside the bare runs.
bench-batch: all
	@scripts/bench/bench-batch

# Are causes and repairs those of the mistake?  Safe programs with one; build/mutants keeps them.  FIX=1: repairs, too.
bench-mutants: all
	@[ -e build/mutants/index.json ] || scripts/mutate/mutate-sync
	@scripts/bench/bench-mutants $(if $(FIX),--fix) $(if $(SAMPLE),--sample $(SAMPLE))

# Random multi-threaded programs against the explicit-state search, hours of them; STRATEGIES=schedule,uw.
fuzz: all $(EXPLICIT) $(SERVER)
	@scripts/fuzz/fuzz-threads --oracle $(EXPLICIT) --jobs $(JOBS) --count $(or $(COUNT),10000) \
		--seed $(or $(SEED),1) $(if $(TIME),--time $(TIME)) $(if $(STRATEGIES),--strategies $(STRATEGIES))

# Random programs made of types and paths, around the cells of a matrix (scripts/fuzz/generators/typed_matrix.py), in the same way.
fuzz-types: all $(EXPLICIT) $(SERVER)
	@scripts/fuzz/fuzz-threads --generator types --oracle $(EXPLICIT) --jobs $(JOBS) --count $(or $(COUNT),10000) --runs $(or $(RUNS),6) \
		--seed $(or $(SEED),1) $(if $(TIME),--time $(TIME)) $(if $(STRATEGIES),--strategies $(STRATEGIES)) --keep build/fuzz-types

# Random programs with a known set of outcomes; the questions are in the script.
fuzz-outcomes: all $(EXPLICIT) $(SERVER)
	@scripts/fuzz/fuzz-outcomes --oracle $(EXPLICIT) --jobs $(JOBS) --count $(or $(COUNT),10000) \
		--seed $(or $(SEED),1) $(if $(TIME),--time $(TIME)) $(if $(STRATEGIES),--strategies $(STRATEGIES))

# Random programs with any number of threads: proofs against exploration of two, three and four.
fuzz-proofs: all
	@scripts/fuzz/fuzz-any-threads --jobs $(JOBS) --count $(or $(COUNT),10000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Random small libraries: histories, progress and liveness against trying everything.
fuzz-libraries: all $(SERVER)
	@scripts/fuzz/fuzz-libraries --jobs $(JOBS) --count $(or $(COUNT),2000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Random sequences of calls into the library: models against the real functions; THEMES=signals,streams.
fuzz-calls: all
	@scripts/fuzz/fuzz-calls --jobs $(JOBS) --count $(or $(COUNT),3000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME)) \
		$(if $(THEMES),--themes $(THEMES))

# Random programs with functions without a body: does a violation depend on their results?
fuzz-guess: all
	@scripts/fuzz/fuzz-guess --count $(or $(COUNT),1000) --seed $(or $(SEED),1)

# Random programs with loops: what a run has established against another run.
fuzz-established: all
	@scripts/fuzz/fuzz-established --count $(or $(COUNT),1000) --seed $(or $(SEED),1)

# Random programs that read text from outside, against the compiled program over all short texts.
fuzz-text: all $(SERVER)
	@scripts/fuzz/fuzz-text --jobs $(JOBS) --count $(or $(COUNT),1000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Random sequential programs over memory: what is read and written with different sizes at symbolic places, against the compiled program.
fuzz-loops: all $(SERVER)
	@scripts/fuzz/fuzz-loops --jobs $(JOBS) --count $(or $(COUNT),1000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

fuzz-memory: all $(SERVER)
	@scripts/fuzz/fuzz-memory --jobs $(JOBS) --count $(or $(COUNT),2000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Random programs under options with a known relation to the verdict without them.
fuzz-options: all
	@scripts/fuzz/fuzz-options --jobs $(JOBS) --count $(or $(COUNT),2000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Random programs and their neighbours: what comes from the cache against fresh runs.
fuzz-cache: all $(SERVER)
	@scripts/fuzz/fuzz-cache --jobs $(JOBS) --count $(or $(COUNT),1000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Programs of csmith (scripts/install-deps --fuzz) against gcc.
fuzz-csmith: all $(SERVER)
	@scripts/fuzz/fuzz-csmith --jobs $(JOBS) --count $(or $(COUNT),2000) --seed $(or $(SEED),1) $(if $(TIME),--time $(TIME))

# Programs with a known verdict, rewritten so that it stays or becomes another known one; PROGRAMS='DIR...': others than regression/.
fuzz-rewrites: all $(SYNTAX) $(SERVER)
	@scripts/fuzz/fuzz-rewrites --helper $(SYNTAX) --jobs $(JOBS) --count $(or $(COUNT),5000) --seed $(or $(SEED),1) \
		$(if $(TIME),--time $(TIME)) $(PROGRAMS)

# Our own source with each condition of symex/reductions.def broken: the tests must notice.  ONLY=REGEX
test-mutations: all
	@scripts/mutate/test-mutations --jobs $(JOBS) $(if $(ONLY),--only '$(ONLY)')

# Our own source with changes drawn at random: what do the tests not notice?  Hours; COUNT mutants, SEED, FOLDER keeps results.
mutate: all tests
	@scripts/mutate/mutate-source --jobs $(JOBS) --cc '$(CC)' --count $(or $(COUNT),300) --seed $(or $(SEED),1) $(if $(FOLDER),--folder $(FOLDER))

# All generators in turn, until it is interrupted; goes on where it was, and writes a page of what was covered.
# PROGRAMS=5000 ends after so many, RUNS=3 has few runs of each, TIME=28800 ends after so many seconds.
fuzz-long: all $(EXPLICIT) $(SERVER)
	@scripts/fuzz/fuzz-long --oracle $(EXPLICIT) --jobs $(JOBS) --folder $(or $(FOLDER),$(BUILD)/fuzz-long) $(if $(PROGRAMS),--programs $(PROGRAMS)) \
		$(if $(RUNS),--runs $(RUNS)) $(if $(TIME),--time $(TIME)) $(if $(SEED),--seed $(SEED))

demo:
	@$(WITH_DEPS) all
	@docs/demo/run

man: build/share/cbmc-mt.1 build/share/cbmc-mt-batch.1

completions: $(filter-out %.1,$(MADE))

build/share/cbmc-mt.1: cbmc-mt
	@mkdir -p $(@D)
	./cbmc-mt --print-man > $@

build/share/cbmc-mt.bash: cbmc-mt
	@mkdir -p $(@D)
	./cbmc-mt --print-completion bash > $@

build/share/_cbmc-mt: cbmc-mt
	@mkdir -p $(@D)
	./cbmc-mt --print-completion zsh > $@

build/share/cbmc-mt-batch.1: $(BATCH)
	@mkdir -p $(@D)
	./cbmc-mt-batch --print-man > $@

build/share/cbmc-mt-batch.bash: $(BATCH)
	@mkdir -p $(@D)
	./cbmc-mt-batch --print-completion bash > $@

build/share/_cbmc-mt-batch: $(BATCH)
	@mkdir -p $(@D)
	./cbmc-mt-batch --print-completion zsh > $@

BIN   = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
LIB   = $(DESTDIR)$(PREFIX)/lib
INCLUDE = $(DESTDIR)$(PREFIX)/include

install: all $(MADE)
	install -d $(BIN) $(SHARE)/cbmc-mt/pthread-models $(SHARE)/doc/cbmc-mt/guide $(SHARE)/doc/cbmc-mt/batch $(SHARE)/man/man1
	install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions
	install -d $(SHARE)/cbmc-mt/batch/engines $(SHARE)/cbmc-mt/batch/page $(SHARE)/cbmc-mt/ide/vim/compiler $(SHARE)/cbmc-mt/harness
	install -m 755 cbmc-mt cbmc-mt-batch cbmc-mt-check cbmc-mt-harness $(BIN)
	install -m 644 harness/*.c harness/*.h $(SHARE)/cbmc-mt/harness
	install -d $(SHARE)/cbmc-mt/harness/calls
	install -m 644 harness/calls/*.c harness/calls/*.h $(SHARE)/cbmc-mt/harness/calls
	install -m 755 harness/*.sh $(SHARE)/cbmc-mt/harness
	cp -r harness/folder $(SHARE)/cbmc-mt/harness
	install -d $(SHARE)/cbmc-mt/harness/gdb
	install -m 644 harness/gdb/*.py $(SHARE)/cbmc-mt/harness/gdb
	install -d $(LIB)/cbmc-mt/harness
	install -m 644 $(READY) $(LIB)/cbmc-mt/harness
	install -m 644 $(wildcard batch/*.py batch/*.toml) $(SHARE)/cbmc-mt/batch
	install -m 644 $(wildcard batch/engines/*.py) $(SHARE)/cbmc-mt/batch/engines
	install -m 644 $(wildcard batch/page/*) $(SHARE)/cbmc-mt/batch/page
	install -m 644 $(INDEX) $(wildcard pthread-models/*.[ch]) $(SHARE)/cbmc-mt/pthread-models
	set -e; for room in $(MODEL_ROOMS); do install -d $(SHARE)/cbmc-mt/pthread-models/$$room; \
		install -m 644 pthread-models/$$room/*.[ch] $(SHARE)/cbmc-mt/pthread-models/$$room; done
	install -d $(SHARE)/cbmc-mt/pthread-models/spec
	install -m 644 $(wildcard pthread-models/spec/*.inc) $(SHARE)/cbmc-mt/pthread-models/spec
	install -d $(INCLUDE) $(SHARE)/cbmc-mt/pthread-models/include
	install -m 644 pthread-models/include/cbmc-mt.h $(SHARE)/cbmc-mt/pthread-models/include
	install -m 644 pthread-models/include/cbmc-mt.h $(INCLUDE)
	install -m 644 LICENSE README.md CHANGELOG.md $(wildcard docs/*.md) docs/result.schema.json docs/test.schema.json $(SHARE)/doc/cbmc-mt
	install -m 644 $(wildcard docs/guide/*) $(SHARE)/doc/cbmc-mt/guide
	install -m 644 $(wildcard docs/batch/*) $(SHARE)/doc/cbmc-mt/batch
	install -m 644 $(wildcard scripts/ide/*.*) $(SHARE)/cbmc-mt/ide
	install -m 644 scripts/ide/vim/compiler/cbmc-mt.vim $(SHARE)/cbmc-mt/ide/vim/compiler
	install -m 644 build/share/cbmc-mt.1 build/share/cbmc-mt-batch.1 $(SHARE)/man/man1
	install -m 644 build/share/cbmc-mt.bash $(SHARE)/bash-completion/completions/cbmc-mt
	install -m 644 build/share/cbmc-mt-batch.bash $(SHARE)/bash-completion/completions/cbmc-mt-batch
	install -m 644 build/share/_cbmc-mt build/share/_cbmc-mt-batch $(SHARE)/zsh/site-functions

# The source archive, and the Debian package, of what is committed.
dist:
	@scripts/make/make-dist

deb:
	@scripts/install-deps --package
	@scripts/make/make-deb

# The package on a bare Debian 12; needs root and debootstrap.
test-deb: deb
	@scripts/test-bare --deb build/deb/cbmc-mt_*.deb

uninstall:
	rm -f $(BIN)/cbmc-mt $(BIN)/cbmc-mt-batch $(BIN)/cbmc-mt-check $(BIN)/cbmc-mt-harness $(SHARE)/man/man1/cbmc-mt.1 $(SHARE)/man/man1/cbmc-mt-batch.1
	rm -f $(SHARE)/bash-completion/completions/cbmc-mt $(SHARE)/zsh/site-functions/_cbmc-mt
	rm -f $(SHARE)/bash-completion/completions/cbmc-mt-batch $(SHARE)/zsh/site-functions/_cbmc-mt-batch
	rm -rf $(SHARE)/cbmc-mt $(LIB)/cbmc-mt $(SHARE)/doc/cbmc-mt $(INCLUDE)/cbmc-mt.h

clean:
	rm -rf build cbmc-mt cbmc-mt-check pthread-models/index pthread-models/index.new

-include $(OBJECTS:.o=.d) $(CHECK_OBJECTS:.o=.d) $(UNIT:=.d) $(FUZZ:=.d) $(BENCH:=.d) $(EXPLICIT_OBJECTS:.o=.d)

.SECONDARY:
.PHONY: all objects tests test test-all test-part test-san test-clang test-arch test-browser test-outside test-slurm test-mutations fuzz fuzz-cache fuzz-calls fuzz-csmith fuzz-input fuzz-established fuzz-guess fuzz-libraries fuzz-long fuzz-loops fuzz-options fuzz-outcomes fuzz-proofs fuzz-rewrites fuzz-text fuzz-types bench-batch bench-certificates bench-confirm bench-cover bench-coverage bench-default bench-mutants bench-sc bench-solvers bench-why $(BENCH_TABLES) $(BENCH_GROWTH) demo man completions dist deb test-deb install uninstall clean FORCE
