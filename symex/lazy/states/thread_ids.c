#include "symex/lazy/states/thread_ids.h"

#include <limits.h>
#include <string.h>

#include "symex/step/value/eval.h"

enum { USES = 1, STORES = 2, PASSES = 4, OF_SET = 8 };

struct thread_ids {
	const struct goto_prog *prog;
	uint8_t *tag;    /* by symbol: of a local that is a register */
	uint8_t *result; /* by symbol: of a function */
	bool *has;       /* by symbol: of a function, see thread_ids_in */
	bool *used;      /* the same for thread_ids_used_in */
	struct map ins;  /* instruction -> USES, STORES, PASSES */
	bool failed, changed;
	const struct function *function; /* being analysed */
};

static bool is_id(enum id_tag t) {
	return t == ID_NUMBER || t == ID_NEXT || t == ID_SET;
}

static enum id_tag fail(struct thread_ids *a) {
	a->failed = true;
	return ID_NONE;
}

static enum id_tag join(struct thread_ids *a, enum id_tag p, enum id_tag q) {
	if (p == q || q == ID_UNSET)
		return p;
	if (p == ID_UNSET || p == ID_ZERO)
		return q;
	return q == ID_ZERO ? p : fail(a);
}

static void raise_tag(struct thread_ids *a, uint8_t *at, enum id_tag t) {
	enum id_tag now = join(a, (enum id_tag) * at, t);
	a->changed |= now != *at;
	*at = (uint8_t)now;
}

/* --- Expressions. --- */

static bool is_register(const struct symbol *s) {
	return s->storage == STORAGE_AUTO && !local_is_object(s);
}

static bool constant_of(const struct expr *e, uint64_t *value) {
	if (e->kind != EXPR_CONST || !bits_fits_u64(e->bits))
		return false;
	*value = e->bits.lo;
	return true;
}

static bool is_constant(const struct expr *e, uint64_t value) {
	uint64_t v;
	return constant_of(e, &v) && v == value;
}

/* What a model keeps in a member: the owner of a mutex, a set of threads; NONE: something else. */
static enum id_tag tag_of_member(const struct thread_ids *a, const struct expr *e) {
	static const struct {
		const char *record, *field;
		enum id_tag tag;
	} known[] = {{"mutex", "owner", ID_NEXT},
	             {"condition", "waiting", ID_SET},
	             {"condition", "woken", ID_SET}};
	if (e->kind != EXPR_MEMBER || !a->function->is_model || !e->field->name)
		return ID_NONE;
	const struct record *r = e->arg[0]->type->record;
	for (size_t i = 0; r && r->tag && i < sizeof known / sizeof *known; i++)
		if (!strcmp(r->tag, known[i].record) && !strcmp(e->field->name, known[i].field))
			return known[i].tag;
	return ID_NONE;
}

static bool mentions_member(const struct thread_ids *a, const struct expr *e) {
	if (!e)
		return false;
	bool found = is_id(tag_of_member(a, e));
	for (uint32_t i = 0; i < e->nargs; i++)
		found |= mentions_member(a, e->arg[i]);
	return found;
}

enum { MOST_THREADS = 64 }; /* in a set */

static enum id_tag tag_of(struct thread_ids *, const struct expr *);

static enum id_tag plain(struct thread_ids *a, const struct expr *e) {
	return is_id(tag_of(a, e)) ? fail(a) : ID_NONE;
}

static enum id_tag all_plain(struct thread_ids *a, const struct expr *e) {
	for (uint32_t i = 0; i < e->nargs; i++)
		plain(a, e->arg[i]);
	return ID_NONE;
}

