#include "report/json/confirmation_json.h"

#include "report/base/json_loc.h"
#include "util/text/diag.h"

static void write_confirmation(struct json *j, struct arena *arena, const struct confirmation *c) {
	bool is_confirmed = c->outcome == CONFIRMATION_CONFIRMED;
	json_object(j);
	json_put(j, "outcome", confirmation_outcome_id(c->outcome));
	json_put(j, "text", confirmation_text(arena, c));
	json_put(j, "reason", is_confirmed ? NULL : confirmation_reason_id(c->reason));
	json_put(j, "detail", c->detail);
	json_put(j, "compiler", c->compiler);
	json_put(j, "flags", c->flags);
	json_put(j, "tool", is_confirmed ? c->tool : NULL);
	json_put(j, "what", is_confirmed ? c->what : NULL);
	json_put_loc(j, "location", is_confirmed ? c->loc : NO_LOC);
	json_put_array(j, "forced");
	for (uint32_t i = 0; is_confirmed && i < c->nforced; i++)
		json_string(j, c->forced[i]);
	json_close(j);
	if (is_confirmed && c->was_real)
		json_put_bool(j, "real", !c->nforced);
	json_put(j, "folder", c->folder);
	json_put(j, "output", c->output);
	json_put_uint(j, "runs", c->runs);
	json_put_uint(j, "shown", c->shown);
	json_put_number(j, "seconds", c->seconds);
	json_close(j);
}

void confirmation_json(struct json *j, const struct property_result *p) {
	json_put_given(j, "harness", p->harness);
	if (!p->confirmation)
		return;
	struct arena *arena = arena_open();
	json_key(j, "confirmation");
	write_confirmation(j, arena, p->confirmation);
	arena_close(arena);
}

void certificate_json(struct json *j, const struct result *r) {
	const struct certificate *c = r->certificate;
	if (!c)
		return;
	json_put_object(j, "certificate");
	json_put(j, "folder", c->folder);
	json_put(j, "digest", c->digest);
	json_put_uint(j, "queries", c->queries);
	json_put_uint(j, "checked", c->checked);
	json_put_uint(j, "elsewhere", c->elsewhere);
	json_put(j, "uncertified", c->uncertified);
	json_put(j, "wrong", c->wrong);
	json_put_number(j, "seconds", c->seconds);
	json_close(j);
}
