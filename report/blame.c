#include "report/blame.h"

#include <string.h>

#include "report/interleaving.h"

static const char *thing(struct arena *arena, const char *what, const char *object) {
	if (!what)
		what = "something";
	return object ? arena_printf(arena, "%s %s", what, object + (*object == '&')) : what;
}

static const char *wait_text(struct arena *arena, const struct cex *cex, const struct cex_wait *w) {
	const char *who = cex_thread_label(arena, cex, w->thread);
	bool any = w->holder == NO_THREAD;
	const char *holder = any                      ? "a thread"
	                     : w->holder == w->thread ? "itself"
	                                              : cex_thread_label(arena, cex, w->holder);
	if (w->what && !strcmp(w->what, "join"))
		return arena_printf(arena, "%s waits for %s to end", who, holder);
	const char *what = thing(arena, w->what, w->object);
	return any ? arena_printf(arena, "%s waits for %s", who, what)
	           : arena_printf(arena, "%s waits for %s, held by %s", who, what, holder);
}

static const char *hold_text(struct arena *arena, const struct cex *cex, const struct cex_hold *h) {
	return arena_printf(arena, "%s took %s here", cex_thread_label(arena, cex, h->thread),
	                    thing(arena, h->what, h->object));
}

static void add(struct blames *to, uint32_t thread, struct loc loc, const char *text) {
	struct blame b = {thread, loc, text};
	vec_push(to, b);
}

/* Only locks that somebody waits for. */
static bool is_wanted(const struct cex *cex, const struct cex_hold *h) {
	for (size_t i = 0; i < cex->wait.n; i++) {
		const struct cex_wait *w = &cex->wait.at[i];
		if (w->holder == h->thread && w->object && h->object && !strcmp(w->object, h->object))
			return true;
	}
	return false;
}

void blame_list(struct arena *arena, const struct cex *cex, struct blames *to) {
	for (size_t i = 0; i < cex->access.n; i++) {
		const struct cex_access *a = &cex->access.at[i];
		add(to, a->thread, a->loc,
		    arena_printf(arena, "%s %s %s", cex_thread_label(arena, cex, a->thread),
		                 a->is_write ? "writes" : "reads", a->place ? a->place : "memory"));
	}
	for (size_t i = 0; i < cex->wait.n; i++)
		add(to, cex->wait.at[i].thread, cex->wait.at[i].loc,
		    wait_text(arena, cex, &cex->wait.at[i]));
	for (size_t i = 0; i < cex->hold.n; i++)
		if (is_wanted(cex, &cex->hold.at[i]))
			add(to, cex->hold.at[i].thread, cex->hold.at[i].loc,
			    hold_text(arena, cex, &cex->hold.at[i]));
	for (size_t i = 0; i < cex->order.n; i++) {
		const struct cex_order *o = &cex->order.at[i];
		const char *held = thing(arena, o->held.what, o->held.object);
		add(to, o->taken.thread, o->taken.loc,
		    arena_printf(arena, "%s takes %s while it holds %s",
		                 cex_thread_label(arena, cex, o->taken.thread),
		                 thing(arena, o->taken.what, o->taken.object), held));
		add(to, o->held.thread, o->held.loc, hold_text(arena, cex, &o->held));
	}
}