/* No number of a thread has an influence on which lvalue it is. */
static enum id_tag plain_lvalue(struct thread_ids *a, const struct expr *e) {
	if (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		plain_lvalue(a, e->arg[0]);
	if (e->kind == EXPR_INDEX)
		plain(a, e->arg[1]);
	if (e->kind == EXPR_DEREF)
		plain(a, e->arg[0]);
	return ID_NONE;
}

static const struct expr *uncast(const struct expr *e) {
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	return e;
}

/* 63, or 64 - 1 */
static bool is_mask(const struct expr *e) {
	if (e->kind == EXPR_SUB)
		return is_constant(uncast(e->arg[0]), MOST_THREADS) && is_constant(uncast(e->arg[1]), 1);
	return is_constant(e, MOST_THREADS - 1);
}

/* 1 << (number & 63): the set of one thread. */
static bool is_singleton(struct thread_ids *a, const struct expr *e) {
	const struct expr *by = e->kind == EXPR_SHL ? uncast(e->arg[1]) : NULL;
	return by && is_constant(uncast(e->arg[0]), 1) && by->kind == EXPR_BITAND &&
	       is_mask(uncast(by->arg[1])) && tag_of(a, by->arg[0]) == ID_NUMBER;
}

/* set & (set - 1): not empty if there are several threads in it. */
static bool is_rest(struct thread_ids *a, const struct expr *e) {
	e = uncast(e);
	const struct expr *set = e->kind == EXPR_BITAND ? uncast(e->arg[0]) : NULL;
	const struct expr *less = set ? uncast(e->arg[1]) : NULL;
	if (!set || less->kind != EXPR_SUB || !is_constant(uncast(less->arg[1]), 1))
		return false;
	const struct expr *same = uncast(less->arg[0]);
	return set->kind == EXPR_SYMBOL && same->kind == EXPR_SYMBOL && set->symbol == same->symbol &&
	       tag_of(a, set) == ID_SET;
}

/* Sets of threads are united, cut and complemented. */
static enum id_tag tag_of_set(struct thread_ids *a, const struct expr *e) {
	enum id_tag t = ID_ZERO;
	bool is_set = false;
	for (uint32_t i = 0; i < e->nargs; i++)
		is_set |= tag_of(a, e->arg[i]) == ID_SET;
	if (!is_set)
		return all_plain(a, e);
	for (uint32_t i = 0; i < e->nargs; i++)
		t = join(a, t, tag_of(a, e->arg[i]));
	return t;
}

/* Numbers of threads are compared with each other, with nobody, and with that of main; sets of
 * threads with each other, and with the empty one. */
static enum id_tag tag_of_equality(struct thread_ids *a, const struct expr *e) {
	if (is_rest(a, e->arg[0]) && is_constant(uncast(e->arg[1]), 0))
		return ID_NONE;
	enum id_tag p = tag_of(a, e->arg[0]), q = tag_of(a, e->arg[1]);
	if (!is_id(p) && !is_id(q))
		return ID_NONE;
	if (p == q || p == ID_UNSET || q == ID_UNSET || p == ID_ZERO || q == ID_ZERO)
		return ID_NONE;
	const struct expr *other = is_id(p) ? e->arg[1] : e->arg[0];
	return (p == ID_NEXT || q == ID_NEXT) && is_constant(other, 1) ? ID_NONE : fail(a);
}

static enum id_tag tag_of_order(struct thread_ids *a, const struct expr *e) {
	uint64_t v;
	if (is_id(tag_of(a, e->arg[1])))
		return fail(a);
	/* With so many threads none is renamed (renaming.c). */
	enum id_tag t = tag_of(a, e->arg[0]);
	bool huge = constant_of(e->arg[1], &v) && v >= (t == ID_NUMBER ? MOST_THREADS : INT_MAX);
	return is_id(t) && (t == ID_SET || !huge) ? fail(a) : ID_NONE;
}

static enum id_tag tag_of_sum(struct thread_ids *a, const struct expr *e) {
	enum id_tag p = tag_of(a, e->arg[0]), q = tag_of(a, e->arg[1]);
	if (!is_id(p) && !is_id(q))
		return ID_NONE;
	if (!is_constant(e->arg[1], 1) || !is_id(p))
		return fail(a);
	if (e->kind == EXPR_ADD)
		return p == ID_NUMBER ? ID_NEXT : fail(a);
	return p == ID_NEXT ? ID_NUMBER : fail(a);
}

static enum id_tag tag_of(struct thread_ids *a, const struct expr *e) {
	enum id_tag t;
	switch (e->kind) {
	case EXPR_CONST: return is_constant(e, 0) ? ID_ZERO : ID_NONE;
	case EXPR_SYMBOL: return is_register(e->symbol) ? (enum id_tag)a->tag[e->symbol->id] : ID_NONE;
	case EXPR_ADDR: return plain_lvalue(a, e->arg[0]);
	case EXPR_DEREF:
	case EXPR_INDEX: return plain_lvalue(a, e);
	case EXPR_MEMBER: plain_lvalue(a, e); return tag_of_member(a, e);
	case EXPR_CAST:
		t = tag_of(a, e->arg[0]);
		return is_id(t) && (e->type->kind != TYPE_INT ||
		                    e->type->bits < (t == ID_SET ? MOST_THREADS : 32))
		           ? fail(a)
		           : t;
	case EXPR_SHL: return is_singleton(a, e) ? ID_SET : all_plain(a, e);
	case EXPR_BITAND:
	case EXPR_BITOR:
	case EXPR_BITNOT: return tag_of_set(a, e);
	case EXPR_ADD:
	case EXPR_SUB: return tag_of_sum(a, e);
	case EXPR_EQ:
	case EXPR_NE: return tag_of_equality(a, e);
	case EXPR_LT:
	case EXPR_LE:
	case EXPR_GT:
	case EXPR_GE: return tag_of_order(a, e);
	case EXPR_LNOT:
	case EXPR_LAND:
	case EXPR_LOR:
		for (uint32_t i = 0; i < e->nargs; i++)
			tag_of(a, e->arg[i]);
		return ID_NONE;
	case EXPR_COND:
		tag_of(a, e->arg[0]);
		return join(a, tag_of(a, e->arg[1]), tag_of(a, e->arg[2]));
	default: return all_plain(a, e);
	}
}

/* --- Instructions. --- */

static void mark(struct thread_ids *a, const struct ins *i, uint64_t what) {
	uint64_t now = 0;
	map_get(&a->ins, map_key(i), &now);
	map_put(&a->ins, map_key(i), now | what);
	a->used[a->function->symbol->id] = true;
}

static bool is_named(const struct function *f, const char *name) {
	return f->is_model && !strcmp(f->symbol->name, name);
}

/* Where pthread_create stores the identifier. */
static bool is_identifier(const struct thread_ids *a, const struct expr *lhs) {
	return lhs->kind == EXPR_DEREF && lhs->arg[0]->kind == EXPR_SYMBOL &&
	       lhs->arg[0]->symbol->is_param && is_named(a->function, "pthread_create");
}

static void assign(struct thread_ids *a, const struct ins *i, const struct expr *lhs,
                   enum id_tag t) {
	if (lhs->kind == EXPR_SYMBOL && is_register(lhs->symbol)) {
		if (is_id(t) && !a->function->is_model)
			fail(a);
		raise_tag(a, &a->tag[lhs->symbol->id], t);
		return;
	}
	plain_lvalue(a, lhs);
	enum id_tag of = tag_of_member(a, lhs);
	if (is_id(of)) {
		mark(a, i, USES | STORES | (of == ID_SET ? OF_SET : 0));
		if (t != of && t != ID_ZERO && t != ID_UNSET)
			fail(a);
	} else if (is_identifier(a, lhs) && t == ID_NEXT) {
		mark(a, i, USES | STORES);
	} else if (is_id(t)) {
		fail(a);
	}
}

/* Values that the expression reads from memory. */
static uint32_t reads(const struct expr *e, bool is_value) {
	bool is_lvalue = e->kind == EXPR_DEREF || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX ||
	                 (e->kind == EXPR_SYMBOL && !is_register(e->symbol) &&
	                  e->symbol->storage != STORAGE_FUNCTION);
	uint32_t n = is_lvalue && is_value;
	for (uint32_t i = 0; i < e->nargs; i++) {
		bool part = (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX) && i == 0;
		n += reads(e->arg[i], !part && e->kind != EXPR_ADDR);
	}
	return n;
}

/* The user passes an identifier: read from memory, and nothing else is. */
static bool passes_identifier(const struct ins *i, uint32_t k) {
	const struct expr *e = i->arg[k];
	uint32_t n = 0;
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	for (uint32_t j = 0; j < i->nargs; j++)
		n += reads(i->arg[j], true);
	return n == 1 && reads(e, true) == 1 && expr_is_lvalue(e);
}

/* The same by a temporary variable, which find_passed has found. */
static bool is_passed(const struct thread_ids *a, const struct expr *e) {
	e = uncast(e);
	return e->kind == EXPR_SYMBOL && is_register(e->symbol) && e->symbol->is_temp &&
	       a->tag[e->symbol->id] == ID_NEXT;
}

static void call_function(struct thread_ids *a, const struct ins *i, const struct function *f) {
	for (uint32_t k = 0; k < i->nargs; k++) {
		if (k >= f->nparams || !is_register(f->local.at[k])) {
			plain(a, i->arg[k]);
			continue;
		}
		uint8_t *param = &a->tag[f->local.at[k]->id];
		if (!a->function->is_model && is_id((enum id_tag) * param)) {
			if (is_passed(a, i->arg[k]))
				continue;
			if (!passes_identifier(i, k))
				fail(a);
			mark(a, i, PASSES);
		} else {
			enum id_tag t = tag_of(a, i->arg[k]);
			if (is_id(t) && !f->is_model)
				fail(a);
			raise_tag(a, param, t);
		}
	}
	if (i->lhs)
		assign(a, i, i->lhs, (enum id_tag)a->result[f->symbol->id]);
}

static void call_intrinsic(struct thread_ids *a, const struct ins *i, enum intrinsic which) {
	if (which == INTRINSIC_THREAD_DATA) {
		enum id_tag t = tag_of(a, i->arg[0]);
		if (t != ID_NUMBER && t != ID_UNSET)
			fail(a);
	} else {
		for (uint32_t k = 0; k < i->nargs; k++)
			plain(a, i->arg[k]);
	}
	bool makes = which == INTRINSIC_SELF || which == INTRINSIC_SPAWN;
	if (makes && !a->function->is_model)
		fail(a);
	if (i->lhs)
		assign(a, i, i->lhs, makes ? ID_NUMBER : ID_NONE);
}

static bool is_assigned(const struct goto_prog *p, const struct symbol *s) {
	bool found = s->address_taken || s->nbytes;
	for (size_t k = 0; k < p->function.n && !found; k++)
		for (size_t i = 0; i < p->function.at[k]->ins.n && !found; i++) {
			const struct expr *lhs = p->function.at[k]->ins.at[i].lhs;
			found = lhs && lhs->kind == EXPR_SYMBOL && lhs->symbol == s;
		}
	return found;
}

/* A call through a pointer.  One that is null is never made. */
static void call_pointer(struct thread_ids *a, const struct ins *i) {
	const struct expr *e = i->rhs;
	while (e->kind == EXPR_DEREF || e->kind == EXPR_CAST)
		e = e->arg[0];
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_STATIC &&
	    !is_assigned(a->prog, e->symbol))
		return;
	plain(a, i->rhs);
	for (uint32_t k = 0; k < i->nargs; k++)
		plain(a, i->arg[k]);
	if (i->lhs)
		assign(a, i, i->lhs, ID_NONE);
}

