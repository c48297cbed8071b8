#include "tests/explicit/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text/diag.h"

enum { AREA_SHIFT = 28, THREAD_SHIFT = 20, DEPTH_SHIFT = 12 };
enum { MAX_DEPTH = 1 << (THREAD_SHIFT - DEPTH_SHIFT), MAX_SLOTS = 1 << DEPTH_SHIFT };
enum { MAX_OBJECT = 1 << 20 };

void unsupported(struct loc loc, const char *what) {
	fflush(stdout);
	fprintf(stderr, "%s:%u: unsupported: %s\n", loc.file ? loc.file : "?", loc.line, what);
	exit(EXIT_UNKNOWN);
}

/* The lower half of the address of its first byte: not zero, and seldom that of another object. */
static uint32_t base_of(uint32_t id) {
	return id ? (id * 2654435761u >> 3 & 0x1fffffc0) | 0x20000000 : 0;
}

uint64_t pointer_to(uint32_t id) {
	return (uint64_t)id << 32 | base_of(id);
}

uint32_t pointer_object(uint64_t pointer) {
	return (uint32_t)(pointer >> 32);
}

uint32_t pointer_offset(uint64_t pointer) {
	return (uint32_t)pointer - base_of(pointer_object(pointer));
}

bool pointer_is_torn(uint64_t pointer) {
	uint32_t offset = pointer_offset(pointer);
	return offset > 16 * MAX_OBJECT && offset < -16u * MAX_OBJECT;
}

enum area object_area(uint32_t id) {
	return (enum area)(id >> AREA_SHIFT);
}

uint32_t static_id(const struct symbol *s) {
	return 1 + s->id;
}

uint32_t function_id(const struct symbol *s) {
	return (uint32_t)AREA_FUNCTION << AREA_SHIFT | s->id;
}

uint32_t thread_id(uint32_t tid, const struct symbol *s) {
	return (uint32_t)AREA_THREAD << AREA_SHIFT | tid << THREAD_SHIFT | s->id;
}

uint32_t auto_id(uint32_t tid, uint32_t depth, uint32_t slot) {
	if (depth >= MAX_DEPTH || slot >= MAX_SLOTS)
		unsupported(NO_LOC, "calls nest too deep, or too many locals");
	return (uint32_t)AREA_AUTO << AREA_SHIFT | tid << THREAD_SHIFT | depth << DEPTH_SHIFT | slot;
}

uint32_t auto_thread(uint32_t id) {
	return id >> THREAD_SHIFT & 0xff;
}

uint32_t auto_depth(uint32_t id) {
	return id >> DEPTH_SHIFT & (MAX_DEPTH - 1);
}

uint32_t heap_id(struct state *st, uint32_t tid) {
	return (uint32_t)AREA_HEAP << AREA_SHIFT | tid << THREAD_SHIFT | st->thread[tid].blocks++;
}

/* --- Objects. --- */

