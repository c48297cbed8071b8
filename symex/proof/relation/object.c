#include "symex/proof/relation/object.h"

#include "symex/memory/content.h"
#include "symex/memory/gate.h"
#include "symex/proof/relation/array.h"
#include "symex/proof/relation/part.h"
#include "symex/proof/relation/track.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_CELLS = 300, MAX_CONSTANTS = 16 };

static struct object_note *note_of(struct relation *r, uint32_t object) {
	while (r->note.n <= object)
		vec_push(&r->note, ((struct object_note){0}));
	return &r->note.at[object];
}

static const struct object_note *peek(const struct relation *r, uint32_t object) {
	static const struct object_note none;
	return object < r->note.n ? &r->note.at[object] : &none;
}

static bool is_static(const struct relation *r, uint32_t object) {
	enum object_kind k = r->x->object.at[object].kind;
	return k == OBJECT_STATIC || k == OBJECT_FUNCTION || k == OBJECT_NULL;
}

bool object_is_shared(const struct relation *r, uint32_t object) {
	return is_static(r, object) || peek(r, object)->is_shared || peek(r, object)->is_dead;
}

bool object_is_summary(const struct relation *r, uint32_t object) {
	return peek(r, object)->is_summary;
}

bool object_is_own(const struct relation *r, const struct state *st, uint32_t object) {
	(void)st;
	return !object_is_shared(r, object) && !object_is_summary(r, object);
}

uint32_t object_dead(struct relation *r, enum object_kind kind) {
	struct symex *x = r->x;
	if (!r->dead[kind]) {
		struct object o = {.kind = kind,
		                   .size = term_u64(x->ts, x->address_bits, 0),
		                   .choice = r->naming.numbers++};
		r->dead[kind] = memory_object(x, o);
		note_of(r, r->dead[kind])->is_dead = true;
	}
	return r->dead[kind];
}

/* The object that a choice makes; 0: none. */
static uint32_t made_by(const struct relation *r, const struct choice *c) {
	uint64_t known;
	if (c->kind != CHOICE_MEMORY || !map_get(&r->naming.object, c->number, &known))
		return 0;
	return (uint32_t)known;
}

void objects_remade(struct relation *r, const struct pmap *before) {
	struct symex *x = r->x;
	for (size_t i = 0; i < x->choice.n; i++) {
		uint32_t object = made_by(r, &x->choice.at[i]);
		enum object_kind kind = x->object.at[object].kind;
		if (object && (kind == OBJECT_HEAP || kind == OBJECT_STACK) &&
		    !object_is_shared(r, object) && pmap_get(before, object))
			objects_make_summary(r, object);
	}
}

void objects_making(struct relation *r, uint32_t edge, term guard) {
	struct symex *x = r->x;
	for (size_t i = 0; i < x->choice.n; i++) {
		uint32_t object = made_by(r, &x->choice.at[i]);
		if (!object || term_is_false(x->ts, term_and(x->ts, guard, x->choice.at[i].guard)))
			continue;
		note_of(r, object);
		vec_push(&r->making, ((struct making_object){edge, object}));
	}
}

/* The address of a summary would be that of several blocks. */
void objects_check_addresses(struct relation *r) {
	for (uint32_t i = 1; i < r->note.n; i++)
		if (r->note.at[i].is_summary && r->x->object.at[i].base.ix)
			relation_fail(r, r->x->object.at[i].loc, "the address of a block as a number");
}

void objects_made(struct relation *r, uint32_t tid, size_t first) {
	for (size_t i = first; i < r->x->object.n; i++)
		if (!is_static(r, (uint32_t)i) && !note_of(r, (uint32_t)i)->creator)
			r->note.at[i].creator = tid + 1;
}

/* What the object holds when main begins; NULL: it does not exist yet. */
static const struct content *initial_content(const struct relation *r, uint32_t object) {
	uint64_t known = pmap_get(&r->x->initial_memory, object);
	return known ? (const struct content *)(uintptr_t)known : r->x->object.at[object].initial;
}

