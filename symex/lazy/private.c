#include "symex/lazy/private.h"

#include "symex/lazy/node.h"

#define PUBLISHED UINT32_MAX /* instead of an owner */

struct owner_change { /* of the owner of an object */
	uint32_t object, before;
};

struct private {
	VEC(uint32_t) owner;             /* by object: thread + 1; 0: made in the current step */
	VEC(struct owner_change) change; /* on the current path */
	struct pmap published;           /* the published objects: object -> 1 */

	/* The objects reached in the current traversal. */
	uint32_t run;
	VEC(uint32_t) reached; /* by object: number of the last traversal that did */
	VEC(uint32_t) queue;

	struct private_point node; /* the last one on the current path */

	/* In a step, what others reach. */
	struct private_point begin;   /* of the step */
	bool is_known;                /* it is that of this memory */
	const struct pmap_node *root; /* of the memory */
	uint32_t nthreads;
	uint32_t of_step; /* first traversal of the step */

	VEC(uint32_t) changed; /* objects, between two states */
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
	vec_free(&p->changed);
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

/* --- Changes.
 *
 * At a node, an object to which static memory or the creation of a thread leads is published; what
 * the registers of a thread lead to is published or belongs to this thread; and so on from each
 * object to those that its content names.  A step changes the registers of one thread, some
 * objects, and creates threads, so only these can lead to more: nothing else is looked at again.
 * (States of other threads are simplified by what the path has assumed, which removes names and
 * adds none.) */

static void note_changed(void *context, uint32_t object, uint64_t before, uint64_t now) {
	struct private *p = context;
	(void)before;
	if (now)
		vec_push(&p->changed, object);
}

static void find_changed(struct tree *t, const struct private_point *since,
                         const struct state *st) {
	t->private->changed.n = 0;
	pmap_snapshot(&t->x->pool);
	pmap_diff(&since->mem, &st->mem, note_changed, t->private);
}

/* What the creations of threads since then lead to, and addresses that any integer may be. */
static void reach_created(struct tree *t, const struct private_point *since,
                          const struct state *st) {
	for (uint32_t tid = since->nthreads; tid < st->nthreads; tid++)
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

const struct pmap *private_published(const struct private *p) {
	return &p->published;
}

/* Publishes what the traversal reaches.  What an object leads to that is published already, is, or
 * the object has changed. */
static void publish(struct tree *t, const struct state *st) {
	struct private *p = t->private;
	while (p->queue.n) {
		uint32_t object = vec_pop(&p->queue);
		if (private_is_published(p, object))
			continue;
		set_owner(p, object, PUBLISHED);
		pmap_set(&t->x->pool, &p->published, object, 1);
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

/* Threads other than the one that ran whose objects have changed. */
static void take_changed(struct tree *t, const struct state *st, size_t nchanged) {
	struct private *p = t->private;
	for (size_t i = 0; i < nchanged; i++) {
		uint32_t owner = owner_of(p, p->changed.at[i]);
		if (owner && owner != PUBLISHED && owner != st->tid + 1)
			take_ownership(t, st, owner - 1);
	}
}

struct private_mark private_mark(struct tree *t, struct state *st) {
	struct private *p = t->private;
	struct private_mark before = {p->change.n, p->node, p->published};
	if (!t->naming.object.n)
		return before;
	find_changed(t, &p->node, st);
	begin(p);
	reach_created(t, &p->node, st);
	for (size_t i = 0; i < p->changed.n; i++)
		if (!shape_is_dynamic(t->x, p->changed.at[i]) || private_is_published(p, p->changed.at[i]))
			reach_content(t, st, p->changed.at[i]);
	publish(t, st);
	take_ownership(t, st, st->tid);
	for (uint32_t tid = p->node.nthreads; tid < st->nthreads; tid++)
		if (tid != st->tid)
			take_ownership(t, st, tid);
	take_changed(t, st, p->changed.n);
	p->node = p->begin = (struct private_point){st->mem, st->nthreads};
	p->is_known = false;
	return before;
}

void private_undo(struct private *p, struct private_mark before) {
	p->node = p->begin = before.node;
	p->published = before.published;
	p->is_known = false;
	while (p->change.n > before.nchanges) {
		struct owner_change c = vec_pop(&p->change);
		p->owner.at[c.object] = c.before;
	}
}

/* --- Steps. --- */

void private_begin(struct private *p, const struct state *st) {
	p->is_known = false;
	p->of_step = p->run + 1;
	p->begin = (struct private_point){st->mem, st->nthreads};
}

void private_wrote(struct private *p) {
	p->is_known = false;
}

/* Of what the step began with, others reach what is published or theirs. */
static bool is_of_others(const struct private *p, const struct state *st, uint32_t object) {
	uint32_t owner = object < p->owner.n ? p->owner.at[object] : 0;
	return owner && owner != st->tid + 1;
}

static void find_reached(struct tree *t, struct state *st) {
	struct private *p = t->private;
	find_changed(t, &p->begin, st);
	begin(p);
	reach_created(t, &p->begin, st);
	for (uint32_t tid = p->begin.nthreads; tid < st->nthreads; tid++)
		if (tid != st->tid)
			reach_names(t, node_thread_shape(t, st, tid));
	for (size_t i = 0; i < p->changed.n; i++)
		if (!shape_is_dynamic(t->x, p->changed.at[i]) || is_of_others(p, st, p->changed.at[i]))
			reach_content(t, st, p->changed.at[i]);
	while (p->queue.n) {
		uint32_t object = vec_pop(&p->queue);
		if (!is_of_others(p, st, object))
			reach_content(t, st, object);
	}
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
