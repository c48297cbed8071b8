/* Code that makes a value of a type.
 *
 * Objects are blocks of the heap, so that the function may free them; nobody calls what it does not
 * free a leak.  Their names in reports are what a C programmer would write: the block that
 * parameter p points to is *p, so the code reads p->next->value = any.  Nothing that it does is
 * checked (ins.ghost).
 */
#include "frontend/program/entry.h"

#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/program/entry_spec.h"
#include "util/base/intern.h"

enum {
	MAX_CELLS = 8,         /* of an array that are set one by one, and shown as inputs */
	MAX_WITH_POINTERS = 2, /* elements of an array that have pointers in them */
	MAX_FILLED = 16,       /* elements of an array inside of a structure that have */
	MAX_OBJECTS = 100,     /* in all arguments of one call */
	GIVEN_BLOCK = 5,       /* __mc_given of mc.h */
	UNKNOWN_BYTES = 64,    /* behind a pointer to void or to a type that nobody defines */
};

static const struct expr *number(struct entry_maker *m, const struct type *t, uint64_t value) {
	return expr_u64(m->lw->arena, t, value);
}

static void hide(struct entry_maker *m) {
	vec_last(&m->lw->code).ins.hidden = true;
}

static void set(struct entry_maker *m, const struct expr *lvalue, const struct expr *value,
                bool hidden) {
	if (lvalue->type->is_atomic)
		lvalue = expr_ordered(m->lw->arena, lvalue, MEM_PLAIN, MEM_PLAIN);
	lw_assign(m->lw, lvalue, value);
	if (hidden)
		hide(m);
}

static void set_any(struct entry_maker *m, const struct expr *lvalue) {
	const struct type *t = type_unatomic(m->lw->types, lvalue->type);
	set(m, lvalue, expr_nondet(m->lw->arena, t), false);
}

const struct expr *entry_choice(struct entry_maker *m, const struct type *t) {
	const struct expr *choice = lw_temp(m->lw, t);
	lw_assign(m->lw, choice, expr_nondet(m->lw->arena, t));
	hide(m);
	return choice;
}

static const struct expr *compare(struct entry_maker *m, enum expr_kind kind, const struct expr *a,
                                  const struct expr *b) {
	return expr_binary(m->lw->arena, kind, type_c_int(m->lw->types), a, b);
}

static const struct type *void_pointer(struct entry_maker *m) {
	return type_void_pointer(m->lw->types);
}

static void call_hidden(struct entry_maker *m, const struct expr *lhs, const char *name,
                        const struct type *result, uint32_t n, const struct expr *const *arg) {
	const struct type *param[4];
	for (uint32_t i = 0; i < n; i++)
		param[i] = arg[i]->type;
	lw_call(m->lw, lhs, lw_named(m->lw, name, result, param, n), n, arg);
	hide(m);
}

static const struct expr *new_block(struct entry_maker *m, const struct type *t,
                                    const struct expr *size) {
	const struct expr *block = lw_temp(m->lw, void_pointer(m));
	const struct expr *arg[] = {size, lw_int(m->lw, GIVEN_BLOCK)};
	call_hidden(m, block, intrinsic_name(INTRINSIC_ALLOC), void_pointer(m), 2, arg);
	return lw_convert(m->lw, type_pointer(m->lw->types, t), block);
}

static void set_zero(struct entry_maker *m, const struct expr *lvalue) {
	const struct expr *arg[] = {lw_convert(m->lw, void_pointer(m), lw_addr(m->lw, lvalue)),
	                            lw_int(m->lw, 0), lw_size(m->lw, lvalue->type->size)};
	call_hidden(m, NULL, intrinsic_name(INTRINSIC_SET), type_void(m->lw->types), 3, arg);
}

bool entry_is_char(const struct fe *fe, const struct type *t) {
	return t->kind == TYPE_INT && t->bits == 8 && !t->is_atomic &&
	       t->is_signed == fe->prog->target.char_signed;
}

