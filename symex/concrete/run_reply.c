#include "symex/concrete/run_reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/memory/content.h"
#include "symex/step/entry.h"
#include "symex/step/frame.h"
#include "symex/step/value/eval.h"
#include "util/text/path.h"

enum { MOST_BYTES = 4096, MOST_LINKS = 64, MOST_WORD = 64 };

struct range { /* bytes that a call has written */
	uint32_t object;
	uint64_t from, to;
};

struct given {        /* what an argument points to, or a pointer that is there */
	const char *root; /* "a0", "a0*8" */
	uint32_t object;
	uint64_t offset;
	bool is_opaque; /* to a stream, or to what the program cannot look into */
};

struct open_call {
	const struct frame *frame; /* of the model; NULL: a function without a body */
	const struct frame *caller;
	const struct symbol *function;
	const struct ins *ins;
	struct loc loc;
	uint32_t thread;
	size_t objects; /* those with higher numbers are made during the call */
	bool depends;   /* the environment has chosen something in it */
	const char *result;
	VEC(struct given) given;
	VEC(struct range) written;
	VEC(uint32_t) freed; /* blocks of the heap */
};

struct replies {
	struct run_trace *trace;
	VEC(struct open_call) open;
	struct map block;  /* object of the library -> its number in the test */
	struct map opaque; /* such an object that the program cannot look into */
	struct map made;   /* choice of the bytes of an allocated block -> index of its reply */
};

struct replies *replies_open(struct run_trace *t) {
	struct replies *r = mem_alloc(sizeof *r);
	r->trace = t;
	return r;
}

static void free_call(struct open_call *c) {
	vec_free(&c->given);
	vec_free(&c->written);
	vec_free(&c->freed);
}

static struct run_reply *add_reply(struct replies *r, const struct open_call *c) {
	vec_push(&r->trace->reply, ((struct run_reply){.thread = c->thread,
	                                               .function = c->function,
	                                               .loc = c->loc,
	                                               .is_unmodelled = !c->frame,
	                                               .error = -1}));
	return &vec_last(&r->trace->reply);
}

void replies_end_run(struct replies *r) {
	for (size_t i = 0; r && i < r->open.n; i++) {
		if (r->open.at[i].frame && r->open.at[i].depends)
			add_reply(r, &r->open.at[i])->is_open = true;
		free_call(&r->open.at[i]);
	}
	if (r)
		r->open.n = 0;
}

void replies_close(struct replies *r) {
	if (!r)
		return;
	replies_end_run(r);
	vec_free(&r->open);
	map_free(&r->block);
	map_free(&r->opaque);
	map_free(&r->made);
	mem_free(r);
}

/* --- Which calls. --- */

static bool is_one_of(const char *name, const char *const *list) {
	for (; *list; list++)
		if (!strcmp(name, *list))
			return true;
	return false;
}

static const char *file_of(const struct function *f) {
	for (size_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].loc.file)
			return f->ins.at[i].loc.file;
	return "";
}

/* malloc and its kin: memory is allocated really, unless the run lets it fail. */
static bool is_allocator(const struct function *f) {
	return !strcmp(path_base(file_of(f)), "alloc.c");
}

/* Is it a function of the system around the program, which has to be the one of the run?  Not those
 * that make memory, threads or processes: these happen really. */
static bool is_outside(const struct function *f) {
	static const char *const really[] = {"mapping.c", "protect.c", "child.c", "exec.c",
	                                     "atfork.c",  "dynamic.c", NULL};
	static const char *const libc[] = {
	    "stdio.c",      "stream.c",    "position.c", "stdio_ext.c", "scan.c",
	    "pipestream.c", "widestdio.c", "time.c",     "verifier.c",  NULL};
	static const char *const output[] = {
	    "puts", "putchar", "putchar_unlocked", "perror", "psignal", "sscanf", NULL};
	const char *file = file_of(f);
	if (is_one_of(f->symbol->display, output))
		return false;
	if (strstr(file, "/system/"))
		return !is_one_of(path_base(file), really);
	return strstr(file, "/libc/") && is_one_of(path_base(file), libc);
}

/* --- Text of places and values. --- */

