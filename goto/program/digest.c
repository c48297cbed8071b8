#include "goto/program/digest.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"

/* A field that is added must be written below; then these sizes change. */
#ifdef __LP64__
_Static_assert(sizeof(struct type) == 80, "all fields of a type are written");
_Static_assert(sizeof(struct record) == 48, "all fields of a record are written");
_Static_assert(sizeof(struct field) == 32, "all fields of a field are written");
_Static_assert(sizeof(struct expr) == 96, "all fields of an expression are written");
_Static_assert(sizeof(struct symbol) == 120, "all fields of a symbol are written");
_Static_assert(sizeof(struct ins) == 96, "all fields of an instruction are written");
_Static_assert(sizeof(struct function) == 160, "all fields of a function are written");
_Static_assert(sizeof(struct property) == 56, "all fields of a property are written");
_Static_assert(sizeof(struct goto_prog) == 952, "all fields of a program are written");
_Static_assert(sizeof(struct target) == 84, "all fields of a target are written");
#endif

struct digest {
	const struct goto_prog *prog;
	bool whole;
	byte_vec *to;
	struct digest_lines *lines;
	struct map number; /* of texts, types, expressions, symbols, by address */
	uint64_t n;
	VEC(const struct symbol *) met;      /* in the order in which they were */
	VEC(const struct function *) bodies; /* to be written */
};

static void number(struct digest *d, uint64_t x) {
	bytes_put_number(d->to, x);
}

static void raw(struct digest *d, const void *data, size_t n) {
	number(d, n);
	bytes_put(d->to, data, n);
}

/* Writes the number of something; true: it is new, and what it is follows. */
static bool is_new(struct digest *d, const void *thing) {
	uint64_t known = 0;
	if (!thing || map_get(&d->number, map_key(thing), &known)) {
		number(d, known);
		return false;
	}
	map_put(&d->number, map_key(thing), ++d->n);
	number(d, d->n);
	return true;
}

static void text(struct digest *d, const char *t) {
	const char *one = t ? intern(t) : NULL;
	if (is_new(d, one))
		raw(d, one, strlen(one));
}

/* The line is listed aside. */
static void place(struct digest *d, struct loc l) {
	text(d, l.file);
	number(d, l.col);
	number(d, l.line != 0);
	vec_push(&d->lines->at, l);
}

static void type(struct digest *, const struct type *);
static void expr(struct digest *, const struct expr *);

static void field(struct digest *d, const struct field *f) {
	text(d, f->name);
	type(d, f->type);
	number(d, f->offset);
	number(d, f->bit_width);
	number(d, f->is_part);
}

static void type(struct digest *d, const struct type *t) {
	if (!is_new(d, t))
		return;
	number(d, t->kind);
	number(d, (uint64_t)(t->is_signed | t->is_atomic << 1 | t->is_variadic << 2 |
	                     t->no_prototype << 3));
	number(d, t->bits);
	number(d, t->align);
	number(d, t->size);
	number(d, t->n);
	type(d, t->elem);
	for (uint64_t i = 0; t->kind == TYPE_FUNC && i < t->n; i++)
		type(d, t->param[i]);
	expr(d, t->vla);
	text(d, t->name);
	if (t->is_atomic)
		type(d, type_unatomic(d->prog->types, t));
	const struct record *r = t->record;
	if (!is_new(d, r))
		return;
	text(d, r->tag);
	place(d, r->loc);
	number(d, r->complete);
	number(d, r->n);
	for (uint32_t i = 0; i < r->n; i++)
		field(d, &r->field[i]);
}

static void symbol(struct digest *d, const struct symbol *s) {
	if (!is_new(d, s))
		return;
	vec_push(&d->met, s);
	text(d, s->name);
	text(d, s->display);
	type(d, s->type);
	number(d, s->storage);
	place(d, s->loc);
	number(d, (uint64_t)(s->is_temp | s->is_param << 1 | s->is_constant << 2 | s->is_extern << 3 |
	                     s->is_model << 4 | s->is_hidden_state << 5 | s->is_pure << 6 |
	                     s->is_noreturn << 7 | s->address_taken << 8 | s->is_shared << 9));
	number(d, s->slot);
	number(d, s->bytes != NULL);
	if (s->bytes)
		raw(d, s->bytes, s->nbytes);
	number(d, s->nbytes);
	number(d, s->extra_size);
	number(d, s->align);
	bool has_body = s->function && (d->whole || !s->function->is_dropped);
	number(d, has_body);
	if (has_body)
		vec_push(&d->bodies, s->function);
}

static void constant(struct digest *d, struct bits b) {
	number(d, b.width);
	if (b.width <= 64)
		number(d, b.lo);
	else
		raw(d, b.limb, (b.width + 63) / 64 * sizeof *b.limb);
}

static void expr(struct digest *d, const struct expr *e) {
	if (!is_new(d, e))
		return;
	number(d, e->kind);
	number(d, e->nargs);
	type(d, e->type);
	for (uint32_t i = 0; i < e->nargs; i++)
		expr(d, e->arg[i]);
	if (e->kind == EXPR_CONST)
		constant(d, e->bits);
	if (e->kind == EXPR_SYMBOL)
		symbol(d, e->symbol);
	if (e->kind == EXPR_MEMBER)
		field(d, e->field);
	if (e->kind == EXPR_BUILTIN)
		number(d, e->builtin);
	number(d, e->order);
	number(d, e->failure_order);
}

