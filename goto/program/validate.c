#include "goto/program/validate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "goto/program/prog.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

#define REQUIRE(v, cond, ...) ((cond) ? (void)0 : validate_fail((v), NULL, __VA_ARGS__))

void validate_fail(const struct validate *v, const struct expr *e, const char *format, ...) {
	char text[400], where[200] = "program";
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (v->function && v->at != NO_INS)
		snprintf(where, sizeof where, "%s, instruction %zu", v->function->symbol->name, v->at);
	else if (v->function)
		snprintf(where, sizeof where, "%s", v->function->symbol->name);
	BUG("invalid goto-program: %s: %s%s%s", where, text, e ? ": " : "",
	    e && e->type ? expr_print(v->prog->arena, e) : "");
}

void validate_symbol(const struct validate *v, const struct symbol *s) {
	REQUIRE(v, s, "symbol is missing");
	REQUIRE(v, s->id < v->prog->symbol.n && v->prog->symbol.at[s->id] == s,
	        "symbol '%s' is not in the program", s->name);
	if (s->storage != STORAGE_AUTO)
		return;
	const struct function *f = v->function;
	REQUIRE(v, f && s->slot < f->local.n && f->local.at[s->slot] == s,
	        "'%s' is no local of the function", s->name);
}

static void local_ins(const struct validate *v, const struct ins *i) {
	validate_symbol(v, i->sym);
	REQUIRE(v, i->sym->storage == STORAGE_AUTO, "'%s' is not automatic", i->sym->name);
	for (const struct type *t = i->sym->type; t->kind == TYPE_ARRAY; t = t->elem)
		if (t->vla && i->kind == INS_DECL)
			validate_value(v, t->vla);
}

static void assign(const struct validate *v, const struct ins *i) {
	REQUIRE(v, i->lhs && i->rhs, "assignment without two sides");
	validate_lvalue(v, i->lhs);
	if (i->rhs->kind == EXPR_NONDET) {
		if (!type_is_scalar(i->rhs->type))
			validate_fail(v, i->rhs, "nondet of a type that is not scalar");
	} else {
		validate_operand(v, i->rhs);
	}
	if (!type_same_values(i->lhs->type, i->rhs->type))
		validate_fail(v, i->lhs, "assignment of another type");
	if (!type_is_scalar(i->lhs->type) && !type_is_record(i->lhs->type))
		validate_fail(v, i->lhs, "assignment to something that is neither scalar nor record");
}

static void condition(const struct validate *v, const struct ins *i) {
	REQUIRE(v, i->rhs, "condition is missing");
	validate_value(v, i->rhs);
}

static void assertion(const struct validate *v, const struct ins *i) {
	condition(v, i);
	REQUIRE(v, i->property < v->prog->property.n, "property %u of %zu", i->property,
	        v->prog->property.n);
}

static void jump(const struct validate *v, const struct ins *i) {
	if (i->rhs)
		validate_value(v, i->rhs);
	REQUIRE(v, i->target < v->function->ins.n, "jump to %u, behind the end", i->target);
	if (i->loop == NO_LOOP)
		return;
	REQUIRE(v, i->loop < v->function->loop.n, "loop %u of %zu", i->loop, v->function->loop.n);
	const struct loop *l = &v->function->loop.at[i->loop];
	REQUIRE(v, l->back == v->at && l->head == i->target, "loop '%s' is elsewhere", l->id);
}

static void call(const struct validate *v, const struct ins *i) {
	REQUIRE(v, i->rhs && i->rhs->type, "call without a function");
	if (i->rhs->kind == EXPR_SYMBOL && i->rhs->symbol->storage == STORAGE_FUNCTION) {
		validate_symbol(v, i->rhs->symbol);
	} else {
		validate_value(v, i->rhs);
		REQUIRE(v, i->rhs->type->kind == TYPE_POINTER && i->rhs->type->elem->kind == TYPE_FUNC,
		        "call of something that is not a function");
	}
	if (i->lhs)
		validate_lvalue(v, i->lhs);
	for (uint32_t k = 0; k < i->nargs; k++)
		validate_operand(v, i->arg[k]);
}

static void wait_until(const struct validate *v, const struct ins *i) {
	if (!i->rhs) {
		REQUIRE(v, !i->nargs, "an atomic section with arguments waits for nothing");
		return;
	}
	validate_value(v, i->rhs);
	REQUIRE(v, i->sync != SYNC_NONE && i->nargs == 2, "a wait that does not say what for");
	validate_value(v, i->arg[0]);
	validate_value(v, i->arg[1]);
	REQUIRE(v, i->arg[0]->type->kind == TYPE_POINTER, "a wait for something that is no object");
	REQUIRE(v, i->arg[1]->type == type_c_int(v->prog->types), "the holder is no thread number");
}

static void result(const struct validate *v, const struct ins *i) {
	const struct type *t = v->function->symbol->type->elem;
	if (!i->rhs)
		return;
	validate_operand(v, i->rhs);
	if (!type_same_values(i->rhs->type, t))
		validate_fail(v, i->rhs, "result of another type than the function's");
}

static bool may_synchronise(const struct ins *i) {
	return i->kind == INS_ATOMIC_BEGIN ||
	       (i->kind == INS_CALL && i->rhs && i->rhs->kind == EXPR_SYMBOL);
}

