/* Kinds about orders of reads and writes of shared memory.
 *
 * A pattern counts if an order of its events is one of the facts that the failure takes, or if a
 * run passes that has one of its orders turned round.  Among several, the one with most of its
 * orders in the facts is taken, then the first of the run. */
#include "symex/why/kind_impl.h"

static bool is_data(const struct story_event *e) {
	return e->kind == STORY_READ || e->kind == STORY_WRITE;
}

/* Why locks did not help, for the events of two roles. */
static void explain_locks(const struct story *s, struct kind_found *f, size_t a, size_t b) {
	if (f->role[a].event != NO_EVENT && f->role[b].event != NO_EVENT)
		f->also = kind_locks_of(s, f->role[a].event, f->role[b].event);
}

/* --- Lost update: r1 x < w2 x < w1 x, and w1 depends on r1. --- */

struct update {
	uint32_t read, other, write;
	unsigned facts;
};

/* Has the thread written the bytes between the two events?  Then the second does not write back
 * what the first has read. */
static bool writes_between(const struct story *s, uint32_t from, uint32_t to) {
	for (uint32_t i = from + 1; i < to; i++)
		if (kind_is_access(event_at(s, i), event_at(s, from)->thread, STORY_WRITE,
		                   event_at(s, from)))
			return true;
	return false;
}

static void consider_update(const struct kind_case *k, uint32_t read, uint32_t write,
                            struct update *best) {
	const struct story *s = k->s;
	for (uint32_t i = read + 1; i < write && i < events_done(s); i++) {
		const struct story_event *e = event_at(s, i);
		if (e->kind != STORY_WRITE || e->thread == event_at(s, read)->thread ||
		    !story_same_bytes(e, event_at(s, read)) || kind_same_value(e, event_at(s, read)))
			continue;
		struct update u = {read, i, write, 0};
		u.facts = (unsigned)kind_is_fact(k, read, i) + kind_is_fact(k, i, write);
		if (best->read == NO_EVENT || u.facts > best->facts)
			*best = u;
	}
}

/* Has the thread kept what it has read elsewhere before it writes?  A node is linked before the
 * head: "node->next = head; head = node". */
static bool is_kept(const struct story *s, uint32_t read, uint32_t write) {
	for (uint32_t i = read + 1; i < write; i++) {
		const struct story_event *e = event_at(s, i);
		if (e->kind == STORY_WRITE && e->thread == event_at(s, read)->thread &&
		    !story_same_bytes(e, event_at(s, read)) && kind_uses(s, i, read))
			return true;
	}
	return false;
}

/* The same where what is written does not depend on what was read, if the failure takes both
 * orders. */
static void consider_kept(const struct kind_case *k, struct update *best) {
	const struct story *s = k->s;
	for (size_t i = 0; i < k->nfacts; i++)
		for (size_t j = 0; j < k->nfacts; j++) {
			const struct kind_fact *p = &k->fact[i], *q = &k->fact[j];
			if (p->type != FACT_ORDER || q->type != FACT_ORDER || p->second != q->first)
				continue;
			uint32_t read = p->first, write = q->second;
			if (event_at(s, p->second)->kind == STORY_WRITE &&
			    event_at(s, read)->kind == STORY_READ &&
			    kind_is_access(event_at(s, write), event_at(s, read)->thread, STORY_WRITE,
			                   event_at(s, read)) &&
			    !writes_between(s, read, write) && is_kept(s, read, write))
				*best = (struct update){read, p->second, write, 2};
		}
}

bool kind_lost_update(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	struct update best = {NO_EVENT, NO_EVENT, NO_EVENT, 0};
	for (uint32_t w = 0; w < s->event.n; w++) {
		const struct story_event *e = event_at(s, w);
		if (e->kind != STORY_WRITE)
			continue;
		for (size_t i = 0; i < e->uses.n; i++) {
			uint32_t r = e->uses.at[i];
			if (r < w && kind_is_access(event_at(s, r), e->thread, STORY_READ, e) &&
			    !writes_between(s, r, w))
				consider_update(k, r, w, &best);
		}
	}
	if (best.facts < 2)
		consider_kept(k, &best);
	if (best.read == NO_EVENT)
		return false;
	/* One order in the facts may belong to something else; two are the pattern. */
	if (best.facts < 2 && !(best.facts == 1 && event_at(s, best.write)->late) &&
	    !kind_passes_in_order(k, best.write, best.other))
		return false;
	kind_role(f, best.read);
	kind_role(f, best.other);
	kind_role(f, best.write);
	explain_locks(s, f, 0, 1);
	return true;
}

/* --- ABA. --- */

/* The exchange: a write that a branch decides, which compares what is there with what was there:
 * two reads of the same bytes by the thread that have found the same. */
