/* A proof as an engine would fill it, told in text and JSON. */
#include "report/story/proof_table.h"

#include <stdlib.h>
#include <string.h>

#include "report/json/json.h"
#include "report/text/github.h"
#include "report/text/text.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static uint32_t add_place(struct result *r, const char *function, const char *thread, uint32_t line,
                          const char *const *holds, uint32_t n) {
	struct proof_place p = {.function = function,
	                        .thread = thread,
	                        .loc = {"ticket.c", line, 2},
	                        .holds = arena_copy(r->arena, holds, n * sizeof *holds),
	                        .nholds = n};
	vec_push(&r->proof->place, p);
	return (uint32_t)r->proof->place.n - 1;
}

static void add_pair(struct result *r, uint32_t a, uint32_t b, bool never, const char *fact,
                     const char *more) {
	const char *holds[] = {fact, more};
	uint32_t n = fact ? more ? 2 : 1 : 0;
	struct proof_pair p = {a, b, never, arena_copy(r->arena, holds, n * sizeof *holds), n};
	vec_push(&r->proof->pair, p);
}

/* A ticket lock: line 8 takes a ticket, line 9 waits for its turn, 10 to 12 are the critical
 * section, line 20 is main's, which only looks on. */
static struct result *make_ticket(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	r->any_threads = true;
	r->info.entry = "main";
	r->proof = arena_new(r->arena, struct proof);
	r->proof->method = "pairs of threads";
	r->proof->atoms = 9;
	r->proof->queries = 212;
	const char *start[] = {"now <= next"};
	const char *waits[] = {"mine < next", "now <= mine", "now <= next"};
	const char *inside[] = {"mine < next", "mine == now", "now <= next"};
	add_place(r, "worker", "worker", 8, start, 1);
	add_place(r, "worker", "worker", 9, waits, 3);
	for (uint32_t line = 10; line <= 12; line++)
		add_place(r, "worker", "worker", line, inside, 3);
	add_place(r, "main", "main", 20, start, 1);
	for (uint32_t k = 2; k <= 4; k++)
		r->proof->place.at[k].only_one = true;
	for (uint32_t a = 1; a <= 4; a++)
		for (uint32_t b = a; b <= 4; b++)
			if (a == 1)
				add_pair(r, a, b, false, "t1.mine != t2.mine", "t1.mine < next");
			else if (a < b)
				add_pair(r, a, b, true, NULL, NULL);
	return r;
}

static char *print(const struct result *r, bool invariants, unsigned width) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct text_config c = {.invariants = invariants, .width = width};
	report_text(f, r, &c);
	fclose(f);
	return text;
}

static bool prints(const struct result *r, const char *golden) {
	char *text = print(r, true, 80);
	bool good = !strcmp(text, golden);
	if (!good)
		fprintf(stderr, "printed:\n%s\n", text);
	free(text);
	return good;
}

#define VERDICT "VERIFICATION SUCCESSFUL (for any number of threads)\n"

static void test_text(void) {
	struct result *r = make_ticket();
	CHECK(prints(r, "invariants (pairs of threads; 9 atoms, 212 queries)\n"
	                "  everywhere: now <= next\n"
	                "  worker, ticket.c\n"
	                "    8         true\n"
	                "    9         mine < next && now <= mine\n"
	                "    10-12     mine < next && mine == now\n"
	                "  main, ticket.c (one thread)\n"
	                "    20        true\n"
	                "  at most one thread at a time: worker 10-12\n"
	                "  t1 at worker 9, t2 at worker 9-12: t1.mine != t2.mine\n"
	                "\n" VERDICT));
	char *text = print(r, false, 80);
	CHECK(!strcmp(text, VERDICT));
	free(text);
	r->verdict = VERDICT_UNKNOWN; /* then it is no proof */
	CHECK(prints(r, "VERIFICATION UNKNOWN (no reason recorded)\n"));
	result_close(r);
}

