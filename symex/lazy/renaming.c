#include "symex/lazy/renaming.h"

#include <stdlib.h>
#include <string.h>

struct name_mark {   /* of an object or a choice */
	uint32_t run;    /* in which it was reached */
	uint32_t id;     /* in that run: its canonical name */
	uint32_t pinned; /* number of the state in which it is pinned */
};

struct known_object { /* what object_number has last computed for an object without names in it */
	uint32_t content, ended, size, symbol, flags, number;
};

struct renaming {
	struct symex *x;
	struct canon *canon;
	struct shapes *shapes;
	uint32_t run, state; /* numbers of the current ones */
	bool again;          /* a name was pinned after it was used */
	VEC(struct name_mark) object, choice;
	VEC(struct known_object) known;
	VEC(uint32_t) queue;   /* objects reached, in order */
	VEC(uint32_t) renamed; /* those of them that are not pinned */
	uint32_t nchoices;     /* choices renamed */
	VEC(uint32_t) words;
	VEC(uint32_t) listed; /* result of the last call of renaming_list, and its number */
	uint32_t list;
	struct map summaries; /* number of the arguments of renaming_summary -> result */
};

struct renaming *renaming_open(struct symex *x, struct canon *canon, struct shapes *shapes) {
	struct renaming *r = mem_alloc(sizeof *r);
	r->x = x;
	r->canon = canon;
	r->shapes = shapes;
	return r;
}

void renaming_close(struct renaming *r) {
	if (!r)
		return;
	vec_free(&r->object);
	vec_free(&r->choice);
	vec_free(&r->queue);
	vec_free(&r->renamed);
	vec_free(&r->words);
	vec_free(&r->known);
	vec_free(&r->listed);
	map_free(&r->summaries);
	mem_free(r);
}

void renaming_forget(struct renaming *r) {
	map_clear(&r->summaries);
}

/* --- Names. --- */

void renaming_again(struct renaming *r) {
	r->run++;
	r->again = false;
	r->queue.n = r->renamed.n = 0;
	r->nchoices = 0;
}

void renaming_begin(struct renaming *r) {
	r->state++;
	renaming_again(r);
}

static bool is_pinned(const struct renaming *r, const struct name_mark *m) {
	return m->pinned == r->state;
}

static uint32_t object_name(struct renaming *r, uint32_t object, bool pin) {
	static const struct name_mark none;
	while (r->object.n <= object)
		vec_push(&r->object, none);
	struct name_mark *m = &r->object.at[object];
	bool is_new = m->run != r->run;
	if (pin && m->pinned != r->state) {
		m->pinned = r->state;
		r->again |= !is_new;
	}
	if (is_new) {
		bool pinned = is_pinned(r, m);
		m->run = r->run;
		m->id = pinned ? name_make(NAME_PINNED_OBJECT, object) : (uint32_t)r->renamed.n;
		if (!pinned)
			vec_push(&r->renamed, object);
		vec_push(&r->queue, object);
	}
	return m->id;
}

static uint32_t choice_name(struct renaming *r, uint32_t choice, bool pin) {
	static const struct name_mark none;
	while (r->choice.n <= choice)
		vec_push(&r->choice, none);
	struct name_mark *m = &r->choice.at[choice];
	bool is_new = m->run != r->run;
	if (pin && m->pinned != r->state) {
		m->pinned = r->state;
		r->again |= !is_new;
	}
	if (is_new) {
		m->run = r->run;
		m->id = is_pinned(r, m) ? name_make(NAME_PINNED_CHOICE, choice)
		                        : name_make(NAME_CHOICE, r->nchoices++);
	}
	return m->id;
}

static uint32_t canonical_name(struct renaming *r, uint32_t name) {
	uint32_t number = name_number(name);
	switch (name_kind(name)) {
	case NAME_OBJECT: return object_name(r, number, false);
	case NAME_PINNED_OBJECT:
		return shape_is_dynamic(r->x, number) ? object_name(r, number, true) : name;
	case NAME_CHOICE: return choice_name(r, number, false);
	case NAME_PINNED_CHOICE: break;
	}
	return choice_name(r, number, true);
}

static void push_names(struct renaming *r, uint32_t list) {
	uint32_t n = list ? canon_tuple_at(r->canon, list)[0] : 0;
	for (uint32_t i = 1; i <= n; i++)
		vec_push(&r->words, canonical_name(r, canon_tuple_at(r->canon, list)[i]));
}

