#include "symex/proof/print/proof_record.h"

#include <stdlib.h>
#include <string.h>

#include "goto/program/prog.h"
#include "symex/proof/print/comparison.h"
#include "symex/proof/print/ghost.h"
#include "symex/proof/print/linear.h"
#include "util/base/intern.h"

enum {
	MAX_VALUES = 16,     /* of an explicit part, that are told */
	MAX_IMPLICATIONS = 8 /* at a point */
};

#define NO_SPOT UINT32_MAX

/* An instruction of the user, executed by threads of one function. */
struct spot {
	const char *thread;
	const struct function *function;
	uint32_t tid, pc;
	bool is_one; /* thread: there is one template, and one thread of it */
	struct loc loc;
	VEC(uint32_t) single; /* nodes with one thread, which is here; none: not reached */
	uint32_t number;      /* of the point in the record */
};

struct recording {
	struct views *v;
	struct result *result;
	struct proof *to;
	struct variable_names names;
	VEC(struct spot) spot;
	bool used[MAX_COUNTERS]; /* of each counter: a fact speaks of it */
	uint32_t *spot_of;       /* by point */
	VEC(uint32_t) * pair;    /* by two spots: nodes */
	VEC(const char *) everywhere;
	VEC(const char *) told; /* of the point or pair at hand */
};

static uint32_t point_of(const struct recording *r, uint32_t local) {
	return r->v->local.at[local].point;
}

/* --- Spots. --- */

static const char *template_name(const struct recording *r, uint32_t tid) {
	const struct symbol *s = r->v->r->template.at[tid].function;
	if (!tid || !s)
		s = r->v->x->prog->entry;
	return s->display;
}

/* Where the user's function is: at a call, if a library function is executed. */
static uint32_t user_pc(const struct state *st) {
	const struct frame *f = st->frame;
	uint32_t pc = st->pc;
	for (; f->up && f->function->is_model; f = f->up)
		pc = frame_call_pc(f);
	return pc;
}

/* Not in the middle of what a library function does at once. */
static bool is_told(const struct control_point *p) {
	bool is_inside = p->is_atomic && p->st.frame->function->is_model;
	return !is_inside && p->loc.file && !p->function->is_model;
}

static uint32_t find_spot(struct recording *r, const struct control_point *p) {
	const char *thread = template_name(r, p->tid);
	uint32_t pc = user_pc(&p->st);
	for (uint32_t i = 0; i < r->spot.n; i++) {
		const struct spot *s = &r->spot.at[i];
		if (s->thread != thread || s->function != p->function || s->pc != pc)
			continue;
		r->spot.at[i].is_one &= s->tid == p->tid;
		return i;
	}
	struct spot new = {.thread = thread,
	                   .function = p->function,
	                   .tid = p->tid,
	                   .pc = pc,
	                   .is_one = !r->v->r->template.at[p->tid].is_many,
	                   .loc = p->loc};
	vec_push(&r->spot, new);
	return (uint32_t)r->spot.n - 1;
}

static int by_position(const void *a, const void *b) {
	const struct spot *s = a, *t = b;
	if (s->tid != t->tid)
		return s->tid < t->tid ? -1 : 1;
	int name = strcmp(s->function->symbol->name, t->function->symbol->name);
	if (name)
		return name;
	return (s->pc > t->pc) - (s->pc < t->pc);
}

static void find_spots(struct recording *r) {
	const struct relation *relation = r->v->r;
	r->spot_of = arena_array(r->v->x->pool.arena, uint32_t, relation->point.n + 1);
	for (size_t i = 0; i < relation->point.n; i++)
		if (is_told(&relation->point.at[i]))
			find_spot(r, &relation->point.at[i]);
	if (r->spot.n)
		qsort(r->spot.at, r->spot.n, sizeof *r->spot.at, by_position);
	for (size_t i = 0; i < relation->point.n; i++)
		r->spot_of[i] =
		    is_told(&relation->point.at[i]) ? find_spot(r, &relation->point.at[i]) : NO_SPOT;
}

