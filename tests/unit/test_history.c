/* Histories made by hand: what charts and sentences say of them. */
#include "report/story/history.h"

#include <stdlib.h>
#include <string.h>

#include "report/json/history_json.h"
#include "tests/unit/check.h"

struct bench {
	struct arena *arena;
	struct cex cex;
	struct history history;
};

static void start(struct bench *b) {
	*b = (struct bench){.arena = arena_open()};
	static const char *const names[] = {"main", "T1", "T2", "T3"};
	for (int i = 0; i < 4; i++) {
		struct cex_thread t = {.name = names[i], .function = i ? "__client" : "main"};
		vec_push(&b->cex.thread, t);
	}
	b->history.specification = "queue";
	b->history.asked = "linearizable";
	b->cex.history = &b->history;
}

static void stop(struct bench *b) {
	for (size_t i = 0; i < b->history.tries.n; i++)
		vec_free(&b->history.tries.at[i].call);
	vec_free(&b->history.tries);
	vec_free(&b->history.call);
	vec_free(&b->cex.thread);
	arena_close(b->arena);
}

static void call(struct bench *b, uint32_t thread, const char *operation, const char *arguments,
                 const char *result, uint32_t begins, uint32_t ends, bool in_conflict) {
	struct history_call c = {.thread = thread,
	                         .operation = operation,
	                         .arguments = arguments,
	                         .result = result,
	                         .begins_at = begins,
	                         .ends_at = ends,
	                         .in_conflict = in_conflict};
	vec_push(&b->history.call, c);
}

static bool prints(const struct bench *b, unsigned width, size_t lines, const char *golden) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct paint paint = {.out = f};
	size_t printed = history_print(&paint, &b->cex, width);
	fclose(f);
	bool good = !strcmp(text, golden) && printed == lines;
	if (!good)
		fprintf(stderr, "printed %zu lines:\n%s\n", printed, text);
	free(text);
	return good;
}

#define HEAD "  calls (time runs to the right; '=': those in conflict):\n"

static void test_chart(void) {
	struct bench b;
	start(&b);
	CHECK(prints(&b, 80, 0, ""));
	CHECK(!history_sentence(b.arena, &b.cex));
	call(&b, 1, "enqueue", "1", "true", 1, 3, true);
	call(&b, 2, "enqueue", "2", "true", 2, 5, false);
	call(&b, 1, "dequeue", "", "false", 4, 6, true);
	call(&b, 3, "dequeue", "", NULL, 7, 7, false);
	b.history.sentence = "It is empty.";
	/* T2 begins before T1 returns, and returns after T1 has called again. */
	CHECK(prints(&b, 100, 5,
	             HEAD "  T1  |== enqueue(1) -> true ==| |== dequeue() -> false ==|\n"
	                  "  T2    |-- enqueue(2) -> true ----|\n"
	                  "  T3                                                        "
	                  "|-- dequeue() ...\n\n"));
	CHECK(prints(&b, 60, 9,
	             HEAD "  T1  |== 1 ==| |== 3 ==|\n"
	                  "  T2    |-- 2 ----|\n"
	                  "  T3                      |-- 4 ...\n"
	                  "   1= T1 enqueue(1) -> true\n"
	                  "   2  T2 enqueue(2) -> true\n"
	                  "   3= T1 dequeue() -> false\n"
	                  "   4  T3 dequeue() has not returned\n\n"));
	CHECK(prints(&b, 20, 6,
	             HEAD "   1= T1 enqueue(1) -> true\n"
	                  "   2  T2 enqueue(2) -> true\n"
	                  "   3= T1 dequeue() -> false\n"
	                  "   4  T3 dequeue() has not returned\n\n"));
	CHECK(!strcmp(history_sentence(b.arena, &b.cex), "It is empty."));
	stop(&b);
}

/* Columns of any history keep what real time says, and nothing else. */
static void test_places(void) {
	srand(7);
	for (int round = 0; round < 300; round++) {
		struct bench b;
		start(&b);
		size_t n = 1 + (size_t)rand() % 6, least[6], begins[6], ends[6];
		for (size_t i = 0; i < n; i++) {
			uint32_t from = (uint32_t)rand() % 12;
			least[i] = 9 + (size_t)rand() % 20;
			call(&b, (uint32_t)i, "f", "", rand() % 4 ? "" : NULL, from,
			     from + (uint32_t)rand() % 6, false);
		}
		size_t last = history_place(&b.history, least, begins, ends);
		for (size_t i = 0; i < n; i++) {
			const struct history_call *c = &b.history.call.at[i];
			CHECK(ends[i] >= begins[i] + least[i] && ends[i] <= last);
			for (size_t k = 0; k < n; k++) {
				bool before = c->result && c->ends_at < b.history.call.at[k].begins_at;
				CHECK(before == (ends[i] < begins[k]));
			}
			CHECK(c->result || ends[i] == last);
		}
		stop(&b);
	}
}

