#include "report/story/cause.h"

#include <ctype.h>
#include <string.h>

#include "report/story/cause_words.h"
#include "report/story/history.h"
#include "report/story/reason.h"
#include "util/text/utf8.h"

#define MAX_LINES   3
#define MIN_WIDTH   60
#define USUAL_WIDTH 100
#define MAX_FACTS   4

#define role(ix)  cause_role(w->cause, ix)
#define who(e)    words_thread(w, (e)->thread)
#define object(e) words_object(e)
#define valued(e) words_valued(w, e)
#define where(e)  words_where(w, e)
#define at(e)     words_place(w, (e)->loc)
#define say(...)  arena_printf(w->arena, __VA_ARGS__)

/* --- Consequences and reasons that are added to a kind. --- */

/* ", so main waits at pool.c:22 for ever": what a deadlock comes to; "": it is none. */
static const char *so_they_wait(const struct cause_words *w) {
	const struct cex *cex = w->property->cex;
	if (!cex || !cex->wait.n)
		return "";
	const struct cex_wait *last = &cex->wait.at[0];
	for (size_t i = 1; i < cex->wait.n;
	     i++) /* who joins another one waits for what that one does */
		if (last->is_join && !cex->wait.at[i].is_join)
			last = &cex->wait.at[i];
	return say(", so %s waits at %s for ever", words_thread(w, last->thread),
	           words_place(w, last->loc));
}

/* "; T1 holds m, T2 holds n", of two accesses. */
static const char *locks_of(const struct cause_words *w, const struct cause_event *a,
                            const struct cause_event *b) {
	const char *first = words_held(w, a), *second = words_held(w, b);
	if (!first && !second)
		return "neither holds a lock";
	return say("%s holds %s, %s holds %s", who(a), first ? first : "no lock", who(b),
	           second ? second : "no lock");
}

/* The name of a function that is called: "strtok" of "strtok(s, NULL)". */
static const char *function_of(const struct cause_words *w, const struct cause_event *e) {
	return say("%.*s", (int)strcspn(object(e), "("), object(e));
}

static const char *library_state(const struct cause_words *w, const struct cause_event *a,
                                 const struct cause_event *b) {
	return say("%s keeps one state for all threads: %s calls it at %s, %s at %s", function_of(w, a),
	           who(a), at(a), who(b), at(b));
}

/* The first two events of different threads. */
static bool find_pair(const struct cause_words *w, const struct cause_event **a,
                      const struct cause_event **b) {
	*a = *b = NULL;
	for (size_t i = 0; i < w->cause->role.n && !*b; i++) {
		const struct cause_event *e = role(i);
		if (!e)
			continue;
		if (!*a)
			*a = e;
		else if (e->thread != (*a)->thread)
			*b = e;
	}
	return *b;
}

static const char *also(const struct cause_words *w) {
	const struct cause_event *a, *b;
	if (!find_pair(w, &a, &b))
		return "";
	switch (w->cause->also) {
	case CAUSE_WRONG_LOCK: return say("; %s", locks_of(w, a, b));
	case CAUSE_READ_LOCK: {
		const struct cause_event *writer = a->kind == CAUSE_EVENT_WRITE ? a : b;
		const char *held = words_held(w, writer);
		return held ? say("; %s holds %s only for reading", who(writer), held) : "";
	}
	default: return "";
	}
}

/* --- Kinds: roles are as in result/cause_kinds.def; NULL: one that is needed is not known. --- */

static const char *forgotten_unlock(const struct cause_words *w) {
	const struct cause_event *lock = role(0), *end = role(1), *wait = role(2), *branch = role(3);
	if (!lock || !end)
		return NULL;
	const char *since = branch ? say(", since %s", words_condition(w, branch)) : "";
	if (end->kind == CAUSE_EVENT_WAIT && end->thread == lock->thread)
		return say("%s waits at %s for %s, which it took itself at %s and has not released%s",
		           who(end), at(end), object(lock), at(lock), since);
	const char *others =
	    wait ? say(", and %s waits for it at %s", who(wait), at(wait)) : so_they_wait(w);
	const char *ended = end->what ? say("left %s", end->what) : "ended";
	return say("%s %s at %s with %s held (taken at %s)%s%s", who(end), ended, at(end), object(lock),
	           at(lock), since, others);
}

