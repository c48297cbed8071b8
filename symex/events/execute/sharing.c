/* Which memory threads share, and what shared pointers point to.
 *
 * The first execution takes all memory for private: a read finds the value that the thread itself,
 * or its creator before it, has written.  The accesses of all threads are noted.  A read is shared
 * if another thread writes the same bytes, neither before the creation of the reader nor in a
 * thread that is created only after the read; a write is shared if a shared read may find it, or if
 * races are checked and another thread accesses the bytes.  Only shared accesses leave events.  If
 * an execution finds new shared accesses, or new values of shared pointers, all threads are
 * executed again.  Since notes are only added, this ends; what the last execution found shared was
 * noted before it. */

#include "symex/events/execute/sharing.h"

#include "symex/config.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "util/base/intern.h"

enum { MAX_OFFSETS = 16 }; /* of one object in a set of targets; with more, any offset */

struct pointer_target { /* of a pointer */
	uint32_t object;
	uint64_t offset; /* ANY_OFFSET: any; object 0: an integer */
};
#define ANY_OFFSET UINT64_MAX

struct note { /* accesses of one thread to the same bytes, between two creations of threads */
	uint32_t tid;
	uint32_t epoch; /* threads that it had created before */
	enum event_kind kind;
	struct event_bytes bytes;
	bool is_new;                       /* in this execution */
	bool is_shared;                    /* it leaves events */
	bool is_number;                    /* numbers that are not constant were written */
	uint32_t next;                     /* 1 + index of another one with the same hash; 0: none */
	VEC(struct pointer_target) target; /* pointers written */
};

struct notes { /* of an object */
	VEC(struct note) at;
	VEC(uint32_t) other;        /* indices: of other threads than the first one */
	VEC(uint32_t) shared_read;  /* indices: reads that leave events */
	bool looked, has_addresses; /* looked: has_addresses is known, of the initial content */
	struct map of;              /* hash -> 1 + index of a note */
	bool reads_grew;            /* a read became shared at once, in this execution */
};

struct kin { /* how a thread came about */
	uint32_t parent, spawn;
};

struct sharing {
	VEC(struct kin) kin; /* by thread */
	struct map of;       /* object -> index + 1 in 'notes' */
	VEC(struct notes) notes;
	bool grew;        /* a set of targets did, in this execution */
	bool kin_changed; /* a thread has another parent than in the execution before */
	/* Addresses, or parts of them, are numbers in shared memory: any number that is read there may
	 * be the address of any object that has one. */
	bool has_parts;
	VEC(uint32_t) exposed; /* objects that had an address at the end of an execution */
	struct map is_exposed;
};

struct sharing *sharing_open(void) {
	struct sharing *s = mem_alloc(sizeof *s);
	*s = (struct sharing){0};
	return s;
}

void sharing_close(struct sharing *s) {
	for (size_t i = 0; i < s->notes.n; i++) {
		for (size_t k = 0; k < s->notes.at[i].at.n; k++)
			vec_free(&s->notes.at[i].at.at[k].target);
		vec_free(&s->notes.at[i].at);
		vec_free(&s->notes.at[i].other);
		vec_free(&s->notes.at[i].shared_read);
		map_free(&s->notes.at[i].of);
	}
	vec_free(&s->notes);
	vec_free(&s->kin);
	vec_free(&s->exposed);
	map_free(&s->is_exposed);
	map_free(&s->of);
	mem_free(s);
}

static struct notes *notes_of(struct sharing *s, uint32_t object, bool make) {
	uint64_t known;
	if (map_get(&s->of, object, &known))
		return &s->notes.at[known];
	if (!make)
		return NULL;
	vec_push(&s->notes, ((struct notes){0}));
	map_put(&s->of, object, s->notes.n - 1);
	return &vec_last(&s->notes);
}

/* --- Targets of pointers. --- */

static void add_target(struct sharing *s, struct note *n, struct pointer_target t) {
	uint32_t same = 0;
	for (size_t i = 0; i < n->target.n; i++) {
		const struct pointer_target *old = &n->target.at[i];
		if (old->object != t.object)
			continue;
		if (old->offset == t.offset || old->offset == ANY_OFFSET)
			return;
		same++;
	}
	if (same >= MAX_OFFSETS)
		t.offset = ANY_OFFSET;
	vec_push(&n->target, t);
	s->grew = true;
}

