/* --atomicity-check: a statement that reads shared memory and then writes shared memory is not
 * atomic if what it has read has another value when it writes.
 *
 * Runs on the split program, where 'x += y' reads
 *
 *     @1 = x;  @2 = y;  x = @1 + @2
 *
 * and gets, before the store, ASSERT @1 == x and ASSERT @2 == y.  Asserts and the store they guard
 * are one step, so no other thread runs between those.  Values are compared: a change and its
 * undoing go unnoticed, and a write of the same value is none.
 *
 * Loads belong to a store if its operands are made of them, through temporaries only: these do
 * not outlive their statement, while a variable of the user ends it.  A load is forgotten when it
 * is not certain to have been made, when this thread itself may have changed what it read (a call,
 * a store), and when its temporary or a variable of its lvalue is assigned.
 */
#include "goto/passes/passes.h"

#include <string.h>

#include "goto/passes/checks.h"
#include "util/base/intern.h"

struct load {
	const struct expr *temp, *lvalue;   /* temp = lvalue */
	uint32_t at;                        /* old index of the instruction */
	VEC(const struct symbol *) carrier; /* temporaries made of its value, itself the first */
};

struct loaded_unit { /* of 'whole', in a local record (split.c) */
	const struct symbol *symbol;
	const struct expr *whole;
	uint64_t offset, from; /* in the local record and in 'whole', in bits */
	uint32_t at;           /* old index of the instruction */
};

struct atomicity {
	struct checks checks; /* for names, quotes and conditions */
	VEC(struct load) load;
	VEC(struct loaded_unit) unit;
	uint32_t *from; /* old index -> the first jump that goes there; NO_JUMP */
};

#define NO_JUMP UINT32_MAX

static const struct expr *root(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	return lvalue;
}

static bool is_shared(const struct expr *e) {
	if (!expr_is_lvalue(e))
		return false;
	e = root(e);
	return e->kind == EXPR_DEREF || (e->symbol->is_shared && !e->symbol->is_constant &&
	                                 e->symbol->storage != STORAGE_FUNCTION);
}

static bool is_temp(const struct expr *e) {
	return e->kind == EXPR_SYMBOL && e->symbol->is_temp && e->symbol->storage == STORAGE_AUTO &&
	       !e->symbol->is_shared;
}

static bool mentions(const struct expr *e, const struct symbol *s) {
	if (e->kind == EXPR_SYMBOL)
		return e->symbol == s;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (mentions(e->arg[i], s))
			return true;
	return false;
}

static bool is_made_of(const struct expr *e, const struct load *l) {
	for (size_t i = 0; i < l->carrier.n; i++)
		if (mentions(e, l->carrier.at[i]))
			return true;
	return false;
}

static void forget(struct atomicity *a, size_t ix) {
	vec_free(&a->load.at[ix].carrier);
	a->load.at[ix] = vec_last(&a->load);
	a->load.n--;
}

static void forget_unit(struct atomicity *a, size_t ix) {
	a->unit.at[ix] = vec_last(&a->unit);
	a->unit.n--;
}

static void forget_all(struct atomicity *a) {
	while (a->load.n)
		forget(a, a->load.n - 1);
	a->unit.n = 0;
}

/* At the target of jumps: only what was loaded before the first of them is certain. */
static void forget_uncertain(struct atomicity *a, uint32_t here) {
	uint32_t from = a->from[here];
	if (from == NO_JUMP)
		return;
	for (size_t i = 0; i < a->load.n;)
		if (a->load.at[i].at >= from)
			forget(a, i);
		else
			i++;
	for (size_t i = 0; i < a->unit.n;)
		if (a->unit.at[i].at >= from)
			forget_unit(a, i);
		else
			i++;
}

/* Its old value is gone: as a temporary that holds a load, and as part of a loaded lvalue. */
static void forget_assigned(struct atomicity *a, const struct symbol *s) {
	for (size_t i = 0; i < a->load.n;)
		if (a->load.at[i].temp->symbol == s || mentions(a->load.at[i].lvalue, s))
			forget(a, i);
		else
			i++;
	for (size_t i = 0; i < a->unit.n;)
		if (a->unit.at[i].symbol == s || mentions(a->unit.at[i].whole, s))
			forget_unit(a, i);
		else
			i++;
}

/* Equal values; a NaN is a value like others. */
static const struct expr *same_value(struct atomicity *a, const struct load *l) {
	struct checks *c = &a->checks;
	const struct expr *lvalue = expr_ordered(c->arena, l->lvalue, MEM_PLAIN, MEM_PLAIN);
	const struct expr *now = expr_cast(c->arena, l->temp->type, lvalue);
	const struct expr *same = checks_compare(c, EXPR_EQ, l->temp, now);
	if (now->type->kind == TYPE_FLOAT)
		same = checks_or(c, same,
		                 checks_and(c, checks_test(c, BUILTIN_ISNAN, l->temp, NULL),
		                            checks_test(c, BUILTIN_ISNAN, now, NULL)));
	return same;
}