uint32_t object_add(struct relation *r, term size, struct content *c, uint32_t choice) {
	struct symex *x = r->x;
	struct object o = {.kind = OBJECT_INTERNAL, .size = size, .choice = choice};
	uint32_t id = memory_object(x, o);
	c->epoch = 0; /* all states share it */
	pmap_snapshot(&x->pool);
	x->object.at[id].initial = c;
	while (r->note.n <= id)
		vec_push(&r->note, ((struct object_note){0}));
	r->note.at[id].creator = 1;
	return id;
}

struct content *object_blank(struct relation *r, uint32_t object) {
	const struct content *c = initial_content(r, object);
	return c ? content_own(r->x, c) : memory_fresh(r->x, r->x->object.at[object].choice);
}

/* --- Summaries. --- */

void objects_make_summary(struct relation *r, uint32_t object) {
	struct object_note *n = note_of(r, object);
	if (n->is_summary || n->is_dead)
		return;
	n->is_summary = true;
	n->is_spoilt = true; /* bytes that were never written may be read */
	r->grew = true;
}

static uint32_t summary_object(const struct relation *r, uint32_t object) {
	uint32_t other = peek(r, object)->stands_for;
	return other ? other : object;
}

/* The bytes of a summary; NULL: they overlap with others, or have an unknown offset. */
static struct summary_bytes *find_summary(struct relation *r, uint32_t object, uint64_t at,
                                          struct scalar a) {
	object = summary_object(r, object);
	for (size_t i = 0; i < r->summary.n; i++) {
		struct summary_bytes *s = &r->summary.at[i];
		if (s->object != object || s->at >= at + a.bytes || s->at + s->bytes <= at)
			continue;
		return s->at == at && s->bytes == a.bytes && s->is_pointer == a.is_pointer ? s : NULL;
	}
	struct summary_bytes s = {
	    .object = object, .at = (uint32_t)at, .bytes = a.bytes, .is_pointer = a.is_pointer};
	vec_push(&r->summary, s);
	return &vec_last(&r->summary);
}

static void spoil(struct relation *r, uint32_t object) {
	object = summary_object(r, object);
	for (size_t i = 0; i < r->summary.n; i++) {
		struct summary_bytes *s = &r->summary.at[i];
		if (s->object != object || s->is_any)
			continue;
		s->is_any = true;
		r->grew = true;
	}
	note_of(r, object)->is_spoilt = true;
}

static void add_constant(struct relation *r, struct summary_bytes *s, term value) {
	for (size_t i = 0; i < s->value.n; i++)
		if (term_eq(s->value.at[i], value))
			return;
	if (s->is_any)
		return;
	r->grew = true;
	s->is_any = s->value.n == MAX_CONSTANTS;
	vec_push(&s->value, value);
}

static bool add_chosen(struct relation *r, struct summary_bytes *s, uint32_t object, term offset) {
	term value[MAX_CHOSEN];
	uint32_t n = part_chosen(r, offset, value);
	for (uint32_t i = 0; i < n; i++)
		add_constant(r, s, ptr_make(r->x, object, value[i]));
	return n != 0;
}

static void add_pointers(struct relation *r, struct summary_bytes *s, struct loc loc,
                         term pointer) {
	struct pointees t;
	ptr_targets(r->x, pointer, &t);
	bool known = t.complete;
	for (size_t i = 0; i < t.list.n; i++) {
		term one = ptr_make(r->x, t.list.at[i].object, t.list.at[i].offset);
		bool is_constant = term_is_const(r->x->ts, one);
		objects_publish(r, loc, one);
		if (is_constant)
			add_constant(r, s, one);
		else if (!t.list.at[i].object && !s->is_integer)
			s->is_integer = r->grew = true;
		known &= is_constant || !t.list.at[i].object ||
		         add_chosen(r, s, t.list.at[i].object, t.list.at[i].offset);
	}
	vec_free(&t.list);
	if (!known || s->is_any)
		relation_fail(r, loc, "a block of memory holds a pointer that is not known");
}