static void add_targets(struct events *e, struct note *n, term pointer, struct loc loc) {
	struct symex *x = e->x;
	struct pointees t;
	ptr_targets(x, pointer, &t);
	if (!t.complete)
		events_unsupported(e, loc, "a shared pointer to an unknown object");
	for (size_t i = 0; i < t.list.n; i++) {
		struct pointer_target to = {t.list.at[i].object, ANY_OFFSET};
		term_get_u64(x->ts, t.list.at[i].offset, &to.offset);
		add_target(e->sharing, n, to);
	}
	vec_free(&t.list);
}

/* --- Notes. --- */

static uint64_t hash_note(const struct note *n) {
	uint64_t h = map_hash((uint64_t)n->tid << 33 | (uint64_t)n->epoch << 1 | n->kind);
	h = map_hash(map_hash(h ^ n->bytes.from) ^ n->bytes.step);
	return map_hash(map_hash(h ^ n->bytes.least) ^ n->bytes.most ^ n->bytes.n);
}

static struct note *find_note(struct events *e, const struct event *ev) {
	struct notes *list = notes_of(e->sharing, ev->object, true);
	uint32_t tid = e->execution.current, epoch = e->thread.at[tid].spawns;
	struct note new = {
	    .tid = tid, .epoch = epoch, .kind = ev->kind, .bytes = ev->at, .is_new = true};
	uint64_t hash = hash_note(&new), first = 0;
	map_get(&list->of, hash, &first);
	for (uint32_t i = (uint32_t)first; i; i = list->at.at[i - 1].next) {
		struct note *old = &list->at.at[i - 1];
		if (old->tid == tid && old->epoch == epoch && old->kind == ev->kind &&
		    bytes_equal(old->bytes, ev->at))
			return old;
	}
	new.next = (uint32_t)first;
	if (list->at.n && list->at.at[0].tid != tid)
		vec_push(&list->other, (uint32_t)list->at.n);
	vec_push(&list->at, new);
	map_put(&list->of, hash, list->at.n);
	return &vec_last(&list->at);
}

void sharing_kin(struct events *e, uint32_t tid, uint32_t parent, uint32_t spawn) {
	struct sharing *s = e->sharing;
	while (s->kin.n <= tid)
		vec_push(&s->kin, ((struct kin){0}));
	s->kin_changed |= s->kin.at[tid].parent != parent || s->kin.at[tid].spawn != spawn;
	s->kin.at[tid] = (struct kin){parent, spawn};
}

/* Does an access of thread 'tid', after it has created 'epoch' threads, happen before thread
 * 'later' begins? */
static bool is_inherited(const struct events *e, uint32_t tid, uint32_t epoch, uint32_t later) {
	while (later) {
		const struct kin *t = &e->sharing->kin.at[later];
		if (t->parent == tid)
			return epoch <= t->spawn;
		later = t->parent;
	}
	return false;
}

static bool conflict(const struct events *e, uint32_t tid, uint32_t epoch, const struct note *w) {
	return w->tid != tid && !is_inherited(e, w->tid, w->epoch, tid) &&
	       !is_inherited(e, tid, epoch, w->tid);
}

/* Is every access to some of the bytes b an access to some of the bytes a? */
static bool bytes_cover(struct event_bytes a, struct event_bytes b) {
	if (a.from == LIFETIME || b.from == LIFETIME)
		return a.from == b.from;
	if (!a.step)
		return !b.step && a.from <= b.from && b.from + b.n <= a.from + a.n;
	uint64_t first = b.step ? b.least : b.from, last = b.step ? b.most : b.from;
	if (a.is_limited && ((b.step && !b.is_limited) || first < a.least || last > a.most))
		return false;
	return b.step % a.step == 0 && (b.from - a.from) % a.step == 0 && b.n <= a.n;
}

bool sharing_is_foreign(struct events *e, uint32_t tid, uint32_t object, struct event_bytes bytes) {
	const struct notes *list = notes_of(e->sharing, object, false);
	uint32_t epoch = e->thread.at[tid].spawns;
	for (size_t i = 0; list && i < list->at.n; i++) {
		const struct note *w = &list->at.at[i];
		if (w->kind == EVENT_WRITE && !w->is_new && bytes_cover(w->bytes, bytes) &&
		    conflict(e, tid, epoch, w))
			return true;
	}
	return false;
}

/* The end of a block conflicts with every access to it. */
static bool ends_block(const struct note *n) {
	return n->kind == EVENT_WRITE && n->bytes.from == LIFETIME;
}