static bool is_called(const struct type *t, const char *name) {
	const char *own = t->name ? t->name : t->record->tag;
	return own && !strcmp(own, name);
}

bool entry_is_stream(const struct type *t) {
	return type_is_record(t) && is_called(t, "_IO_FILE");
}

enum lock { NO_LOCK, ZERO_LOCK, SEMAPHORE, BARRIER };

/* Of any content, a lock would be held by nobody, or not be initialised. */
static enum lock lock_of(const struct type *t) {
	static const char *const zero[] = {"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t",
	                                   "mtx_t",           "cnd_t",          "once_flag"};
	for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
		if (is_called(t, zero[i]))
			return ZERO_LOCK;
	return is_called(t, "sem_t")               ? SEMAPHORE
	       : is_called(t, "pthread_barrier_t") ? BARRIER
	                                           : NO_LOCK;
}

static bool fill_lock(struct entry_maker *m, const struct expr *lvalue) {
	enum lock lock = lock_of(lvalue->type);
	if (lock == NO_LOCK)
		return false;
	m->has_locks = true;
	const struct type *c_int = type_c_int(m->lw->types);
	const struct expr *address = lw_addr(m->lw, lvalue);
	const struct expr *one = number(m, type_int(m->lw->types, c_int->bits, false), 1);
	if (lock == SEMAPHORE) {
		const struct expr *arg[] = {address, lw_int(m->lw, 0), one};
		call_hidden(m, NULL, "sem_init", c_int, 3, arg);
	} else if (lock == BARRIER) {
		const struct expr *arg[] = {address, number(m, void_pointer(m), 0), one};
		call_hidden(m, NULL, "pthread_barrier_init", c_int, 3, arg);
	} else
		set_zero(m, lvalue);
	return true;
}

static void havoc(struct entry_maker *m, const struct expr *lvalue) {
	lw_emit(m->lw, (struct ins){.kind = INS_HAVOC, .lhs = lvalue, .hidden = true});
}

static void fill_array(struct entry_maker *m, const struct expr *lvalue, uint32_t depth) {
	const struct type *elem = lvalue->type->elem;
	uint64_t n = lvalue->type->n;
	bool has_pointers = type_has_pointers(elem) || type_is_record(elem);
	if (n == ARRAY_OPEN || !elem->size)
		return; /* a flexible member: what the block has more is arbitrary as it is */
	if (n > (has_pointers ? MAX_FILLED : MAX_CELLS)) {
		has_pointers ? set_zero(m, lvalue) : havoc(m, lvalue);
		n = has_pointers ? MAX_FILLED : 0;
	}
	for (uint64_t i = 0; i < n; i++)
		entry_fill(m, expr_index(m->lw->arena, lvalue, lw_size(m->lw, i)), depth);
}

/* One of the members was written last. */
static void fill_union(struct entry_maker *m, const struct expr *lvalue, uint32_t depth) {
	const struct record *r = lvalue->type->record;
	havoc(m, lvalue);
	if (!type_has_pointers(lvalue->type) || !r->n)
		return;
	const struct type *c_uint = type_int(m->lw->types, 32, false);
	const struct expr *which = entry_choice(m, c_uint);
	uint32_t end = lw_label_new(m->lw);
	for (uint32_t i = 0; i < r->n; i++) {
		if (!r->field[i].type->size || r->field[i].bit_width != NOT_BITFIELD)
			continue;
		uint32_t next = lw_label_new(m->lw);
		lw_goto_if(m->lw, next, compare(m, EXPR_NE, which, number(m, c_uint, i)), NULL);
		lw_scope_open(m->lw, false);
		entry_fill(m, expr_member(m->lw->arena, lvalue, &r->field[i]), depth);
		lw_scope_close(m->lw);
		lw_goto(m->lw, end);
		lw_label_here(m->lw, next);
	}
	lw_label_here(m->lw, end);
}

/* Does the type lead to a structure that it is a part of? */
static bool is_link(const struct entry_maker *m, const struct type *points) {
	for (uint32_t i = 0; i < m->npath; i++)
		if (m->path[i] == points)
			return true;
	return false;
}

