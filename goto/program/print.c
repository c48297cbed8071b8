/* The goto-program as text. */
#include "goto/program/print.h"
#include "util/text/diag.h"

struct printer {
	FILE *to;
	struct arena *arena; /* of the texts, freed after each function */
	const struct goto_prog *prog;
	const struct function *function;
	bool hides_skips; /* but for targets of jumps */
};

static const char *text(struct printer *p, const struct expr *e) {
	return expr_print(p->arena, e);
}

/* In an assignment, an argument or a result, C converts between arithmetic types by itself. */
static const char *converted(struct printer *p, const struct expr *e) {
	while (e->kind == EXPR_CAST && type_is_arithmetic(e->type) &&
	       type_is_arithmetic(e->arg[0]->type))
		e = e->arg[0];
	return text(p, e);
}

static void print_loc(FILE *to, struct loc loc) {
	if (loc.file)
		fprintf(to, "%s:%u:%u", loc.file, loc.line, loc.col);
	else
		fputs("generated code", to);
}

static void print_call(struct printer *p, const struct ins *i) {
	if (i->lhs)
		fprintf(p->to, "%s = ", text(p, i->lhs));
	bool simple = i->rhs->kind == EXPR_SYMBOL || i->rhs->kind == EXPR_ADDR;
	fprintf(p->to, simple ? "%s(" : "(*%s)(", text(p, i->rhs));
	for (uint32_t k = 0; k < i->nargs; k++)
		fprintf(p->to, "%s%s", k ? ", " : "", converted(p, i->arg[k]));
	fputc(')', p->to);
}

static void print_goto(struct printer *p, const struct ins *i) {
	if (i->rhs)
		fprintf(p->to, "if (%s) ", text(p, i->rhs));
	fprintf(p->to, "goto %u", i->target);
	if (i->loop != NO_LOOP && i->loop < p->function->loop.n)
		fprintf(p->to, " [loop %s]", p->function->loop.at[i->loop].id);
}

static void print_assert(struct printer *p, const struct ins *i) {
	fprintf(p->to, "assert %s", text(p, i->rhs));
	if (i->property < p->prog->property.n)
		fprintf(p->to, " [%s]", p->prog->property.at[i->property].id);
}

static void print_atomic_begin(struct printer *p, const struct ins *i) {
	fputs(i->operation ? "atomic begin (one operation)" : "atomic begin", p->to);
	if (i->rhs)
		fprintf(p->to, " when %s [%s %s, held by %s]", text(p, i->rhs), sync_wait_text(i->sync),
		        text(p, i->arg[0]), text(p, i->arg[1]));
}

/* The orders of an instruction's atomic accesses; after goto_split_shared it makes one such access
 * to shared memory, or an addition's load and store. */
struct orders {
	VEC(const struct expr *) access; /* lvalues: loads, then the store */
	size_t nloads;
};

static void add_order(struct orders *o, const struct expr *lvalue) {
	if (lvalue->order != MEM_PLAIN)
		vec_push(&o->access, lvalue);
}

static void value_orders(struct orders *, const struct expr *);

static void address_orders(struct orders *o, const struct expr *lvalue) {
	for (; lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX; lvalue = lvalue->arg[0])
		if (lvalue->kind == EXPR_INDEX)
			value_orders(o, lvalue->arg[1]);
	if (lvalue->kind == EXPR_DEREF)
		value_orders(o, lvalue->arg[0]);
}

static void value_orders(struct orders *o, const struct expr *e) {
	if (e->kind == EXPR_ADDR || expr_is_lvalue(e)) {
		address_orders(o, e->kind == EXPR_ADDR ? e->arg[0] : e);
		add_order(o, e);
		return;
	}
	for (uint32_t k = 0; k < e->nargs; k++)
		value_orders(o, e->arg[k]);
}

static void find_orders(struct orders *o, const struct ins *i) {
	if (i->rhs)
		value_orders(o, i->rhs);
	for (uint32_t k = 0; k < i->nargs; k++)
		value_orders(o, i->arg[k]);
	if (i->lhs)
		address_orders(o, i->lhs);
	o->nloads = o->access.n;
	if (i->lhs)
		add_order(o, i->lhs);
}