static void instruction(const struct validate *v, const struct ins *i) {
	REQUIRE(v, i->loop == NO_LOOP || i->kind == INS_GOTO, "loop on something that is no jump");
	REQUIRE(v, (i->order == MEM_PLAIN) == (i->kind != INS_FENCE) && i->order < MEM_ORDER_N,
	        "a memory order of something that is no fence, or a fence without one");
	REQUIRE(v, i->sync < SYNC_N && (!i->sync || may_synchronise(i)),
	        "a kind of synchronisation of something that does not synchronise");
	switch (i->kind) {
	case INS_DECL:
	case INS_DEAD: local_ins(v, i); return;
	case INS_ASSIGN: assign(v, i); return;
	case INS_ASSUME: condition(v, i); return;
	case INS_ASSERT: assertion(v, i); return;
	case INS_GOTO: jump(v, i); return;
	case INS_CALL: call(v, i); return;
	case INS_RETURN: result(v, i); return;
	case INS_UNSUPPORTED: REQUIRE(v, i->text, "unsupported without saying what"); return;
	case INS_HAVOC:
		REQUIRE(v, i->lhs, "havoc of nothing");
		validate_lvalue(v, i->lhs);
		return;
	case INS_END: REQUIRE(v, v->at + 1 == v->function->ins.n, "end before the end"); return;
	case INS_ATOMIC_BEGIN: wait_until(v, i); return;
	case INS_SKIP:
	case INS_FENCE:
	case INS_ATOMIC_END: return;
	}
	validate_fail(v, NULL, "no such kind of instruction: %d", (int)i->kind);
}

static void locals(const struct validate *v) {
	const struct function *f = v->function;
	REQUIRE(v, f->nparams <= f->local.n, "%u parameters among %zu locals", f->nparams, f->local.n);
	for (size_t i = 0; i < f->local.n; i++) {
		const struct symbol *s = f->local.at[i];
		REQUIRE(v, s->storage == STORAGE_AUTO, "local '%s' is not automatic", s->name);
		REQUIRE(v, s->slot == i, "local '%s' has slot %u, is at %zu", s->name, s->slot, i);
		REQUIRE(v, s->is_param == (i < f->nparams), "'%s': parameters come first", s->name);
		validate_symbol(v, s);
	}
}

static void function(struct validate *v) {
	const struct function *f = v->function;
	v->at = NO_INS;
	REQUIRE(v, f->symbol->storage == STORAGE_FUNCTION && f->symbol->type->kind == TYPE_FUNC,
	        "not a function");
	REQUIRE(v, f->symbol->function == f, "the symbol has another body");
	validate_symbol(v, f->symbol);
	locals(v);
	REQUIRE(v, f->ins.n && vec_last(&f->ins).kind == INS_END, "does not end with END");
	for (size_t i = 0; i < f->label.n; i++)
		REQUIRE(v, f->label.at[i].at < f->ins.n, "label '%s' behind the end", f->label.at[i].name);
	for (size_t i = 0; i < f->loop.n; i++) {
		const struct loop *l = &f->loop.at[i];
		REQUIRE(v, l->back < f->ins.n && f->ins.at[l->back].loop == i && l->head <= l->back,
		        "loop '%s' has no backward jump", l->id);
	}
	for (v->at = 0; v->at < f->ins.n; v->at++)
		instruction(v, &f->ins.at[v->at]);
}

static void symbols(const struct validate *v) {
	const struct goto_prog *p = v->prog;
	for (size_t i = 0; i < p->symbol.n; i++) {
		const struct symbol *s = p->symbol.at[i];
		REQUIRE(v, s->id == i, "symbol '%s' has id %u, is at %zu", s->name, s->id, i);
		REQUIRE(v, s->type && s->display, "symbol '%s' has no type or display name", s->name);
		REQUIRE(v, prog_find(p, s->name) == s, "symbol '%s' is not found by its name", s->name);
		REQUIRE(v, (s->storage == STORAGE_FUNCTION) == (s->type->kind == TYPE_FUNC),
		        "symbol '%s': storage and type disagree", s->name);
		REQUIRE(v, s->nbytes <= s->type->size + s->extra_size,
		        "symbol '%s' has more bytes than its size", s->name);
	}
	REQUIRE(v, !p->init || p->init->storage == STORAGE_FUNCTION, "init is not a function");
	REQUIRE(v, !p->entry || p->entry->storage == STORAGE_FUNCTION, "entry is not a function");
}

static void properties(const struct validate *v) {
	struct map seen = {0};
	for (size_t i = 0; i < v->prog->property.n; i++) {
		const struct property *q = &v->prog->property.at[i];
		REQUIRE(v, q->id && q->id == intern(q->id), "property %zu has no interned id", i);
		REQUIRE(v, q->text && !strchr(q->text, '\n'), "property '%s' has no one-line text", q->id);
		REQUIRE(v, !map_get(&seen, map_key(q->id), NULL), "property '%s' exists twice", q->id);
		map_put(&seen, map_key(q->id), 1);
	}
	map_free(&seen);
}

void goto_validate(const struct goto_prog *p) {
	struct validate v = {.prog = p, .at = NO_INS};
	symbols(&v);
	properties(&v);
	for (size_t i = 0; i < p->function.n; i++) {
		v.function = p->function.at[i];
		function(&v);
	}
}