static const char *lock_order(const struct cause_words *w) {
	const char *all = NULL;
	for (size_t i = 0; i + 1 < w->cause->role.n; i += 2) {
		const struct cause_event *lock = role(i), *wait = role(i + 1);
		if (!lock || !wait)
			return NULL;
		const char *one = say("%s took %s (%s) and wants %s (%s)", who(lock), object(lock),
		                      at(lock), object(wait), at(wait));
		bool is_last = i + 3 >= w->cause->role.n;
		all = all ? say("%s%s%s", all, is_last ? ", and " : ", ", one) : one;
	}
	return all;
}

static const char *join_under_lock(const struct cause_words *w) {
	const struct cause_event *lock = role(0), *join = role(1), *wait = role(2);
	if (!lock || !join || !wait)
		return NULL;
	return say("%s waits at %s for %s to end and holds %s (taken at %s), which %s needs at %s",
	           who(join), at(join), who(wait), object(lock), at(lock), who(wait), at(wait));
}

static const char *lost_update(const struct cause_words *w) {
	const struct cause_event *read = role(0), *other = role(1), *write = role(2);
	if (!read || !other || !write)
		return NULL;
	const char *lost = say("%s's change is lost%s", who(other), so_they_wait(w));
	if (words_same_place(read, other) && words_same_place(read, write))
		return say("At %s, %s read %s before %s wrote %s, and then wrote %s over it: %s", at(read),
		           who(read), valued(read), who(other), valued(other), valued(write), lost);
	return say("%s read %s%s before %s wrote %s%s, and then wrote %s%s over it: %s", who(read),
	           valued(read), where(read), who(other), valued(other), where(other), valued(write),
	           where(write), lost);
}

static const char *missed_broadcast(const struct cause_words *w) {
	const struct cause_event *signal = role(0), *woken = role(1), *wait = role(2);
	if (!signal || !wait)
		return NULL;
	const char *whom = woken ? say(" %s (%s)", who(woken), at(woken)) : " another thread";
	return say("The signal of %s at %s woke only one of its waiters,%s: %s waits at %s for ever",
	           object(signal), at(signal), whom, who(wait), at(wait));
}

/* "; open is changed at a.c:19 without m", where the lock of the test is not held. */
static const char *changed_without(const struct cause_words *w, const struct cause_event *test,
                                   const struct cause_event *write) {
	if (!test || !write || !test->held.n)
		return "";
	for (size_t i = 0; i < test->held.n; i++)
		if (words_holds(write, test->held.at[i].object))
			return "";
	return say("; %s is changed at %s without %s", object(write), at(write), words_held(w, test));
}

static const char *lost_wakeup(const struct cause_words *w) {
	const struct cause_event *test = role(0), *write = role(1), *signal = role(2), *wait = role(3);
	if (!signal || !wait)
		return NULL;
	const char *what = signal->kind == CAUSE_EVENT_BROADCAST ? "broadcast" : "signal";
	const char *came = test ? say("came between %s's test of %s%s and its wait (%s)", who(wait),
	                              valued(test), where(test), at(wait))
	                        : say("came before %s's wait (%s)", who(wait), at(wait));
	return say("The %s of %s at %s %s: nobody wakes %s any more%s", what, object(signal),
	           at(signal), came, who(wait), changed_without(w, test, write));
}

static const char *no_signal(const struct cause_words *w) {
	const struct cause_event *write = role(0), *wait = role(1);
	if (!wait)
		return NULL;
	if (!write)
		return say("%s waits at %s for %s, and nobody signals it any more", who(wait), at(wait),
		           object(wait));
	return say("%s, and nobody signals %s after that: %s waits at %s for ever",
	           words_event(w, write, PAST, NULL), object(wait), who(wait), at(wait));
}