static bool known(struct symex *x, term pointer, uint32_t *object, uint64_t *offset) {
	term at;
	return pointer.ix && ptr_known(x, pointer, object, &at) && term_get_u64(x->ts, at, offset);
}

static uint64_t size_of(struct symex *x, uint32_t object) {
	uint64_t size = 0;
	term_get_u64(x->ts, x->object.at[object].size, &size);
	return size;
}

/* Memory that the compiled program has by itself? */
static bool is_users(const struct open_call *c, const struct object *o, uint32_t id) {
	if (o->kind == OBJECT_INTERNAL)
		return false;
	if (o->symbol)
		return !o->symbol->is_model;
	return o->kind != OBJECT_HEAP || id < c->objects;
}

struct whereabouts {  /* where the compiled program finds an object */
	const char *root; /* "a0": what argument 0 points to; "a0*8": what the pointer there, at offset
	                     8, points to; "b3": a block of the library; "g:x"; NULL: nowhere */
	int64_t at;       /* offset 0 of the object is there */
};

static const char *place_text(struct arena *a, const char *root, int64_t offset) {
	return arena_printf(a, "%s%+lld", root, (long long)offset);
}

static void add_write(struct run_reply *reply, struct run_write w) {
	vec_push(&reply->write, w);
}

static void write_bytes(struct symex *, struct state *, struct replies *, const struct open_call *,
                        struct run_reply *, struct range, struct whereabouts);

/* Memory of the library that the program gets to see: with all that is in it. */
static const char *block_text(struct symex *x, struct state *st, struct replies *r,
                              const struct open_call *c, struct run_reply *reply, uint32_t id,
                              bool is_opaque) {
	struct arena *a = r->trace->arena;
	uint64_t number;
	if (map_get(&r->block, id, &number))
		return arena_printf(a, "b%llu", (unsigned long long)number);
	number = r->trace->blocks++;
	map_put(&r->block, id, number);
	if (is_opaque)
		map_put(&r->opaque, id, true);
	const char *base = arena_printf(a, "b%llu", (unsigned long long)number);
	bool is_heap = x->object.at[id].kind == OBJECT_HEAP;
	uint64_t size = size_of(x, id);
	add_write(reply, (struct run_write){.to = base, .size = size, .is_heap = is_heap});
	if (!is_opaque)
		write_bytes(x, st, r, c, reply, (struct range){id, 0, size}, (struct whereabouts){base, 0});
	return base;
}

static struct whereabouts find_whereabouts(struct symex *x, struct state *st, struct replies *r,
                                           const struct open_call *c, struct run_reply *reply,
                                           uint32_t id, bool makes_block, bool is_opaque) {
	struct arena *a = r->trace->arena;
	const struct object *o = &x->object.at[id];
	for (size_t i = 0; i < c->given.n; i++)
		if (c->given.at[i].object == id)
			return (struct whereabouts){c->given.at[i].root, -(int64_t)c->given.at[i].offset};
	bool is_literal = o->symbol && o->symbol->is_temp && o->is_constant;
	bool is_static = o->kind == OBJECT_STATIC || o->kind == OBJECT_FUNCTION;
	if (is_users(c, o, id) && is_static && o->symbol && !o->symbol->is_temp)
		return (struct whereabouts){arena_printf(a, "g:%s", o->symbol->display), 0};
	if ((is_users(c, o, id) && !is_literal) || o->kind == OBJECT_FUNCTION ||
	    (!makes_block && !map_get(&r->block, id, NULL)))
		return (struct whereabouts){0};
	return (struct whereabouts){block_text(x, st, r, c, reply, id, is_opaque), 0};
}

static const char *pointer_text(struct symex *x, struct state *st, struct replies *r,
                                const struct open_call *c, struct run_reply *reply, term pointer,
                                bool is_opaque) {
	uint32_t id;
	uint64_t offset;
	if (!known(x, pointer, &id, &offset))
		return NULL;
	if (!id)
		return arena_printf(r->trace->arena, "%llu", (unsigned long long)offset);
	struct whereabouts to = find_whereabouts(x, st, r, c, reply, id, true, is_opaque);
	return to.root ? place_text(r->trace->arena, to.root, to.at + (int64_t)offset) : NULL;
}