/* The value of an if-then-else over constants is one of them. */
static void add_values(struct relation *r, struct summary_bytes *s, term value, int depth) {
	struct terms *ts = r->x->ts;
	if (term_is_const(ts, value)) {
		add_constant(r, s, value);
	} else if (depth && term_kind(ts, value) == TERM_ITE) {
		add_values(r, s, term_arg(ts, value, 1), depth - 1);
		add_values(r, s, term_arg(ts, value, 2), depth - 1);
	} else if (!s->is_any) {
		s->is_any = r->grew = true;
	}
}

static void write_summary(struct relation *r, struct loc loc, uint32_t object, term offset,
                          struct scalar a, term value) {
	uint64_t at;
	struct summary_bytes *s = NULL;
	if (peek(r, summary_object(r, object))->is_spoilt) {
		if (a.is_pointer)
			objects_publish(r, loc, value);
		return;
	}
	if (offset.ix && term_get_u64(r->x->ts, offset, &at))
		s = find_summary(r, object, at, a);
	if (a.is_pointer && !s)
		relation_fail(r, loc, "a pointer is stored at an unknown place of a block");
	else if (!s)
		spoil(r, object);
	else if (a.is_pointer)
		add_pointers(r, s, loc, value);
	else
		add_values(r, s, value, 8);
}

static term any_of(struct relation *r, const struct summary_bytes *s, uint32_t width) {
	struct terms *ts = r->x->ts;
	term one = s->value.n ? s->value.at[0] : NO_TERM;
	if (s->is_integer) {
		term any = ptr_integer(r->x, term_fresh(ts, sort_bv(r->x->address_bits), "any"));
		one = one.ix ? term_ite(ts, term_fresh(ts, sort_bool(), "any"), any, one) : any;
	}
	for (size_t i = 1; i < s->value.n; i++)
		one = term_ite(ts, term_fresh(ts, sort_bool(), "any"), s->value.at[i], one);
	return term_width(ts, one) == width ? one : NO_TERM;
}

static term poison(struct relation *r) {
	struct symex *x = r->x;
	if (!r->poison) {
		struct object o = {.kind = OBJECT_INTERNAL,
		                   .size = term_u64(x->ts, x->address_bits, 1),
		                   .choice = r->naming.numbers++};
		r->poison = memory_object(x, o);
		note_of(r, r->poison)->is_summary = true;
	}
	return ptr_make(x, r->poison, term_u64(x->ts, x->address_bits, 0));
}

term object_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	struct relation *r = x->self;
	struct scalar s = {a->bytes, is_pointer};
	uint64_t at;
	bool is_tracked = track_is_on(r) && a->object == r->track.record;
	r->track.reads_tracked |= is_tracked;
	if (is_tracked ? !is_pointer : !object_is_summary(r, a->object))
		return NO_TERM;
	if (object_is_array(r, a->object)) {
		term value = array_read(r, st, a, is_pointer);
		if (value.ix)
			return value;
	}
	uint32_t object = is_tracked ? r->record : a->object;
	const struct object_note *n = peek(r, summary_object(r, object));
	const struct summary_bytes *known = NULL;
	if (a->object == r->poison)
		relation_fail(r, state_user_loc(st), "a pointer that is not known is followed");
	if (a->offset.ix && term_get_u64(x->ts, a->offset, &at) && !n->is_spoilt)
		known = find_summary(r, object, at, s);
	uint32_t width = is_pointer ? x->pointer_bits : a->bytes * 8;
	term value = NO_TERM;
	if (known && !known->is_any && (known->value.n || known->is_integer))
		value = any_of(r, known, width);
	if (!value.ix && !is_pointer)
		value = term_fresh(x->ts, sort_bv(width), "any");
	if (a->object == r->other_record && value.ix)
		track_reads_other(r, value);
	if (a->object == r->record && !is_pointer)
		value = track_read_own(r, st, a, value);
	if (value.ix)
		return value;
	term is_null = term_fresh(x->ts, sort_bool(), "any");
	return term_ite(x->ts, is_null, ptr_null(x), poison(r));
}

