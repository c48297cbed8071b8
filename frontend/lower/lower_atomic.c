/* C11 atomics, __atomic_* and __sync_*.  A load or store of an atomic object is one assignment; of
 * any other one it is a section that no other thread enters, so that it does not look like a plain
 * access, and so is read-modify-write.  The lvalues of these accesses carry the memory order of the
 * operation.  Whether a weak compare-exchange may fail without reason, a model says.
 *
 * The code for an order that is not a constant, as in a function that passes its argument on, has
 * the operation once for each order, and jumps to the one that is meant.  An order that the
 * operation may not have is sequential consistency.  __sync_* are sequentially consistent, but for
 * __sync_lock_test_and_set (acquire) and __sync_lock_release (release).
 */
#include "frontend/lower/lower_atomic.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_barrier.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_expr.h"
#include "util/text/affix.h"

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

static void begin(struct lw *lw, bool modifies) {
	lw_emit(lw,
	        (struct ins){
	            .kind = INS_ATOMIC_BEGIN, .hidden = true, .operation = true, .modifies = modifies});
}

static void end(struct lw *lw) {
	lw_emit(lw, (struct ins){.kind = INS_ATOMIC_END, .hidden = true});
}

struct orders {
	enum mem_order order, failure; /* failure: of a compare-exchange; PLAIN for all others */
};

/* --- Orders. --- */

enum { HINTS = 1 << 16 }; /* bits above the order are hints for the processor */

/* Of a number, __ATOMIC_RELAXED to __ATOMIC_SEQ_CST. */
static enum mem_order order_numbered(uint64_t number) {
	static const enum mem_order order[] = {MEM_RELAXED, MEM_CONSUME, MEM_ACQUIRE,
	                                       MEM_RELEASE, MEM_ACQ_REL, MEM_SEQ_CST};
	number %= HINTS;
	return number < sizeof order / sizeof *order ? order[number] : MEM_SEQ_CST;
}

/* The code of an operation for each order that 'value' may be.  If that is a constant, there is
 * one:
 *
 *     struct each_order o = each_order(lw, value, all_orders);
 *     while (order_next(lw, &o))
 *         ... the code for o.order ...
 */
struct each_order {
	const struct expr *value; /* NULL: the order is known */
	const char *numbers;      /* what is still to come; at the end, everything else */
	enum mem_order order;
	uint32_t next, done; /* labels */
	bool begun, ended;
};

/* The numbers of the orders that an operation may have, but the last. */
static const char all_orders[] = "01234", load_orders[] = "012", store_orders[] = "03";

/* 'e' as a constant, if nothing in it is a variable. */
static bool is_computed(const struct expr *e) {
	if (expr_is_lvalue(e))
		return false;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!is_computed(e->arg[i]))
			return false;
	return true;
}

static const struct expr *order_value(struct lw *lw, CXCursor c, const struct expr *e) {
	uint64_t number;
	if (!e || !type_is_integer(e->type))
		return NULL;
	if (e->kind == EXPR_CONST || !is_computed(e) || !lw_eval_u64(c, &number))
		return e;
	return lw_int(lw, (int64_t)(number % HINTS));
}

static struct each_order each_order(struct lw *lw, const struct expr *value, const char *numbers) {
	if (!value || value->kind == EXPR_CONST)
		return (struct each_order){.order = value ? order_numbered(value->bits.lo) : MEM_SEQ_CST};
	const struct type *type = type_c_int(lw->types);
	value = lw_save(lw, expr_binary(lw->arena, EXPR_BITAND, type, lw_convert(lw, type, value),
	                                lw_int(lw, HINTS - 1)));
	return (struct each_order){.value = value, .numbers = numbers, .done = lw_label_new(lw)};
}

static bool order_next(struct lw *lw, struct each_order *o) {
	if (!o->value) {
		bool first = !o->begun;
		o->begun = true;
		return first;
	}
	if (o->begun) {
		lw_scope_close(lw);
		lw_goto(lw, o->done);
		if (o->ended) {
			lw_label_here(lw, o->done);
			return false;
		}
		lw_label_here(lw, o->next);
	}
	o->begun = true;
	o->ended = !*o->numbers;
	o->order = o->ended ? MEM_SEQ_CST : order_numbered((uint64_t)(*o->numbers - '0'));
	if (!o->ended) {
		o->next = lw_label_new(lw);
		lw_goto_if(lw, o->next,
		           expr_binary(lw->arena, EXPR_NE, type_c_int(lw->types), o->value,
		                       lw_int(lw, *o->numbers++ - '0')),
		           NULL);
	}
	lw_scope_open(lw, false);
	return true;
}