/* --- What was written. --- */

static void put_byte(char *hex, size_t n, unsigned byte) {
	static const char digits[] = "0123456789abcdef";
	hex[2 * n] = digits[byte >> 4 & 15];
	hex[2 * n + 1] = digits[byte & 15];
	hex[2 * n + 2] = '\0';
}

static void flush_bytes(struct replies *r, struct run_reply *reply, struct whereabouts spot,
                        uint64_t at, char *hex, size_t *n) {
	struct arena *a = r->trace->arena;
	if (*n)
		add_write(reply,
		          (struct run_write){.to = place_text(a, spot.root, spot.at + (int64_t)(at - *n)),
		                             .bytes = arena_printf(a, "%s", hex)});
	*n = 0;
}

/* The bytes of an object, as writes.  What the content is open about is chosen here, as it would be
 * when the program reads it. */
static void write_bytes(struct symex *x, struct state *st, struct replies *r,
                        const struct open_call *c, struct run_reply *reply, struct range range,
                        struct whereabouts spot) {
	const struct content *content = memory_get(x, st, range.object);
	uint64_t size = size_of(x, range.object), top = 0, value, at = range.from;
	if (!content || content->elem || range.from >= size)
		return;
	uint64_t to = range.to < size ? range.to : size;
	to = to - at > MOST_BYTES ? at + MOST_BYTES : to;
	char *hex = mem_alloc(2 * (to - at) + 1);
	size_t n = 0;
	bool had = map_get(&x->content.fresh_bytes, content->choice, &top);
	while (at < to) {
		uint64_t cell = pmap_get(&content->cells, (uint32_t)at);
		uint32_t bytes = cell ? cell_access(cell).bytes : 0;
		if (cell && cell_is_pointer(cell) && bytes <= to - at) {
			flush_bytes(r, reply, spot, at, hex, &n);
			const char *points = pointer_text(x, st, r, c, reply, cell_term(x, cell), false);
			const char *here = place_text(r->trace->arena, spot.root, spot.at + (int64_t)at);
			if (points)
				add_write(reply, (struct run_write){.to = here, .pointer = points, .size = bytes});
			at += bytes;
			continue;
		}
		term byte = content_read(x, content, at, (struct scalar){1, false});
		put_byte(hex, n++, term_get_u64(x->ts, byte, &value) ? (unsigned)value : 0);
		at++;
	}
	flush_bytes(r, reply, spot, at, hex, &n);
	mem_free(hex);
	if (had)
		map_put(&x->content.fresh_bytes, content->choice, top);
}

static int compare_ranges(const void *a, const void *b) {
	const struct range *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	return p->from < q->from ? -1 : p->from > q->from;
}

static bool is_opaque_object(const struct open_call *c, uint32_t id) {
	for (size_t i = 0; i < c->given.n; i++)
		if (c->given.at[i].object == id && c->given.at[i].is_opaque)
			return true;
	return false;
}

/* errno of the models: libc/errno.c. */
static bool is_error_number(const struct object *o) {
	return o->symbol && o->symbol->is_model && strstr(o->symbol->name, "error_number");
}

static void write_range(struct symex *x, struct state *st, struct replies *r,
                        const struct open_call *c, struct run_reply *reply, struct range w) {
	const struct object *o = &x->object.at[w.object];
	const struct content *content = memory_get(x, st, w.object);
	uint64_t error;
	if (!content || is_opaque_object(c, w.object) || map_get(&r->opaque, w.object, NULL))
		return;
	if (is_error_number(o)) {
		struct scalar number = scalar_of(o->symbol->type);
		if (term_get_u64(x->ts, content_read(x, content, 0, number), &error))
			reply->error = (int)error;
		return;
	}
	struct whereabouts at = find_whereabouts(x, st, r, c, reply, w.object, false, false);
	if (at.root)
		write_bytes(x, st, r, c, reply, w, at);
	else
		reply->is_partial |= is_users(c, o, w.object);
}