bool object_write(struct symex *x, struct state *st, const struct access *a, term value) {
	struct relation *r = x->self;
	struct scalar s = {a->bytes, term_width(x->ts, value) == x->pointer_bits};
	if (track_is_on(r) && a->object == r->track.record) {
		write_summary(r, state_user_loc(st), r->record, a->offset, s, value);
		return s.is_pointer;
	}
	array_find(r, a, s.is_pointer);
	if (!object_is_summary(r, a->object))
		return false;
	if (a->object == r->record && !s.is_pointer)
		track_write_own(r, st, a, value);
	if (object_is_array(r, a->object) && array_write(r, st, a, value))
		return true;
	if (a->object == r->poison)
		relation_fail(r, state_user_loc(st), "a pointer that is not known is followed");
	write_summary(r, state_user_loc(st), a->object, a->offset, s, value);
	return true;
}

/* A summary stands for several blocks, so two pointers to it may or may not be equal. */
term object_equal(struct symex *x, term a, term b) {
	struct relation *r = x->self;
	struct pointees p, q;
	bool is_open = false;
	ptr_targets(x, a, &p);
	ptr_targets(x, b, &q);
	for (size_t i = 0; i < p.list.n; i++)
		for (size_t k = 0; k < q.list.n; k++) {
			uint32_t s = p.list.at[i].object, t = q.list.at[k].object;
			is_open |= object_is_summary(r, s) && object_is_summary(r, t) &&
			           (s == t || s == r->poison || t == r->poison);
			is_open |= (s == r->poison && s && t) || (t == r->poison && t && s);
		}
	vec_free(&p.list);
	vec_free(&q.list);
	return is_open ? term_fresh(x->ts, sort_bool(), "equal") : NO_TERM;
}

/* --- Lifetimes. --- */

/* The condition that this step has made the object. */
static term is_made(struct relation *r, uint32_t object) {
	struct symex *x = r->x;
	term made = term_false(x->ts);
	for (size_t i = 0; i < x->choice.n; i++)
		if (x->choice.at[i].number == x->object.at[object].choice)
			made = term_or(x->ts, made, x->choice.at[i].guard);
	return made;
}

term object_ended(struct symex *x, struct state *st, uint32_t object, term own) {
	struct relation *r = x->self;
	const struct object_note *n = peek(r, object);
	(void)st;
	if (n->is_dead)
		return term_true(x->ts);
	if (object && object == r->track.record)
		return term_false(x->ts);
	if (n->is_summary && !n->array)
		return n->may_end ? term_fresh(x->ts, sort_bool(), "ended") : term_false(x->ts);
	if (is_static(r, object) || (!n->is_shared && !n->array))
		return own;
	uint32_t part = part_exists(r, object);
	term exists = term_equal(x->ts, r->part.at[part].var[0], term_u64(x->ts, 1, 1));
	term before = term_not(x->ts, term_or(x->ts, exists, is_made(r, object)));
	return term_or(x->ts, own, before);
}

static void object_ends(struct symex *x, struct state *st, uint32_t object, term guard) {
	struct relation *r = x->self;
	/* Points keep no lifetimes of static objects, among which those of main's thread count: they
	 * matter if another thread may know the address. */
	if (memory_ends_with_main(x, object) && peek(r, object)->is_lent) {
		symex_unsupported(x, st, guard, "thread-local variables of main end before the program");
		return;
	}
	if (!object_is_summary(r, object) || peek(r, object)->may_end)
		return;
	note_of(r, object)->may_end = true;
	r->grew = true;
}

/* What the state holds of a summary is no content of any block, so a block of symbolic length
 * cannot be read there; and where one is written, any bytes may be read later. */
void object_access(struct symex *x, struct state *st, const struct access *a) {
	struct relation *r = x->self;
	bool is_whole = !a->offset.ix && a->kind != ACCESS_EXISTENCE;
	if (a->ends)
		object_ends(x, st, a->object, a->guard);
	else if (is_whole && object_is_summary(r, a->object) && a->kind == ACCESS_WRITE &&
	         !track_is_record(r, a->object))
		spoil(r, a->object);
	else if (is_whole && (object_is_summary(r, a->object) || track_is_record(r, a->object)))
		relation_fail(r, state_user_loc(st), "a block of symbolic length in shared memory");
}

/* --- Pointers that other threads get. --- */