static enum mem_order load_order(enum mem_order order) {
	return order == MEM_RELEASE || order == MEM_ACQ_REL ? MEM_SEQ_CST : order;
}

static enum mem_order store_order(enum mem_order order) {
	return order == MEM_RELAXED || order == MEM_RELEASE ? order : MEM_SEQ_CST;
}

static const struct expr *ordered(struct lw *lw, const struct expr *object, enum mem_order order) {
	return expr_ordered(lw->arena, object, order, MEM_PLAIN);
}

static const struct expr *target(struct lw *lw, const struct expr *pointer) {
	if (!pointer || pointer->type->kind != TYPE_POINTER || pointer->type->elem->kind == TYPE_VOID)
		return NULL;
	return lw_deref(lw, lw_pin_value(lw, pointer));
}

static const struct expr *plain(struct lw *lw, const struct expr *e) {
	const struct type *type = type_unatomic(lw->types, e->type);
	return type_is_scalar(type) ? lw_convert(lw, type, e) : e;
}

static const struct expr *load(struct lw *lw, const struct expr *object, enum mem_order order) {
	object = ordered(lw, object, load_order(order));
	bool section = !object->type->is_atomic;
	if (section)
		begin(lw, false);
	const struct expr *value = lw_save(lw, plain(lw, object));
	if (section)
		end(lw);
	return value;
}

static void store(struct lw *lw, const struct expr *object, const struct expr *value,
                  enum mem_order order) {
	object = ordered(lw, object, order == MEM_PLAIN ? order : store_order(order));
	bool section = !object->type->is_atomic;
	if (section) {
		value = lw_pin_value(lw, value);
		begin(lw, false);
	}
	lw_assign(lw, object, value);
	if (section)
		end(lw);
}

enum rmw {
	RMW_NONE,
	RMW_SET,
	RMW_ADD,
	RMW_SUB,
	RMW_AND,
	RMW_OR,
	RMW_XOR,
	RMW_NAND,
	RMW_MIN,
	RMW_MAX
};

static enum rmw rmw_named(const char *name) {
	static const struct {
		const char *name;
		enum rmw op;
	} table[] = {{"add", RMW_ADD},  {"sub", RMW_SUB},   {"and", RMW_AND}, {"or", RMW_OR},
	             {"xor", RMW_XOR},  {"nand", RMW_NAND}, {"min", RMW_MIN}, {"max", RMW_MAX},
	             {"umin", RMW_MIN}, {"umax", RMW_MAX}};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (starts_with(name, table[i].name)) {
			char after = name[strlen(table[i].name)];
			if (!after || after == '_')
				return table[i].op;
		}
	return RMW_NONE;
}

/* Integers wrap around: computed without a sign. */
static const struct expr *compute(struct lw *lw, enum rmw op, const struct expr *old,
                                  const struct expr *value) {
	const struct type *type = old->type;
	if (op == RMW_SET)
		return value;
	if (op == RMW_MIN || op == RMW_MAX)
		return expr_cond(lw->arena, lw_arith(lw, op == RMW_MIN ? EXPR_LT : EXPR_GT, old, value),
		                 old, lw_convert(lw, type, value));
	const struct type *u = type_int(lw->types, type->bits, false);
	const struct expr *a = lw_convert(lw, u, old), *b = lw_convert(lw, u, value);
	static const enum expr_kind kind[] = {
	    [RMW_ADD] = EXPR_ADD,  [RMW_SUB] = EXPR_SUB,    [RMW_AND] = EXPR_BITAND,
	    [RMW_OR] = EXPR_BITOR, [RMW_XOR] = EXPR_BITXOR, [RMW_NAND] = EXPR_BITAND};
	const struct expr *e = expr_binary(lw->arena, kind[op], u, a, b);
	if (op == RMW_NAND)
		e = expr_unary(lw->arena, EXPR_BITNOT, u, e);
	return lw_convert(lw, type, e);
}