static const char *wait_without_loop(const struct cause_words *w) {
	const struct cause_event *wait = role(0), *test = role(1), *act = role(2);
	if (!wait)
		return NULL;
	const char *although = "";
	if (test)
		although = test->value ? say(" although %s was %s", object(test), test->value)
		                       : say(" without a new test of %s", object(test));
	return say("%s was woken at %s and went on%s%s", who(wait), at(wait),
	           act ? say(" (%s)", at(act)) : "", although);
}

static const char *double_free(const struct cause_words *w) {
	const struct cause_event *a = role(0), *b = role(1), *first = role(2), *second = role(3);
	if (!first || !second)
		return NULL;
	if (a && b && first->thread != second->thread)
		return say("%s (%s) and %s (%s) both tested %s before either had freed %s: it is freed at "
		           "%s and again at %s",
		           who(a), at(a), who(b), at(b), object(a), object(first), at(first), at(second));
	if (first->thread == second->thread)
		return say("%s was freed at %s and is freed again at %s", object(first), at(first),
		           at(second));
	return say("%s was freed by %s (%s) and is freed again by %s (%s)", object(first), who(first),
	           at(first), who(second), at(second));
}

static const char *use_after_free(const struct cause_words *w) {
	const struct cause_event *freed = role(0), *test = role(1), *use = role(2);
	if (!freed || !use)
		return NULL;
	bool is_variable = freed->what && !strcmp(freed->what, "scope");
	if (is_variable && freed->thread == use->thread)
		return say("%s went out of scope at %s and is used after that at %s", object(freed),
		           at(freed), at(use));
	if (is_variable)
		return say("%s went out of scope in %s (%s) before %s used it (%s): nothing makes %s wait "
		           "for %s",
		           object(freed), who(freed), at(freed), who(use), at(use), who(freed), who(use));
	if (freed->thread == use->thread)
		return say("%s was freed at %s and is used after that at %s", object(freed), at(freed),
		           at(use));
	if (test)
		return say("%s was freed by %s (%s) between %s's test (%s) and its use (%s)", object(freed),
		           who(freed), at(freed), who(use), at(test), at(use));
	return say("%s was freed by %s (%s) before %s used it (%s): nothing makes %s wait for %s",
	           object(freed), who(freed), at(freed), who(use), at(use), who(freed), who(use));
}

static const char *aba(const struct cause_words *w) {
	const struct cause_event *read = role(0), *away = role(1), *back = role(2), *swap = role(3);
	if (!read || !away || !back || !swap)
		return NULL;
	if (!read->value || !away->value)
		return say("%s read %s (%s), %s changed it (%s) and changed it back (%s): the exchange at "
		           "%s did not notice",
		           who(read), object(read), at(read), who(away), at(away), at(back), at(swap));
	return say("%s was %s (%s), then %s (%s), then %s again (%s): %s's exchange at %s did not "
	           "notice",
	           object(read), read->value, at(read), away->value, at(away), read->value, at(back),
	           who(swap), at(swap));
}

static const char *publication(const struct cause_words *w) {
	const struct cause_event *set = role(0), *seen = role(1), *read = role(2), *late = role(3);
	if (!set || !read)
		return NULL;
	const char *saw = seen ? say("%s saw %s%s", who(seen), valued(seen), where(seen))
	                       : say("%s went on", who(read));
	if (!late)
		return say("%s, which %s had set (%s), and read %s%s before it was set", saw, who(set),
		           at(set), valued(read), where(read));
	return say("%s, which %s had set (%s), and read %s%s before %s had set that (%s)", saw,
	           who(set), at(set), valued(read), where(read), who(late), at(late));
}

static const char *torn_read(const struct cause_words *w) {
	const struct cause_event *first = role(0), *one = role(1), *two = role(2), *second = role(3);
	if (!first || !one || !two || !second)
		return NULL;
	if (first->step == second->step && words_same_place(first, second) &&
	    words_same_object(first, second) && !words_same_object(one, two))
		return say("%s read %s%s while %s had changed only a part of it (%s, then %s)", who(first),
		           valued(first), where(first), who(one), at(two), at(one));
	if (words_same_place(one, two) && words_same_object(one, two))
		return say("%s read %s%s before and %s%s after %s changed it (%s)", who(first),
		           valued(first), where(first), valued(second), where(second), who(one), at(one));
	return say("%s read %s%s before and %s%s after %s changed them (%s, %s)", who(first),
	           valued(first), where(first), valued(second), where(second), who(one), at(one),
	           at(two));
}