/* The program itself does not read the lvalue again: if it cannot be read now, that is no
 * violation. */
static const struct expr *readable(struct atomicity *a, const struct load *l) {
	struct checks *c = &a->checks;
	const struct expr *object = l->lvalue;
	if (object->kind == EXPR_MEMBER && object->field->bit_width != NOT_BITFIELD)
		object = object->arg[0]; /* a bit-field has no address */
	return checks_test(c, BUILTIN_READABLE, expr_addr(c->arena, c->prog->types, object),
	                   expr_u64(c->arena, c->type_size, object->type->size));
}

static void check_load(struct atomicity *a, const struct load *l, const struct ins *store) {
	struct checks *c = &a->checks;
	const struct expr *condition = same_value(a, l);
	if (root(l->lvalue)->kind == EXPR_DEREF)
		condition = checks_or(c, checks_not(c, readable(a, l)), condition);
	const char *read = checks_quote(c, l->lvalue), *written = checks_quote(c, store->lhs);
	const char *end =
	    strcmp(read, written) ? arena_printf(c->arena, "the write of %s", written) : "its write";
	const char *text =
	    arena_printf(c->arena, "another thread changes %s between its read and %s", read, end);
	rewrite_add(&c->rewrite,
	            (struct ins){.kind = INS_ASSERT,
	                         .rhs = condition,
	                         .loc = store->loc,
	                         .property = prog_add_property(c->prog, c->function, PROPERTY_ATOMICITY,
	                                                       store->loc, text)});
}

static void check_store(struct atomicity *a, const struct ins *store) {
	for (size_t i = 0; i < a->load.n; i++)
		if (is_made_of(store->rhs, &a->load.at[i]) || is_made_of(store->lhs, &a->load.at[i]))
			check_load(a, &a->load.at[i], store);
	forget_all(a);
}

static void remember(struct atomicity *a, const struct expr *temp, const struct expr *lvalue,
                     uint32_t at) {
	struct load new = {.temp = temp, .lvalue = lvalue, .at = at};
	vec_push(&new.carrier, temp->symbol);
	vec_push(&a->load, new);
}

/* The load in an expression that has one; NULL: none, or not on every evaluation. */
static const struct expr *find_load(const struct expr *e) {
	if (e->kind == EXPR_ADDR || e->kind == EXPR_LAND || e->kind == EXPR_LOR || e->kind == EXPR_COND)
		return NULL;
	if (is_shared(e))
		return type_is_scalar(e->type) ? e : NULL;
	for (uint32_t i = 0; i < e->nargs; i++) {
		const struct expr *found = find_load(e->arg[i]);
		if (found)
			return found;
	}
	return NULL;
}

static const struct expr *replace(struct arena *arena, const struct expr *e, const struct expr *old,
                                  const struct expr *new) {
	if (e == old)
		return new;
	struct expr *copy = arena_copy(arena, e, sizeof *e);
	for (uint32_t i = 0; i < e->nargs; i++)
		copy->arg[i] = replace(arena, e->arg[i], old, new);
	return copy;
}

/* '$1 = x + 1' becomes '@2 = x; $1 = @2 + 1', so that the value read has a name. */
static void name_load(struct atomicity *a, struct ins *in, uint32_t at) {
	const struct expr *lvalue = find_load(in->rhs);
	if (!lvalue || lvalue == in->rhs)
		return;
	struct checks *c = &a->checks;
	struct function *f = c->function;
	struct symbol *s =
	    prog_add_symbol(c->prog, intern_printf("%s::@%zu", f->symbol->name, f->local.n),
	                    type_unatomic(c->prog->types, lvalue->type), STORAGE_AUTO);
	vec_push(&c->renamed, ((struct check_name){s, intern_printf("@%zu", f->local.n)}));
	s->display = intern(expr_print(c->arena, lvalue)); /* in messages, as all temporaries */
	s->loc = in->loc;
	s->is_temp = true;
	prog_add_local(f, s);
	const struct expr *temp = expr_symbol(c->arena, s);
	rewrite_add(&c->rewrite, (struct ins){.kind = INS_DECL, .sym = s, .loc = in->loc});
	rewrite_add(&c->rewrite,
	            (struct ins){.kind = INS_ASSIGN, .lhs = temp, .rhs = lvalue, .loc = in->loc});
	remember(a, temp, lvalue, at);
	in->rhs = replace(c->arena, in->rhs, lvalue, temp);
}

