#include "symex/replay/trace/history_words.h"

#include <stdlib.h>
#include <string.h>

/* What an operation is to a pattern. */
enum call_part {
	PART_OTHER,
	PART_PUTS,     /* its first argument is there from then on */
	PART_TAKES,    /* what it returns is gone from then on; or nothing was there */
	PART_ADDS,     /* a key; true: it was not there */
	PART_REMOVES,  /* a key; true: it was there */
	PART_CONTAINS, /* a key */
	PART_READS,    /* a value */
	PART_WRITES,
	PART_COUNTS, /* changes a number by one, and returns it */
	PART_LOCKS,
	PART_UNLOCKS,
};

static const struct {
	const char *meaning;
	enum call_part part;
} parts[] = {
    {"enqueue", PART_PUTS},      {"push", PART_PUTS},
    {"push_back", PART_PUTS},    {"push_front", PART_PUTS},
    {"dequeue", PART_TAKES},     {"pop", PART_TAKES},
    {"pop_back", PART_TAKES},    {"pop_front", PART_TAKES},
    {"add", PART_ADDS},          {"remove", PART_REMOVES},
    {"contains", PART_CONTAINS}, {"read", PART_READS},
    {"get", PART_READS},         {"write", PART_WRITES},
    {"increment", PART_COUNTS},  {"fetch_increment", PART_COUNTS},
    {"decrement", PART_COUNTS},  {"fetch_decrement", PART_COUNTS},
    {"lock", PART_LOCKS},        {"trylock", PART_LOCKS},
    {"unlock", PART_UNLOCKS},
};

struct words {
	struct arena *arena;
	const struct cex *cex;
	const struct history *h;
	const char *const *meaning;
	const struct call_conflict_input *in;
	enum call_part *part;  /* by call */
	bool *result, *before; /* what the sentence mentions */
};

#define say(...) arena_printf(w->arena, __VA_ARGS__)

static const struct history_call *call(const struct words *w, size_t ix) {
	return &w->h->call.at[ix];
}

/* "T1 enqueue(1)" */
static const char *name(const struct words *w, size_t ix) {
	const struct history_call *c = call(w, ix);
	return say("%s %s(%s)", w->cex->thread.at[c->thread].name, c->operation, c->arguments);
}

static bool is_part(const struct words *w, size_t ix, enum call_part part) {
	return w->part[ix] == part;
}

static bool has_succeeded(const struct history_call *c) {
	return c->result && !c->has_failed;
}

/* Of "true, 3": "3". */
static const char *value(const struct history_call *c) {
	const char *comma = strrchr(c->result, ' ');
	return comma && comma > c->result && comma[-1] == ',' ? comma + 1 : c->result;
}

static bool is_before(const struct words *w, size_t a, size_t b) {
	return w->in->before[a * w->in->n + b];
}

/* Could b have seen what a does? */
static bool may_see(const struct words *w, size_t a, size_t b) {
	return a != b && !is_before(w, b, a);
}

static void begin(struct words *w) {
	memset(w->result, 0, w->in->n);
	memset(w->before, 0, (size_t)w->in->n * w->in->n);
}

static void mention(struct words *w, size_t ix) {
	w->result[ix] = call(w, ix)->result != NULL;
}

/* Everything that calls of this part have returned: "nobody took 1". */
static void mention_all(struct words *w, enum call_part part) {
	for (size_t i = 0; i < w->in->n; i++)
		if (is_part(w, i, part))
			mention(w, i);
}

static void mention_before(struct words *w, size_t a, size_t b) {
	w->before[a * w->in->n + b] = true;
}

static bool is_conflict(const struct words *w) {
	return call_conflict_is(w->arena, w->in, w->result, w->before);
}

/* --- Containers. --- */

/* The call that put the value there; the number of calls: none, or several. */
static size_t find_put(const struct words *w, const char *what, size_t *count) {
	size_t found = w->in->n;
	*count = 0;
	for (size_t i = 0; i < w->in->n; i++)
		if (is_part(w, i, PART_PUTS) && !strcmp(call(w, i)->arguments, what)) {
			found = i;
			++*count;
		}
	return found;
}

static size_t find_take(const struct words *w, const char *what, size_t other) {
	for (size_t i = 0; i < w->in->n; i++)
		if (i != other && is_part(w, i, PART_TAKES) && has_succeeded(call(w, i)) &&
		    !strcmp(value(call(w, i)), what))
			return i;
	return w->in->n;
}

static bool is_take(const struct words *w, size_t ix) {
	return is_part(w, ix, PART_TAKES) && has_succeeded(call(w, ix));
}

static const char *from_nowhere(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++) {
		size_t puts;
		if (!is_take(w, i))
			continue;
		(void)find_put(w, value(call(w, i)), &puts);
		begin(w);
		mention(w, i);
		if (!puts && is_conflict(w))
			return say("%s returned %s, which no call has put there.", name(w, i),
			           value(call(w, i)));
	}
	return NULL;
}

