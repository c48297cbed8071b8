/* Data races: two threads at two points whose next accesses conflict. */
#include "symex/proof/relation/proof_race.h"

#include "symex/core/next_ins.h"
#include "symex/explore/race.h"
#include "symex/memory/content.h"
#include "symex/proof/relation/build.h"
#include "symex/proof/relation/object.h"
#include "util/text/diag.h"

enum { SECTION_ITERATIONS = 4 }; /* of a loop in an atomic section */

struct race_list {
	VEC(struct obligation) at;
};

struct races {
	struct map of; /* points -> index */
	VEC(struct race_list *) list;
};

struct races *races_open(void) {
	return mem_alloc(sizeof(struct races));
}

void races_close(struct races *r) {
	for (size_t i = 0; i < r->list.n; i++) {
		vec_free(&r->list.at[i]->at);
		mem_free(r->list.at[i]);
	}
	vec_free(&r->list);
	map_free(&r->of);
	mem_free(r);
}

/* The objects of the thread with the variables of thread 2. */
static void rename_content(struct renamer *m, struct state *st, uint32_t object) {
	struct symex *x = m->r->x;
	const struct content *old = memory_get(x, st, object);
	struct content *mine = content_own(x, old);
	uint32_t at;
	uint64_t raw;
	for (uint32_t from = 0; pmap_next(&old->cells, from, &at, &raw); from = at + 1)
		content_write(x, mine, at, cell_access(raw), rename_threads(m, cell_term(x, raw), 2, 0));
	pmap_set(&x->pool, &st->mem, object, (uint64_t)(uintptr_t)mine);
}

static struct state state_at(struct relation *r, struct renamer *m, uint32_t point, uint32_t view) {
	struct symex *x = r->x;
	struct state st;
	uint32_t key;
	uint64_t raw;
	state_fork(x, &r->point.at[point].st, &st);
	if (view == 2) {
		const struct pmap reg = st.reg, mem = st.mem;
		pmap_snapshot(&x->pool);
		for (uint32_t at = 0; pmap_next(&reg, at, &key, &raw); at = key + 1)
			if (reg_kind(raw) == REG_TERM)
				pmap_set(&x->pool, &st.reg, key,
				         reg_of(x, rename_threads(m, reg_term(x, raw), 2, 0)));
		for (uint32_t at = 0; pmap_next(&mem, at, &key, &raw); at = key + 1)
			rename_content(m, &st, key);
	}
	relation_begin(r, &st);
	return st;
}

/* Objects of one thread alone have the same number in both threads, and are not the same. */
static void hide_own(struct relation *r, enum object_kind *kind, bool hide) {
	for (uint32_t i = 1; i < r->x->object.n; i++) {
		struct object *o = &r->x->object.at[i];
		if (hide) {
			kind[i] = o->kind;
			if (!object_is_shared(r, i) && !object_is_summary(r, i))
				o->kind = OBJECT_INTERNAL;
		} else {
			o->kind = kind[i];
		}
	}
}

static struct race_list *find(struct relation *r, struct renamer *m, uint32_t point1,
                              uint32_t point2) {
	struct symex *x = r->x;
	struct race_list *l = mem_alloc(sizeof *l);
	if (r->point.at[point1].is_atomic || r->point.at[point2].is_atomic)
		return l;
	struct state a = state_at(r, m, point1, 1), b = state_at(r, m, point2, 2);
	enum object_kind *kind = mem_alloc(x->object.n * sizeof *kind);
	uint32_t unwind = x->loops.unwind;
	relation_forget(x);
	x->loops.unwind = x->loops.constant_iterations = SECTION_ITERATIONS;
	hide_own(r, kind, true);
	race_check_with(x, &a, &b, term_true(x->ts));
	hide_own(r, kind, false);
	x->loops.unwind = x->loops.constant_iterations = unwind;
	for (size_t i = 0; i < x->vc.n; i++) {
		const struct vc *vc = &x->vc.at[i];
		vec_push(&l->at, ((struct obligation){vc->violated, vc->property, NULL, vc->loc}));
	}
	if (x->cut.n)
		vec_push(&l->at, ((struct obligation){term_true(x->ts), NO_PROPERTY,
		                                      "a loop in an atomic section", next_ins(&a)->loc}));
	mem_free(kind);
	return l;
}

const struct obligation *races_of(struct races *known, struct relation *r, struct renamer *m,
                                  uint32_t point1, uint32_t point2, size_t *n) {
	uint64_t key = (uint64_t)point1 << 32 | point2, ix;
	if (!map_get(&known->of, key, &ix)) {
		ix = known->list.n;
		vec_push(&known->list, find(r, m, point1, point2));
		map_put(&known->of, key, ix);
	}
	*n = known->list.at[ix]->at.n;
	return known->list.at[ix]->at.at;
}
