#include "report/json/execution_json.h"

#include "report/base/execution_edges.h"
#include "report/base/json_loc.h"
#include "report/story/reason.h"

static void put_event(struct json *j, const char *key, uint32_t event) {
	if (event != EXECUTION_NONE)
		json_put_uint(j, key, event);
}

static void put_sources(struct json *j, const struct execution_event *e) {
	json_put_array(j, "sources");
	for (size_t i = 0; i < e->read.n; i++) {
		if (execution_is_event(e->read.at[i].source))
			json_uint(j, e->read.at[i].source);
		else
			json_null(j);
	}
	json_close(j);
}

static bool is_forwarded(const struct execution_event *e) {
	for (size_t i = 0; i < e->read.n; i++)
		if (e->read.at[i].is_forwarded)
			return true;
	return false;
}

static void write_event(struct json *j, const struct execution *x, uint32_t ix) {
	const struct execution_event *e = &x->event.at[ix];
	json_row(j);
	json_put_uint(j, "index", ix);
	json_put(j, "kind", execution_kind_name(e->kind));
	json_put_uint(j, "thread", e->thread);
	json_put(j, "order", execution_order_name(e->order));
	if (e->is_failed)
		json_put(j, "success_order", execution_order_name(e->success_order));
	json_put_given(j, "name", e->name);
	json_put_given(j, "library", e->library);
	json_put_given(j, "value", e->value);
	json_put_given(j, "written", e->written_value);
	put_event(j, "other", e->other);
	if (e->read.n)
		put_sources(j, e);
	put_event(j, "newer", reason_newer(x, ix));
	json_put_true(j, "releases", e->releases);
	json_put_true(j, "acquires", e->acquires);
	json_put_true(j, "hidden", !edges_join(e));
	json_put_true(j, "forwarded", is_forwarded(e));
	if (execution_is_buffered(e)) {
		json_put_uint(j, "issued", e->issued);
		if (e->in_memory != EXECUTION_NEVER)
			json_put_uint(j, "in_memory", e->in_memory);
	}
	json_put(j, "function", e->function);
	json_put_loc(j, "location", e->loc);
	json_close(j);
}

static void write_edges(struct json *j, const char *key, const struct edges *edges) {
	json_put_array(j, key);
	json_line(j);
	for (size_t i = 0; i < edges->at.n; i++) {
		json_array(j);
		json_uint(j, edges->at.at[i].from);
		json_uint(j, edges->at.at[i].to);
		json_close(j);
	}
	json_close(j);
}

static void write_relations(struct json *j, const struct execution *x) {
	struct execution_edges edges;
	edges_init(&edges, x);
	write_edges(j, "program_order", &edges.sb);
	write_edges(j, "reads_from", &edges.rf);
	write_edges(j, "modification_order", &edges.mo);
	write_edges(j, "synchronises_with", &edges.sw);
	edges_free(&edges);
}

static void write_part(struct json *j, const struct reason_part *p) {
	json_row(j);
	json_put_uint(j, "event", p->event);
	json_put(j, "text", p->text);
	json_close(j);
}

static void write_reason(struct json *j, const struct reason *r) {
	static const char *const kind[] = {
	    [REASON_OLD_VALUE] = "old value", [REASON_OLD_STORE] = "old store", [REASON_RACE] = "race"};
	static const char *const why[] = {[WHY_NOTHING] = "nothing",
	                                  [WHY_NO_SYNC] = "no synchronisation",
	                                  [WHY_NO_ORDER] = "no order",
	                                  [WHY_BUFFERED] = "buffered"};
	json_object(j);
	json_put(j, "kind", kind[r->kind]);
	json_put(j, "why", why[r->why]);
	json_put_uint(j, "earlier", r->earlier);
	json_put_uint(j, "later", r->later);
	put_event(j, "store", r->store);
	put_event(j, "load", r->load);
	if (r->store_needs != ORDER_PLAIN)
		json_put(j, "store_needs", execution_order_name(r->store_needs));
	if (r->load_needs != ORDER_PLAIN)
		json_put(j, "load_needs", execution_order_name(r->load_needs));
	if (r->cycle.n) {
		json_put_array(j, "cycle");
		json_line(j);
		for (size_t i = 0; i < r->cycle.n; i++)
			json_uint(j, r->cycle.at[i]);
		json_close(j);
	}
	json_put(j, "claim", r->claim);
	json_put_array(j, "sentences");
	for (size_t i = 0; i < r->part.n; i++)
		write_part(j, &r->part.at[i]);
	json_close(j);
	if (r->repair.text) {
		json_key(j, "suggestion");
		write_part(j, &r->repair);
	}
	json_close(j);
}

void execution_json(struct json *j, const struct cex *cex) {
	const struct execution *x = cex->execution;
	if (!x)
		return;
	struct arena *arena = arena_open();
	struct reasons reasons;
	reasons_find(&reasons, arena, cex);
	json_put_object(j, "execution");
	json_put(j, "model", execution_model_name(x->model));
	json_put_array(j, "events");
	for (uint32_t i = 0; i < x->event.n; i++)
		write_event(j, x, i);
	json_close(j);
	write_relations(j, x);
	json_put_array(j, "reasons");
	for (size_t i = 0; i < reasons.at.n; i++)
		write_reason(j, &reasons.at.at[i]);
	json_close(j);
	json_close(j);
	reasons_free(&reasons);
	arena_close(arena);
}