static void test_tries(void) {
	struct bench b;
	start(&b);
	call(&b, 1, "down", "", "", 1, 2, true);
	call(&b, 2, "value", "", "1", 3, 4, true);
	struct history_try one = {.expected = "0"}, two = {0};
	vec_push(&one.call, 0);
	vec_push(&one.call, 1);
	vec_push(&two.call, 1);
	vec_push(&two.call, 0);
	vec_push(&b.history.tries, one);
	vec_push(&b.history.tries, two);
	CHECK(prints(&b, 0, 7,
	             HEAD "  T1  |== down() ==|\n"
	                  "  T2                 |== value() -> 1 ==|\n"
	                  "  some of the orders that are allowed, and their wrong results:\n"
	                  "    T1 down(), T2 value(): the specification returns 0, not 1\n"
	                  "    T2 value() -> 1, T1 down(): the last one cannot happen then\n\n"));
	CHECK(!strcmp(history_sentence(b.arena, &b.cex),
	              "No order of these calls that respects real time explains their results: "
	              "T1 down(), T2 value() -> 1."));
	b.history.asked = "sequentially consistent";
	CHECK(strstr(history_sentence(b.arena, &b.cex), "keeps the order of each thread"));
	b.history.asked = "quiescently consistent";
	CHECK(strstr(history_sentence(b.arena, &b.cex), "the moments without an open call"));
	stop(&b);
}

static char *json_of(const struct bench *b) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct json j;
	json_init(&j, f, 2);
	json_object(&j);
	history_json(&j, &b->cex);
	json_close(&j);
	json_finish(&j);
	fclose(f);
	return text;
}

static void test_misfit(void) {
	struct bench b;
	start(&b);
	call(&b, 1, "get", "", "0", 1, 2, true);
	b.history.sentence = "get() returned 0 as the first call; the specification 'map' returns -1.";
	b.history.is_misfit = true;
	b.history.misfit_tried = 7;
	b.history.misfit_calls = 3;
	CHECK(prints(&b, 0, 2,
	             "  no other description was found that fits (7 tried, one thread with up to 3 "
	             "calls)\n\n"));
	char *text = json_of(&b);
	CHECK(strstr(text, "\"would_fit\": []"));
	free(text);
	vec_push(&b.history.misfit, "map.api:4: op get(...) fail 0");
	CHECK(prints(&b, 0, 3,
	             "  this would fit (tried: one thread with up to 3 calls):\n"
	             "    map.api:4: op get(...) fail 0\n\n"));
	text = json_of(&b);
	CHECK(strstr(text, "\"map.api:4: op get(...) fail 0\""));
	free(text);
	vec_free(&b.history.misfit);
	stop(&b);
}

static void test_json(void) {
	struct bench b;
	start(&b);
	call(&b, 1, "put", "1", "", 1, 2, true);
	call(&b, 2, "get", "", NULL, 3, 0, false);
	struct history_try t = {.expected = "2"};
	vec_push(&t.call, 0);
	vec_push(&b.history.tries, t);
	char *text = json_of(&b);
	CHECK(strstr(text, "{\"thread\": 1, \"operation\": \"put\", \"arguments\": \"1\", "
	                   "\"result\": \"\", \"text\": \"T1 put(1)\", \"begins\": 0, \"ends\": 0, "
	                   "\"begins_at\": 1, \"ends_at\": 2, \"in_conflict\": true}"));
	CHECK(strstr(text, "\"result\": null, \"text\": \"T2 get() has not returned\""));
	CHECK(strstr(text, "{\"calls\": [0], \"expected\": \"2\", \"text\": "
	                   "\"T1 put(1): the specification returns 2\"}"));
	CHECK(strstr(text, "\"all_tried\": false") && !strstr(text, "would_fit"));
	free(text);
	stop(&b);
}

int main(void) {
	test_chart();
	test_places();
	test_tries();
	test_misfit();
	test_json();
	return check_done("history");
}
