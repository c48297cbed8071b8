#include "cli/options/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/compat.h"
#include "symex/reduction.h"
#include "tests/unit/check.h"
#include "util/text/nearest.h"

static struct options o;
static const char *error;

/* Parses the words of a line; leaves the options in 'o' until the next call. */
static bool parse(const char *line) {
	static struct arena *arena;
	arena_close(arena);
	arena = arena_open();
	if (o.arena)
		options_free(&o);
	options_init(&o);
	struct text_list word = {0};
	cli_split(arena, line, &word);
	bool good = cli_parse(&o, (int)word.n, word.at, &error);
	vec_free(&word);
	return good;
}

static bool fails(const char *line, const char *because) {
	if (parse(line) || !error)
		return false;
	if (strstr(error, because))
		return true;
	fprintf(stderr, "%s: said '%s', not '%s'\n", line, error, because);
	return false;
}

static bool is(const char *a, const char *b) {
	return a && !strcmp(a, b);
}

static void test_values(void) {
	CHECK(parse("a.c"));
	CHECK(o.file.n == 1 && is(o.file.at[0], "a.c"));
	CHECK(o.unwind == NO_BOUND && o.bounds_check && !o.signed_overflow_check && o.verbose == 1);
	CHECK(parse("--unwind 5 a.c b.c --timeout=5m --memlimit 2g --function f"));
	CHECK(o.unwind == 5 && o.timeout == 300 && o.memlimit == 2147483648u && o.function.n == 1 &&
	      is(o.function.at[0], "f"));
	CHECK(o.file.n == 2);
	CHECK(parse("--unwind 5 --unwind=7") && o.unwind == 7);
	CHECK(parse("--unwind -1") && o.unwind == NO_BOUND);
	CHECK(parse("--unwindset main.0:3 --unwindset f.1:2,g.0:1") && o.unwindset.n == 2);
	CHECK(fails("--unwind x", "needs a number, not 'x'"));
	CHECK(fails("--unwind 99999999999", "needs a number"));
	CHECK(fails("--unwind", "needs a value"));
	CHECK(fails("--unwind --quiet", "needs a value"));
	CHECK(fails("--function=", "needs a value"));
	CHECK(fails("--timeout 3q", "needs a time"));
	CHECK(fails("--memlimit g", "needs a size"));
	CHECK(fails("--quiet=1", "takes no value"));
}

static void test_flags(void) {
	CHECK(parse("--no-bounds-check --overflow-check") && !o.bounds_check);
	CHECK(o.signed_overflow_check && o.shift_check);
	CHECK(parse("--overflow-check --no-shift-check") && o.signed_overflow_check && !o.shift_check);
	CHECK(parse("--overflow-check --no-overflow-check"));
	CHECK(!o.signed_overflow_check && !o.shift_check);
	CHECK(parse("--no-assertions --assertions") && o.assertions);
	CHECK(parse("-q -v") && o.quiet && o.verbose == 2);
	CHECK(parse("--verbose=3 -h") && o.verbose == 3 && o.help);
	CHECK(parse("--verbose 4 a.c") && o.verbose == 4 && o.file.n == 1);
	CHECK(parse("--verbose a.c") && o.verbose == 2 && o.file.n == 1);
	CHECK(fails("--no-unwind", "unknown option"));
	CHECK(fails("--no-z3", "unknown option"));
	CHECK(fails("--no-32", "unknown option"));
	CHECK(parse("--32") && is(o.target, "i386-linux-gnu"));
	CHECK(parse("-m64") && is(o.target, "x86_64-linux-gnu"));
}

static void test_enums(void) {
	CHECK(parse("--trace=full") && o.trace == TRACE_FULL);
	CHECK(parse("--trace none") && o.trace == TRACE_NONE);
	CHECK(parse("--trace a.c") && o.trace == TRACE_COMPACT && o.file.n == 1);
	CHECK(parse("--color a.c") && o.color == COLOR_ALWAYS && o.file.n == 1);
	CHECK(parse("--color never") && o.color == COLOR_NEVER && o.file.n == 0);
	CHECK(parse("--data-model ILP32") && o.data_model == DATA_MODEL_ILP32);
	CHECK(fails("--data-model=ILP64", "must be one of target|ILP32|LP64"));
	CHECK(fails("--trace=", "must be one of"));
	CHECK(fails("--trace=ful", "must be one of"));
}