/* Before anything is written: where the block was. */
static void write_frees(struct symex *x, struct state *st, struct replies *r,
                        const struct open_call *c, struct run_reply *reply) {
	for (size_t i = 0; i < c->freed.n; i++) {
		uint32_t id = c->freed.at[i];
		struct whereabouts at = find_whereabouts(x, st, r, c, reply, id, false, false);
		if (at.root)
			add_write(reply, (struct run_write){.to = place_text(r->trace->arena, at.root, at.at),
			                                    .is_free = true});
	}
}

static void write_ranges(struct symex *x, struct state *st, struct replies *r, struct open_call *c,
                         struct run_reply *reply) {
	if (c->written.n)
		qsort(c->written.at, c->written.n, sizeof *c->written.at, compare_ranges);
	for (size_t i = 0; i < c->written.n;) {
		struct range w = c->written.at[i++];
		while (i < c->written.n && c->written.at[i].object == w.object &&
		       c->written.at[i].from <= w.to) {
			w.to = c->written.at[i].to > w.to ? c->written.at[i].to : w.to;
			i++;
		}
		write_range(x, st, r, c, reply, w);
	}
}

/* --- Results. --- */

/* To a stream, or to an incomplete type. */
static bool is_opaque_type(const struct type *t) {
	if (t->kind != TYPE_POINTER || !type_is_record(t->elem))
		return false;
	const struct record *to = t->elem->record;
	return !to->complete || (to->tag && !strcmp(to->tag, "_IO_FILE"));
}

static const char *scalar_text(struct symex *x, struct arena *a, term value) {
	if (!term_is_const(x->ts, value))
		return NULL;
	struct bits b = term_bits(x->ts, value);
	uint32_t bytes = (b.width + 7) / 8;
	char *hex = arena_alloc(a, 2 * bytes + 1);
	for (uint32_t i = 0; i < bytes; i++) {
		unsigned byte = 0;
		for (uint32_t k = 0; k < 8 && 8 * i + k < b.width; k++)
			byte |= (unsigned)bits_test(b, 8 * i + k) << k;
		put_byte(hex, i, byte);
	}
	return hex;
}

static void set_result(struct symex *x, struct state *st, struct replies *r, struct open_call *c,
                       struct run_reply *reply, const struct type *t, term value) {
	struct arena *a = r->trace->arena;
	uint32_t id;
	uint64_t offset;
	if (t->kind == TYPE_POINTER)
		reply->pointer = pointer_text(x, st, r, c, reply, value, is_opaque_type(t));
	else if (type_is_scalar(t))
		reply->result = scalar_text(x, a, value);
	else if (t->size && known(x, value, &id, &offset) && id) {
		struct run_reply bytes = {0};
		write_bytes(x, st, r, c, &bytes, (struct range){id, offset, offset + t->size},
		            (struct whereabouts){"", 0});
		reply->result = bytes.write.n == 1 ? bytes.write.at[0].bytes : NULL;
		vec_free(&bytes.write);
	}
}

/* --- Calls. --- */

/* The call that the running thread is in; NULL: none, or the user's code that it has called. */
static struct open_call *current(struct replies *r, const struct state *st) {
	for (size_t i = r->open.n; i-- > 0;)
		if (r->open.at[i].thread == st->tid) {
			bool is_inside = r->open.at[i].frame ? st->frame && st->frame->function->is_model
			                                     : st->frame == r->open.at[i].caller;
			return is_inside ? &r->open.at[i] : NULL;
		}
	return NULL;
}

static void close_call(struct replies *r, struct open_call *c) {
	size_t ix = (size_t)(c - r->open.at);
	free_call(c);
	for (; ix + 1 < r->open.n; ix++)
		r->open.at[ix] = r->open.at[ix + 1];
	(void)vec_pop(&r->open);
}

/* Those that the thread has left otherwise than by their end: longjmp. */
static void drop_left(struct replies *r, uint32_t thread, uint32_t depth) {
	for (size_t i = r->open.n; i-- > 0;)
		if (r->open.at[i].thread == thread && r->open.at[i].caller->depth >= depth)
			close_call(r, &r->open.at[i]);
}

/* How many words an argument takes among those that are passed in registers for integers. */
static uint32_t words_of(const struct type *t) {
	if (t->kind == TYPE_FLOAT || (type_is_aggregate(t) && t->size > 16))
		return 0;
	return t->size > 8 ? 2 : 1;
}

