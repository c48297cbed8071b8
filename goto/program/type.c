#include "goto/program/type.h"

#include <string.h>

#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

/* Every struct type that is handed out is the first member of one of these. */
struct type_node {
	struct type type;
	struct types *owner;
	const struct type *base; /* atomic types: the type without _Atomic */
	struct type_node *next;  /* same hash */
};

struct types {
	struct arena *arena;
	const struct target *target;  /* the caller fills it before the first type is made */
	struct map by_hash;           /* structural hash -> first struct type_node * */
	VEC(const struct type *) all; /* by id */
	VEC(struct type *) pending;   /* arrays made before their element type was complete */
};

static const struct type_node *node_of(const struct type *t) {
	return (const struct type_node *)t;
}

const struct target *type_target(const struct type *t) {
	return node_of(t)->owner->target;
}

struct types *types_open(struct arena *arena, const struct target *target) {
	struct types *ts = mem_alloc(sizeof *ts);
	ts->arena = arena;
	ts->target = target;
	return ts;
}

void types_close(struct types *ts) {
	if (!ts)
		return;
	map_free(&ts->by_hash);
	vec_free(&ts->all);
	vec_free(&ts->pending);
	mem_free(ts);
}

const struct target *types_target(const struct types *ts) {
	return ts->target;
}

static uint64_t mix(uint64_t h, uint64_t x) {
	return map_hash(h ^ (x + 0x9e3779b97f4a7c15ULL));
}

/* Size and alignment identify only types that do not derive them from others: an array's element
 * type may be completed after the array type was made. */
static bool has_own_layout(const struct type_node *k) {
	return k->type.kind != TYPE_ARRAY || k->base;
}

static uint64_t hash(const struct type_node *k) {
	const struct type *t = &k->type;
	uint64_t h = mix((uint64_t)t->kind, t->bits);
	h = mix(h, (uint64_t)(t->is_signed | t->is_atomic << 1 | t->is_variadic << 2 |
	                      t->no_prototype << 3));
	if (has_own_layout(k))
		h = mix(mix(h, t->size), t->align);
	h = mix(mix(h, t->n), map_key(t->elem));
	h = mix(mix(h, map_key(t->vla)), map_key(t->record));
	h = mix(mix(h, map_key(t->name)), map_key(k->base));
	for (uint64_t i = 0; t->kind == TYPE_FUNC && i < t->n; i++)
		h = mix(h, map_key(t->param[i]));
	return h;
}

static bool same(const struct type_node *j, const struct type_node *k) {
	const struct type *a = &j->type, *b = &k->type;
	if (a->kind != b->kind || a->is_signed != b->is_signed || a->is_atomic != b->is_atomic ||
	    a->is_variadic != b->is_variadic || a->no_prototype != b->no_prototype ||
	    a->bits != b->bits || a->n != b->n || a->elem != b->elem || a->vla != b->vla ||
	    a->record != b->record || a->name != b->name || j->base != k->base)
		return false;
	if (has_own_layout(j) && (a->size != b->size || a->align != b->align))
		return false;
	for (uint64_t i = 0; a->kind == TYPE_FUNC && i < a->n; i++)
		if (a->param[i] != b->param[i])
			return false;
	return true;
}

static struct type_node *add(struct types *ts, const struct type_node *key) {
	struct type_node *new = arena_copy(ts->arena, key, sizeof *key);
	new->owner = ts;
	new->type.id = (uint32_t)ts->all.n;
	vec_push(&ts->all, &new->type);
	return new;
}

static const struct type_node *intern_node(struct types *ts, const struct type_node *key,
                                           bool *is_new) {
	uint64_t h = hash(key), first = 0;
	map_get(&ts->by_hash, h, &first);
	for (struct type_node *n = (struct type_node *)(uintptr_t)first; n; n = n->next)
		if (same(n, key)) {
			*is_new = false;
			return n;
		}
	struct type_node *new = add(ts, key);
	if (key->type.kind == TYPE_FUNC && !key->base)
		new->type.param = arena_copy(ts->arena, key->type.param, key->type.n * sizeof(void *));
	new->next = (struct type_node *)(uintptr_t)first;
	map_put(&ts->by_hash, h, map_key(new));
	*is_new = true;
	return new;
}

static const struct type *make(struct types *ts, struct type t) {
	struct type_node key = {.type = t};
	bool is_new;
	return &intern_node(ts, &key, &is_new)->type;
}

const struct type *type_void(struct types *ts) {
	return make(ts, (struct type){.kind = TYPE_VOID, .align = 1});
}

const struct type *type_bool(struct types *ts) {
	return make(ts, (struct type){.kind = TYPE_BOOL, .bits = 8, .size = 1, .align = 1});
}