static bool is_exchange(const struct story *s, uint32_t write, uint32_t *look, uint32_t *found) {
	const struct story_event *e = event_at(s, write);
	if (e->kind != STORY_WRITE || !e->is_atomic || e->control == NO_EVENT)
		return false;
	const struct story_event *branch = event_at(s, e->control);
	*look = *found = NO_EVENT;
	for (size_t i = 0; i < branch->uses.n; i++) {
		uint32_t r = branch->uses.at[i];
		if (!kind_is_access(event_at(s, r), e->thread, STORY_READ, e))
			continue;
		*look = *found;
		*found = r;
	}
	return *look != NO_EVENT && event_at(s, *found)->is_atomic &&
	       kind_same_value(event_at(s, *look), event_at(s, *found));
}

bool kind_aba(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (uint32_t w = 0; w < events_done(s); w++) {
		uint32_t look, found, away = NO_EVENT, back = NO_EVENT;
		if (!is_exchange(s, w, &look, &found))
			continue;
		for (uint32_t i = look + 1; i < found; i++) {
			const struct story_event *o = event_at(s, i);
			if (o->kind != STORY_WRITE || o->thread == event_at(s, w)->thread ||
			    !story_same_bytes(o, event_at(s, w)))
				continue;
			if (kind_same_value(o, event_at(s, look)))
				back = i;
			else if (away == NO_EVENT)
				away = i;
		}
		if (away == NO_EVENT || back == NO_EVENT || back < away)
			continue;
		if (!kind_in_facts(k, look) && !kind_in_facts(k, w) && !kind_in_facts(k, found) &&
		    !kind_passes_in_order(k, w, away))
			continue;
		kind_role(f, look);
		kind_role(f, away);
		kind_role(f, back);
		kind_role(f, w);
		return true;
	}
	return false;
}

/* --- Publication: r p finds U's w p; r q, which depends on it, comes before U's later w q. --- */

/* The newest read of the thread that has found a write of U from before 'late', and that decides
 * whether, or where, 'read' reads. */
static uint32_t found_published(const struct story *s, uint32_t read, uint32_t late,
                                uint32_t *published) {
	const struct story_event *e = event_at(s, read);
	for (uint32_t i = read; i-- > 0;) {
		const struct story_event *p = event_at(s, i);
		if (p->kind != STORY_READ || p->thread != e->thread || story_same_bytes(p, e))
			continue;
		bool decides = kind_uses(s, read, i);
		for (uint32_t b = e->control; b != NO_EVENT && !decides; b = event_at(s, b)->control)
			decides = kind_uses(s, b, i);
		*published = decides ? kind_last_write(s, i, i) : NO_EVENT;
		if (*published != NO_EVENT && event_at(s, *published)->thread == event_at(s, late)->thread)
			return i;
	}
	return NO_EVENT;
}

bool kind_publication(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (size_t n = 0; n < k->nfacts; n++) {
		uint32_t read = k->fact[n].first, late = k->fact[n].second, published;
		if (k->fact[n].type != FACT_ORDER || event_at(s, read)->kind != STORY_READ ||
		    event_at(s, late)->kind != STORY_WRITE)
			continue;
		uint32_t found = found_published(s, read, late, &published);
		if (found == NO_EVENT ||
		    (!kind_is_fact(k, published, found) && !kind_passes_in_order(k, found, published)))
			continue; /* that it was set did not matter */
		kind_role(f, published);
		kind_role(f, found);
		kind_role(f, read);
		kind_role(f, late);
		explain_locks(s, f, 2, 3);
		return true;
	}
	return false;
}

/* --- Torn read: r x < U's w x, U's w y < r y. --- */

/* What the violation depends on: directly, or through what another one has read and written. */
static bool decides_violation(const struct story *s, uint32_t event) {
	if (s->violation == NO_EVENT)
		return false;
	if (story_depends(s, s->violation, event))
		return true;
	/* The first part of "a && b" decides whether the second one is read. */
	const struct story_event *v = event_at(s, s->violation);
	for (size_t i = 0; i < v->uses.n; i++) {
		const struct story_event *e = event_at(s, v->uses.at[i]);
		if (e->thread != v->thread || e->loc.line != v->loc.line || e->control == NO_EVENT)
			continue;
		if (event_at(s, e->control)->loc.line == v->loc.line && story_depends(s, e->control, event))
			return true;
	}
	return false;
}

/* The write of U that the read has found; or NO_EVENT. */
static uint32_t found_write(const struct story *s, uint32_t read, uint32_t thread) {
	uint32_t w = kind_last_write(s, read, read);
	return w != NO_EVENT && event_at(s, w)->thread == thread ? w : NO_EVENT;
}

