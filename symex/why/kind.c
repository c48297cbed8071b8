/* The table of kinds, and what their files share. */
#include "symex/why/kind.h"

#include "symex/why/kind_comparison.h"
#include "symex/why/kind_impl.h"

static const struct {
	enum cause_kind kind;
	kind_test *test;
} table[] = {
    /* Two accesses that race say everything themselves. */
    {CAUSE_LIBRARY_STATE, kind_library_state},
    {CAUSE_READ_LOCK, kind_read_lock},
    {CAUSE_WRONG_LOCK, kind_wrong_lock},
    {CAUSE_NO_LOCK, kind_no_lock},

    {CAUSE_FORGOTTEN_UNLOCK, kind_forgotten_unlock},
    {CAUSE_LOCK_ORDER, kind_lock_order},
    {CAUSE_JOIN_UNDER_LOCK, kind_join_under_lock},
    {CAUSE_LOST_UPDATE, kind_lost_update},
    {CAUSE_MISSED_BROADCAST, kind_missed_broadcast},
    {CAUSE_LOST_WAKEUP, kind_lost_wakeup},
    {CAUSE_NO_SIGNAL, kind_no_signal},
    {CAUSE_WAIT_WITHOUT_LOOP, kind_wait_without_loop},
    {CAUSE_DOUBLE_FREE, kind_double_free},
    {CAUSE_USE_AFTER_FREE, kind_use_after_free},
    {CAUSE_ABA, kind_aba},
    {CAUSE_PUBLICATION, kind_publication},
    {CAUSE_TORN_READ, kind_torn_read},
    {CAUSE_CHECK_THEN_ACT, kind_check_then_act},
    {CAUSE_NO_LOCK, kind_between}, /* or WRONG_LOCK */

    {CAUSE_LEAK, kind_leak},
    {CAUSE_NOT_INITIALISED, kind_not_initialised},
    {CAUSE_MISSING_CHECK, kind_missing_check},
    {CAUSE_OFF_BY_ONE, kind_off_by_one},
    {CAUSE_WRONG_BRANCH, kind_wrong_branch},
    {CAUSE_VALUES, kind_values},
};

struct kind_found kind_find(const struct kind_case *k) {
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct kind_found f = {.kind = table[i].kind, .also = CAUSE_ORDER};
		if (table[i].test(k, &f))
			return f;
	}
	return (struct kind_found){.kind = CAUSE_ORDER, .also = CAUSE_ORDER};
}

/* --- Events. --- */

bool kind_is_access(const struct story_event *e, uint32_t thread, enum story_kind kind,
                    const struct story_event *like) {
	return e->kind == kind && e->thread == thread && story_same_bytes(e, like);
}

bool kind_same_value(const struct story_event *a, const struct story_event *b) {
	return a->bits.width && a->bits.width == b->bits.width && bits_eq(a->bits, b->bits);
}

/* Of any width. */
static bool same_number(const struct story_event *a, const struct story_event *b) {
	return a->bits.width && b->bits.width && a->bits.width <= 64 && b->bits.width <= 64 &&
	       a->bits.lo == b->bits.lo;
}

bool kind_uses(const struct story *s, uint32_t event, uint32_t on) {
	const struct story_event *e = event_at(s, event);
	for (size_t i = 0; i < e->uses.n; i++)
		if (e->uses.at[i] == on)
			return true;
	return false;
}

bool kind_is_controlled(const struct story *s, uint32_t event, uint32_t branch) {
	uint32_t b = event_at(s, event)->control;
	while (b != NO_EVENT && b > branch)
		b = event_at(s, b)->control;
	return b == branch;
}

uint32_t kind_tested(const struct story *s, uint32_t event, uint32_t like, uint32_t before) {
	uint32_t thread = event_at(s, event)->thread;
	for (uint32_t b = event_at(s, event)->control; b != NO_EVENT; b = event_at(s, b)->control) {
		const struct story_event *branch = event_at(s, b);
		for (size_t i = branch->uses.n; i-- > 0;) {
			uint32_t r = branch->uses.at[i];
			const struct story_event *e = event_at(s, r);
			if (e->kind == STORY_READ && e->thread == thread && r < before &&
			    (like == NO_EVENT || story_same_bytes(e, event_at(s, like))))
				return r;
		}
	}
	return NO_EVENT;
}

