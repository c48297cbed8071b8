#include "tests/explicit/eval.h"

#include <string.h>

#include "util/text/diag.h"

struct frame *eval_frame(const struct eval *x) {
	return &vec_last(&x->st->thread[x->tid].frame);
}

struct loc eval_loc(const struct eval *x) {
	const struct thread *t = &x->st->thread[x->tid];
	for (size_t i = t->frame.n; i-- > 0;) {
		const struct frame *fr = &t->frame.at[i];
		if (!fr->function->is_model)
			return fr->function->ins.at[fr->pc].loc;
	}
	return NO_LOC;
}

static uint64_t refuse(const struct eval *x, const char *what) {
	if (!x->dry)
		unsupported(eval_loc(x), what);
	return 0;
}

/* --- Memory. --- */

/* What a function of the library accesses itself is its own business; blocks that it fills or
 * copies for the user are not. */
static bool is_own(const struct eval *x) {
	return eval_frame(x)->function->is_model;
}

struct object *memory_at(const struct eval *x, uint64_t pointer, uint64_t size, bool is_write,
                         bool is_private, bool is_atomic) {
	uint32_t id = pointer_object(pointer), offset = pointer_offset(pointer);
	struct object *o = state_find(x->st, id);
	if ((!o || pointer_is_torn(pointer)) && x->astray)
		*x->astray = true;
	if (!o || offset > o->size || size > o->size - offset) {
		refuse(x, "access to memory that is not there");
		return NULL;
	}
	if (x->log && !is_private && size) {
		struct access a = {.object = id,
		                   .offset = offset,
		                   .size = (uint32_t)size,
		                   .is_write = is_write,
		                   .is_atomic = is_atomic || x->st->thread[x->tid].atomic,
		                   .loc = eval_loc(x)};
		vec_push(&x->log->list, a);
	}
	return o;
}

/* How many bytes the place has; those of a bit-field are the ones that hold its bits. */
static uint64_t place_size(struct place p) {
	return p.width ? (p.bit + p.width + 7) / 8 : p.type->size;
}

static struct object *place_memory(const struct eval *x, struct place p, bool is_write) {
	return memory_at(x, p.pointer, place_size(p), is_write, p.is_private, p.is_atomic || is_own(x));
}

/* --- Store buffers. --- */

enum { MAX_WAITING = 16 };

static struct thread *own_thread(const struct eval *x) {
	return &x->st->thread[x->tid];
}

/* The bytes as the thread sees them: its own stores, the youngest last. */
static bool own_bytes(const struct eval *x, const struct object *o, uint32_t at, uint64_t n,
                      uint8_t *to) {
	bool defined[16];
	for (uint64_t i = 0; i < n; i++) {
		to[i] = o->byte[at + i];
		defined[i] = !o->undefined[at + i];
	}
	for (size_t k = 0; k < own_thread(x)->buffer.n; k++) {
		const struct waiting *w = &own_thread(x)->buffer.at[k];
		uint32_t from = pointer_offset(w->pointer);
		for (uint64_t i = 0; i < n && pointer_object(w->pointer) == o->id; i++)
			if (at + i >= from && at + i < from + w->size) {
				to[i] = (uint8_t)(w->value >> 8 * (at + i - from));
				defined[i] = true;
			}
	}
	for (uint64_t i = 0; i < n; i++)
		if (!defined[i])
			return false;
	return true;
}

/* Is the access in a section that is more than one load or store? */
static bool in_section(const struct eval *x) {
	const struct frame *fr = eval_frame(x);
	uint32_t pc = fr->pc;
	if (!own_thread(x)->atomic)
		return false;
	while (pc && fr->function->ins.at[pc].kind != INS_ATOMIC_BEGIN)
		pc--;
	const struct ins *begin = &fr->function->ins.at[pc];
	return own_thread(x)->atomic > 1 || !begin->operation || begin->modifies;
}

static bool is_buffered(const struct eval *x, struct place p) {
	return x->st->limits && x->st->limits->buffers && !p.is_private && p.order != MEM_SEQ_CST &&
	       !is_own(x) && !in_section(x) && !state_is_alone(x->st);
}

void buffer_barrier(const struct eval *x) {
	struct thread *t = own_thread(x);
	if (x->st->limits && x->st->limits->buffers == BUFFERS_PSO && t->buffer.n &&
	    vec_last(&t->buffer).size)
		vec_push(&t->buffer, ((struct waiting){0}));
}

