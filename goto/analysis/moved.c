#include "goto/analysis/moved.h"

#include <string.h>

#include "util/base/map.h"

struct moved_values {
	const struct goto_prog *prog;
	struct map known;   /* symbols, fields, types of memory that may hold one -> true */
	struct map pointed; /* symbols and fields whose address is taken -> true */
	bool has_changed, looks;
	struct moved_use use;
};

static bool has(const struct moved_values *m, const void *key) {
	return map_get(&m->known, map_key(key), NULL);
}

static void mark(struct moved_values *m, const void *key) {
	if (has(m, key))
		return;
	map_put(&m->known, map_key(key), true);
	m->has_changed = true;
}

static bool is_pointed(const struct moved_values *m, const void *key) {
	return map_get(&m->pointed, map_key(key), NULL);
}

/* What stands for the memory of an lvalue; of an element of an array, for that of the array. */
static const void *memory_of(const struct expr *e) {
	while (e->kind == EXPR_INDEX)
		e = e->arg[0];
	return e->kind == EXPR_SYMBOL   ? (const void *)e->symbol
	       : e->kind == EXPR_MEMBER ? (const void *)e->field
	                                : (const void *)e->type;
}

static void found(struct moved_values *m, const struct ins *in, const char *what) {
	if (m->looks && !m->use.what)
		m->use = (struct moved_use){in->loc, what};
}

static bool follow(struct moved_values *, const struct ins *, const struct expr *);

/* The parts of an lvalue that are computed: pointers that are followed, indices. */
static void follow_place(struct moved_values *m, const struct ins *in, const struct expr *e) {
	if (e->kind == EXPR_DEREF && follow(m, in, e->arg[0]))
		found(m, in, "is followed as a pointer");
	else if (e->kind == EXPR_INDEX) {
		follow_place(m, in, e->arg[0]);
		if (follow(m, in, e->arg[1]))
			found(m, in, "is an index");
	} else if (e->kind == EXPR_MEMBER)
		follow_place(m, in, e->arg[0]);
}

static bool is_constant(const struct expr *e) {
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	return e->kind == EXPR_CONST;
}

/* Is it a value?  A pointer may be compared with the null pointer, which no value is. */
static bool follow_comparison(struct moved_values *m, const struct ins *in, const struct expr *e) {
	bool a = follow(m, in, e->arg[0]), b = follow(m, in, e->arg[1]);
	bool is_pointer = e->arg[0]->type->kind == TYPE_POINTER;
	bool with_constant = (a && is_constant(e->arg[1])) || (b && is_constant(e->arg[0]));
	if (with_constant && !is_pointer)
		found(m, in, "is compared with a constant");
	else if (a != b && !with_constant)
		found(m, in, "is compared with something else");
	return false;
}

static void follow_condition(struct moved_values *m, const struct ins *in, const struct expr *e) {
	if (follow(m, in, e) && e->type->kind != TYPE_POINTER)
		found(m, in, "is compared with a constant");
}

/* true: the result is a value. */
static bool follow(struct moved_values *m, const struct ins *in, const struct expr *e) {
	bool any = false;
	switch (e->kind) {
	case EXPR_SYMBOL:
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: {
		const void *key = memory_of(e);
		follow_place(m, in, e);
		return has(m, key) || (is_pointed(m, key) && has(m, e->type));
	}
	case EXPR_ADDR: follow_place(m, in, e->arg[0]); return false;
	case EXPR_CAST:
		any = follow(m, in, e->arg[0]);
		if (any && e->type->kind != TYPE_VOID && e->type->bits < e->arg[0]->type->bits)
			found(m, in, "is made smaller");
		return any;
	case EXPR_EQ:
	case EXPR_NE: return follow_comparison(m, in, e);
	case EXPR_LNOT: follow_condition(m, in, e->arg[0]); return false;
	case EXPR_LAND:
	case EXPR_LOR:
		follow_condition(m, in, e->arg[0]);
		follow_condition(m, in, e->arg[1]);
		return false;
	case EXPR_COND:
		follow_condition(m, in, e->arg[0]);
		any = follow(m, in, e->arg[1]);
		return follow(m, in, e->arg[2]) || any;
	default:
		for (uint32_t i = 0; i < e->nargs; i++)
			any |= follow(m, in, e->arg[i]);
		if (any)
			found(m, in,
			      e->kind >= EXPR_LT && e->kind <= EXPR_GE ? "is put in order"
			                                               : "is computed with");
		return any;
	}
}

