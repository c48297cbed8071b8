#include "report/story/cause_words.h"

#include <string.h>

#include "util/text/path.h"
#include "util/text/same.h"

#define MAX_VALUE 24 /* of a value in a sentence */

bool cause_is_known(const struct cause_event *e) {
	return e->kind != CAUSE_EVENT_NONE && (e->thread != NO_THREAD || e->loc.line);
}

const struct cause_event *cause_role(const struct cause *c, size_t ix) {
	return ix < c->role.n && cause_is_known(&c->role.at[ix]) ? &c->role.at[ix] : NULL;
}

const char *words_thread(const struct cause_words *w, uint32_t thread) {
	const struct cex *cex = w->property->cex;
	if (cex && thread < cex->thread.n && cex->thread.at[thread].name)
		return cex->thread.at[thread].name;
	if (thread == NO_THREAD)
		return "a thread";
	return thread ? arena_printf(w->arena, "T%u", thread) : "main";
}

const char *words_place(const struct cause_words *w, struct loc loc) {
	if (!loc.file || !loc.line)
		return "?";
	const char *own = w->property->loc.file;
	bool is_own = w->is_brief && own && !strcmp(own, loc.file);
	return arena_printf(w->arena, "%s:%u", is_own ? "" : path_base(loc.file), loc.line);
}

static const char *bare(const char *object) {
	return object + (*object == '&');
}

const char *words_object(const struct cause_event *e) {
	bool is_block = e->kind == CAUSE_EVENT_FREE || e->kind == CAUSE_EVENT_ALLOC;
	return e->object && *e->object ? bare(e->object) : is_block ? "the block" : "memory";
}

bool words_same_place(const struct cause_event *a, const struct cause_event *b) {
	return a->loc.line == b->loc.line && same_text(a->loc.file, b->loc.file);
}

bool words_same_object(const struct cause_event *a, const struct cause_event *b) {
	return a && b && a->object && b->object && !strcmp(bare(a->object), bare(b->object));
}

static bool has_value(const struct cause_words *w, const struct cause_event *e) {
	return !w->is_brief && e->value && *e->value && strlen(e->value) <= MAX_VALUE;
}

const char *words_where(const struct cause_words *w, const struct cause_event *e) {
	if (e->kind == CAUSE_EVENT_BRANCH && has_value(w, e))
		return arena_printf(w->arena, " (%s, %s)", e->value, words_place(w, e->loc));
	return arena_printf(w->arena, " (%s)", words_place(w, e->loc));
}

const char *words_valued(const struct cause_words *w, const struct cause_event *e) {
	bool is_access = e->kind == CAUSE_EVENT_READ || e->kind == CAUSE_EVENT_WRITE;
	const char *object = words_object(e);
	return is_access && has_value(w, e) ? arena_printf(w->arena, "%s = %s", object, e->value)
	                                    : object;
}

/* Does the wait end with taking a lock?  Then that is what the thread wants to do. */
static bool is_for_lock(const struct cause_event *e) {
	return e->kind == CAUSE_EVENT_WAIT && e->what && strcmp(e->what, "join") != 0 &&
	       strncmp(e->what, "condition", 9) != 0 && strcmp(e->what, "barrier") != 0;
}

/* "waits for m", "waits for T1 to end": what a wait is for. */
static const char *wait_words(const struct cause_words *w, const struct cause_event *e,
                              const char *verb, const char *object) {
	if (same_text(e->what, "join"))
		return arena_printf(w->arena, "%s for %s to end", verb, e->object ? object : "a thread");
	return e->object ? arena_printf(w->arena, "%s for %s", verb, object) : verb;
}

/* What a CALL or an INPUT is: "read(fd, buf, 4) returned 0", "n was 5". */
static const char *value_words(const struct cause_words *w, const struct cause_event *e,
                               enum tense tense) {
	const char *object = words_object(e);
	bool is_call = strchr(object, '(');
	const char *verb = is_call         ? tense == PAST ? "returned" : "returns"
	                   : tense == PAST ? "was"
	                                   : "is";
	if (!e->value || !*e->value)
		return arena_printf(w->arena, is_call ? "%s %s" : "%s chose %s",
		                    is_call ? words_thread(w, e->thread) : "the environment",
		                    is_call ? arena_printf(w->arena, "called %s", object) : object);
	return arena_printf(w->arena, "%s %s %s", object, verb, e->value);
}

