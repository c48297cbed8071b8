#include "symex/replay/run/run_trace.h"

#include <string.h>

static const char *const names[RUN_EVENT_N] = {
#define RUN_EVENT(KIND, name) name,
#include "symex/replay/run/run_events.def"
};

struct run_trace *run_trace_open(void) {
	struct run_trace *t = mem_alloc(sizeof *t);
	t->arena = arena_open();
	return t;
}

void run_trace_close(struct run_trace *t) {
	if (!t)
		return;
	for (size_t i = 0; i < t->thread.n; i++)
		vec_free(&t->thread.at[i].decision);
	vec_free(&t->event);
	vec_free(&t->thread);
	vec_free(&t->step);
	for (size_t i = 0; i < t->reply.n; i++)
		vec_free(&t->reply.at[i].write);
	vec_free(&t->reply);
	vec_free(&t->word);
	vec_free(&t->object);
	vec_free(&t->hits);
	map_free(&t->hits_of);
	arena_close(t->arena);
	mem_free(t);
}

const char *run_memory_name(enum run_memory memory) {
	static const char *const name[] = {
	    [MEMORY_GLOBAL] = "global", [MEMORY_LOCAL] = "local", [MEMORY_HEAP] = "heap"};
	return name[memory];
}

const char *run_event_name(enum run_event_kind kind) {
	return names[kind];
}

bool run_event_find(const char *name, enum run_event_kind *kind) {
	for (unsigned i = 0; i < RUN_EVENT_N; i++)
		if (!strcmp(names[i], name)) {
			*kind = (enum run_event_kind)i;
			return true;
		}
	return false;
}

bool run_event_is_brief(const struct run_event *e) {
	switch (e->kind) {
	case RUN_INPUT:
	case RUN_SIGNAL:
	case RUN_CREATE:
	case RUN_JOIN:
	case RUN_END:
	case RUN_LOCK:
	case RUN_UNLOCK:
	case RUN_WAIT:
	case RUN_OPENED:
	case RUN_RETURNED: return true;
	case RUN_BRANCH: return false;
	default: return !e->in_model;
	}
}

bool run_trace_fails(const struct run_trace *t) {
	return t->end == RUN_VIOLATES || (t->end == RUN_BLOCKED && t->why);
}

const char *run_end_text(enum run_end end) {
	static const char *const text[RUN_END_N] = {
	    [RUN_ENDS] = "the program ends",
	    [RUN_BLOCKED] = "no thread is enabled",
	    [RUN_ASSUMES] = "an assumption of the program is false",
	    [RUN_VIOLATES] = "a property is violated",
	    [RUN_TOO_LONG] = "the bound of instructions is reached",
	    [RUN_STOPPED] = "a limit of the command is reached",
	    [RUN_NOT_SUPPORTED] = "the run needs what is not supported",
	    [RUN_NOT_FOLLOWED] = "the trace is not one of this program",
	};
	return text[end];
}
