#include "symex/lazy/states/state_variable.h"

#include "symex/memory/content.h"
#include "symex/step/thread/thread.h"
#include "util/base/intern.h"

void state_variables_open(struct state_variables *p) {
	*p = (struct state_variables){.numbers = canon_open()};
}

void state_variables_close(struct state_variables *p) {
	canon_close(p->numbers);
	map_free(&p->of_number);
	map_free(&p->of_variable);
	vec_free(&p->at);
}

static term variable(struct state_variables *p, struct symex *x, struct state_variable new) {
	uint32_t words[] = {new.is_register, new.owner, new.at, new.bytes, new.is_pointer, new.width};
	uint32_t number = canon_tuple(p->numbers, words, sizeof words / sizeof *words);
	uint64_t known;
	if (map_get(&p->of_number, number, &known))
		return p->at.at[known - 1].var;
	new.var = term_var(x->ts, sort_bv(new.width), intern_printf("place!%zu", p->at.n));
	vec_push(&p->at, new);
	map_put(&p->of_number, number, p->at.n);
	map_put(&p->of_variable, new.var.ix, p->at.n);
	return new.var;
}

term state_variable_register(struct state_variables *p, struct symex *x, uint32_t tid, uint32_t key,
                             uint32_t width) {
	struct state_variable new = {.is_register = true, .owner = tid, .at = key, .width = width};
	return variable(p, x, new);
}

term state_variable_memory(struct state_variables *p, struct symex *x, uint32_t object,
                           uint32_t offset, struct scalar a) {
	uint32_t width = a.is_pointer ? x->pointer_bits : a.bytes * 8;
	struct state_variable new = {.owner = object,
	                             .at = offset,
	                             .bytes = a.bytes,
	                             .is_pointer = a.is_pointer,
	                             .width = width};
	return variable(p, x, new);
}

const struct state_variable *state_variable_of(const struct state_variables *p, term var) {
	uint64_t ix;
	return map_get(&p->of_variable, var.ix, &ix) ? &p->at.at[ix - 1] : NULL;
}

static term register_value(struct symex *x, const struct state *st,
                           const struct state_variable *p) {
	if (p->owner >= st->nthreads)
		return NO_TERM;
	struct state view = thread_view(st, p->owner);
	uint64_t raw = view.frame ? pmap_get(&view.reg, p->at) : 0;
	if (!reg_has_value(raw))
		return NO_TERM;
	term value = reg_term(x, raw);
	return term_width(x->ts, value) == p->width ? value : NO_TERM;
}

term state_variable_value(struct symex *x, const struct state *st, const struct state_variable *p) {
	if (p->is_register)
		return register_value(x, st, p);
	const struct content *c = memory_get(x, st, p->owner);
	return c ? content_read(x, c, p->at, (struct scalar){p->bytes, p->is_pointer}) : NO_TERM;
}

term state_variable_read(void *context, term var) {
	const struct state_variable_reader *r = context;
	const struct state_variable *p = state_variable_of(r->variables, var);
	return p ? state_variable_value(r->x, r->st, p) : var;
}