static void find_nodes(struct recording *r) {
	size_t n = r->spot.n;
	r->pair = mem_alloc((n * n + 1) * sizeof *r->pair);
	for (uint32_t i = 0; i < r->v->node.n; i++) {
		const struct view *node = &r->v->node.at[i];
		uint32_t a = r->spot_of[point_of(r, node->local[0])], b = NO_SPOT;
		if (node->local[1] == NO_LOCAL) {
			if (a != NO_SPOT)
				vec_push(&r->spot.at[a].single, i);
			continue;
		}
		b = r->spot_of[point_of(r, node->local[1])];
		if (a != NO_SPOT && b != NO_SPOT)
			vec_push(&r->pair[a <= b ? a * n + b : b * n + a], i);
	}
}

/* --- Facts. --- */

static void tell(void *context, const char *text) {
	struct recording *r = context;
	vec_push(&r->told, text);
}

static int by_text(const void *a, const void *b) {
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What was told, sorted. */
static const char **take_told(struct recording *r, uint32_t *n) {
	if (r->told.n)
		qsort(r->told.at, r->told.n, sizeof *r->told.at, by_text);
	const char **at = arena_array(r->result->arena, const char *, r->told.n + 1);
	*n = 0;
	for (size_t i = 0; i < r->told.n; i++)
		if (!*n || strcmp(at[*n - 1], r->told.at[i]) != 0)
			at[(*n)++] = r->told.at[i];
	r->told.n = 0;
	return at;
}

/* The atoms that hold in all nodes, of one thread (b: NO_SPOT) or two, of which the one at spot a
 * is thread 1. */
struct common {
	VEC(term) at;
};

/* The atom of a node, by the names that both threads have; NO_TERM: there are none. */
static term said(struct recording *r, const struct view *n, size_t atom, bool turned) {
	uint32_t second = n->local[1] == NO_LOCAL ? NO_POINT : point_of(r, n->local[1]);
	return names_say(&r->names, n->atom.at[atom], point_of(r, n->local[0]), second, turned);
}

static void keep_common(struct recording *r, struct common *c, const struct view *n, bool turned) {
	struct map has = {0};
	size_t kept = 0;
	for (size_t i = 0; i < n->atom.n; i++)
		map_put(&has, said(r, n, i, turned).ix, 1);
	for (size_t i = 0; i < c->at.n; i++)
		if (map_get(&has, c->at.at[i].ix, NULL))
			c->at.at[kept++] = c->at.at[i];
	c->at.n = kept;
	map_free(&has);
}

static void find_common(struct recording *r, const uint32_t *node, size_t n, uint32_t a, uint32_t b,
                        struct common *c) {
	for (size_t k = 0; k < n; k++) {
		const struct view *here = &r->v->node.at[node[k]];
		bool turned = b != NO_SPOT && r->spot_of[point_of(r, here->local[0])] != a;
		for (size_t i = 0; i < here->atom.n && !k; i++) {
			term atom = said(r, here, i, turned);
			if (atom.ix)
				vec_push(&c->at, atom);
		}
		keep_common(r, c, here, turned);
		if (b != NO_SPOT && a == b) /* either thread may be the first */
			keep_common(r, c, here, !turned);
	}
}

/* The value of an explicit part in a node; false: it has no name there. */
static bool value_in(const struct recording *r, uint32_t node, uint32_t part, uint64_t *value) {
	const struct view *n = &r->v->node.at[node];
	const struct local *l = &r->v->local.at[n->local[0]];
	const struct control_point *p = &r->v->r->point.at[l->point];
	if (r->v->r->part.at[part].is_shared) {
		*value = r->v->shared.at[n->shared].value[part];
		return names_visible(&r->names, l->point, part) &&
		       (n->local[1] == NO_LOCAL ||
		        names_visible(&r->names, point_of(r, n->local[1]), part));
	}
	for (size_t i = 0; i < p->part.n; i++)
		if (r->names.stands[p->part.at[i]] == part &&
		    names_visible(&r->names, l->point, p->part.at[i])) {
			*value = l->value[i];
			return true;
		}
	return false;
}

struct values {
	uint64_t at[MAX_VALUES];
	size_t n;
};

static bool has_value(const struct values *v, uint64_t value) {
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i] == value)
			return true;
	return false;
}