static uint32_t end_words(struct renaming *r, size_t first) {
	uint32_t n = (uint32_t)(r->words.n - first);
	r->words.n = first;
	return canon_tuple(r->canon, r->words.at + first, n);
}

/* No other list begins with this word, for no number is as great. */
#define RENAMED UINT32_MAX

enum { OF_OBJECT = 1 << 29 }; /* in the name of a choice: that of an object follows */

uint32_t renaming_shapes(struct renaming *r, const struct shape *s, uint32_t n) {
	size_t first = r->words.n;
	vec_push(&r->words, RENAMED);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&r->words, s[i].form);
	for (uint32_t i = 0; i < n; i++)
		push_names(r, s[i].names);
	return end_words(r, first);
}

uint32_t renaming_shape(struct renaming *r, struct shape s) {
	return s.names ? renaming_shapes(r, &s, 1) : s.form;
}

void renaming_pin(struct renaming *r, uint32_t object) {
	object_name(r, object, true);
}

/* --- Objects. --- */

/* What the leak check depends on. */
static void push_leak(struct renaming *r, const struct object *o) {
	vec_push(&r->words, o->allocated.ix);
	vec_push(&r->words, (uint32_t)map_key(o->loc.file));
	vec_push(&r->words, (uint32_t)(map_key(o->loc.file) >> 32));
	vec_push(&r->words, o->loc.line);
	vec_push(&r->words, o->loc.col);
}

static void push_term(struct renaming *r, term t) {
	size_t begin = shape_begin(r->shapes);
	uint32_t form[2];
	shape_add_term(r->shapes, t, form);
	struct shape s = shape_end(r->shapes, begin, form[1]);
	vec_push(&r->words, form[0]);
	vec_push(&r->words, form[1]);
	push_names(r, s.names);
}

/* The name of the choice of a fresh content.  An object is made with a choice, after which its
 * first content is named; then the name of the object stands for both. */
static uint32_t content_choice(struct renaming *r, uint32_t id, const struct content *c) {
	static const struct name_mark none;
	if (!c || !shape_is_fresh(c))
		return 0;
	if (c->choice != r->x->object.at[id].choice || is_pinned(r, &r->object.at[id]))
		return choice_name(r, c->choice, false);
	while (r->choice.n <= c->choice)
		vec_push(&r->choice, none);
	struct name_mark *m = &r->choice.at[c->choice];
	if (m->run == r->run || is_pinned(r, m))
		return choice_name(r, c->choice, false);
	m->run = r->run;
	m->id = name_make(NAME_CHOICE, OF_OBJECT | r->object.at[id].id);
	return 0;
}

static struct known_object describe(const struct renaming *r, const struct state *st, uint32_t id,
                                    const struct content *c) {
	const struct object *o = &r->x->object.at[id];
	uint32_t flags = o->kind | (uint32_t)o->is_constant << 8 | (uint32_t)o->is_jump << 9;
	return (struct known_object){.content = c ? c->canon : 0,
	                             .ended = (uint32_t)pmap_get(&st->ended, id),
	                             .size = o->size.ix,
	                             .symbol = o->symbol ? o->symbol->id + 1 : 0,
	                             .flags = flags | o->align << 10};
}

