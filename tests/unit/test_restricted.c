/* Small values, upwards: which are tried, what is told, and when it ends; with searches that answer
 * as they are told. */
#include "symex/portfolio/restricted.h"

#include <string.h>

#include "symex/core/execution.h"
#include "tests/unit/check.h"
#include "util/text/diag.h"

static struct {
	uint32_t inputs, late; /* that a search meets; from this search on, one more */
	uint32_t safe, bad;    /* largest value that is proved; one that is violated */
	bool bounds, open;     /* what is proved is so within a bound; says nothing about deadlocks */
	uint32_t searches, tried[64][MOST_SMALL];
} script;

static void meet(struct small_inputs *s, uint32_t n) {
	for (; s->n < n; s->n++)
		snprintf(s->name[s->n], sizeof s->name[0], "getenv(\"%c\")", (char)('A' + s->n));
}

static void answer(const struct goto_prog *prog, const struct symex_config *c, struct result *r,
                   struct symex_stats *stats) {
	uint32_t most = 0, n = script.inputs + (script.late && script.searches >= script.late);
	(void)prog, (void)stats;
	meet(c->small, n);
	for (uint32_t i = 0; i < n; i++) {
		script.tried[script.searches][i] = c->small->value[i];
		most = c->small->value[i] > most ? c->small->value[i] : most;
	}
	if (++script.searches == 64)
		symex_stop = GAP_TIME;
	r->verdict = VERDICT_SAFE;
	r->violated = NO_PROPERTY;
	r->deadlocks_open = script.open;
	result_assume(r, "memory can be allocated", "malloc-may-fail");
	if (script.bounds)
		result_gap(r, GAP_UNWIND, NO_LOC, "unwind 3");
	if (n && most == script.bad)
		r->verdict = VERDICT_UNSAFE;
	else if (most > script.safe)
		result_gap(r, GAP_UNSUPPORTED, NO_LOC, "something");
}

static enum verdict run(uint32_t ways, struct search_progress *told) {
	struct small_inputs small = {.from = {"getenv()"}, .nfrom = 1};
	struct symex_config way[2] = {{.bounds = {.unwind = NO_BOUND, .max_unwind = NO_BOUND}}};
	way[1] = way[0];
	struct result *begun = result_open();
	struct symex_stats begin = {0};
	struct value_search v = {.way = way,
	                         .nways = ways,
	                         .small = &small,
	                         .begun = begun,
	                         .begin = &begin,
	                         .told = told,
	                         .search = answer};
	*told = (struct search_progress){0};
	struct result *r = restricted_values(&v);
	enum verdict verdict = result_verdict(r);
	result_close(r);
	result_close(begun);
	return verdict;
}

static void test_one(void) {
	struct search_progress told;
	memset(&script, 0, sizeof script);
	script.inputs = 1;
	script.safe = 4;
	script.bad = NO_BOUND;
	CHECK(run(1, &told) == VERDICT_UNKNOWN && script.searches == 6 && script.tried[5][0] == 5);
	CHECK(!strcmp(told.values.text, "no violation for values 0 to 4 of getenv(\"A\")"));
	CHECK(told.values.number == 4 && !*told.usual.text);
	CHECK(!strcmp(told.values.within, "assuming that memory can be allocated (--malloc-may-fail)"));
	script.searches = 0;
	CHECK(run(2, &told) == VERDICT_UNKNOWN && script.searches == 7); /* the last one in both ways */
	script.searches = 0;
	script.bad = 3;
	CHECK(run(1, &told) == VERDICT_UNSAFE && script.searches == 4 && told.values.number == 2);
	script.searches = script.safe = 0;
	CHECK(run(1, &told) == VERDICT_UNKNOWN);
	CHECK(!strcmp(told.values.text, "no violation for the value 0 of getenv(\"A\")"));
}

/* Every pair, also if the second input is met late. */
static void test_two(void) {
	struct search_progress told;
	for (uint32_t late = 0; late < 3; late++) {
		memset(&script, 0, sizeof script);
		script.inputs = late ? 1 : 2;
		script.late = late;
		script.safe = 2;
		script.bad = NO_BOUND;
		CHECK(run(1, &told) == VERDICT_UNKNOWN);
		CHECK(!strcmp(told.values.text,
		              "no violation for values 0 to 2 of getenv(\"A\") and getenv(\"B\")"));
		for (uint32_t a = 0; a <= 2; a++)
			for (uint32_t b = 0; b <= 2; b++) {
				bool found = false;
				for (uint32_t i = late ? late : 0; i < script.searches; i++)
					found |= script.tried[i][0] == a && script.tried[i][1] == b;
				CHECK(found);
			}
	}
}

/* Nothing is told of what is proved within a bound, or but for deadlocks; and where no input was
 * taken for small, the proof is one of everything. */
static void test_none(void) {
	struct search_progress told;
	memset(&script, 0, sizeof script);
	script.inputs = 1;
	script.safe = 9;
	script.bad = NO_BOUND;
	script.bounds = true;
	CHECK(run(1, &told) != VERDICT_UNSAFE && !*told.values.text && script.searches == 1);
	script.bounds = false;
	script.open = true;
	script.searches = 0;
	CHECK(run(2, &told) != VERDICT_UNSAFE && !*told.values.text && script.searches == 2);
	script.open = false;
	script.inputs = 0;
	script.searches = 0;
	CHECK(run(1, &told) == VERDICT_SAFE && !*told.values.text && script.searches == 1);
}

static bool adds(struct small_inputs *s, const char *input) {
	struct search_progress p = {0};
	snprintf(p.steered_by, sizeof p.steered_by, "%s", input);
	return restricted_add(s, &p);
}

static void test_inputs(void) {
	struct small_inputs s = {0};
	CHECK(!adds(&s, "") && !adds(&s, "recv()") && !s.nfrom);
	CHECK(adds(&s, "getenv()") && !adds(&s, "getenv()"));
	CHECK(adds(&s, "fscanf()") && !strcmp(s.from[1], "scanf()"));
	CHECK(adds(&s, "argv[2]") && s.nfrom == 3);
	CHECK(!adds(&s, "argv[3]"));
}

/* What holds in a part is no fact about everything. */
static void test_merge(void) {
	struct search_progress all = {0}, part = {0};
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	CHECK(!restricted_tell_usual(&part, r) && !*part.usual.text);
	result_usual(r);
	CHECK(restricted_tell_usual(&part, r) &&
	      !strcmp(part.usual.text, "in the usual environment: SUCCESSFUL") && !*part.usual.within);
	search_progress_establish(&part, (struct established){.iterations = 3});
	search_progress_merge_restricted(&all, &part);
	CHECK(!all.nfacts && !strcmp(all.usual.text, part.usual.text) && !*all.within);
	search_progress_merge(&part, &all);
	CHECK(part.nfacts == 1);
	/* What the part does not reach is not said of the others. */
	result_gap(r, GAP_INPUT, NO_LOC, "argc 4");
	r->unreached = "within which no execution reaches the assertion at x.c:3";
	result_usual(r);
	CHECK(restricted_tell_usual(&part, r) && !strcmp(part.usual.within, "within argc 4"));
	result_close(r);
}

int main(void) {
	test_one();
	test_two();
	test_none();
	test_inputs();
	test_merge();
	return check_done("restricted");
}