static void publish(struct relation *r, struct loc loc, uint32_t object) {
	struct object_note *n = note_of(r, object);
	if (object == r->poison && object)
		relation_fail(r, loc, "a pointer that is not known is stored");
	if (track_is_record(r, object))
		track_stop(r);
	if (memory_ends_with_main(r->x, object) && !n->is_lent)
		n->is_lent = r->grew = true;
	if (is_static(r, object) || n->is_shared || n->is_summary || n->is_dead)
		return;
	uint32_t creator = n->creator ? n->creator - 1 : r->start.tid; /* made in this step */
	if (!r->template.at[creator].is_many)
		n->is_shared = r->grew = true;
	else
		objects_make_summary(r, object);
}

void objects_publish(struct relation *r, struct loc loc, term pointer) {
	struct pointees t;
	ptr_targets(r->x, pointer, &t);
	for (size_t i = 0; i < t.list.n; i++)
		publish(r, loc, t.list.at[i].object);
	vec_free(&t.list);
}

/* --- Records of threads. --- */

static uint32_t make_record(struct relation *r, uint32_t like) {
	struct symex *x = r->x;
	struct object o = x->object.at[like];
	o.choice = r->naming.numbers++;
	o.base = NO_TERM;
	uint32_t id = memory_object(x, o);
	note_of(r, id)->is_summary = true;
	return id;
}

void objects_make_records(struct relation *r, uint32_t like) {
	if (r->record)
		return;
	r->record = make_record(r, like);
	r->other_record = make_record(r, like);
	note_of(r, r->other_record)->stands_for = r->record;
	r->grew = true;
}

void objects_adopt_record(struct relation *r, struct state *st) {
	struct symex *x = r->x;
	const struct template *t = &r->template.at[st->tid];
	if (!t->is_many || !t->record)
		return;
	const struct content *c = (const struct content *)(uintptr_t)pmap_get(&st->mem, t->record);
	uint32_t key;
	uint64_t raw;
	for (uint32_t at = 0; c && !c->elem && pmap_next(&c->cells, at, &key, &raw); at = key + 1)
		write_summary(r, NO_LOC, r->record, term_u64(x->ts, x->address_bits, key), cell_access(raw),
		              cell_term(x, raw));
	pmap_snapshot(&x->pool);
	pmap_set(&x->pool, &st->mem, t->record, 0);
	const struct pmap reg = st->reg;
	for (uint32_t at = 0; pmap_next(&reg, at, &key, &raw); at = key + 1) {
		uint32_t object;
		term offset;
		if (reg_kind(raw) == REG_TERM && term_width(x->ts, reg_term(x, raw)) == x->pointer_bits &&
		    ptr_known(x, reg_term(x, raw), &object, &offset) && object == t->record)
			pmap_set(&x->pool, &st->reg, key, reg_of(x, ptr_make(x, r->record, offset)));
	}
}

/* --- What a step has written. --- */

static bool overlaps(const struct part *p, uint32_t object, uint32_t at, uint32_t bytes) {
	return p->kind == PART_CELL && p->owner == object && p->at < at + bytes &&
	       p->at + p->bytes > at;
}

/* Do parts cover all bytes? */
static bool is_covered(const struct relation *r, uint32_t object, uint32_t at, uint32_t bytes) {
	uint32_t n = 0;
	for (size_t i = 0; i < r->part.n; i++) {
		const struct part *p = &r->part.at[i];
		if (!overlaps(p, object, at, bytes))
			continue;
		uint32_t from = p->at > at ? p->at : at;
		uint32_t to = p->at + p->bytes < at + bytes ? p->at + p->bytes : at + bytes;
		n += to - from;
	}
	return n >= bytes;
}

static void add_cell(struct relation *r, uint32_t object, uint32_t at, struct scalar a) {
	bool is_shared = object_is_shared(r, object);
	for (size_t i = 0; i < r->part.n; i++) {
		const struct part *p = &r->part.at[i];
		if (!overlaps(p, object, at, a.bytes))
			continue;
		/* Accesses of different sizes, or a pointer and a number. */
		objects_make_summary(r, object);
		return;
	}
	part_cell(r, object, at, a, is_shared);
}

