#include "symex/replay/places.h"

#include "symex/core/memory.h"
#include "symex/step/eval.h"
#include "util/diag.h"

void places_free(struct places *p) {
	vec_free(&p->of);
}

static struct lifetime *lifetime(struct places *p, uint32_t object) {
	while (p->of.n <= object) {
		struct lifetime none = {0};
		vec_push(&p->of, none);
	}
	return &p->of.at[object];
}

static struct site site_of(const struct state *st) {
	return (struct site){st->tid, state_user_loc(st), st->frame};
}

void places_begin(struct places *p, const struct state *st, uint32_t object) {
	lifetime(p, object)->begin = site_of(st);
}

void places_end(struct places *p, const struct state *st, uint32_t object) {
	if (st->frame)
		lifetime(p, object)->end = site_of(st);
}

/* --- What a violation is about. --- */

/* The pointer that a check is about, the argument of is_freed(p), readable(p, n); NULL: none. */
static const struct expr *checked_pointer(const struct expr *e) {
	if (e->kind == EXPR_BUILTIN && e->builtin >= BUILTIN_READABLE &&
	    e->builtin <= BUILTIN_IS_ALIGNED)
		return e->arg[0];
	const struct expr *found = NULL;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = checked_pointer(e->arg[i]);
	return found;
}

/* The object that the check points into; 0: none. */
static uint32_t checked_object(struct symex *x, struct state *st) {
	const struct ins *i = &st->frame->function->ins.at[st->pc];
	const struct expr *p = i->kind == INS_ASSERT ? checked_pointer(i->rhs) : NULL;
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
	const char *name = o->symbol->display;
	if (o->symbol->is_model || o->symbol->is_temp || !o->loc.file || o->symbol->bytes)
		return;
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

void places_describe(struct symex *x, struct state *st, const struct places *p, struct cex *cex) {
	uint32_t id = checked_object(x, st);
	const struct object *o = &x->object.at[id];
	struct lifetime l = id < p->of.n ? p->of.at[id] : (struct lifetime){0};
	switch (id ? o->kind : OBJECT_NULL) {
	case OBJECT_HEAP:
	case OBJECT_STACK: describe_block(x, o, &l, cex); return;
	case OBJECT_STATIC:
	case OBJECT_AUTO: describe_variable(o, &l, cex); return;
	case OBJECT_NULL:
	case OBJECT_INTERNAL:
	case OBJECT_FUNCTION: return;
	}
}