/* Storage of an integer: the next power of two up to 16 bytes, whole words beyond. */
static uint64_t int_size(uint32_t bits) {
	uint64_t bytes = ((uint64_t)bits + 7) / 8, size = 1;
	while (size < bytes && size < 16)
		size *= 2;
	return size >= bytes ? size : (bytes + 7) / 8 * 8;
}

const struct type *type_int(struct types *ts, uint32_t bits, bool is_signed) {
	uint64_t size = int_size(bits);
	return type_int_aligned(ts, bits, is_signed, size > 16 ? 8 : (uint32_t)size);
}

const struct type *type_int_aligned(struct types *ts, uint32_t bits, bool is_signed,
                                    uint32_t align) {
	return make(ts, (struct type){.kind = TYPE_INT,
	                              .is_signed = is_signed,
	                              .bits = bits,
	                              .size = int_size(bits),
	                              .align = align});
}

const struct type *type_enum(struct types *ts, const struct type *base, const char *name) {
	struct type_node key = {.type = *base};
	key.type.id = 0;
	key.type.name = name ? intern(name) : NULL;
	bool is_new;
	return &intern_node(ts, &key, &is_new)->type;
}

const struct type *type_float(struct types *ts, uint32_t bits, uint64_t size, uint32_t align) {
	return make(ts, (struct type){.kind = TYPE_FLOAT, .bits = bits, .size = size, .align = align});
}

const struct type *type_pointer(struct types *ts, const struct type *elem) {
	uint32_t bits = ts->target->pointer_bits;
	return make(
	    ts,
	    (struct type){
	        .kind = TYPE_POINTER, .elem = elem, .bits = bits, .size = bits / 8, .align = bits / 8});
}

static bool is_incomplete(const struct type *t) {
	while (t->kind == TYPE_ARRAY)
		t = t->elem;
	return t->record && !t->record->complete;
}

static void layout_array(struct type *t) {
	t->align = t->elem->align;
	t->size = 0;
	if (t->n == ARRAY_OPEN || t->vla)
		return;
	if (__builtin_mul_overflow(t->n, t->elem->size, &t->size))
		BUG("array type of %llu elements of %llu bytes", (unsigned long long)t->n,
		    (unsigned long long)t->elem->size);
}

static const struct type *make_array(struct types *ts, struct type t) {
	struct type_node key = {.type = t};
	layout_array(&key.type);
	bool is_new;
	const struct type *array = &intern_node(ts, &key, &is_new)->type;
	if (is_new && is_incomplete(array))
		vec_push(&ts->pending, (struct type *)array);
	return array;
}

const struct type *type_array(struct types *ts, const struct type *elem, uint64_t n) {
	return make_array(ts, (struct type){.kind = TYPE_ARRAY, .elem = elem, .n = n});
}

const struct type *type_vla(struct types *ts, const struct type *elem, const struct expr *count) {
	return make_array(
	    ts, (struct type){.kind = TYPE_ARRAY, .elem = elem, .n = ARRAY_OPEN, .vla = count});
}

const struct type *type_func(struct types *ts, const struct type *result,
                             const struct type *const *param, uint64_t n, bool is_variadic,
                             bool no_prototype) {
	return make(ts, (struct type){.kind = TYPE_FUNC,
	                              .elem = result,
	                              .param = param,
	                              .n = n,
	                              .align = 1,
	                              .is_variadic = is_variadic,
	                              .no_prototype = no_prototype});
}

const struct type *type_vector(struct types *ts, const struct type *elem, uint64_t n,
                               uint64_t size) {
	uint32_t align = size && size <= 64 ? (uint32_t)size : elem->align;
	return make(
	    ts, (struct type){.kind = TYPE_VECTOR, .elem = elem, .n = n, .size = size, .align = align});
}

const struct type *type_atomic(struct types *ts, const struct type *t, uint64_t size,
                               uint32_t align) {
	if (t->is_atomic)
		return t;
	struct type_node key = {.type = *t, .base = t};
	key.type.id = 0;
	key.type.is_atomic = true;
	key.type.size = size;
	key.type.align = align;
	bool is_new;
	return &intern_node(ts, &key, &is_new)->type;
}

const struct type *type_unatomic(struct types *ts, const struct type *t) {
	(void)ts;
	return t->is_atomic ? node_of(t)->base : t;
}

struct type *type_record(struct types *ts, enum type_kind kind, const char *tag, struct loc loc) {
	struct record *r = arena_new(ts->arena, struct record);
	r->tag = tag ? intern(tag) : NULL;
	r->loc = loc;
	struct type_node key = {.type = {.kind = kind, .record = r, .align = 1}};
	return &add(ts, &key)->type;
}

