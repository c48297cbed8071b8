/* Conflicts of histories of a queue, a counter and random tables, held against all orders. */
#include "symex/replay/trace/call_conflict.h"

#include <stdlib.h>
#include <string.h>

#include "symex/replay/trace/history_words.h"
#include "tests/unit/check.h"

enum { MOST = 6 };

struct call {
	char op;      /* e: enqueue, d: dequeue */
	int argument; /* of enqueue */
	int result;   /* of dequeue: 0 is empty */
};

struct toy {
	const struct call *call;
	uint32_t n;
	/* states are lists of values, the oldest in the lowest digit; random: a table */
	bool is_random;
	unsigned seed;
};

/* A queue of values 1 to 9 as decimal digits. */
static uint32_t with(uint32_t queue, uint32_t value) {
	uint32_t place = 1;
	while (queue / place)
		place *= 10;
	return queue + place * value;
}

static size_t run_queue(void *context, uint32_t state, uint32_t ix,
                        struct call_conflict_outcome *to) {
	static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
	const struct toy *t = context;
	const struct call *c = &t->call[ix];
	if (c->op == 'e') {
		to[0] = (struct call_conflict_outcome){with(state, (uint32_t)c->argument), true, "true"};
		return 1;
	}
	uint32_t first = state % 10;
	to[0] = (struct call_conflict_outcome){state / 10, (int)first == c->result, digits[first]};
	return 1;
}

/* States 0 to 4; up to two outcomes, of which some fit. */
static size_t run_random(void *context, uint32_t state, uint32_t ix,
                         struct call_conflict_outcome *to) {
	const struct toy *t = context;
	unsigned h = (state * 31 + ix) * 2654435761u + t->seed * 40503u;
	size_t n = (h >> 4) % 5 ? 1 + (h >> 7) % 2 : 0;
	for (size_t i = 0; i < n; i++) {
		h = h * 1103515245u + 12345u;
		to[i] = (struct call_conflict_outcome){(h >> 8) % 5, (h >> 16) % 3 == 0, "x"};
	}
	return n;
}

/* By all orders, without memory. */
static bool brute(const struct call_conflict_input *in, const bool *result, const bool *before,
                  uint32_t state, uint32_t placed) {
	bool complete = true;
	for (uint32_t i = 0; i < in->n; i++)
		complete = complete && (!in->returned[i] || placed >> i & 1);
	if (complete)
		return true;
	for (uint32_t i = 0; i < in->n; i++) {
		bool may = !(placed >> i & 1);
		for (uint32_t k = 0; k < in->n; k++)
			may = may && (!before[k * in->n + i] || placed >> k & 1);
		if (!may)
			continue;
		struct call_conflict_outcome o[CALL_CONFLICT_MOST_OUTCOMES];
		size_t n = in->run(in->context, state, i, o);
		for (size_t k = 0; k < n; k++)
			if ((o[k].fits || !result[i]) &&
			    brute(in, result, before, o[k].state, placed | 1u << i))
				return true;
	}
	return false;
}

/* enqueue(1) returns, and then dequeue finds nothing; enqueue(2) goes on all the time. */
static void test_queue(void) {
	struct arena *arena = arena_open();
	const struct call calls[] = {{'e', 1, 0}, {'e', 2, 0}, {'d', 0, 0}};
	const bool returned[] = {true, true, true};
	const bool before[] = {false, false, true, false, false, false, false, false, false};
	struct toy toy = {.call = calls, .n = 3};
	struct call_conflict_input in = {.n = 3,
	                                 .returned = returned,
	                                 .before = before,
	                                 .run = run_queue,
	                                 .context = &toy,
	                                 .most_runs = 1000};
	struct call_conflict f;
	CHECK(call_conflict_find(arena, &in, &f));
	CHECK(!f.result[0] && !f.result[1] && f.result[2] && f.is_minimal);
	CHECK(f.before[2] && f.are_all && f.ntries == 3);
	/* 1, then dequeue; 1, 2, then dequeue; 2, 1, then dequeue */
	CHECK(f.try[0].n == 3 && f.try[0].call[1] == 1 && !strcmp(f.try[0].expected, "1"));
	CHECK(f.try[1].n == 2 && f.try[1].call[1] == 2 && !strcmp(f.try[1].expected, "1"));
	CHECK(f.try[2].n == 3 && f.try[2].call[0] == 1 && !strcmp(f.try[2].expected, "2"));
	in.most_runs = 2;
	CHECK(!call_conflict_find(arena, &in, &f));
	in.most_runs = 1000;
	const bool none[9] = {false}; /* without real time it may be the first */
	in.before = none;
	CHECK(!call_conflict_find(arena, &in, &f));
	arena_close(arena);
}

/* --- Sentences. --- */

struct told {
	uint32_t thread;
	const char *meaning, *arguments, *result;
	uint32_t begins, ends;
};

static bool has_failed(const char *result) {
	return !strcmp(result, "false") || !strcmp(result, "NULL") || *result == '-';
}