static void call(struct thread_ids *a, const struct ins *i) {
	const struct symbol *s = i->rhs->kind == EXPR_SYMBOL ? i->rhs->symbol : NULL;
	if (!s || s->storage != STORAGE_FUNCTION)
		call_pointer(a, i);
	else if (s->function && !intrinsic_is_executed(s->intrinsic))
		call_function(a, i, s->function);
	else
		call_intrinsic(a, i, s->intrinsic);
}

static void analyse(struct thread_ids *a, const struct ins *i) {
	if (thread_ids_passes(a, i) && i->kind == INS_ASSIGN)
		return;
	if (mentions_member(a, i->lhs) || mentions_member(a, i->rhs))
		mark(a, i, USES);
	for (uint32_t k = 0; k < i->nargs; k++)
		if (mentions_member(a, i->arg[k]))
			mark(a, i, USES);
	switch (i->kind) {
	case INS_CALL: call(a, i); break;
	case INS_ASSIGN: assign(a, i, i->lhs, tag_of(a, i->rhs)); break;
	case INS_HAVOC: assign(a, i, i->lhs, ID_NONE); break;
	case INS_RETURN:
		if (i->rhs)
			raise_tag(a, &a->result[a->function->symbol->id], tag_of(a, i->rhs));
		break;
	default:
		if (i->rhs)
			tag_of(a, i->rhs);
		for (uint32_t k = 0; k < i->nargs; k++)
			tag_of(a, i->arg[k]);
	}
}

