#include "cli/files/test_inputs.h"

#include <string.h>

#include "util/base/intern.h"

static void begin_list(struct json *j, const char *key) {
	json_put_array(j, key);
}

/* --- Replies. --- */

/* Replies of malloc and its kin matter if one of this function does. */
static bool matters(const struct run_trace *t, const struct run_reply *r) {
	if (!r->allocates)
		return true;
	for (size_t i = 0; i < t->reply.n; i++) {
		const struct run_reply *other = &t->reply.at[i];
		bool is_null = other->pointer && !strcmp(other->pointer, "0");
		if (other->function == r->function && (other->write.n || is_null))
			return true;
	}
	return false;
}

static void put_write(struct json *j, const struct run_write *w) {
	json_object(j);
	json_put(j, "to", w->to);
	json_put_given(j, "bytes", w->bytes);
	json_put_given(j, "pointer", w->pointer);
	if (w->size)
		json_put_uint(j, "size", w->size);
	if (w->is_heap)
		json_put_bool(j, "heap", true);
	if (w->is_free)
		json_put_bool(j, "free", true);
	json_close(j);
}

static void put_reply(struct json *j, const struct run_reply *r) {
	json_row(j);
	json_put_uint(j, "thread", r->thread);
	json_put(j, "call", r->function->display);
	if (r->is_open)
		json_put_bool(j, "open", true);
	if (r->is_partial)
		json_put_bool(j, "partial", true);
	json_put_given(j, "result", r->result);
	json_put_given(j, "points", r->pointer);
	if (r->error >= 0)
		json_put_uint(j, "errno", (uint64_t)r->error);
	if (r->loc.file) {
		json_put(j, "file", r->loc.file);
		json_put_uint(j, "line", r->loc.line);
	}
	if (r->write.n) {
		begin_list(j, "writes");
		for (size_t i = 0; i < r->write.n; i++)
			put_write(j, &r->write.at[i]);
		json_close(j);
	}
	json_close(j);
}

/* --- Stubs: functions and variables that the harness defines, as lines of its C (stubs.h). --- */

static bool add_text(char *to, size_t room, const char *text) {
	size_t n = strlen(to), more = strlen(text);
	if (n + more + 1 > room)
		return false;
	memcpy(to + n, text, more + 1);
	return true;
}

/* A type that is passed as this one is; false: not known. */
static bool type_text(char *to, size_t room, const struct type *t);

static bool record_text(char *to, size_t room, const struct type *t) {
	char dimension[32];
	bool ok = add_text(to, room, t->kind == TYPE_UNION ? "union { " : "struct { ");
	for (uint32_t i = 0; ok && i < t->record->n; i++) {
		const struct type *f = t->record->field[i].type;
		if (t->record->field[i].bit_width != NOT_BITFIELD) /* bytes, as integers are */
			return false;
		uint64_t n = 1;
		for (; f->kind == TYPE_ARRAY && f->n != ARRAY_OPEN; f = f->elem)
			n *= f->n;
		snprintf(dimension, sizeof dimension, " m%u[%llu]; ", i, (unsigned long long)n);
		ok = type_text(to, room, f) && add_text(to, room, dimension);
	}
	return ok && add_text(to, room, "}");
}

static bool type_text(char *to, size_t room, const struct type *t) {
	static const char *const integers[] = {"char", "short", "int", "long"};
	switch (t->kind) {
	case TYPE_BOOL: return add_text(to, room, "_Bool");
	case TYPE_POINTER: return add_text(to, room, "void *");
	case TYPE_VOID: return add_text(to, room, "void");
	case TYPE_FLOAT:
		return t->size <= 16 && add_text(to, room,
		                                 t->bits == 32   ? "float"
		                                 : t->bits == 64 ? "double"
		                                                 : "long double");
	case TYPE_INT:
		for (unsigned i = 0; i < 4; i++)
			if (t->size == 1u << i)
				return (t->is_signed || add_text(to, room, "unsigned ")) &&
				       (t->size > 1 || !t->is_signed || add_text(to, room, "signed ")) &&
				       add_text(to, room, integers[i]);
		return t->size == 16 && add_text(to, room, "__int128");
	case TYPE_STRUCT:
	case TYPE_UNION: return record_text(to, room, t);
	case TYPE_ARRAY:
	case TYPE_FUNC:
	case TYPE_VECTOR: break;
	}
	return false;
}

