/* The instruction buffer.  Jumps name labels; a jump also says where in the tree of scopes it
 * stands, and so does a label.  When the buffer is written out, every jump is preceded by what
 * leaving and entering those scopes takes: DEAD and cleanup calls on the way up, DECL of what is
 * jumped over on the way down.
 *
 * An object lives as long as its block is executed (C11 6.2.4), so one whose declaration or
 * compound literal a jump passes again stays the same: its DECL stands where the block begins. Its
 * declaration only makes its value indeterminate, if there is no initialiser.
 */
#include "frontend/code/lower_code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/sidecar.h"
#include "frontend/source/cursors.h"
#include "frontend/units/symbols.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

void lw_init(struct lw *lw, struct fe *fe, struct fe_unit *unit, struct function *f) {
	*lw = (struct lw){.fe = fe,
	                  .unit = unit,
	                  .keep = lw_keep_of(fe),
	                  .arena = fe->arena,
	                  .types = fe->types,
	                  .f = f,
	                  .body = clang_getNullCursor(),
	                  .break_label = NO_LABEL,
	                  .continue_label = NO_LABEL};
	lw->scratch = lw->keep->scratch;
	lw_block_open(lw);
}

static void push(struct lw *lw, struct lw_ins item) {
	vec_push(&lw->code, item);
}

void lw_emit(struct lw *lw, struct ins ins) {
	if (!ins.loc.file)
		ins.loc = lw->loc;
	ins.loop = NO_LOOP;
	ins.wraps = lw->wraps;
	ins.trusted = lw->trusted;
	push(lw, (struct lw_ins){.ins = ins});
}

void lw_assume(struct lw *lw, const struct expr *cond) {
	lw_emit(lw, (struct ins){.kind = INS_ASSUME, .rhs = cond});
}

/* A jump may come back here (lower_jump.c). */
static void come_back(struct lw *lw) {
	const struct type *c_int = type_c_int(lw->types);
	for (uint32_t i = 0; i < lw->jump.nsites; i++) {
		const struct expr *here = lw_int(lw, (int64_t)i + 1);
		lw_goto_if(lw, lw->jump.label[i],
		           expr_binary(lw->arena, EXPR_EQ, c_int, lw->jump.jumped, here), NULL);
	}
}

void lw_call(struct lw *lw, const struct expr *lhs, const struct expr *callee, uint32_t nargs,
             const struct expr *const *arg) {
	const struct expr **copy = arena_array(lw->arena, const struct expr *, nargs + 1);
	for (uint32_t i = 0; i < nargs; i++)
		copy[i] = arg[i];
	lw_emit(lw,
	        (struct ins){.kind = INS_CALL, .lhs = lhs, .rhs = callee, .nargs = nargs, .arg = copy});
	come_back(lw);
}

const struct expr *lw_named(struct lw *lw, const char *name, const struct type *result,
                            const struct type *const *param, uint32_t nparams) {
	const struct type *type = type_func(lw->types, result, param, nparams, false, false);
	return expr_symbol(lw->arena, fe_named_function(lw->fe, name, type));
}

uint32_t lw_label_new(struct lw *lw) {
	vec_push(&lw->label, (struct lw_label){0});
	return (uint32_t)lw->label.n - 1;
}

static struct lw_scope_point here(const struct lw *lw) {
	return (struct lw_scope_point){lw->scope, (uint32_t)lw->scope->local.n};
}

void lw_label_here(struct lw *lw, uint32_t label) {
	lw->label.at[label].placed = true;
	lw->label.at[label].point = here(lw);
	push(lw, (struct lw_ins){.is_label = true, .label = label});
}

static void jump(struct lw *lw, uint32_t label, struct ins ins) {
	ins.kind = INS_GOTO;
	ins.loc = lw->loc;
	ins.wraps = lw->wraps;
	ins.trusted = lw->trusted;
	ins.loop = NO_LOOP;
	push(lw, (struct lw_ins){.ins = ins, .label = label, .point = here(lw)});
}

