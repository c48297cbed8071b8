/* Waits for conditions, and signals: 'while' for 'if', broadcast for signal, a signal under the
 * lock or after the write, the write of the predicate under the mutex of the wait. */
#include <string.h>

#include "fix/candidate_sync.h"
#include "fix/sync.h"

/* --- while for if. --- */

static bool leaves_loop(const struct places *p, uint32_t body) {
	for (uint32_t i = body; i < p->node.at[body].next; i++) {
		enum node_kind kind = p->node.at[i].kind;
		if (kind == NODE_BREAK || kind == NODE_CONTINUE)
			return true;
	}
	return false;
}

static void while_for_if(struct candidates *all, uint32_t wait) {
	const struct places *p = all->places;
	uint32_t test = places_around(p, wait, NODE_IF);
	if (test == NO_NODE || places_children(p, test) != 2 || !sync_can_edit(p, test))
		return;
	uint32_t body = places_child(p, test, 1);
	const struct node *n = &p->node.at[test];
	bool is_if = !strncmp(p->file.at[n->file].text + n->begin, "if", 2);
	if (!is_if || !places_is_in(p, wait, body) || leaves_loop(p, body))
		return;
	struct candidate c = {.what = "test the condition again after the wait"};
	candidate_replace(&c, p, n->file, n->begin, n->begin + 2, "while");
	candidates_add(all, &c);
}

/* --- Signals. --- */

static bool is_c11(const char *function) {
	return !strncmp(function, "cnd_", 4);
}

static const char *signal_name(const char *wait, bool is_broadcast) {
	if (is_c11(wait))
		return is_broadcast ? "cnd_broadcast" : "cnd_signal";
	return is_broadcast ? "pthread_cond_broadcast" : "pthread_cond_signal";
}

static bool is_single_signal(const char *name) {
	return sync_is_signal(name) && strstr(name, "signal");
}

static const char *without_address(const char *argument) {
	return !argument ? "the condition" : *argument == '&' ? argument + 1 : argument;
}

static void broadcast(struct candidates *all, uint32_t signal) {
	const struct places *p = all->places;
	const struct node *n = &p->node.at[signal];
	uint32_t callee = places_child(p, signal, 0);
	if (!is_single_signal(n->name) || callee == NO_NODE || !sync_can_edit(p, callee))
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "wake all waiters of %s instead of one",
	                      without_address(sync_argument(all, signal, 0)));
	candidate_replace(&c, p, n->file, p->node.at[callee].begin, p->node.at[callee].end,
	                  signal_name(n->name, true));
	candidates_add(all, &c);
}

/* Every signal for the condition of the wait, if it has the same name or is a field of the same
 * name. */
static void broadcast_any(struct candidates *all, uint32_t wait) {
	const struct places *p = all->places;
	uint32_t condition = places_child(p, wait, 1);
	for (uint32_t i = 0; condition != NO_NODE && i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		uint32_t other =
		    n->kind == NODE_CALL && is_single_signal(n->name) ? places_child(p, i, 1) : NO_NODE;
		const char *id = other == NO_NODE ? NULL : sync_object(p, other);
		if (id && id == sync_object(p, condition))
			broadcast(all, i);
	}
}

/* --- The mutex of the wait around other statements. --- */

static bool can_be_wrapped(const struct places *p, uint32_t first, uint32_t last) {
	for (uint32_t i = first; i < p->node.at[last].next; i++) {
		switch (p->node.at[i].kind) {
		case NODE_RETURN:
		case NODE_BREAK:
		case NODE_CONTINUE:
		case NODE_GOTO:
		case NODE_LABEL:
		case NODE_CASE: return false;
		case NODE_DECLARATION: /* its names are used later */
			if (p->node.at[i].parent == p->node.at[first].parent)
				return false;
			break;
		case NODE_CALL:
			if (sync_is_lock(p->node.at[i].name) || sync_is_unlock(p->node.at[i].name) ||
			    sync_may_block(p->node.at[i].name))
				return false;
			break;
		default: break;
		}
	}
	return true;
}

static void under_mutex(struct candidates *all, uint32_t wait, uint32_t first, uint32_t last,
                        const char *what) {
	const struct places *p = all->places;
	uint32_t mutex = places_child(p, wait, 2);
	if (mutex == NO_NODE || first == NO_NODE || last == NO_NODE || !can_be_wrapped(p, first, last))
		return;
	const char *name = sync_name_here(all, mutex, first);
	if (!name)
		return;
	const char *kind = is_c11(p->node.at[wait].name) ? "mtx" : "pthread_mutex";
	struct candidate c = {.under_lock = 1};
	for (uint32_t i = first; i != NO_NODE && i != last; i = places_after(p, i))
		c.under_lock++;
	c.what = arena_printf(all->arena, "hold %s around %s", without_address(name), what);
	candidate_wrap(all, &c, first, last, arena_printf(all->arena, "%s_lock(%s);", kind, name),
	               arena_printf(all->arena, "%s_unlock(%s);", kind, name));
	candidates_add(all, &c);
}

/* --- A signal that is missing or too early. --- */

static void insert_signal(struct candidates *all, uint32_t wait, uint32_t after,
                          bool is_broadcast) {
	const struct places *p = all->places;
	uint32_t condition = places_child(p, wait, 1);
	if (condition == NO_NODE || after == NO_NODE)
		return;
	const char *name = sync_name_here(all, condition, after);
	if (!name)
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "%s %s after the change",
	                      is_broadcast ? "wake all waiters of" : "signal", without_address(name));
	const char *call = signal_name(p->node.at[wait].name, is_broadcast);
	candidate_wrap(all, &c, after, after, NULL, arena_printf(all->arena, "%s(%s);", call, name));
	candidates_add(all, &c);
}

