/* One body, instruction by instruction: inclusions between nodes, and the accesses to memory. */
#include "goto/analysis/points_to.h"

struct build {
	struct points_to *pt;
	uint32_t at, ins;
	const struct function *function;
	VEC(uint32_t) stack; /* objects that end with the function */
};

static uint32_t object_of(struct build *b, struct symbol *s) {
	if (s->storage == STORAGE_AUTO)
		return b->pt->instance.at[b->at].local + s->slot;
	uint64_t known;
	if (map_get(&b->pt->object, s->id, &known))
		return (uint32_t)known;
	uint32_t o = pt_object(b->pt, s, NO_INSTANCE);
	map_put(&b->pt->object, s->id, o);
	return o;
}

/* A local whose address is not taken is accessed by its own thread only. */
static bool is_private(const struct points_to *pt, uint32_t object) {
	const struct symbol *s = pt->node.at[object].symbol;
	return s && s->storage == STORAGE_AUTO && !s->address_taken;
}

static void access_through(struct build *b, uint32_t pointer, enum pt_how how) {
	if (pointer == NO_NODE)
		return;
	vec_push(&b->pt->access, ((struct pt_access){b->at, b->ins, pointer, how, false, NULL}));
}

static void access_object(struct build *b, uint32_t object, enum pt_how how) {
	if (is_private(b->pt, object))
		return;
	vec_push(&b->pt->access, ((struct pt_access){b->at, b->ins, object, how, true, NULL}));
}

static uint32_t value(struct build *, const struct expr *);

struct memory { /* that an lvalue means */
	uint32_t node;
	bool is_direct; /* the object itself; otherwise what the node points to */
	const struct expr *deref;
};