void lw_goto(struct lw *lw, uint32_t label) {
	jump(lw, label, (struct ins){.hidden = true});
}

void lw_goto_if(struct lw *lw, uint32_t label, const struct expr *cond, const char *text) {
	jump(lw, label, (struct ins){.rhs = cond, .text = text, .hidden = !text});
}

static bool begins_block(const struct lw_ins *item) {
	return item->is_label && item->label == NO_LABEL;
}

bool lw_reachable(const struct lw *lw) {
	if (!lw->code.n)
		return true;
	size_t n = lw->code.n;
	while (n > 1 && begins_block(&lw->code.at[n - 1]))
		n--;
	const struct lw_ins *last = &lw->code.at[n - 1];
	if (last->is_label)
		return true;
	return last->ins.kind != INS_RETURN && !(last->ins.kind == INS_GOTO && !last->ins.rhs);
}

void lw_scope_open(struct lw *lw, bool is_block) {
	struct lw_scope *s = mem_alloc(sizeof *s);
	s->parent = lw->scope;
	s->number = (uint32_t)lw->scopes.n;
	s->is_block = is_block;
	if (s->parent) {
		s->depth = s->parent->depth + 1;
		s->parent_live = (uint32_t)s->parent->local.n;
	}
	vec_push(&lw->scopes, s);
	lw->scope = s;
}

void lw_block_open(struct lw *lw) {
	lw_scope_open(lw, true);
	lw->scope->is_marked = true;
	push(lw, (struct lw_ins){.is_label = true, .label = NO_LABEL, .point = here(lw)});
}

/* What the end of a local's life takes, in instructions. */
static uint32_t exit_actions(struct lw *lw, const struct lw_local *l, struct loc loc,
                             struct ins out[2]) {
	uint32_t n = 0;
	if (l->cleanup) {
		const struct expr *address = lw_addr(lw, expr_symbol(lw->arena, l->sym));
		const struct expr **arg = arena_array(lw->arena, const struct expr *, 1);
		const struct type *callee = l->cleanup->type;
		arg[0] = callee->n ? expr_cast(lw->arena, callee->param[0], address) : address;
		out[n++] =
		    (struct ins){.kind = INS_CALL, .rhs = l->cleanup, .arg = arg, .nargs = 1, .loc = loc};
	}
	out[n++] = (struct ins){.kind = INS_DEAD, .sym = l->sym, .hidden = true, .loc = loc};
	for (uint32_t i = 0; i < n; i++)
		out[i].loop = NO_LOOP;
	return n;
}

static void emit_exit(struct lw *lw, const struct lw_local *l) {
	struct ins action[2];
	uint32_t n = exit_actions(lw, l, lw->loc, action);
	for (uint32_t i = 0; i < n; i++)
		push(lw, (struct lw_ins){.ins = action[i]});
}

void lw_scope_close(struct lw *lw) {
	struct lw_scope *s = lw->scope;
	if (lw_reachable(lw))
		for (size_t i = s->local.n; i-- > 0;)
			emit_exit(lw, &s->local.at[i]);
	lw->scope = s->parent;
}

struct lw_scope *lw_block(struct lw *lw) {
	struct lw_scope *s = lw->scope;
	while (!s->is_block)
		s = s->parent;
	return s;
}

void lw_leave_all(struct lw *lw) {
	for (struct lw_scope *s = lw->scope; s; s = s->parent)
		for (size_t i = s->local.n; i-- > 0;)
			if (s->local.at[i].cleanup)
				emit_exit(lw, &s->local.at[i]);
}

void lw_declare(struct lw *lw, struct lw_scope *scope, struct lw_local local) {
	vec_push(&scope->local, local);
	for (struct lw_scope *s = lw->scope; s != scope; s = s->parent)
		if (s->parent == scope)
			s->parent_live = (uint32_t)scope->local.n;
	lw_emit(lw, (struct ins){.kind = INS_DECL, .sym = local.sym, .hidden = local.sym->is_temp});
	vec_last(&lw->code).point = (struct lw_scope_point){scope, (uint32_t)scope->local.n - 1};
}