static const char *check_then_act(const struct cause_words *w) {
	const struct cause_event *test = role(0), *write = role(1), *act = role(2);
	if (!test || !write)
		return NULL;
	const char *acted = act ? say("acted on it (%s)", at(act)) : "acted on it";
	return say("%s tested %s%s, then %s wrote %s%s, and %s still %s%s", who(test), valued(test),
	           where(test), who(write), valued(write), where(write), who(test), acted,
	           so_they_wait(w));
}

/* Does it hold a lock that the other one does not hold? */
static bool holds_more(const struct cause_event *e, const struct cause_event *than) {
	for (size_t i = 0; i < e->held.n; i++)
		if (!words_holds(than, e->held.at[i].object))
			return true;
	return false;
}

/* An access between two of another thread: one of the three is not under the lock of the others. */
static const char *between(const struct cause_words *w, const struct cause_event *a,
                           const struct cause_event *b, const struct cause_event *next) {
	const struct cause_event *outer = holds_more(b, a) ? a : next;
	if (!holds_more(b, outer))
		outer = a;
	return say("%s after %s and before %s; %s", words_event(w, b, PRESENT, NULL),
	           words_event(w, a, PRESENT, b), words_event(w, next, PRESENT, b),
	           locks_of(w, b, outer));
}

static const char *race(const struct cause_words *w) {
	const struct cause_event *a = role(0), *b = role(1);
	if (!a || !b)
		return NULL;
	if (role(2))
		return between(w, a, b, role(2));
	return say("Nothing orders the two accesses: %s and %s; %s", words_event(w, a, PRESENT, NULL),
	           words_event(w, b, PRESENT, a), locks_of(w, a, b));
}

static const char *read_lock(const struct cause_words *w) {
	const struct cause_event *write = role(0), *other = role(1);
	if (!write)
		return NULL;
	const char *held = words_held(w, write);
	return say("%s while it holds %s only for reading%s", words_event(w, write, PRESENT, NULL),
	           held ? held : "a lock",
	           other ? say(", as %s may at the same time (%s)", who(other), at(other)) : "");
}

static const char *missing_check(const struct cause_words *w) {
	const struct cause_event *call = role(0), *use = role(1);
	if (!call)
		return NULL;
	return say("%s and was not tested%s", words_event(w, call, PAST, NULL),
	           use ? say(" before it was used (%s)", at(use)) : "");
}

static const char *off_by_one(const struct cause_words *w) {
	const struct cause_event *branch = role(0);
	return branch ? say("%s was %s%s: one too far", object(branch),
	                    branch->taken ? "true" : "false", where(branch))
	              : NULL;
}

static const char *wrong_branch(const struct cause_words *w) {
	const struct cause_event *branch = role(0);
	return branch ? say("%s went on since %s was %s%s", who(branch), object(branch),
	                    branch->taken ? "true" : "false", where(branch))
	              : NULL;
}

static const char *not_initialised(const struct cause_words *w) {
	const struct cause_event *made = role(0), *read = role(1);
	if (!read)
		return NULL;
	return say("%s is read (%s) before it has a value%s", object(read), at(read),
	           made ? say("; it was declared at %s", at(made)) : "");
}

static const char *leak(const struct cause_words *w) {
	const struct cause_event *made = role(0), *lost = role(1);
	if (!made)
		return NULL;
	if (!lost)
		return say("Nobody frees what was allocated at %s", at(made));
	return say("Nobody frees what was allocated at %s: the last pointer to it%s%s is gone at %s",
	           at(made), lost->object ? ", " : "", lost->object ? say("%s,", object(lost)) : "",
	           at(lost));
}

/* The condition as the user wrote it: that in "assertion 'x == 2' fails"; NULL: there is none. */
static const char *condition_of(const struct cause_words *w, const struct cause_event *e) {
	const char *text = e->object, *from = text ? strchr(text, '\'') : NULL;
	const char *to = from ? strrchr(text, '\'') : NULL;
	if (!text)
		return NULL;
	return to > from ? say("%.*s", (int)(to - from - 1), from + 1) : text;
}