/* The memory that an lvalue means; records that its indices and pointers are read. */
static struct memory memory_of(struct build *b, const struct expr *e) {
	for (; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
		if (e->kind == EXPR_INDEX)
			value(b, e->arg[1]);
	if (e->kind == EXPR_SYMBOL)
		return (struct memory){object_of(b, e->symbol), true, NULL};
	return (struct memory){value(b, e->arg[0]), false, e};
}

static void access(struct build *b, struct memory p, enum pt_how how) {
	if (p.is_direct) {
		access_object(b, p.node, how);
	} else if (p.node != NO_NODE) {
		access_through(b, p.node, how);
		vec_last(&b->pt->access).deref = p.deref;
	}
}

static uint32_t load(struct build *b, const struct expr *lvalue) {
	struct memory p = memory_of(b, lvalue);
	access(b, p, PT_READ);
	if (p.is_direct || p.node == NO_NODE)
		return p.node;
	uint32_t n = pt_node(b->pt);
	pt_use(b->pt, p.node, PT_LOAD, n);
	return n;
}

static void store(struct build *b, const struct expr *lvalue, uint32_t from) {
	struct memory p = memory_of(b, lvalue);
	access(b, p, PT_WRITE);
	if (p.is_direct)
		pt_copy(b->pt, from, p.node);
	else if (from != NO_NODE)
		pt_use(b->pt, p.node, PT_STORE, from);
}

static uint32_t join(struct build *b, uint32_t x, uint32_t y) {
	if (x == NO_NODE || y == NO_NODE || x == y)
		return x == NO_NODE ? y : x;
	uint32_t n = pt_node(b->pt);
	pt_copy(b->pt, x, n);
	pt_copy(b->pt, y, n);
	return n;
}

static uint32_t address(struct build *b, const struct expr *lvalue) {
	struct memory p = memory_of(b, lvalue);
	if (!p.is_direct)
		return p.node;
	uint32_t n = pt_node(b->pt);
	pt_add(b->pt, n, p.node);
	return n;
}

/* An address that became a number can be guessed by arithmetic on any other.  A number that is made
 * of none may have its bits all the same, set under conditions one by one. */
static uint32_t cast(struct build *b, const struct expr *e) {
	uint32_t from = value(b, e->arg[0]);
	bool was_pointer = e->arg[0]->type->kind == TYPE_POINTER;
	bool is_pointer = e->type->kind == TYPE_POINTER;
	if (was_pointer == is_pointer || from == NO_NODE)
		return from;
	if (was_pointer) {
		pt_copy(b->pt, from, b->pt->exposed);
		if (!b->function->is_model)
			pt_copy(b->pt, from, b->pt->cast);
		return from;
	}
	uint32_t n = pt_node(b->pt);
	pt_copy(b->pt, from, n);
	if (!b->function->is_model)
		pt_copy(b->pt, b->pt->cast, n);
	pt_use(b->pt, from, PT_GUESS, n);
	return n;
}

static uint32_t builtin(struct build *b, const struct expr *e) {
	uint32_t first = NO_NODE;
	for (uint32_t i = 0; i < e->nargs; i++) {
		uint32_t n = value(b, e->arg[i]);
		first = i ? first : n;
	}
	switch (e->builtin) {
	case BUILTIN_READABLE:
	case BUILTIN_WRITABLE:
	case BUILTIN_IS_LIVE:
	case BUILTIN_IS_FREED:
	case BUILTIN_IS_FORBIDDEN:
	case BUILTIN_IS_DEAD: access_through(b, first, PT_LIFE); return NO_NODE;
	case BUILTIN_IS_STRING: access_through(b, first, PT_READ); return NO_NODE;
	case BUILTIN_BSWAP: return first;
	default: return NO_NODE;
	}
}

static uint32_t compare(struct build *b, const struct expr *e) {
	uint32_t x = value(b, e->arg[0]), y = value(b, e->arg[1]);
	bool is_null = e->arg[0]->kind == EXPR_CONST || e->arg[1]->kind == EXPR_CONST;
	if (e->arg[0]->type->kind == TYPE_POINTER && !is_null) {
		pt_copy(b->pt, x, b->pt->exposed);
		pt_copy(b->pt, y, b->pt->exposed);
	}
	return NO_NODE;
}

/* A node for what the value may be made of; records what it reads. */
static uint32_t value(struct build *b, const struct expr *e) {
	switch (e->kind) {
	case EXPR_CONST:
	case EXPR_NONDET: return NO_NODE;
	case EXPR_SYMBOL:
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: return load(b, e);
	case EXPR_ADDR: return address(b, e->arg[0]);
	case EXPR_CAST: return cast(b, e);
	case EXPR_VARARGS: {
		uint32_t n = pt_node(b->pt), object = b->pt->instance.at[b->at].varargs;
		if (object != NO_NODE)
			pt_add(b->pt, n, object);
		return n;
	}
	case EXPR_PTRADD: value(b, e->arg[1]); return value(b, e->arg[0]);
	case EXPR_EQ:
	case EXPR_NE:
	case EXPR_LT:
	case EXPR_LE:
	case EXPR_GT:
	case EXPR_GE: return compare(b, e);
	case EXPR_LNOT:
	case EXPR_LAND:
	case EXPR_LOR:
		for (uint32_t i = 0; i < e->nargs; i++)
			value(b, e->arg[i]);
		return NO_NODE;
	case EXPR_COND: {
		value(b, e->arg[0]);
		uint32_t yes = value(b, e->arg[1]);
		return join(b, yes, value(b, e->arg[2]));
	}
	case EXPR_BUILTIN: return builtin(b, e);
	default: break;
	}
	uint32_t all = NO_NODE;
	for (uint32_t i = 0; i < e->nargs; i++)
		all = join(b, all, value(b, e->arg[i]));
	return all;
}

/* --- Calls. --- */

static uint32_t argument(struct points_to *pt, const struct pt_calling *c, uint32_t i) {
	return i < c->nargs ? pt->argument.at[c->first + i] : NO_NODE;
}

static void bind(struct points_to *pt, const struct pt_calling *c, const struct pt_instance *to) {
	uint32_t nparams = to->function->nparams, nargs = c->is_spawn ? 1 : c->nargs;
	uint32_t skip = c->is_spawn ? 1 : 0; /* the body comes before its data */
	for (uint32_t i = 0; i < nargs; i++) {
		uint32_t from = argument(pt, c, i + skip);
		if (i < nparams)
			pt_copy(pt, from, to->local + i);
		else if (to->varargs != NO_NODE)
			pt_copy(pt, from, to->varargs);
	}
	pt_copy(pt, to->result, c->result);
}

/* What a node points to, directly or not. */
static uint32_t reach(struct points_to *pt, uint32_t node) {
	uint32_t all = pt_node(pt);
	pt_copy(pt, node, all);
	pt_use(pt, all, PT_LOAD, all);
	return all;
}

/* Memory that the arguments reach becomes arbitrary, which makes no pointers to anything. */
static void call_unknown(struct points_to *pt, const struct pt_calling *c,
                         const struct symbol *function) {
	const struct ins *in = &pt->instance.at[c->instance].function->ins.at[c->ins];
	for (uint32_t i = 0; i < c->nargs && !function->is_pure; i++) {
		const struct type *t = in->arg[i]->type;
		uint32_t node = argument(pt, c, i);
		if (node == NO_NODE || (t->kind != TYPE_POINTER && !type_is_aggregate(t)))
			continue;
		struct pt_access new = {c->instance, c->ins, reach(pt, node), PT_WRITE, false, NULL};
		vec_push(&pt->access, new);
	}
}

void pt_call(struct points_to *pt, uint32_t calling, struct symbol *function) {
	struct pt_calling c = pt->calling.at[calling];
	uint64_t key = (uint64_t)calling << 32 | function->id;
	if (map_get(&pt->called, key, NULL))
		return; /* merging shows members again */
	map_put(&pt->called, key, 1);
	if (!function->function) {
		call_unknown(pt, &c, function);
		return;
	}
	uint32_t to = pt_enter(pt, c.instance, c.ins, function->function);
	struct pt_instance callee = pt->instance.at[to];
	bind(pt, &c, &callee);
	struct pt_edge edge = {c.instance, c.ins, to};
	if (c.is_spawn)
		vec_push(&pt->spawn, edge);
	else
		vec_push(&pt->call, edge);
}

static uint32_t add_calling(struct build *b, const struct ins *in, uint32_t result, bool is_spawn) {
	struct points_to *pt = b->pt;
	struct pt_calling c = {.instance = b->at,
	                       .ins = b->ins,
	                       .first = (uint32_t)pt->argument.n,
	                       .nargs = in->nargs,
	                       .result = result,
	                       .is_spawn = is_spawn};
	for (uint32_t i = 0; i < in->nargs; i++)
		vec_push(&pt->argument, NO_NODE);
	for (uint32_t i = 0; i < in->nargs; i++) {
		uint32_t n = value(b, in->arg[i]);
		pt->argument.at[c.first + i] = n;
	}
	vec_push(&pt->calling, c);
	return (uint32_t)pt->calling.n - 1;
}

/* A thread ends, and its variables with it.  No pointer reaches those whose address is not taken.
 */
static void end_thread(struct build *b) {
	const struct goto_prog *p = b->pt->prog;
	for (size_t i = 0; i < p->symbol.n; i++)
		if (p->symbol.at[i]->storage == STORAGE_THREAD && p->symbol.at[i]->address_taken)
			access_object(b, object_of(b, p->symbol.at[i]), PT_END);
}

static void allocate(struct build *b, const struct pt_calling *c) {
	uint32_t o = pt_object(b->pt, NULL, b->at);
	pt_add(b->pt, c->result, o);
	if (!b->function->is_model) /* alloca */
		vec_push(&b->stack, o);
}

static void copy(struct build *b, uint32_t to, uint32_t from) {
	uint32_t between = pt_node(b->pt);
	access_through(b, from, PT_READ);
	access_through(b, to, PT_WRITE);
	pt_use(b->pt, from, PT_LOAD, between);
	pt_use(b->pt, to, PT_STORE, between);
}

/* A function that is not there; ours have their meaning. */
static void call_external(struct build *b, const struct symbol *s, const struct pt_calling *c) {
	struct points_to *pt = b->pt;
	uint32_t first = argument(pt, c, 0), second = argument(pt, c, 1);
	switch (s->intrinsic) {
	case INTRINSIC_ALLOC: allocate(b, c); break;
	case INTRINSIC_COPY: copy(b, first, second); break;
	case INTRINSIC_FREE: access_through(b, first, PT_END); break;
	case INTRINSIC_PROTECT: /* who looks whether the object exists sees it */
		access_through(b, first, PT_END);
		access_through(b, second, PT_WRITE);
		break;
	case INTRINSIC_ORDER_ACQUIRE: access_through(b, first, PT_READ); break;
	case INTRINSIC_END_THREAD: end_thread(b); break;
	case INTRINSIC_THREAD_DATA: pt_copy(pt, pt->spawn_data, c->result); break;
	case INTRINSIC_SET:
	case INTRINSIC_HAVOC:
	case INTRINSIC_HAVOC_INPUT: access_through(b, first, PT_WRITE); break;
	case INTRINSIC_NONE:
		if (!intrinsic_is_internal(s->name) && !intrinsic_is_of_client(s->name))
			call_unknown(pt, c, s);
		break;
	default: break; /* no memory of the program is concerned */
	}
}

static void call(struct build *b, const struct ins *in) {
	struct points_to *pt = b->pt;
	uint32_t result = in->lhs ? pt_node(pt) : NO_NODE;
	if (in->lhs)
		store(b, in->lhs, result);
	struct symbol *s = in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol : NULL;
	bool is_direct = s && s->storage == STORAGE_FUNCTION;
	bool is_spawn = is_direct && !s->function && s->intrinsic == INTRINSIC_SPAWN;
	uint32_t callee = is_direct ? NO_NODE : value(b, in->rhs);
	uint32_t at = add_calling(b, in, result, is_spawn);
	struct pt_calling c = pt->calling.at[at];
	if (is_spawn) {
		pt_copy(pt, argument(pt, &c, 1), pt->spawn_data);
		pt_use(pt, argument(pt, &c, 0), PT_CALL, at);
	} else if (!is_direct) {
		pt_use(pt, callee, PT_CALL, at);
	} else if (s->function) {
		pt_call(pt, at, s);
	} else {
		call_external(b, s, &c);
	}
}

static void end_locals(struct build *b) {
	const struct function *f = b->function;
	if (b->at == b->pt->init)
		return; /* there are no threads yet */
	for (size_t i = 0; i < f->local.n; i++)
		access_object(b, object_of(b, f->local.at[i]), PT_END);
	for (size_t i = 0; i < b->stack.n; i++)
		access_object(b, b->stack.at[i], PT_END);
	if (b->pt->instance.at[b->at].varargs != NO_NODE)
		access_object(b, b->pt->instance.at[b->at].varargs, PT_END);
}

static void instruction(struct build *b, const struct ins *in) {
	switch (in->kind) {
	case INS_ASSIGN: store(b, in->lhs, value(b, in->rhs)); return;
	case INS_HAVOC: store(b, in->lhs, NO_NODE); return;
	case INS_CALL: call(b, in); return;
	case INS_DEAD: access_object(b, object_of(b, in->sym), PT_END); return;
	case INS_END: end_locals(b); return;
	case INS_RETURN:
		if (in->rhs)
			pt_copy(b->pt, value(b, in->rhs), b->pt->instance.at[b->at].result);
		return;
	case INS_DECL:
		for (const struct type *t = in->sym->type; t->kind == TYPE_ARRAY; t = t->elem)
			if (t->vla)
				value(b, t->vla);
		return;
	case INS_ASSUME:
	case INS_ASSERT:
	case INS_GOTO:
	case INS_ATOMIC_BEGIN:
		if (in->rhs)
			value(b, in->rhs);
		for (uint32_t i = 0; i < in->nargs; i++)
			value(b, in->arg[i]);
		return;
	case INS_SKIP:
	case INS_FENCE:
	case INS_UNSUPPORTED:
	case INS_ATOMIC_END: return;
	}
}

void pt_build(struct points_to *pt, uint32_t instance) {
	struct build b = {.pt = pt, .at = instance, .function = pt->instance.at[instance].function};
	for (b.ins = 0; b.ins < b.function->ins.n; b.ins++)
		instruction(&b, &b.function->ins.at[b.ins]);
	vec_free(&b.stack);
}
