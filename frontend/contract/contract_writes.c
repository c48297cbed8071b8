#include "frontend/contract/contract_writes.h"

#include "goto/program/rewrite.h"
#include "util/base/intern.h"

static const struct type *integer(struct fe *fe) {
	return type_c_int(fe->types);
}

const struct expr *contract_and(struct fe *fe, const struct expr *a, const struct expr *b) {
	return expr_is_true(a) ? b : expr_binary(fe->arena, EXPR_LAND, integer(fe), a, b);
}

static const struct expr *or_else(struct fe *fe, const struct expr *a, const struct expr *b) {
	return expr_is_false(a) ? b : expr_binary(fe->arena, EXPR_LOR, integer(fe), a, b);
}

const struct expr *contract_not(struct fe *fe, const struct expr *a) {
	return expr_unary(fe->arena, EXPR_LNOT, integer(fe), a);
}

static const struct expr *predicate(struct fe *fe, enum builtin b, const struct expr *p,
                                    const struct expr *q) {
	const struct expr *arg[] = {p, q};
	return expr_builtin(fe->arena, b, integer(fe), q ? 2 : 1, arg);
}

static const struct expr *untyped(struct fe *fe, const struct expr *pointer) {
	return expr_cast(fe->arena, type_void_pointer(fe->types), pointer);
}

const struct expr *contract_same_object(struct fe *fe, const struct expr *pointer,
                                        struct symbol *variable) {
	const struct expr *v = expr_symbol(fe->arena, variable);
	return predicate(fe, BUILTIN_SAME_OBJECT, untyped(fe, pointer),
	                 untyped(fe, expr_addr(fe->arena, fe->types, v)));
}

/* --- What an instruction writes. --- */

static const struct expr *root_of(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	return lvalue;
}

/* Variables of the function by their names, and what belongs to the library or to us. */
static bool is_own(const struct expr *lvalue) {
	const struct expr *root = root_of(lvalue);
	if (root->kind != EXPR_SYMBOL)
		return false;
	return root->symbol->storage == STORAGE_AUTO || root->symbol->is_model || root->symbol->is_temp;
}

static bool intrinsic_write(const struct ins *in, struct contract_write *w) {
	static const uint32_t size[] = {
	    /* the argument that says how many bytes */
	    [INTRINSIC_WRITES_AT_1] = 1,
	    [INTRINSIC_WRITES_AT_2] = 2,
	};
	enum intrinsic_write writes = intrinsic_writes(ins_intrinsic(in));
	if (writes == INTRINSIC_WRITES_NOTHING || in->nargs <= size[writes])
		return false;
	bool frees = writes == INTRINSIC_WRITES_FREES;
	*w = (struct contract_write){
	    .pointer = in->arg[0], .size = frees ? NULL : in->arg[size[writes]], .frees = frees};
	return true;
}

/* Calls into 'w' what it writes that is not its own; a call may have a result besides. */
bool contract_write_of(const struct ins *in, struct contract_write *w) {
	if (intrinsic_write(in, w))
		return true;
	if ((in->kind == INS_ASSIGN || in->kind == INS_HAVOC || in->kind == INS_CALL) && in->lhs &&
	    !is_own(in->lhs)) {
		*w = (struct contract_write){.lvalue = in->lhs};
		return true;
	}
	return false;
}

const struct ins *contract_first_write(const struct function *f) {
	struct contract_write w;
	for (uint32_t i = 0; i < f->ins.n && !f->is_model; i++)
		if (contract_write_of(&f->ins.at[i], &w))
			return &f->ins.at[i];
	return NULL;
}

/* --- Whether it may. --- */

/* The address and the size of an lvalue; of a bit-field, of the bytes that have its bits. */
static void place_of(struct fe *fe, const struct expr *lvalue, const struct expr **pointer,
                     const struct expr **size) {
	const struct field *f = lvalue->kind == EXPR_MEMBER ? lvalue->field : NULL;
	const struct type *bytes = type_size(fe->types);
	if (f && f->bit_width != NOT_BITFIELD) {
		uint64_t first = f->offset / 8, last = (f->offset + f->bit_width + 7) / 8;
		const struct expr *record = expr_addr(fe->arena, fe->types, lvalue->arg[0]);
		const struct type *chars = type_pointer(fe->types, type_char(fe->types));
		*pointer = expr_binary(fe->arena, EXPR_PTRADD, chars, expr_cast(fe->arena, chars, record),
		                       expr_u64(fe->arena, bytes, first));
		*size = expr_u64(fe->arena, bytes, last - first);
	} else {
		*pointer = expr_addr(fe->arena, fe->types, lvalue);
		*size = expr_u64(fe->arena, bytes, lvalue->type->size);
	}
	*pointer = untyped(fe, *pointer);
}

static const struct expr *offset(struct fe *fe, const struct expr *p) {
	const struct expr *e = expr_builtin(fe->arena, BUILTIN_OFFSET, type_ptrdiff(fe->types), 1, &p);
	return expr_cast(fe->arena, type_size(fe->types), e);
}

/* base <= p and p + n <= base + size, in one object. */
static const struct expr *lies_in(struct fe *fe, const struct expr *p, const struct expr *n,
                                  const struct contract_range *range) {
	const struct type *t = type_size(fe->types), *i = integer(fe);
	struct arena *a = fe->arena;
	const struct expr *base = expr_symbol(a, range->base), *size = expr_symbol(a, range->size);
	const struct expr *from = offset(fe, p), *start = offset(fe, base);
	const struct expr *far = expr_binary(a, EXPR_SUB, t, from, start);
	const struct expr *all = predicate(fe, BUILTIN_SAME_OBJECT, p, base);
	all = contract_and(fe, all, expr_binary(a, EXPR_LE, i, start, from));
	all = contract_and(fe, all, expr_binary(a, EXPR_LE, i, n, size));
	return contract_and(fe, all,
	                    expr_binary(a, EXPR_LE, i, far, expr_binary(a, EXPR_SUB, t, size, n)));
}

