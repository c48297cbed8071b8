/* symex/why/kind_impl.h -- shared by the files of kinds.
 *
 * A function of the table has the conditions of one kind: true, and the roles are filled.  T is the
 * thread that suffers, U the other one, as in result/cause_kinds.def.
 */
#ifndef SYMEX_WHY_KIND_IMPL_H
#define SYMEX_WHY_KIND_IMPL_H

#include "symex/why/kind.h"

typedef bool kind_test(const struct kind_case *, struct kind_found *);

/* kind_deadlock.c: from the waits and holds at the end. */
kind_test kind_forgotten_unlock, kind_lock_order, kind_join_under_lock;
/* kind_signal.c: waits for condition variables. */
kind_test kind_missed_broadcast, kind_lost_wakeup, kind_no_signal, kind_wait_without_loop;
/* kind_data.c: orders of reads and writes. */
kind_test kind_lost_update, kind_aba, kind_publication, kind_torn_read, kind_check_then_act;
/* kind_memory.c: lifetimes. */
kind_test kind_double_free, kind_use_after_free, kind_leak;
/* kind_race.c: locks of two accesses. */
kind_test kind_library_state, kind_read_lock, kind_wrong_lock, kind_no_lock, kind_between;
/* Why two accesses, one of them writing, come together although locks are held: WRONG_LOCK,
 * READ_LOCK, LIBRARY_STATE; ORDER: none of these. */
enum cause_kind kind_locks_of(const struct story *, uint32_t a, uint32_t b);
/* kind_value.c: inputs, decisions, values. */
kind_test kind_not_initialised, kind_missing_check, kind_off_by_one, kind_wrong_branch, kind_values;

/* --- Events. --- */

static inline const struct story_event *event_at(const struct story *s, uint32_t ix) {
	return &s->event.at[ix];
}

/* The number of events that have happened. */
static inline uint32_t events_done(const struct story *s) {
	return s->late < s->event.n ? s->late : (uint32_t)s->event.n;
}

bool kind_is_access(const struct story_event *, uint32_t thread, enum story_kind,
                    const struct story_event *like);
bool kind_same_value(const struct story_event *, const struct story_event *); /* known and equal */
bool kind_uses(const struct story *, uint32_t event, uint32_t on);            /* directly */
/* Is the event executed because of the BRANCH, directly or through further ones? */
bool kind_is_controlled(const struct story *, uint32_t event, uint32_t branch);
/* The newest READ of the thread itself that a branch around the event tests, of the bytes of 'like'
 * (NO_EVENT: of any), before the event 'before'; NO_EVENT: there is none. */
uint32_t kind_tested(const struct story *, uint32_t event, uint32_t like, uint32_t before);
/* Does a branch around the event stand at the instruction of the BRANCH? */
bool kind_is_same_branch(const struct story_event *, const struct story_event *);
/* The last WRITE, of any thread, of the bytes of 'like' before 'before'; or NO_EVENT. */
uint32_t kind_last_write(const struct story *, uint32_t before, uint32_t like);

/* --- Facts. --- */

bool kind_is_fact(const struct kind_case *, uint32_t first, uint32_t second); /* an order */
bool kind_in_facts(const struct kind_case *, uint32_t event);                 /* of any type */
/* The n-th fact of the type; NULL: there are not so many. */
const struct kind_fact *kind_fact_of(const struct kind_case *, enum cause_fact_type, size_t n);

/* --- Counterfactuals. --- */

/* Does some run pass in which 'first' happens before 'second'? */
bool kind_passes_in_order(const struct kind_case *, uint32_t first, uint32_t second);
bool kind_passes_turned(const struct kind_case *, uint32_t branch);
/* Does the run pass if the INPUT has this value? */
bool kind_passes_with(const struct kind_case *, uint32_t input, uint64_t value);
/* A call is inserted before an event: why_change.insert, lock, before. */
enum why_outcome kind_run_inserted(const struct kind_case *, enum why_insert, uint32_t lock,
                                   uint32_t before);

/* --- Roles. --- */

void kind_role(struct kind_found *, uint32_t event);
void kind_role_as(struct kind_found *, uint32_t event, enum cause_event_kind);
void kind_role_wait(struct kind_found *, const struct story *, uint32_t wait); /* NO_EVENT: none */

#endif