static void test_json(void) {
	struct result *r = make_ticket();
	struct results all = {0};
	vec_push(&all.run, r);
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	report_json(f, &all);
	fclose(f);
	const char *from = strstr(text, "\"proof\": ");
	CHECK(from && strstr(text, "\"any_threads\": true,\n      \"deadlocks_open\": false"));
	CHECK(from && strstr(from, "\"everywhere\": [\n          \"now <= next\"\n        ]"));
	CHECK(from &&
	      strstr(from, "          {\n"
	                   "            \"thread\": \"worker\",\n"
	                   "            \"function\": \"worker\",\n"
	                   "            \"lines\": \"10-12\",\n"
	                   "            \"locations\": [\n"
	                   "              {\"file\": \"ticket.c\", \"line\": 10, \"column\": 2},\n"
	                   "              {\"file\": \"ticket.c\", \"line\": 11, \"column\": 2},\n"
	                   "              {\"file\": \"ticket.c\", \"line\": 12, \"column\": 2}\n"
	                   "            ],\n"
	                   "            \"holds\": [\n"
	                   "              \"mine < next\",\n"
	                   "              \"mine == now\"\n"
	                   "            ],\n"
	                   "            \"only_one\": true,\n"
	                   "            \"one_thread\": false\n"
	                   "          }"));
	CHECK(from && strstr(from, "\"sections\": [\n          [2]\n        ]"));
	CHECK(from && strstr(from, "{\"first\": 2, \"second\": 2, \"never\": true, \"holds\": []}"));
	CHECK(from && strstr(from, "{\"first\": 1, \"second\": 2, \"never\": false, \"holds\": "
	                           "[\"t1.mine != t2.mine\"]}"));
	free(text);
	r->verdict = VERDICT_UNKNOWN;
	f = open_memstream(&text, &n);
	report_json(f, &all);
	fclose(f);
	CHECK(!strstr(text, "\"proof\"") && strstr(text, "\"any_threads\": false"));
	free(text);
	vec_free(&all.run);
	result_close(r);
}

/* What is left open is said beside the text, too. */
static void test_github(void) {
	struct result *r = make_ticket();
	char *text;
	size_t n;
	for (int is_open = 0; is_open < 2; is_open++) {
		r->deadlocks_open = is_open;
		FILE *f = open_memstream(&text, &n);
		report_github(f, r);
		fclose(f);
		CHECK((strstr(text, "::notice title=the verdict does not exclude deadlocks::") != NULL) ==
		      is_open);
		free(text);
	}
	result_close(r);
}

/* Two templates, a function that both call, two steps on a line, a counter. */
static void test_functions(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	r->proof = arena_new(r->arena, struct proof);
	r->proof->method = "pairs, with counters";
	struct proof_counter counter = {.name = "n1", .meaning = "threads between lines 5 and 7"};
	vec_push(&r->proof->counter, counter);
	const char *zero[] = {"x == 0"}, *one[] = {"x == 1 || x == 2", "y > 0 ? x : z"};
	add_place(r, "add", "reader", 5, zero, 1);
	add_place(r, "add", "writer", 5, one, 2);
	add_place(r, "add", "writer", 5, zero, 1);
	add_place(r, "add", "writer", 7, zero, 1);
	add_place(r, "writer", "writer", 30, one, 1);
	add_pair(r, 0, 1, true, NULL, NULL);
	add_pair(r, 1, 4, true, NULL, NULL);
	add_pair(r, 0, 3, false, "t1.i > t2.k", NULL);
	CHECK(prints(r, "invariants (pairs, with counters; 0 atoms, 0 queries)\n"
	                "  n1: threads between lines 5 and 7\n"
	                "  add, ticket.c (threads reader)\n"
	                "    5         x == 0\n"
	                "  add, ticket.c (threads writer)\n"
	                "    5.1       (y > 0 ? x : z) && (x == 1 || x == 2)\n"
	                "    5.2       x == 0\n"
	                "    7         x == 0\n"
	                "  writer, ticket.c\n"
	                "    30        x == 1 || x == 2\n"
	                "  while there is no reader: add (writer) 5.1\n"
	                "  never together: add (writer) 5.1 and writer 30\n"
	                "  t1 at add (reader) 5, t2 at add (writer) 7: t1.i > t2.k\n"
	                "\n"
	                "VERIFICATION SUCCESSFUL\n"));
	result_close(r);
}

/* What holds for all pairs is told once, whichever thread comes first in the text. */
static void test_between(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	r->proof = arena_new(r->arena, struct proof);
	const char *holds[] = {"x == 0"};
	add_place(r, "w", "w", 3, NULL, 0);
	add_place(r, "w", "w", 4, holds, 1);
	add_pair(r, 0, 0, false, "t1.a != t2.a", NULL);
	add_pair(r, 0, 1, false, "t2.a != t1.a", "x == 0"); /* known at line 4 */
	add_pair(r, 1, 1, false, "t1.a != t2.a", "t1.a < t2.b");
	CHECK(prints(r, "invariants (?; 0 atoms, 0 queries)\n"
	                "  any two threads: t1.a != t2.a\n"
	                "  w, ticket.c\n"
	                "    3         true\n"
	                "    4         x == 0\n"
	                "  t1 at w 4, t2 at w 4: t1.a < t2.b\n"
	                "\n"
	                "VERIFICATION SUCCESSFUL\n"));
	result_close(r);
}