/* The values of a part in these nodes; false: it has none somewhere, or too many. */
static bool find_values(const struct recording *r, const uint32_t *node, size_t n, uint32_t part,
                        struct values *to) {
	to->n = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t value;
		if (!value_in(r, node[i], part, &value) || value == UNKNOWN_VALUE)
			return false;
		if (has_value(to, value))
			continue;
		if (to->n == MAX_VALUES)
			return false;
		to->at[to->n++] = value;
	}
	return n > 0;
}

/* What holds in all these views of one thread; of the explicit parts, those from 'from' on. */
static void add_common(struct recording *r, struct comparisons *f, const uint32_t *node, size_t n,
                       uint32_t from) {
	struct common c = {0};
	find_common(r, node, n, NO_SPOT, NO_SPOT, &c);
	for (size_t i = 0; i < c.at.n; i++)
		comparisons_add(f, c.at.at[i]);
	vec_free(&c.at);
	for (uint32_t part = from; part < r->v->r->part.n; part++) {
		struct values v;
		if (!r->v->symbolic[part] && comparison_is_named(f, part) &&
		    find_values(r, node, n, part, &v))
			comparisons_add_values(f, part, 1, v.at, v.n);
	}
}

/* What all these views of one thread say about counters. */
static void tell_counts(struct recording *r, const struct comparisons *f, const uint32_t *node,
                        size_t n) {
	struct common c = {0};
	if (!r->v->counters || !n)
		return;
	VEC(struct linear) all = {0};
	find_common(r, node, n, NO_SPOT, NO_SPOT, &c);
	for (size_t i = 0; i < c.at.n; i++) {
		struct linear l;
		if (linear_read(f, r->result->arena, c.at.at[i], r->used, &l))
			vec_push(&all, l);
	}
	for (size_t i = 0; i < all.n; i++) {
		bool is_told = true;
		for (size_t k = 0; k < all.n && is_told; k++)
			is_told = k == i || !linear_is_weaker(&all.at[i], &all.at[k]) ||
			          (k > i && linear_is_weaker(&all.at[k], &all.at[i]));
		if (is_told)
			vec_push(&r->told, linear_text(r->result->arena, &all.at[i]));
	}
	vec_free(&all);
	vec_free(&c.at);
}

/* What follows from values of an explicit part, and for which of them (bits). */
struct conclusion {
	const char *text;
	uint32_t from;
};

struct implying {
	struct recording *r;
	const char *own; /* "lock == 1": that this follows is no news */
	size_t common;   /* so many are told without a condition */
	uint32_t value;  /* the bit of the value */
	VEC(struct conclusion) conclusion;
};

static void conclude(void *context, const char *text) {
	struct implying *i = context;
	for (size_t k = 0; k < i->common; k++)
		if (!strcmp(i->r->told.at[k], text))
			return;
	if (!strcmp(text, i->own) || strstr(text, "||"))
		return;
	for (size_t k = 0; k < i->conclusion.n; k++)
		if (!strcmp(i->conclusion.at[k].text, text)) {
			i->conclusion.at[k].from |= i->value;
			return;
		}
	vec_push(&i->conclusion, ((struct conclusion){text, i->value}));
}

/* "b == 4 || busy == 0" if that is shorter than "b != 0 || busy == 0" for all other values of b. */
static void tell_conclusion(struct recording *r, const struct comparisons *f, uint32_t part,
                            const struct values *v, const struct conclusion *c) {
	struct arena *arena = r->result->arena;
	uint32_t thread = r->v->r->part.at[part].is_shared ? 0 : 1;
	const char *others = "";
	size_t n = 0;
	for (size_t i = 0; i < v->n; i++)
		if (!(c->from >> i & 1)) {
			n++;
			others =
			    arena_printf(arena, "%s%s || ", others,
			                 comparison_value_text(f, arena, part, thread, v->at[i], true, false));
		}
	if (n && n <= v->n - n && v->n > 2) {
		vec_push(&r->told, arena_printf(arena, "%s%s", others, c->text));
		return;
	}
	for (size_t i = 0; i < v->n; i++)
		if (c->from >> i & 1)
			vec_push(&r->told, arena_printf(arena, "%s || %s",
			                                comparison_value_text(f, arena, part, thread, v->at[i],
			                                                      false, false),
			                                c->text));
}