/* " [load acquire]", " [load relaxed, store relaxed]".  What checks read is no access of the
 * program. */
static void print_orders(struct printer *p, const struct ins *i) {
	struct orders o = {.nloads = 0};
	if (i->kind == INS_ASSERT && i->hidden)
		return;
	find_orders(&o, i);
	for (size_t k = 0; k < o.access.n; k++) {
		const struct expr *e = o.access.at[k];
		fprintf(p->to, "%s%s %s", k ? ", " : " [", k < o.nloads ? "load" : "store",
		        mem_order_name(e->order));
		if (e->failure_order != MEM_PLAIN)
			fprintf(p->to, ", %s on failure", mem_order_name(e->failure_order));
	}
	if (o.access.n)
		fputc(']', p->to);
	vec_free(&o.access);
}

/* Is it a unit (units.h) of something, and not of the local record that holds it in between? */
static bool is_unit(const struct expr *e) {
	if (e->kind != EXPR_MEMBER || !e->field->is_part)
		return false;
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		e = e->arg[0];
	return e->kind != EXPR_SYMBOL || !e->symbol->is_temp;
}

/* " {bytes 8 to 15}", of what the lvalue shows as. */
static void print_unit(struct printer *p, const struct ins *i) {
	if (i->kind != INS_ASSIGN || (!is_unit(i->lhs) && !is_unit(i->rhs)))
		return;
	const struct expr *e = is_unit(i->lhs) ? i->lhs : i->rhs;
	uint64_t at = e->field->offset / 8;
	fprintf(p->to, " {bytes %llu to %llu}", (unsigned long long)at,
	        (unsigned long long)(at + e->type->size - 1));
}

static void print_ins(struct printer *p, const struct ins *i) {
	switch (i->kind) {
	case INS_SKIP: fputs("skip", p->to); return;
	case INS_DECL:
		fprintf(p->to, "decl %s", type_print_decl(p->arena, i->sym->type, i->sym->display));
		return;
	case INS_DEAD: fprintf(p->to, "dead %s", i->sym->display); return;
	case INS_ASSIGN: fprintf(p->to, "%s = %s", text(p, i->lhs), converted(p, i->rhs)); return;
	case INS_ASSUME: fprintf(p->to, "assume %s", text(p, i->rhs)); return;
	case INS_ASSERT: print_assert(p, i); return;
	case INS_GOTO: print_goto(p, i); return;
	case INS_CALL: print_call(p, i); return;
	case INS_RETURN:
		fprintf(p->to, i->rhs ? "return %s" : "return", i->rhs ? converted(p, i->rhs) : "");
		return;
	case INS_UNSUPPORTED: fprintf(p->to, "unsupported: %s", i->text); return;
	case INS_HAVOC: fprintf(p->to, "havoc %s", text(p, i->lhs)); return;
	case INS_ATOMIC_BEGIN: print_atomic_begin(p, i); return;
	case INS_ATOMIC_END: fputs("atomic end", p->to); return;
	case INS_FENCE: fprintf(p->to, "fence %s", mem_order_name(i->order)); return;
	case INS_END: fputs("end", p->to); return;
	}
	BUG("instruction kind %d", (int)i->kind);
}

static void print_header(struct printer *p) {
	const struct function *f = p->function;
	const char *list = f->nparams ? "" : "void";
	for (uint32_t i = 0; i < f->nparams; i++)
		list =
		    arena_printf(p->arena, "%s%s%s", list, i ? ", " : "",
		                 type_print_decl(p->arena, f->local.at[i]->type, f->local.at[i]->display));
	if (f->symbol->type->is_variadic)
		list = arena_printf(p->arena, "%s, ...", list);
	const char *name = arena_printf(p->arena, "%s(%s)", f->symbol->display, list);
	fprintf(p->to, "%s", type_print_decl(p->arena, f->symbol->type->elem, name));
	fprintf(p->to, "%s%s\n", f->is_model ? " /* model */" : "",
	        f->is_atomic ? " /* atomic */" : "");
}

