#include "report/json.h"

#include "util/json.h"

static const char *verdict_word(const struct result *r) {
	static const char *const word[] = {"unknown", "safe", "unsafe"};
	return r->error.text ? "error" : word[result_verdict(r)];
}

static void write_run(struct json *j, const struct result *r) {
	struct arena *arena = arena_open();
	json_object(j);
	json_put(j, "verdict", verdict_word(r));
	json_put(j, "verdict_line", result_verdict_line(arena, r));
	json_close(j);
	arena_close(arena);
}

void report_json(FILE *out, const struct results *results) {
	struct json j;
	json_init(&j, out, 2);
	json_object(&j);
	json_key(&j, "runs");
	json_array(&j);
	for (size_t i = 0; i < results->run.n; i++)
		write_run(&j, results->run.at[i]);
	json_close(&j);
	json_close(&j);
	json_finish(&j);
}