static void test_compiler_flags(void) {
	CHECK(parse("-I inc -Iother -DX=1 -D Y -UZ -include a.h -isystem sys -std=c99 -Wall -O2 x.c"));
	static const char *const want[] = {"-I",       "inc", "-I",       "other", "-D",
	                                   "X=1",      "-D",  "Y",        "-U",    "Z",
	                                   "-include", "a.h", "-isystem", "sys",   "-std=c99"};
	CHECK(o.flags.n == sizeof want / sizeof *want);
	for (size_t i = 0; i < o.flags.n && i < sizeof want / sizeof *want; i++)
		CHECK(is(o.flags.at[i], want[i]));
	CHECK(o.file.n == 1);
	CHECK(parse("-p build") && is(o.compile_db, "build"));
	CHECK(parse("-pbuild") && is(o.compile_db, "build"));
	CHECK(parse("-pthread a.c") && !o.compile_db && is(o.flags.at[0], "-pthread"));
	CHECK(fails("-I", "-I needs a value"));
	CHECK(parse("-o out -oother -c -g -O2 -ggdb3 -Wall -W -pipe -shared -static -rdynamic a.c"));
	CHECK(o.flags.n == 0 && o.file.n == 1);
	CHECK(parse("-MMD -MF a.d -MP -MT a.o -lm -l rt -Ldir -L dir -Wl,-rpath,x -Xlinker --x a.c"));
	CHECK(o.flags.n == 0 && o.file.n == 1);
	CHECK(parse("-pg -pie -no-pie -s -nostdlib -flto=auto -fplugin=x.so a.c"));
	CHECK(o.flags.n == 0 && !o.compile_db);
	CHECK(parse("-fsigned-char -fshort-enums -fno-builtin -Wp,-DX -undef -march=native a.c"));
	CHECK(o.flags.n == 6 && is(o.flags.at[0], "-fsigned-char") && is(o.flags.at[3], "-Wp,-DX"));
	CHECK(fails("a.c -o", "-o needs a value"));
	CHECK(fails("-", "standard input"));
	CHECK(fails("-zz", "unknown option '-zz'"));
	CHECK(parse("-- -x.c @y --unwind") && o.file.n == 3 && is(o.file.at[0], "-x.c"));
}

static void test_abbreviations(void) {
	CHECK(parse("--unwindi") && o.unwinding_assertions);
	CHECK(parse("--no-unwinding") && !o.unwinding_assertions);
	CHECK(parse("--max-unw 7 --preem=3") && o.max_unwind == 7 && o.preemption_bound == 3);
	CHECK(parse("--unwind 3") && o.unwind == 3); /* though others begin like that */
	CHECK(parse("--object-b 8") && o.notes.n == 1);
	CHECK(parse("--k-induction-p") && o.induction);
	CHECK(fails("--unw", "option '--unw' is ambiguous: --unwind, --unwindset"));
	CHECK(fails("--no-s", "is ambiguous: --no-"));
	CHECK(fails("--s", "more"));
	CHECK(fails("--result-onl=1", "--result-only takes no value"));
	CHECK(fails("--max-unw", "--max-unwind needs a value"));
	CHECK(fails("--no-unwind", "unknown option '--no-unwind'"));
	CHECK(fails("--=3", "unknown option"));
	CHECK(fails("--print-m", "unknown option")); /* --help does not show it */
}

static void test_nearest(void) {
	CHECK(nearest_distance("unwind", "unwind") == 0);
	CHECK(nearest_distance("unwidn", "unwind") == 1);
	CHECK(nearest_distance("", "abc") == 3 && nearest_distance("abc", "") == 3);
	CHECK(nearest_distance("kitten", "sitting") == 3);
	CHECK(fails("--unwidn 3", "did you mean --unwind?"));
	CHECK(fails("--overflow-chek", "did you mean --overflow-check?"));
	CHECK(fails("--no-bound-check", "did you mean --no-bounds-check?"));
	CHECK(fails("--claims 3", "did you mean --claim?"));
	CHECK(fails("--xyzzy-frobnicate-nothing", "--help lists them"));
	CHECK(fails("--context-bond 3", "did you mean --context-bound?"));
	CHECK(fails("--lasy", "did you mean --strategy=lazy?"));
	CHECK(fails("--31", "did you mean --32?"));
	/* What is not like any option is not said to be meant. */
	CHECK(fails("-x", "unknown option '-x'; --help lists them"));
	CHECK(fails("-xx", "unknown option '-xx'; --help lists them"));
	CHECK(fails("--foo", "unknown option '--foo'; --help lists them"));
}