static void add_given(struct symex *x, struct replies *r, struct open_call *c, uint32_t number,
                      const struct type *t, term value) {
	struct given g = {.root = arena_printf(r->trace->arena, "a%u", number),
	                  .is_opaque = is_opaque_type(t)};
	if (t->kind == TYPE_POINTER && known(x, value, &g.object, &g.offset) && g.object)
		vec_push(&c->given, g);
}

/* The pointers of a record that is passed in registers. */
static void add_record(struct symex *x, struct replies *r, struct open_call *c, uint32_t word,
                       const struct state *st, const struct argument *arg) {
	uint32_t id, at = 0, key;
	uint64_t start, cell;
	bool is_small = type_is_aggregate(arg->type) && arg->type->size <= 16;
	const struct content *from =
	    is_small && known(x, arg->value, &id, &start) && id ? memory_get(x, st, id) : NULL;
	for (; from && !from->elem && pmap_next(&from->cells, at, &key, &cell); at = key + 1) {
		struct given g = {0};
		if (key < start || key >= start + arg->type->size || !cell_is_pointer(cell) ||
		    !known(x, cell_term(x, cell), &g.object, &g.offset) || !g.object)
			continue;
		g.root = arena_printf(r->trace->arena, "a%u", word + (uint32_t)(key - start) / 8);
		vec_push(&c->given, g);
	}
}

static bool is_given(const struct open_call *c, uint32_t object) {
	for (size_t i = 0; i < c->given.n; i++)
		if (c->given.at[i].object == object)
			return true;
	return false;
}

/* What is reached through pointers, before the call changes them. */
static void add_links(struct symex *x, struct replies *r, struct open_call *c,
                      const struct state *st) {
	for (size_t i = 0; i < c->given.n && c->given.n < MOST_LINKS; i++) {
		struct given g = c->given.at[i];
		const struct content *from = g.is_opaque ? NULL : memory_get(x, st, g.object);
		uint32_t at = 0, key;
		uint64_t cell;
		for (unsigned n = 0;
		     from && !from->elem && n < MOST_LINKS && pmap_next(&from->cells, at, &key, &cell);
		     at = key + 1, n++) {
			struct given to = {0};
			if (!cell_is_pointer(cell) || !known(x, cell_term(x, cell), &to.object, &to.offset) ||
			    !to.object || is_given(c, to.object))
				continue;
			to.root = arena_printf(r->trace->arena, "%s*%lld", g.root,
			                       (long long)key - (long long)g.offset);
			vec_push(&c->given, to);
		}
	}
}

void replies_call(struct symex *x, struct replies *r, const struct state *caller,
                  const struct frame *callee) {
	const struct ins *i = next_ins(caller);
	struct state at = *caller;
	drop_left(r, caller->tid, caller->frame->depth);
	struct open_call c = {.frame = callee,
	                      .caller = caller->frame,
	                      .function = callee->function->symbol,
	                      .ins = i,
	                      .loc = state_user_loc(&at),
	                      .thread = caller->tid,
	                      .objects = x->object.n,
	                      .depends = is_outside(callee->function)};
	struct naming_peek peek = naming_peek_begin(x);
	for (uint32_t k = 0, word = 0; i->kind == INS_CALL && k < i->nargs; k++) {
		if (i->arg[k]->type->kind == TYPE_POINTER)
			add_given(x, r, &c, word, i->arg[k]->type, eval(x, &at, i->arg[k]));
		word += words_of(i->arg[k]->type);
	}
	add_links(x, r, &c, &at);
	naming_peek_end(x, peek);
	vec_push(&r->open, c);
}

/* Which bytes of the block matter is known when they are read. */
static void end_allocation(struct symex *x, struct replies *r, struct run_reply *reply,
                           term result) {
	uint32_t id;
	uint64_t offset;
	if (!known(x, result, &id, &offset))
		return;
	reply->pointer = id ? "new" : "0";
	if (id)
		map_put(&r->made, x->object.at[id].choice, (uint64_t)(reply - r->trace->reply.at));
}