void type_complete(struct type *t, uint64_t size, uint32_t align) {
	t->size = size;
	t->align = align;
	t->record->complete = true;
	struct types *ts = node_of(t)->owner;
	size_t kept = 0;
	/* Inner arrays were made before the arrays of them, so one pass in order suffices. */
	for (size_t i = 0; i < ts->pending.n; i++) {
		struct type *array = ts->pending.at[i];
		if (is_incomplete(array))
			ts->pending.at[kept++] = array;
		else
			layout_array(array);
	}
	ts->pending.n = kept;
}

const struct type *const *types_all(const struct types *ts, uint32_t *n) {
	*n = (uint32_t)ts->all.n;
	return ts->all.at;
}

struct type *type_restore_begin(struct types *ts) {
	return &add(ts, &(struct type_node){0})->type;
}

void type_restore_end(struct types *ts, struct type *t, const struct type *base) {
	struct type_node *node = (struct type_node *)t;
	uint64_t h, first = 0;
	node->base = base;
	if (t->kind == TYPE_ARRAY && !base && is_incomplete(t))
		vec_push(&ts->pending, t);
	if (type_is_record(t) && !base) /* equal to itself alone */
		return;
	h = hash(node);
	map_get(&ts->by_hash, h, &first);
	node->next = (struct type_node *)(uintptr_t)first;
	map_put(&ts->by_hash, h, map_key(node));
}

const struct type *type_c_int(struct types *ts) {
	return type_int(ts, ts->target->int_bits, true);
}

const struct type *type_size(struct types *ts) {
	return type_int(ts, ts->target->pointer_bits, false);
}

const struct type *type_ptrdiff(struct types *ts) {
	return type_int(ts, ts->target->pointer_bits, true);
}

const struct type *type_char(struct types *ts) {
	return type_int(ts, 8, ts->target->char_signed);
}

const struct type *type_void_pointer(struct types *ts) {
	return type_pointer(ts, type_void(ts));
}

bool type_is_integer(const struct type *t) {
	return t->kind == TYPE_BOOL || t->kind == TYPE_INT;
}

bool type_is_arithmetic(const struct type *t) {
	return type_is_integer(t) || t->kind == TYPE_FLOAT;
}

bool type_is_scalar(const struct type *t) {
	return type_is_arithmetic(t) || t->kind == TYPE_POINTER;
}

bool type_is_record(const struct type *t) {
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

bool type_is_complex(const struct type *t) {
	return type_is_record(t) && t->record->role == RECORD_COMPLEX;
}

bool type_is_vector(const struct type *t) {
	return type_is_record(t) && t->record->role == RECORD_VECTOR;
}

bool type_is_aggregate(const struct type *t) {
	return t->kind == TYPE_ARRAY || type_is_record(t);
}

bool type_is_flexible(const struct type *t) {
	if (t->kind != TYPE_STRUCT || !t->record->n)
		return false;
	const struct type *last = t->record->field[t->record->n - 1].type;
	return last->kind == TYPE_ARRAY && last->n == ARRAY_OPEN;
}

bool type_has_vla(const struct type *t) {
	for (; t->kind == TYPE_ARRAY; t = t->elem)
		if (t->vla)
			return true;
	return false;
}

bool type_same_values(const struct type *a, const struct type *b) {
	if (a == b)
		return true;
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case TYPE_INT: return a->bits == b->bits && a->is_signed == b->is_signed;
	case TYPE_FLOAT: return a->bits == b->bits;
	case TYPE_STRUCT:
	case TYPE_UNION: return a->record == b->record;
	case TYPE_ARRAY:
		return type_same_values(a->elem, b->elem) &&
		       (a->n == b->n || a->n == ARRAY_OPEN || b->n == ARRAY_OPEN);
	case TYPE_VECTOR: return a->n == b->n && type_same_values(a->elem, b->elem);
	case TYPE_VOID:
	case TYPE_BOOL:
	case TYPE_POINTER:
	case TYPE_FUNC: return true;
	}
	BUG("type kind %d", (int)a->kind);
}

bool type_has_pointers(const struct type *t) {
	switch (t->kind) {
	case TYPE_POINTER: return true;
	case TYPE_ARRAY: return type_has_pointers(t->elem);
	case TYPE_STRUCT:
	case TYPE_UNION:
		for (uint32_t i = 0; i < t->record->n; i++)
			if (type_has_pointers(t->record->field[i].type))
				return true;
		return false;
	default: return false;
	}
}

bool type_is_atomic_word(const struct type *t) {
	return !(t->size & (t->size - 1)) && t->size <= 8 && !type_has_pointers(t);
}
