#include "symex/replay/trace/access_path.h"

#include <string.h>

#include "symex/memory/content.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/show.h"

enum { MOST_NODES = 400, MOST_POINTERS = 3, MOST_ELEMENTS = 16, MOST_NESTING = 6 };

struct reachable_memory { /* memory of a type that the program can reach */
	uint32_t object;
	uint64_t offset;
	const struct type *type;
	const char *name;  /* of the memory, or of the pointer to it */
	bool is_pointer;   /* the latter */
	uint32_t pointers; /* that the path follows */
};

struct access_search {
	struct symex *x;
	const struct state *st;
	struct arena *arena;
	struct memory_part to;
	VEC(struct reachable_memory) node;
	size_t next; /* the nodes before have been looked at */
};

/* --- Names. --- */

static bool is_array_of(const struct access_search *s, const struct reachable_memory *n) {
	uint64_t size;
	return n->is_pointer && n->type->size && !type_is_flexible(n->type) &&
	       term_get_u64(s->x->ts, s->x->object.at[n->object].size, &size) && size >= n->offset &&
	       size - n->offset >= 2 * n->type->size;
}

/* The name of a part of what the node is; NULL: the type has no such part. */
static const char *part_name(const struct access_search *s, const struct reachable_memory *n,
                             uint64_t offset, const struct type *want) {
	if (!n->is_pointer)
		return offset < n->type->size ? show_part(s->arena, n->name, n->type, offset, want) : NULL;
	uint64_t i = n->type->size && !type_is_flexible(n->type) ? offset / n->type->size : 0;
	if (i && !is_array_of(s, n))
		return NULL;
	if (is_array_of(s, n)) {
		const char *element = arena_printf(s->arena, "%s[%llu]", n->name, (unsigned long long)i);
		return show_part(s->arena, element, n->type, offset - i * n->type->size, want);
	}
	const char *part = show_part(s->arena, "", n->type, offset, want);
	if (*part == '.')
		return arena_printf(s->arena, "%s->%s", n->name, part + 1);
	return *part ? arena_printf(s->arena, "(*%s)%s", n->name, part)
	             : arena_printf(s->arena, "*%s", n->name);
}

static const char *found_at(const struct access_search *s, const struct reachable_memory *n) {
	if (n->object != s->to.object || s->to.offset < n->offset)
		return NULL;
	const char *name = part_name(s, n, s->to.offset - n->offset, s->to.type);
	return name && !strchr(name, '+') ? name : NULL;
}

/* --- Pointers. --- */

static void add(struct access_search *s, struct reachable_memory n) {
	if (!n.object || s->node.n >= MOST_NODES || n.pointers > MOST_POINTERS)
		return;
	for (size_t i = 0; i < s->node.n; i++) {
		const struct reachable_memory *m = &s->node.at[i];
		if (m->object == n.object && m->offset == n.offset && m->type == n.type)
			return;
	}
	vec_push(&s->node, n);
}

static void add_pointer(struct access_search *s, term p, const struct type *t, const char *name,
                        uint32_t pointers) {
	uint32_t object;
	term offset;
	uint64_t at;
	if (!t->elem->size || t->elem->kind == TYPE_FUNC || !ptr_known(s->x, p, &object, &offset) ||
	    !term_get_u64(s->x->ts, offset, &at))
		return;
	add(s, (struct reachable_memory){object, at, t->elem, name, true, pointers + 1});
}