static void fill_function(struct entry_maker *m, const struct expr *lvalue);

static void fill_pointer(struct entry_maker *m, const struct expr *lvalue, uint32_t depth) {
	const struct type *points = lvalue->type->elem;
	bool is_end = depth >= m->fe->config->pointer_depth || m->npath >= ENTRY_MAX_PATH ||
	              m->nobjects >= MAX_OBJECTS;
	m->has_too_many |= m->nobjects >= MAX_OBJECTS || m->npath >= ENTRY_MAX_PATH;
	if (points->kind == TYPE_FUNC) {
		fill_function(m, lvalue);
		return;
	}
	m->has_deeper |= is_end;
	if (is_end) {
		set(m, lvalue, number(m, lvalue->type, 0), true);
		return;
	}
	bool link = is_link(m, points);
	if (entry_is_char(m->fe, points))
		entry_make_string(m, lvalue);
	else
		entry_make_object(m, lvalue, points, depth + 1);
	m->has_links |= link;
	if (m->spec->mode == SPEC_ALL_ANY || (link && m->spec->mode != SPEC_ALL_NONNULL))
		entry_maybe_null(m, lvalue);
}

static void fill_record(struct entry_maker *m, const struct expr *lvalue, uint32_t depth) {
	const struct record *r = lvalue->type->record;
	m->path[m->npath++] = lvalue->type;
	for (uint32_t i = 0; i < r->n; i++) {
		const struct field *f = &r->field[i];
		if (!f->name && !type_is_record(f->type))
			continue; /* an unnamed bit-field */
		entry_fill(m, expr_member(m->lw->arena, lvalue, f), depth);
	}
	m->npath--;
}

/* lvalue: of any type that has a size. */
void entry_fill(struct entry_maker *m, const struct expr *lvalue, uint32_t depth) {
	const struct type *t = lvalue->type;
	switch (t->kind) {
	case TYPE_BOOL:
	case TYPE_INT:
	case TYPE_FLOAT: set_any(m, lvalue); return;
	case TYPE_POINTER: fill_pointer(m, lvalue, depth); return;
	case TYPE_ARRAY: fill_array(m, lvalue, depth); return;
	case TYPE_STRUCT:
		if (m->npath == ENTRY_MAX_PATH)
			set_zero(m, lvalue);
		else if (!fill_lock(m, lvalue))
			fill_record(m, lvalue, depth);
		return;
	case TYPE_UNION:
		if (!fill_lock(m, lvalue))
			fill_union(m, lvalue, depth);
		return;
	default: havoc(m, lvalue);
	}
}

static const struct expr *element(struct entry_maker *m, const struct expr *pointer, uint64_t i) {
	return lw_deref(m->lw, lw_pointer_add(m->lw, pointer, lw_size(m->lw, i), false));
}

/* A stream of the library, and other things that only the library makes. */
static bool make_opened(struct entry_maker *m, const struct expr *pointer,
                        const struct type *points) {
	if (!entry_is_stream(points))
		return false;
	const struct expr *stream = lw_temp(m->lw, pointer->type);
	call_hidden(m, stream, "tmpfile", pointer->type, 0, NULL);
	lw_assume(m->lw, compare(m, EXPR_NE, stream, number(m, pointer->type, 0)));
	set(m, pointer, stream, true);
	return true;
}

void entry_make_object(struct entry_maker *m, const struct expr *pointer, const struct type *points,
                       uint32_t depth) {
	struct lw *lw = m->lw;
	m->nobjects++;
	if (make_opened(m, pointer, points))
		return;
	if (type_is_record(points) && !points->size && !points->record->complete) {
		const struct expr *object = lw_temp(lw, void_pointer(m));
		lw_call(lw, object, expr_symbol(lw->arena, entry_later_object(m, points, depth)), 0, NULL);
		hide(m);
		set(m, pointer, object, true);
		return;
	}
	if (!points->size) { /* void */
		const struct type *byte = type_int(lw->types, 8, false);
		set(m, pointer, new_block(m, byte, lw_size(lw, UNKNOWN_BYTES)), true);
		return;
	}
	uint64_t size = points->size;
	if (type_is_flexible(points)) {
		const struct record *r = points->record;
		size += m->fe->config->array_length * r->field[r->n - 1].type->elem->size;
	}
	set(m, pointer, new_block(m, points, lw_size(lw, size)), true);
	const struct expr *typed = lw_convert(lw, type_pointer(lw->types, points), pointer);
	entry_fill(m, lw_deref(lw, typed), depth);
}