/* old = *p; *p = old op value; the result is the old or the new value. */
static const struct expr *read_modify_write(struct lw *lw, const struct expr *pointer,
                                            const struct expr *value, enum mem_order order,
                                            enum rmw op, bool scaled, bool want_new) {
	const struct expr *object = target(lw, pointer);
	if (!object || !value || op == RMW_NONE ||
	    (op != RMW_SET && (!type_is_scalar(object->type) || object->type->kind == TYPE_FLOAT)))
		return NULL;
	object = ordered(lw, object, order);
	value = lw_pin_value(lw, value);
	begin(lw, true);
	const struct expr *old = lw_save(lw, plain(lw, object)), *next;
	lw->wraps = old->type->kind == TYPE_INT && old->type->is_signed; /* C11 7.17.7.5 */
	if (scaled && old->type->kind == TYPE_POINTER && (op == RMW_ADD || op == RMW_SUB))
		next = lw_pointer_add(lw, old, value, op == RMW_SUB);
	else
		next = compute(lw, op, old, value);
	if (want_new)
		next = lw_save(lw, next);
	lw_assign(lw, object, next);
	lw->wraps = false;
	end(lw);
	return want_new ? next : old;
}

enum { MAX_COMPARED = 64 }; /* parts of an object that a compare-exchange compares */

/* Have two objects the same value?  Part by part, so that pointers stay what they are, and without
 * the padding, which no C program can see.  NULL: they have too many parts. */
static const struct expr *same_value(struct lw *lw, const struct expr *a, const struct expr *b,
                                     uint32_t *parts) {
	const struct type *c_int = type_c_int(lw->types), *t = a->type;
	if (++*parts > MAX_COMPARED || t->kind == TYPE_UNION)
		return NULL;
	if (type_is_scalar(t))
		return expr_binary(lw->arena, EXPR_EQ, c_int, a, lw_convert(lw, t, b));
	bool is_array = t->kind == TYPE_ARRAY;
	uint64_t n = is_array ? t->n : t->record->n;
	const struct expr *all = lw_int(lw, 1);
	for (uint64_t i = 0; i < n && all; i++) {
		const struct expr *at = is_array ? expr_u64(lw->arena, type_size(lw->types), i) : NULL;
		const struct field *f = is_array ? NULL : &t->record->field[i];
		if (f && (!f->type->size || (!f->name && f->bit_width != NOT_BITFIELD)))
			continue;
		const struct expr *same =
		    is_array
		        ? same_value(lw, expr_index(lw->arena, a, at), expr_index(lw->arena, b, at), parts)
		        : same_value(lw, expr_member(lw->arena, a, f), expr_member(lw->arena, b, f), parts);
		all = same ? expr_binary(lw->arena, EXPR_LAND, c_int, all, same) : NULL;
	}
	return all;
}

/* An object without a name of its own, as it is now. */
static const struct expr *saved(struct lw *lw, const struct expr *e) {
	const struct type *type = type_unatomic(lw->types, e->type);
	const struct expr *t = lw_temp(lw, type);
	lw_assign(lw, t, e);
	return t;
}

struct exchange {
	struct orders orders;
	bool is_weak;
};

/* Whether the exchange takes place: 'equal', and for a weak one what the model says. */
static const struct expr *decide(struct lw *lw, const struct exchange *x,
                                 const struct expr *equal) {
	const struct type *c_int = type_c_int(lw->types);
	const struct expr *same = lw_save(lw, equal);
	if (!x->is_weak)
		return same;
	const struct expr *fails = lw_temp(lw, c_int);
	lw_call(lw, fails, lw_named(lw, "__model_weak_exchange_fails", c_int, NULL, 0), 0, NULL);
	return lw_save(lw, expr_binary(lw->arena, EXPR_LAND, c_int, same, lw_not(lw, fails)));
}

/* The same for structures.  Their values are copied as a whole. */
static const struct expr *exchange_record(struct lw *lw, const struct expr *object,
                                          const struct expr *slot, const struct expr *desired,
                                          const struct exchange *x) {
	uint32_t differs = lw_label_new(lw), done = lw_label_new(lw), parts = 0;
	const struct expr *read = expr_ordered(lw->arena, object, x->orders.order, x->orders.failure);
	object = ordered(lw, object, x->orders.order);
	desired = saved(lw, desired);
	begin(lw, true);
	const struct expr *old = saved(lw, read), *wanted = saved(lw, slot);
	const struct expr *equal = same_value(lw, old, wanted, &parts);
	const struct expr *same = equal ? decide(lw, x, equal) : NULL;
	if (same) {
		lw_goto_if(lw, differs, lw_not(lw, same), NULL);
		lw_assign(lw, object, desired);
		lw_goto(lw, done);
		lw_label_here(lw, differs);
		lw_assign(lw, slot, old);
		lw_label_here(lw, done);
	}
	end(lw);
	return same;
}