/* A model that is a step of another model is part of the outer call. */
void replies_end(struct symex *x, struct replies *r, struct state *st) {
	struct open_call *c = current(r, st);
	if (!c || c->frame != st->frame)
		return;
	bool allocates = is_allocator(st->frame->function);
	if (c->depends || allocates) {
		struct naming_peek peek = naming_peek_begin(x);
		struct run_reply *reply = add_reply(r, c);
		const struct type *t = c->function->type->elem;
		uint64_t reg = pmap_get(&st->reg, frame_result(st->frame));
		bool returns = t->kind != TYPE_VOID && reg && reg_kind(reg) != REG_ANY;
		reply->allocates = allocates;
		if (allocates && returns && t->kind == TYPE_POINTER)
			end_allocation(x, r, reply, reg_term(x, reg));
		else if (returns)
			set_result(x, st, r, c, reply, t, reg_term(x, reg));
		if (!allocates) {
			write_frees(x, st, r, c, reply);
			write_ranges(x, st, r, c, reply);
		}
		naming_peek_end(x, peek);
	}
	close_call(r, c);
}

void replies_unmodelled(struct symex *x, struct replies *r, struct state *st,
                        const struct symbol *s, const struct argument *arg, uint32_t nargs) {
	struct open_call c = {.caller = st->frame,
	                      .function = s,
	                      .ins = next_ins(st),
	                      .loc = state_user_loc(st),
	                      .thread = st->tid,
	                      .objects = x->object.n,
	                      .depends = true};
	for (uint32_t k = 0, word = 0; k < nargs; k++) {
		add_given(x, r, &c, word, arg[k].type, arg[k].value);
		add_record(x, r, &c, word, st, &arg[k]);
		word += words_of(arg[k].type);
	}
	add_links(x, r, &c, st);
	vec_push(&r->open, c);
}

void replies_input(struct symex *x, struct replies *r, struct state *st, const struct expr *lhs,
                   term value) {
	struct open_call *c = current(r, st);
	uint32_t id;
	uint64_t offset;
	if (!c || c->frame || !type_is_scalar(lhs->type) || !type_is_scalar(c->function->type->elem))
		return;
	struct arena *a = r->trace->arena;
	if (lhs->type->kind != TYPE_POINTER)
		c->result = scalar_text(x, a, value);
	else if (known(x, value, &id, &offset) && !id)
		c->result = scalar_text(x, a, term_u64(x->ts, x->address_bits, offset));
}

void replies_step(struct symex *x, struct replies *r, struct state *st) {
	struct open_call *c = current(r, st);
	if (!c || c->frame)
		return;
	struct naming_peek peek = naming_peek_begin(x);
	struct run_reply *reply = add_reply(r, c);
	reply->result = c->result;
	const struct expr *lhs = c->ins->lhs;
	if (lhs && type_is_aggregate(lhs->type)) {
		struct lvalue to = eval_lvalue(x, st, lhs);
		set_result(x, st, r, c, reply, lhs->type, lvalue_pointer(x, &to));
	}
	write_ranges(x, st, r, c, reply);
	naming_peek_end(x, peek);
	close_call(r, c);
}

void replies_write(struct symex *x, struct replies *r, const struct state *st,
                   const struct access *a) {
	struct open_call *c = current(r, st);
	uint64_t at = 0;
	if (!c || !a->object || x->naming->peeks)
		return;
	const struct object *o = &x->object.at[a->object];
	if (a->ends) {
		if (o->kind == OBJECT_HEAP && c->frame)
			vec_push(&c->freed, a->object);
		return;
	}
	bool is_own_local = o->kind == OBJECT_AUTO && o->symbol && o->symbol->is_model;
	if (is_own_local || (a->offset.ix && !term_get_u64(x->ts, a->offset, &at)))
		return;
	uint64_t bytes = a->offset.ix ? a->bytes : size_of(x, a->object);
	struct range *last = c->written.n ? &vec_last(&c->written) : NULL;
	if (last && last->object == a->object && last->to == at)
		last->to += bytes;
	else
		vec_push(&c->written, ((struct range){a->object, at, at + bytes}));
}

void replies_choice(struct replies *r, const struct state *st) {
	struct open_call *c = st->frame ? current(r, st) : NULL;
	if (c)
		c->depends = true;
}