static const char *taken_twice(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++) {
		size_t puts;
		if (!is_take(w, i))
			continue;
		const char *what = value(call(w, i));
		size_t other = find_take(w, what, i), put = find_put(w, what, &puts);
		if (other == w->in->n || puts != 1)
			continue;
		begin(w);
		mention(w, i);
		mention(w, other);
		if (is_conflict(w))
			return say("%s and %s both returned %s, which was put there once, by %s.", name(w, i),
			           name(w, other), what, name(w, put));
	}
	return NULL;
}

static const char *found_nothing(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++)
		for (size_t k = 0; k < w->in->n && is_part(w, i, PART_TAKES) && call(w, i)->has_failed;
		     k++) {
			if (!is_part(w, k, PART_PUTS) || !has_succeeded(call(w, k)) || !is_before(w, k, i) ||
			    find_take(w, call(w, k)->arguments, i) != w->in->n)
				continue;
			begin(w);
			mention_all(w, PART_TAKES);
			mention(w, k);
			mention_before(w, k, i);
			if (is_conflict(w))
				return say("%s returned %s, although %s had returned before it began, and nobody "
				           "took %s.",
				           name(w, i), call(w, i)->result, name(w, k), call(w, k)->arguments);
		}
	return NULL;
}

/* Two values came out in the wrong order; or one that should have come out before was left. */
static const char *wrong_order(struct words *w) {
	for (size_t a = 0; a < w->in->n; a++)
		for (size_t b = 0; b < w->in->n; b++) {
			if (!is_part(w, a, PART_PUTS) || !is_part(w, b, PART_PUTS) || !is_before(w, a, b))
				continue;
			const char *first = call(w, a)->arguments, *second = call(w, b)->arguments;
			size_t of_a = find_take(w, first, w->in->n), of_b = find_take(w, second, w->in->n);
			for (int swap = 0; swap < 2; swap++) {
				size_t early = swap ? of_a : of_b, late = swap ? of_b : of_a;
				if (early == w->in->n)
					continue;
				const char *taken = swap ? first : second, *left = swap ? second : first;
				begin(w);
				mention(w, early);
				mention_before(w, a, b);
				if (late < w->in->n && is_before(w, early, late)) {
					mention(w, late);
					mention_before(w, early, late);
					if (is_conflict(w))
						return say("%s returned %s before %s returned %s, although %s had "
						           "returned before %s began.",
						           name(w, early), taken, name(w, late), left, name(w, a),
						           name(w, b));
				}
				if (late == w->in->n) {
					mention_all(w, PART_TAKES);
					bool is_stack = swap && is_before(w, b, early);
					if (is_stack)
						mention_before(w, b, early);
					if (is_conflict(w))
						return say("%s returned %s and not %s, although %s had returned before %s "
						           "began%s, and nobody took %s.",
						           name(w, early), taken, left, name(w, a), name(w, b),
						           is_stack ? ", and that before it was called" : "", left);
				}
			}
		}
	return NULL;
}

/* --- Sets. --- */

static bool same_key(const struct words *w, size_t a, size_t b) {
	return !strcmp(call(w, a)->arguments, call(w, b)->arguments);
}

static bool is_true(const struct history_call *c) {
	return c->result && (!strcmp(c->result, "true") || !strcmp(c->result, "1"));
}

static bool is_false(const struct history_call *c) {
	return c->result && (!strcmp(c->result, "false") || !strcmp(c->result, "0"));
}

/* Does a call of this part with the same key exist that the call may have seen? */
static bool is_any(const struct words *w, enum call_part part, size_t ix) {
	for (size_t i = 0; i < w->in->n; i++)
		if (is_part(w, i, part) && same_key(w, i, ix) && may_see(w, i, ix) && !is_false(call(w, i)))
			return true;
	return false;
}

/* "true" without a reason, "false" in spite of one: of contains, and of remove. */
static const char *wrong_key(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++) {
		if (!is_part(w, i, PART_CONTAINS) && !is_part(w, i, PART_REMOVES))
			continue;
		const char *key = call(w, i)->arguments;
		begin(w);
		mention_all(w, PART_ADDS);
		mention_all(w, PART_REMOVES);
		mention(w, i);
		if (is_true(call(w, i)) && !is_any(w, PART_ADDS, i) && is_conflict(w))
			return say("%s returned %s, but nobody had added %s.", name(w, i), call(w, i)->result,
			           key);
		for (size_t k = 0; k < w->in->n && is_false(call(w, i)); k++) {
			if (!is_part(w, k, PART_ADDS) || !same_key(w, k, i) || !is_before(w, k, i) ||
			    is_any(w, PART_REMOVES, i))
				continue;
			mention_before(w, k, i);
			if (is_conflict(w))
				return say("%s returned %s, although %s had returned before it began, and nobody "
				           "removed %s.",
				           name(w, i), call(w, i)->result, name(w, k), key);
		}
	}
	return NULL;
}