/* Where the values of the violated condition come from. */
static const char *values(const struct cause_words *w) {
	const struct cause_event *violation = role(0), *from = role(1);
	if (!violation)
		return NULL;
	const char *condition = condition_of(w, violation), *how = NULL;
	bool has_values = violation->value && strchr(violation->value, ' '); /* "12 < 10", not "0" */
	if (has_values)
		how = condition ? say("%s does not hold: %s", condition, violation->value)
		                : say("It does not hold: %s", violation->value);
	if (!from || !from->object)
		return how;
	const char *origin = words_event(w, from, PAST, NULL);
	if (from->kind == CAUSE_EVENT_INPUT)
		origin = from->value ? say("%s = %s is an input (%s)", object(from), from->value, at(from))
		                     : say("%s is an input (%s)", object(from), at(from));
	return how ? say("%s; %s", how, origin) : origin;
}

/* --- Facts, where no kind fits. --- */

static const char *choice_words(const struct cause_words *w, const struct cause_event *e) {
	switch (e->kind) {
	case CAUSE_EVENT_ALLOC: return say("no memory was found for %s (%s)", object(e), at(e));
	case CAUSE_EVENT_SIGNAL:
		return e->value ? say("the signal at %s woke %s", at(e), e->value)
		                : say("the signal at %s woke another thread", at(e));
	case CAUSE_EVENT_WAIT: return say("%s's wait (%s) ended without a signal", who(e), at(e));
	default: return words_event(w, e, PAST, NULL);
	}
}

static const char *fact_words(const struct cause_words *w, const struct cause_fact *f) {
	switch (f->type) {
	case FACT_CHOICE: return choice_words(w, &f->first);
	case FACT_ORDER:
		return say("%s before %s", words_event(w, &f->first, PAST, NULL),
		           words_event(w, &f->second, f->second.late ? COULD : PAST, &f->first));
	default: return words_event(w, &f->first, PAST, NULL);
	}
}

static const char *all_facts(const struct cause_words *w) {
	const struct cause *c = w->cause;
	const char *all = NULL;
	if (c->fact.n > MAX_FACTS)
		return NULL;
	for (size_t i = 0; i < c->fact.n; i++) {
		const char *one = fact_words(w, &c->fact.at[i]);
		all = all ? say("%s%s%s", all, i + 1 == c->fact.n ? ", and " : ", ", one) : one;
	}
	return all;
}

/* --- All of it. --- */

static const char *kind_words(const struct cause_words *w) {
	switch (w->cause->kind) {
	case CAUSE_FORGOTTEN_UNLOCK: return forgotten_unlock(w);
	case CAUSE_LOCK_ORDER: return lock_order(w);
	case CAUSE_JOIN_UNDER_LOCK: return join_under_lock(w);
	case CAUSE_LOST_UPDATE: return lost_update(w);
	case CAUSE_MISSED_BROADCAST: return missed_broadcast(w);
	case CAUSE_LOST_WAKEUP: return lost_wakeup(w);
	case CAUSE_NO_SIGNAL: return no_signal(w);
	case CAUSE_WAIT_WITHOUT_LOOP: return wait_without_loop(w);
	case CAUSE_DOUBLE_FREE: return double_free(w);
	case CAUSE_USE_AFTER_FREE: return use_after_free(w);
	case CAUSE_ABA: return aba(w);
	case CAUSE_PUBLICATION: return publication(w);
	case CAUSE_TORN_READ: return torn_read(w);
	case CAUSE_CHECK_THEN_ACT: return check_then_act(w);
	case CAUSE_NO_LOCK:
	case CAUSE_WRONG_LOCK: return race(w);
	case CAUSE_READ_LOCK: return read_lock(w);
	case CAUSE_LIBRARY_STATE: return role(0) && role(1) ? library_state(w, role(0), role(1)) : NULL;
	case CAUSE_MISSING_CHECK: return missing_check(w);
	case CAUSE_OFF_BY_ONE: return off_by_one(w);
	case CAUSE_WRONG_BRANCH: return wrong_branch(w);
	case CAUSE_NOT_INITIALISED: return not_initialised(w);
	case CAUSE_LEAK: return leak(w);
	case CAUSE_VALUES: return values(w);
	case CAUSE_ORDER:
	case CAUSE_KIND_N: break;
	}
	return NULL;
}