static void buffer_store(const struct eval *x, struct place p, wide value) {
	struct waiting w = {p.pointer, (uint32_t)place_size(p), value};
	if (w.size < 16)
		w.value &= ((wide)1 << 8 * w.size) - 1;
	vec_push(&own_thread(x)->buffer, w);
	if (own_thread(x)->buffer.n > MAX_WAITING)
		unsupported(eval_loc(x), "a long store buffer");
}

/* Nobody sees in which order the stores of a thread that is alone reach memory. */
static void empty_if_alone(const struct eval *x) {
	while (own_thread(x)->buffer.n && state_is_alone(x->st))
		state_flush(x->st, x->tid, 0);
}

static wide ones(uint32_t bits) {
	return bits >= 128 ? ~(wide)0 : ((wide)1 << bits) - 1;
}

static wide mask_of(const struct type *t) {
	return ones(t->bits);
}

static bool is_real(const struct type *t) {
	return t->kind == TYPE_FLOAT;
}

static void check_scalar(const struct eval *x, const struct type *t) {
	bool ok = type_is_scalar(t) && t->bits <= 128 && t->size <= 16;
	if (!ok)
		unsupported(eval_loc(x), "a value that is no integer of up to 128 bits and no pointer");
	if (is_real(t) && t->bits != 32 && t->bits != 64)
		unsupported(eval_loc(x), "a float of another format than float and double");
}

static wide extend(wide value, uint32_t bits, bool is_signed) {
	if (!is_signed || bits >= 128)
		return value;
	wide sign = (wide)1 << (bits - 1);
	return (value ^ sign) - sign;
}

static wide sign_extend(wide value, const struct type *t) {
	return extend(value, t->bits, t->is_signed);
}

static wide place_read(const struct eval *x, struct place p) {
	check_scalar(x, p.type);
	if (p.is_register) {
		const struct frame *fr = eval_frame(x);
		return fr->undefined[p.slot] ? refuse(x, "a variable without value is read")
		                             : fr->reg[p.slot];
	}
	const struct object *o = place_memory(x, p, false);
	wide value = 0;
	if (!o)
		return 0;
	uint32_t at = pointer_offset(p.pointer);
	uint8_t byte[16] = {0};
	if (!own_bytes(x, o, at, place_size(p), byte))
		return refuse(x, "memory without value is read");
	memcpy(&value, byte, place_size(p));
	if (p.width)
		value = extend(value >> p.bit & ones(p.width), p.width, p.type->is_signed);
	return value & mask_of(p.type);
}

void place_write(const struct eval *x, struct place p, wide value) {
	check_scalar(x, p.type);
	if (p.is_register) {
		struct frame *fr = eval_frame(x);
		fr->reg[p.slot] = value;
		fr->undefined[p.slot] = 0;
		return;
	}
	struct object *o = place_memory(x, p, true);
	uint32_t at = pointer_offset(p.pointer);
	empty_if_alone(x);
	if (p.width) { /* the other bits stay */
		wide old = 0, mask = ones(p.width) << p.bit;
		uint8_t byte[16] = {0};
		own_bytes(x, o, at, place_size(p), byte);
		memcpy(&old, byte, place_size(p));
		value = (old & ~mask) | (value << p.bit & mask);
	}
	if (p.order == MEM_RELEASE)
		buffer_barrier(x);
	if (is_buffered(x, p)) {
		buffer_store(x, p, value);
		return;
	}
	memcpy(o->byte + at, &value, place_size(p));
	memset(o->undefined + at, 0, place_size(p));
}

void place_undefine(const struct eval *x, struct place p) {
	if (p.is_register) {
		eval_frame(x)->undefined[p.slot] = 1;
		return;
	}
	struct object *o = place_memory(x, p, true);
	memset(o->undefined + pointer_offset(p.pointer), 1, place_size(p));
}

void place_touch(const struct eval *x, struct place p, bool is_write) {
	if (!p.is_register)
		place_memory(x, p, is_write);
}

/* --- Where an lvalue lies. --- */

static struct place symbol_place(const struct eval *x, const struct symbol *s) {
	struct place p = {.type = s->type, .slot = s->slot};
	switch (s->storage) {
	case STORAGE_STATIC: p.pointer = pointer_to(static_id(s)); break;
	case STORAGE_THREAD:
		p.is_private = !s->address_taken;
		p.pointer = pointer_to(thread_id(x->tid, s));
		break;
	case STORAGE_FUNCTION: p.pointer = pointer_to(function_id(s)); break;
	case STORAGE_AUTO:
		p.is_private = !s->address_taken;
		p.is_register = !local_in_memory(s);
		if (!p.is_register)
			p.pointer =
			    pointer_to(auto_id(x->tid, (uint32_t)x->st->thread[x->tid].frame.n - 1, s->slot));
		break;
	}
	return p;
}