static bool is_part(const struct expr *e) {
	return e->kind == EXPR_MEMBER && e->field->is_part;
}

/* '@C.unit = x.unit' */
static bool loads_unit(const struct ins *in) {
	return is_part(in->lhs) && is_part(in->rhs) && is_temp(in->lhs->arg[0]) && is_shared(in->rhs);
}

/* What '@C.x' was loaded from, or NULL. */
static const struct expr *find_loaded(const struct atomicity *a, const struct expr *e) {
	if (e->kind != EXPR_MEMBER || e->arg[0]->kind != EXPR_SYMBOL)
		return NULL;
	for (size_t i = 0; i < a->unit.n; i++) {
		const struct loaded_unit *u = &a->unit.at[i];
		if (u->symbol != e->arg[0]->symbol)
			continue;
		if (e->field->bit_width == NOT_BITFIELD) {
			if (u->whole->type == e->type)
				return u->whole;
			continue;
		}
		const struct record *r = type_is_record(u->whole->type) ? u->whole->type->record : NULL;
		for (uint32_t k = 0; r && k < r->n; k++)
			if (r->field[k].name == e->field->name && r->field[k].bit_width != NOT_BITFIELD &&
			    r->field[k].offset + u->offset == e->field->offset + u->from)
				return expr_member(a->checks.arena, u->whole, &r->field[k]);
	}
	return NULL;
}

static void follow_assign(struct atomicity *a, struct ins *in, uint32_t at) {
	if (is_shared(in->lhs)) {
		check_store(a, in);
		return;
	}
	if (is_temp(in->lhs))
		name_load(a, in, at);
	const struct expr *to = root(in->lhs);
	if (loads_unit(in)) {
		vec_push(&a->unit,
		         ((struct loaded_unit){to->symbol, in->rhs->arg[0], in->lhs->field->offset,
		                               in->rhs->field->offset, at}));
		return;
	}
	forget_assigned(a, to->symbol);
	if (!is_temp(to))
		return;
	for (size_t i = 0; i < a->load.n; i++)
		if (is_made_of(in->rhs, &a->load.at[i]))
			vec_push(&a->load.at[i].carrier, to->symbol);
	if (!is_temp(in->lhs) || !type_is_scalar(in->rhs->type))
		return;
	const struct expr *loaded = is_shared(in->rhs) ? in->rhs : find_loaded(a, in->rhs);
	if (loaded)
		remember(a, in->lhs, loaded, at);
}

static void follow(struct atomicity *a, struct ins *in, uint32_t at) {
	switch (in->kind) {
	case INS_ASSIGN: follow_assign(a, in, at); return;
	case INS_CALL:
	case INS_HAVOC:
	case INS_ATOMIC_BEGIN:
	case INS_ATOMIC_END: forget_all(a); return;
	case INS_DECL:
	case INS_DEAD: forget_assigned(a, in->sym); return;
	default: return;
	}
}

static void find_jumps(struct atomicity *a) {
	const struct function *f = a->checks.function;
	a->from = mem_alloc(f->ins.n * sizeof *a->from);
	for (size_t i = 0; i < f->ins.n; i++)
		a->from[i] = NO_JUMP;
	for (uint32_t i = 0; i < f->ins.n; i++) {
		if (f->ins.at[i].kind != INS_GOTO)
			continue;
		uint32_t *from = &a->from[f->ins.at[i].target];
		if (f->ins.at[i].target <= i)
			*from = 0; /* what comes first in a loop is not the first of its iterations */
		else if (i < *from)
			*from = i;
	}
}

static void check_function(struct atomicity *a) {
	struct function *f = a->checks.function;
	checks_name_temporaries(&a->checks);
	find_jumps(a);
	rewrite_open(&a->checks.rewrite, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		rewrite_at(&a->checks.rewrite, i);
		forget_uncertain(a, i);
		follow(a, &in, i);
		rewrite_keep(&a->checks.rewrite, in);
	}
	rewrite_close(&a->checks.rewrite);
	checks_restore_names(&a->checks);
	forget_all(a);
	mem_free(a->from);
}

void goto_check_atomicity(struct goto_prog *p) {
	struct atomicity a = {.checks = {.prog = p,
	                                 .arena = p->arena,
	                                 .type_int = type_c_int(p->types),
	                                 .type_size = type_size(p->types)}};
	for (size_t i = 0; i < p->function.n; i++) {
		a.checks.function = p->function.at[i];
		if (!p->function.at[i]->is_model && !p->function.at[i]->is_atomic)
			check_function(&a);
	}
	vec_free(&a.load);
	vec_free(&a.unit);
	vec_free(&a.checks.renamed);
}
