#include "report/story/proof_table.h"

#include <stdlib.h>

#include "util/base/intern.h"
#include "util/text/same.h"

static const char never[] = "never"; /* the key of a pair; compared by address */

struct making {
	struct proof_table *to;
	struct arena *arena;
	const struct proof *proof;
	uint32_t n;          /* places */
	struct facts *holds; /* of each place, without what holds everywhere */
	/* Of two places, seen from the first: what is said of two threads there. */
	const char **key; /* NULL: nothing */
	struct facts *pair;
};

static size_t cell(const struct making *m, uint32_t a, uint32_t b) {
	return (size_t)a * m->n + b;
}

static void find_everywhere(struct making *m) {
	struct facts all = {0};
	for (uint32_t i = 0; i < m->n; i++) {
		const struct proof_place *p = &m->proof->place.at[i];
		m->holds[i] = facts_make(m->arena, p->holds, p->nholds);
		all = i ? facts_common(m->arena, &all, &m->holds[i]) : m->holds[i];
	}
	if (m->n < 2)
		return;
	m->to->everywhere = all;
	for (uint32_t i = 0; i < m->n; i++)
		m->holds[i] = facts_minus(m->arena, &m->holds[i], &all);
}

static void exclude(struct making *m, uint32_t a, uint32_t b) {
	m->key[cell(m, a, b)] = m->key[cell(m, b, a)] = never;
}

static void set_pair(struct making *m, uint32_t a, uint32_t b, struct facts facts) {
	m->pair[cell(m, a, b)] = facts;
	m->key[cell(m, a, b)] = facts.n ? facts_key(&facts) : NULL;
}

static void take_pair(struct making *m, const struct proof_pair *p) {
	if (p->a >= m->n || p->b >= m->n)
		return;
	if (p->never) {
		exclude(m, p->a, p->b);
		return;
	}
	struct facts all = facts_make(m->arena, p->holds, p->nholds);
	all = facts_of_both(m->arena, &all, &m->holds[p->a], &m->holds[p->b]);
	all = facts_of_both(m->arena, &all, &m->to->everywhere, &m->to->everywhere);
	struct facts swapped = facts_swapped(m->arena, &all);
	if (p->a != p->b)
		set_pair(m, p->b, p->a, swapped);
	set_pair(m, p->a, p->b, all);
}

/* There is one initial thread, whether or not the pairs say so. */
static void exclude_entry(struct making *m, const char *entry) {
	for (uint32_t a = 0; entry && a < m->n; a++)
		for (uint32_t b = a; b < m->n; b++)
			if (same_text_or_none(m->proof->place.at[a].thread, entry) &&
			    same_text_or_none(m->proof->place.at[b].thread, entry) && !m->key[cell(m, a, b)])
				exclude(m, a, b);
}

static void find_pairs(struct making *m, const char *entry) {
	for (size_t i = 0; i < m->proof->pair.n; i++)
		take_pair(m, &m->proof->pair.at[i]);
	for (uint32_t i = 0; i < m->n; i++)
		if (m->proof->place.at[i].only_one)
			exclude(m, i, i);
	exclude_entry(m, entry);
}

/* What holds between any two threads holds for every pair of places, both ways iteration. */
static void find_between(struct making *m) {
	struct facts all = {0};
	uint32_t pairs = 0;
	for (uint32_t a = 0; a < m->n; a++)
		for (uint32_t b = 0; b < m->n; b++)
			if (m->key[cell(m, a, b)] != never) {
				struct facts here = m->pair[cell(m, a, b)];
				struct facts swapped = facts_swapped(m->arena, &here);
				here = facts_common(m->arena, &here, &swapped);
				all = pairs++ ? facts_common(m->arena, &all, &here) : here;
			}
	if (pairs < 2)
		return;
	m->to->between = all;
	for (size_t i = 0; i < (size_t)m->n * m->n; i++)
		if (m->key[i] && m->key[i] != never) {
			m->pair[i] = facts_minus(m->arena, &m->pair[i], &all);
			m->key[i] = m->pair[i].n ? facts_key(&m->pair[i]) : NULL;
		}
}