/* The offset wraps within its half of the pointer; the object stays. */
static uint64_t pointer_add(uint64_t pointer, uint64_t bytes) {
	return (pointer & ~(uint64_t)UINT32_MAX) | (uint32_t)(pointer + bytes);
}

struct place eval_place(const struct eval *x, const struct expr *e) {
	struct place p;
	switch (e->kind) {
	case EXPR_SYMBOL: p = symbol_place(x, e->symbol); break;
	case EXPR_DEREF: p = (struct place){.pointer = (uint64_t)eval(x, e->arg[0])}; break;
	case EXPR_MEMBER:
		p = eval_place(x, e->arg[0]);
		if (e->field->bit_width != NOT_BITFIELD) {
			p.bit = e->field->offset % 8;
			p.width = e->field->bit_width;
		}
		p.pointer = pointer_add(p.pointer, e->field->offset / 8);
		break;
	case EXPR_INDEX:
		p = eval_place(x, e->arg[0]);
		p.pointer = pointer_add(
		    p.pointer, (uint64_t)sign_extend(eval(x, e->arg[1]), e->arg[1]->type) * e->type->size);
		break;
	default: BUG("no lvalue: kind %d", e->kind);
	}
	p.type = e->type;
	p.is_atomic = e->type->is_atomic && e->order != MEM_PLAIN;
	p.order = e->order;
	return p;
}

/* --- Floats: those of the machine that runs the search. --- */

static double real_value(wide bits, const struct type *t) {
	uint64_t low = (uint64_t)bits;
	uint32_t half = (uint32_t)low;
	double d;
	float f;
	if (t->bits == 32) {
		memcpy(&f, &half, sizeof f);
		return f;
	}
	memcpy(&d, &low, sizeof d);
	return d;
}

/* Rounds to the format. */
static wide real_bits(double d, const struct type *t) {
	uint64_t low;
	uint32_t half;
	float f = (float)d;
	if (t->bits == 32) {
		memcpy(&half, &f, sizeof half);
		return half;
	}
	memcpy(&low, &d, sizeof low);
	return low;
}

static wide real_to_integer(const struct eval *x, double d, const struct type *to) {
	double most = to->is_signed ? 0x1p62 : 0x1p63; /* less than fits, more than programs have */
	if (!(d < most && d > (to->is_signed ? -most : -1.0)))
		return refuse(x, "a float that no integer holds");
	wide value = to->is_signed ? (wide)(__int128)(int64_t)d : (uint64_t)d;
	if (extend(value & mask_of(to), to->bits, to->is_signed) != value)
		return refuse(x, "a float that no integer holds");
	return value & mask_of(to);
}

static double integer_to_real(wide value, const struct type *from) {
	wide v = sign_extend(value, from);
	return from->is_signed ? (double)(__int128)v : (double)v;
}

/* A float operation of two doubles that hold floats, rounded once more, is the float's own. */
static wide real_arithmetic(enum expr_kind kind, const struct type *t, wide a, wide b) {
	double n = real_value(a, t), m = real_value(b, t);
	switch (kind) {
	case EXPR_ADD: return real_bits(n + m, t);
	case EXPR_SUB: return real_bits(n - m, t);
	case EXPR_MUL: return real_bits(n * m, t);
	case EXPR_DIV: return real_bits(n / m, t);
	case EXPR_EQ: return n == m;
	case EXPR_NE: return n != m;
	case EXPR_LT: return n < m;
	case EXPR_LE: return n <= m;
	case EXPR_GT: return n > m;
	case EXPR_GE: return n >= m;
	default: BUG("no operation of floats: kind %d", kind);
	}
}

static bool is_true(wide value, const struct type *t) {
	return is_real(t) ? real_value(value, t) != 0 : value != 0;
}

/* --- Operators. --- */

wide eval_cast(const struct eval *x, wide value, const struct type *from, const struct type *to) {
	if (to->kind == TYPE_VOID)
		return 0;
	check_scalar(x, from);
	check_scalar(x, to);
	if (to->kind == TYPE_BOOL)
		return is_true(value, from);
	if (is_real(to))
		return real_bits(is_real(from) ? real_value(value, from) : integer_to_real(value, from),
		                 to);
	if (is_real(from))
		return real_to_integer(x, real_value(value, from), to);
	return sign_extend(value, from) & mask_of(to);
}