static void ins(struct digest *d, const struct ins *i) {
	number(d, i->kind);
	number(d, (uint64_t)(i->hidden | i->ghost << 1 | i->operation << 2 | i->modifies << 3 |
	                     i->wraps << 4 | i->watched << 5 | i->when_true << 6 | i->visible << 7 |
	                     i->joined << 8));
	place(d, i->loc);
	expr(d, i->lhs);
	expr(d, i->rhs);
	number(d, i->nargs);
	for (uint32_t k = 0; k < i->nargs; k++)
		expr(d, i->arg[k]);
	number(d, i->order);
	number(d, i->sync);
	number(d, i->target);
	number(d, i->kind == INS_ASSERT ? i->property : 0);
	number(d, i->loop);
	symbol(d, i->sym);
	text(d, i->text);
}

static void function(struct digest *d, const struct function *f) {
	const struct ins *at = d->whole && f->whole ? f->whole : f->ins.at;
	symbol(d, f->symbol);
	number(d, f->ins.n);
	for (size_t i = 0; i < f->ins.n; i++)
		ins(d, &at[i]);
	number(d, f->local.n);
	for (size_t i = 0; i < f->local.n; i++)
		symbol(d, f->local.at[i]);
	number(d, f->loop.n);
	for (size_t i = 0; i < f->loop.n; i++) {
		text(d, f->loop.at[i].id);
		number(d, f->loop.at[i].head);
		number(d, f->loop.at[i].back);
		place(d, f->loop.at[i].loc);
	}
	text(d, f->loop_name);
	number(d, f->label.n);
	for (size_t i = 0; i < f->label.n; i++) {
		text(d, f->label.at[i].name);
		number(d, f->label.at[i].at);
	}
	number(d, f->nparams);
	number(d, (uint64_t)(f->is_model | f->is_noreturn << 1 | f->is_atomic << 2 | f->has_jumps << 3 |
	                     f->is_dropped << 4));
}

static void bodies(struct digest *d) {
	for (size_t i = 0; i < d->bodies.n; i++)
		function(d, d->bodies.at[i]);
	d->bodies.n = 0;
}

static void property(struct digest *d, const struct property *p) {
	text(d, p->id);
	text(d, p->text);
	number(d, p->class);
	place(d, p->loc);
	text(d, p->function);
	number(d, p->in_model);
}

static void target(struct digest *d, const struct target *t) {
	raw(d, t->triple, strlen(t->triple));
	number(d, t->pointer_bits);
	number(d, t->int_bits);
	number(d, t->long_bits);
	number(d, t->long_double_bits);
	number(d, (uint64_t)(t->char_signed | t->big_endian << 1));
}

static void interrupt(struct digest *d, const struct interrupt *i) {
	symbol(d, i->function ? i->function->symbol : NULL);
	symbol(d, i->pending);
	symbol(d, i->blocked);
	for (size_t k = 0; k < INTERRUPT_THREADS; k++)
		expr(d, i->when[k]);
}

static int by_name(const void *a, const void *b) {
	return strcmp((*(const struct symbol *const *)a)->name,
	              (*(const struct symbol *const *)b)->name);
}

static int by_id(const void *a, const void *b) {
	const struct symbol *x = *(const struct symbol *const *)a,
	                    *y = *(const struct symbol *const *)b;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* What may be looked up by its name, or run without being named: symbols of the library, functions
 * that have a body. */
static void others(struct digest *d) {
	VEC(const struct symbol *) other = {0};
	for (size_t i = 0; i < d->prog->symbol.n; i++) {
		const struct symbol *s = d->prog->symbol.at[i];
		bool is_local = s->storage == STORAGE_AUTO;
		bool runs = s->function && (d->whole || !s->function->is_dropped);
		if (!is_local && (s->is_model || runs || intrinsic_is_internal(s->name) ||
		                  intrinsic_is_of_client(s->name)))
			vec_push(&other, s);
	}
	if (other.n)
		qsort(other.at, other.n, sizeof *other.at, by_name);
	for (size_t i = 0; i < other.n; i++) {
		symbol(d, other.at[i]);
		bodies(d);
	}
	vec_free(&other);
}

/* Objects may be laid out in the order of their symbols. */
static void order(struct digest *d) {
	if (d->met.n)
		qsort(d->met.at, d->met.n, sizeof *d->met.at, by_id);
	for (size_t i = 0; i < d->met.n; i++)
		is_new(d, d->met.at[i]);
}

void goto_digest(const struct goto_prog *p, bool whole, byte_vec *to, struct digest_lines *lines) {
	struct digest d = {.prog = p, .whole = whole, .to = to, .lines = lines};
	target(&d, &p->target);
	number(&d, (uint64_t)(p->has_jumps | p->runs_at_exit << 1 | p->orders_in_assembly << 2 |
	                      p->has_threads << 3 | p->all_shared << 4 | p->orders_matter << 5 |
	                      p->barriers_keep_more << 6));
	for (int i = 0; i < SYNC_N; i++)
		number(&d, p->tries[i]);
	number(&d, p->precision);
	number(&d, p->property.n);
	for (size_t i = 0; i < p->property.n; i++)
		property(&d, &p->property.at[i]);
	symbol(&d, p->init);
	symbol(&d, p->entry);
	bodies(&d);
	interrupt(&d, &p->interrupt);
	others(&d);
	order(&d);
	vec_free(&d.met);
	vec_free(&d.bodies);
	map_free(&d.number);
}
