#include "symex/replay/trace/names.h"

#include <stdlib.h>
#include <string.h>

#include "symex/step/value/show.h"
#include "util/base/intern.h"

#define NO_OWNER UINT64_MAX

enum { NAME_BEGIN = '\1', NAME_END = '\2' };

void names_free(struct trace_names *n) {
	vec_free(&n->mention);
	map_free(&n->index);
	map_free(&n->type);
	map_free(&n->called);
	map_free(&n->owner);
}

/* --- Marks. --- */

static bool is_type_of_block(const struct type *t) {
	return t && t->size && t->kind != TYPE_FUNC;
}

/* A pointer to its begin tells the type of a block; one to a record more than others. */
static void learn(struct trace_names *n, const struct memory_part *p) {
	uint64_t known = 0;
	bool is_known = map_get(&n->type, p->object, &known);
	const struct type *t = (const struct type *)(uintptr_t)known;
	if (!p->offset && is_type_of_block(p->type) &&
	    (!is_known || (type_is_record(p->type) && !type_is_record(t))))
		map_put(&n->type, p->object, map_key(p->type));
}

static size_t mention(struct trace_names *n, struct memory_part p, bool has_path) {
	learn(n, &p);
	const char *key = intern_printf("mention %u %llu %p %d", p.object, (unsigned long long)p.offset,
	                                (const void *)p.type, has_path);
	uint64_t known;
	if (map_get(&n->index, map_key(key), &known))
		return known;
	map_put(&n->index, map_key(key), n->mention.n);
	struct mention m = {p, has_path, NULL, PATH_NONE};
	vec_push(&n->mention, m);
	return n->mention.n - 1;
}

static const char *mark(struct arena *a, size_t ix) {
	return arena_printf(a, "%c%zu%c", NAME_BEGIN, ix, NAME_END);
}

const char *names_value(struct symex *x, struct trace_names *n, struct arena *a,
                        struct memory_part p) {
	(void)x;
	return mark(a, mention(n, p, false));
}

const char *names_lvalue(struct symex *x, const struct state *st, struct trace_names *n,
                         struct arena *a, struct memory_part p) {
	size_t ix = mention(n, p, true);
	struct mention *m = &n->mention.at[ix];
	enum path_root root;
	const char *path = access_path_find(x, st, a, p, &root);
	if (!path)
		return mark(a, ix);
	path = intern(path);
	uint64_t owner;
	bool is_owned = map_get(&n->owner, map_key(path), &owner);
	map_put(&n->owner, map_key(path), is_owned && owner != ix ? NO_OWNER : ix);
	if (!m->path || root <= m->root) {
		m->path = path;
		m->root = root;
	}
	return mark(a, ix);
}

void names_call(struct symex *x, struct trace_names *n, term pointer, const char *name) {
	uint32_t object;
	term offset;
	if (ptr_known(x, pointer, &object, &offset) && object)
		map_put(&n->called, object, map_key(intern(name)));
}

/* --- Names. --- */

struct resolver {
	struct symex *x;
	const struct trace_names *names;
	const struct object_history *places;
	struct arena *arena;
	const char **name; /* by mention; NULL: not yet made */
	uint32_t *number;  /* by object: among those with the same label */
};

static const struct type *type_of(const struct resolver *r, uint32_t object) {
	uint64_t type;
	return map_get(&r->names->type, object, &type) ? (const struct type *)(uintptr_t)type : NULL;
}

/* The function of the library that made it, and the user called; NULL: none. */
static const char *maker_of(const struct resolver *r, uint32_t object) {
	const struct frame *f = object < r->places->of.n ? r->places->of.at[object].begin.frame : NULL;
	const char *name = NULL;
	for (; f && f->function->is_model; f = f->up)
		name = f->function->symbol->display;
	return name;
}

/* "node" for a block with a 'struct reachable_memory' at its begin. */
static const char *label_of(const struct resolver *r, uint32_t object) {
	const struct object *o = &r->x->object.at[object];
	const char *maker = o->kind == OBJECT_INTERNAL ? maker_of(r, object) : NULL;
	const struct type *t = type_of(r, object);
	if (maker && *maker != '_')
		return maker;
	if (t && type_is_record(t) && (t->record->tag || t->name))
		return t->record->tag ? t->record->tag : t->name;
	return o->kind == OBJECT_INTERNAL ? "object" : "block";
}

static void count_blocks(struct resolver *r) {
	struct map count = {0};
	for (uint32_t i = 1; i < r->x->object.n; i++) {
		if (r->x->object.at[i].symbol)
			continue;
		uint64_t label = map_key(intern(label_of(r, i))), n = 0;
		map_get(&count, label, &n);
		map_put(&count, label, n + 1);
		r->number[i] = (uint32_t)n + 1;
	}
	map_free(&count);
}

/* "*argv[1]", "argv[1][3]" */
static const char *called_part(const struct resolver *r, const struct memory_part *p,
                               const char *pointer) {
	uint64_t size = p->type && p->type->size ? p->type->size : 1;
	return p->offset
	           ? arena_printf(r->arena, "%s[%llu]", pointer, (unsigned long long)(p->offset / size))
	           : arena_printf(r->arena, "*%s", pointer);
}

