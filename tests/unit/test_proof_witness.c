/* What a correctness witness says of a proof: at which statements, and which facts. */
#include "report/witness/proof_witness.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"

static const char source[] = "int lock, x, turn;\n"                       /* 1 */
                             "struct s { int member; } s;\n"              /* 2 */
                             "int f(int i) { return i; }\n"               /* 3 */
                             "void *worker(void *arg) {\n"                /* 4 */
                             "  int mine = turn;\n"                       /* 5 */
                             "  while (lock != 0)\n"                      /* 6 */
                             "    ;\n"                                    /* 7 */
                             "  x = x + 1;\n"                             /* 8 */
                             "  if (mine && x)\n"                         /* 9 */
                             "    x = 2;\n"                               /* 10 */
                             "  x = f(x);\n"                              /* 11 */
                             "  f(x);\n"                                  /* 12 */
                             "  do { x = 3; } while (x == 4);\n"          /* 13 */
                             "  for (int k = 0; k < x; k++) { x = k; }\n" /* 14 */
                             "  x = mine++ + turn;\n"                     /* 15 */
                             "  { int inner = 2; lock = inner; }\n"       /* 16 */
                             "  if (lock) { int late; lock = 0; }\n"      /* 17 */
                             "  MACRO; x = 7;\n"                          /* 18 */
                             "  return arg;\n"                            /* 19 */
                             "}\n"                                        /* 20 */
                             "void *other(void *arg) {\n"                 /* 21 */
                             "  x = 5;\n"                                 /* 22 */
                             "  f(x++);\n"                                /* 23 */
                             "  return 0;\n"                              /* 24 */
                             "}\n"
                             "void *third(void *arg) {\n"
                             "  { int x = 1; lock = x; }\n"
                             "  lock = 2;\n"
                             "}\n";

static struct result *result;

static const char *function_at(uint32_t line) {
	return line < 21 ? "worker" : line < 26 ? "other" : "third";
}

/* The place is where 'words' first stand on the line. */
static void add(uint32_t line, const char *words, const char *thread, const char *a,
                const char *b) {
	const char *at = source;
	for (uint32_t i = 1; i < line; i++)
		at = strchr(at, '\n') + 1;
	const char *found = strstr(at, words);
	const char *holds[] = {a, b};
	struct proof_place p = {.function = function_at(line),
	                        .thread = thread,
	                        .loc = {"a.c", line, found ? (uint32_t)(found - at) + 1 : 77},
	                        .holds = arena_copy(result->arena, holds, sizeof holds),
	                        .nholds = b ? 2 : 1};
	vec_push(&result->proof->place, p);
}

/* The invariants, as "L 8:3 x == 0"; L: of a loop. */
static char *written(void) {
	struct witness_file file = {.name = "a.c", .text = source, .hash = "0", .n = sizeof source - 1};
	struct witness_config config = {.format = WITNESS_YAML, .file = &file, .nfiles = 1};
	config.uuid = config.created = "0";
	struct witness w = {.config = &config, .result = result, .arena = result->arena};
	char *text;
	size_t n;
	vec_push(&w.specification, "CHECK( init(main()), LTL(G ! call(reach_error())) )");
	FILE *f = open_memstream(&text, &n);
	proof_witness(f, &w);
	fclose(f);
	vec_free(&w.specification);
	return text;
}

static bool says(uint32_t line, uint32_t column, bool is_loop, const char *value) {
	char *text = written();
	char *want = arena_printf(result->arena,
	                          "    - invariant:\n"
	                          "        type: \"%s_invariant\"\n"
	                          "        location:\n"
	                          "          file_name: \"a.c\"\n"
	                          "          line: %u\n"
	                          "          column: %u\n"
	                          "          function: \"%s\"\n"
	                          "        value: \"%s\"\n"
	                          "        format: \"c_expression\"\n",
	                          is_loop ? "loop" : "location", (unsigned)line, (unsigned)column,
	                          function_at(line), value);
	bool good = strstr(text, want) != NULL;
	if (!good)
		fprintf(stderr, "%s\n", text);
	free(text);
	return good;
}

static size_t count(void) {
	char *text = written();
	size_t n = 0;
	for (const char *at = text; (at = strstr(at, "- invariant:")); at++)
		n++;
	free(text);
	return n;
}

static void begin(void) {
	result = result_open();
	result->verdict = VERDICT_SAFE;
	result->proof = arena_new(result->arena, struct proof);
}

static void test_statements(void) {
	begin();
	char *text = written();
	CHECK(strstr(text, "\n  content: []\n") != NULL);
	free(text);
	add(5, "int", "worker", "turn == 1", NULL);
	CHECK(says(5, 3, false, "turn == 1"));
	add(6, "lock", "worker", "x == 0", NULL);
	CHECK(says(6, 3, true, "x == 0"));
	add(8, "x =", "worker", "lock == 0", "x > 0");
	CHECK(says(8, 3, false, "lock == 0 && x > 0"));
	add(12, "f(x)", "worker", "x == 0", NULL);
	CHECK(says(12, 3, false, "x == 0"));
	add(14, "k < x", "worker", "x == 0", NULL);
	CHECK(says(14, 3, true, "x == 0"));
	add(14, "x = k", "worker", "k < x", NULL);
	CHECK(says(14, 33, false, "k < x"));
	add(17, "lock)", "worker", "lock == mine", NULL);
	CHECK(says(17, 3, false, "lock == mine"));
	add(19, "return", "worker", "s.member == *(int *)arg", NULL);
	CHECK(says(19, 3, false, "s.member == *(int *)arg"));
	CHECK(count() == 8);
	result_close(result);
}

