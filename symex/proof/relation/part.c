/* Parts of states and their variables. */
#include "symex/proof/relation/part.h"

#include "solvers/solver.h"
#include "symex/config.h"
#include "symex/query/about.h"
#include "symex/query/vc.h"
#include "symex/step/value/eval.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

/* Threads of which there may be many have numbers that no single thread has. */
enum { MAX_POINTERS = 64, INDEX_BITS = 8, NUMBER_BITS = 29 };

void relation_fail(struct relation *r, struct loc loc, const char *why) {
	if (r->failed)
		return;
	r->failed = why;
	r->failed_loc = loc;
}

static uint32_t find(struct relation *r, enum part_kind kind, uint32_t owner, uint32_t at,
                     uint32_t width, bool *is_new) {
	uint32_t words[] = {(uint32_t)kind, owner, at, width};
	uint32_t number = canon_tuple(r->canon, words, 4);
	uint64_t known;
	*is_new = !map_get(&r->part_of, number, &known);
	if (!*is_new)
		return (uint32_t)known;
	map_put(&r->part_of, number, r->part.n);
	struct part p = {.kind = kind, .owner = owner, .at = at, .width = width, .offset = NO_PART};
	vec_push(&r->part, p);
	return (uint32_t)r->part.n - 1;
}

static void name_variables(struct relation *r, uint32_t number) {
	struct part *p = &r->part.at[number];
	struct terms *ts = r->x->ts;
	for (uint32_t i = 0; i <= MAX_VIEW; i++) {
		const char *name = p->is_shared ? intern_printf("part!%u", number)
		                                : intern_printf("part!%u!%u", number, i ? i : 1);
		p->var[i] = term_var(ts, sort_bv(p->width), name);
	}
}

/* --- Names in C. --- */

static const struct field *field_at(const struct type *t, uint64_t at) {
	for (uint32_t i = 0; i < t->record->n; i++) {
		const struct field *f = &t->record->field[i];
		uint64_t from = f->offset / 8;
		if (from <= at && at < from + f->type->size && f->bit_width == NOT_BITFIELD)
			return f;
	}
	return NULL;
}

/* Descends to the scalar at the offset; NULL: there is none of this size. */
static const char *name_in(const struct type **type, const char *name, uint64_t at,
                           uint32_t bytes) {
	const struct type *t = *type;
	while (!type_is_scalar(t)) {
		if (t->kind == TYPE_ARRAY && t->elem->size) {
			name = intern_printf("%s[%llu]", name, (unsigned long long)(at / t->elem->size));
			at %= t->elem->size;
			t = t->elem;
		} else if (type_is_record(t)) {
			const struct field *f = field_at(t, at);
			if (!f || !f->name)
				return NULL;
			name = intern_printf("%s.%s", name, f->name);
			at -= f->offset / 8;
			t = f->type;
		} else {
			return NULL;
		}
	}
	*type = t;
	return at || t->size != bytes ? NULL : name;
}

static void name_cell(struct relation *r, struct part *p) {
	const struct object *o = &r->x->object.at[p->owner];
	if (!o->symbol || o->symbol->is_temp)
		return;
	p->type = o->type;
	p->name = name_in(&p->type, o->symbol->display, p->at, p->bytes);
	if (!p->name)
		p->type = NULL;
}

uint32_t part_cell(struct relation *r, uint32_t object, uint32_t at, struct scalar a,
                   bool is_shared) {
	bool is_new;
	uint32_t width = a.is_pointer ? INDEX_BITS : a.bytes * 8;
	uint32_t number = find(r, PART_CELL, object, at, a.is_pointer ? 1 : width, &is_new);
	struct part *p = &r->part.at[number];
	if (is_new || p->is_shared != is_shared) {
		p->is_shared = is_shared;
		p->width = width;
		p->bytes = a.bytes;
		p->is_pointer = a.is_pointer;
		name_cell(r, p);
		name_variables(r, number);
		r->grew = true;
	}
	return number;
}

uint32_t part_exists(struct relation *r, uint32_t object) {
	bool is_new;
	uint32_t number = find(r, PART_EXISTS, object, 0, 1, &is_new);
	if (is_new) {
		r->part.at[number].is_shared = true;
		name_variables(r, number);
		r->grew = true;
	}
	return number;
}

uint32_t part_register(struct relation *r, const struct frame *f, uint32_t slot, uint32_t width) {
	bool is_new;
	uint32_t number = find(r, PART_REGISTER, f->canon, slot, width, &is_new);
	struct part *p = &r->part.at[number];
	if (!is_new)
		return number;
	if (slot < f->function->local.n) {
		const struct symbol *s = f->function->local.at[slot];
		p->type = s->type;
		p->name = s->is_temp || s->name[0] == '@' ? NULL : s->display;
	}
	p->function = f->function;
	name_variables(r, number);
	return number;
}

uint32_t part_number(struct relation *r, uint32_t tid) {
	bool is_new;
	uint32_t number = find(r, PART_NUMBER, tid, 0, NUMBER_BITS, &is_new);
	if (is_new)
		name_variables(r, number);
	return number;
}

static uint32_t ghost(struct relation *r, enum part_kind kind, uint32_t which, uint32_t width) {
	bool is_new;
	uint32_t number = find(r, kind, which, 0, width, &is_new);
	r->part.at[number].is_shared = true;
	name_variables(r, number);
	return number;
}

uint32_t part_counter(struct relation *r, uint32_t which, uint32_t width) {
	return ghost(r, PART_COUNTER, which, width);
}

uint32_t part_position(struct relation *r, uint32_t element) {
	return ghost(r, PART_POSITION, element, r->x->address_bits);
}