static wide divide(const struct eval *x, enum expr_kind kind, const struct type *t, wide a,
                   wide b) {
	if (!b)
		return refuse(x, "division by zero");
	if (!t->is_signed)
		return kind == EXPR_DIV ? a / b : a % b;
	__int128 n = (__int128)sign_extend(a, t), d = (__int128)sign_extend(b, t);
	if (d == -1)
		return kind == EXPR_DIV ? 0 - a : 0;
	return (wide)(kind == EXPR_DIV ? n / d : n % d);
}

static wide shift(const struct eval *x, const struct expr *e, wide a, wide b) {
	const struct type *t = e->arg[0]->type;
	if (b >= t->bits)
		return refuse(x, "a shift by the width or more");
	if (e->kind == EXPR_SHL)
		return a << b;
	return t->is_signed ? (wide)((__int128)sign_extend(a, t) >> b) : a >> b;
}

static bool compare(enum expr_kind kind, const struct type *t, wide a, wide b) {
	bool less = t->is_signed ? (__int128)sign_extend(a, t) < (__int128)sign_extend(b, t) : a < b;
	switch (kind) {
	case EXPR_EQ: return a == b;
	case EXPR_NE: return a != b;
	case EXPR_LT: return less;
	case EXPR_LE: return less || a == b;
	case EXPR_GT: return !less && a != b;
	default: return !less;
	}
}

static uint64_t element_size(const struct type *pointer) {
	return pointer->elem->size ? pointer->elem->size : 1;
}

static wide binary(const struct eval *x, const struct expr *e) {
	const struct type *t = e->arg[0]->type, *u = e->arg[1]->type;
	wide a = eval(x, e->arg[0]), b = eval(x, e->arg[1]);
	if (is_real(t))
		return real_arithmetic(e->kind, t, a, b);
	switch (e->kind) {
	case EXPR_ADD: return a + b;
	case EXPR_SUB: return a - b;
	case EXPR_MUL: return a * b;
	case EXPR_DIV:
	case EXPR_REM: return divide(x, e->kind, t, a, b);
	case EXPR_SHL:
	case EXPR_SHR: return shift(x, e, a, b);
	case EXPR_BITAND: return a & b;
	case EXPR_BITOR: return a | b;
	case EXPR_BITXOR: return a ^ b;
	case EXPR_PTRADD:
		return pointer_add((uint64_t)a, (uint64_t)sign_extend(b, u) * element_size(t));
	case EXPR_PTRDIFF:
		return (wide)((int64_t)(int32_t)(uint32_t)(a - b) / (int64_t)element_size(t));
	default: return compare(e->kind, t, a, b);
	}
}

/* --- Predicates. --- */

static uint64_t readable(const struct eval *x, uint64_t pointer, uint64_t size) {
	const struct object *o = state_find(x->st, pointer_object(pointer));
	uint32_t offset = pointer_offset(pointer);
	return o && offset <= o->size && size <= o->size - offset;
}

/* Is there a zero byte, or are there so many bytes, before the object ends? */
static bool is_string(const struct eval *x, uint64_t pointer, uint64_t most) {
	const struct object *o = state_find(x->st, pointer_object(pointer));
	uint32_t at = pointer_offset(pointer);
	for (uint64_t n = 0; o && at < o->size && n < most; at++, n++) {
		if (o->undefined[at])
			return refuse(x, "memory without value is read");
		if (!o->byte[at])
			return true;
	}
	return o && at < o->size;
}

static bool overflows(const struct eval *x, const struct expr *e, wide a, wide b) {
	const struct type *t = e->arg[0]->type;
	__int128 n = (__int128)sign_extend(a, t), m = (__int128)sign_extend(b, t);
	if (t->bits > 64)
		unsupported(eval_loc(x), "overflow of more than 64 bits");
	switch (e->builtin) {
	case BUILTIN_OVERFLOW_ADD: n += m; break;
	case BUILTIN_OVERFLOW_SUB: n -= m; break;
	case BUILTIN_OVERFLOW_NEG: n = -n; break;
	default: n *= m; break;
	}
	__int128 high = (__int128)1 << (t->bits - t->is_signed), low = t->is_signed ? -high : 0;
	return n < low || n >= high;
}