static uint32_t object_number(struct renaming *r, struct state *st, uint32_t id) {
	static const struct known_object unknown;
	const struct object *o = &r->x->object.at[id];
	const struct content *c = memory_get(r->x, st, id);
	const struct shape none = {0, 0};
	bool pinned = is_pinned(r, &r->object.at[id]), leak = r->x->config->leak_check;
	uint32_t choice = content_choice(r, id, c);
	while (r->known.n <= id)
		vec_push(&r->known, unknown);
	struct known_object *known = &r->known.at[id], now = describe(r, st, id, c);
	now.number = known->number;
	if (now.number && memcmp(&now, known, sizeof now) == 0 && !choice && !pinned && !leak)
		return now.number;
	struct shape content = c ? shape_content(r->shapes, c) : none;
	const uint32_t words[] = {RENAMED,   pinned ? id : 0, choice,
	                          now.flags, now.symbol,      content.form};
	size_t first = r->words.n;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		vec_push(&r->words, words[i]);
	push_names(r, content.names);
	push_term(r, o->size);
	push_term(r, (term){now.ended});
	/* Two words for each of the terms: no name is in them. */
	bool no_names = r->words.n == first + sizeof words / sizeof *words + 4;
	if (leak && o->kind == OBJECT_HEAP)
		push_leak(r, o);
	uint32_t number = end_words(r, first);
	now.number = no_names && !choice && !pinned && !leak && c && c->canon ? number : 0;
	r->known.at[id] = now;
	return number;
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

/* The blocks that nothing reaches, as a multiset of what the leak check sees of them. */
static uint32_t unreached_blocks(struct renaming *r, const struct state *st) {
	size_t first = r->words.n;
	uint32_t id;
	uint64_t content;
	for (uint32_t at = 0; pmap_next(&st->mem, at, &id, &content); at = id + 1) {
		bool reached = id < r->object.n && r->object.at[id].run == r->run;
		if (reached || r->x->object.at[id].kind != OBJECT_HEAP)
			continue;
		size_t begin = r->words.n;
		push_leak(r, &r->x->object.at[id]);
		vec_push(&r->words, (uint32_t)pmap_get(&st->ended, id));
		uint32_t number = end_words(r, begin);
		vec_push(&r->words, number);
	}
	if (r->words.n == first)
		return 0;
	qsort(r->words.at + first, r->words.n - first, sizeof *r->words.at, by_number);
	return end_words(r, first);
}

bool renaming_objects(struct renaming *r, struct state *st, uint32_t *number) {
	size_t first = r->words.n;
	for (size_t i = 0; i < r->queue.n; i++) {
		uint32_t n = object_number(r, st, r->queue.at[i]);
		vec_push(&r->words, n);
	}
	if (r->x->config->leak_check) {
		uint32_t rest = unreached_blocks(r, st);
		vec_push(&r->words, rest);
	}
	*number = end_words(r, first);
	return !r->again;
}

uint32_t renaming_list(struct renaming *r) {
	size_t n = r->renamed.n;
	if (r->list && r->listed.n == n + 1 &&
	    (!n || memcmp(r->listed.at + 1, r->renamed.at, n * sizeof *r->renamed.at) == 0))
		return r->list; /* most states have the objects of the one before */
	r->listed.n = 0;
	vec_push(&r->listed, (uint32_t)n);
	for (size_t i = 0; i < n; i++)
		vec_push(&r->listed, r->renamed.at[i]);
	r->list = canon_tuple(r->canon, r->listed.at, (uint32_t)n + 1);
	return r->list;
}

/* --- Summaries. --- */

struct translation {
	struct renaming *r;
	struct map object; /* of one state -> of the other */
	bool lasting;
};

static uint32_t translate_object(void *context, uint32_t object) {
	const struct translation *t = context;
	uint64_t to;
	return map_get(&t->object, object, &to) ? (uint32_t)to : object;
}

/* Pinned objects count as ones that the path may have made again. */
static uint32_t translate_lock(void *context, uint32_t lock) {
	const struct translation *t = context;
	struct symex *x = t->r->x;
	uint32_t object;
	uint64_t to;
	term offset;
	if (!ptr_known(x, (term){lock}, &object, &offset))
		return t->lasting ? lock : 0;
	if (!shape_is_dynamic(x, object))
		return lock;
	if (map_get(&t->object, object, &to))
		return ptr_make(x, (uint32_t)to, offset).ix;
	return t->lasting ? lock : 0;
}

uint32_t renaming_summary(struct renaming *r, struct footprints *f, uint32_t summary, uint32_t from,
                          uint32_t to, bool lasting) {
	uint32_t words[] = {summary, from, to, lasting};
	uint32_t arguments = canon_tuple(r->canon, words, 4);
	uint64_t known;
	if (map_get(&r->summaries, arguments, &known))
		return (uint32_t)known;
	struct translation t = {.r = r, .lasting = lasting};
	const uint32_t *p = canon_tuple_at(r->canon, from), *q = canon_tuple_at(r->canon, to);
	for (uint32_t i = 1; i <= p[0]; i++)
		map_put(&t.object, p[i], q[i]);
	struct footprint_map map = {translate_object, translate_lock, &t};
	uint32_t result = footprint_translate(f, summary, &map);
	map_free(&t.object);
	map_put(&r->summaries, arguments, result);
	return result;
}