bool kind_is_same_branch(const struct story_event *a, const struct story_event *b) {
	return a->kind == STORY_BRANCH && b->kind == STORY_BRANCH && a->thread == b->thread &&
	       a->function == b->function && a->pc == b->pc;
}

uint32_t kind_last_write(const struct story *s, uint32_t before, uint32_t like) {
	for (uint32_t i = before < events_done(s) ? before : events_done(s); i-- > 0;)
		if (event_at(s, i)->kind == STORY_WRITE &&
		    story_same_bytes(event_at(s, i), event_at(s, like)))
			return i;
	return NO_EVENT;
}

/* --- Facts. --- */

bool kind_is_fact(const struct kind_case *k, uint32_t first, uint32_t second) {
	for (size_t i = 0; i < k->nfacts; i++)
		if (k->fact[i].type == FACT_ORDER && k->fact[i].first == first &&
		    k->fact[i].second == second)
			return true;
	return false;
}

bool kind_in_facts(const struct kind_case *k, uint32_t event) {
	for (size_t i = 0; i < k->nfacts; i++)
		if (k->fact[i].first == event ||
		    (k->fact[i].type == FACT_ORDER && k->fact[i].second == event))
			return true;
	return false;
}

const struct kind_fact *kind_fact_of(const struct kind_case *k, enum cause_fact_type type,
                                     size_t n) {
	for (size_t i = 0; i < k->nfacts; i++)
		if (k->fact[i].type == type && n-- == 0)
			return &k->fact[i];
	return NULL;
}

/* --- Counterfactuals. --- */

static enum why_outcome run(const struct kind_case *k, const struct why_change *c) {
	return k->run ? k->run(k->context, c) : WHY_NEITHER;
}

bool kind_passes_in_order(const struct kind_case *k, uint32_t first, uint32_t second) {
	struct why_change c;
	why_change_init(&c);
	struct why_order order = {first, second};
	vec_push(&c.order, order);
	c.keeps_schedule = true;
	bool passes = run(k, &c) == WHY_PASSES;
	why_change_free(&c);
	return passes;
}

bool kind_passes_turned(const struct kind_case *k, uint32_t branch) {
	struct why_change c;
	why_change_init(&c);
	c.turned = branch;
	c.prefix = branch; /* what came before is not to blame */
	c.keeps_schedule = true;
	bool passes = run(k, &c) == WHY_PASSES;
	why_change_free(&c);
	return passes;
}

bool kind_passes_with(const struct kind_case *k, uint32_t input, uint64_t value) {
	struct why_change c;
	uint32_t width = event_at(k->s, input)->bits.width;
	if (!k->run_once || !width || width > 64)
		return false;
	why_change_init(&c);
	struct why_value v = {input, bits_u64(NULL, width, value)};
	vec_push(&c.value, v);
	c.prefix = input;
	c.keeps_schedule = true;
	bool passes = k->run_once(k->context, &c) == WHY_PASSES;
	why_change_free(&c);
	return passes;
}

enum why_outcome kind_run_inserted(const struct kind_case *k, enum why_insert what, uint32_t lock,
                                   uint32_t before) {
	struct why_change c;
	why_change_init(&c);
	c.insert = what;
	c.lock = lock;
	c.before = c.prefix = before;
	c.keeps_schedule = true;
	enum why_outcome outcome = run(k, &c);
	why_change_free(&c);
	return outcome;
}

/* --- Roles. --- */

void kind_role_as(struct kind_found *f, uint32_t event, enum cause_event_kind as) {
	if (f->roles < MAX_KIND_ROLES)
		f->role[f->roles++] = (struct kind_role){.event = event, .wait = NO_EVENT, .as = as};
}

void kind_role(struct kind_found *f, uint32_t event) {
	kind_role_as(f, event, CAUSE_EVENT_NONE);
}

void kind_role_wait(struct kind_found *f, const struct story *s, uint32_t wait) {
	kind_role_as(f, wait == NO_EVENT ? NO_EVENT : s->wait.at[wait].event, CAUSE_EVENT_WAIT);
	f->role[f->roles - 1].wait = wait;
}

