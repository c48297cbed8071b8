#include "report/json/history_json.h"

#include "report/story/history.h"

static void write_call(struct json *j, struct arena *arena, const struct cex *cex,
                       const struct history_call *c) {
	json_row(j);
	json_put_uint(j, "thread", c->thread);
	json_put(j, "operation", c->operation);
	json_put(j, "arguments", c->arguments);
	json_put(j, "result", c->result);
	json_put(j, "text", history_call_text(arena, cex, c));
	json_put_uint(j, "begins", c->begins);
	json_put_uint(j, "ends", c->ends);
	json_put_uint(j, "begins_at", c->begins_at);
	json_put_uint(j, "ends_at", c->ends_at);
	if (c->in_conflict)
		json_put_bool(j, "in_conflict", true);
	json_close(j);
}

static void write_try(struct json *j, struct arena *arena, const struct cex *cex,
                      const struct history_try *t) {
	json_row(j);
	json_put_array(j, "calls");
	for (size_t i = 0; i < t->call.n; i++)
		json_uint(j, t->call.at[i]);
	json_close(j);
	json_put(j, "expected", t->expected);
	json_put(j, "text", history_try_text(arena, cex, t));
	json_close(j);
}

void history_json(struct json *j, const struct cex *cex) {
	const struct history *h = cex->history;
	if (!h)
		return;
	struct arena *arena = arena_open();
	json_put_object(j, "history");
	json_put(j, "specification", h->specification);
	json_put(j, "asked", h->asked);
	json_put(j, "sentence", history_sentence(arena, cex));
	json_put_array(j, "calls");
	for (size_t i = 0; i < h->call.n; i++)
		write_call(j, arena, cex, &h->call.at[i]);
	json_close(j);
	json_put_array(j, "tries");
	for (size_t i = 0; i < h->tries.n; i++)
		write_try(j, arena, cex, &h->tries.at[i]);
	json_close(j);
	json_put_bool(j, "all_tried", h->are_all);
	if (h->is_misfit) {
		json_put_array(j, "would_fit");
		for (size_t i = 0; i < h->misfit.n; i++)
			json_string(j, h->misfit.at[i]);
		json_close(j);
	}
	json_close(j);
	arena_close(arena);
}