struct stubs {
	struct json *j;
	VEC(const char *) name; /* interned: those that are written */
};

static bool is_new(struct stubs *s, const char *name) {
	name = intern(name);
	for (size_t i = 0; i < s->name.n; i++)
		if (s->name.at[i] == name)
			return false;
	vec_push(&s->name, name);
	return true;
}

/* "VALUE(f, double)" */
static void put_function(struct stubs *s, const char *kind, const struct symbol *f) {
	char type[1024] = "";
	if (f->type->kind == TYPE_FUNC && type_text(type, sizeof type, f->type->elem) &&
	    is_new(s, f->display))
		json_format(s->j, "%s(%s, %s)", f->type->elem->kind == TYPE_VOID ? "NOTHING" : kind,
		            f->display, type);
}

/* Functions of threads and memory are defined by the harness itself; text is really printed. */
static bool is_replaced(const struct run_reply *r) {
	const struct function *f = r->function->function;
	size_t n = strlen(r->function->display);
	if (n >= 6 && !strcmp(r->function->display + n - 6, "printf"))
		return false;
	for (size_t i = 0; f && i < f->ins.n; i++) {
		const char *file = f->ins.at[i].loc.file;
		if (file)
			return !r->allocates && (strstr(file, "/libc/") || strstr(file, "/system/"));
	}
	return false;
}

static void write_stubs(struct json *j, const struct goto_prog *prog, const struct run_trace *t) {
	struct stubs s = {.j = j};
	begin_list(j, "stubs");
	for (size_t i = 0; i < t->reply.n; i++) {
		const struct run_reply *r = &t->reply.at[i];
		if (r->is_unmodelled)
			put_function(&s, "VALUE", r->function);
		else if (r->allocates && r->pointer && matters(t, r) && is_new(&s, r->function->display))
			json_format(j, "ALLOCATOR(%s)", r->function->display);
		else if (is_replaced(r))
			put_function(&s, "LIBRARY", r->function);
	}
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		const struct symbol *f = e->kind == RUN_INPUT && e->call ? prog_find(prog, e->call) : NULL;
		bool is_own = f && intrinsic_is_of_client(f->display); /* harness/history.c */
		if (f && !f->is_model && !is_own)
			put_function(&s, "INPUT", f);
	}
	for (size_t i = 0; i < t->object.n; i++) {
		const struct symbol *o = t->object.at[i].symbol;
		if (is_new(&s, o->display))
			json_format(j, "OBJECT(%s, %llu, %u)", o->display, (unsigned long long)o->type->size,
			            o->type->align);
	}
	json_close(j);
	vec_free(&s.name);
}

void test_inputs_write(struct json *j, const struct goto_prog *prog, const struct run_trace *t) {
	if (t->word.n) {
		begin_list(j, "arguments");
		json_line(j);
		for (size_t i = 0; i < t->word.n; i++)
			json_string(j, t->word.at[i]);
		json_close(j);
	}
	if (t->unset)
		json_put(j, "uninitialised", t->unset == UNSET_ZERO ? "zero" : "pattern");
	begin_list(j, "objects");
	for (size_t i = 0; i < t->object.n; i++) {
		json_row(j);
		json_put(j, "object", t->object.at[i].symbol->display);
		json_put(j, "bytes", t->object.at[i].bytes);
		json_close(j);
	}
	json_close(j);
	begin_list(j, "replies");
	for (size_t i = 0; i < t->reply.n; i++)
		if (matters(t, &t->reply.at[i]))
			put_reply(j, &t->reply.at[i]);
	json_close(j);
	write_stubs(j, prog, t);
}