/* Follows the pointers in the part of type 't' at 'offset' of the node. */
static void follow(struct access_search *s, struct reachable_memory n, const struct type *t,
                   uint64_t offset, unsigned nesting) {
	const struct content *c = memory_get(s->x, s->st, n.object);
	if (!c || c->elem || nesting > MOST_NESTING || n.offset + offset > UINT32_MAX)
		return;
	if (t->kind == TYPE_POINTER) {
		uint64_t cell = pmap_get(&c->cells, (uint32_t)(n.offset + offset));
		const char *name = cell_is_pointer(cell) ? part_name(s, &n, offset, t) : NULL;
		if (name)
			add_pointer(s, (term){(uint32_t)cell}, t, name, n.pointers);
	} else if (t->kind == TYPE_STRUCT) {
		for (uint32_t i = 0; i < t->record->n; i++)
			if (t->record->field[i].bit_width == NOT_BITFIELD)
				follow(s, n, t->record->field[i].type, offset + t->record->field[i].offset / 8,
				       nesting + 1);
	} else if (t->kind == TYPE_ARRAY && t->n != ARRAY_OPEN) {
		for (uint64_t i = 0; i < t->n && i < MOST_ELEMENTS; i++)
			follow(s, n, t->elem, offset + i * t->elem->size, nesting + 1);
	}
}

static void expand(struct access_search *s, struct reachable_memory n) {
	uint64_t size = 0, count = 1;
	if (is_array_of(s, &n) && term_get_u64(s->x->ts, s->x->object.at[n.object].size, &size))
		count = (size - n.offset) / n.type->size;
	for (uint64_t i = 0; i < count && i < MOST_ELEMENTS; i++)
		follow(s, n, n.type, i * n.type->size, 0);
}

static const char *run(struct access_search *s) {
	for (; s->next < s->node.n; s->next++) {
		struct reachable_memory n = s->node.at[s->next];
		const char *name = found_at(s, &n);
		if (name)
			return name;
		expand(s, n);
	}
	return NULL;
}

/* --- Variables. --- */

static void add_statics(struct access_search *s) {
	for (size_t i = 0; i < s->x->static_object.n; i++) {
		uint32_t id = s->x->static_object.at[i];
		const struct symbol *v = id ? s->x->object.at[id].symbol : NULL;
		if (v && v->storage == STORAGE_STATIC && !v->is_model && !v->is_temp)
			add(s, (struct reachable_memory){id, 0, v->type, v->display, false, 0});
	}
}

static void add_variable(struct access_search *s, const struct state *st, const struct frame *f,
                         const struct symbol *v) {
	uint64_t reg = pmap_get(&st->reg, f->base + v->slot);
	if (v->is_temp || reg_kind(reg) != REG_TERM)
		return;
	term value = {reg_payload(reg)};
	uint32_t object;
	term offset;
	if (local_is_object(v) && ptr_known(s->x, value, &object, &offset))
		add(s, (struct reachable_memory){object, 0, v->type, v->display, false, 0});
	else if (!local_is_object(v) && v->type->kind == TYPE_POINTER)
		add_pointer(s, value, v->type, v->display, 0);
}

/* The outermost call first: its variables live longest. */
static void add_frames(struct access_search *s, const struct state *st, const struct frame *f) {
	if (!f)
		return;
	add_frames(s, st, f->up);
	for (uint32_t i = 0; !f->function->is_model && i < f->function->local.n; i++)
		add_variable(s, st, f, f->function->local.at[i]);
}

static void add_thread(struct access_search *s, uint32_t tid) {
	struct state view = thread_view(s->st, tid);
	add_frames(s, &view, view.frame);
}

const char *access_path_find(struct symex *x, const struct state *st, struct arena *arena,
                             struct memory_part to, enum path_root *root) {
	struct access_search s = {.x = x, .st = st, .arena = arena, .to = to};
	const char *name = NULL;
	for (*root = PATH_STATIC; *root < PATH_NONE; ++*root) {
		if (*root == PATH_STATIC)
			add_statics(&s);
		else if (*root == PATH_MAIN)
			add_thread(&s, 0);
		for (uint32_t tid = 1; *root == PATH_THREAD && tid < st->nthreads; tid++)
			add_thread(&s, tid);
		name = run(&s);
		if (name)
			break;
	}
	vec_free(&s.node);
	return name;
}
