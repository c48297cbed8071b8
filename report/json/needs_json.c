#include "report/json/needs_json.h"

#include "report/base/json_loc.h"

static void write_places(struct json *j, const struct need *n) {
	json_put_array(j, "places");
	for (size_t i = 0; i < n->n; i++) {
		json_row(j);
		json_put_loc(j, "location", n->at[i].loc);
		json_put_bool(j, "releases", n->at[i].is_release);
		json_close(j);
	}
	json_close(j);
}

static void write_need(struct json *j, struct arena *arena, const struct need *n) {
	json_object(j);
	json_put(j, "kind", need_kind_id(n->kind));
	json_put(j, "outcome", need_outcome_id(n->outcome));
	json_put(j, "what", need_what(arena, n));
	json_put(j, "change", need_change(arena, n));
	json_put(j, "function", n->function);
	json_put(j, "object", n->object);
	json_put(j, "call", n->call);
	json_put(j, "weaker", n->weaker);
	write_places(j, n);
	json_key(j, "violation");
	if (n->outcome == NEED_NEEDED) {
		json_object(j);
		json_put(j, "class", n->class_name);
		json_put(j, "text", n->violation);
		json_put_loc(j, "location", n->loc);
		json_put(j, "cause", n->cause);
		json_close(j);
	} else {
		json_null(j);
	}
	json_put(j, "reason", n->reason);
	json_put_bool(j, "kept", n->is_kept);
	json_close(j);
}

void needs_json(struct json *j, const struct result *r) {
	const struct needs *n = r->needs;
	if (!n)
		return;
	struct arena *arena = arena_open();
	json_put_object(j, "needs");
	json_put(j, "remark", n->remark);
	json_put(j, "warning", n->warning);
	json_put_bool(j, "added_races", n->with_races);
	json_put_bool(j, "shares_memory", n->shares_memory);
	json_put_uint(j, "verified", n->verified);
	json_put_uint(j, "left_out", n->left_out);
	json_put_bool(j, "suffices", n->is_set);
	json_put_array(j, "elements");
	for (size_t i = 0; i < n->at.n; i++)
		write_need(j, arena, &n->at.at[i]);
	json_close(j);
	json_close(j);
	arena_close(arena);
}