/* Marks the instructions some jump goes to. */
static bool *find_targets(const struct function *f) {
	bool *is_target = mem_alloc(f->ins.n * sizeof *is_target);
	for (size_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && f->ins.at[i].target < f->ins.n)
			is_target[f->ins.at[i].target] = true;
	return is_target;
}

static void print_body(struct printer *p) {
	const struct function *f = p->function;
	bool *is_target = find_targets(f);
	struct loc last = NO_LOC;
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (p->hides_skips && in->kind == INS_SKIP && !is_target[i])
			continue;
		if (in->loc.file && (in->loc.file != last.file || in->loc.line != last.line)) {
			fprintf(p->to, "        // %s:%u\n", in->loc.file, in->loc.line);
			last = in->loc;
		}
		for (size_t k = 0; k < f->label.n; k++)
			if (f->label.at[k].at == i)
				fprintf(p->to, "      %s:\n", f->label.at[k].name);
		fprintf(p->to, "%c%c%4zu: ", is_target[i] ? '>' : ' ', in->visible ? '*' : ' ', i);
		print_ins(p, in);
		print_unit(p, in);
		print_orders(p, in);
		fputc('\n', p->to);
	}
	mem_free(is_target);
}

void goto_print_function(FILE *to, const struct goto_prog *prog, const struct function *f) {
	struct printer p = {.to = to, .arena = arena_open(), .prog = prog, .function = f};
	print_header(&p);
	print_body(&p);
	arena_close(p.arena);
}

void goto_print(FILE *to, const struct goto_prog *prog) {
	for (size_t i = 0; i < prog->function.n; i++) {
		if (i)
			fputc('\n', to);
		goto_print_function(to, prog, prog->function.at[i]);
	}
}

void goto_print_slice(FILE *to, const struct goto_prog *prog) {
	bool first = true;
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		if (f->is_dropped)
			continue;
		if (!first)
			fputc('\n', to);
		first = false;
		struct printer p = {.to = to,
		                    .arena = arena_open(),
		                    .prog = prog,
		                    .function = f,
		                    .hides_skips = f->whole != NULL};
		print_header(&p);
		print_body(&p);
		arena_close(p.arena);
	}
}

void goto_print_loops(FILE *to, const struct goto_prog *prog) {
	for (size_t i = 0; i < prog->function.n; i++)
		for (size_t k = 0; k < prog->function.at[i]->loop.n; k++) {
			const struct loop *l = &prog->function.at[i]->loop.at[k];
			fprintf(to, "%s at %s:%u\n", l->id, l->loc.file ? l->loc.file : "generated code",
			        l->loc.line);
		}
}

void goto_print_properties(FILE *to, const struct goto_prog *prog) {
	for (size_t i = 0; i < prog->property.n; i++) {
		const struct property *q = &prog->property.at[i];
		fprintf(to, "%s at ", q->id);
		print_loc(to, q->loc);
		fprintf(to, ": %s [%s]\n", q->text, property_class_name(q->class));
	}
}

static const char *storage_name(enum storage s) {
	switch (s) {
	case STORAGE_STATIC: return "static";
	case STORAGE_THREAD: return "thread";
	case STORAGE_AUTO: return "auto";
	case STORAGE_FUNCTION: return "function";
	}
	BUG("storage %d", (int)s);
}

void goto_print_symbols(FILE *to, const struct goto_prog *prog) {
	struct arena *arena = arena_open();
	for (size_t i = 0; i < prog->symbol.n; i++) {
		const struct symbol *s = prog->symbol.at[i];
		bool no_body = s->storage == STORAGE_FUNCTION ? !s->function : s->is_extern;
		fprintf(to, "%-10s %s%s%s%s%s at ", storage_name(s->storage),
		        type_print_decl(arena, s->type, s->name), s->is_constant ? " [constant]" : "",
		        no_body ? " [no definition]" : "", s->is_shared ? " [shared]" : "",
		        s->is_model ? " [model]" : "");
		print_loc(to, s->loc);
		fputc('\n', to);
	}
	arena_close(arena);
}
