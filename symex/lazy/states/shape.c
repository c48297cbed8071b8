#include "symex/lazy/states/shape.h"

#include <stdlib.h>

#include "symex/core/naming.h"
#include "symex/memory/canon_content.h"
#include "symex/memory/lazy_write.h"

enum shape_part {
	REGISTERS = 1,
	CELLS,
	CELLS_OF_ZEROES,
	MEMORY,
	ENDED,
	CONTENT,
	MARKED
}; /* up to 7 */
/* Which name is blank in a value: none, the object of a pointer, the choice of a variable, that of
 * a pointer (0, variable).  It is part of the upper word of a register or cell. */
enum blank { BLANK_NONE, BLANK_OBJECT, BLANK_CHOICE, BLANK_ADDRESS };
enum { BLANK_IN_REGISTER = 5, BLANK_IN_CELL = 28 }; /* shifts */
/* Different from each other and from what canon_content has, so that no number stands for two. */
enum { CONTENT_WORDS = 8, MARKED_WORDS = 9 };

struct shapes {
	struct symex *x;
	struct canon *canon;
	struct map known;    /* kind, base and number of a part -> shape */
	struct map of_term;  /* -> list of the names in it, sorted */
	VEC(uint32_t) names; /* of the parts being composed */
	VEC(bool) marked;    /* by object */
};

struct shapes *shapes_open(struct symex *x, struct canon *canon) {
	struct shapes *s = mem_alloc(sizeof *s);
	s->x = x;
	s->canon = canon;
	return s;
}

void shapes_close(struct shapes *s) {
	if (!s)
		return;
	map_free(&s->known);
	map_free(&s->of_term);
	vec_free(&s->names);
	vec_free(&s->marked);
	mem_free(s);
}

bool shape_is_dynamic(const struct symex *x, uint32_t object) {
	if (!object || object >= x->object.n)
		return false;
	enum object_kind kind = x->object.at[object].kind;
	return kind != OBJECT_STATIC && kind != OBJECT_FUNCTION;
}

static uint64_t key_of(uint32_t kind, uint32_t base, uint32_t number) {
	return (uint64_t)kind << 60 | (uint64_t)(base >> PMAP_SHIFT) << 32 | number;
}

bool shape_find(const struct shapes *s, uint32_t kind, uint32_t number, struct shape *found) {
	uint64_t raw;
	if (!map_get(&s->known, key_of(kind, 0, number), &raw))
		return false;
	*found = shape_unpack(raw);
	return true;
}

void shape_keep(struct shapes *s, uint32_t kind, uint32_t number, struct shape shape) {
	map_put(&s->known, key_of(kind, 0, number), shape_pack(shape));
}

/* --- Composition. --- */

size_t shape_begin(struct shapes *s) {
	vec_push(&s->names, 0); /* their number, known at the end */
	return s->names.n - 1;
}

static void add_list(struct shapes *s, uint32_t list) {
	if (!list)
		return;
	const uint32_t *w = canon_tuple_at(s->canon, list);
	for (uint32_t i = 1; i <= w[0]; i++)
		vec_push(&s->names, w[i]);
}

uint32_t shape_add(struct shapes *s, struct shape part) {
	add_list(s, part.names);
	return part.form;
}

void shape_add_name(struct shapes *s, enum name_kind kind, uint32_t number) {
	vec_push(&s->names, name_make(kind, number));
}

static uint32_t end_list(struct shapes *s, size_t begin) {
	uint32_t n = (uint32_t)(s->names.n - begin - 1);
	s->names.at[begin] = n;
	s->names.n = begin;
	return n ? canon_tuple(s->canon, s->names.at + begin, n + 1) : 0;
}

struct shape shape_end(struct shapes *s, size_t begin, uint32_t form) {
	return (struct shape){form, end_list(s, begin)};
}

/* --- Terms. --- */

/* The variable of a choice whose number can be a name. */
static bool can_be_named(struct variable v) {
	return variable_is_of_choice(v.kind) && v.number <= name_number(UINT32_MAX);
}