/* if (*p == *expected) *p = desired; else *expected = *p; 'expected' may be a value instead.  Only
 * the accesses to *p are atomic. */
static const struct expr *compare_exchange(struct lw *lw, const struct expr *pointer,
                                           const struct expr *expected, bool expected_is_value,
                                           const struct expr *desired, const struct exchange *x,
                                           const struct expr **seen) {
	const struct expr *object = target(lw, pointer);
	if (!object || !expected || !desired)
		return NULL;
	const struct type *type = type_unatomic(lw->types, object->type);
	const struct expr *slot = expected_is_value ? NULL : target(lw, expected);
	if (!slot && !expected_is_value)
		return NULL;
	if (type->kind == TYPE_STRUCT && slot)
		return exchange_record(lw, object, slot, desired, x);
	if (!type_is_scalar(type))
		return NULL;
	desired = lw_pin_value(lw, lw_convert(lw, type, desired));
	if (!slot)
		expected = lw_pin_value(lw, lw_convert(lw, type, expected));
	uint32_t differs = lw_label_new(lw), done = lw_label_new(lw);
	const struct type *c_int = type_c_int(lw->types);
	const struct expr *read = expr_ordered(lw->arena, object, x->orders.order, x->orders.failure);
	object = ordered(lw, object, x->orders.order);
	begin(lw, true);
	const struct expr *old = lw_save(lw, plain(lw, read));
	const struct expr *wanted = lw_convert(lw, type, slot ? slot : expected);
	const struct expr *same = decide(lw, x, expr_binary(lw->arena, EXPR_EQ, c_int, old, wanted));
	lw_goto_if(lw, differs, lw_not(lw, same), NULL);
	lw_assign(lw, object, desired);
	lw_goto(lw, done);
	lw_label_here(lw, differs);
	if (slot)
		lw_assign(lw, slot, old);
	lw_label_here(lw, done);
	end(lw);
	if (seen)
		*seen = old;
	return same;
}

/* __sync_fetch_and_add_4, __sync_add_and_fetch_4, ... */
static const struct exchange sync_exchange = {{MEM_SEQ_CST, MEM_SEQ_CST}, false};

static const struct expr *sync_call(struct lw *lw, const char *name, struct lw_args args) {
	const struct expr *p = args.n > 0 ? args.at[0] : NULL, *v = args.n > 1 ? args.at[1] : NULL;
	const struct expr *seen = NULL, *third = args.n > 2 ? args.at[2] : NULL;
	if (starts_with(name, "fetch_and_"))
		return read_modify_write(lw, p, v, MEM_SEQ_CST, rmw_named(name + 10), false, false);
	if (starts_with(name, "lock_test_and_set"))
		return read_modify_write(lw, p, v, MEM_ACQUIRE, RMW_SET, false, false);
	if (starts_with(name, "swap"))
		return read_modify_write(lw, p, v, MEM_SEQ_CST, RMW_SET, false, false);
	if (starts_with(name, "bool_compare_and_swap"))
		return compare_exchange(lw, p, v, true, third, &sync_exchange, NULL);
	if (starts_with(name, "val_compare_and_swap"))
		return compare_exchange(lw, p, v, true, third, &sync_exchange, &seen) ? seen : NULL;
	if (strstr(name, "_and_fetch"))
		return read_modify_write(lw, p, v, MEM_SEQ_CST, rmw_named(name), false, true);
	return NULL;
}

/* A byte that is set or cleared through a pointer to anything. */
static const struct expr *flag_byte(struct lw *lw, const struct expr *pointer) {
	const struct type *byte = type_int(lw->types, 8, false);
	if (!pointer || pointer->type->kind != TYPE_POINTER)
		return NULL;
	return lw_convert(lw, type_pointer(lw->types, byte), pointer);
}

static const struct expr *order_argument(struct lw *lw, CXCursor call, struct lw_args args,
                                         uint32_t i) {
	return i < args.n ? order_value(lw, clang_Cursor_getArgument(call, i), args.at[i]) : NULL;
}