struct view_list {
	const uint32_t *at;
	size_t n;
	bool has_own; /* they are about a thread; false: only what is shared is told */
};

/* What holds in these nodes if an explicit part has one of its values, and otherwise need not. */
static void tell_implications(struct recording *r, const struct view_list *in, uint32_t part,
                              size_t common, uint32_t *left) {
	struct comparisons all;
	struct values v;
	struct implying context = {.r = r, .common = common};
	comparisons_open(&all, &r->names, in->has_own);
	bool good = !r->v->symbolic[part] && comparison_is_named(&all, part) &&
	            find_values(r, in->at, in->n, part, &v) && v.n > 1;
	uint32_t thread = r->v->r->part.at[part].is_shared ? 0 : 1;
	for (size_t i = 0; good && i < v.n; i++) {
		VEC(uint32_t) some = {0};
		for (size_t k = 0; k < in->n; k++) {
			uint64_t value;
			if (value_in(r, in->at[k], part, &value) && value == v.at[i])
				vec_push(&some, in->at[k]);
		}
		struct comparisons f;
		context.own =
		    comparison_value_text(&all, r->result->arena, part, thread, v.at[i], true, false);
		context.value = 1u << i;
		comparisons_open(&f, &r->names, in->has_own);
		/* the other direction of an implication between two is the same one */
		add_common(r, &f, some.at, some.n, part + 1);
		comparisons_tell(&f, r->result->arena, false, conclude, &context);
		comparisons_close(&f);
		vec_free(&some);
	}
	for (size_t i = 0; i < context.conclusion.n && *left; i++, --*left)
		tell_conclusion(r, &all, part, &v, &context.conclusion.at[i]);
	vec_free(&context.conclusion);
	comparisons_close(&all);
}

/* --- Locks of the library. --- */

/* The lock whose word the part is, as the user calls it; NULL: it is none. */
static const char *lock_of(const struct recording *r, uint32_t part) {
	const char *name = r->v->r->part.at[part].name;
	if (r->names.stands[part] == NO_PART || !r->names.is_library[part])
		return NULL;
	const char *inside = strstr(name, ".__"); /* m.__data.__lock */
	size_t n = inside ? (size_t)(inside - name) : strlen(name);
	return arena_printf(r->result->arena, "%.*s", (int)n, name);
}

/* What a lock protects: "held(m) || x == y" if that is so whenever it is free. */
static void tell_protected(struct recording *r, const struct view_list *in,
                           const struct predicate *p) {
	struct comparisons f;
	struct implying context = {.r = r, .own = "", .value = 1, .common = r->told.n};
	VEC(uint32_t) some = {0};
	uint64_t free_value = 0;
	const char *unless = lock_of(r, p->of);
	comparisons_open(&f, &r->names, in->has_own);
	term_get_u64(r->v->x->ts, p->value, &free_value);
	if (unless)
		unless = arena_printf(r->result->arena, "held(%s)", unless);
	else if (comparison_is_named(&f, p->of))
		unless = comparison_value_text(&f, r->result->arena, p->of, 0, free_value, false, false);
	for (size_t i = 0; i < in->n; i++)
		if (r->v->shared.at[r->v->node.at[in->at[i]].shared].value[p->part] == 1)
			vec_push(&some, in->at[i]);
	if (unless && some.n) {
		add_common(r, &f, some.at, some.n, 0);
		comparisons_tell(&f, r->result->arena, false, conclude, &context);
	}
	for (size_t i = 0; i < context.conclusion.n; i++)
		tell(r, arena_printf(r->result->arena, "%s || %s", unless, context.conclusion.at[i].text));
	vec_free(&context.conclusion);
	comparisons_close(&f);
	vec_free(&some);
}