/* What is said of these calls of a queue. */
static const char *words(struct arena *arena, const struct told *told, uint32_t n) {
	static const struct cex_thread threads[] = {{.name = "main"}, {.name = "T1"}, {.name = "T2"}};
	struct history h = {0};
	struct cex cex = {.history = &h};
	struct call calls[MOST];
	const char *meaning[MOST];
	bool returned[MOST], before[MOST * MOST] = {false};
	for (size_t i = 0; i < 3; i++)
		vec_push(&cex.thread, threads[i]);
	for (uint32_t i = 0; i < n; i++) {
		const struct told *t = &told[i];
		struct history_call c = {.thread = t->thread,
		                         .operation = t->meaning,
		                         .arguments = t->arguments,
		                         .result = t->result,
		                         .has_failed = t->result && has_failed(t->result)};
		vec_push(&h.call, c);
		meaning[i] = t->meaning;
		returned[i] = t->result;
		bool enqueues = !strcmp(t->meaning, "enqueue");
		bool has_value = t->result && !strncmp(t->result, "true, ", 6);
		calls[i] = (struct call){enqueues ? 'e' : 'd', atoi(t->arguments),
		                         has_value ? atoi(t->result + 6) : 0};
		for (uint32_t k = 0; k < n; k++)
			before[i * n + k] = t->result && t->ends < told[k].begins;
	}
	struct toy toy = {.call = calls, .n = n};
	struct call_conflict_input in = {.n = n,
	                                 .returned = returned,
	                                 .before = before,
	                                 .run = run_queue,
	                                 .context = &toy,
	                                 .most_runs = 10000};
	struct call_conflict to;
	const char *text = NULL;
	if (call_conflict_find(arena, &in, &to))
		text = history_words(arena, &cex, meaning, &in, &to);
	vec_free(&h.call);
	vec_free(&cex.thread);
	return text;
}

static void test_words(void) {
	struct arena *arena = arena_open();
	const struct told nowhere[] = {{1, "enqueue", "1", "true", 1, 2},
	                               {2, "dequeue", "", "true, 2", 3, 4}};
	CHECK(
	    !strcmp(words(arena, nowhere, 2), "T2 dequeue() returned 2, which no call has put there."));
	const struct told twice[] = {{1, "enqueue", "1", "true", 1, 2},
	                             {1, "dequeue", "", "true, 1", 3, 5},
	                             {2, "dequeue", "", "true, 1", 4, 6}};
	CHECK(!strcmp(words(arena, twice, 3),
	              "T1 dequeue() and T2 dequeue() both returned 1, which was "
	              "put there once, by T1 enqueue(1)."));
	const struct told nothing[] = {{1, "enqueue", "1", "true", 1, 2},
	                               {2, "dequeue", "", "false", 3, 4}};
	CHECK(!strcmp(words(arena, nothing, 2),
	              "T2 dequeue() returned false, although T1 enqueue(1) had returned before it "
	              "began, and nobody took 1."));
	const struct told order[] = {{1, "enqueue", "1", "true", 1, 2},
	                             {2, "enqueue", "2", "true", 3, 4},
	                             {1, "dequeue", "", "true, 2", 5, 6},
	                             {2, "dequeue", "", "true, 1", 7, 8}};
	CHECK(!strcmp(words(arena, order, 4),
	              "T1 dequeue() returned 2 before T2 dequeue() returned 1, although T1 enqueue(1) "
	              "had returned before T2 enqueue(2) began."));
	CHECK(
	    !strcmp(words(arena, order, 3),
	            "T1 dequeue() returned 2 and not 1, although T1 enqueue(1) had returned before T2 "
	            "enqueue(2) began, and nobody took 1."));
	/* a dequeue that has not returned may have taken it */
	const struct told pending[] = {{1, "enqueue", "1", "true", 1, 2},
	                               {1, "dequeue", "", NULL, 3, 9},
	                               {2, "dequeue", "", "false", 4, 5}};
	CHECK(!words(arena, pending, 3));
	arena_close(arena);
}

static void test_random(void) {
	unsigned conflicts = 0;
	srand(3);
	for (unsigned round = 0; round < 3000; round++) {
		struct arena *arena = arena_open();
		uint32_t n = 1 + (uint32_t)rand() % 4;
		bool returned[MOST], before[MOST * MOST] = {false};
		for (uint32_t i = 0; i < n; i++) {
			returned[i] = rand() % 5 > 0;
			for (uint32_t k = 0; k < i; k++)
				before[k * n + i] = returned[k] && rand() % 2;
		}
		struct toy toy = {.is_random = true, .seed = round};
		struct call_conflict_input in = {.n = n,
		                                 .returned = returned,
		                                 .before = before,
		                                 .run = run_random,
		                                 .context = &toy,
		                                 .most_runs = 100000};
		struct call_conflict f;
		bool found = call_conflict_find(arena, &in, &f);
		CHECK(found == !brute(&in, returned, before, 0, 0));
		conflicts += found;
		if (found) {
			CHECK(f.is_minimal && !brute(&in, f.result, f.before, 0, 0));
			for (uint32_t i = 0; i < n + n * n; i++) {
				bool *what = i < n ? &f.result[i] : &f.before[i - n];
				if (!*what)
					continue;
				*what = false;
				CHECK(brute(&in, f.result, f.before, 0, 0));
				*what = true;
			}
		}
		arena_close(arena);
	}
	CHECK(conflicts > 300 && conflicts < 2900);
}

int main(void) {
	test_queue();
	test_words();
	test_random();
	return check_done("call_conflict");
}
