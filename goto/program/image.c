/* One function for each kind of thing does both directions, so that they cannot differ.
 *
 * Types, symbols, expressions and fields that belong to no record are numbered; references are
 * numbers.  All of them are made before the first is filled, since types and expressions refer to
 * each other in circles.  Expressions come after their operands. */
#include "goto/program/image.h"

#include <string.h>

#include "util/base/intern.h"

/* A field that is added must be carried below; then these sizes change. */
#ifdef __LP64__
_Static_assert(sizeof(struct type) == 80, "all fields of a type are carried");
_Static_assert(sizeof(struct record) == 48, "all fields of a record are carried");
_Static_assert(sizeof(struct field) == 32, "all fields of a field are carried");
_Static_assert(sizeof(struct expr) == 96, "all fields of an expression are carried");
_Static_assert(sizeof(struct symbol) == 120, "all fields of a symbol are carried");
_Static_assert(sizeof(struct ins) == 96, "all fields of an instruction are carried");
_Static_assert(sizeof(struct function) == 160, "all fields of a function are carried");
_Static_assert(sizeof(struct property) == 56, "all fields of a property are carried");
_Static_assert(sizeof(struct hint) == 32, "all fields of a hint are carried");
_Static_assert(sizeof(struct entry_argument) == 24, "all fields of an argument are carried");
_Static_assert(sizeof(struct goto_prog) == 952, "all fields of a program are carried");
_Static_assert(sizeof(struct target) == 84, "all fields of a target are carried");
#endif

struct image {
	byte_vec *to; /* NULL: reads */
	const char *from;
	size_t left;
	bool broken;
	struct goto_prog *prog;
	VEC(const char *) text; /* in the order of their first use */
	struct map text_number; /* writing: interned text -> its number */
	VEC(struct type *) type;
	VEC(struct expr *) expr;
	struct map expr_number;        /* writing: expression -> its number */
	VEC(const struct field *) own; /* fields of no record */
	struct map own_number, in_record;
};

static void raw(struct image *s, void *data, size_t n) {
	if (s->to) {
		bytes_put(s->to, data, n);
	} else if (s->broken || s->left < n) {
		s->broken = true;
		memset(data, 0, n);
	} else {
		if (n)
			memcpy(data, s->from, n);
		s->from += n;
		s->left -= n;
	}
}

