#include "symex/proof/relation/owner.h"

#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"

struct owner_candidate { /* a part that may be one */
	const struct relation *r;
	struct owner_word o;
};

static bool note_constant(struct owner_word *o, term value) {
	for (uint32_t i = 0; i < o->nconstants; i++)
		if (term_eq(o->constant[i], value))
			return true;
	if (o->nconstants == MAX_OWNER_CONSTANTS)
		return false;
	o->constant[o->nconstants++] = value;
	return true;
}

/* A thread of the template sets the word to this value. */
static bool note_value(struct owner_candidate *w, uint32_t tid, term value) {
	const struct relation *r = w->r;
	struct terms *ts = r->x->ts;
	if (term_eq(value, r->part.at[w->o.part].var[0]))
		return true;
	if (term_is_const(ts, value))
		return note_constant(&w->o, value);
	if (term_kind(ts, value) == TERM_ITE)
		return note_value(w, tid, term_arg(ts, value, 1)) &&
		       note_value(w, tid, term_arg(ts, value, 2));
	if (!r->template.at[tid].is_many)
		return false;
	term number = part_many_number(ts, r->part.at[r->template.at[tid].number].var[1]);
	term more = term_sub(ts, value, number);
	if (!term_is_const(ts, more) || (w->o.more.ix && !term_eq(w->o.more, more)))
		return false;
	w->o.more = more;
	return true;
}

static bool note_edge(struct owner_candidate *w, const struct edge *e, bool *is_set) {
	uint32_t tid = e->from == NO_POINT ? 0 : w->r->point.at[e->from].tid;
	*is_set = false;
	for (uint32_t i = 0; i < e->nshared; i++)
		if (e->shared[i].part == w->o.part) {
			*is_set = true;
			return note_value(w, tid, e->shared[i].value);
		}
	return true;
}

static bool is_owner(struct owner_candidate *w) {
	const struct relation *r = w->r;
	struct terms *ts = r->x->ts;
	const struct part *p = &r->part.at[w->o.part];
	bool is_set;
	if (p->kind != PART_CELL || p->is_pointer || p->width != 32 || !part_is_used(r, w->o.part) ||
	    r->x->object.at[p->owner].kind != OBJECT_STATIC)
		return false;
	for (size_t i = 0; i < r->begin.n; i++)
		if (!note_edge(w, &r->begin.at[i], &is_set) || !is_set)
			return false;
	for (size_t i = 0; i < r->edge.n; i++)
		if (!note_edge(w, &r->edge.at[i], &is_set))
			return false;
	for (uint32_t i = 0; i < w->o.nconstants && w->o.more.ix; i++)
		if (!term_is_false(ts, part_is_many_number(ts, term_sub(ts, w->o.constant[i], w->o.more))))
			return false;
	return w->o.more.ix != 0;
}

void owners_find(const struct relation *r, struct owners *to) {
	to->n = 0;
	for (uint32_t i = 0; i < r->part.n && to->n < MAX_OWNERS; i++) {
		struct owner_candidate w = {r, {.part = i}};
		if (is_owner(&w))
			to->at[to->n++] = w.o;
	}
}

term owner_word(const struct relation *r, const struct owner_word *o, term number) {
	return term_add(r->x->ts, part_many_number(r->x->ts, number), o->more);
}
