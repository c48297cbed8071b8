/* From a conflict to a learnt clause: resolution with reasons up to the first unique implication
 * point (1-UIP), then removal of literals that the others imply. */
#include "solvers/sat/cdcl_core.h"

enum { MOST_DEPTH = 1000 }; /* of reasons that minimisation looks at */
enum { GLUE = 2 };          /* clauses of this LBD are kept for ever, so it is not computed anew */

/* The literals of the reason of a variable, its own among them if the reason is a clause of the
 * arena.  Valid until the next call. */
static const cdcl_lit *reason_of(struct cdcl *s, uint32_t v, size_t *n) {
	uint32_t reason = s->variable.at[v].reason;
	if (reason == CDCL_THEORY)
		reason = cdcl_theory_reason(s, v);
	if (reason & CDCL_BINARY) {
		s->other = reason & ~CDCL_BINARY;
		*n = 1;
		return &s->other;
	}
	*n = s->arena.at[reason];
	return cdcl_literals(s, reason);
}

static inline void mark(struct cdcl *s, uint32_t v, uint8_t how) {
	if (!s->mark.at[v])
		vec_push(&s->seen, v);
	s->mark.at[v] |= how;
}

static void clear_marks(struct cdcl *s) {
	for (size_t i = 0; i < s->seen.n; i++)
		s->mark.at[s->seen.at[i]] = 0;
	s->seen.n = 0;
}

static uint32_t count_levels(struct cdcl *s, const cdcl_lit *at, size_t n) {
	uint32_t count = 0;
	s->stamps++;
	while (s->stamp.n <= cdcl_level(s))
		vec_push(&s->stamp, 0);
	for (size_t i = 0; i < n; i++) {
		uint32_t level = cdcl_level_of(s, at[i]);
		if (level && s->stamp.at[level] != s->stamps) {
			s->stamp.at[level] = s->stamps;
			count++;
		}
	}
	return count;
}

/* A learnt clause took part in a conflict: it is kept at the next reduction, and may have become
 * better. */
static void use_clause(struct cdcl *s, uint32_t cref) {
	uint32_t *flags = &s->arena.at[cref + 1];
	if (!(*flags & CDCL_LEARNT))
		return;
	*flags |= CDCL_USED;
	uint32_t old = cdcl_lbd(s, cref);
	if (old <= GLUE)
		return;
	uint32_t lbd = count_levels(s, cdcl_literals(s, cref), s->arena.at[cref]);
	if (lbd < old)
		*flags = (*flags & ((1u << CDCL_LBD_SHIFT) - 1)) | lbd << CDCL_LBD_SHIFT;
}

/* Literals of lower levels enter the learnt clause; returns how many are new of this level. */
static unsigned resolve(struct cdcl *s, const cdcl_lit *at, size_t n, uint32_t level) {
	unsigned open = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t v = at[i] >> 1, of = s->variable.at[v].level;
		if (!of || s->mark.at[v])
			continue;
		mark(s, v, CDCL_SEEN);
		cdcl_bump(s, v);
		if (of == level)
			open++;
		else
			vec_push(&s->learnt, at[i]);
	}
	return open;
}

static void find_uip(struct cdcl *s) {
	uint32_t level = cdcl_level(s);
	s->learnt.n = 0;
	vec_push(&s->learnt, 0);
	if (s->conflict_ref != CDCL_NO_REASON)
		use_clause(s, s->conflict_ref);
	unsigned open = resolve(s, s->conflict.at, s->conflict.n, level);
	for (size_t i = s->trail.n;;) {
		uint32_t v;
		do
			v = s->trail.at[--i] >> 1;
		while (!s->mark.at[v] || s->variable.at[v].level != level);
		if (!--open) {
			s->learnt.at[0] = s->trail.at[i] ^ 1;
			return;
		}
		size_t n;
		const cdcl_lit *at = reason_of(s, v, &n);
		uint32_t reason = s->variable.at[v].reason;
		if (!(reason & CDCL_BINARY))
			use_clause(s, reason);
		open += resolve(s, at, n, level);
	}
}

/* Whether marked literals and level 0 imply the literal's negation.  Depth first over reasons; what
 * was found out stays as a mark. */