/* Was the object there when the function began? */
static const struct expr *was_there(struct fe *fe, const struct expr *p) {
	struct fe_contract *c = fe->contract;
	const struct expr *any = predicate(fe, BUILTIN_IS_USERS, p, NULL);
	for (size_t i = 0; i < c->fresh.n; i++)
		if (c->fresh.at[i].is_required)
			any = or_else(fe, any,
			              predicate(fe, BUILTIN_SAME_OBJECT, p,
			                        expr_symbol(fe->arena, c->fresh.at[i].ghost)));
	return any;
}

static const struct expr *may_write(struct fe *fe, const struct contract_write *w) {
	struct fe_contract *c = fe->contract;
	const struct expr *p = w->pointer, *n = w->size;
	bool is_variable = false;
	if (w->lvalue) {
		place_of(fe, w->lvalue, &p, &n);
		is_variable = root_of(w->lvalue)->kind == EXPR_SYMBOL;
	} else {
		p = untyped(fe, p);
		n = expr_cast(fe->arena, type_size(fe->types), n);
	}
	const struct expr *any = expr_u64(fe->arena, integer(fe), 0);
	if (!w->lvalue)
		any = expr_binary(fe->arena, EXPR_EQ, integer(fe), n,
		                  expr_u64(fe->arena, type_size(fe->types), 0));
	for (size_t i = 0; i < c->assigns.n; i++)
		any = or_else(fe, any, lies_in(fe, p, n, &c->assigns.at[i]));
	return is_variable ? any : or_else(fe, any, contract_not(fe, was_there(fe, p)));
}

static const struct expr *may_free(struct fe *fe, const struct expr *pointer) {
	struct fe_contract *c = fe->contract;
	const struct expr *p = untyped(fe, pointer), *any = contract_not(fe, was_there(fe, p));
	for (size_t i = 0; i < c->frees.n; i++)
		any = or_else(fe, any,
		              expr_binary(fe->arena, EXPR_EQ, integer(fe), p,
		                          expr_symbol(fe->arena, c->frees.at[i])));
	return any;
}

static const char *says(struct fe *fe, const struct contract_write *w, const char *name) {
	if (w->frees)
		return intern_printf("memory is freed that __CPROVER_frees of '%s' does not list", name);
	if (!w->lvalue || root_of(w->lvalue)->kind != EXPR_SYMBOL)
		return intern_printf("memory is written that __CPROVER_assigns of '%s' does not list",
		                     name);
	return intern_printf("'%s' is written, which __CPROVER_assigns of '%s' does not list",
	                     expr_print(fe->arena, w->lvalue), name);
}

/* A function without a body may change what its arguments reach. */
static bool is_unknown_call(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return false;
	const struct symbol *f = in->rhs->symbol;
	return !f->function && !f->is_pure && !intrinsic_is_internal(f->name);
}

static void check_unknown(struct fe *fe, struct rewrite *r, const struct ins *in) {
	for (uint32_t i = 0; i < in->nargs; i++) {
		if (in->arg[i]->type->kind != TYPE_POINTER)
			continue;
		uint32_t jump =
		    rewrite_jump(r, contract_not(fe, was_there(fe, untyped(fe, in->arg[i]))), in->loc);
		rewrite_add(r, (struct ins){.kind = INS_UNSUPPORTED,
		                            .text = intern_printf("what '%s', which has no body, writes: "
		                                                  "__CPROVER_assigns cannot be checked",
		                                                  in->rhs->symbol->display),
		                            .loc = in->loc});
		rewrite_land(r, jump);
	}
}

static void check_function(struct fe *fe, struct function *f) {
	struct rewrite r;
	rewrite_open(&r, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		struct contract_write w;
		rewrite_at(&r, i);
		if (contract_write_of(&in, &w)) {
			uint32_t p = prog_add_property(fe->prog, f, PROPERTY_ASSIGNS, in.loc,
			                               says(fe, &w, fe->contract->name));
			rewrite_add(&r,
			            (struct ins){.kind = INS_ASSERT,
			                         .rhs = w.frees ? may_free(fe, w.pointer) : may_write(fe, &w),
			                         .property = p,
			                         .loc = in.loc});
		}
		if (is_unknown_call(&in))
			check_unknown(fe, &r, &in);
		rewrite_keep(&r, in);
	}
	rewrite_close(&r);
}

void contract_check_writes(struct fe *fe, const struct function *entry) {
	for (size_t i = 0; i < fe->prog->function.n; i++) {
		struct function *f = fe->prog->function.at[i];
		if (f != entry && f->symbol != fe->prog->init)
			check_function(fe, f);
	}
}

/* --- Loops. --- */

const struct expr *contract_loop_allows(struct fe *fe, const struct contract_loop *loop,
                                        const struct contract_write *w) {
	const struct expr *p = w->pointer, *n = w->size, *any = expr_u64(fe->arena, integer(fe), 0);
	if (w->lvalue)
		place_of(fe, w->lvalue, &p, &n);
	else
		any = expr_binary(fe->arena, EXPR_EQ, integer(fe), n, expr_u64(fe->arena, n->type, 0));
	for (size_t i = 0; i < loop->range.n; i++)
		any = or_else(fe, any,
		              lies_in(fe, untyped(fe, p), expr_cast(fe->arena, type_size(fe->types), n),
		                      &loop->range.at[i]));
	return any;
}