static bool atomic_function(struct lw *lw, CXCursor call, const char *name,
                            const struct expr **value) {
	const struct type *type = lw_rvalue_type(lw, call);
	if (strstr(name, "_fence")) {
		struct each_order o =
		    each_order(lw, order_argument(lw, call, lw_arguments(lw, call, NULL), 0), all_orders);
		bool orders_threads = strstr(name, "_thread_fence"); /* not one for signals */
		while (orders_threads && order_next(lw, &o))
			lw_fence(lw, o.order);
		return true;
	}
	if (strstr(name, "lock_free")) {
		uint64_t known = 1;
		lw_eval_u64(call, &known);
		*value = expr_u64(lw->arena, type, known);
		return true;
	}
	bool set = is(name, "__atomic_test_and_set");
	if (!set && !is(name, "__atomic_clear"))
		return false;
	struct lw_args args = lw_arguments(lw, call, NULL);
	const struct expr *byte = args.n ? flag_byte(lw, args.at[0]) : NULL;
	if (!byte) {
		*value = lw_unsupported(lw, type, "%s", name);
		return true;
	}
	byte = lw_pin_value(lw, byte);
	struct each_order o =
	    each_order(lw, order_argument(lw, call, args, 1), set ? all_orders : store_orders);
	const struct expr *was = set ? lw_temp(lw, type_int(lw->types, 8, false)) : NULL;
	while (order_next(lw, &o))
		if (set)
			lw_assign(lw, was,
			          read_modify_write(lw, byte, lw_int(lw, 1), o.order, RMW_SET, false, false));
		else
			store(lw, target(lw, byte), lw_int(lw, 0), o.order);
	if (set)
		*value = lw_convert(lw, type, was);
	return true;
}

bool lw_atomic_call(struct lw *lw, CXCursor call, const char *name, bool want,
                    const struct expr **value) {
	(void)want;
	if (starts_with(name, "__atomic_") || starts_with(name, "__c11_atomic_"))
		return atomic_function(lw, call, name, value);
	if (!starts_with(name, "__sync_"))
		return false;
	name += strlen("__sync_");
	const struct type *type = lw_rvalue_type(lw, call);
	struct lw_args args = lw_arguments(lw, call, NULL);
	if (starts_with(name, "synchronize")) {
		lw_fence(lw, MEM_SEQ_CST);
		return true;
	}
	if (starts_with(name, "lock_release")) {
		const struct expr *object = args.n ? target(lw, args.at[0]) : NULL;
		if (object && type_is_scalar(object->type))
			store(lw, object, lw_int(lw, 0), MEM_RELEASE);
		else
			lw_unsupported(lw, NULL, "__sync_%s", name);
		return true;
	}
	const struct expr *e = sync_call(lw, name, args);
	*value = e ? lw_convert(lw, type, e) : lw_unsupported(lw, type, "__sync_%s", name);
	return true;
}

/* Operands in libclang's order, which is not that of the source: pointer, order, then values; of
 * compare-exchange expected, order of failure, desired, and for __atomic_* weak. */
struct operands {
	const struct expr *at[6];
	size_t n;
};

static struct operands operands(struct lw *lw, struct lw_kids kids) {
	struct operands o = {.n = kids.n < 6 ? kids.n : 6};
	for (size_t i = 0; i < o.n; i++) {
		size_t mark = lw_mark(lw);
		o.at[i] = lw_value(lw, kids.at[i]);
		for (size_t k = 0; k < i && lw_mark(lw) != mark; k++) {
			size_t before = lw_mark(lw);
			o.at[k] = lw_keep(lw, o.at[k], mark);
			mark += lw_mark(lw) - before;
		}
	}
	return o;
}

/* So that the code of each order finds the same values.  The order itself is saved already. */
static void pin_operands(struct lw *lw, struct operands *o) {
	for (size_t i = 0; i < o->n; i++)
		if (o->at[i] && i != 1)
			o->at[i] = lw_pin_value(lw, o->at[i]);
}

/* load, store, exchange of the GNU kind take values through pointers. */
static bool through_memory(struct lw *lw, const char *name, struct operands o,
                           enum mem_order order) {
	const struct expr *object = target(lw, o.at[0]);
	const struct expr *second = o.n > 2 ? target(lw, o.at[2]) : NULL;
	if (!object || !second)
		return false;
	if (is(name, "load")) {
		lw_assign(lw, second, load(lw, object, order));
	} else if (is(name, "store")) {
		store(lw, object, lw_save(lw, plain(lw, second)), order);
	} else {
		const struct expr *result = o.n > 3 ? target(lw, o.at[3]) : NULL;
		const struct expr *value = lw_save(lw, plain(lw, second));
		const struct expr *old =
		    result ? read_modify_write(lw, lw_addr(lw, object), value, order, RMW_SET, false, false)
		           : NULL;
		if (!old)
			return false;
		lw_assign(lw, result, old);
	}
	return true;
}