/* Is there an access of another thread, of this kind, that neither comes before the creation of the
 * thread of 'n' nor the other way round?  Two accesses that were there before this execution have
 * no conflict, or 'n' is shared. */
static bool has_conflict(const struct events *e, const struct notes *list, const struct note *n,
                         enum event_kind kind) {
	bool all = n->is_new || e->sharing->kin_changed, is_first = n->tid == list->at.at[0].tid;
	size_t count = is_first ? list->other.n : list->at.n;
	for (size_t i = 0; i < count; i++) {
		const struct note *o = &list->at.at[is_first ? list->other.at[i] : i];
		if (o->kind != kind || o->tid == n->tid || (!all && !o->is_new))
			continue;
		bool overlap = ends_block(n) || ends_block(o) || bytes_overlap(n->bytes, o->bytes);
		if (overlap && conflict(e, n->tid, n->epoch, o))
			return true;
	}
	return false;
}

static void becomes_shared(struct notes *list, struct note *n) {
	n->is_shared = true;
	if (n->kind == EVENT_READ)
		vec_push(&list->shared_read, (uint32_t)(n - list->at.at));
}

/* A read is shared at once if a thread that was executed before it in this execution has a write
 * that conflicts: where values pass from thread to thread, one execution gets to the last of them.
 * The events of this execution do not count. */
bool sharing_note(struct events *e, const struct event *ev) {
	struct note *n = find_note(e, ev);
	if (ev->kind == EVENT_WRITE && ev->value.ix &&
	    term_width(e->x->ts, ev->value) == e->x->pointer_bits)
		add_targets(e, n, ev->value, ev->loc);
	else if (ev->kind == EVENT_WRITE && ev->value.ix && !n->is_number &&
	         !term_is_const(e->x->ts, ev->value)) {
		n->is_number = true;
		e->sharing->grew |= e->sharing->has_parts; /* earlier reads took it for a constant */
	}
	if (n->is_new && !n->is_shared && ev->kind == EVENT_READ) {
		struct notes *list = notes_of(e->sharing, ev->object, false);
		if (has_conflict(e, list, n, EVENT_WRITE)) {
			becomes_shared(list, n);
			list->reads_grew = true;
		}
	}
	return n->is_shared;
}

/* May a read that leaves an event find the write? */
static bool is_found(const struct notes *list, const struct note *w) {
	for (size_t i = 0; i < list->shared_read.n; i++)
		if (bytes_overlap(w->bytes, list->at.at[list->shared_read.at[i]].bytes))
			return true;
	return false;
}

static bool holds_pointers(const struct notes *list) {
	for (size_t i = 0; i < list->at.n; i++)
		if (list->at.at[i].target.n)
			return true;
	return false;
}

/* Reads are shared first, since the writes depend on them; reads_grew: one was.  Without
 * thread-local static single assignment, all are: the formula has to find the value that a thread
 * has written itself. */
static bool share(struct events *e, struct notes *list, enum event_kind kind, bool reads_grew) {
	bool races = events_check_races(e) || count_is_wanted(e), grew = false;
	bool all =
	    e->branches.known && !events_reduce_by(e, REDUCTION_LOCAL_SSA) && !holds_pointers(list);
	for (size_t i = 0; i < list->at.n; i++) {
		struct note *n = &list->at.at[i];
		if (n->kind != kind || n->is_shared)
			continue;
		bool becomes = kind == EVENT_READ ? all || has_conflict(e, list, n, EVENT_WRITE)
		                                  : ((reads_grew || n->is_new) && is_found(list, n)) ||
		                                        (races && (has_conflict(e, list, n, EVENT_READ) ||
		                                                   has_conflict(e, list, n, EVENT_WRITE)));
		if (becomes)
			becomes_shared(list, n);
		grew |= becomes;
	}
	return grew;
}

/* Where numbers may be addresses, true: an object has an address that the execution did not know
 * from its begin. */
static bool note_exposed(struct events *e) {
	struct sharing *s = e->sharing;
	size_t before = s->exposed.n;
	for (size_t i = 0; s->has_parts && i < e->x->address.exposed.n; i++) {
		uint32_t object = e->x->address.exposed.at[i];
		if (map_get(&s->is_exposed, object, NULL))
			continue;
		map_put(&s->is_exposed, object, 1);
		vec_push(&s->exposed, object);
	}
	return s->exposed.n > before;
}