/* What is known wherever one thread is: also told where more is known, so that it is told once. */
static void find_everywhere(struct recording *r) {
	VEC(uint32_t) all = {0};
	struct comparisons f;
	for (size_t i = 0; i < r->spot.n; i++)
		for (size_t k = 0; k < r->spot.at[i].single.n; k++)
			vec_push(&all, r->spot.at[i].single.at[k]);
	struct view_list in = {all.at, all.n, false};
	comparisons_open(&f, &r->names, false);
	if (all.n)
		add_common(r, &f, all.at, all.n, 0);
	comparisons_tell(&f, r->result->arena, false, tell, r);
	tell_counts(r, &f, all.at, all.n);
	comparisons_close(&f);
	uint32_t left = MAX_IMPLICATIONS;
	size_t common = r->told.n;
	for (uint32_t i = 0; r->v->predicates && i < r->v->predicates->n; i++)
		tell_protected(r, &in, &r->v->predicates->at[i]);
	for (uint32_t part = 0; part < r->v->r->part.n && left; part++)
		tell_implications(r, &in, part, common, &left);
	for (size_t i = 0; i < r->told.n; i++)
		vec_push(&r->everywhere, r->told.at[i]);
	r->told.n = 0;
	vec_free(&all);
}

static bool mentions_number(const struct recording *r, term t) {
	struct terms *ts = r->v->x->ts;
	uint64_t known;
	if (term_kind(ts, t) == TERM_VAR)
		return map_get(&r->v->renamer.view_of_var, t.ix, &known) &&
		       r->v->r->part.at[known / 4].kind == PART_NUMBER;
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (mentions_number(r, term_arg(ts, t, i)))
			return true;
	return false;
}

/* Is it the owner of a mutex? */
static bool is_owner(const struct recording *r, uint32_t part) {
	static const char word[] = ".__data.__lock";
	const struct part *p = &r->v->r->part.at[part];
	size_t n = p->name ? strlen(p->name) : 0;
	return p->is_shared && n > strlen(word) && !strcmp(p->name + n - strlen(word), word);
}

static bool has_atom(const struct common *c, term atom) {
	for (size_t i = 0; i < c->at.n; i++)
		if (term_eq(c->at.at[i], atom))
			return true;
	return false;
}

/* Is the part always this number? */
static bool is_always(const struct recording *r, const struct spot *s, const struct common *c,
                      uint32_t part, uint64_t value) {
	struct terms *ts = r->v->x->ts;
	struct values v;
	const struct part *p = &r->v->r->part.at[part];
	if (!r->v->symbolic[part])
		return find_values(r, s->single.at, s->single.n, part, &v) && v.n == 1 && v.at[0] == value;
	term var = p->var[1], number = term_u64(ts, p->width, value);
	return has_atom(c, term_equal(ts, var, number)) ||
	       (has_atom(c, term_sle(ts, var, number)) && has_atom(c, term_sle(ts, number, var))) ||
	       (has_atom(c, term_ule(ts, var, number)) && has_atom(c, term_ule(ts, number, var)));
}

static void tell_held(struct recording *r, uint32_t part) {
	const char *lock = lock_of(r, part);
	if (lock)
		vec_push(&r->told, arena_printf(r->result->arena, "holds(%s)", lock));
}

/* A word that is set to the number of the thread: it holds the lock. */
static void tell_locks(struct recording *r, const struct spot *s) {
	struct terms *ts = r->v->x->ts;
	struct common c = {0};
	find_common(r, s->single.at, s->single.n, NO_SPOT, NO_SPOT, &c);
	for (size_t i = 0; i < c.at.n; i++)
		for (uint32_t k = 0; k < 2 && term_kind(ts, c.at.at[i]) == TERM_EQ; k++) {
			uint64_t known;
			if (map_get(&r->v->renamer.view_of_var, term_arg(ts, c.at.at[i], k).ix, &known) &&
			    mentions_number(r, term_arg(ts, c.at.at[i], 1 - k)))
				tell_held(r, (uint32_t)(known / 4));
		}
	for (uint32_t part = 0; part < r->v->r->part.n && s->is_one; part++)
		if (is_owner(r, part) && is_always(r, s, &c, part, s->tid + 1))
			tell_held(r, part);
	vec_free(&c.at);
}