/* A function that takes or returns a number must not be called through a pointer. */
static void check_pointers(struct thread_ids *a, const struct expr *e) {
	if (!e)
		return;
	for (uint32_t i = 0; i < e->nargs; i++)
		check_pointers(a, e->arg[i]);
	const struct symbol *s =
	    e->kind == EXPR_ADDR && e->arg[0]->kind == EXPR_SYMBOL ? e->arg[0]->symbol : NULL;
	if (!s || s->storage != STORAGE_FUNCTION || !s->function)
		return;
	if (is_id((enum id_tag)a->result[s->id]))
		fail(a);
	for (uint32_t k = 0; k < s->function->nparams; k++)
		if (is_id((enum id_tag)a->tag[s->function->local.at[k]->id]))
			fail(a);
}

static void finish(struct thread_ids *a) {
	const struct goto_prog *p = a->prog;
	for (size_t k = 0; k < p->function.n; k++) {
		const struct function *f = p->function.at[k];
		for (size_t i = 0; i < f->ins.n; i++) {
			check_pointers(a, f->ins.at[i].lhs);
			check_pointers(a, f->ins.at[i].rhs);
			for (uint32_t j = 0; j < f->ins.at[i].nargs; j++)
				check_pointers(a, f->ins.at[i].arg[j]);
		}
		for (size_t i = 0; i < f->local.n; i++)
			a->has[f->symbol->id] |= is_id((enum id_tag)a->tag[f->local.at[i]->id]);
	}
}