/* Names in the term itself, without its arguments. */
static void add_names_of_node(struct shapes *s, term t) {
	struct symex *x = s->x;
	enum term_kind kind = term_kind(x->ts, t);
	uint64_t id;
	if (kind == TERM_VAR) {
		struct variable v = variable_of(x->ts, t);
		if (!can_be_named(v))
			return;
		/* The address of a dynamic object; that of a static one belongs to its symbol. */
		if (v.kind != VARIABLE_ADDRESS)
			shape_add_name(s, NAME_PINNED_CHOICE, v.number);
		else if (v.number && x->naming && map_get(&x->naming->object, v.number, &id) &&
		         shape_is_dynamic(x, (uint32_t)id))
			shape_add_name(s, NAME_PINNED_OBJECT, (uint32_t)id);
		return;
	}
	if (kind != TERM_CONST || term_sort(x->ts, t).kind != SORT_BV)
		return;
	uint32_t width = term_width(x->ts, t);
	if (width == x->pointer_bits)
		t = ptr_object(x, t);
	else if (width != POINTER_OBJECT_BITS)
		return;
	/* The list is kept, and an object with this number may be made later. */
	if (term_get_u64(x->ts, t, &id) && id <= name_number(UINT32_MAX) &&
	    (id >= x->object.n || shape_is_dynamic(x, (uint32_t)id)))
		shape_add_name(s, NAME_PINNED_OBJECT, (uint32_t)id);
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

/* Ends a list of names whose order does not matter. */
static uint32_t end_set(struct shapes *s, size_t begin) {
	uint32_t *at = s->names.at + begin + 1;
	size_t n = s->names.n - begin - 1, kept = 0;
	if (n > 1)
		qsort(at, n, sizeof *at, by_number);
	for (size_t i = 0; i < n; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	s->names.n = begin + 1 + kept;
	return end_list(s, begin);
}

/* The set of the names in the term, all pinned. */
static uint32_t names_of_term(struct shapes *s, term t) {
	struct terms *ts = s->x->ts;
	uint64_t known;
	if (map_get(&s->of_term, t.ix, &known))
		return (uint32_t)known;
	VEC(term) todo = {0};
	vec_push(&todo, t);
	while (todo.n) {
		term top = vec_last(&todo);
		size_t before = todo.n;
		for (uint32_t i = 0; i < term_nargs(ts, top); i++)
			if (!map_get(&s->of_term, term_arg(ts, top, i).ix, NULL))
				vec_push(&todo, term_arg(ts, top, i));
		if (todo.n > before)
			continue;
		todo.n--;
		if (map_get(&s->of_term, top.ix, NULL))
			continue;
		size_t begin = shape_begin(s);
		add_names_of_node(s, top);
		for (uint32_t i = 0; i < term_nargs(ts, top); i++) {
			map_get(&s->of_term, term_arg(ts, top, i).ix, &known);
			add_list(s, (uint32_t)known);
		}
		map_put(&s->of_term, top.ix, end_set(s, begin));
	}
	vec_free(&todo);
	map_get(&s->of_term, t.ix, &known);
	return (uint32_t)known;
}

/* A value that is just the variable of an input.  The form is its sort. */
static bool add_variable(struct shapes *s, term t, uint32_t *form) {
	struct symex *x = s->x;
	if (term_kind(x->ts, t) != TERM_VAR || term_sort(x->ts, t).kind != SORT_BV)
		return false;
	struct variable v = variable_of(x->ts, t);
	bool is_input = v.kind == VARIABLE_INPUT;
	if (!can_be_named(v) || (!is_input && v.kind != VARIABLE_UNINIT))
		return false;
	shape_add_name(s, NAME_CHOICE, v.number);
	*form = term_width(x->ts, t) << 1 | is_input;
	return true;
}

/* The form of a term, and its names.  Of a pointer to a dynamic object, the form is the offset. */
static enum blank add_term(struct shapes *s, term t, uint32_t *form) {
	struct symex *x = s->x;
	struct sort sort = term_sort(x->ts, t);
	uint32_t object;
	term offset;
	*form = t.ix;
	if (sort.kind == SORT_BV && sort.width == x->pointer_bits &&
	    ptr_known(x, t, &object, &offset)) {
		if (!object && add_variable(s, offset, form))
			return BLANK_ADDRESS;
		if (shape_is_dynamic(x, object)) {
			shape_add_name(s, NAME_OBJECT, object);
			if (!term_is_const(x->ts, offset))
				add_list(s, names_of_term(s, offset));
			*form = offset.ix;
			return BLANK_OBJECT;
		}
	}
	if (add_variable(s, t, form))
		return BLANK_CHOICE;
	if (!term_is_const(x->ts, t))
		add_list(s, names_of_term(s, t));
	return BLANK_NONE;
}

void shape_add_term(struct shapes *s, term t, uint32_t form[2]) {
	form[0] = form[1] = 0;
	if (t.ix)
		form[0] = (uint32_t)add_term(s, t, &form[1]);
}

/* --- Maps. --- */

static uint64_t form_of_register(struct shapes *s, uint64_t raw) {
	uint32_t kind = reg_kind(raw), form;
	if (kind == REG_NOTE || kind == REG_COUNT)
		return 0;
	if (kind == REG_THREAD && reg_payload(raw) != THREAD_SELF) {
		shape_add_name(s, NAME_THREAD, reg_payload(raw));
		return reg_make(REG_THREAD, 0);
	}
	enum blank blank = BLANK_NONE;
	if (kind == REG_TERM) {
		blank = add_term(s, (term){reg_payload(raw)}, &form);
	} else if (kind == REG_ANY && reg_payload(raw) <= name_number(UINT32_MAX)) {
		shape_add_name(s, NAME_CHOICE, reg_payload(raw));
		form = 0;
	} else {
		return raw;
	}
	uint32_t high = (uint32_t)(raw >> 32) | (uint32_t)blank << BLANK_IN_REGISTER;
	return (uint64_t)high << 32 | form;
}

static uint64_t form_of_cell(struct shapes *s, uint64_t raw, bool in_zeroes) {
	uint32_t form;
	term t = {(uint32_t)raw};
	uint64_t value;
	if (cell_is_hidden(raw)) /* not its value */
		return CELL_HIDDEN | (uint64_t)cell_access(raw).bytes << 32;
	if (cell_is_constant(raw))
		return in_zeroes && !t.ix ? 0 : raw;
	if (in_zeroes && !cell_is_pointer(raw) && term_get_u64(s->x->ts, t, &value) && !value)
		return 0;
	uint32_t blank = (uint32_t)add_term(s, t, &form);
	uint32_t high = (uint32_t)(raw >> 32) | blank << BLANK_IN_CELL;
	return (uint64_t)high << 32 | form;
}

static uint64_t form_of_object(struct shapes *s, uint32_t id, uint64_t raw) {
	const struct content *c = (const struct content *)(uintptr_t)raw;
	const struct content *initial = s->x->object.at[id].initial;
	if (shape_is_dynamic(s->x, id) || shape_is_marked(s, id))
		return 0;
	if (initial && canon_content(s->canon, s->x, initial) == canon_content(s->canon, s->x, c))
		return 0;
	if (shape_is_fresh(c))
		shape_add_name(s, NAME_CHOICE, c->choice);
	return shape_add(s, shape_content(s, c));
}

static uint64_t form_of_end(struct shapes *s, uint32_t id, uint64_t raw) {
	uint32_t form;
	if (shape_is_dynamic(s->x, id))
		return 0;
	uint64_t blank = (uint64_t)add_term(s, (term){(uint32_t)raw}, &form);
	return blank << 32 | form;
}

static uint64_t form_of_value(struct shapes *s, enum shape_part part, uint32_t key, uint64_t raw) {
	switch (part) {
	case REGISTERS: return form_of_register(s, raw);
	case CELLS: return form_of_cell(s, raw, false);
	case CELLS_OF_ZEROES: return form_of_cell(s, raw, true);
	case MEMORY: return form_of_object(s, key, raw);
	case ENDED: return form_of_end(s, key, raw);
	case CONTENT:
	case MARKED: break;
	}
	return raw;
}

/* Words of a node: level, which of the children or values are present, and these. */
enum { MAX_WORDS = 2 + 2 * PMAP_FANOUT };

static uint32_t leaf_words(struct shapes *s, enum shape_part part, const struct pmap_node *n,
                           uint32_t base, uint32_t *w) {
	uint32_t k = 2;
	w[0] = w[1] = 0;
	for (uint32_t i = 0; i < PMAP_FANOUT; i++) {
		uint64_t v = n->value[i] ? form_of_value(s, part, base + i, n->value[i]) : 0;
		if (!v)
			continue;
		w[1] |= 1u << i;
		w[k++] = (uint32_t)(v >> 32);
		w[k++] = (uint32_t)v;
	}
	return k;
}

static struct shape shape_node(struct shapes *, enum shape_part, const struct pmap_node *,
                               uint32_t level, uint32_t base);

/* The form of an inner node whose first child is the only one is that of the child, as in canon.c.
 */
static uint32_t inner_words(struct shapes *s, enum shape_part part, const struct pmap_node *n,
                            uint32_t level, uint32_t base, uint32_t *w, bool *changed) {
	uint32_t k = 2;
	w[0] = level;
	w[1] = 0;
	for (uint32_t i = 0; i < PMAP_FANOUT; i++) {
		const struct pmap_node *child = n->child[i];
		if (!child)
			continue;
		uint32_t at = base + (i << (PMAP_SHIFT * level));
		uint32_t form = shape_add(s, shape_node(s, part, child, level - 1, at));
		*changed |= form + 1 != child->canon;
		if (!form)
			continue;
		w[1] |= 1u << i;
		w[k++] = form;
	}
	return k;
}

/* Entries are left out, or have names, exactly if the form is not the number. */
static bool leaf_changed(const struct shapes *s, enum shape_part part, const struct pmap_node *n,
                         uint32_t base) {
	for (uint32_t i = 0; i < PMAP_FANOUT && (part == CELLS || part == CELLS_OF_ZEROES); i++)
		if (cell_is_hidden(n->value[i]))
			return true;
	for (uint32_t i = 0; i < PMAP_FANOUT && (part == MEMORY || part == ENDED); i++)
		if (n->value[i] && (shape_is_dynamic(s->x, base + i) || shape_is_marked(s, base + i)))
			return true;
	return false;
}

static struct shape shape_node(struct shapes *s, enum shape_part part, const struct pmap_node *n,
                               uint32_t level, uint32_t base) {
	if (!n)
		return (struct shape){0, 0};
	bool absolute = part == MEMORY || part == ENDED;
	uint64_t key = key_of(part, absolute ? base : 0, n->canon - 1), known;
	if (n->canon && map_get(&s->known, key, &known))
		return shape_unpack(known);
	uint32_t w[MAX_WORDS], k, form;
	bool changed = !n->canon;
	size_t begin = shape_begin(s);
	if (level) {
		k = inner_words(s, part, n, level, base, w, &changed);
	} else {
		k = leaf_words(s, part, n, base, w);
		changed |= leaf_changed(s, part, n, base);
	}
	changed |= s->names.n > begin + 1;
	if (!changed)
		form = n->canon - 1;
	else if (!w[1])
		form = 0;
	else if (level && w[1] == 1)
		form = w[2];
	else
		form = canon_tuple(s->canon, w, k);
	struct shape shape = shape_end(s, begin, form);
	if (n->canon)
		map_put(&s->known, key, shape_pack(shape));
	return shape;
}

struct shape shape_registers(struct shapes *s, const struct pmap *m) {
	return shape_node(s, REGISTERS, m->root, m->height, 0);
}

struct shape shape_memory(struct shapes *s, const struct pmap *m) {
	return shape_node(s, MEMORY, m->root, m->height, 0);
}

struct shape shape_ended(struct shapes *s, const struct pmap *m) {
	return shape_node(s, ENDED, m->root, m->height, 0);
}

/* --- Contents. --- */

/* Every name that the part lists is pinned. */
static void add_pinned(struct shapes *s, struct shape part) {
	size_t first = s->names.n;
	add_list(s, part.names);
	for (size_t i = first; i < s->names.n; i++)
		s->names.at[i] |= name_make(NAME_PINNED_OBJECT, 0); /* the lower bit of the kind */
}

static void pin_object(struct shapes *s, uint32_t object) {
	if (shape_is_dynamic(s->x, object))
		shape_add_name(s, NAME_PINNED_OBJECT, object);
}

static void pin_content(struct shapes *s, const struct content *c) {
	if (shape_is_fresh(c))
		shape_add_name(s, NAME_PINNED_CHOICE, c->choice);
	add_pinned(s, shape_content(s, c));
}

static void pin_lazy(struct shapes *s, const struct lazy_write *l) {
	const term part[] = {l->at, l->n, l->from, l->value, l->condition};
	pin_object(s, l->object);
	pin_object(s, l->source_object);
	pin_content(s, l->below);
	if (l->source)
		pin_content(s, l->source);
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (part[i].ix)
			add_list(s, names_of_term(s, part[i]));
}

static struct shape cells_of(struct shapes *s, const struct content *c) {
	enum shape_part part = c->fill == FILL_ZERO ? CELLS_OF_ZEROES : CELLS;
	return shape_node(s, part, c->cells.root, c->cells.height, 0);
}

struct shape shape_content(struct shapes *s, const struct content *c) {
	uint32_t number = canon_content(s->canon, s->x, c), form = number;
	struct shape known;
	if (shape_find(s, CONTENT, number, &known))
		return known;
	size_t begin = shape_begin(s);
	if (c->lazy) { /* the number stands for all of it */
		pin_lazy(s, c->lazy);
		add_pinned(s, cells_of(s, c));
	} else {
		bool is_fresh = shape_is_fresh(c);
		uint32_t cells = shape_add(s, cells_of(s, c));
		if (c->array.ix)
			add_list(s, names_of_term(s, c->array));
		uint32_t w[CONTENT_WORDS] = {c->fill,     c->fill == FILL_ANY && !is_fresh ? c->choice : 0,
		                             c->elem,     c->elem_is_pointer,
		                             c->array.ix, cells,
		                             is_fresh};
		bool hides = c->cells.root && cells + 1 != c->cells.root->canon;
		if (is_fresh || hides || s->names.n > begin + 1)
			form = canon_tuple(s->canon, w, CONTENT_WORDS);
	}
	struct shape shape = shape_end(s, begin, form);
	shape_keep(s, CONTENT, number, shape);
	return shape;
}

/* --- Objects that hold numbers of threads. --- */

void shape_mark(struct shapes *s, uint32_t object) {
	while (s->marked.n <= object)
		vec_push(&s->marked, false);
	s->marked.at[object] = true;
	map_clear(&s->known);
}

void shape_unmark(struct shapes *s) {
	s->marked.n = 0;
	map_clear(&s->known);
}

bool shape_is_marked(const struct shapes *s, uint32_t object) {
	return object < s->marked.n && s->marked.at[object];
}

static uint64_t key_of_marked(struct shapes *s, uint32_t object, const struct content *c) {
	return key_of(MARKED, object << PMAP_SHIFT, canon_content(s->canon, s->x, c));
}

bool shape_cells_begin(struct shapes *s, struct shape_cells *cells, uint32_t object,
                       const struct content *c, struct shape *known) {
	uint64_t raw;
	if (map_get(&s->known, key_of_marked(s, object, c), &raw)) {
		*known = shape_unpack(raw);
		return false;
	}
	*cells = (struct shape_cells){shape_begin(s), 0};
	return true;
}

static void add_cell(struct shapes *s, struct shape_cells *cells, uint32_t offset, uint32_t high,
                     uint32_t form) {
	uint32_t w[] = {cells->form, offset, high, form};
	cells->form = canon_tuple(s->canon, w, 4);
}

void shape_cells_add(struct shapes *s, struct shape_cells *cells, uint32_t offset, uint64_t cell) {
	uint64_t form = form_of_cell(s, cell, false);
	add_cell(s, cells, offset, (uint32_t)(form >> 32), (uint32_t)form);
}

/* No cell has 0 bytes. */
void shape_cells_add_thread(struct shapes *s, struct shape_cells *cells, uint32_t offset,
                            enum name_kind kind, uint32_t number) {
	shape_add_name(s, kind, number);
	add_cell(s, cells, offset, 0, 0);
}

struct shape shape_cells_end(struct shapes *s, struct shape_cells *cells, uint32_t object,
                             const struct content *c) {
	bool is_fresh = shape_is_fresh(c);
	uint32_t whole = 0;
	if (is_fresh && !shape_is_dynamic(s->x, object))
		shape_add_name(s, NAME_CHOICE, c->choice);
	if (c->lazy || c->elem) { /* where the numbers are is not known */
		shape_add_name(s, NAME_THREAD, THREAD_UNKNOWN);
		whole = shape_add(s, shape_content(s, c));
	}
	uint32_t w[MARKED_WORDS] = {c->fill, c->fill == FILL_ANY && !is_fresh ? c->choice : 0, is_fresh,
	                            cells->form, whole};
	struct shape shape = shape_end(s, cells->begin, canon_tuple(s->canon, w, MARKED_WORDS));
	map_put(&s->known, key_of_marked(s, object, c), shape_pack(shape));
	return shape;
}
