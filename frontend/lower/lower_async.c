/* __CPROVER_ASYNC_n: labels a statement that a new thread executes while this one goes on.
 *
 * The statement becomes a function of its own.  Its thread sees copies of the local variables of
 * the function around it, as they were when it was made; all other memory is shared.  The copies
 * travel in a block that the parent fills:
 *
 *   data = __model_async_data(size);  *(T *)(data + offset) = x; ...;  __model_async(body, data)
 */
#include "frontend/lower/lower_async.h"

#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_scan.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/source/cursors.h"
#include "util/base/intern.h"

struct captured {
	CXCursor decl;
	struct symbol *symbol; /* in the function around the statement */
	uint64_t offset;       /* in the block */
};

struct capture {
	struct lw *lw;
	VEC(struct captured) variable;
	uint64_t size;
	bool has_vla;
};

static void add_variable(struct capture *c, CXCursor decl) {
	uint64_t known;
	for (size_t i = 0; i < c->variable.n; i++)
		if (clang_equalCursors(c->variable.at[i].decl, decl))
			return;
	if (!lw_cursors_get(&c->lw->local, decl, &known))
		return; /* static, or declared in the statement itself */
	struct symbol *s = (struct symbol *)(uintptr_t)known;
	c->has_vla |= lw_is_vla(clang_getCursorType(decl)) || s->type->vla;
	uint64_t align = s->type->align ? s->type->align : 1;
	uint64_t offset = (c->size + align - 1) / align * align;
	vec_push(&c->variable, ((struct captured){decl, s, offset}));
	c->size = offset + s->type->size;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr) {
		CXCursor decl = clang_getCursorReferenced(cursor);
		enum CXCursorKind kind = clang_getCursorKind(decl);
		if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl)
			add_variable(data, decl);
	}
	return CXChildVisit_Recurse;
}

/* Where a variable lies in the block. */
static const struct expr *slot(struct lw *lw, const struct expr *data, const struct captured *v) {
	const struct type *byte = type_pointer(lw->types, type_int(lw->types, 8, false));
	const struct expr *at =
	    lw_pointer_add(lw, lw_convert(lw, byte, data), lw_size(lw, v->offset), false);
	return lw_convert(lw, type_pointer(lw->types, v->symbol->type), at);
}

static void copy(struct lw *lw, const struct expr *to, const struct expr *from) {
	if (type_is_scalar(to->type) || type_is_record(to->type)) {
		lw_assign(lw, to, from);
		return;
	}
	const struct type *pointer = type_void_pointer(lw->types);
	const struct type *param[] = {pointer, pointer, type_size(lw->types)};
	const struct expr *arg[] = {lw_convert(lw, pointer, lw_addr(lw, to)),
	                            lw_convert(lw, pointer, lw_addr(lw, from)),
	                            lw_size(lw, to->type->size)};
	lw_call(lw, NULL, lw_named(lw, intrinsic_name(INTRINSIC_COPY), type_void(lw->types), param, 3),
	        3, arg);
}

/* No other thread accesses the block: copying from it is one step. */
static void unpack(struct lw *child, const struct capture *c, const struct expr *data) {
	lw_emit(child, (struct ins){.kind = INS_ATOMIC_BEGIN, .hidden = true});
	for (size_t i = 0; i < c->variable.n; i++) {
		const struct captured *v = &c->variable.at[i];
		struct symbol *s = lw_new_symbol(child, v->symbol->display, v->symbol->type);
		s->address_taken = v->symbol->address_taken;
		s->loc = v->symbol->loc;
		lw_declare(child, child->scope, (struct lw_local){.sym = s});
		lw_cursors_put(&child->local, v->decl, map_key(s));
		copy(child, expr_symbol(child->arena, s), lw_deref(child, slot(child, data, v)));
	}
	lw_emit(child, (struct ins){.kind = INS_ATOMIC_END, .hidden = true});
}

static void lower_body(struct lw *lw, const struct capture *c, CXCursor stmt, struct function *f) {
	struct lw child;
	lw_init(&child, lw->fe, lw->unit, f);
	child.body = lw->body;
	child.loc = lw->loc;
	lw_scan(&child, lw->body);
	f->is_model = lw->unit->is_model;
	f->nparams = 1;
	struct symbol *data = lw_new_symbol(&child, "data", type_void_pointer(lw->types));
	data->is_param = data->is_temp = true;
	if (c->variable.n)
		unpack(&child, c, expr_symbol(lw->arena, data));
	lw_stmt(&child, stmt);
	child.loc = lw->loc;
	if (lw_reachable(&child)) {
		lw_leave_all(&child);
		lw_return(&child, expr_u64(lw->arena, data->type, 0), true);
	}
	lw_lost_labels(&child);
	lw_emit(&child, (struct ins){.kind = INS_END, .hidden = true});
	lw_finish(&child);
}

static struct symbol *new_function(struct lw *lw, const char *label) {
	const struct type *pointer = type_void_pointer(lw->types);
	const struct type *type = type_func(lw->types, pointer, &pointer, 1, false, false);
	const char *name = intern_printf("%s::%s", lw->f->symbol->name, label);
	struct symbol *s = prog_add_symbol(lw->fe->prog, name, type, STORAGE_FUNCTION);
	s->display = label;
	s->loc = lw->loc;
	s->is_model = lw->unit->is_model;
	return s;
}

static void start(struct lw *lw, const struct capture *c, struct symbol *body) {
	const struct type *pointer = type_void_pointer(lw->types), *size = type_size(lw->types);
	const struct type *param[] = {type_pointer(lw->types, body->type), pointer};
	const struct expr *data = lw_temp(lw, pointer), *bytes = lw_size(lw, c->size);
	lw_call(lw, data, lw_named(lw, "__model_async_data", pointer, &size, 1), 1, &bytes);
	for (size_t i = 0; i < c->variable.n; i++) {
		const struct captured *v = &c->variable.at[i];
		copy(lw, lw_deref(lw, slot(lw, data, v)), expr_symbol(lw->arena, v->symbol));
	}
	const struct expr *arg[] = {lw_addr(lw, expr_symbol(lw->arena, body)), data};
	lw_call(lw, NULL, lw_named(lw, "__model_async", type_void(lw->types), param, 2), 2, arg);
}

void lw_async(struct lw *lw, const char *label, CXCursor stmt) {
	struct capture c = {.lw = lw};
	visit(stmt, stmt, &c);
	clang_visitChildren(stmt, visit, &c);
	if (c.has_vla) {
		lw_unsupported(lw, NULL, "a thread's statement that uses an array of variable length");
	} else {
		struct symbol *body = new_function(lw, label);
		lower_body(lw, &c, stmt, prog_add_function(lw->fe->prog, body));
		lw_scope_open(lw, false);
		start(lw, &c, body);
		lw_scope_close(lw);
	}
	vec_free(&c.variable);
}