/* Chooses one thread of a set by its number, as any other could be: it is taken as a whole. */
static bool is_chooser(const struct function *f) {
	return is_named(f, "models::any_of");
}

/* Never called where threads have numbers. */
static bool is_unused(const struct function *f) {
	return is_named(f, "models::wait_for_anything");
}

static bool takes_identifier(const struct function *f) {
	return (is_named(f, "pthread_join") || is_named(f, "pthread_detach")) && f->nparams;
}

static bool mentions(const struct expr *e, const struct symbol *s) {
	bool found = e && e->kind == EXPR_SYMBOL && e->symbol == s;
	for (uint32_t i = 0; e && i < e->nargs; i++)
		found |= mentions(e->arg[i], s);
	return found;
}

/* Has nothing but 'store' and 'call' anything to do with the variable? */
static bool is_used_by(const struct function *f, const struct symbol *s, const struct ins *store,
                       const struct ins *call) {
	for (size_t k = 0; k < f->ins.n; k++) {
		const struct ins *i = &f->ins.at[k];
		bool found = mentions(i->lhs, s) || mentions(i->rhs, s);
		for (uint32_t n = 0; n < i->nargs; n++)
			found |= mentions(i->arg[n], s);
		if (found && i != store && i != call && i->kind != INS_DECL && i->kind != INS_DEAD)
			return false;
	}
	return true;
}