static void record_point(struct recording *r, uint32_t spot) {
	struct spot *s = &r->spot.at[spot];
	struct proof_place p = {.function = s->function->symbol->display,
	                        .thread = s->thread,
	                        .loc = s->loc,
	                        .only_one = !r->pair[spot * r->spot.n + spot].n};
	struct comparisons f;
	comparisons_open(&f, &r->names, true);
	add_common(r, &f, s->single.at, s->single.n, 0);
	comparisons_tell(&f, r->result->arena, false, tell, r);
	tell_counts(r, &f, s->single.at, s->single.n);
	comparisons_close(&f);
	for (size_t i = 0; i < r->everywhere.n; i++)
		vec_push(&r->told, r->everywhere.at[i]);
	tell_locks(r, s);
	struct view_list here = {s->single.at, s->single.n, true};
	uint32_t left = MAX_IMPLICATIONS;
	size_t common = r->told.n;
	for (uint32_t part = 0; part < r->v->r->part.n && left; part++)
		tell_implications(r, &here, part, common, &left);
	p.holds = take_told(r, &p.nholds);
	s->number = (uint32_t)r->to->place.n;
	vec_push(&r->to->place, p);
}

/* --- Two threads. --- */

/* Shared parts that have one value if two threads are at the spots, and several at each of them. */
static void tell_shared(struct recording *r, uint32_t a, uint32_t b, const struct comparisons *f) {
	size_t n = r->pair[a * r->spot.n + b].n;
	const uint32_t *node = r->pair[a * r->spot.n + b].at;
	for (uint32_t part = 0; part < r->v->r->part.n; part++) {
		struct values v;
		if (!r->v->r->part.at[part].is_shared || r->v->symbolic[part] ||
		    !comparison_is_named(f, part) || !find_values(r, node, n, part, &v) || v.n > 1)
			continue;
		bool is_known = false;
		for (int i = 0; i < 2; i++) {
			const struct spot *s = &r->spot.at[i ? b : a];
			struct values own;
			is_known |= find_values(r, s->single.at, s->single.n, part, &own) && own.n == 1;
		}
		if (!is_known)
			tell(r, comparison_value_text(f, r->result->arena, part, 0, v.at[0], true, true));
	}
}

static void record_pair(struct recording *r, uint32_t a, uint32_t b) {
	size_t n = r->pair[a * r->spot.n + b].n;
	const uint32_t *node = r->pair[a * r->spot.n + b].at;
	struct proof_pair p = {.a = r->spot.at[a].number, .b = r->spot.at[b].number, .never = !n};
	if (n) {
		struct comparisons f;
		struct common c = {0};
		comparisons_open(&f, &r->names, true);
		find_common(r, node, n, a, b, &c);
		for (size_t i = 0; i < c.at.n; i++)
			comparisons_add(&f, c.at.at[i]);
		vec_free(&c.at);
		comparisons_tell(&f, r->result->arena, true, tell, r);
		tell_shared(r, a, b, &f);
		comparisons_close(&f);
	}
	p.holds = take_told(r, &p.nholds);
	if (p.never || p.nholds)
		vec_push(&r->to->pair, p);
}

/* --- Counters. --- */

/* Has a thread there this weight, with some values of its flags? */
static bool has_weight(const struct ghost_counter *c, size_t point, int weight) {
	const struct weights *w = &c->weight[point];
	for (uint32_t i = 0; i < 1u << w->nflags; i++)
		if (w->at[i] == weight)
			return true;
	return false;
}