static void test_long(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	r->proof = arena_new(r->arena, struct proof);
	const char *holds[] = {"aaaaaaaaaaaaaaaaaaaaaaaa == 1", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbb == 2",
	                       "c == 3"};
	add_place(r, "w", "w", 3, holds, 3);
	char *text = print(r, true, 70);
	CHECK(strstr(text, "    3         aaaaaaaaaaaaaaaaaaaaaaaa == 1 &&\n"
	                   "              bbbbbbbbbbbbbbbbbbbbbbbbbbbbb == 2 && c == 3\n"));
	free(text);
	for (uint32_t i = 1; i < 60; i++) {
		const char *fact = arena_printf(r->arena, "x == %u", i);
		add_place(r, "w", "w", 3 + 2 * i, &fact, 1);
		add_pair(r, 0, i, false, arena_printf(r->arena, "t1.a == %u", i), NULL);
	}
	text = print(r, true, 70);
	CHECK(strstr(text, "\n  ... 19 lines about two threads left out, --json has them ...\n"));
	free(text);
	result_close(r);
}

static uint32_t row_of(const struct proof_table *t, uint32_t place) {
	for (uint32_t i = 0; i < t->row.n; i++)
		for (uint32_t k = 0; k < t->row.at[i].nplaces; k++)
			if (t->row.at[i].place[k] == place)
				return i;
	return UINT32_MAX;
}

static const struct facts *facts_between(const struct proof_table *t, uint32_t a, uint32_t b) {
	for (size_t i = 0; i < t->relation.n; i++)
		if (t->relation.at[i].a == a && t->relation.at[i].b == b)
			return &t->relation.at[i].holds;
	return NULL;
}

static bool have(const struct facts *f, const char *text) {
	return f && facts_have(f, intern(text));
}

/* What the proof says of each place and pair is what the table says of their rows, no more and no
 * less. */
static bool is_same_proof(const struct proof_table *t, const struct proof *p) {
	bool good = true;
	for (uint32_t i = 0; i < p->place.n; i++) {
		const struct proof_place *place = &p->place.at[i];
		uint32_t row = row_of(t, i);
		if (row == UINT32_MAX)
			return false;
		struct facts *own = &t->row.at[row].holds;
		good &= own->n + t->everywhere.n == place->nholds;
		for (uint32_t k = 0; k < place->nholds; k++)
			good &= have(own, place->holds[k]) || have(&t->everywhere, place->holds[k]);
		good &= t->row.at[row].only_one == place->only_one;
	}
	for (size_t i = 0; i < p->pair.n; i++) {
		const struct proof_pair *pair = &p->pair.at[i];
		uint32_t a = row_of(t, pair->a), b = row_of(t, pair->b);
		good &= proof_excludes(t, a, b) == pair->never;
		const struct facts *told = facts_between(t, a, b);
		for (uint32_t k = 0; !pair->never && a <= b && k < pair->nholds; k++)
			good &= have(told, pair->holds[k]) || have(&t->between, pair->holds[k]);
		if (!pair->never && a <= b)
			good &= (told ? told->n : 0) + t->between.n == pair->nholds;
	}
	return good;
}

/* All pairs, so that each has one answer.  The facts about two threads read the same both ways. */
static struct result *make_random(void) {
	static const char *const facts[] = {"x == 0", "y == 1", "z < 2"};
	static const char *const both[] = {"t1.a != t2.a", "t1.b == t2.b"};
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	r->proof = arena_new(r->arena, struct proof);
	uint32_t n = 1 + (uint32_t)rand() % 7;
	for (uint32_t i = 0; i < n; i++) {
		const char *holds[3];
		uint32_t k = 0;
		for (int f = 0; f < 3; f++)
			if (rand() % 3)
				holds[k++] = facts[f];
		const char *function = rand() % 4 ? "f" : "g";
		add_place(r, function, "t", 1 + (uint32_t)rand() % 9, holds, k);
		r->proof->place.at[i].only_one = rand() % 2;
	}
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = a; b < n; b++) {
			bool is_never = a == b ? r->proof->place.at[a].only_one : rand() % 2;
			const char *fact = rand() % 3 ? both[rand() % 2] : NULL;
			add_pair(r, a, b, is_never, is_never ? NULL : fact, NULL);
		}
	return r;
}

static void test_random(void) {
	for (int iteration = 0; iteration < 2000; iteration++) {
		struct result *r = make_random();
		struct arena *arena = arena_open();
		struct proof_table t;
		proof_table_init(&t, arena, r->proof, NULL);
		CHECK(is_same_proof(&t, r->proof));
		char *text = print(r, true, 0);
		CHECK(strstr(text, "VERIFICATION SUCCESSFUL\n"));
		free(text);
		proof_table_free(&t);
		arena_close(arena);
		result_close(r);
	}
}

int main(void) {
	srand(1);
	test_text();
	test_json();
	test_github();
	test_functions();
	test_between();
	test_long();
	test_random();
	intern_free_all();
	return check_done("proof");
}