/* temporary = id[i]; pthread_join(temporary, ...): the access to shared memory by itself. */
static void find_passed(struct thread_ids *a, const struct function *f) {
	a->function = f;
	for (size_t k = 1; k < f->ins.n; k++) {
		const struct ins *call = &f->ins.at[k], *store = call - 1;
		if (call->kind != INS_CALL || call->rhs->kind != EXPR_SYMBOL ||
		    !call->rhs->symbol->function || !takes_identifier(call->rhs->symbol->function))
			continue;
		const struct expr *e = uncast(call->arg[0]);
		if (e->kind != EXPR_SYMBOL || !is_register(e->symbol) || !e->symbol->is_temp ||
		    store->kind != INS_ASSIGN || store->lhs->kind != EXPR_SYMBOL ||
		    store->lhs->symbol != e->symbol || !expr_is_lvalue(uncast(store->rhs)) ||
		    reads(store->rhs, true) != 1 || !is_used_by(f, e->symbol, store, call))
			continue;
		mark(a, store, PASSES);
		a->tag[e->symbol->id] = ID_NEXT;
	}
}

/* The models that take an identifier from the user, and what the user does for them. */
static void add_sources(struct thread_ids *a) {
	for (size_t k = 0; k < a->prog->function.n; k++) {
		const struct function *f = a->prog->function.at[k];
		if (takes_identifier(f))
			a->tag[f->local.at[0]->id] = ID_NEXT;
		if (is_chooser(f))
			a->tag[f->local.at[0]->id] = a->result[f->symbol->id] = ID_SET;
		if (!f->is_model)
			find_passed(a, f);
	}
}

struct thread_ids *thread_ids_open(const struct goto_prog *p) {
	struct thread_ids *a = mem_alloc(sizeof *a);
	a->prog = p;
	a->tag = mem_alloc(p->symbol.n + 1);
	a->result = mem_alloc(p->symbol.n + 1);
	a->has = mem_alloc((p->symbol.n + 1) * sizeof *a->has);
	a->used = mem_alloc((p->symbol.n + 1) * sizeof *a->used);
	add_sources(a);
	do {
		a->changed = false;
		for (size_t k = 0; k < p->function.n && !a->failed; k++) {
			a->function = p->function.at[k];
			if (is_chooser(a->function) || is_unused(a->function))
				continue;
			for (size_t i = 0; i < a->function->ins.n && !a->failed; i++)
				analyse(a, &a->function->ins.at[i]);
		}
	} while (a->changed && !a->failed);
	finish(a);
	if (!a->failed)
		return a;
	thread_ids_close(a);
	return NULL;
}

void thread_ids_close(struct thread_ids *a) {
	if (!a)
		return;
	map_free(&a->ins);
	mem_free(a->tag);
	mem_free(a->result);
	mem_free(a->has);
	mem_free(a->used);
	mem_free(a);
}

enum id_tag thread_ids_local(const struct thread_ids *a, const struct symbol *local) {
	return (enum id_tag)a->tag[local->id];
}

bool thread_ids_in(const struct thread_ids *a, const struct function *f) {
	return a->has[f->symbol->id];
}

bool thread_ids_used_in(const struct thread_ids *a, const struct function *f) {
	return a->used[f->symbol->id];
}

bool thread_ids_uses(const struct thread_ids *a, const struct ins *i, enum id_tag *stores) {
	uint64_t what = 0;
	map_get(&a->ins, map_key(i), &what);
	*stores = !(what & STORES) ? ID_NONE : what & OF_SET ? ID_SET : ID_NEXT;
	return what & USES;
}

bool thread_ids_passes(const struct thread_ids *a, const struct ins *i) {
	uint64_t what = 0;
	map_get(&a->ins, map_key(i), &what);
	return what & PASSES;
}