struct symbol *lw_new_symbol(struct lw *lw, const char *display, const struct type *type) {
	const char *name = intern_printf("%s::%u::%s", lw->f->symbol->name, lw->scope->number, display);
	for (uint32_t i = 2; prog_find(lw->fe->prog, name); i++)
		name = intern_printf("%s::%u::%s#%u", lw->f->symbol->name, lw->scope->number, display, i);
	struct symbol *s = prog_add_symbol(lw->fe->prog, name, type, STORAGE_AUTO);
	s->display = intern(display);
	s->loc = lw->loc;
	s->is_model = lw->unit->is_model;
	prog_add_local(lw->f, s);
	return s;
}

struct symbol *lw_new_temp(struct lw *lw, const struct type *type) {
	const char *display = intern_printf("$%u", (unsigned)lw->f->local.n);
	const char *name = intern_printf("%s::%s", lw->f->symbol->name, display);
	type = type_unatomic(lw->types, type);
	struct symbol *s = prog_add_symbol(lw->fe->prog, name, type, STORAGE_AUTO);
	s->display = display;
	s->loc = lw->loc;
	s->is_temp = true;
	s->is_model = lw->unit->is_model;
	prog_add_local(lw->f, s);
	return s;
}

const struct expr *lw_temp_in(struct lw *lw, struct lw_scope *scope, const struct type *type) {
	struct symbol *s = lw_new_temp(lw, type);
	lw_declare(lw, scope, (struct lw_local){.sym = s});
	return expr_symbol(lw->arena, s);
}

const struct expr *lw_temp(struct lw *lw, const struct type *type) {
	return lw_temp_in(lw, lw->scope, type);
}

size_t lw_mark(const struct lw *lw) {
	return lw->code.n;
}

void lw_move(struct lw *lw, size_t to, size_t from) {
	size_t n = lw->code.n - from;
	if (!n || to == from)
		return;
	struct lw_ins *moved = mem_alloc(n * sizeof *moved);
	memcpy(moved, lw->code.at + from, n * sizeof *moved);
	memmove(lw->code.at + to + n, lw->code.at + to, (from - to) * sizeof *moved);
	memcpy(lw->code.at + to, moved, n * sizeof *moved);
	mem_free(moved);
}

const struct expr *lw_dummy(struct lw *lw, const struct type *type) {
	if (!type || type->kind == TYPE_VOID)
		return NULL;
	if (type_is_integer(type) || type->kind == TYPE_POINTER || type->kind == TYPE_FLOAT)
		return expr_u64(lw->arena, type, 0);
	if (type->kind == TYPE_FUNC || type_has_vla(type))
		return lw_deref(lw, expr_u64(lw->arena, type_pointer(lw->types, type), 0));
	return lw_temp_in(lw, lw_block(lw), type);
}

const struct expr *lw_unsupported(struct lw *lw, const struct type *type, const char *format, ...) {
	char text[256];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	lw_emit(lw, (struct ins){.kind = INS_UNSUPPORTED, .text = intern(text)});
	lw_assume(lw, lw_int(lw, 0));
	return lw_dummy(lw, type);
}

void lw_lost_labels(struct lw *lw) {
	uint32_t end = NO_LABEL;
	for (uint32_t i = 0; i < lw->label.n; i++) {
		if (lw->label.at[i].placed || !lw->label.at[i].name)
			continue;
		if (end == NO_LABEL) {
			end = lw_label_new(lw);
			lw_goto(lw, end);
		}
		lw_label_here(lw, i);
		lw->label.at[i].name = NULL;
		lw->loc = lw->label.at[i].loc;
		lw_unsupported(lw, NULL, "a jump into or out of the statement of a thread");
	}
	if (end != NO_LABEL)
		lw_label_here(lw, end);
}

/* Writing the buffer out */

struct actions {
	VEC(struct ins) at;
};