/* The signal stands before the write in the same block. */
static void signal_after(struct candidates *all, uint32_t signal, uint32_t write) {
	const struct places *p = all->places;
	uint32_t from = places_statement(p, signal);
	if (from == NO_NODE || write == NO_NODE || from >= write ||
	    p->node.at[from].parent != p->node.at[write].parent)
		return;
	struct candidate c = {.what = "signal after the change"};
	if (sync_move_after(all, &c, from, write))
		candidates_add(all, &c);
	vec_free(&c.edit);
}

/* --- By kind. --- */

static uint32_t wait_at(struct candidates *all, size_t role) {
	return sync_call(all, candidate_role(all, role), sync_is_wait);
}

static uint32_t signal_at(struct candidates *all, size_t role) {
	return sync_call(all, candidate_role(all, role), sync_is_signal);
}

static uint32_t write_at(struct candidates *all, size_t role) {
	return candidate_statement(all, candidate_role(all, role));
}

static void lost_wakeup(struct candidates *all) {
	const struct places *p = all->places;
	uint32_t write = write_at(all, 1), signal = signal_at(all, 2), wait = wait_at(all, 3);
	if (wait == NO_NODE)
		return;
	uint32_t call = signal == NO_NODE ? NO_NODE : places_statement(p, signal);
	under_mutex(all, wait, write, write, "the change of the condition");
	under_mutex(all, wait, call, call, "the signal");
	if (write != NO_NODE && call != NO_NODE && write != call &&
	    p->node.at[write].parent == p->node.at[call].parent)
		under_mutex(all, wait, write < call ? write : call, write < call ? call : write,
		            "the change and the signal");
	if (signal != NO_NODE)
		signal_after(all, signal, write);
	insert_signal(all, wait, write, false);
	insert_signal(all, wait, write, true);
	broadcast_any(all, wait);
}

enum { MAX_POSTS = 6 };

/* A post for the semaphore, where the thread ends or before that, the latest place first. */
static void insert_posts(struct candidates *all, uint32_t wait, uint32_t at) {
	const struct places *p = all->places;
	uint32_t semaphore = places_child(p, wait, 1);
	if (semaphore == NO_NODE || at == NO_NODE)
		return;
	bool is_end = p->node.at[at].kind == NODE_BLOCK; /* of the function, without a return */
	uint32_t statement = is_end ? places_last(p, at) : at;
	for (unsigned n = 0; statement != NO_NODE && n < MAX_POSTS; n++) {
		const char *name = sync_name_here(all, semaphore, statement);
		if (!name)
			return;
		struct candidate c = {0};
		c.what = arena_printf(all->arena, "post %s", without_address(name));
		const char *call = arena_printf(all->arena, "sem_post(%s);", name);
		if (is_end)
			candidate_after(all, &c, statement, call);
		else
			candidate_wrap(all, &c, statement, statement, call, NULL);
		candidates_add(all, &c);
		statement = is_end && !n ? statement : places_before(p, statement);
		is_end = false;
		if (statement != NO_NODE && p->node.at[statement].kind == NODE_DECLARATION)
			return;
	}
}

static void no_signal(struct candidates *all) {
	uint32_t write = write_at(all, 0), wait = wait_at(all, 1);
	if (wait == NO_NODE) {
		wait = sync_call(all, candidate_role(all, 1), sync_is_semaphore_wait);
		if (wait != NO_NODE)
			insert_posts(all, wait, write);
		return;
	}
	insert_signal(all, wait, write, false);
	insert_signal(all, wait, write, true);
	broadcast_any(all, wait);
	under_mutex(all, wait, write, write, "the change of the condition");
}

static void missed_broadcast(struct candidates *all) {
	uint32_t signal = signal_at(all, 0), wait = wait_at(all, 2);
	if (signal != NO_NODE)
		broadcast(all, signal);
	if (wait != NO_NODE)
		broadcast_any(all, wait);
}

static void wait_without_loop(struct candidates *all) {
	uint32_t wait = wait_at(all, 0);
	if (wait != NO_NODE)
		while_for_if(all, wait);
}

/* The test before a wait is one that went stale, too. */
static void stale_check(struct candidates *all) {
	uint32_t test = candidate_statement(all, candidate_role(all, 0));
	uint32_t wait = test == NO_NODE || all->places->node.at[test].kind != NODE_IF
	                    ? NO_NODE
	                    : sync_inside(all->places, test, sync_is_wait);
	if (wait != NO_NODE)
		while_for_if(all, wait);
}

/* A test that is not repeated after its wait is a mistake wherever it stands. */
static void guess_while(struct candidates *all) {
	bool guesses = all->guesses;
	all->guesses = true;
	for (uint32_t i = 0; i < all->places->node.n; i++)
		if (all->places->node.at[i].kind == NODE_CALL && sync_is_wait(all->places->node.at[i].name))
			while_for_if(all, i);
	all->guesses = guesses;
}

void candidate_sync_wait(struct candidates *all) {
	switch (all->cause->kind) {
	case CAUSE_LOST_WAKEUP: lost_wakeup(all); break;
	case CAUSE_NO_SIGNAL: no_signal(all); break;
	case CAUSE_MISSED_BROADCAST: missed_broadcast(all); break;
	case CAUSE_WAIT_WITHOUT_LOOP: wait_without_loop(all); break;
	case CAUSE_CHECK_THEN_ACT: stale_check(all); break;
	default: break;
	}
	guess_while(all);
}