/* "After this, no schedule ends well": of a deadlock, if the sentence has not named the step. */
static const char *point_words(const struct cause_words *w, const char *sentence) {
	const struct cause_event *p = &w->cause->point;
	if (!cause_is_known(p) || strstr(sentence, say("%s)", at(p))))
		return "";
	return say(" Once %s, no schedule ends well.", words_event(w, p, PAST, NULL));
}

static char *sentence(const struct cause_words *w) {
	const char *text = kind_words(w);
	if (text)
		text = say("%s%s", text, also(w));
	else
		text = all_facts(w);
	if (!text)
		return NULL;
	if (!strncmp(text, "the block ", 10))
		text = say("T%s", text + 1);
	if (w->cause->kind == CAUSE_ORDER || w->cause->kind == CAUSE_CHECK_THEN_ACT)
		return say("%s.%s", text, point_words(w, text));
	return say("%s.", text);
}

/* What calls returned that they could not have is said first: the schedule is how it came to it. */
static char *sentence_of(struct arena *arena, const struct property_result *p, bool is_brief) {
	struct cause_words w = {arena, p, p->cause, is_brief};
	char *calls = history_sentence(arena, p->cex);
	return calls ? calls : p->cause ? sentence(&w) : reasons_sentence(arena, p);
}

char *cause_sentence(struct arena *arena, const struct property_result *p) {
	return sentence_of(arena, p, false);
}

char *cause_brief(struct arena *arena, const struct property_result *p) {
	return sentence_of(arena, p, true);
}

char *cause_of_schedule(struct arena *arena, const struct property_result *p) {
	struct cause_words w = {arena, p, p->cause, false};
	return p->cause ? sentence(&w) : NULL;
}

/* --- What would have been enough. --- */

/* By the counterfactual that belongs to the kind; NULL: it has none. */
static const char *kind_holds_if(const struct cause_words *w) {
	const struct cause_event *a = role(0), *b = role(1);
	switch (w->cause->kind) {
	case CAUSE_FORGOTTEN_UNLOCK:
		if (!a || !b)
			return NULL;
		return b->kind == CAUSE_EVENT_END
		           ? say("%s releases %s before it %s (%s)", who(a), object(a),
		                 b->what ? say("leaves %s", b->what) : "ends", at(b))
		           : say("%s releases %s before it takes it again (%s)", who(a), object(a), at(b));
	case CAUSE_MISSED_BROADCAST: return a ? say("the signal at %s is a broadcast", at(a)) : NULL;
	case CAUSE_WAIT_WITHOUT_LOOP:
		return a && b ? say("%s tests %s again after its wait (%s)", who(a), object(b), at(a))
		              : NULL;
	case CAUSE_OFF_BY_ONE:
		return a && a->what ? say("it is %s instead of %s (%s)", a->what, object(a), at(a)) : NULL;
	default: return NULL;
	}
}

static const char *fact_holds_if(const struct cause_words *w, const struct cause_fact *f) {
	const struct cause_event *a = &f->first, *b = &f->second;
	switch (f->type) {
	case FACT_ORDER:
		return say("%s before %s", words_event(w, b, PRESENT, NULL), words_event(w, a, PRESENT, b));
	case FACT_INPUT:
		if (!f->other)
			return NULL;
		return say("%s %s %s instead of %s (%s)", object(a),
		           strchr(object(a), '(') ? "returns" : "is", f->other,
		           a->value ? a->value : "that", at(a));
	case FACT_DECISION: return say("%s is %s (%s)", object(a), a->taken ? "false" : "true", at(a));
	default: return NULL;
	}
}

static bool is_event(const struct cause_event *a, const struct cause_event *b) {
	return a->kind == b->kind && a->thread == b->thread && words_same_place(a, b) &&
	       words_same_object(a, b);
}