/* --- Memory that is not initialised. --- */

static void add_fill(struct replies *r, uint64_t ix, unsigned offset, uint64_t byte) {
	struct arena *a = r->trace->arena;
	struct run_reply *reply = &r->trace->reply.at[ix];
	if (!reply->write.n)
		add_write(reply, (struct run_write){.to = "r"});
	if (byte)
		add_write(reply, (struct run_write){.to = arena_printf(a, "r+%u", offset),
		                                    .bytes = arena_printf(a, "%02x", (unsigned)byte)});
}

static bool is_local(const struct symex *x, unsigned choice) {
	for (size_t i = x->object.n; i-- > 1;)
		if (x->object.at[i].choice == choice && x->object.at[i].kind == OBJECT_AUTO)
			return x->object.at[i].symbol && !x->object.at[i].symbol->is_model;
	return false;
}

void replies_fresh(struct symex *x, struct replies *r, const struct state *at, struct variable v,
                   struct bits value) {
	uint64_t ix;
	bool is_zero = bits_is_zero(value), is_users = false;
	if (v.kind == VARIABLE_MEMORY) {
		if (map_get(&r->made, v.number, &ix))
			add_fill(r, ix, v.part, value.lo & 255);
		else
			is_users = is_local(x, v.number);
	} else if (v.kind == VARIABLE_UNINIT)
		is_users = at->frame && !at->frame->function->is_model;
	if (!is_users)
		return;
	if (r->trace->unset == UNSET_NONE || !is_zero)
		r->trace->unset = is_zero ? UNSET_ZERO : UNSET_OTHER;
}

/* --- At the start. --- */

/* Variables that no file defines. */
static void add_objects(struct symex *x, struct replies *r, struct state *st) {
	struct open_call nothing = {.objects = x->object.n};
	for (size_t i = 0; i < x->prog->symbol.n; i++) {
		struct symbol *s = x->prog->symbol.at[i];
		if (s->storage != STORAGE_STATIC || !s->is_extern || s->is_model || s->nbytes ||
		    !s->type->size)
			continue;
		struct run_reply bytes = {0};
		uint32_t id = memory_static(x, s);
		write_bytes(x, st, r, &nothing, &bytes, (struct range){id, 0, s->type->size},
		            (struct whereabouts){"", 0});
		const char *hex = bytes.write.n == 1 ? bytes.write.at[0].bytes : "";
		vec_push(&r->trace->object, ((struct run_object){s, hex}));
		vec_free(&bytes.write);
	}
}

static const char *word_at(struct symex *x, struct state *st, struct arena *a, term at) {
	uint32_t text;
	uint64_t offset, byte;
	const struct content *c = known(x, at, &text, &offset) ? memory_get(x, st, text) : NULL;
	char *hex = arena_alloc(a, 2 * MOST_WORD + 1);
	for (size_t n = 0; c && n < MOST_WORD && n < size_of(x, text); n++) {
		term one = content_read(x, c, n, (struct scalar){1, false});
		if (!term_get_u64(x->ts, one, &byte) || !byte)
			break;
		put_byte(hex, n, (unsigned)byte);
	}
	return hex;
}

static void add_words(struct symex *x, struct replies *r, struct state *st,
                      const struct function *f, const struct argument *arg) {
	uint64_t argc, offset;
	uint32_t array;
	if (!entry_is_main(f) || !term_get_u64(x->ts, arg[0].value, &argc))
		return;
	bool has_words = f->nparams > 1 && known(x, arg[1].value, &array, &offset);
	const struct content *list = has_words ? memory_get(x, st, array) : NULL;
	struct scalar pointer = {x->address_bits / 8, true};
	for (uint64_t i = 0; i < argc; i++) {
		term word = list ? content_read(x, list, i * pointer.bytes, pointer) : NO_TERM;
		vec_push(&r->trace->word, word_at(x, st, r->trace->arena, word));
	}
}

void replies_entry(struct symex *x, struct replies *r, struct state *st, const struct function *f,
                   const struct argument *arg) {
	struct naming_peek peek = naming_peek_begin(x);
	add_words(x, r, st, f, arg);
	add_objects(x, r, st);
	naming_peek_end(x, peek);
}