static const char *branch_words(const struct cause_words *w, const struct cause_event *e,
                                enum tense tense) {
	return arena_printf(w->arena, "%s %s %s", words_object(e), tense == PAST ? "was" : "is",
	                    e->taken ? "true" : "false");
}

static const char *verb_of(enum cause_event_kind kind, enum tense tense) {
	static const char *const verbs[CAUSE_EVENT_KIND_N][3] = {
	    [CAUSE_EVENT_NONE] = {"acts", "acted", "could act"},
	    [CAUSE_EVENT_READ] = {"reads", "read", "could read"},
	    [CAUSE_EVENT_WRITE] = {"writes", "wrote", "could write"},
	    [CAUSE_EVENT_LOCK] = {"takes", "took", "could take"},
	    [CAUSE_EVENT_UNLOCK] = {"releases", "released", "could release"},
	    [CAUSE_EVENT_WAIT] = {"waits", "waited", "could wait"},
	    [CAUSE_EVENT_SIGNAL] = {"signals", "signalled", "could signal"},
	    [CAUSE_EVENT_BROADCAST] = {"broadcasts", "broadcast", "could broadcast"},
	    [CAUSE_EVENT_CREATE] = {"creates", "created", "could create"},
	    [CAUSE_EVENT_JOIN] = {"joins", "joined", "could join"},
	    [CAUSE_EVENT_END] = {"ends", "ended", "could end"},
	    [CAUSE_EVENT_ALLOC] = {"allocates", "allocated", "could allocate"},
	    [CAUSE_EVENT_FREE] = {"frees", "freed", "could free"},
	    [CAUSE_EVENT_CALL] = {"calls", "called", "could call"},
	    [CAUSE_EVENT_INPUT] = {"reads", "read", "could read"},
	    [CAUSE_EVENT_BRANCH] = {"tests", "tested", "could test"},
	    [CAUSE_EVENT_VIOLATION] = {"checks", "checked", "could check"},
	};
	return verbs[kind][tense];
}

const char *words_act(const struct cause_words *w, const struct cause_event *e, enum tense tense,
                      const struct cause_event *named) {
	const char *who = words_thread(w, e->thread), *verb = verb_of(e->kind, tense);
	const char *object = words_same_object(e, named) ? "it" : words_valued(w, e);
	switch (e->kind) {
	case CAUSE_EVENT_CALL:
	case CAUSE_EVENT_INPUT: return value_words(w, e, tense);
	case CAUSE_EVENT_BRANCH: return branch_words(w, e, tense);
	case CAUSE_EVENT_WAIT:
		if (is_for_lock(e) && e->object)
			return arena_printf(w->arena, "%s %s %s", who, verb_of(CAUSE_EVENT_LOCK, tense),
			                    object);
		return arena_printf(w->arena, "%s %s", who, wait_words(w, e, verb, object));
	case CAUSE_EVENT_END: return arena_printf(w->arena, "%s %s", who, verb);
	default:
		if (!e->object)
			return arena_printf(w->arena, "%s %s", who, verb);
		return arena_printf(w->arena, "%s %s %s", who, verb, object);
	}
}

const char *words_event(const struct cause_words *w, const struct cause_event *e, enum tense tense,
                        const struct cause_event *named) {
	return arena_printf(w->arena, "%s%s", words_act(w, e, tense, named), words_where(w, e));
}

const char *words_condition(const struct cause_words *w, const struct cause_event *e) {
	return arena_printf(w->arena, "%s%s%s", words_object(e), e->taken ? "" : " was false",
	                    words_where(w, e));
}

const char *words_held(const struct cause_words *w, const struct cause_event *e) {
	const char *all = NULL;
	for (size_t i = 0; i < e->held.n; i++) {
		const char *lock = e->held.at[i].object ? bare(e->held.at[i].object) : "a lock";
		const char *between = i + 1 == e->held.n ? " and " : ", ";
		all = all ? arena_printf(w->arena, "%s%s%s", all, between, lock) : lock;
	}
	return all;
}

bool words_holds(const struct cause_event *e, const char *object) {
	for (size_t i = 0; i < e->held.n; i++)
		if (e->held.at[i].object && object && !strcmp(bare(e->held.at[i].object), bare(object)))
			return true;
	return false;
}