/* A structure is copied field by field, so its fields hold what they held. */
static void store(struct moved_values *m, const struct ins *in, const struct expr *to) {
	follow_place(m, in, to);
	mark(m, memory_of(to));
	if (is_pointed(m, memory_of(to)))
		mark(m, to->type); /* a pointer may lead here */
}

static void follow_call(struct moved_values *m, const struct ins *in) {
	const struct function *f = in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol->function : NULL;
	const char *name = in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol->name : "";
	bool is_ours = f && !f->is_model;
	for (uint32_t i = 0; i < in->nargs; i++) {
		if (!follow(m, in, in->arg[i]))
			continue;
		if (is_ours && i < f->nparams)
			mark(m, f->local.at[i]);
		else if (!intrinsic_is_of_client(name))
			found(m, in, "is handed to a function that is not followed");
	}
	if (is_ours && in->lhs && has(m, f))
		store(m, in, in->lhs);
}

static void follow_ins(struct moved_values *m, const struct function *f, const struct ins *in) {
	switch (in->kind) {
	case INS_ASSIGN:
		if (follow(m, in, in->rhs))
			store(m, in, in->lhs);
		else
			follow_place(m, in, in->lhs);
		break;
	case INS_CALL: follow_call(m, in); break;
	case INS_RETURN:
		if (in->rhs && follow(m, in, in->rhs))
			mark(m, f); /* its result is one */
		break;
	case INS_ASSUME:
	case INS_ASSERT:
	case INS_GOTO:
		if (in->rhs)
			follow_condition(m, in, in->rhs);
		break;
	default: break;
	}
}

static void find_pointed(struct moved_values *m, const struct expr *e) {
	if (e->kind == EXPR_ADDR)
		map_put(&m->pointed, map_key(memory_of(e->arg[0])), true);
	for (uint32_t i = 0; i < e->nargs; i++)
		find_pointed(m, e->arg[i]);
}

/* The client and the specification hand values over, and are no part of the library. */
static bool is_followed(const struct function *f) {
	const char *name = f->symbol->display ? f->symbol->display : f->symbol->name;
	return !f->is_model && strncmp(name, "__", 2) != 0 && strcmp(name, "main") != 0 &&
	       strncmp(name, "spec_", 5) != 0;
}

struct moved_use goto_find_use(const struct goto_prog *prog, const struct moved_source *source,
                               size_t n) {
	struct moved_values m = {.prog = prog};
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		for (size_t k = 0; k < n; k++)
			if (is_followed(f) && source[k].param < f->nparams &&
			    !strcmp(f->symbol->name, source[k].function))
				mark(&m, f->local.at[source[k].param]);
		for (size_t k = 0; k < f->ins.n && !f->is_model; k++) {
			const struct ins *in = &f->ins.at[k];
			if (in->lhs)
				find_pointed(&m, in->lhs);
			if (in->rhs)
				find_pointed(&m, in->rhs);
			for (uint32_t a = 0; a < in->nargs; a++)
				find_pointed(&m, in->arg[a]);
		}
	}
	do {
		m.looks = !m.has_changed && m.known.n; /* all is known: now look */
		m.has_changed = false;
		for (size_t i = 0; i < prog->function.n; i++) {
			const struct function *f = prog->function.at[i];
			for (size_t k = 0; is_followed(f) && k < f->ins.n; k++)
				follow_ins(&m, f, &f->ins.at[k]);
		}
	} while (m.has_changed || (m.known.n && !m.looks));
	map_free(&m.known);
	map_free(&m.pointed);
	return m.use;
}