static uint32_t count_cells(const struct relation *r, uint32_t object) {
	uint32_t n = 0;
	for (size_t i = 0; i < r->part.n; i++)
		n += r->part.at[i].kind == PART_CELL && r->part.at[i].owner == object;
	return n;
}

static void find_written(struct relation *r, uint32_t object, const struct content *before,
                         const struct content *after) {
	const struct content *old = before ? before : initial_content(r, object);
	if (after == old || r->x->object.at[object].is_constant)
		return;
	bool other_fill = old && (after->fill != old->fill || after->choice != old->choice);
	if (after->elem || after->lazy || other_fill || count_cells(r, object) > MAX_CELLS) {
		objects_make_summary(r, object);
		return;
	}
	uint32_t at;
	uint64_t raw;
	for (uint32_t from = 0; pmap_next(&after->cells, from, &at, &raw); from = at + 1) {
		struct scalar a = cell_access(raw);
		if (old && term_eq(content_read(r->x, old, at, a), cell_term(r->x, raw)))
			continue;
		if (!is_covered(r, object, at, a.bytes))
			add_cell(r, object, at, a);
	}
}

struct object_scan {
	struct relation *r;
	const struct state *after;
};

/* Is it what a new object holds? */
static bool is_untouched(const struct content *c) {
	uint32_t at;
	uint64_t raw;
	return c && c->fill == FILL_ANY && !c->elem && !c->lazy && !pmap_next(&c->cells, 0, &at, &raw);
}

static void each_object(void *context, uint32_t object, uint64_t before, uint64_t after) {
	struct object_scan *f = context;
	/* A lazy copy does not call object_write. */
	if (object_is_array(f->r, object) && after != before &&
	    (before || !is_untouched((const struct content *)(uintptr_t)after)))
		array_drop(f->r, object);
	if (after && !object_is_summary(f->r, object))
		find_written(f->r, object, (const struct content *)(uintptr_t)before,
		             (const struct content *)(uintptr_t)after);
}

void objects_find_written(struct relation *r, const struct pmap *before,
                          const struct state *after) {
	struct object_scan f = {r, after};
	pmap_diff(before, &after->mem, each_object, &f);
}

/* --- Collecting what the thread cannot reach. --- */

static void reach(struct relation *r, const struct state *st, struct map *reached, term pointer);

static void reach_object(struct relation *r, const struct state *st, struct map *reached,
                         uint32_t object) {
	if (!object || is_static(r, object) || map_get(reached, object, NULL))
		return;
	map_put(reached, object, 1);
	const struct content *c = memory_get(r->x, st, object);
	uint32_t at;
	uint64_t raw;
	for (uint32_t from = 0; c && pmap_next(&c->cells, from, &at, &raw); from = at + 1)
		if (cell_is_pointer(raw))
			reach(r, st, reached, cell_term(r->x, raw));
}

static void reach(struct relation *r, const struct state *st, struct map *reached, term pointer) {
	struct pointees t;
	ptr_targets(r->x, pointer, &t);
	for (size_t i = 0; i < t.list.n; i++)
		reach_object(r, st, reached, t.list.at[i].object);
	vec_free(&t.list);
}

void objects_collect(struct relation *r, struct state *st) {
	struct symex *x = r->x;
	struct map reached = {0};
	uint32_t key;
	uint64_t raw;
	for (uint32_t at = 0; pmap_next(&st->reg, at, &key, &raw); at = key + 1)
		if (reg_kind(raw) == REG_TERM && term_width(x->ts, reg_term(x, raw)) == x->pointer_bits)
			reach(r, st, &reached, reg_term(x, raw));
	for (uint32_t at = 0; pmap_next(&st->tls, at, &key, &raw); at = key + 1)
		reach_object(r, st, &reached, (uint32_t)raw);
	for (const struct frame *f = st->frame; f; f = f->up)
		if (f->varargs.ix)
			reach(r, st, &reached, f->varargs);
	const struct pmap mem = st->mem;
	pmap_snapshot(&x->pool);
	for (uint32_t at = 0; pmap_next(&mem, at, &key, &raw); at = key + 1)
		if (object_is_own(r, st, key) && !map_get(&reached, key, NULL))
			pmap_set(&x->pool, &st->mem, key, 0);
	map_free(&reached);
}