bool sharing_has_grown(struct events *e) {
	struct sharing *s = e->sharing;
	bool grew = note_exposed(e) || s->grew;
	for (size_t i = 0; i < s->notes.n; i++) {
		struct notes *list = &s->notes.at[i];
		bool reads_grew = share(e, list, EVENT_READ, false) || list->reads_grew;
		grew |= share(e, list, EVENT_WRITE, reads_grew) || reads_grew;
		for (size_t k = 0; k < list->at.n; k++)
			list->at.at[k].is_new = false;
		list->reads_grew = false;
	}
	s->grew = s->kin_changed = false;
	return grew;
}

/* --- Pointers read from shared memory. --- */

bool sharing_holds_pointer(struct symex *x, uint32_t object, uint64_t offset) {
	const struct notes *list = notes_of(events_of(x)->sharing, object, false);
	struct event_bytes here = {.from = offset, .n = x->address_bits / 8};
	for (size_t i = 0; list && i < list->at.n; i++) {
		const struct note *w = &list->at.at[i];
		bool is_there = w->bytes.step ? bytes_cover(w->bytes, here) : w->bytes.from == offset;
		if (w->target.n && is_there)
			return true;
	}
	return false;
}

static term target_term(struct events *e, struct pointer_target t, const char *name, size_t i) {
	struct symex *x = e->x;
	term offset;
	if (t.offset == ANY_OFFSET)
		offset = variable_named(x->ts, sort_bv(x->address_bits), VARIABLE_READ,
		                        intern_printf("%s.offset%zu", name, i));
	else
		offset = term_u64(x->ts, x->address_bits, t.offset);
	return t.object ? ptr_make(x, t.object, offset) : ptr_integer(x, offset);
}

/* What the read finds where nobody has written yet.  At an index, these are the values of all
 * elements that the index may select, the zeros that no initialiser names among them. */
static void add_initial(struct events *e, struct state *st, const struct event *r,
                        struct note *all) {
	struct symex *x = e->x;
	struct scalar unit = {r->at.n, true};
	const struct content *first = x->object.at[r->object].initial;
	if (!first)
		add_target(e->sharing, all, (struct pointer_target){0, ANY_OFFSET});
	else if (r->at.step)
		add_targets(e, all, content_read_at(x, r->object, &first, r->offset, unit),
		            state_user_loc(st));
	else if (content_reaches(x, r->object, r->at.from, r->at.n))
		add_targets(e, all, content_read(x, first, r->at.from, unit), state_user_loc(st));
}

/* One of the targets; 'which' says which one. */
static term any_target(struct events *e, const struct note *all, const char *name) {
	struct symex *x = e->x;
	uint32_t bits = all->target.n >> 16 ? 32 : 16;
	term which = variable_named(x->ts, sort_bv(bits), VARIABLE_READ,
	                            intern_printf("%s.%s", name, bits == 16 ? "target" : "targets"));
	term value = target_term(e, all->target.at[0], name, 0);
	for (size_t i = 1; i < all->target.n; i++) {
		term is = term_equal(x->ts, which, term_u64(x->ts, bits, i));
		value = term_ite(x->ts, is, target_term(e, all->target.at[i], name, i), value);
	}
	return value;
}

term sharing_pointer(struct events *e, struct state *st, const struct event *r, const char *name) {
	struct note all = {0};
	bool grew = e->sharing->grew;
	const struct notes *list = notes_of(e->sharing, r->object, false);
	for (size_t i = 0; list && i < list->at.n; i++) {
		const struct note *w = &list->at.at[i];
		if (w->kind != EVENT_WRITE || !bytes_overlap(r->at, w->bytes))
			continue;
		for (size_t k = 0; k < w->target.n; k++)
			add_target(e->sharing, &all, w->target.at[k]);
		if (!w->target.n) /* zeros, or the bytes of a pointer */
			add_target(e->sharing, &all, (struct pointer_target){0, ANY_OFFSET});
	}
	add_initial(e, st, r, &all);
	if (!all.target.n)
		add_target(e->sharing, &all, (struct pointer_target){0, ANY_OFFSET});
	e->sharing->grew = grew;
	term value = any_target(e, &all, name);
	vec_free(&all.target);
	return value;
}

/* Does one of the targets have an address? */
static bool has_object(const struct note *n) {
	for (size_t i = 0; i < n->target.n; i++)
		if (n->target.at[i].object)
			return true;
	return false;
}