static void show_bytes(struct entry_maker *m, const struct expr *pointer, const struct expr *n) {
	const struct expr *arg[] = {lw_convert(m->lw, void_pointer(m), pointer), n};
	call_hidden(m, NULL, intrinsic_name(INTRINSIC_HAVOC_INPUT), type_void(m->lw->types), 2, arg);
	vec_last(&m->lw->code).ins.text = intern(expr_print(m->lw->arena, pointer));
}

uint64_t entry_most_elements(const struct fe *fe, const struct type *points) {
	uint64_t most = fe->config->array_length;
	if (points->size && type_has_pointers(points) && most > MAX_WITH_POINTERS)
		most = MAX_WITH_POINTERS;
	return most;
}

/* count: of type size_t, at most 'most'. */
void entry_make_array(struct entry_maker *m, const struct expr *pointer, const struct type *points,
                      const struct expr *count, uint64_t most, uint32_t depth) {
	struct lw *lw = m->lw;
	bool bytes = !points->size || (points->kind == TYPE_INT && points->bits == 8);
	const struct type *elem = points->size ? points : type_int(lw->types, 8, false);
	const struct type *size_type = type_size(lw->types);
	const struct expr *size = count;
	if (elem->size != 1)
		size = expr_binary(lw->arena, EXPR_MUL, size_type, count, lw_size(lw, elem->size));
	set(m, pointer, new_block(m, elem, size), true);
	if (bytes) {
		show_bytes(m, pointer, count);
		return;
	}
	if (most > MAX_FILLED && !type_has_pointers(elem))
		return; /* what is allocated is arbitrary; of so many, none is shown as an input */
	if (most > MAX_FILLED) {
		const struct expr *arg[] = {lw_convert(lw, void_pointer(m), pointer), lw_int(lw, 0), size};
		call_hidden(m, NULL, intrinsic_name(INTRINSIC_SET), type_void(lw->types), 3, arg);
		most = MAX_FILLED;
	}
	const struct expr *typed = lw_convert(lw, type_pointer(lw->types, elem), pointer);
	uint32_t end = lw_label_new(lw);
	for (uint64_t i = 0; i < most; i++) {
		lw_goto_if(lw, end, compare(m, EXPR_LE, count, lw_size(lw, i)), NULL);
		lw_scope_open(lw, false);
		entry_fill(m, element(m, typed, i), depth);
		lw_scope_close(lw);
	}
	lw_label_here(lw, end);
}

void entry_make_string(struct entry_maker *m, const struct expr *pointer) {
	struct lw *lw = m->lw;
	const struct type *size_type = type_size(lw->types), *elem = pointer->type->elem;
	uint64_t most = m->fe->config->string_length;
	const struct expr *length = entry_choice(m, size_type);
	lw_assume(lw, compare(m, EXPR_LE, length, lw_size(lw, most)));
	hide(m);
	const struct expr *size = expr_binary(lw->arena, EXPR_ADD, size_type, length, lw_size(lw, 1));
	if (elem->size > 1)
		size = expr_binary(lw->arena, EXPR_MUL, size_type, size, lw_size(lw, elem->size));
	set(m, pointer, new_block(m, elem, size), true);
	if (elem->size == 1)
		show_bytes(m, pointer, length);
	const struct expr *last = lw_deref(lw, lw_pointer_add(lw, pointer, length, false));
	set(m, last, number(m, elem, 0), true);
}