static void leave(struct lw *lw, struct actions *out, const struct lw_local *l, struct loc loc) {
	struct ins action[2];
	uint32_t n = exit_actions(lw, l, loc, action);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&out->at, action[i]);
}

static void declare(struct actions *out, struct symbol *sym, struct loc loc) {
	vec_push(&out->at, ((struct ins){.kind = INS_DECL, .sym = sym, .loc = loc, .loop = NO_LOOP}));
}

/* Declares what a jump goes past inside of a block that was entered before. */
static void go_past(struct actions *out, const struct lw_scope *s, uint32_t from, uint32_t to,
                    struct loc loc) {
	for (uint32_t i = from; i < to; i++)
		if (!s->local.at[i].sym->is_temp && !s->local.at[i].is_again)
			declare(out, s->local.at[i].sym, loc);
}

static void enter_block(struct actions *out, const struct lw_scope *s, uint32_t live,
                        struct loc loc) {
	for (uint32_t i = 0; i < s->local.n; i++)
		if (s->local.at[i].is_again || (i < live && !s->local.at[i].sym->is_temp))
			declare(out, s->local.at[i].sym, loc);
}

static void leave_block(struct lw *lw, struct actions *out, struct lw_scope_point p,
                        struct loc loc) {
	for (uint32_t i = (uint32_t)p.scope->local.n; i-- > 0;)
		if (i < p.live || p.scope->local.at[i].is_again)
			leave(lw, out, &p.scope->local.at[i], loc);
}

static struct lw_scope_point outwards(struct lw_scope_point p) {
	return (struct lw_scope_point){p.scope->parent, p.scope->parent_live};
}

/* Within one block a jump back does not end lives, except of what has none before its
 * declaration: variable-length arrays, and what must be cleaned up. */
static void jump_back(struct lw *lw, struct actions *out, const struct lw_scope *s, uint32_t from,
                      uint32_t to, struct loc loc) {
	for (uint32_t i = from; i-- > to;)
		if (s->local.at[i].is_vla || s->local.at[i].cleanup)
			leave(lw, out, &s->local.at[i], loc);
}

static void jump_actions(struct lw *lw, struct actions *out, struct lw_scope_point from,
                         struct lw_scope_point to, struct loc loc) {
	VEC(struct lw_scope_point) down = {0};
	while (from.scope != to.scope) {
		if (from.scope->depth >= to.scope->depth) {
			leave_block(lw, out, from, loc);
			from = outwards(from);
		} else {
			vec_push(&down, to);
			to = outwards(to);
		}
	}
	jump_back(lw, out, to.scope, from.live, to.live, loc);
	go_past(out, to.scope, from.live, to.live, loc);
	for (size_t i = down.n; i-- > 0;)
		enter_block(out, down.at[i].scope, down.at[i].live, loc);
	vec_free(&down);
}

/* Can anyone tell whether it is the same object as before? */
static bool has_identity(const struct lw_local *l) {
	return !l->sym->is_temp && !l->is_vla && !l->cleanup &&
	       (l->sym->address_taken || !type_is_scalar(l->sym->type));
}

/* Marks what the jump does not end, although it goes to before its declaration. */
static void note_again(struct lw_scope_point from, struct lw_scope_point to) {
	while (from.scope != to.scope)
		if (from.scope->depth >= to.scope->depth)
			from = outwards(from);
		else
			to = outwards(to);
	for (uint32_t i = to.live; from.scope->is_marked && i < from.live; i++)
		from.scope->local.at[i].is_again = has_identity(&from.scope->local.at[i]);
}

static void note_all_again(struct lw *lw) {
	for (size_t i = 0; i < lw->code.n; i++) {
		const struct lw_ins *item = &lw->code.at[i];
		if (!item->is_label && item->ins.kind == INS_GOTO && lw->label.at[item->label].placed)
			note_again(item->point, lw->label.at[item->label].point);
	}
}

