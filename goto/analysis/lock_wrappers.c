#include "goto/analysis/lock_wrappers.h"

#include <string.h>

static bool is_lock(const struct sync_call *call) {
	return call && (call->role == SYNC_ROLE_LOCK || call->role == SYNC_ROLE_UNLOCK);
}

static bool has_no_effect(const struct ins *in) {
	switch (in->kind) {
	case INS_SKIP:
	case INS_DECL:
	case INS_DEAD:
	case INS_ASSERT:
	case INS_GOTO:
	case INS_RETURN:
	case INS_END: return true;
	case INS_ASSUME: return expr_is_false(in->rhs); /* after an assertion that fails */
	case INS_ASSIGN:
		return in->lhs->kind == EXPR_SYMBOL && in->lhs->symbol->storage == STORAGE_AUTO;
	case INS_CALL: { /* the program ends there */
		const struct symbol *s = in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol : NULL;
		return s && (s->is_noreturn || (s->function && s->function->is_noreturn));
	}
	default: return false;
	}
}

/* The instruction with the call; NULL: it is no such function. */
static const struct ins *only_call(const struct function *f) {
	const struct ins *found = NULL;
	if (f->is_model || f->is_atomic || f->symbol->type->elem->kind != TYPE_VOID)
		return NULL;
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		const struct ins *in = &f->ins.at[pc];
		const struct sync_call *call = sync_call_of(in);
		if (is_lock(call)) {
			/* a try may not take it */
			if (found || strstr(call->name, "try") || strstr(call->name, "timed") ||
			    strstr(call->name, "clock"))
				return NULL;
			found = in;
		} else if (!has_no_effect(in)) {
			return NULL;
		}
	}
	return found;
}

static bool names(const struct expr *e, const struct symbol *s) {
	bool found = e && e->kind == EXPR_SYMBOL && e->symbol == s;
	for (uint32_t i = 0; e && i < e->nargs && !found; i++)
		found = names(e->arg[i], s);
	return found;
}

/* Is it named other than to be called: by a pointer, or as the start of a thread? */
static bool may_be_called_otherwise(const struct goto_prog *prog, const struct symbol *s) {
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		for (uint32_t pc = 0; !f->is_model && pc < f->ins.n; pc++) {
			const struct ins *in = &f->ins.at[pc];
			bool is_direct = in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL;
			if (names(in->lhs, s) || (!is_direct && names(in->rhs, s)))
				return true;
			for (uint32_t k = 0; k < in->nargs; k++)
				if (names(in->arg[k], s))
					return true;
		}
	}
	return false;
}

const struct sync_call *lock_wrapper_of(const struct goto_prog *prog, const struct function *f) {
	const struct ins *in = only_call(f);
	return in && !may_be_called_otherwise(prog, f->symbol) ? sync_call_of(in) : NULL;
}

/* The expression with arguments of the call for parameters; NULL: it has something else in it. */
static const struct expr *with_arguments(const struct goto_prog *prog, const struct function *f,
                                         const struct ins *call, const struct expr *e) {
	const struct expr *inner = e->nargs ? with_arguments(prog, f, call, e->arg[0]) : NULL;
	switch (e->kind) {
	case EXPR_SYMBOL:
		if (e->symbol->storage == STORAGE_STATIC)
			return e;
		return e->symbol->is_param && e->symbol->slot < call->nargs &&
		               f->local.at[e->symbol->slot] == e->symbol
		           ? call->arg[e->symbol->slot]
		           : NULL;
	case EXPR_DEREF: return inner ? expr_deref(prog->arena, inner) : NULL;
	case EXPR_MEMBER: return inner ? expr_member(prog->arena, inner, e->field) : NULL;
	case EXPR_ADDR: return inner ? expr_addr(prog->arena, prog->types, inner) : NULL;
	case EXPR_CAST: return inner ? expr_cast(prog->arena, e->type, inner) : NULL;
	case EXPR_INDEX: {
		const struct expr *index = with_arguments(prog, f, call, e->arg[1]);
		return inner && index ? expr_index(prog->arena, inner, index) : NULL;
	}
	case EXPR_CONST: return e;
	default: return NULL;
	}
}

const struct sync_call *lock_call_of(const struct goto_prog *prog, const struct ins *in,
                                     const struct expr **object) {
	const struct sync_call *call = sync_call_of(in);
	if (is_lock(call)) {
		*object = in->arg[call->at];
		return call;
	}
	if (in->kind != INS_CALL || in->lhs || in->rhs->kind != EXPR_SYMBOL ||
	    !in->rhs->symbol->function)
		return NULL;
	const struct function *f = in->rhs->symbol->function;
	call = lock_wrapper_of(prog, f);
	const struct ins *inside = call ? only_call(f) : NULL;
	*object = call ? with_arguments(prog, f, in, inside->arg[call->at]) : NULL;
	return *object ? call : NULL;
}