static bool is_array_of(const struct resolver *r, uint32_t object, const struct type *t) {
	uint64_t size;
	return t && !type_is_flexible(t) &&
	       term_get_u64(r->x->ts, r->x->object.at[object].size, &size) && size >= 2 * t->size;
}

/* "node#2.next", "block#1[3]" */
static const char *part_name(const struct resolver *r, const struct memory_part *p) {
	const struct type *t = type_of(r, p->object);
	uint64_t called, i = t ? p->offset / t->size : 0;
	if (map_get(&r->names->called, p->object, &called))
		return called_part(r, p, (const char *)(uintptr_t)called);
	const char *name =
	    arena_printf(r->arena, "%s#%u", label_of(r, p->object), r->number[p->object]);
	bool is_array = is_array_of(r, p->object, t), is_opaque = !p->type || !p->type->size;
	if (!p->offset && !(t && type_is_record(t)))
		return name; /* the begin of an array is the array */
	if (!is_array) {
		bool is_inside = t && (type_is_flexible(t) || p->offset < t->size);
		return show_part(r->arena, name, is_inside && (p->offset || !is_opaque) ? t : NULL,
		                 p->offset, p->type);
	}
	uint64_t rest = p->offset - i * t->size;
	name = arena_printf(r->arena, "%s[%llu]", name, (unsigned long long)i);
	return show_part(r->arena, name, rest || !is_opaque ? t : NULL, rest, p->type);
}

static const char *name_of(struct resolver *r, size_t ix) {
	if (ix >= r->names->mention.n)
		return "?";
	const struct mention *m = &r->names->mention.at[ix];
	uint64_t owner;
	if (r->name[ix])
		return r->name[ix];
	bool is_own = m->path && map_get(&r->names->owner, map_key(m->path), &owner) && owner == ix;
	return r->name[ix] = is_own ? m->path : part_name(r, &m->part);
}

static const char *resolve(struct resolver *r, const char *text) {
	const char *begin;
	while (text && (begin = strchr(text, NAME_BEGIN))) {
		char *end;
		size_t ix = strtoul(begin + 1, &end, 10);
		const char *name = name_of(r, ix);
		bool is_star = *name == '*' && begin > text && begin[-1] == '&'; /* "&*p" is p */
		text = arena_printf(r->arena, "%.*s%s%s", (int)(begin - text - is_star), text,
		                    name + is_star, *end == NAME_END ? end + 1 : end);
	}
	return text;
}

static void resolve_hold(struct resolver *r, struct cex_hold *h) {
	h->object = resolve(r, h->object);
}

static void resolve_history(struct resolver *r, struct history *h) {
	for (size_t i = 0; i < h->call.n; i++) {
		h->call.at[i].arguments = resolve(r, h->call.at[i].arguments);
		h->call.at[i].result = resolve(r, h->call.at[i].result);
	}
	for (size_t i = 0; i < h->tries.n; i++)
		h->tries.at[i].expected = resolve(r, h->tries.at[i].expected);
	h->sentence = resolve(r, h->sentence);
}

void names_resolve(struct symex *x, const struct trace_names *n,
                   const struct object_history *places, struct arena *arena, struct cex *cex) {
	if (!n->mention.n)
		return;
	struct resolver r = {.x = x, .names = n, .places = places, .arena = arena};
	r.name = mem_alloc(n->mention.n * sizeof *r.name);
	r.number = mem_alloc(x->object.n * sizeof *r.number);
	count_blocks(&r);
	for (size_t i = 0; i < cex->step.n; i++) {
		struct step *s = &cex->step.at[i];
		s->lhs = resolve(&r, s->lhs);
		s->value = resolve(&r, s->value);
		s->text = resolve(&r, s->text);
		s->before = resolve(&r, s->before);
		s->operands = resolve(&r, s->operands);
		for (uint32_t k = 0; k < s->nargs; k++)
			s->arg[k] = resolve(&r, s->arg[k]);
	}
	for (size_t i = 0; i < cex->wait.n; i++)
		cex->wait.at[i].object = resolve(&r, cex->wait.at[i].object);
	for (size_t i = 0; i < cex->hold.n; i++)
		resolve_hold(&r, &cex->hold.at[i]);
	for (size_t i = 0; i < cex->order.n; i++) {
		resolve_hold(&r, &cex->order.at[i].held);
		resolve_hold(&r, &cex->order.at[i].taken);
	}
	for (size_t i = 0; i < cex->access.n; i++)
		cex->access.at[i].lvalue = resolve(&r, cex->access.at[i].lvalue);
	for (size_t i = 0; i < cex->place.n; i++)
		cex->place.at[i].object = resolve(&r, cex->place.at[i].object);
	for (size_t i = 0; cex->execution && i < cex->execution->event.n; i++) {
		struct execution_event *e = &cex->execution->event.at[i];
		e->name = resolve(&r, e->name);
		e->value = resolve(&r, e->value);
		e->written_value = resolve(&r, e->written_value);
	}
	if (cex->history)
		resolve_history(&r, cex->history);
	mem_free(r.number);
	mem_free(r.name);
}