static void write_begin(struct lw *lw, const struct lw_scope *s) {
	struct actions actions = {0};
	enter_block(&actions, s, 0, lw->loc);
	for (size_t i = 0; i < actions.at.n; i++) {
		actions.at.at[i].loc = actions.at.at[i].sym->loc;
		ins_add(lw->f, actions.at.at[i]);
	}
	vec_free(&actions.at);
}

static void write_decl(struct lw *lw, const struct lw_ins *item) {
	const struct lw_scope *s = item->point.scope;
	const struct lw_local *l = s ? &s->local.at[item->point.live] : NULL;
	struct ins ins = item->ins;
	if (l && l->is_again) {
		ins.kind = l->is_initialised ? INS_SKIP : INS_HAVOC;
		ins.lhs = l->is_initialised ? NULL : expr_symbol(lw->arena, l->sym);
		ins.hidden = true;
	}
	ins_add(lw->f, ins);
}

static void write_jump(struct lw *lw, const struct lw_ins *item) {
	struct ins ins = item->ins;
	const struct lw_label *label = &lw->label.at[item->label];
	if (!label->placed)
		BUG("jump to a label that was never placed in %s", lw->f->symbol->name);
	struct actions actions = {0};
	jump_actions(lw, &actions, item->point, label->point, ins.loc);
	ins.target = item->label; /* an index when all is written */
	if (actions.at.n && ins.rhs) {
		/* if (!cond) goto past; actions; goto label; past: */
		struct ins skip = ins;
		skip.rhs = lw_not(lw, ins.rhs);
		skip.when_true = !ins.when_true;
		skip.target = lw_label_new(lw);
		ins_add(lw->f, skip);
		for (size_t i = 0; i < actions.at.n; i++)
			ins_add(lw->f, actions.at.at[i]);
		ins.rhs = NULL;
		ins.text = NULL;
		ins_add(lw->f, ins);
		lw->label.at[skip.target].at = (uint32_t)lw->f->ins.n;
	} else {
		for (size_t i = 0; i < actions.at.n; i++)
			ins_add(lw->f, actions.at.at[i]);
		ins_add(lw->f, ins);
	}
	vec_free(&actions.at);
}

static void free_all(struct lw *lw) {
	for (size_t i = 0; i < lw->scopes.n; i++) {
		vec_free(&lw->scopes.at[i]->local);
		mem_free(lw->scopes.at[i]);
	}
	vec_free(&lw->scopes);
	vec_free(&lw->code);
	vec_free(&lw->label);
	lw_cursors_free(&lw->local);
	lw_cursors_free(&lw->taken);
	lw_cursors_free(&lw->vla_type);
	lw_cursors_free(&lw->order);
	lw_sidecar_close(lw);
}

static void write_label(struct lw *lw, struct lw_label *label) {
	label->at = (uint32_t)lw->f->ins.n;
	if (label->mark) { /* an instruction of its own: jumps may go past it */
		label->mark->at = label->at;
		vec_push(&lw->f->mark, *label->mark);
		ins_add(lw->f, (struct ins){.kind = INS_SKIP, .loc = lw->loc, .hidden = true});
	}
	if (label->name)
		vec_push(&lw->f->label, ((struct label){label->name, label->at}));
}

void lw_finish(struct lw *lw) {
	size_t first = lw->f->ins.n;
	note_all_again(lw);
	for (size_t i = 0; i < lw->code.n; i++) {
		const struct lw_ins *item = &lw->code.at[i];
		if (begins_block(item)) {
			write_begin(lw, item->point.scope);
		} else if (item->is_label) {
			write_label(lw, &lw->label.at[item->label]);
		} else if (item->ins.kind == INS_GOTO) {
			write_jump(lw, item);
		} else if (item->ins.kind == INS_DECL) {
			write_decl(lw, item);
		} else {
			ins_add(lw->f, item->ins);
		}
	}
	for (size_t i = first; i < lw->f->ins.n; i++) {
		struct ins *ins = &lw->f->ins.at[i];
		if (ins->kind == INS_GOTO)
			ins->target = lw->label.at[ins->target].at;
	}
	free_all(lw);
}