static wide builtin(const struct eval *x, const struct expr *e) {
	wide first = eval(x, e->arg[0]), second = e->nargs > 1 ? eval(x, e->arg[1]) : 0;
	uint64_t a = (uint64_t)first, b = (uint64_t)second;
	uint32_t id = pointer_object(a);
	bool alive = state_find(x->st, id) != NULL;
	switch (e->builtin) {
	case BUILTIN_OVERFLOW_ADD:
	case BUILTIN_OVERFLOW_SUB:
	case BUILTIN_OVERFLOW_NEG:
	case BUILTIN_OVERFLOW_MUL: return overflows(x, e, first, second);
	case BUILTIN_READABLE:
	case BUILTIN_WRITABLE: return readable(x, a, b);
	case BUILTIN_IS_LIVE: return readable(x, a, 0);
	case BUILTIN_IS_STRING: return is_string(x, a, b);
	case BUILTIN_IS_NULL_OBJECT: return !id;
	case BUILTIN_IS_FREED: return object_area(id) == AREA_HEAP && !alive;
	case BUILTIN_IS_DEAD: return object_area(id) == AREA_AUTO && !alive;
	case BUILTIN_IS_HEAP: return object_area(id) == AREA_HEAP;
	case BUILTIN_IS_STATIC: return object_area(id) == AREA_STATIC;
	case BUILTIN_SAME_OBJECT: return id == pointer_object(b);
	case BUILTIN_OBJECT_SIZE: return alive ? state_find(x->st, id)->size : 0;
	case BUILTIN_OFFSET: return (wide)(int64_t)(int32_t)pointer_offset(a);
	case BUILTIN_POPCOUNT:
		return (wide)__builtin_popcountll(a) + (wide)__builtin_popcountll((uint64_t)(first >> 64));
	default: unsupported(eval_loc(x), expr_builtin_name(e->builtin));
	}
}

static wide constant(struct bits bits) {
	return bits.width > 64 ? bits.limb[0] | (wide)bits.limb[1] << 64 : bits.lo;
}

/* Of an operand that is a condition. */
static bool holds(const struct eval *x, const struct expr *e) {
	return is_true(eval(x, e), e->type);
}

static wide negate(const struct eval *x, const struct expr *e) {
	wide value = eval(x, e->arg[0]);
	return is_real(e->type) ? value ^ (wide)1 << (e->type->bits - 1) : 0 - value;
}

wide eval(const struct eval *x, const struct expr *e) {
	check_scalar(x, e->type);
	wide mask = mask_of(e->type);
	switch (e->kind) {
	case EXPR_CONST: return constant(e->bits);
	case EXPR_SYMBOL:
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: return place_read(x, eval_place(x, e));
	case EXPR_ADDR: return eval_place(x, e->arg[0]).pointer;
	case EXPR_CAST: return eval_cast(x, eval(x, e->arg[0]), e->arg[0]->type, e->type);
	case EXPR_NEG: return negate(x, e) & mask;
	case EXPR_BITNOT: return ~eval(x, e->arg[0]) & mask;
	case EXPR_LNOT: return !holds(x, e->arg[0]);
	case EXPR_LAND: return holds(x, e->arg[0]) && holds(x, e->arg[1]);
	case EXPR_LOR: return holds(x, e->arg[0]) || holds(x, e->arg[1]);
	case EXPR_COND: return eval(x, holds(x, e->arg[0]) ? e->arg[1] : e->arg[2]);
	case EXPR_BUILTIN: return builtin(x, e) & mask;
	case EXPR_NONDET: unsupported(eval_loc(x), "an arbitrary operand");
	case EXPR_VARARGS:
		return pointer_to(
		    auto_id(x->tid, (uint32_t)x->st->thread[x->tid].frame.n - 1, SLOT_VARARGS));
	default: return binary(x, e) & mask;
	}
}

/* --- What depends on memory. --- */

bool place_touches_memory(const struct expr *e) {
	for (; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
		if (e->kind == EXPR_INDEX && touches_memory(e->arg[1]))
			return true;
	if (e->kind == EXPR_DEREF)
		return true;
	const struct symbol *s = e->symbol;
	return s->storage == STORAGE_STATIC || s->address_taken;
}

static bool address_touches_memory(const struct expr *e) {
	for (; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
		if (e->kind == EXPR_INDEX && touches_memory(e->arg[1]))
			return true;
	return e->kind == EXPR_DEREF && touches_memory(e->arg[0]);
}

bool touches_memory(const struct expr *e) {
	if (e->kind == EXPR_ADDR)
		return address_touches_memory(e->arg[0]);
	if (expr_is_lvalue(e))
		return place_touches_memory(e);
	/* whether an object lives is something another thread may change */
	if (e->kind == EXPR_BUILTIN && e->builtin > BUILTIN_OVERFLOW_SHL)
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (touches_memory(e->arg[i]))
			return true;
	return false;
}
