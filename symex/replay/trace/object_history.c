#include "symex/replay/trace/object_history.h"

#include "symex/core/next_ins.h"
#include "symex/memory/memory.h"
#include "symex/step/check/leak.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/eval.h"
#include "util/text/diag.h"

void history_free(struct object_history *p) {
	vec_free(&p->of);
}

struct lifetime *history_lifetime(struct object_history *p, uint32_t object) {
	while (p->of.n <= object) {
		struct lifetime none = {0};
		vec_push(&p->of, none);
	}
	return &p->of.at[object];
}

struct site history_site(const struct state *st) {
	return (struct site){st->tid, state_user_loc(st), st->frame};
}

void history_begin(struct object_history *p, const struct state *st, uint32_t object) {
	history_lifetime(p, object)->begin = history_site(st);
}

void history_end(struct object_history *p, const struct state *st, uint32_t object) {
	if (st->frame)
		history_lifetime(p, object)->end = history_site(st);
}

/* --- What a violation is about. --- */

const struct expr *history_pointer(const struct expr *e) {
	if (e->kind == EXPR_BUILTIN && e->builtin >= BUILTIN_READABLE &&
	    e->builtin <= BUILTIN_IS_ALIGNED)
		return e->arg[0];
	const struct expr *found = NULL;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = history_pointer(e->arg[i]);
	return found;
}

/* The object that the check points into; 0: none. */
static uint32_t checked_object(struct symex *x, struct state *st) {
	const struct ins *i = next_ins(st);
	const struct expr *p = i->kind == INS_ASSERT ? history_pointer(i->rhs) : NULL;
	uint32_t object;
	term offset;
	if (!p || p->type->kind != TYPE_POINTER || !ptr_known(x, eval(x, st, p), &object, &offset))
		return 0;
	return object;
}

/* --- Its history. --- */

/* The user's functions around the site, the youngest first. */
static void add_stack(struct cex_place *place, const struct site *s) {
	struct loc loc = s->loc;
	for (const struct frame *f = s->frame; f; f = f->up) {
		struct cex_frame frame = {f->function->symbol->display, loc};
		if (!f->function->is_model && f->function->symbol->loc.file)
			vec_push(&place->stack, frame);
		loc = f->call ? f->call->loc : NO_LOC;
	}
}

static void add(struct cex *cex, struct cex_place place, const struct site *s) {
	if (s && !s->frame)
		return;
	if (s) {
		place.thread = s->thread;
		place.loc = s->loc;
		add_stack(&place, s);
	}
	vec_push(&cex->place, place);
}

static void describe_variable(const struct object *o, const struct lifetime *l, struct cex *cex) {
	if (!object_is_users_variable(o) || !o->loc.file || o->symbol->bytes)
		return;
	const char *name = o->symbol->display;
	add(cex, (struct cex_place){.kind = PLACE_ENDED, .object = name}, &l->end);
	add(cex,
	    (struct cex_place){
	        .kind = PLACE_DECLARED, .thread = NO_THREAD, .object = name, .loc = o->loc},
	    NULL);
}

static void describe_block(struct symex *x, const struct object *o, const struct lifetime *l,
                           struct cex *cex) {
	struct cex_place made = {.kind = PLACE_ALLOCATED};
	term_get_u64(x->ts, o->size, &made.bytes);
	add(cex, (struct cex_place){.kind = PLACE_FREED}, &l->end);
	add(cex, made, &l->begin);
}

/* --- Leaks. --- */

enum { MOST_LEAKS = 3 }; /* that are described */

struct pointer_holder { /* looks for a pointer to 'target' */
	uint32_t target;
	uint64_t offset; /* at which it is */
};

static bool holds(void *context, uint64_t offset, uint32_t target) {
	struct pointer_holder *h = context;
	h->offset = offset;
	return target == h->target;
}

/* Does another leaked block point to it?  Then that one is the cause. */
static bool is_indirect(struct symex *x, struct state *st, const term *lost, uint32_t id) {
	for (uint32_t other = 1; other < x->object.n; other++)
		if (other != id && !term_is_false(x->ts, lost[other]) &&
		    lost_find(x, st, other, holds, &(struct pointer_holder){.target = id}))
			return true;
	return false;
}