uint32_t part_tracked_number(struct relation *r, uint32_t record) {
	return ghost(r, PART_POSITION, record, NUMBER_BITS);
}

uint32_t part_predicate(struct relation *r, uint32_t which) {
	return ghost(r, PART_PREDICATE, which, 1);
}

term part_many_number(struct terms *ts, term var) {
	return term_concat(ts, term_u64(ts, 32 - NUMBER_BITS, 2), var);
}

term part_is_many_number(struct terms *ts, term number) {
	term kind = term_extract(ts, number, 31, NUMBER_BITS);
	return term_equal(ts, kind, term_u64(ts, 32 - NUMBER_BITS, 2));
}

term part_thread_number(struct relation *r, uint32_t tid, uint32_t view) {
	const struct template *t = &r->template.at[tid];
	if (!t->is_many)
		return term_u64(r->x->ts, 32, tid);
	return part_many_number(r->x->ts, r->part.at[t->number].var[view]);
}

/* --- Pointers in memory. --- */

static term any_offset(struct relation *r, const struct part *p, term value) {
	struct symex *x = r->x;
	uint32_t object;
	term offset;
	ptr_known(x, value, &object, &offset);
	if (term_is_const(x->ts, offset) || p->offset == NO_PART)
		return value;
	return ptr_make(x, object, r->part.at[p->offset].var[1]);
}

term part_pointer(struct relation *r, const struct part *p) {
	struct terms *ts = r->x->ts;
	term pointer = p->value.n ? any_offset(r, p, p->value.at[0]) : ptr_null(r->x);
	for (size_t i = 1; i < p->value.n; i++) {
		term is = term_equal(ts, p->var[1], term_u64(ts, p->width, i));
		pointer = term_ite(ts, is, any_offset(r, p, p->value.at[i]), pointer);
	}
	return pointer;
}

static uint32_t part_offset(struct relation *r, uint32_t cell) {
	bool is_new;
	uint32_t number = find(r, PART_OFFSET, cell, 0, r->x->address_bits, &is_new);
	struct part *p = &r->part.at[number];
	if (is_new || p->is_shared != r->part.at[cell].is_shared) {
		p->is_shared = r->part.at[cell].is_shared;
		name_variables(r, number);
		r->grew = true;
	}
	r->part.at[cell].offset = number;
	return number;
}

static uint32_t index_of(struct relation *r, uint32_t part, term pointer) {
	struct part *p = &r->part.at[part];
	for (size_t i = 0; i < p->value.n; i++)
		if (term_eq(p->value.at[i], pointer))
			return (uint32_t)i;
	if (p->value.n == MAX_POINTERS) {
		relation_fail(r, NO_LOC, "a pointer variable that may point to many objects");
		return 0;
	}
	vec_push(&p->value, pointer);
	r->grew = true;
	return (uint32_t)p->value.n - 1;
}

term part_index(struct relation *r, uint32_t part, term pointer, term *offset) {
	struct symex *x = r->x;
	struct pointees t;
	term index = NO_TERM;
	*offset = NO_TERM;
	if (term_eq(pointer, part_pointer(r, &r->part.at[part]))) {
		/* unchanged; where main begins, there is nothing that it could be unchanged from */
		bool is_first = r->current == NO_POINT && r->part.at[part].value.n <= 1;
		return is_first ? term_u64(x->ts, INDEX_BITS, 0) : r->part.at[part].var[1];
	}
	ptr_targets(x, pointer, &t);
	if (!t.complete)
		relation_fail(r, NO_LOC, "a pointer of unknown origin in memory");
	for (size_t i = 0; i < t.list.n && !r->failed; i++) {
		const struct pointee *p = &t.list.at[i];
		term at = p->offset;
		if (!term_is_const(x->ts, at)) {
			*offset = offset->ix ? term_ite(x->ts, p->guard, at, *offset) : at;
			uint32_t number = part_offset(r, part);
			at = r->part.at[number].var[1];
		}
		uint32_t k = index_of(r, part, ptr_make(x, p->object, at));
		term this = term_u64(x->ts, INDEX_BITS, k);
		index = index.ix ? term_ite(x->ts, p->guard, this, index) : this;
	}
	vec_free(&t.list);
	return index.ix ? index : term_u64(x->ts, INDEX_BITS, 0);
}

/* --- Offsets that inputs choose. --- */

/* Is the term made of inputs alone? */
static bool is_input(struct relation *r, term t, int depth) {
	const struct terms *ts = r->x->ts;
	if (term_kind(ts, t) == TERM_VAR)
		return variable_kind(ts, t) == VARIABLE_INPUT;
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!depth || !is_input(r, term_arg(ts, t, i), depth - 1))
			return false;
	return true;
}

uint32_t part_chosen(struct relation *r, term offset, term *value) {
	struct symex *x = r->x;
	if (term_is_const(x->ts, offset) || !is_input(r, offset, 6))
		return 0;
	about(x, "search for the invariant");
	struct solver *s = x->config->solver->open(x->ts, &x->config->solver_config);
	enum answer a;
	uint32_t n = 0;
	while ((a = vc_qualify(x, s->ops->check(s, NULL, 0))) == ANSWER_SAT && n < MAX_CHOSEN) {
		struct bits bits = {0};
		s->ops->value(s, offset, x->pool.arena, &bits);
		value[n] = term_const(x->ts, bits);
		s->ops->add(s, term_distinct(x->ts, offset, value[n++]));
	}
	s->ops->close(s);
	return a == ANSWER_UNSAT ? n : 0;
}