static bool has_role(const struct cause_words *w, const struct cause_event *e) {
	for (size_t i = 0; i < w->cause->role.n; i++)
		if (is_event(&w->cause->role.at[i], e))
			return true;
	return false;
}

/* Is the fact about events that the sentence names? */
static bool is_told(const struct cause_words *w, const struct cause_fact *f) {
	if (w->cause->kind == CAUSE_ORDER || f->type != FACT_ORDER)
		return true;
	return has_role(w, &f->first) && has_role(w, &f->second);
}

char *cause_holds_if(struct arena *arena, const struct property_result *p) {
	if (!p->cause)
		return reasons_holds_if(arena, p);
	/* No values: those of the run that fails need not be those of the one that passes. */
	struct cause_words names = {arena, p, p->cause, false}, *w = &names;
	const char *text = kind_holds_if(w);
	struct cause plain = *p->cause;
	for (size_t i = 0; !text && i < plain.fact.n; i++) {
		struct cause_fact f = plain.fact.at[i];
		if (f.type == FACT_ORDER)
			f.first.value = f.second.value = NULL;
		if (f.is_shown && is_told(w, &plain.fact.at[i]))
			text = fact_holds_if(w, &f);
	}
	return text ? say("%s", text) : NULL;
}

char *cause_event_text(struct arena *arena, const struct property_result *p,
                       const struct cause_event *e) {
	struct cause_words words = {arena, p, p->cause, false}, *w = &words;
	return say("%s%s", e->late ? "to come: " : "", words_act(w, e, PRESENT, NULL));
}

char *cause_fact_text(struct arena *arena, const struct property_result *p,
                      const struct cause_fact *f) {
	struct cause_words words = {arena, p, p->cause, false}, *w = &words;
	return say("%s", fact_words(w, f));
}

/* --- Lines. --- */

/* The bytes of 'text' that fit into a line, up to a blank; a word that is too long stays whole. */
static size_t fit(const char *text, size_t columns) {
	size_t n = utf8_fit(text, columns);
	if (!text[n])
		return n;
	size_t end = n;
	while (end && text[end] != ' ')
		end--;
	return end ? end : n + strcspn(text + n, " ");
}

static size_t count_lines(const char *text, size_t columns) {
	size_t lines = 0;
	for (; *text; lines++) {
		text += fit(text, columns);
		text += *text == ' ';
	}
	return lines;
}

static size_t print_wrapped(FILE *out, const char *head, const char *text, unsigned width,
                            size_t most) {
	size_t indent = strlen(head), columns = width - indent;
	size_t line = 0;
	for (; *text && line < most; line++) {
		size_t n = fit(text, columns);
		bool is_cut = line + 1 == most && text[n];
		if (is_cut)
			n = fit(text, columns - 4);
		fprintf(out, "%*s", (int)indent, line ? "" : head);
		utf8_print(out, text, n);
		fputs(is_cut ? " ...\n" : "\n", out);
		text += n;
		text += *text == ' ';
	}
	return line;
}

size_t report_cause(const struct paint *p, const struct property_result *property, unsigned width) {
	static const char why[] = "  why: ", how[] = "  how: ", holds[] = "  it holds if: ";
	struct arena *arena = arena_open();
	const char *text = cause_sentence(arena, property);
	const char *otherwise = cause_holds_if(arena, property);
	width = !width ? USUAL_WIDTH : width < MIN_WIDTH ? MIN_WIDTH : width;
	if (text && count_lines(text, width - strlen(why)) > MAX_LINES)
		text = cause_brief(arena, property);
	size_t lines = text ? print_wrapped(p->out, why, text, width, MAX_LINES) : 0;
	const char *schedule =
	    history_sentence(arena, property->cex) ? cause_of_schedule(arena, property) : NULL;
	if (schedule)
		lines += print_wrapped(p->out, how, schedule, width, MAX_LINES);
	if (text && otherwise)
		lines += print_wrapped(p->out, holds, otherwise, width, MAX_LINES);
	arena_close(arena);
	return lines;
}
