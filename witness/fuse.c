#include "witness/fuse.h"

#include <string.h>

/* A variable, or a part of one at a fixed place: nothing is read to find it. */
static bool is_fixed(const struct expr *e) {
	switch (e->kind) {
	case EXPR_SYMBOL: return true;
	case EXPR_MEMBER: return is_fixed(e->arg[0]);
	case EXPR_INDEX: return is_fixed(e->arg[0]) && e->arg[1]->kind == EXPR_CONST;
	default: return false;
	}
}

/* Is nothing read to compute it? */
static bool is_constant(const struct expr *e) {
	if (e->kind == EXPR_ADDR)
		return is_fixed(e->arg[0]);
	if (e->kind == EXPR_CAST)
		return is_constant(e->arg[0]);
	return e->kind == EXPR_CONST;
}

static bool is_temporary(const struct expr *e) {
	return !e || (e->kind == EXPR_SYMBOL && e->symbol->is_temp);
}

/* In one step with the section that the callee is. */
static bool is_atomic_call(const struct ins *in) {
	if (in->rhs->kind != EXPR_SYMBOL || !in->rhs->symbol->function ||
	    !in->rhs->symbol->function->is_atomic || !is_temporary(in->lhs))
		return false;
	for (uint32_t i = 0; i < in->nargs; i++)
		if (!is_constant(in->arg[i]))
			return false;
	return true;
}

static bool is_creation(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return false;
	const char *name = in->rhs->symbol->name;
	return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create");
}

static bool is_store(const struct ins *in) {
	return in->kind == INS_ASSIGN && in->lhs && is_fixed(in->lhs) && !is_temporary(in->lhs) &&
	       type_is_scalar(in->lhs->type) && in->rhs->kind != EXPR_NONDET;
}

enum fuse fuse_find(const struct function *f, uint32_t from, uint32_t to, uint32_t *at) {
	uint32_t stores = 0, calls = 0, sections = 0, depth = 0;
	enum fuse how = FUSE_NONE;
	for (uint32_t i = from; i < to; i++) {
		const struct ins *in = &f->ins.at[i];
		switch (in->kind) {
		case INS_SKIP:
		case INS_DECL:
		case INS_DEAD: continue;
		case INS_ATOMIC_BEGIN: depth++; continue;
		case INS_ATOMIC_END:
			if (!depth) /* the statement ends a section */
				return FUSE_NONE;
			depth--;
			sections += !depth;
			how = FUSE_SECTION;
			*at = i;
			continue;
		case INS_CALL:
			if (!is_atomic_call(in) && (depth || !is_creation(in)))
				return FUSE_NONE;
			calls += !depth;
			if (!depth)
				how = is_creation(in) ? FUSE_SPAWN : FUSE_CALL;
			break;
		case INS_ASSIGN:
			if (depth || is_temporary(in->lhs))
				continue;
			if (how != FUSE_NONE && in->lhs->kind == EXPR_SYMBOL &&
			    in->lhs->symbol->storage == STORAGE_AUTO)
				continue; /* it keeps a result */
			if (!is_store(in))
				return FUSE_NONE;
			stores++;
			how = FUSE_STORE;
			break;
		default: return FUSE_NONE;
		}
		if (!depth)
			*at = i;
	}
	return stores + calls + sections == 1 && !depth ? how : FUSE_NONE;
}