static size_t position(const struct state *st, uint32_t id) {
	size_t low = 0, high = st->object.n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (st->object.at[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct object *state_find(const struct state *st, uint32_t id) {
	size_t at = position(st, id);
	if (at < st->object.n && st->object.at[at].id == id)
		return &st->object.at[at];
	for (size_t i = 0; i < st->constant.n; i++)
		if (st->constant.at[i].id == id)
			return &st->constant.at[i];
	return NULL;
}

struct object *state_add(struct state *st, uint32_t id, uint64_t size, bool zero) {
	if (size > MAX_OBJECT)
		unsupported(NO_LOC, "a large object");
	state_remove(st, id);
	struct object o = {.id = id, .size = (uint32_t)size};
	o.byte = arena_alloc(st->arena, 2 * size + 1);
	o.undefined = o.byte + size;
	memset(o.undefined, !zero, size);
	size_t at = position(st, id);
	vec_push(&st->object, o);
	memmove(&st->object.at[at + 1], &st->object.at[at],
	        (st->object.n - 1 - at) * sizeof *st->object.at);
	st->object.at[at] = o;
	return &st->object.at[at];
}

void state_remove(struct state *st, uint32_t id) {
	size_t at = position(st, id);
	if (at == st->object.n || st->object.at[at].id != id)
		return;
	st->object.n--;
	memmove(&st->object.at[at], &st->object.at[at + 1],
	        (st->object.n - at) * sizeof *st->object.at);
}

static void add_static(struct state *st, const struct symbol *s) {
	uint32_t id = s->storage == STORAGE_THREAD ? thread_id(0, s) : static_id(s);
	struct object *o = state_add(st, id, s->type->size + s->extra_size, true);
	if (s->nbytes)
		memcpy(o->byte, s->bytes, s->nbytes);
}

void state_init(struct state *st, struct goto_prog *prog) {
	memset(st, 0, sizeof *st);
	st->prog = prog;
	st->arena = arena_open();
	if (prog->symbol.n >= 1 << THREAD_SHIFT)
		unsupported(NO_LOC, "too many symbols");
	for (size_t i = 0; i < prog->symbol.n; i++) {
		const struct symbol *s = prog->symbol.at[i];
		if (s->storage == STORAGE_STATIC || s->storage == STORAGE_THREAD)
			add_static(st, s);
	}
	st->mark = arena_mark(st->arena);
}

static bool is_constant(const struct state *st, const struct object *o) {
	return object_area(o->id) == AREA_STATIC && st->prog->symbol.at[o->id - 1]->is_constant;
}

void state_freeze(struct state *st) {
	size_t n = 0;
	for (size_t i = 0; i < st->object.n; i++) {
		struct object o = st->object.at[i];
		if (object_area(o.id) == AREA_THREAD) {
			struct object image = o;
			image.byte = arena_copy(st->arena, o.byte, o.size);
			vec_push(&st->image, image);
		}
		if (is_constant(st, &o))
			vec_push(&st->constant, o);
		else
			st->object.at[n++] = o;
	}
	st->object.n = n;
	st->mark = arena_mark(st->arena);
}

void state_free(struct state *st) {
	for (uint32_t t = 0; t < MAX_THREADS; t++) {
		vec_free(&st->thread[t].frame);
		vec_free(&st->thread[t].buffer);
	}
	vec_free(&st->object);
	vec_free(&st->constant);
	vec_free(&st->image);
	arena_close(st->arena);
}

/* --- Frames and threads. --- */

bool local_in_memory(const struct symbol *s) {
	return s->address_taken || !type_is_scalar(s->type);
}

struct frame *state_push(struct state *st, uint32_t tid, struct function *f) {
	size_t n = f->local.n;
	struct frame fr = {.function = f};
	if (n >= SLOT_JUMPS)
		unsupported(NO_LOC, "too many locals");
	fr.reg = arena_alloc(st->arena, n * sizeof *fr.reg + n + 1);
	fr.undefined = (uint8_t *)(fr.reg + n);
	fr.rounds = arena_alloc(st->arena, (f->loop.n + 1) * sizeof *fr.rounds);
	memset(fr.undefined, 1, n);
	vec_push(&st->thread[tid].frame, fr);
	return &vec_last(&st->thread[tid].frame);
}

void state_pop(struct state *st, uint32_t tid) {
	struct thread *t = &st->thread[tid];
	const struct function *f = vec_last(&t->frame).function;
	uint32_t depth = (uint32_t)t->frame.n - 1;
	for (uint32_t i = 0; i < f->local.n; i++)
		if (local_in_memory(f->local.at[i]))
			state_remove(st, auto_id(tid, depth, i));
	state_remove(st, auto_id(tid, depth, SLOT_VARARGS));
	for (uint32_t i = 0; i < MAX_JUMPS && f->has_jumps; i++)
		state_remove(st, auto_id(tid, depth, SLOT_JUMPS + i));
	t->frame.n--;
}

void state_start(struct state *st, uint32_t tid) {
	for (size_t i = 0; i < st->image.n; i++) {
		const struct object *image = &st->image.at[i];
		struct object *o = state_add(st, image->id | tid << THREAD_SHIFT, image->size, true);
		memcpy(o->byte, image->byte, image->size);
	}
}

void state_end_thread(struct state *st, uint32_t tid) {
	while (st->thread[tid].frame.n)
		state_pop(st, tid);
	for (size_t i = 0; i < st->image.n; i++)
		state_remove(st, st->image.at[i].id | tid << THREAD_SHIFT);
}

/* --- Store buffers. --- */

bool state_is_alone(const struct state *st) {
	uint32_t n = 0;
	for (uint32_t t = 0; t < st->nthreads; t++)
		n += st->thread[t].frame.n > 0;
	return n == 1;
}

static bool overlap(const struct waiting *a, const struct waiting *b) {
	return pointer_object(a->pointer) == pointer_object(b->pointer) &&
	       pointer_offset(a->pointer) < pointer_offset(b->pointer) + b->size &&
	       pointer_offset(b->pointer) < pointer_offset(a->pointer) + a->size;
}

bool state_may_flush(const struct state *st, uint32_t tid, size_t at) {
	const struct thread *t = &st->thread[tid];
	if (!t->buffer.at[at].size || (st->limits->buffers == BUFFERS_TSO && at))
		return false;
	for (size_t i = 0; i < at; i++)
		if (!t->buffer.at[i].size || overlap(&t->buffer.at[i], &t->buffer.at[at]))
			return false;
	return true;
}

void state_flush(struct state *st, uint32_t tid, size_t at) {
	struct thread *t = &st->thread[tid];
	struct waiting w = t->buffer.at[at];
	struct object *o = state_find(st, pointer_object(w.pointer));
	if (o) { /* nobody sees what is stored to one that has ended */
		memcpy(o->byte + pointer_offset(w.pointer), &w.value, w.size);
		memset(o->undefined + pointer_offset(w.pointer), 0, w.size);
	}
	t->buffer.n--;
	memmove(&t->buffer.at[at], &t->buffer.at[at + 1], (t->buffer.n - at) * sizeof w);
	size_t n = 0; /* a barrier with no store in front of it orders nothing, nor does a second one */
	for (size_t i = 0; i < t->buffer.n; i++)
		if (t->buffer.at[i].size || (n && t->buffer.at[n - 1].size))
			t->buffer.at[n++] = t->buffer.at[i];
	t->buffer.n = n;
}

/* --- The packed form. --- */

static void put(blob *to, const void *from, size_t n) {
	if (to->n + n > to->cap)
		vec_reserve(to, to->n + n);
	if (n)
		memcpy(to->at + to->n, from, n);
	to->n += n;
}

static void put_u32(blob *to, uint32_t value) {
	put(to, &value, sizeof value);
}

static void put_u64(blob *to, uint64_t value) {
	put(to, &value, sizeof value);
}

/* Few values need more than 64 bits. */
static void put_wide(blob *to, wide value) {
	uint8_t is_wide = value >> 64 != 0;
	put(to, &is_wide, 1);
	put(to, &value, is_wide ? 16 : 8);
}

static void pack_frame(blob *to, const struct frame *fr) {
	size_t n = fr->function->local.n;
	put_u32(to, fr->function->symbol->id);
	put_u32(to, fr->pc);
	put_u32(to, fr->has_result);
	put_wide(to, fr->has_result ? fr->result : 0);
	put(to, fr->undefined, n);
	for (size_t i = 0; i < n; i++)
		if (!fr->undefined[i])
			put_wide(to, fr->reg[i]);
	put(to, fr->rounds, fr->function->loop.n * sizeof *fr->rounds);
}

static void pack_object(blob *to, const struct object *o) {
	uint8_t defined = !memchr(o->undefined, 1, o->size);
	uint32_t used = o->size; /* large arrays are zero but for their first elements */
	put_u32(to, o->id);
	put_u32(to, o->size);
	put(to, &defined, 1);
	for (uint32_t i = 0; i < o->size && !defined; i++)
		if (o->undefined[i])
			o->byte[i] = 0;
	while (used && !o->byte[used - 1])
		used--;
	put_u32(to, used);
	put(to, o->byte, used);
	if (!defined)
		put(to, o->undefined, o->size);
}

void state_pack(const struct state *st, blob *to) {
	to->n = 0;
	put_u32(to, st->process_ended);
	put_u32(to, st->nthreads);
	for (uint32_t t = 0; t < st->nthreads; t++) {
		put_u64(to, st->thread[t].data);
		put_u32(to, st->thread[t].atomic);
		put_u32(to, st->thread[t].cut);
		put_u32(to, st->thread[t].blocks);
		put_u32(to, (uint32_t)st->thread[t].buffer.n);
		for (size_t i = 0; i < st->thread[t].buffer.n; i++) {
			put_u64(to, st->thread[t].buffer.at[i].pointer);
			put_u32(to, st->thread[t].buffer.at[i].size);
			put_wide(to, st->thread[t].buffer.at[i].value);
		}
		put_u32(to, (uint32_t)st->thread[t].frame.n);
		for (size_t i = 0; i < st->thread[t].frame.n; i++)
			pack_frame(to, &st->thread[t].frame.at[i]);
	}
	put_u32(to, (uint32_t)st->object.n);
	for (size_t i = 0; i < st->object.n; i++)
		pack_object(to, &st->object.at[i]);
}

static const uint8_t *get(const uint8_t *from, void *to, size_t n) {
	if (n)
		memcpy(to, from, n);
	return from + n;
}

static const uint8_t *get_u32(const uint8_t *from, uint32_t *to) {
	return get(from, to, sizeof *to);
}

static const uint8_t *get_wide(const uint8_t *from, wide *to) {
	uint8_t is_wide;
	from = get(from, &is_wide, 1);
	*to = 0;
	return get(from, to, is_wide ? 16 : 8);
}

static const uint8_t *unpack_frame(struct state *st, uint32_t tid, const uint8_t *from) {
	uint32_t symbol, has_result;
	from = get_u32(from, &symbol);
	struct frame *fr = state_push(st, tid, st->prog->symbol.at[symbol]->function);
	size_t n = fr->function->local.n;
	from = get_u32(from, &fr->pc);
	from = get_u32(from, &has_result);
	fr->has_result = has_result;
	from = get_wide(from, &fr->result);
	from = get(from, fr->undefined, n);
	for (size_t i = 0; i < n; i++)
		if (!fr->undefined[i])
			from = get_wide(from, &fr->reg[i]);
	return get(from, fr->rounds, fr->function->loop.n * sizeof *fr->rounds);
}

static const uint8_t *unpack_object(struct state *st, const uint8_t *from) {
	struct object o;
	uint8_t defined;
	uint32_t used;
	from = get_u32(from, &o.id);
	from = get_u32(from, &o.size);
	from = get(from, &defined, 1);
	o.byte = arena_alloc(st->arena, 2 * (size_t)o.size + 1);
	o.undefined = o.byte + o.size;
	from = get_u32(from, &used);
	from = get(from, o.byte, used);
	vec_push(&st->object, o);
	return defined ? from : get(from, o.undefined, o.size);
}

void state_unpack(struct state *st, const uint8_t *from) {
	uint32_t ended, n;
	arena_release(st->arena, st->mark);
	for (uint32_t t = 0; t < MAX_THREADS; t++)
		st->thread[t].frame.n = st->thread[t].buffer.n = 0;
	st->object.n = 0;
	from = get_u32(from, &ended);
	st->process_ended = ended;
	from = get_u32(from, &st->nthreads);
	for (uint32_t t = 0; t < st->nthreads; t++) {
		from = get(from, &st->thread[t].data, sizeof st->thread[t].data);
		from = get_u32(from, &st->thread[t].atomic);
		from = get_u32(from, &st->thread[t].cut);
		from = get_u32(from, &st->thread[t].blocks);
		from = get_u32(from, &n);
		for (uint32_t i = 0; i < n; i++) {
			struct waiting w;
			from = get(from, &w.pointer, sizeof w.pointer);
			from = get_u32(from, &w.size);
			from = get_wide(from, &w.value);
			vec_push(&st->thread[t].buffer, w);
		}
		from = get_u32(from, &n);
		for (uint32_t i = 0; i < n; i++)
			from = unpack_frame(st, t, from);
	}
	from = get_u32(from, &n);
	for (uint32_t i = 0; i < n; i++)
		from = unpack_object(st, from);
}