bool kind_torn_read(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (size_t n = 0; n < k->nfacts; n++) {
		uint32_t old = k->fact[n].first, write = k->fact[n].second;
		if (k->fact[n].type != FACT_ORDER || event_at(s, old)->kind != STORY_READ ||
		    event_at(s, write)->kind != STORY_WRITE || !decides_violation(s, old))
			continue;
		const struct story_event *e = event_at(s, old);
		for (uint32_t i = 0; i < events_done(s); i++) {
			if (event_at(s, i)->kind != STORY_READ || event_at(s, i)->thread != e->thread ||
			    !decides_violation(s, i))
				continue;
			uint32_t found = found_write(s, i, event_at(s, write)->thread);
			/* One read of bytes that are written one after the other. */
			if (i == old &&
			    (found == NO_EVENT || story_same_bytes(event_at(s, found), event_at(s, write)) ||
			     !kind_is_fact(k, found, i)))
				continue;
			/* Both writes belong to what the other thread changes: one is not done before the
			 * first read of both. */
			uint32_t first = i < old ? i : old;
			bool is_between = found != NO_EVENT && (i <= old || found > old);
			if (!is_between || (found < first && write < first))
				continue;
			if (!kind_is_fact(k, found, i) && !kind_passes_in_order(k, i, found) &&
			    !kind_passes_in_order(k, write, first))
				continue;
			kind_role(f, old);
			kind_role(f, write);
			kind_role(f, found);
			kind_role(f, i);
			explain_locks(s, f, 0, 1);
			return true;
		}
	}
	return false;
}

/* --- Check-then-act. --- */

/* What the thread does after the write, since the branch went this way: an event of the facts, the
 * violation, an access of what was tested, or what the violation depends on, in this order of
 * preference; NO_EVENT: nothing. */
static uint32_t act_of(const struct kind_case *k, uint32_t read, uint32_t branch, uint32_t write) {
	const struct story *s = k->s;
	uint32_t thread = event_at(s, branch)->thread, best = NO_EVENT;
	unsigned rank = 0;
	for (uint32_t i = write + 1; i < s->event.n; i++) {
		const struct story_event *e = event_at(s, i);
		if (e->thread != thread || e->kind == STORY_BRANCH || e->kind == STORY_LOCK ||
		    e->kind == STORY_UNLOCK)
			continue;
		/* The test may be in another function, whose result leads here: what was tested is then
		 * written itself. */
		bool is_same = e->kind == STORY_WRITE && story_same_bytes(e, event_at(s, read));
		if (!is_same && !kind_is_controlled(s, i, branch))
			continue;
		unsigned now = 0;
		if (kind_is_fact(k, write, i))
			now = 4;
		else if (e->kind == STORY_VIOLATION)
			now = 3;
		else if (is_same)
			now = 2;
		else if ((e->kind == STORY_WRITE || e->kind == STORY_FREE) && kind_in_facts(k, i))
			now = 2;
		else if (e->kind == STORY_WRITE && decides_violation(s, i))
			now = 1;
		if (now > rank) {
			best = i;
			rank = now;
		}
	}
	return best;
}

/* Does the failure take an order of the event and one of the thread that has written? */
static bool meets(const struct kind_case *k, uint32_t act, uint32_t write) {
	uint32_t thread = event_at(k->s, write)->thread;
	for (size_t i = 0; i < k->nfacts; i++) {
		const struct kind_fact *f = &k->fact[i];
		if (f->type == FACT_ORDER &&
		    ((f->first == act && event_at(k->s, f->second)->thread == thread) ||
		     (f->second == act && event_at(k->s, f->first)->thread == thread)))
			return true;
	}
	return false;
}

/* A branch of the thread tests the read and decides what it does after the write. */
static bool stale_check(const struct kind_case *k, uint32_t read, uint32_t write,
                        struct kind_found *f) {
	const struct story *s = k->s;
	for (uint32_t b = read + 1; b < events_done(s); b++) {
		const struct story_event *e = event_at(s, b);
		if (e->kind != STORY_BRANCH || e->thread != event_at(s, read)->thread ||
		    !kind_uses(s, b, read))
			continue;
		uint32_t act = act_of(k, read, b, write);
		if (act == NO_EVENT)
			continue;
		if (!kind_is_fact(k, write, act) &&
		    !(kind_is_fact(k, read, write) && meets(k, act, write)) &&
		    !kind_passes_in_order(k, act, write))
			continue;
		kind_role(f, read);
		kind_role(f, write);
		kind_role(f, act);
		explain_locks(s, f, 0, 1);
		return true;
	}
	return false;
}

bool kind_check_then_act(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (size_t n = 0; n < k->nfacts; n++) {
		uint32_t read = k->fact[n].first, write = k->fact[n].second;
		if (k->fact[n].type != FACT_ORDER || event_at(s, read)->kind != STORY_READ ||
		    event_at(s, write)->kind != STORY_WRITE)
			continue;
		if (stale_check(k, read, write, f))
			return true;
	}
	/* The other half of the pattern may be the fact: U's write before what T does. */
	for (size_t n = 0; n < k->nfacts; n++) {
		uint32_t write = k->fact[n].first, act = k->fact[n].second;
		if (k->fact[n].type != FACT_ORDER || event_at(s, write)->kind != STORY_WRITE ||
		    !is_data(event_at(s, act)))
			continue;
		uint32_t read = kind_tested(s, act, write, write);
		if (read != NO_EVENT && stale_check(k, read, write, f))
			return true;
	}
	return false;
}
