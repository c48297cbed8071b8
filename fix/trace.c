#include "fix/trace.h"

#include <string.h>

enum { MOST_OBJECTS = 6 };

static bool is_access(const struct step *s) {
	return (s->kind == STEP_ASSIGN || s->kind == STEP_READ) && s->shared && s->memory &&
	       !s->in_model && s->loc.file;
}

static struct cause_event event_of(const struct step *s, uint32_t ix, enum cause_event_kind kind) {
	return (struct cause_event){.kind = kind,
	                            .thread = s->thread,
	                            .step = ix,
	                            .loc = s->loc,
	                            .function = s->function,
	                            .object = s->lhs,
	                            .value = s->value};
}

static bool has_place(const struct cause *c, const struct step *s) {
	for (size_t i = 0; i < c->role.n; i++) {
		const struct cause_event *e = &c->role.at[i];
		if (e->thread == s->thread && e->loc.line == s->loc.line && e->loc.col == s->loc.col &&
		    e->loc.file == s->loc.file)
			return true;
	}
	return false;
}

/* The accesses to what step 'ix' accesses; NULL: one thread only, or nobody writes. */
static struct cause *cause_of(struct arena *arena, const struct cex *cex, size_t ix) {
	const char *memory = cex->step.at[ix].memory;
	struct cause *c = arena_new(arena, struct cause);
	bool writes = false, is_shared = false;
	for (size_t i = cex->step.n; i-- > 0;) {
		const struct step *s = &cex->step.at[i];
		if (!is_access(s) || strcmp(s->memory, memory) != 0)
			continue;
		writes |= s->kind == STEP_ASSIGN;
		is_shared |= c->role.n && c->role.at[0].thread != s->thread;
		if (!has_place(c, s))
			vec_push(&c->role,
			         event_of(s, (uint32_t)i,
			                  s->kind == STEP_ASSIGN ? CAUSE_EVENT_WRITE : CAUSE_EVENT_READ));
	}
	if (writes && is_shared)
		return c;
	cause_free(c);
	return NULL;
}

/* Was the memory of this step seen at a later one? */
static bool was_seen(const struct cex *cex, size_t ix) {
	for (size_t i = ix + 1; i < cex->step.n; i++)
		if (is_access(&cex->step.at[i]) && !strcmp(cex->step.at[i].memory, cex->step.at[ix].memory))
			return true;
	return false;
}

void trace_causes(struct arena *arena, const struct cex *cex, cause_list *to) {
	for (int aside = 0; aside <= 1; aside++)
		for (size_t i = cex ? cex->step.n : 0; i-- > 0 && to->n < MOST_OBJECTS;) {
			const struct step *s = &cex->step.at[i];
			if (!is_access(s) || s->aside != aside || was_seen(cex, i))
				continue;
			struct cause *c = cause_of(arena, cex, i);
			if (c)
				vec_push(to, c);
		}
}

void trace_causes_free(cause_list *all) {
	for (size_t i = 0; i < all->n; i++)
		cause_free(all->at[i]);
	vec_free(all);
}
