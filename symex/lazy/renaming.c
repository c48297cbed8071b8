#include "symex/lazy/renaming.h"

#include "symex/config.h"

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
	struct symmetry *symmetry; /* NULL: threads keep their numbers */
	const struct private *private;
	uint32_t run, state; /* numbers of the current ones */
	bool again;          /* a name was pinned after it was used */
	bool keeps_threads;  /* in this state they keep their numbers */
	bool is_ordered;     /* in this run they do not */
	bool is_unbounded;
	VEC(uint32_t) order, position;
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
	vec_free(&r->order);
	vec_free(&r->position);
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

void renaming_use(struct renaming *r, struct symmetry *s) {
	r->symmetry = s;
	r->order.n = r->position.n = 0;
	r->list = 0;
}

void renaming_set_private(struct renaming *r, const struct private *p) {
	r->private = p;
}

void renaming_begin(struct renaming *r) {
	r->state++;
	r->keeps_threads = false;
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

/* --- Threads. --- */

static bool comes_before(const uint64_t *word, uint64_t set, uint32_t a, uint32_t b) {
	return word[a] != word[b] ? word[a] < word[b] : (set >> a & 1) > (set >> b & 1);
}

const uint32_t *renaming_order(struct renaming *r, const uint64_t *word, uint64_t set,
                               uint32_t nthreads) {
	r->order.n = r->position.n = 0;
	r->is_ordered = false;
	for (uint32_t tid = 0; tid < nthreads; tid++) {
		uint32_t k = tid;
		vec_push(&r->order, tid);
		vec_push(&r->position, tid);
		if (!r->symmetry || r->keeps_threads || nthreads > MAX_RENAMED)
			continue;
		for (; k > 1 && comes_before(word, set, tid, r->order.at[k - 1]); k--)
			r->order.at[k] = r->order.at[k - 1];
		r->order.at[k] = tid;
		r->is_ordered |= k != tid;
	}
	for (uint32_t k = 0; k < nthreads; k++)
		r->position.at[r->order.at[k]] = k;
	return r->order.at;
}

uint32_t renaming_none(struct renaming *r) {
	static const uint32_t nothing[] = {0, 0};
	r->order.n = r->position.n = 0;
	r->is_ordered = false;
	return canon_tuple(r->canon, nothing, 2);
}

uint32_t renaming_position(const struct renaming *r, uint32_t tid) {
	return r->position.at[tid];
}

uint32_t renaming_thread(const struct renaming *r, uint32_t position) {
	return r->order.at[position];
}

uint64_t renaming_threads(const struct renaming *r, uint64_t threads) {
	if (!r->is_ordered)
		return threads;
	uint64_t set = 0;
	for (uint32_t tid = 0; tid < r->position.n; tid++)
		if (threads >> tid & 1)
			set |= 1ull << r->position.at[tid];
	return set;
}

static uint32_t thread_name(struct renaming *r, enum name_kind kind, uint32_t tid) {
	if (tid < r->position.n)
		return name_make(kind, r->position.at[tid]);
	/* Which thread is meant is not known. */
	r->again |= r->is_ordered;
	r->keeps_threads = true;
	return name_make(kind, tid);
}

static uint32_t canonical_name(struct renaming *r, uint32_t name) {
	uint32_t number = name_number(name);
	switch (name_kind(name)) {
	case NAME_OBJECT: return object_name(r, number, false);
	case NAME_PINNED_OBJECT:
		return shape_is_dynamic(r->x, number) ? object_name(r, number, true) : name;
	case NAME_CHOICE: return choice_name(r, number, false);
	case NAME_PINNED_CHOICE: return choice_name(r, number, true);
	case NAME_THREADS: return name_make(NAME_THREADS, (uint32_t)renaming_threads(r, number));
	case NAME_JOINED:
	case NAME_THREAD: break;
	}
	return thread_name(r, name_kind(name), number);
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

enum { OF_OBJECT = 1 << (NAME_BITS - 1) }; /* in the name of a choice: that of an object follows */

uint32_t renaming_shapes(struct renaming *r, const struct shape *s, uint32_t n) {
	size_t first = r->words.n;
	vec_push(&r->words, RENAMED);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&r->words, s[i].form);
	for (uint32_t i = 0; i < n; i++)
		push_names(r, s[i].names);
	return end_words(r, first);
}

void renaming_set_unbounded(struct renaming *r, bool yes) {
	r->is_unbounded = yes;
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

/* The names in the content of a marked object: those of threads that main joins, in order. */
static void push_marked(struct renaming *r, uint32_t names) {
	VEC(uint32_t) joined = {0};
	size_t first = r->words.n, n = 0;
	push_names(r, names);
	if (!r->is_unbounded || r->keeps_threads)
		return;
	for (size_t i = first; i < r->words.n; i++)
		if (name_kind(r->words.at[i]) == NAME_JOINED)
			vec_push(&joined, r->words.at[i]);
	if (joined.n > 1)
		qsort(joined.at, joined.n, sizeof *joined.at, by_number);
	for (size_t i = first; i < r->words.n; i++)
		if (name_kind(r->words.at[i]) == NAME_JOINED)
			r->words.at[i] = joined.at[n++];
	vec_free(&joined);
}

uint32_t renaming_marked(struct renaming *r, struct shape s) {
	size_t first = r->words.n;
	vec_push(&r->words, RENAMED);
	vec_push(&r->words, s.form);
	push_marked(r, s.names);
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
	bool published = r->private && private_is_published(r->private, id);
	uint32_t flags = o->kind | (uint32_t)o->is_constant << 8 | (uint32_t)o->is_jump << 9 |
	                 (uint32_t)o->is_mapping << 7 | (uint32_t)o->is_given << 6;
	uint32_t align = o->align ? (uint32_t)__builtin_ctz(o->align) + 1 : 0;
	return (struct known_object){.content = c ? c->canon : 0,
	                             .ended = (uint32_t)pmap_get(&st->ended, id),
	                             .size = o->size.ix,
	                             .symbol = o->symbol ? o->symbol->id + 1 : 0,
	                             .flags = flags | align << 10 | (uint32_t)published << 31};
}

static uint32_t object_number(struct renaming *r, struct state *st, uint32_t id) {
	static const struct known_object unknown;
	const struct object *o = &r->x->object.at[id];
	const struct content *c = memory_get(r->x, st, id);
	const struct shape none = {0, 0};
	bool pinned = is_pinned(r, &r->object.at[id]), leak = r->x->config->leak_check;
	bool marked = shape_is_marked(r->shapes, id);
	uint32_t choice = content_choice(r, id, c);
	while (r->known.n <= id)
		vec_push(&r->known, unknown);
	struct known_object *known = &r->known.at[id], now = describe(r, st, id, c);
	now.number = known->number;
	if (now.number && memcmp(&now, known, sizeof now) == 0 && !choice && !pinned && !leak &&
	    !marked)
		return now.number;
	struct shape content = none;
	if (c)
		content = marked ? symmetry_content(r->symmetry, id, c) : shape_content(r->shapes, c);
	const uint32_t words[] = {RENAMED,   pinned ? id : 0, choice,
	                          now.flags, now.symbol,      content.form};
	size_t first = r->words.n;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		vec_push(&r->words, words[i]);
	if (marked)
		push_marked(r, content.names);
	else
		push_names(r, content.names);
	push_term(r, o->size);
	push_term(r, (term){now.ended});
	/* Two words for each of the terms: no name is in them. */
	bool no_names = r->words.n == first + sizeof words / sizeof *words + 4;
	if (leak && o->kind == OBJECT_HEAP)
		push_leak(r, o);
	uint32_t number = end_words(r, first);
	now.number = no_names && !choice && !pinned && !leak && !marked && c && c->canon ? number : 0;
	r->known.at[id] = now;
	return number;
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

static bool is_listed(const struct renaming *r) {
	size_t n = r->renamed.n, k = r->is_ordered ? r->order.n : 0;
	const uint32_t *at = r->listed.at;
	return r->list && r->listed.n == n + k + 2 && at[0] == n &&
	       (!n || memcmp(at + 1, r->renamed.at, n * sizeof *at) == 0) &&
	       (!k || memcmp(at + n + 2, r->order.at, k * sizeof *at) == 0);
}

/* How many objects, these, how many threads (0: they keep their numbers), these. */
uint32_t renaming_list(struct renaming *r) {
	if (is_listed(r)) /* most states have the objects of the one before */
		return r->list;
	r->listed.n = 0;
	vec_push(&r->listed, (uint32_t)r->renamed.n);
	for (size_t i = 0; i < r->renamed.n; i++)
		vec_push(&r->listed, r->renamed.at[i]);
	vec_push(&r->listed, r->is_ordered ? (uint32_t)r->order.n : 0);
	for (size_t i = 0; i < r->order.n && r->is_ordered; i++)
		vec_push(&r->listed, r->order.at[i]);
	r->list = canon_tuple(r->canon, r->listed.at, (uint32_t)r->listed.n);
	return r->list;
}

/* --- Summaries. --- */

struct summary_translation {
	struct renaming *r;
	uint32_t from, to;
	struct map object; /* of one state -> of the other */
	bool lasting;
};

static uint32_t translate_object(void *context, uint32_t object) {
	const struct summary_translation *t = context;
	uint64_t to;
	return map_get(&t->object, object, &to) ? (uint32_t)to : object;
}

/* Pinned objects count as ones that the path may have made again. */
static uint32_t translate_lock(void *context, uint32_t lock) {
	const struct summary_translation *t = context;
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

static uint32_t position_in(const uint32_t *threads, uint32_t tid) {
	uint32_t k = 0;
	while (threads[0] && threads[1 + k] != tid)
		k++;
	return threads[0] ? k : tid;
}

uint64_t renaming_translate(const struct renaming *r, uint64_t threads, uint32_t from,
                            uint32_t to) {
	const uint32_t *p = canon_tuple_at(r->canon, from), *q = canon_tuple_at(r->canon, to);
	p += p[0] + 1;
	q += q[0] + 1;
	uint32_t n = p[0] ? p[0] : q[0];
	uint64_t set = n ? threads >> n << n : threads; /* threads created later keep their numbers */
	for (uint32_t tid = 0; tid < n; tid++)
		if (threads >> tid & 1) {
			uint32_t k = position_in(p, tid);
			set |= 1ull << (q[0] ? q[1 + k] : k);
		}
	return set;
}

static uint64_t translate_threads(void *context, uint64_t threads) {
	const struct summary_translation *t = context;
	return renaming_translate(t->r, threads, t->from, t->to);
}

uint32_t renaming_summary(struct renaming *r, struct footprints *f, uint32_t summary, uint32_t from,
                          uint32_t to, bool lasting) {
	uint32_t words[] = {summary, from, to, lasting};
	uint32_t arguments = canon_tuple(r->canon, words, 4);
	uint64_t known;
	if (map_get(&r->summaries, arguments, &known))
		return (uint32_t)known;
	struct summary_translation t = {.r = r, .from = from, .to = to, .lasting = lasting};
	const uint32_t *p = canon_tuple_at(r->canon, from), *q = canon_tuple_at(r->canon, to);
	for (uint32_t i = 1; i <= p[0]; i++)
		map_put(&t.object, p[i], q[i]);
	struct footprint_map map = {translate_object, translate_lock, translate_threads, &t};
	uint32_t result = footprint_translate(f, summary, &map);
	map_free(&t.object);
	map_put(&r->summaries, arguments, result);
	return result;
}
