#include "cli/options/library.h"

#include <stdlib.h>
#include <string.h>

#include "util/text/diag.h"
#include "util/text/nearest.h"

static const struct {
	const char *name;
	enum progress_kind kind;
} progress_name[] = {
    {"deadlock-free", PROGRESS_DEADLOCK_FREE},
    {"starvation-free", PROGRESS_STARVATION_FREE},
    {"obstruction-free", PROGRESS_OBSTRUCTION_FREE},
    {"lock-free", PROGRESS_LOCK_FREE},
    {"wait-free", PROGRESS_WAIT_FREE},
};

const char *library_progress_words(void) {
	return "lock-free, wait-free, wait-free:N, obstruction-free, deadlock-free or starvation-free";
}

bool library_progress(const char *word, struct library_check *c) {
	const char *colon = strchr(word, ':');
	size_t n = colon ? (size_t)(colon - word) : strlen(word);
	for (size_t i = 0; i < sizeof progress_name / sizeof *progress_name; i++)
		if (strlen(progress_name[i].name) == n && !strncmp(progress_name[i].name, word, n))
			c->progress = progress_name[i].kind;
	if (!c->progress || !colon)
		return c->progress != PROGRESS_NONE;
	char *end;
	unsigned long steps = strtoul(colon + 1, &end, 10);
	c->wait_free_steps = (uint32_t)steps;
	return c->progress == PROGRESS_WAIT_FREE && colon[1] >= '0' && colon[1] <= '9' && !*end &&
	       steps > 0 && steps < UINT32_MAX;
}

bool library_check_of(const struct options *o, struct library_check *c, const char **error) {
	*c = (struct library_check){.unfair_environment = o->unfair_environment,
	                            .server = o->server.at,
	                            .nservers = o->server.n};
	if (o->progress_check && !library_progress(o->progress_check, c)) {
		*error = arena_printf(o->arena, "--progress-check needs %s, not '%s'",
		                      library_progress_words(), o->progress_check);
		return false;
	}
	if (o->liveness)
		c->progress = PROGRESS_LIVENESS;
	/* Without a description the program itself is a client: it calls __mt_begin. */
	bool compares = o->api ? !o->spec || strcmp(o->spec, "none") != 0
	                       : o->sequentially_consistent || o->quiescent;
	if (compares && !c->progress)
		c->consistency = o->sequentially_consistent ? CONSISTENCY_SEQUENTIAL
		                 : o->quiescent             ? CONSISTENCY_QUIESCENT
		                                            : CONSISTENCY_LINEARIZABLE;
	return true;
}

void library_look_for_servers(const struct library_check *c, const struct goto_prog *prog) {
	for (size_t i = 0; i < c->nservers; i++) {
		struct nearest near = {.name = c->server[i]};
		bool is_there = false;
		for (size_t k = 0; k < prog->symbol.n; k++) {
			const struct symbol *s = prog->symbol.at[k];
			if (s->storage != STORAGE_FUNCTION || !s->function || s->is_model)
				continue;
			is_there |= !strcmp(s->name, c->server[i]) || !strcmp(s->display, c->server[i]);
			nearest_try(&near, s->display);
		}
		const char *found = nearest_found(&near);
		if (!is_there)
			diag_warn(NO_LOC, "--server: the program has no function '%s'%s%s", c->server[i],
			          found ? ", nearest is " : "", found ? found : "");
	}
}