static bool is_implied(struct cdcl *s, cdcl_lit a, unsigned depth) {
	uint32_t v = a >> 1, level = s->variable.at[v].level, reason = s->variable.at[v].reason;
	if (!level || (depth && s->mark.at[v] & (CDCL_SEEN | CDCL_REMOVABLE)))
		return true;
	/* Only a level that the clause has an earlier literal of can lead back to the clause. */
	if (reason == CDCL_NO_REASON || s->mark.at[v] & CDCL_NEEDED || depth > MOST_DEPTH ||
	    s->stamp.at[level] != s->stamps || s->variable.at[v].position <= s->earliest.at[level])
		return false;
	if (reason == CDCL_THEORY)
		reason = cdcl_theory_reason(s, v);
	bool implied = true;
	if (reason & CDCL_BINARY) {
		implied = is_implied(s, reason & ~CDCL_BINARY, depth + 1);
	} else {
		uint32_t n = s->arena.at[reason];
		for (uint32_t i = 0; i < n && implied; i++) {
			cdcl_lit b = cdcl_literals(s, reason)[i]; /* the arena may have moved */
			implied = b >> 1 == v || is_implied(s, b, depth + 1);
		}
	}
	if (depth)
		mark(s, v, implied ? CDCL_REMOVABLE : CDCL_NEEDED);
	return implied;
}

static void minimize(struct cdcl *s) {
	count_levels(s, s->learnt.at, s->learnt.n); /* stamps the levels of the clause */
	while (s->earliest.n < s->stamp.n)
		vec_push(&s->earliest, 0);
	for (size_t i = 0; i < s->learnt.n; i++)
		s->earliest.at[cdcl_level_of(s, s->learnt.at[i])] = UINT32_MAX;
	for (size_t i = 0; i < s->learnt.n; i++) {
		const struct cdcl_variable *x = &s->variable.at[s->learnt.at[i] >> 1];
		if (x->position < s->earliest.at[x->level])
			s->earliest.at[x->level] = x->position;
	}
	size_t kept = 1;
	for (size_t i = 1; i < s->learnt.n; i++)
		if (!is_implied(s, s->learnt.at[i], 0))
			s->learnt.at[kept++] = s->learnt.at[i];
	s->learnt.n = kept;
}

/* Second comes a literal of the highest level below that of the first: both are watched, and
 * backtracking to that level leaves the clause unit. */
static void order_learnt(struct cdcl *s) {
	s->learnt_level = 0;
	if (s->learnt.n == 1)
		return;
	size_t best = 1;
	for (size_t i = 2; i < s->learnt.n; i++)
		if (cdcl_level_of(s, s->learnt.at[i]) > cdcl_level_of(s, s->learnt.at[best]))
			best = i;
	cdcl_lit a = s->learnt.at[best];
	s->learnt.at[best] = s->learnt.at[1];
	s->learnt.at[1] = a;
	s->learnt_level = cdcl_level_of(s, a);
}

void cdcl_analyze(struct cdcl *s) {
	find_uip(s);
	minimize(s);
	order_learnt(s);
	s->learnt_lbd = count_levels(s, s->learnt.at, s->learnt.n);
	clear_marks(s);
	cdcl_decay(s);
}

void cdcl_analyze_failed(struct cdcl *s, cdcl_lit assumption) {
	s->learnt.n = 0;
	s->failed.at[assumption] = 1;
	vec_push(&s->learnt, assumption ^ 1);
	if (cdcl_level_of(s, assumption))
		mark(s, assumption >> 1, CDCL_SEEN);
	for (size_t i = s->trail.n; s->level.n && i-- > s->level.at[0];) {
		cdcl_lit a = s->trail.at[i];
		uint32_t v = a >> 1;
		if (!s->mark.at[v])
			continue;
		if (s->variable.at[v].reason == CDCL_NO_REASON) { /* every decision is an assumption */
			s->failed.at[a] = 1;
			vec_push(&s->learnt, a ^ 1);
			continue;
		}
		size_t n;
		const cdcl_lit *at = reason_of(s, v, &n);
		for (size_t k = 0; k < n; k++)
			if (cdcl_level_of(s, at[k]))
				mark(s, at[k] >> 1, CDCL_SEEN);
	}
	clear_marks(s);
}