/* --- Memory before and after a step. --- */

static void put_shared(struct relation *r, struct state *st, uint32_t part) {
	struct symex *x = r->x;
	const struct part *p = &r->part.at[part];
	uint64_t known = pmap_get(&st->mem, p->owner);
	struct content *c = known ? content_own(x, (const struct content *)(uintptr_t)known)
	                          : object_blank(r, p->owner);
	struct scalar a = {p->bytes, p->is_pointer};
	content_write(x, c, p->at, a, p->is_pointer ? part_pointer(r, p) : p->var[0]);
	pmap_set(&x->pool, &st->mem, p->owner, (uint64_t)(uintptr_t)c);
}

void objects_begin(struct relation *r, struct state *st) {
	struct symex *x = r->x;
	uint32_t object;
	uint64_t content;
	pmap_snapshot(&x->pool);
	for (uint32_t at = 0; pmap_next(&x->initial_memory, at, &object, &content); at = object + 1)
		if (is_static(r, object))
			pmap_set(&x->pool, &st->mem, object, content);
	for (uint32_t i = 1; i < r->note.n; i++) {
		const struct object_note *n = &r->note.at[i];
		if ((n->is_shared || n->is_summary) && !is_static(r, i))
			pmap_set(&x->pool, &st->mem, i, (uint64_t)(uintptr_t)object_blank(r, i));
	}
	for (uint32_t i = 0; i < r->part.n; i++)
		if (r->part.at[i].kind == PART_CELL && r->part.at[i].is_shared &&
		    !object_is_summary(r, r->part.at[i].owner))
			put_shared(r, st, i);
	pmap_snapshot(&x->pool);
}

/* A pointer with only one value is a constant. */
bool part_is_used(const struct relation *r, uint32_t part) {
	const struct part *p = &r->part.at[part];
	if (p->kind == PART_COUNTER || p->kind == PART_PREDICATE || p->kind == PART_POSITION)
		return true;
	if (!p->is_shared || p->kind == PART_NUMBER)
		return false;
	if (p->kind == PART_EXISTS && object_is_array(r, p->owner))
		return true;
	uint32_t object = p->kind == PART_OFFSET ? r->part.at[p->owner].owner : p->owner;
	return object_is_shared(r, object) && !object_is_summary(r, object);
}

struct changes {
	VEC(struct new_value) at;
};

static void add_change(struct relation *r, struct changes *c, uint32_t part, term value) {
	if (value.ix && !term_eq(value, r->part.at[part].var[0]))
		vec_push(&c->at, ((struct new_value){part, value}));
}

static void find_change(struct relation *r, struct state *st, uint32_t part, struct changes *out) {
	struct symex *x = r->x;
	struct part p = r->part.at[part];
	term offset = NO_TERM;
	if (p.kind == PART_EXISTS) {
		term exists = term_not(x->ts, gate_is_ended(x, st, p.owner));
		if (!term_eq(exists, term_equal(x->ts, p.var[0], term_u64(x->ts, 1, 1))))
			add_change(r, out, part, term_bool_to_bv(x->ts, exists, 1));
		return;
	}
	const struct content *c = p.kind == PART_CELL ? memory_get(x, st, p.owner) : NULL;
	if (!c)
		return;
	term value = content_read(x, c, p.at, (struct scalar){p.bytes, p.is_pointer});
	if (p.is_pointer) {
		objects_publish(r, NO_LOC, value);
		value = part_index(r, part, value, &offset);
	}
	add_change(r, out, part, value);
	if (offset.ix)
		add_change(r, out, r->part.at[part].offset, offset);
}

const struct new_value *objects_changes(struct relation *r, const struct state *after,
                                        uint32_t *n) {
	struct state st = *after;
	struct changes changes = {0};
	for (uint32_t i = 0; i < r->part.n; i++)
		if (part_is_used(r, i))
			find_change(r, &st, i, &changes);
	*n = (uint32_t)changes.at.n;
	struct new_value *kept =
	    arena_copy(r->x->pool.arena, changes.at.at, changes.at.n * sizeof *changes.at.at);
	vec_free(&changes.at);
	return kept;
}