static void test_compat(void) {
	CHECK(parse("--ub-shift-check --signed-overflow-check --claim main.assertion.1"));
	CHECK(o.shift_check && o.signed_overflow_check && is(o.property.at[0], "main.assertion.1"));
	CHECK(parse("--no-standard-checks") && !o.bounds_check && !o.pointer_check && o.assertions);
	CHECK(!o.div_by_zero_check && !o.unwinding_assertions);
	CHECK(parse("--malloc-fail-null") && o.malloc_may_fail);
	CHECK(parse("--malloc-may-fail --force-malloc-success") && !o.malloc_may_fail);
	CHECK(parse("--c99 --include a.h") && o.flags.n == 3 && is(o.flags.at[2], "a.h"));
	CHECK(parse("--include 'a b.h'") && is(o.flags.at[1], "a b.h"));
	CHECK(parse("--i386-linux --incremental-bmc --solver=z3") && is(o.target, "i386-linux-gnu"));
	CHECK(o.notes.n == 0 && o.solver.n == 1 && is(o.solver.at[0], "z3") && !o.smtlib);
	CHECK(parse("--cvc5") && is(o.smtlib, "cvc5 --incremental"));
	CHECK(parse("--smtlib-solver-prog 'z3 -in'") && is(o.smtlib, "z3 -in"));
	CHECK(fails("--smtlib", "--smtlib needs a value"));
	CHECK(parse("--verbosity 9") && o.verbose == 3);
	CHECK(parse("--verbosity 6") && o.verbose == 1 && !o.quiet);
	CHECK(parse("--verbosity 1") && o.quiet);
	CHECK(parse("--slice-formula --object-bits 12 --floatbv a.c") && o.notes.n == 1);
	CHECK(is(o.notes.at[0], "no effect here, ignored: --slice-formula --object-bits --floatbv"));
	CHECK(o.file.n == 1);
	CHECK(parse("--bitwuzla a.c") && o.notes.n == 1 &&
	      strstr(o.notes.at[0], "the default one is used"));
	CHECK(parse("--context-bound 2 --strategy=lazy --deadlock-check --data-races-check a.c"));
	CHECK(o.file.n == 1 && o.notes.n == 0);
	CHECK(parse("--depth 3") && o.depth == 3 && parse("--instruction 4") && o.depth == 4);
	CHECK(parse("a.c") && o.depth == NO_BOUND && o.first_unwind == 1);
	CHECK(parse("--base-k-step 3 --max-inductive-step -1") && o.first_unwind == 3);
	CHECK(parse("--force-realloc-success") && !o.realloc_may_fail && o.notes.n == 0);
	CHECK(parse("--falsify-context-bound a.c") && o.file.n == 1);
	CHECK(parse("--sv-comp --falsify-context-bound 1 --enable-unreachability-intrinsic") &&
	      o.notes.n == 3);
	CHECK(parse("--no-induction --k-induction") && o.induction);
	CHECK(parse("a.c") && !o.strategy.n);
	CHECK(parse("--schedule") && o.strategy.n == 1 && is(o.strategy.at[0], "schedule"));
	CHECK(parse("--strategy uw") && o.strategy.n == 1 && is(o.strategy.at[0], "uw"));
	CHECK(fails("--no-schedule", "unknown option"));
	CHECK(parse("--max-context-bound 3") && o.context_bound == 3 && o.notes.n == 0);
	CHECK(fails("--object-bits", "needs a value"));
}

/* One list of what is off; of two that contradict each other, the last one counts. */
static void test_reductions(void) {
	CHECK(parse("--no-por --no-reduction slice,sharing"));
	CHECK(o.no_reduction == (REDUCTION_BIT(POR) | REDUCTION_BIT(SLICE) | REDUCTION_BIT(SHARING)));
	CHECK(parse("--no-reduction=por,sums --por") && o.no_reduction == REDUCTION_BIT(SUMS));
	CHECK(parse("--no-slice --reduction slice") && !o.no_reduction && !o.file.n);
	CHECK(parse("--no-assertion-guided") && o.assertion_guided == GUIDED_NEVER);
	CHECK(fails("--no-reduction=pro", "there is no 'pro', nearest is por"));
	CHECK(fails("--no-reduction=", "needs a value"));
	CHECK(fails("--no-reduction", "needs a value"));
	CHECK(fails("--no-slice=3", "takes no value"));
}

/* Whatever an option of others is said to mean must itself parse. */
static void test_compat_table(void) {
	for (size_t i = 0; i < compat_table_n; i++) {
		const struct compat *c = &compat_table[i];
		char line[256];
		snprintf(line, sizeof line, "--%s%s", c->name, c->arg ? "=3" : "");
		bool refused = c->kind == COMPAT_REFUSED;
		CHECK(parse(line) != refused);
		if (!refused && error)
			fprintf(stderr, "%s: %s\n", line, error);
		CHECK(compat_find(c->name) == c); /* no name twice */
	}
	for (size_t i = 0; i < option_table_n; i++)
		for (size_t j = 0; j < option_table_n; j++)
			CHECK(i == j || strcmp(option_table[i].name, option_table[j].name) != 0);
}