/* Seven bits a byte, the lowest first: most numbers are small. */
static uint64_t number(struct image *s, uint64_t x) {
	uint8_t byte;
	uint64_t value = 0;
	if (s->to) {
		for (value = x; value > 0x7f; value >>= 7) {
			byte = (uint8_t)(value | 0x80);
			raw(s, &byte, 1);
		}
		byte = (uint8_t)value;
		raw(s, &byte, 1);
		return x;
	}
	for (unsigned shift = 0; shift < 64; shift += 7) {
		raw(s, &byte, 1);
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	s->broken = true;
	return 0;
}

/* Below 'limit'. */
static uint64_t number_below(struct image *s, uint64_t x, uint64_t limit) {
	uint64_t value = number(s, x);
	if (!s->to && value >= limit)
		s->broken = true;
	return s->broken ? 0 : value;
}

#define NUMBER(s, x)                                                                               \
	do {                                                                                           \
		uint64_t value_ = number((s), (uint64_t)(x));                                              \
		if (!(s)->to)                                                                              \
			(x) = (__typeof__(x))value_;                                                           \
	} while (0)
#define BELOW(s, x, limit)                                                                         \
	do {                                                                                           \
		uint64_t value_ = number_below((s), (uint64_t)(x), (uint64_t)(limit));                     \
		if (!(s)->to)                                                                              \
			(x) = (__typeof__(x))value_;                                                           \
	} while (0)
#define FLAG(s, x) BELOW(s, x, 2)

/* How many there are of what takes a byte each at least. */
static size_t count(struct image *s, size_t n) {
	uint64_t value = number(s, n);
	if (s->to)
		return n;
	if (value > s->left)
		s->broken = true;
	return s->broken ? 0 : (size_t)value;
}

static void text(struct image *s, const char **t) {
	uint64_t known = 0;
	if (s->to) {
		const char *one = *t ? intern(*t) : NULL;
		if (one && !map_get(&s->text_number, map_key(one), &known)) {
			known = s->text.n + 1;
			map_put(&s->text_number, map_key(one), known);
			vec_push(&s->text, one);
			number(s, known);
			size_t n = count(s, strlen(one));
			raw(s, (char *)one, n);
			return;
		}
		number(s, known);
		return;
	}
	known = number_below(s, 0, s->text.n + 2);
	if (known == s->text.n + 1) {
		size_t n = count(s, 0);
		vec_push(&s->text, s->broken ? "" : intern_n(s->from, n));
		s->from += s->broken ? 0 : n;
		s->left -= s->broken ? 0 : n;
	}
	*t = known ? s->text.at[known - 1] : NULL;
}

static void place(struct image *s, struct loc *l) {
	text(s, &l->file);
	NUMBER(s, l->line);
	NUMBER(s, l->col);
}

/* first: only types below that number exist yet for it. */
static void type_ref(struct image *s, const struct type **t, uint64_t first) {
	uint64_t k = number_below(s, *t ? (*t)->id + 1 : 0, first + 1);
	if (!s->to)
		*t = k ? s->type.at[k - 1] : NULL;
}

static void symbol_ref(struct image *s, struct symbol **symbol) {
	uint64_t k = number_below(s, *symbol ? (*symbol)->id + 1 : 0, s->prog->symbol.n + 1);
	if (!s->to)
		*symbol = k ? s->prog->symbol.at[k - 1] : NULL;
}

static void expr_ref(struct image *s, const struct expr **e, uint64_t first) {
	uint64_t k = 0;
	if (s->to && *e && !map_get(&s->expr_number, map_key(*e), &k))
		s->broken = true;
	k = number_below(s, k, first + 1);
	if (!s->to)
		*e = k ? s->expr.at[k - 1] : NULL;
}

static void field(struct image *s, struct field *f) {
	text(s, &f->name);
	type_ref(s, &f->type, s->type.n);
	NUMBER(s, f->offset);
	NUMBER(s, f->bit_width);
	FLAG(s, f->is_part);
	if (!f->type)
		s->broken = true;
}

static void record(struct image *s, struct record *r) {
	text(s, &r->tag);
	place(s, &r->loc);
	FLAG(s, r->complete);
	BELOW(s, r->role, RECORD_VECTOR + 1);
	uint32_t n = (uint32_t)count(s, r->n);
	if (!s->to) {
		r->n = n;
		r->field = arena_array(s->prog->arena, struct field, n);
	}
	for (uint32_t i = 0; i < n; i++)
		field(s, &r->field[i]);
}

static bool has_elem(const struct type *t) {
	return t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY || t->kind == TYPE_FUNC ||
	       t->kind == TYPE_VECTOR;
}

static void params(struct image *s, struct type *t) {
	size_t n = count(s, t->n);
	const struct type **param = s->to ? NULL : arena_array(s->prog->arena, const struct type *, n);
	for (size_t i = 0; i < n; i++) {
		const struct type *p = s->to ? t->param[i] : NULL;
		type_ref(s, &p, t->id);
		if (!p)
			s->broken = true;
		if (!s->to)
			param[i] = p;
	}
	if (!s->to) {
		t->n = n;
		t->param = param;
	}
}

static void type(struct image *s, struct type *t) {
	BELOW(s, t->kind, TYPE_VECTOR + 1);
	FLAG(s, t->is_signed);
	FLAG(s, t->is_atomic);
	FLAG(s, t->is_variadic);
	FLAG(s, t->no_prototype);
	NUMBER(s, t->bits);
	NUMBER(s, t->align);
	NUMBER(s, t->size);
	type_ref(s, &t->elem, t->id);
	if (t->kind == TYPE_FUNC)
		params(s, t);
	else
		NUMBER(s, t->n);
	expr_ref(s, &t->vla, s->expr.n);
	text(s, &t->name);
	/* The record of an atomic type is that of the type without. */
	const struct type *base = s->to && t->is_atomic ? type_unatomic(s->prog->types, t) : NULL;
	type_ref(s, &base, t->id);
	if (type_is_record(t) && !base) {
		if (!s->to)
			t->record = arena_new(s->prog->arena, struct record);
		record(s, t->record);
	} else if (base && !s->to)
		t->record = base->record;
	if ((has_elem(t) && !t->elem) || (t->is_atomic && !base) || (base && base->kind != t->kind))
		s->broken = true;
	if (!s->to && !s->broken)
		type_restore_end(s->prog->types, t, base);
}

static void wide_bits(struct image *s, struct bits *b) {
	NUMBER(s, b->width);
	if (b->width <= 64) {
		NUMBER(s, b->lo);
		return;
	}
	size_t n = count(s, (b->width + 63) / 64);
	if (s->broken || n != (b->width + (uint64_t)63) / 64) {
		s->broken = true;
		return;
	}
	uint64_t *limb = s->to ? NULL : arena_array(s->prog->arena, uint64_t, n);
	for (size_t i = 0; i < n; i++) {
		uint64_t value = number(s, s->to ? b->limb[i] : 0);
		if (!s->to)
			limb[i] = value;
	}
	if (!s->to) {
		b->limb = limb;
		b->lo = limb[0];
	}
}

/* A field of a record: the type and which one; or one of the others. */
static void field_ref(struct image *s, const struct field **f) {
	uint64_t own = 0, in = 0, which = 0;
	if (s->to) {
		if (!map_get(&s->own_number, map_key(*f), &own))
			map_get(&s->in_record, map_key(*f), &in);
		if (in)
			which = (uint64_t)(*f - s->type.at[in - 1]->record->field);
	}
	own = number_below(s, own, s->own.n + 1);
	if (own) {
		*f = s->own.at[own - 1];
		return;
	}
	in = number_below(s, in, s->type.n + 1);
	const struct record *r = in && !s->broken ? s->type.at[in - 1]->record : NULL;
	which = number_below(s, which, r ? r->n : 0);
	if (!r)
		s->broken = true;
	else if (!s->to && !s->broken)
		*f = &r->field[which];
}

static void expr(struct image *s, struct expr *e, uint64_t self) {
	BELOW(s, e->kind, EXPR_BUILTIN + 1);
	BELOW(s, e->nargs, EXPR_MAX_ARGS + 1);
	type_ref(s, &e->type, s->type.n);
	for (uint32_t i = 0; i < e->nargs; i++) {
		expr_ref(s, &e->arg[i], self);
		if (!e->arg[i])
			s->broken = true;
	}
	switch (e->kind) {
	case EXPR_CONST: wide_bits(s, &e->bits); break;
	case EXPR_SYMBOL:
		symbol_ref(s, &e->symbol);
		if (!e->symbol)
			s->broken = true;
		break;
	case EXPR_MEMBER: field_ref(s, &e->field); break;
	case EXPR_BUILTIN: BELOW(s, e->builtin, BUILTIN_N); break;
	default: break;
	}
	BELOW(s, e->order, MEM_ORDER_N);
	BELOW(s, e->failure_order, MEM_ORDER_N);
	if (!e->type)
		s->broken = true;
}

static void symbol(struct image *s, struct symbol *y) {
	text(s, &y->name);
	text(s, &y->display);
	type_ref(s, &y->type, s->type.n);
	BELOW(s, y->storage, STORAGE_FUNCTION + 1);
	place(s, &y->loc);
	FLAG(s, y->is_temp);
	FLAG(s, y->is_param);
	FLAG(s, y->is_constant);
	FLAG(s, y->is_extern);
	FLAG(s, y->is_model);
	FLAG(s, y->is_hidden_state);
	FLAG(s, y->is_pure);
	FLAG(s, y->is_noreturn);
	FLAG(s, y->address_taken);
	FLAG(s, y->is_shared);
	NUMBER(s, y->slot);
	NUMBER(s, y->extra_size);
	NUMBER(s, y->align);
	bool has_bytes = y->bytes != NULL, has_body = y->function != NULL;
	FLAG(s, has_bytes);
	if (has_bytes) {
		size_t n = count(s, y->nbytes);
		if (!s->to) {
			y->nbytes = n;
			y->bytes = arena_alloc(s->prog->arena, n + 1);
		}
		raw(s, (uint8_t *)y->bytes, n);
	} else
		NUMBER(s, y->nbytes);
	FLAG(s, has_body);
	if (has_body && !s->to) {
		y->function = arena_new(s->prog->arena, struct function);
		y->function->symbol = y;
	}
	uint64_t found;
	if (!y->name || !y->display || !y->type || (has_body && y->storage != STORAGE_FUNCTION) ||
	    (!s->to && map_get(&s->prog->by_name, map_key(y->name), &found)))
		s->broken = true;
	else if (!s->to) {
		map_put(&s->prog->by_name, map_key(y->name), map_key(y));
		y->intrinsic = y->storage == STORAGE_FUNCTION ? intrinsic_find(y->name) : INTRINSIC_NONE;
	}
}

/* What comes first says which of the many fields that most instructions do not have are there. */
enum {
	HAS_LHS = 1,
	HAS_RHS = 2,
	HAS_ARGS = 4,
	HAS_SYMBOL = 8,
	HAS_TEXT = 16,
	HAS_OTHERS = 32, /* order, sync, target, property, loop, flags */
};

static bool has_others(const struct ins *i) {
	return i->ghost || i->operation || i->modifies || i->joined || i->wraps || i->trusted ||
	       i->watched || i->when_true || i->visible || i->order || i->sync || i->target ||
	       i->property || i->loop != NO_LOOP;
}

static void ins(struct image *s, struct ins *i) {
	uint32_t has = (i->lhs ? HAS_LHS : 0) | (i->rhs ? HAS_RHS : 0) | (i->nargs ? HAS_ARGS : 0) |
	               (i->sym ? HAS_SYMBOL : 0) | (i->text ? HAS_TEXT : 0) |
	               (has_others(i) ? HAS_OTHERS : 0);
	BELOW(s, i->kind, INS_END + 1);
	BELOW(s, has, 2 * HAS_OTHERS);
	FLAG(s, i->hidden);
	place(s, &i->loc);
	if (!s->to)
		i->loop = NO_LOOP;
	if (has & HAS_LHS)
		expr_ref(s, &i->lhs, s->expr.n);
	if (has & HAS_RHS)
		expr_ref(s, &i->rhs, s->expr.n);
	if (has & HAS_ARGS) {
		uint32_t n = (uint32_t)count(s, i->nargs);
		const struct expr **arg =
		    s->to ? NULL : arena_array(s->prog->arena, const struct expr *, n);
		for (uint32_t k = 0; k < n; k++) {
			const struct expr *e = s->to ? i->arg[k] : NULL;
			expr_ref(s, &e, s->expr.n);
			if (!e)
				s->broken = true;
			if (!s->to)
				arg[k] = e;
		}
		if (!s->to) {
			i->nargs = n;
			i->arg = arg;
		}
	}
	if (has & HAS_SYMBOL)
		symbol_ref(s, &i->sym);
	if (has & HAS_TEXT)
		text(s, &i->text);
	if (!(has & HAS_OTHERS))
		return;
	FLAG(s, i->ghost);
	FLAG(s, i->operation);
	FLAG(s, i->modifies);
	FLAG(s, i->joined);
	FLAG(s, i->wraps);
	FLAG(s, i->trusted);
	FLAG(s, i->watched);
	FLAG(s, i->when_true);
	FLAG(s, i->visible);
	BELOW(s, i->order, MEM_ORDER_N);
	BELOW(s, i->sync, SYNC_N);
	NUMBER(s, i->target);
	NUMBER(s, i->property);
	NUMBER(s, i->loop);
}

#define LIST(s, list, each)                                                                        \
	do {                                                                                           \
		size_t n_ = count((s), (list).n);                                                          \
		if (!(s)->to && n_) {                                                                      \
			vec_reserve(&(list), n_);                                                              \
			memset((list).at, 0, n_ * sizeof *(list).at);                                          \
			(list).n = n_;                                                                         \
		}                                                                                          \
		for (size_t i_ = 0; i_ < n_ && !(s)->broken; i_++)                                         \
			each((s), &(list).at[i_]);                                                             \
	} while (0)

static void loop(struct image *s, struct loop *l) {
	text(s, &l->id);
	NUMBER(s, l->head);
	NUMBER(s, l->back);
	place(s, &l->loc);
}

static void label(struct image *s, struct label *l) {
	text(s, &l->name);
	NUMBER(s, l->at);
}

static void local(struct image *s, struct symbol **y) {
	symbol_ref(s, y);
	if (!*y)
		s->broken = true;
}

static void function(struct image *s, struct function *f) {
	LIST(s, f->ins, ins);
	LIST(s, f->local, local);
	LIST(s, f->loop, loop);
	text(s, &f->loop_name);
	LIST(s, f->label, label);
	NUMBER(s, f->nparams);
	FLAG(s, f->is_model);
	FLAG(s, f->is_noreturn);
	FLAG(s, f->is_atomic);
	FLAG(s, f->has_jumps);
	for (size_t i = 0; !s->to && i < f->ins.n; i++) {
		const struct ins *at = &f->ins.at[i];
		if (at->target >= f->ins.n || (at->loop != NO_LOOP && at->loop >= f->loop.n) ||
		    (at->property && at->property >= s->prog->property.n))
			s->broken = true;
	}
	if (!s->to && (!f->ins.n || f->nparams > f->local.n))
		s->broken = true;
}

static void function_ref(struct image *s, struct function **f) {
	struct symbol *y = s->to ? (*f)->symbol : NULL;
	symbol_ref(s, &y);
	if (!y || !y->function)
		s->broken = true;
	else
		*f = y->function;
}

static void property(struct image *s, struct property *p) {
	text(s, &p->id);
	text(s, &p->text);
	BELOW(s, p->class, PROPERTY_CLASS_N);
	place(s, &p->loc);
	text(s, &p->function);
	FLAG(s, p->in_model);
	if (!p->id || !p->text || !p->function)
		s->broken = true;
}

static void hint(struct image *s, struct hint *h) {
	place(s, &h->loc);
	text(s, &h->option);
	text(s, &h->reason);
}

static void ignored(struct image *s, struct ignored *i) {
	place(s, &i->loc);
	text(s, &i->text);
}

static void argument(struct image *s, struct entry_argument *a) {
	text(s, &a->parameter);
	text(s, &a->assumed);
	FLAG(s, a->is_any);
}

static void target(struct image *s, struct target *t) {
	raw(s, t->triple, sizeof t->triple);
	t->triple[sizeof t->triple - 1] = 0;
	NUMBER(s, t->pointer_bits);
	NUMBER(s, t->int_bits);
	NUMBER(s, t->long_bits);
	NUMBER(s, t->long_double_bits);
	FLAG(s, t->char_signed);
	FLAG(s, t->big_endian);
}

/* Numbers what an expression is made of, and then itself. */
static void collect_expr(struct image *s, const struct expr *e) {
	uint64_t known;
	if (!e || map_get(&s->expr_number, map_key(e), &known))
		return;
	for (uint32_t i = 0; i < e->nargs; i++)
		collect_expr(s, e->arg[i]);
	if (e->kind == EXPR_MEMBER && !map_get(&s->in_record, map_key(e->field), &known) &&
	    !map_get(&s->own_number, map_key(e->field), &known)) {
		vec_push(&s->own, e->field);
		map_put(&s->own_number, map_key(e->field), s->own.n);
	}
	vec_push(&s->expr, (struct expr *)e);
	map_put(&s->expr_number, map_key(e), s->expr.n);
}

static void collect(struct image *s) {
	uint32_t n;
	const struct type *const *all = types_all(s->prog->types, &n);
	for (uint32_t i = 0; i < n; i++) {
		vec_push(&s->type, (struct type *)all[i]);
		const struct record *r = all[i]->is_atomic ? NULL : all[i]->record;
		for (uint32_t k = 0; r && k < r->n; k++)
			map_put(&s->in_record, map_key(&r->field[k]), i + 1);
	}
	for (uint32_t i = 0; i < n; i++)
		collect_expr(s, all[i]->vla);
	for (size_t i = 0; i < s->prog->function.n; i++) {
		const struct function *f = s->prog->function.at[i];
		for (size_t k = 0; k < f->ins.n; k++) {
			const struct ins *at = &f->ins.at[k];
			collect_expr(s, at->lhs);
			collect_expr(s, at->rhs);
			for (uint32_t j = 0; j < at->nargs; j++)
				collect_expr(s, at->arg[j]);
		}
	}
}

/* Before anything refers to it. */
static void make_all(struct image *s) {
	struct goto_prog *p = s->prog;
	size_t types = count(s, s->type.n), symbols = count(s, p->symbol.n);
	size_t exprs = count(s, s->expr.n), own = count(s, s->own.n);
	if (s->to || s->broken)
		return;
	for (size_t i = 0; i < types; i++)
		vec_push(&s->type, type_restore_begin(p->types));
	for (size_t i = 0; i < symbols; i++) {
		struct symbol *y = arena_new(p->arena, struct symbol);
		y->id = (uint32_t)i;
		vec_push(&p->symbol, y);
	}
	for (size_t i = 0; i < exprs; i++)
		vec_push(&s->expr, arena_new(p->arena, struct expr));
	for (size_t i = 0; i < own; i++)
		vec_push(&s->own, arena_new(p->arena, struct field));
}

/* The names of properties are numbered on by passes. */
static void count_properties(struct goto_prog *p, struct map *counts) {
	for (size_t i = 0; i < p->property.n; i++) {
		struct symbol named = {.display = p->property.at[i].function};
		uint64_t key = prog_property_key(&(struct function){.symbol = &named},
		                                 p->property.at[i].class),
		         n = 0;
		map_get(counts, key, &n);
		map_put(counts, key, n + 1);
	}
}

static void program(struct image *s) {
	struct goto_prog *p = s->prog;
	target(s, &p->target);
	make_all(s);
	for (size_t i = 0; i < s->type.n && !s->broken; i++)
		type(s, s->type.at[i]);
	for (size_t i = 0; i < p->symbol.n && !s->broken; i++)
		symbol(s, p->symbol.at[i]);
	for (size_t i = 0; i < s->own.n && !s->broken; i++)
		field(s, (struct field *)s->own.at[i]);
	for (size_t i = 0; i < s->expr.n && !s->broken; i++)
		expr(s, s->expr.at[i], i);
	LIST(s, p->property, property);
	LIST(s, p->function, function_ref);
	for (size_t i = 0; i < p->function.n && !s->broken; i++)
		function(s, p->function.at[i]);
	LIST(s, p->source, text);
	LIST(s, p->included, text);
	LIST(s, p->hint, hint);
	LIST(s, p->ignored, ignored);
	LIST(s, p->argument, argument);
	symbol_ref(s, &p->init);
	symbol_ref(s, &p->entry);
	FLAG(s, p->has_jumps);
	FLAG(s, p->runs_at_exit);
	FLAG(s, p->orders_in_assembly);
	FLAG(s, p->barriers_keep_more);
	BELOW(s, p->precision, PRECISION_ONE_SET + 1);
	if (!s->to && !s->broken)
		count_properties(p, &p->property_count);
}

static void free_image(struct image *s) {
	vec_free(&s->text);
	vec_free(&s->type);
	vec_free(&s->expr);
	vec_free(&s->own);
	map_free(&s->text_number);
	map_free(&s->expr_number);
	map_free(&s->own_number);
	map_free(&s->in_record);
}

/* Is there nothing that is not carried? */
static bool is_plain(const struct goto_prog *p) {
	if (p->interrupt.function || p->private_deref.n || p->has_threads || p->all_shared ||
	    p->orders_matter)
		return false;
	for (int i = 0; i < SYNC_N; i++)
		if (p->tries[i])
			return false;
	size_t bodies = 0;
	for (size_t i = 0; i < p->symbol.n; i++) {
		const struct symbol *y = p->symbol.at[i];
		if (y->id != i || y->prototype || prog_find(p, y->name) != y)
			return false;
		bodies += y->function != NULL;
	}
	if (p->by_name.n != p->symbol.n || bodies != p->function.n)
		return false;
	for (size_t i = 0; i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		if (f->mark.n || f->is_dropped || f->whole || f->symbol->function != f)
			return false;
	}
	return true;
}

/* Would count_properties find the same numbers? */
static bool are_numbered(const struct goto_prog *p) {
	struct map counts = {0};
	count_properties((struct goto_prog *)p, &counts);
	bool equal = counts.n == p->property_count.n;
	for (size_t i = 0; equal && i < counts.cap; i++) {
		uint64_t n = 0;
		if (counts.at[i].used)
			equal = map_get(&p->property_count, counts.at[i].key, &n) && n == counts.at[i].value;
	}
	map_free(&counts);
	return equal;
}

/* Writing changes nothing: the same functions take what they read. */
bool image_write(byte_vec *to, const struct goto_prog *prog) {
	struct image s = {.to = to, .prog = (struct goto_prog *)prog};
	size_t before = to->n;
	if (!is_plain(prog) || !are_numbered(prog))
		return false;
	collect(&s);
	program(&s);
	free_image(&s);
	if (s.broken)
		to->n = before;
	return !s.broken;
}

struct goto_prog *image_read(const char *bytes, size_t n) {
	struct image s = {.from = bytes, .left = n, .prog = prog_open()};
	program(&s);
	free_image(&s);
	if (!s.broken && !s.left)
		return s.prog;
	prog_close(s.prog);
	return NULL;
}