/* Of __atomic_* the last operand says so; one that is no constant may. */
static bool is_weak(const char *name, struct operands o) {
	const struct expr *weak = o.n > 5 ? o.at[5] : NULL;
	if (!weak)
		return strstr(name, "_weak");
	return weak->kind != EXPR_CONST || weak->bits.lo;
}

static const struct expr *exchange_if(struct lw *lw, const char *name, struct operands o, bool gnu,
                                      struct orders orders) {
	if (o.n < 5)
		return NULL;
	const struct expr *desired = o.at[4];
	if (gnu && !strstr(name, "_n"))
		desired = target(lw, desired);
	struct exchange x = {orders, is_weak(name, o)};
	return compare_exchange(lw, o.at[0], o.at[2], false, desired, &x, NULL);
}

/* The operation with these orders.  *done: it has no result. */
static const struct expr *atomic_operation(struct lw *lw, const char *name, struct operands o,
                                           bool gnu, struct orders orders, bool *done) {
	const struct expr *object = o.n ? target(lw, o.at[0]) : NULL;
	enum mem_order order = orders.order;
	if (gnu && (is(name, "load") || is(name, "store") || is(name, "exchange"))) {
		*done = through_memory(lw, name, o, order);
	} else if (is(name, "load") || is(name, "load_n")) {
		return object ? load(lw, object, order) : NULL;
	} else if (is(name, "store") || is(name, "store_n") || is(name, "init")) {
		const struct expr *value = o.n > 1 ? o.at[o.n - 1] : NULL;
		*done = object && value;
		if (*done)
			store(lw, object, value, is(name, "init") ? MEM_PLAIN : order);
	} else if (starts_with(name, "exchange")) {
		return o.n > 2 ? read_modify_write(lw, o.at[0], o.at[2], order, RMW_SET, false, false)
		               : NULL;
	} else if (starts_with(name, "compare_exchange")) {
		return exchange_if(lw, name, o, gnu, orders);
	} else if (starts_with(name, "fetch_") && o.n > 2) {
		return read_modify_write(lw, o.at[0], o.at[2], order, rmw_named(name + 6), !gnu, false);
	} else if (strstr(name, "_fetch") && o.n > 2) {
		return read_modify_write(lw, o.at[0], o.at[2], order, rmw_named(name), !gnu, true);
	}
	return NULL;
}

const struct expr *lw_atomic_expr(struct lw *lw, CXCursor c, const char *full,
                                  struct lw_kids kids) {
	bool gnu = starts_with(full, "__atomic_");
	const char *name = full + strlen(gnu ? "__atomic_" : "__c11_atomic_");
	const struct type *type = lw_rvalue_type(lw, c);
	struct operands o = operands(lw, kids);
	bool loads = starts_with(name, "load"), stores = starts_with(name, "store");
	bool exchanges = starts_with(name, "compare_exchange");
	const struct expr *first = o.n > 1 ? order_value(lw, kids.at[1], o.at[1]) : NULL;
	const struct expr *second = exchanges && o.n > 3 ? order_value(lw, kids.at[3], o.at[3]) : NULL;
	struct each_order success = each_order(lw, first,
	                                       loads    ? load_orders
	                                       : stores ? store_orders
	                                                : all_orders);
	const struct expr *result = NULL, *e = NULL;
	bool done = false, split = success.value || (second && second->kind != EXPR_CONST);
	if (split)
		pin_operands(lw, &o);
	if (split && type->kind != TYPE_VOID)
		result = lw_temp(lw, type);
	while (order_next(lw, &success)) {
		struct each_order failure = each_order(lw, second, load_orders);
		while (order_next(lw, &failure)) {
			struct orders orders = {success.order,
			                        exchanges ? load_order(failure.order) : MEM_PLAIN};
			e = atomic_operation(lw, name, o, gnu, orders, &done);
			if (result && e)
				lw_assign(lw, result, e);
		}
	}
	if (done)
		return NULL;
	return e ? lw_convert(lw, type, result ? result : e) : lw_unsupported(lw, type, "%s", full);
}