static void test_numbers(void) {
	double s;
	uint64_t b;
	CHECK(cli_duration("30", &s) && s == 30);
	CHECK(cli_duration("1.5m", &s) && s == 90);
	CHECK(cli_duration("250ms", &s) && s == 0.25);
	CHECK(cli_duration("2h", &s) && s == 7200);
	CHECK(!cli_duration("", &s) && !cli_duration("-1", &s) && !cli_duration("inf", &s));
	CHECK(!cli_duration("1e300", &s) && !cli_duration("nan", &s) && !cli_duration("3x", &s));
	CHECK(cli_size("1", &b) && b == 1u << 20);
	CHECK(cli_size("500m", &b) && b == 500u << 20);
	CHECK(cli_size("2GiB", &b) && b == 2ull << 30);
	CHECK(cli_size("512k", &b) && b == 512u << 10);
	CHECK(cli_size("100b", &b) && b == 100);
	CHECK(!cli_size("", &b) && !cli_size("1x", &b) && !cli_size("1e30", &b) &&
	      !cli_size("1bb", &b));
}

static void write_file(const char *path, const char *text) {
	FILE *f = fopen(path, "w");
	CHECK(f != NULL);
	fputs(text, f);
	fclose(f);
}

static void test_response_files(void) {
	char dir[] = "/tmp/test-options-XXXXXX", a[64], b[64], line[128];
	CHECK(mkdtemp(dir) != NULL);
	snprintf(a, sizeof a, "%s/a", dir);
	snprintf(b, sizeof b, "%s/b", dir);
	write_file(b, "-D 'A=1 2' \"-DQ=\\\"x\\\"\" back\\ slash.c\n\n--unwind\n9");
	snprintf(line, sizeof line, "--quiet @%s\nz.c", b);
	write_file(a, line);
	snprintf(line, sizeof line, "@%s last.c", a);
	CHECK(parse(line));
	CHECK(o.quiet && o.unwind == 9 && o.file.n == 3 && o.flags.n == 4);
	CHECK(is(o.file.at[0], "back slash.c") && is(o.file.at[2], "last.c"));
	CHECK(is(o.flags.at[1], "A=1 2") && is(o.flags.at[3], "Q=\"x\""));
	snprintf(line, sizeof line, "@%s", a);
	write_file(a, line);
	CHECK(fails(line, "nested too deeply"));
	unlink(a);
	unlink(b);
	rmdir(dir);
	CHECK(fails(line, "cannot read"));
}

static unsigned seed = 1;

static unsigned random_below(unsigned n) {
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

/* A known name, perhaps damaged, with a value or without. */
static void random_word(char *to, size_t size) {
	static const char *const values[] = {"",    "=",        "=3",    "=x",
	                                     "=-1", "=1e999",   "=full", "=999999999999",
	                                     "=%",  "=a:1,b:2", "='",    "=@x"};
	static const char *const odd[] = {"-",   "--", "---", "-I", "-D=",   "@/nonexistent", "=",
	                                  "--=", "\"", "'",   "\\", "--no-", "--no-no-quiet", "%s%n",
	                                  "a.c"};
	unsigned which = random_below(10);
	const char *name = which < 5   ? option_table[random_below((unsigned)option_table_n)].name
	                   : which < 9 ? compat_table[random_below((unsigned)compat_table_n)].name
	                               : NULL;
	if (!name) {
		snprintf(to, size, "%s", odd[random_below(sizeof odd / sizeof *odd)]);
		return;
	}
	static const char *const dash[] = {"--", "--", "--", "-", "--no-", ""};
	const char *begin = dash[random_below(6)];
	const char *value = values[random_below(3) ? 0 : random_below(sizeof values / sizeof *values)];
	snprintf(to, size, "%s%s%s", begin, name, value);
	if (!random_below(4) && *to) {
		unsigned place = random_below((unsigned)strlen(to));
		to[place] = (char)(1 + random_below(255));
	}
}

/* No string of options crashes the parser, and what is refused is explained. */
static void test_fuzz(void) {
	unsigned accepted = 0, unexplained = 0;
	for (unsigned iteration = 0; iteration < 20000; iteration++) {
		char word[6][128];
		const char *argv[6];
		int n = (int)random_below(7);
		for (int i = 0; i < n; i++) {
			random_word(word[i], sizeof word[i]);
			argv[i] = word[i];
		}
		struct options fuzzed;
		const char *why = NULL;
		options_init(&fuzzed);
		bool good = cli_parse(&fuzzed, n, argv, &why);
		accepted += good;
		unexplained += !good && !why;
		options_free(&fuzzed);
	}
	CHECK(unexplained == 0);
	CHECK(accepted > 1000);
}

int main(void) {
	test_values();
	test_flags();
	test_enums();
	test_compiler_flags();
	test_nearest();
	test_abbreviations();
	test_compat();
	test_compat_table();
	test_reductions();
	test_numbers();
	test_response_files();
	test_fuzz();
	options_free(&o);
	return check_done("options");
}