/* What has had an effect when the place is reached, or is no statement, is left out. */
static void test_no_statements(void) {
	begin();
	add(9, "mine", "worker", "x == 0", NULL);
	add(11, "x =", "worker", "x == 0", NULL);
	add(13, "while", "worker", "x == 0", NULL);
	add(14, "k++", "worker", "x == 0", NULL);
	add(15, "x =", "worker", "x == 0", NULL);
	add(20, "}", "worker", "x == 0", NULL);
	add(23, "f(x", "other", "x == 0", NULL);
	CHECK(count() == 0);
	add(18, "x = 7", "worker", "x == 0", NULL);
	CHECK(count() == 1);
	add(18, "gone", "worker", "x == 1", NULL); /* perhaps the beginning of that statement */
	CHECK(count() == 0);
	result_close(result);
}

static void test_facts(void) {
	begin();
	add(8, "x =", "worker", "mine == turn", "@2 == 1");
	CHECK(says(8, 3, false, "mine == turn"));
	add(5, "int", "worker", "mine == 0", NULL);    /* not declared yet */
	add(10, "x =", "worker", "n1 + 1 == x", NULL); /* a counter of the proof */
	add(16, "lock", "worker", "late == 0", NULL);
	add(27, "lock", "third", "x == 1", NULL); /* which x? */
	add(28, "lock", "third", "x == 1", NULL);
	add(17, "lock =", "worker", "s.owner == 2", "k == 0"); /* no such member, another scope */
	add(19, "return", "worker", "f(x) == 1", "inner == 2");
	CHECK(count() == 1);
	add(24, "return", "other", "turn == 1", NULL);
	CHECK(count() == 2);
	struct proof_counter counter = {.name = "turn",
	                                .meaning = "threads, and the name of a variable"};
	vec_push(&result->proof->counter, counter);
	CHECK(count() == 0);
	result_close(result);
}

static struct proof_update update(uint32_t line, uint32_t first, uint32_t last, int32_t by) {
	return (struct proof_update){"worker", {"a.c", line, first}, {"a.c", line, last}, by};
}

static bool has(const char *part) {
	char *text = written();
	bool good = strstr(text, part) != NULL;
	free(text);
	return good;
}

/* A counter is told if all its updates can be. */
static void test_counters(void) {
	begin();
	struct proof_update updates[] = {update(8, 3, 7, 2), update(12, 3, 3, -1)};
	struct proof_counter counter = {
	    .name = "n1", .meaning = "threads", .initial = 1, .update = updates, .nupdates = 2};
	vec_push(&result->proof->counter, counter);
	add(5, "int", "worker", "turn == 1", NULL);
	CHECK(count() == 1 && !has("ghost")); /* nothing is said about it */
	add(8, "x =", "worker", "n1 + x <= 3", NULL);
	CHECK(says(8, 3, false, "n1 + x <= 3"));
	CHECK(has("      - name: \"n1\"\n        scope: \"global\"\n        type: \"long long\"\n"
	          "        initial:\n          value: \"1\"\n"));
	CHECK(has("          line: 8\n          column: 3\n          function: \"worker\"\n"
	          "        updates:\n          - variable: \"n1\"\n            value: \"n1 + 2\"\n"));
	CHECK(has("          line: 12\n          column: 3\n          function: \"worker\"\n"
	          "        updates:\n          - variable: \"n1\"\n            value: \"n1 - 1\"\n"));
	/* a loop; two statements on a line; a place that is not seen */
	struct proof_update others[] = {update(6, 10, 10, 1), update(16, 5, 20, 1), update(8, 4, 4, 1)};
	for (int i = 0; i < 3; i++) {
		updates[1] = others[i];
		CHECK(count() == 1 && !has("ghost"));
	}
	updates[1] = update(12, 3, 3, -1);
	result->proof->counter.at[0].name = "mine"; /* the program has that name */
	add(12, "f(x)", "worker", "mine == 2", NULL);
	CHECK(count() == 1 && !has("ghost"));
	result_close(result);
}

static void test_alternatives(void) {
	begin();
	add(22, "x =", "a", "lock == 0", "x == 0");
	add(22, "x =", "b", "lock == 0", "x == 1 || x == 2");
	CHECK(says(22, 3, false, "lock == 0 && ((x == 0) || (x == 1 || x == 2))"));
	add(22, "5", "b", "lock == 0", NULL);
	CHECK(says(22, 3, false, "lock == 0"));
	add(22, "x =", "c", "@1 == 0", NULL);
	CHECK(count() == 0);
	result_close(result);
	begin();
	add(22, "x =", "a", "x == 0", NULL);
	add(22, "x =", "b", "turn == 1", "x == 1");
	CHECK(says(22, 3, false, "(x == 0) || (turn == 1 && x == 1)"));
	result_close(result);
}

int main(void) {
	test_statements();
	test_no_statements();
	test_facts();
	test_counters();
	test_alternatives();
	intern_free_all();
	return check_done("proof_witness");
}