static bool cell_has_address(struct symex *x, uint64_t cell) {
	uint32_t object;
	term offset;
	return cell_is_pointer(cell) && (!ptr_known(x, cell_term(x, cell), &object, &offset) || object);
}

/* May there be an address among the bytes of the content? */
static bool content_has_address(struct symex *x, const struct content *c, struct event_bytes at) {
	uint32_t start;
	uint64_t cell;
	if (c->elem || c->fill == FILL_LAZY)
		return c->elem_is_pointer || c->fill == FILL_LAZY;
	for (uint32_t from = 0; pmap_next(&c->cells, from, &start, &cell); from = start + 1) {
		struct event_bytes here = {.from = start, .n = cell_access(cell).bytes};
		if (bytes_overlap(here, at) && cell_has_address(x, cell))
			return true;
	}
	return false;
}

/* Most objects have none: that is found out once. */
static bool initial_has_address(struct events *e, const struct event *r) {
	const struct content *first = e->x->object.at[r->object].initial;
	struct notes *list = notes_of(e->sharing, r->object, true);
	if (!first || r->at.from == LIFETIME)
		return false;
	if (!list->looked)
		list->has_addresses = content_has_address(e->x, first, ANY_BYTES);
	list->looked = true;
	return list->has_addresses && content_has_address(e->x, first, r->at);
}

bool sharing_has_address(struct events *e, const struct event *r) {
	const struct notes *list = notes_of(e->sharing, r->object, false);
	for (size_t i = 0; list && i < list->at.n; i++) {
		const struct note *w = &list->at.at[i];
		if (w->kind == EVENT_WRITE && bytes_overlap(r->at, w->bytes) && has_object(w))
			return true;
	}
	return initial_has_address(e, r);
}

/* --- Addresses that are read as numbers. --- */

void sharing_parts(struct events *e) {
	e->sharing->grew |= !e->sharing->has_parts;
	e->sharing->has_parts = true;
}

bool sharing_has_parts(const struct events *e) {
	return e->sharing->has_parts;
}

bool sharing_is_mixed(struct events *e, const struct event *r) {
	const struct notes *list = notes_of(e->sharing, r->object, false);
	for (size_t i = 0; list && i < list->at.n; i++) {
		const struct note *w = &list->at.at[i];
		if (w->kind != EVENT_WRITE || !bytes_overlap(r->at, w->bytes))
			continue;
		if (r->at.n > bytes_grain(r->at, w->bytes) || (e->sharing->has_parts && w->is_number))
			return true;
	}
	return false;
}

static void expose(struct symex *x, uint32_t object) {
	if (object)
		ptr_to_int(x, ptr_make(x, object, term_u64(x->ts, x->address_bits, 0)));
}

void sharing_expose_known(struct events *e) {
	for (size_t i = 0; i < e->sharing->exposed.n; i++)
		expose(e->x, e->sharing->exposed.at[i]);
}

void sharing_expose(struct events *e, struct state *st, const struct event *r) {
	const struct notes *list = notes_of(e->sharing, r->object, false);
	sharing_parts(e);
	if (initial_has_address(e, r))
		events_unsupported(e, state_user_loc(st), "a part of a pointer that an initialiser names");
	for (size_t i = 0; list && i < list->at.n; i++) {
		const struct note *w = &list->at.at[i];
		for (size_t k = 0; bytes_overlap(r->at, w->bytes) && k < w->target.n; k++)
			expose(e->x, w->target.at[k].object);
	}
}

/* Is the target one of these?  Those of a read's symbol have constant offsets, or any. */
static bool is_among(struct symex *x, const struct pointees *list, const struct pointee *t) {
	for (size_t i = 0; i < list->list.n; i++) {
		const struct pointee *p = &list->list.at[i];
		if (p->object == t->object &&
		    (term_eq(p->offset, t->offset) || !term_is_const(x->ts, p->offset)))
			return true;
	}
	return false;
}

bool sharing_promised(struct events *e, term read, term value) {
	struct symex *x = e->x;
	struct pointees has, wants;
	ptr_targets(x, read, &has);
	ptr_targets(x, value, &wants);
	bool all = has.complete && wants.complete;
	for (size_t i = 0; all && i < wants.list.n; i++)
		all = is_among(x, &has, &wants.list.at[i]);
	vec_free(&has.list);
	vec_free(&wants.list);
	return all;
}
