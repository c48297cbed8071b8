#include "report/json/cause_json.h"

#include <math.h>

#include "report/base/json_loc.h"
#include "report/story/cause.h"
#include "report/story/reason.h"
#include "result/cause.h"
#include "result/fix.h"

static const char *event_word(enum cause_event_kind kind) {
	static const char *const word[CAUSE_EVENT_KIND_N] = {[CAUSE_EVENT_NONE] = "none",
	                                                     [CAUSE_EVENT_READ] = "read",
	                                                     [CAUSE_EVENT_WRITE] = "write",
	                                                     [CAUSE_EVENT_LOCK] = "lock",
	                                                     [CAUSE_EVENT_UNLOCK] = "unlock",
	                                                     [CAUSE_EVENT_WAIT] = "wait",
	                                                     [CAUSE_EVENT_SIGNAL] = "signal",
	                                                     [CAUSE_EVENT_BROADCAST] = "broadcast",
	                                                     [CAUSE_EVENT_CREATE] = "create",
	                                                     [CAUSE_EVENT_JOIN] = "join",
	                                                     [CAUSE_EVENT_END] = "end",
	                                                     [CAUSE_EVENT_ALLOC] = "allocation",
	                                                     [CAUSE_EVENT_FREE] = "free",
	                                                     [CAUSE_EVENT_CALL] = "call",
	                                                     [CAUSE_EVENT_INPUT] = "input",
	                                                     [CAUSE_EVENT_BRANCH] = "branch",
	                                                     [CAUSE_EVENT_VIOLATION] = "violation"};
	return word[kind];
}

static const char *fact_word(enum cause_fact_type type) {
	static const char *const word[FACT_TYPE_N] = {[FACT_ORDER] = "order",
	                                              [FACT_INPUT] = "input",
	                                              [FACT_CHOICE] = "choice",
	                                              [FACT_DECISION] = "decision"};
	return word[type];
}

static void write_held(struct json *j, const struct cause_event *e) {
	json_put_array(j, "holds");
	for (size_t i = 0; i < e->held.n; i++) {
		json_object(j);
		json_put(j, "object", e->held.at[i].object);
		json_put_loc(j, "location", e->held.at[i].loc);
		json_close(j);
	}
	json_close(j);
}

/* What is not known is left out, and so is what is false. */
static void write_event(struct json *j, struct arena *arena, const struct property_result *p,
                        const struct cause_event *e) {
	json_row(j);
	json_put(j, "kind", event_word(e->kind));
	json_put(j, "text", cause_event_text(arena, p, e));
	json_key(j, "thread");
	if (e->thread == NO_THREAD)
		json_null(j);
	else
		json_uint(j, e->thread);
	if (e->step != NO_CAUSE_STEP)
		json_put_uint(j, "step", e->step);
	json_put_given(j, "object", e->object);
	json_put_given(j, "what", e->what);
	json_put_given(j, "value", e->value);
	if (e->kind == CAUSE_EVENT_BRANCH)
		json_put_bool(j, "taken", e->taken);
	if (e->late)
		json_put_bool(j, "late", true);
	json_put_given(j, "function", e->function);
	json_put_loc(j, "location", e->loc);
	write_held(j, e);
	json_close(j);
}

static void put_event(struct json *j, struct arena *arena, const struct property_result *p,
                      const char *key, const struct cause_event *e) {
	json_key(j, key);
	if (e->kind == CAUSE_EVENT_NONE)
		json_null(j);
	else
		write_event(j, arena, p, e);
}

static void write_facts(struct json *j, struct arena *arena, const struct property_result *p) {
	const struct cause *c = p->cause;
	json_put_array(j, "facts");
	for (size_t i = 0; i < c->fact.n; i++) {
		const struct cause_fact *f = &c->fact.at[i];
		json_object(j);
		json_put(j, "type", fact_word(f->type));
		json_put(j, "text", cause_fact_text(arena, p, f));
		put_event(j, arena, p, "first", &f->first);
		if (f->type == FACT_ORDER)
			put_event(j, arena, p, "second", &f->second);
		json_put_given(j, "other", f->type == FACT_INPUT ? f->other : NULL);
		json_put_bool(j, "shown", f->is_shown);
		json_close(j);
	}
	json_close(j);
}

void cause_json(struct json *j, const struct property_result *p) {
	const struct cause *c = p->cause;
	struct arena *arena = arena_open();
	char *weak = c ? NULL : reasons_sentence(arena, p);
	if (weak) {
		json_put(j, "why", weak);
		json_put_given(j, "holds_if", reasons_holds_if(arena, p));
	}
	if (!c) {
		arena_close(arena);
		return;
	}
	json_put_object(j, "cause");
	json_put(j, "class", cause_class_name(c->class));
	json_put(j, "kind", cause_kind_name(c->kind));
	if (c->also != CAUSE_ORDER)
		json_put(j, "also", cause_kind_name(c->also));
	json_put(j, "words", cause_kind_words(c->kind));
	json_put(j, "sentence", cause_of_schedule(arena, p));
	json_put(j, "holds_if", cause_holds_if(arena, p));
	write_facts(j, arena, p);
	json_put_array(j, "roles");
	for (size_t i = 0; i < c->role.n; i++)
		write_event(j, arena, p, &c->role.at[i]);
	json_close(j);
	put_event(j, arena, p, "point", &c->point);
	json_put_bool(j, "minimal", c->is_minimal);
	json_put_bool(j, "sufficient", c->is_sufficient);
	json_put_uint(j, "runs", c->runs);
	json_close(j);
	arena_close(arena);
}

static void write_fix(struct json *j, const struct result *r, const struct fix *f) {
	json_object(j);
	json_put(j, "property", f->property < r->property.n ? r->property.at[f->property].id : NULL);
	json_put(j, "what", f->what);
	json_put(j, "verified", f->verified);
	json_put_number(j, "seconds", round(f->seconds * 1e3) / 1e3);
	json_put(j, "diff", f->diff);
	json_put_array(j, "edits");
	for (size_t i = 0; i < f->edit.n; i++) {
		const struct source_edit *e = &f->edit.at[i];
		json_row(j);
		json_put(j, "file", e->file);
		json_put_uint(j, "offset", e->offset);
		json_put_uint(j, "length", e->length);
		json_put(j, "text", e->text);
		json_close(j);
	}
	json_close(j);
	json_close(j);
}

void fixes_json(struct json *j, const struct result *r) {
	if (!r->fixes)
		return;
	json_put_object(j, "fixes");
	json_put_uint(j, "tried", r->fixes->tried);
	json_put(j, "note", r->fixes->note);
	json_put_array(j, "proved");
	for (size_t i = 0; i < r->fixes->fix.n; i++)
		write_fix(j, r, &r->fixes->fix.at[i]);
	json_close(j);
	json_close(j);
}