/* --- The cause. --- */

static struct cause_event told(const struct why *w, const struct kind_role *r) {
	const struct story *s = why_story(w);
	struct cause_event e = {.thread = NO_THREAD, .step = NO_CAUSE_STEP};
	if (r->event != NO_EVENT)
		e = story_cause_event(s, r->event, why_arena(w));
	if (r->wait != NO_EVENT) {
		const struct story_wait *wait = &s->wait.at[r->wait];
		e.thread = wait->thread;
		e.loc = wait->loc;
		e.what = arena_printf(why_arena(w), "%s", wait->what);
		e.object = wait->object ? arena_printf(why_arena(w), "%s", wait->object) : NULL;
		e.late = true;
	}
	if (r->as == CAUSE_EVENT_CALL && r->event != NO_EVENT && event_at(s, r->event)->callee)
		e.object = event_at(s, r->event)->callee;
	if (r->neighbour)
		e.what = comparison_neighbour(why_arena(w), e.object, e.value);
	if (r->as != CAUSE_EVENT_NONE && (r->event != NO_EVENT || r->wait != NO_EVENT))
		e.kind = r->as;
	return e;
}

/* The result of a call instead of what its model has chosen, if it returns just that. */
static void name_call(const struct why *w, struct cause *cause, uint32_t call) {
	for (size_t i = 0; i < cause->fact.n; i++) {
		struct cause_fact *f = &cause->fact.at[i];
		uint32_t input = f->type == FACT_INPUT ? why_fact_first(w, i) : NO_EVENT;
		if (input == NO_EVENT || input == call)
			continue;
		const struct story *s = why_story(w);
		if (!same_number(event_at(s, input), event_at(s, call)))
			f->other = NULL;
		vec_free(&f->first.held);
		f->first = story_cause_event(s, call, why_arena(w));
	}
}

static enum why_outcome run_why(void *context, const struct why_change *c) {
	return why_run(context, c);
}

static enum why_outcome run_why_once(void *context, const struct why_change *c) {
	return why_run_once(context, c);
}

/* A decision that no kind explains is none: its other way leads past what is wrong.  What is left
 * is a cause by order, or nothing. */
static void drop_decisions(struct cause *cause, struct kind_fact *fact, size_t *nfacts) {
	size_t kept = 0, n = 0;
	for (size_t i = 0; i < cause->fact.n; i++) {
		struct cause_fact *f = &cause->fact.at[i];
		if (f->type != FACT_DECISION) {
			cause->fact.at[kept++] = *f;
			continue;
		}
		vec_free(&f->first.held);
		vec_free(&f->second.held);
	}
	cause->fact.n = kept;
	for (size_t i = 0; i < *nfacts; i++)
		if (fact[i].type != FACT_DECISION)
			fact[n++] = fact[i];
	*nfacts = n;
	cause->class = kept ? CAUSED_BY_ORDER : CAUSED_BY_CONDITION;
}

void why_kind(struct why *w, struct cause *cause) {
	VEC(struct kind_fact) fact = {0};
	for (size_t i = 0; i < cause->fact.n; i++) {
		struct kind_fact f = {cause->fact.at[i].type, why_fact_first(w, i),
		                      cause->fact.at[i].type == FACT_ORDER ? why_fact_second(w, i)
		                                                           : NO_EVENT};
		if (f.first != NO_EVENT)
			vec_push(&fact, f);
	}
	struct kind_case k = {.s = why_story(w),
	                      .fact = fact.at,
	                      .nfacts = fact.n,
	                      .class = cause->class,
	                      .run = run_why,
	                      .run_once = run_why_once,
	                      .context = w};
	struct kind_found f = kind_find(&k);
	if (f.kind == CAUSE_ORDER && cause->class == CAUSED_BY_DECISION) {
		drop_decisions(cause, fact.at, &k.nfacts);
		k.class = cause->class;
		f = kind_find(&k);
	}
	cause->kind = f.kind;
	cause->also = f.also;
	for (size_t i = 0; i < f.roles; i++)
		vec_push(&cause->role, told(w, &f.role[i]));
	if (f.kind == CAUSE_MISSING_CHECK)
		name_call(w, cause, f.role[0].event);
	vec_free(&fact);
}
