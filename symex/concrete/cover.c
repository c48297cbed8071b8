#include "symex/concrete/cover.h"

#include <string.h>

#include "symex/concrete/known.h"

#define BASIS 14695981039346656037u
#define PRIME 1099511628211u

/* Up to the first quotation mark. */
static uint64_t add_text(uint64_t hash, const char *text) {
	for (; text && *text && *text != '\''; text++)
		hash = (hash ^ (unsigned char)*text) * PRIME;
	return hash * PRIME;
}

static uint64_t add_number(uint64_t hash, uint64_t n) {
	return (hash ^ map_hash(n + 1)) * PRIME;
}

/* Is it a run of the program, from the beginning to an end?  Not if an assumption is false, or if
 * it was given up, or if its violation is not reported. */
static bool is_complete(const struct run_trace *t) {
	switch (t->end) {
	case RUN_ENDS:
	case RUN_BLOCKED:
	case RUN_TOO_LONG: return true;
	case RUN_VIOLATES: return t->confirmed;
	case RUN_ASSUMES:
	case RUN_STOPPED:
	case RUN_NOT_SUPPORTED:
	case RUN_NOT_FOLLOWED:
	case RUN_END_N: break;
	}
	return false;
}

/* Functions by name: the same in every process. */
uint64_t cover_path(const struct run_trace *t) {
	bool fails = run_trace_fails(t);
	uint64_t hash = add_number(BASIS, fails ? RUN_VIOLATES : t->end);
	bool is_deadlock = fails && t->why && !strcmp(t->why, "deadlock"); /* nowhere in particular */
	if (fails)
		hash = add_text(hash, t->why);
	if (fails && !is_deadlock)
		hash = add_number(hash, (uint64_t)t->end_loc.line << 32 | t->end_loc.col);
	for (size_t i = 0; i < t->thread.n; i++) {
		const struct run_thread *thread = &t->thread.at[i];
		const struct function *last = NULL;
		hash = add_number(hash, i);
		for (size_t k = 0; k < thread->decision.n; k++) {
			const struct run_decision *d = &thread->decision.at[k];
			if (d->kind != DECISION_BRANCH ||
			    !known_is_users(d->function, &d->function->ins.at[d->pc]))
				continue;
			if (d->function != last)
				hash = add_text(hash, d->function->symbol->name);
			last = d->function;
			hash = add_number(hash, (uint64_t)d->pc << 1 | d->taken);
		}
	}
	return hash;
}

bool cover_add(struct cover *c, const struct run_trace *t) {
	if (!c || !is_complete(t) || (c->only_violations && !run_trace_fails(t)))
		return false;
	uint64_t path = cover_path(t);
	if (!c->only_violations && map_get(&c->seen, path, NULL))
		return false;
	map_put(&c->seen, path, true);
	c->paths++;
	if (c->write)
		c->write(c->owner, t, path);
	return true;
}

void cover_add_violation(struct cover *c, const struct run_trace *t, struct property_result *of) {
	if (cover_add(c, t))
		of->test = c->last;
}

void cover_refresh(struct cover *c) {
	if (c && c->refresh)
		c->refresh(c->owner);
}

void cover_know(struct cover *c, uint64_t path) {
	map_put(&c->seen, path, true);
}

void cover_free(struct cover *c) {
	map_free(&c->seen);
}