/* "12, 14": the lines of a function at which a thread has this weight. */
static const char *lines_text(const struct recording *r, const struct ghost_counter *c, int weight,
                              const struct function *function) {
	const char *text = "";
	const struct relation *relation = r->v->r;
	for (uint32_t line = 0;;) {
		uint32_t next = UINT32_MAX;
		for (size_t i = 0; i < relation->point.n; i++) {
			const struct control_point *p = &relation->point.at[i];
			if (has_weight(c, i, weight) && p->function == function && p->loc.line > line &&
			    p->loc.line < next)
				next = p->loc.line;
		}
		if (next == UINT32_MAX)
			return text;
		text = arena_printf(r->result->arena, "%s%s%u", text, *text ? ", " : "", (unsigned)next);
		line = next;
	}
}

static const char *weight_text(const struct recording *r, const struct ghost_counter *c,
                               int weight) {
	const struct relation *relation = r->v->r;
	const char *text = "";
	for (size_t i = 0; i < relation->point.n; i++) {
		const struct function *function = relation->point.at[i].function;
		bool is_first = has_weight(c, i, weight) && !function->is_model;
		for (size_t k = 0; k < i && is_first; k++)
			is_first = !has_weight(c, k, weight) || relation->point.at[k].function != function;
		if (is_first)
			text = arena_printf(r->result->arena, "%s%s%s %s", text, *text ? ", " : "",
			                    function->symbol->display, lines_text(r, c, weight, function));
	}
	return text;
}

/* "threads at worker 12, 14, minus those at f 3" */
static const char *meaning(const struct recording *r, const struct ghost_counter *c) {
	struct arena *arena = r->result->arena;
	const char *text = "";
	for (int weight = INT8_MAX; weight >= -INT8_MAX; weight--) {
		const char *here = weight ? weight_text(r, c, weight) : "";
		int times = weight < 0 ? -weight : weight;
		if (!*here)
			continue;
		text = arena_printf(arena, "%s%s%s %s at %s", text, *text ? ", " : "",
		                    weight < 0 ? "minus"
		                    : *text    ? "plus"
		                               : "number of",
		                    *text ? "those" : "threads", here);
		if (times > 1)
			text = arena_printf(arena, "%s (each %d times)", text, times);
	}
	return *text ? text : "number of threads elsewhere";
}

static void record_counters(struct recording *r) {
	const struct ghost_counters *c = r->v->counters;
	for (size_t i = 0; c && i < c->at.n; i++)
		if (r->used[i]) {
			struct proof_counter counter = {.name = linear_counter_name(r->result->arena, i),
			                                .meaning = meaning(r, &c->at.at[i])};
			ghost_record(r->v->r, &c->at.at[i], r->result->arena, &counter);
			vec_push(&r->to->counter, counter);
		}
}

void record_proof(struct views *v, struct result *result) {
	struct recording r = {.v = v, .result = result, .to = arena_new(result->arena, struct proof)};
	names_open(&r.names, v);
	find_spots(&r);
	find_nodes(&r);
	find_everywhere(&r);
	for (uint32_t i = 0; i < r.spot.n; i++)
		if (r.spot.at[i].single.n)
			record_point(&r, i);
	for (uint32_t a = 0; a < r.spot.n; a++)
		for (uint32_t b = a; b < r.spot.n; b++)
			if (r.spot.at[a].single.n && r.spot.at[b].single.n)
				record_pair(&r, a, b);
	record_counters(&r);
	for (size_t i = 0; i < v->node.n; i++)
		r.to->atoms += (uint32_t)v->node.at[i].atom.n;
	r.to->queries = (uint32_t)v->queries;
	r.to->method = v->counters             ? "pairs, with counters"
	               : v->r->template.n == 1 ? "one thread"
	                                       : "pairs of threads";
	result->proof = r.to;
	for (size_t i = 0; i < r.spot.n * r.spot.n; i++)
		vec_free(&r.pair[i]);
	mem_free(r.pair);
	for (size_t i = 0; i < r.spot.n; i++)
		vec_free(&r.spot.at[i].single);
	vec_free(&r.spot);
	vec_free(&r.told);
	vec_free(&r.everywhere);
	names_close(&r.names);
}