void entry_maybe_null(struct entry_maker *m, const struct expr *pointer) {
	const struct expr *is_null = entry_choice(m, type_bool(m->lw->types));
	const struct expr *null = number(m, pointer->type, 0);
	set(m, pointer, expr_cond(m->lw->arena, is_null, null, pointer), false);
}

/* --- Functions. --- */

/* A function that returns anything and does nothing else. */
static struct symbol *any_function(struct entry_maker *m, const struct type *type) {
	const char *name = intern_printf("__mc_any_function::%u", type->id);
	struct symbol *s = prog_find(m->fe->prog, name);
	if (s)
		return s;
	struct lw lw;
	struct function *f = fe_open_function(m->fe, &lw, NULL, name, type, "some function");
	f->is_model = true;
	f->symbol->is_model = true;
	lw.unit = m->lw->unit;
	lw.loc = m->lw->loc;
	for (uint64_t i = 0; i < type->n; i++) {
		struct symbol *p =
		    lw_new_symbol(&lw, intern_printf("argument%u", (unsigned)i + 1), type->param[i]);
		p->is_param = p->is_temp = true;
	}
	f->nparams = (uint32_t)type->n;
	const struct expr *result = NULL;
	if (type->elem->kind != TYPE_VOID) {
		struct entry_maker inner = {.fe = m->fe, .lw = &lw, .spec = m->spec};
		result = lw_temp(&lw, type->elem);
		if (type->elem->kind == TYPE_POINTER && type->elem->elem->kind != TYPE_FUNC) {
			uint64_t size = type->elem->elem->size;
			set(&inner, result,
			    new_block(&inner, type->elem->elem, lw_size(&lw, size ? size : UNKNOWN_BYTES)),
			    true);
			entry_maybe_null(&inner, result);
		} else if (type->elem->kind == TYPE_POINTER)
			set(&inner, result, number(&inner, result->type, 0), true);
		else
			type_is_scalar(type->elem) ? set_any(&inner, result) : havoc(&inner, result);
	}
	fe_close_function(&lw, result);
	return f->symbol;
}

static const char *function_words(struct entry_maker *m, const struct entry_functions *f,
                                  const struct type *type) {
	if (!f->n)
		return type->elem->kind == TYPE_VOID ? "a function that changes nothing"
		       : type->elem->kind == TYPE_POINTER
		           ? "a function that returns null or a new object, and changes nothing"
		           : "a function that returns any value and changes nothing";
	const char *list = f->at[0]->display;
	for (uint32_t i = 1; i < f->n; i++)
		list = arena_printf(m->lw->arena, "%s%s%s", list, i + 1 < f->n || f->more ? ", " : " or ",
		                    f->at[i]->display);
	return f->n == 1 && !f->more ? list
	                             : arena_printf(m->lw->arena, "one of %s%s", list,
	                                            f->more ? ", not one of the others" : "");
}

static void fill_function(struct entry_maker *m, const struct expr *lvalue) {
	const struct type *type = lvalue->type->elem, *c_uint = type_int(m->lw->types, 32, false);
	struct entry_functions f = entry_functions_of(m->fe, type);
	fe_note_argument(m->fe, expr_print(m->lw->arena, lvalue), function_words(m, &f, type), false);
	if (!f.n) {
		struct symbol *s = any_function(m, type);
		set(m, lvalue, lw_addr(m->lw, expr_symbol(m->lw->arena, s)), true);
		return;
	}
	const struct expr *which = f.n > 1 ? entry_choice(m, c_uint) : NULL, *value = NULL;
	for (uint32_t i = f.n; i-- > 0;) {
		const struct expr *address =
		    lw_convert(m->lw, lvalue->type, lw_addr(m->lw, expr_symbol(m->lw->arena, f.at[i])));
		value = !value ? address
		               : expr_cond(m->lw->arena, compare(m, EXPR_EQ, which, number(m, c_uint, i)),
		                           address, value);
	}
	set(m, lvalue, value, f.n == 1);
}