static const char *both_true(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++)
		for (size_t k = i + 1; k < w->in->n; k++) {
			bool adds = is_part(w, i, PART_ADDS) && is_part(w, k, PART_ADDS);
			bool removes = is_part(w, i, PART_REMOVES) && is_part(w, k, PART_REMOVES);
			if ((!adds && !removes) || !same_key(w, i, k) || !is_true(call(w, i)) ||
			    !is_true(call(w, k)))
				continue;
			begin(w);
			mention_all(w, PART_ADDS);
			mention_all(w, PART_REMOVES);
			if (is_conflict(w))
				return say("%s and %s both returned %s, but %s was not %s in between.", name(w, i),
				           name(w, k), call(w, i)->result, call(w, i)->arguments,
				           adds ? "removed" : "added");
		}
	return NULL;
}

/* --- Numbers, registers, locks. --- */

static const char *counted_twice(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++)
		for (size_t k = i + 1; k < w->in->n; k++) {
			if (!is_part(w, i, PART_COUNTS) || !is_part(w, k, PART_COUNTS) ||
			    strcmp(w->meaning[i], w->meaning[k]) != 0 || !call(w, i)->result ||
			    !call(w, k)->result || strcmp(call(w, i)->result, call(w, k)->result) != 0)
				continue;
			begin(w);
			mention(w, i);
			mention(w, k);
			if (*call(w, i)->result && is_conflict(w))
				return say("%s and %s both returned %s: one of the two changes is lost.",
				           name(w, i), name(w, k), call(w, i)->result);
		}
	return NULL;
}

/* A value that is not there any more, or not yet. */
static const char *read_wrong(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++) {
		if (!is_part(w, i, PART_READS) || !call(w, i)->result)
			continue;
		const char *list = NULL;
		begin(w);
		mention(w, i);
		for (size_t k = 0; k < w->in->n; k++) {
			bool changes = is_part(w, k, PART_COUNTS) || is_part(w, k, PART_WRITES);
			if (!changes || !is_before(w, k, i))
				continue;
			mention_before(w, k, i);
			list = list ? say("%s, %s", list, name(w, k)) : name(w, k);
		}
		if (is_conflict(w))
			return list ? say("%s returned %s, although before it began these had returned: %s.",
			                  name(w, i), call(w, i)->result, list)
			            : say("%s returned %s, which no order of the other calls gives.",
			                  name(w, i), call(w, i)->result);
	}
	return NULL;
}

static const char *held_twice(struct words *w) {
	for (size_t i = 0; i < w->in->n; i++)
		for (size_t k = i + 1; k < w->in->n; k++) {
			bool locks = is_part(w, i, PART_LOCKS) && is_part(w, k, PART_LOCKS);
			if (!locks || !call(w, i)->result || !call(w, k)->result || call(w, i)->has_failed ||
			    call(w, k)->has_failed)
				continue;
			begin(w);
			mention(w, i);
			mention(w, k);
			for (size_t a = 0; a < w->in->n; a++)
				for (size_t b = 0; b < w->in->n; b++)
					if (is_part(w, b, PART_UNLOCKS) && is_before(w, a, b))
						mention_before(w, a, b);
			if (is_conflict(w))
				return say("%s and %s both returned with the lock, which was not released in "
				           "between.",
				           name(w, i), name(w, k));
		}
	return NULL;
}

const char *history_words(struct arena *arena, const struct cex *cex, const char *const *meaning,
                          const struct call_conflict_input *in, struct call_conflict *to) {
	static const char *(*const patterns[])(struct words *) = {
	    from_nowhere, taken_twice,   found_nothing, wrong_order, wrong_key,
	    both_true,    counted_twice, read_wrong,    held_twice};
	struct words w = {.arena = arena, .cex = cex, .h = cex->history, .meaning = meaning, .in = in};
	w.part = arena_array(arena, enum call_part, in->n + 1);
	w.result = arena_array(arena, bool, in->n + 1);
	w.before = arena_array(arena, bool, (size_t)in->n * in->n + 1);
	for (uint32_t i = 0; i < in->n; i++)
		for (size_t k = 0; meaning[i] && k < sizeof parts / sizeof *parts; k++)
			if (!strcmp(parts[k].meaning, meaning[i]))
				w.part[i] = parts[k].part;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		const char *text = patterns[i](&w);
		if (!text)
			continue;
		memcpy(to->result, w.result, in->n);
		memcpy(to->before, w.before, (size_t)in->n * in->n);
		return text;
	}
	return NULL;
}
