#include "symex/lazy/private.h"

#include "symex/lazy/node.h"

#define PUBLISHED UINT32_MAX /* instead of an owner */

struct owner_change { /* of the owner of an object */
	uint32_t object, before;
};

struct private {
	VEC(uint32_t) owner;             /* by object: thread + 1; 0: made in the current step */
	VEC(struct owner_change) change; /* on the current path */

	/* The objects reached in the current traversal. */
	uint32_t run;
	VEC(uint32_t) reached; /* by object: number of the last traversal that did */
	VEC(uint32_t) queue;

	/* In a step, what others reach. */
	bool is_known;                /* it is that of this memory */
	const struct pmap_node *root; /* of the memory */
	uint32_t nthreads;
	uint32_t of_step; /* first traversal of the step */
};

struct private *private_open(void) {
	return mem_alloc(sizeof(struct private));
}

void private_close(struct private *p) {
	if (!p)
		return;
	vec_free(&p->owner);
	vec_free(&p->change);
	vec_free(&p->reached);
	vec_free(&p->queue);
	mem_free(p);
}

/* --- Traversals. --- */

static void begin(struct private *p) {
	p->run++;
	p->queue.n = 0;
}

static void reach(struct tree *t, uint32_t object) {
	struct private *p = t->private;
	if (!shape_is_dynamic(t->x, object))
		return;
	while (p->reached.n <= object)
		vec_push(&p->reached, 0);
	if (p->reached.at[object] == p->run)
		return;
	p->reached.at[object] = p->run;
	vec_push(&p->queue, object);
}

static void reach_names(struct tree *t, struct shape s) {
	uint32_t n = s.names ? canon_tuple_at(t->keys.canon, s.names)[0] : 0;
	for (uint32_t i = 1; i <= n; i++) {
		uint32_t name = canon_tuple_at(t->keys.canon, s.names)[i];
		if (name_kind(name) == NAME_OBJECT || name_kind(name) == NAME_PINNED_OBJECT)
			reach(t, name_number(name));
	}
}

static void reach_content(struct tree *t, const struct state *st, uint32_t object) {
	const struct content *c = memory_get(t->x, st, object);
	if (c)
		reach_names(t, shape_content(t->keys.shapes, c));
}

/* What all threads reach: static memory, the data of their creations, and addresses that any
 * integer may be. */
static void reach_static(struct tree *t, const struct state *st) {
	reach_names(t, node_memory_shape(t, st));
	const uint32_t *marked;
	uint32_t nmarked = t->keys.symmetry ? symmetry_statics(t->keys.symmetry, &marked) : 0;
	for (uint32_t i = 0; i < nmarked; i++)
		reach_content(t, st, marked[i]);
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		reach_names(t, node_created_shape(t, st, tid));
	for (size_t i = 0; i < t->x->address.exposed.n && t->x->address.any; i++)
		reach(t, t->x->address.exposed.at[i]);
}

/* --- Nodes. --- */

static uint32_t owner_of(struct private *p, uint32_t object) {
	while (p->owner.n <= object)
		vec_push(&p->owner, 0);
	return p->owner.at[object];
}

static void set_owner(struct private *p, uint32_t object, uint32_t owner) {
	struct owner_change c = {object, owner_of(p, object)};
	if (c.before == owner)
		return;
	vec_push(&p->change, c);
	p->owner.at[object] = owner;
}

bool private_is_published(const struct private *p, uint32_t object) {
	return object < p->owner.n && p->owner.at[object] == PUBLISHED;
}

/* Publishes what the traversal reaches. */
static void publish(struct tree *t, const struct state *st) {
	struct private *p = t->private;
	while (p->queue.n) {
		uint32_t object = vec_pop(&p->queue);
		set_owner(p, object, PUBLISHED);
		reach_content(t, st, object);
	}
}

/* What one thread reaches belongs to it, unless it belongs to another. */
static void take_ownership(struct tree *t, const struct state *st, uint32_t tid) {
	struct private *p = t->private;
	VEC(uint32_t) foreign = {0};
	begin(p);
	reach_names(t, node_thread_shape(t, st, tid));
	while (p->queue.n) {
		uint32_t object = vec_pop(&p->queue);
		if (!owner_of(p, object))
			set_owner(p, object, st->tid + 1);
		if (p->owner.at[object] == tid + 1)
			reach_content(t, st, object);
		else if (p->owner.at[object] != PUBLISHED)
			vec_push(&foreign, object);
	}
	begin(p);
	for (size_t i = 0; i < foreign.n; i++)
		reach(t, foreign.at[i]);
	publish(t, st);
	vec_free(&foreign);
}

size_t private_mark(struct tree *t, struct state *st) {
	struct private *p = t->private;
	size_t before = p->change.n;
	if (!t->naming.object.n)
		return before;
	begin(p);
	reach_static(t, st);
	publish(t, st);
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		take_ownership(t, st, tid);
	return before;
}

void private_undo(struct private *p, size_t before) {
	while (p->change.n > before) {
		struct owner_change c = vec_pop(&p->change);
		p->owner.at[c.object] = c.before;
	}
}

/* --- Steps. --- */

void private_begin(struct private *p) {
	p->is_known = false;
	p->of_step = p->run + 1;
}

void private_wrote(struct private *p) {
	p->is_known = false;
}

static void find_reached(struct tree *t, struct state *st) {
	struct private *p = t->private;
	begin(p);
	reach_static(t, st);
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		if (tid != st->tid)
			reach_names(t, node_thread_shape(t, st, tid));
	while (p->queue.n)
		reach_content(t, st, vec_pop(&p->queue));
	p->is_known = true;
	p->root = st->mem.root;
	p->nthreads = st->nthreads;
}

bool private_is(struct tree *t, struct state *st, uint32_t object) {
	struct private *p = t->private;
	if (!shape_is_dynamic(t->x, object))
		return false;
	uint32_t owner = owner_of(p, object);
	if (owner && owner != st->tid + 1)
		return false;
	/* What was reached earlier in the step is published. */
	bool was_reached = object < p->reached.n && p->reached.at[object] >= p->of_step;
	if (was_reached)
		return false;
	if (!p->is_known || p->root != st->mem.root || p->nthreads != st->nthreads)
		find_reached(t, st);
	return object >= p->reached.n || p->reached.at[object] != p->run;
}