/* Does the proof say the same of both places? */
static bool are_alike(const struct making *m, uint32_t a, uint32_t b) {
	const struct proof_place *p = &m->proof->place.at[a], *q = &m->proof->place.at[b];
	if (!same_text_or_none(p->thread, q->thread) || !same_text_or_none(p->function, q->function) ||
	    !same_text_or_none(p->loc.file, q->loc.file) ||
	    facts_key(&m->holds[a]) != facts_key(&m->holds[b]))
		return false;
	const char *own = m->key[cell(m, a, a)];
	if (m->key[cell(m, b, b)] != own || m->key[cell(m, a, b)] != own ||
	    m->key[cell(m, b, a)] != own)
		return false;
	for (uint32_t r = 0; r < m->n; r++)
		if (r != a && r != b && m->key[cell(m, a, r)] != m->key[cell(m, b, r)])
			return false;
	return true;
}

static void add_row(struct making *m, const uint32_t *class, uint32_t first) {
	uint32_t *place = arena_array(m->arena, uint32_t, m->n), n = 0;
	for (uint32_t i = first; i < m->n; i++)
		if (class[i] == first) {
			uint32_t k = n++;
			for (; k && m->proof->place.at[place[k - 1]].loc.line > m->proof->place.at[i].loc.line;
			     k--)
				place[k] = place[k - 1];
			place[k] = i;
		}
	const struct proof_place *p = &m->proof->place.at[first];
	struct proof_row row = {p->thread, p->function,     place,
	                        n,         m->holds[first], m->key[cell(m, first, first)] == never};
	vec_push(&m->to->row, row);
}

static void find_rows(struct making *m) {
	uint32_t *class = arena_array(m->arena, uint32_t, m->n);
	for (uint32_t i = 0; i < m->n; i++) {
		class[i] = i;
		for (uint32_t k = 0; k < i && class[i] == i; k++)
			if (class[k] == k && are_alike(m, k, i))
				class[i] = k;
	}
	for (uint32_t i = 0; i < m->n; i++)
		if (class[i] == i)
			add_row(m, class, i);
}

static void find_relations(struct making *m) {
	const struct proof_table *t = m->to;
	for (uint32_t a = 0; a < t->row.n; a++)
		for (uint32_t b = a; b < t->row.n; b++) {
			size_t at = cell(m, t->row.at[a].place[0], t->row.at[b].place[0]);
			struct proof_relation r = {a, b, m->key[at] == never, {0}};
			if (!r.never)
				r.holds = m->pair[at];
			t->excluded[a * t->row.n + b] = t->excluded[b * t->row.n + a] = r.never;
			if (m->key[at])
				vec_push(&m->to->relation, r);
		}
}

bool proof_excludes(const struct proof_table *t, uint32_t a, uint32_t b) {
	return t->excluded[a * t->row.n + b];
}

bool proof_is_single(const struct proof_table *t, uint32_t row) {
	for (uint32_t a = 0; a < t->row.n; a++)
		for (uint32_t b = a; b < t->row.n; b++)
			if (same_text_or_none(t->row.at[a].thread, t->row.at[row].thread) &&
			    same_text_or_none(t->row.at[b].thread, t->row.at[row].thread) &&
			    !proof_excludes(t, a, b))
				return false;
	return true;
}

bool proof_excludes_besides(const struct proof_table *t, uint32_t a, uint32_t b) {
	return proof_excludes(t, a, b) && !t->is_clear[a * t->row.n + b];
}

static void clear(struct proof_table *t, uint32_t a, uint32_t b) {
	t->is_clear[a * t->row.n + b] = t->is_clear[b * t->row.n + a] = true;
}

/* A largest set of rows that exclude each other and themselves, begun with this one; kept if it
 * says something new, without rows that only pairs that need no section bring in. */
static void find_section(struct proof_table *t, struct arena *arena, const bool *is_plain,
                         uint32_t from) {
	uint32_t *row = arena_array(arena, uint32_t, t->row.n), n = 0, kept = 0;
	for (uint32_t k = 0; k < t->row.n; k++) {
		uint32_t next = (from + k) % (uint32_t)t->row.n;
		bool good = proof_excludes(t, next, next);
		for (uint32_t i = 0; i < n; i++)
			good &= proof_excludes(t, next, row[i]);
		if (good)
			row[n++] = next;
	}
	bool is_new = false;
	for (uint32_t i = 0; i < n; i++) {
		bool is_needed = false;
		for (uint32_t k = 0; k < n; k++)
			is_needed |= !is_plain[row[i] * t->row.n + row[k]];
		if (is_needed)
			row[kept++] = row[i];
	}
	for (uint32_t i = 0; i < kept; i++)
		for (uint32_t k = i; k < kept; k++) {
			is_new |= !t->is_clear[row[i] * t->row.n + row[k]];
			clear(t, row[i], row[k]);
		}
	struct proof_section section = {row, kept};
	if (is_new)
		vec_push(&t->section, section);
}