static void add_kept(struct cex *cex, const char *name, struct loc declared) {
	add(cex,
	    (struct cex_place){
	        .kind = PLACE_KEPT, .thread = NO_THREAD, .object = name, .loc = declared},
	    NULL);
}

/* A variable of a function that has not returned, and that points to the block; NULL: none. */
static const struct symbol *keeper_in_frames(struct symex *x, const struct state *st, uint32_t id) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		for (const struct frame *f = view.frame; f; f = f->up)
			for (uint32_t i = 0; !f->function->is_model && i < f->function->local.n; i++) {
				const struct symbol *s = f->function->local.at[i];
				uint64_t reg = pmap_get(&view.reg, f->base + s->slot);
				uint32_t object;
				term offset;
				if (!s->is_temp && s->type->kind == TYPE_POINTER && !local_is_object(s) &&
				    reg_kind(reg) == REG_TERM &&
				    ptr_known(x, (term){reg_payload(reg)}, &object, &offset) && object == id)
					return s;
			}
	}
	return NULL;
}

/* The user's variable that points to the block at the end of the program; false: none. */
static bool add_keeper(struct symex *x, struct state *st, struct arena *a, uint32_t id,
                       struct cex *cex) {
	struct pointer_holder h = {.target = id};
	for (uint32_t other = 1; other < x->object.n; other++) {
		const struct object *o = &x->object.at[other];
		/* Without a name, but there from the beginning: the arguments of main, and what is behind
		 * a pointer of unknown origin. */
		bool is_given = !o->symbol && (o->choice & CHOICE_OF_SYMBOL);
		if ((!object_is_users_variable(o) && !is_given) || !lost_find(x, st, other, holds, &h))
			continue;
		add_kept(cex, lost_name(x, a, other, h.offset), o->loc);
		return true;
	}
	const struct symbol *s = keeper_in_frames(x, st, id);
	if (s)
		add_kept(cex, s->display, s->loc);
	return s != NULL;
}

static void describe_leak(struct symex *x, struct state *st, const struct object_history *p,
                          struct arena *a, uint32_t id, struct cex *cex) {
	struct lifetime l = id < p->of.n ? p->of.at[id] : (struct lifetime){0};
	describe_block(x, &x->object.at[id], &l, cex);
	if (!add_keeper(x, st, a, id, cex))
		add(cex, (struct cex_place){.kind = l.lost.how, .object = l.lost.name}, &l.lost.site);
}

static void describe_leaks(struct symex *x, struct state *st, const struct object_history *p,
                           struct arena *a, struct cex *cex) {
	term *lost = leak_conditions(x, st);
	uint32_t first = 0, n = 0;
	for (uint32_t id = 1; id < x->object.n && n < MOST_LEAKS; id++) {
		if (term_is_false(x->ts, lost[id]))
			continue;
		first = first ? first : id;
		if (is_indirect(x, st, lost, id))
			continue;
		describe_leak(x, st, p, a, id, cex);
		n++;
	}
	if (first && !n) /* they point to each other */
		describe_leak(x, st, p, a, first, cex);
	mem_free(lost);
}

void history_add(const struct object_history *p, uint32_t block, struct cex_place place,
                 struct cex *cex) {
	add(cex, place, block && block < p->of.n ? &p->of.at[block].begin : NULL);
}

void history_describe(struct symex *x, struct state *st, const struct object_history *p,
                      struct arena *a, struct cex *cex) {
	if (p->keeps_lost) {
		describe_leaks(x, st, p, a, cex);
		return;
	}
	bool is_race = cex->access.n > 0;
	uint32_t id = is_race ? p->raced : checked_object(x, st);
	const struct object *o = &x->object.at[id];
	struct lifetime l = id < p->of.n ? p->of.at[id] : (struct lifetime){0};
	switch (id ? o->kind : OBJECT_NULL) {
	case OBJECT_HEAP:
	case OBJECT_STACK: describe_block(x, o, &l, cex); return;
	case OBJECT_STATIC:
	case OBJECT_AUTO:
		if (!is_race)
			describe_variable(o, &l, cex);
		return;
	case OBJECT_NULL:
	case OBJECT_INTERNAL:
	case OBJECT_FUNCTION: return;
	}
}