bool proof_excludes_thread(const struct proof_table *t, uint32_t row, const char *thread) {
	for (uint32_t i = 0; i < t->row.n; i++)
		if (same_text_or_none(t->row.at[i].thread, thread) && !proof_excludes(t, row, i))
			return false;
	return true;
}

/* Two places of the only thread of a template need no section; nor do a place and threads that do
 * not exist while a thread is there. */
static void find_sections(struct proof_table *t, struct arena *arena) {
	size_t n = t->row.n;
	bool *is_plain = arena_array(arena, bool, n *n);
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = a; b < n; b++)
			if (proof_excludes_thread(t, a, t->row.at[b].thread) ||
			    proof_excludes_thread(t, b, t->row.at[a].thread))
				clear(t, a, b);
	for (size_t i = 0; i < n * n; i++)
		is_plain[i] = t->is_clear[i];
	for (uint32_t a = 0; a < n; a++)
		if (proof_excludes(t, a, a))
			find_section(t, arena, is_plain, a);
}

void proof_table_init(struct proof_table *to, struct arena *arena, const struct proof *proof,
                      const char *entry) {
	*to = (struct proof_table){.proof = proof};
	size_t n = proof->place.n;
	struct making m = {.to = to,
	                   .arena = arena,
	                   .proof = proof,
	                   .n = (uint32_t)n,
	                   .holds = arena_array(arena, struct facts, n),
	                   .key = arena_array(arena, const char *, n *n),
	                   .pair = arena_array(arena, struct facts, n * n)};
	find_everywhere(&m);
	find_pairs(&m, entry);
	find_between(&m);
	find_rows(&m);
	to->excluded = arena_array(arena, bool, to->row.n * to->row.n);
	to->is_clear = arena_array(arena, bool, to->row.n * to->row.n);
	find_relations(&m);
	find_sections(to, arena);
}

void proof_table_free(struct proof_table *t) {
	vec_free(&t->row);
	vec_free(&t->relation);
	vec_free(&t->section);
}

static bool is_same_line(const struct proof_place *a, const struct proof_place *b) {
	return a->loc.line == b->loc.line && same_text_or_none(a->loc.file, b->loc.file) &&
	       same_text_or_none(a->function, b->function) && same_text_or_none(a->thread, b->thread);
}

/* How many places the line has, and how many of them come before this one. */
static uint32_t places_of_line(const struct proof *p, uint32_t place, uint32_t *before) {
	uint32_t n = 0;
	*before = 0;
	for (uint32_t i = 0; i < p->place.n; i++)
		if (is_same_line(&p->place.at[i], &p->place.at[place])) {
			n++;
			*before += i < place;
		}
	return n;
}

static uint32_t line_of(const struct proof *p, uint32_t place) {
	return p->place.at[place].loc.line;
}

char *proof_lines(struct arena *arena, const struct proof *p, const uint32_t *place, uint32_t n) {
	char *text = arena_printf(arena, "%s", "");
	uint32_t from = 0, to = 0; /* a range of whole lines that is not told yet */
	for (uint32_t i = 0; i <= n;) {
		uint32_t line = i < n ? line_of(p, place[i]) : 0, here = 0, before = 0;
		while (i + here < n && line_of(p, place[i + here]) == line)
			here++;
		bool whole = here && places_of_line(p, place[i], &before) == here;
		if (whole && to && line == to + 1)
			to = line;
		else {
			if (to)
				text = arena_printf(arena, "%s%s%u", text, *text ? ", " : "", (unsigned)from);
			if (to > from)
				text = arena_printf(arena, "%s-%u", text, (unsigned)to);
			from = to = whole ? line : 0;
			for (uint32_t k = 0; k < here && !whole; k++) {
				places_of_line(p, place[i + k], &before);
				text = arena_printf(arena, "%s%s%u.%u", text, *text ? ", " : "", (unsigned)line,
				                    (unsigned)before + 1);
			}
		}
		if (!here)
			break;
		i += here;
	}
	return text;
}
