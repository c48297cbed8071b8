#include "cli/session/certificate_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/session/limits.h"
#include "process/sandbox.h"
#include "util/text/path.h"

enum { MOST_OUTPUT = 1 << 20 };

/* Beside this program, as built and as installed; if it is not there, wherever PATH says. */
static const char *checker(struct arena *arena) {
	const char *self = path_of_program();
	if (!self)
		return "cbmc-mt-check";
	const char *beside = arena_printf(arena, "%s/cbmc-mt-check", path_folder(self));
	return access(beside, X_OK) ? "cbmc-mt-check" : beside;
}

static bool is_asked_to_stop(void) {
	enum gap_kind kind;
	return limits_reason(&kind);
}

/* What the line of the checker that begins like this says; NULL: there is none. */
static const char *line_with(struct arena *arena, const byte_vec *output, const char *begin) {
	const char *text = arena_printf(arena, "%.*s", (int)output->n, (const char *)output->at);
	for (size_t n = strlen(begin); *text; text += strcspn(text, "\n"), text += *text == '\n')
		if (!strncmp(text, begin, n))
			return arena_printf(arena, "%.*s", (int)(strcspn(text, "\n") - n), text + n);
	return NULL;
}

static void judge(struct result *r, const struct sandbox_result *ran) {
	struct certificate *c = r->certificate;
	int code = ran->end == SANDBOX_ENDED && WIFEXITED(ran->status) ? WEXITSTATUS(ran->status) : -1;
	const char *checked = line_with(r->arena, &ran->output, "checked: ");
	if (code == 0 && checked && strtoul(checked, NULL, 10) == c->queries) {
		c->checked = c->queries;
	} else if (code == 0 || code == 1) {
		const char *why = line_with(r->arena, &ran->output, c->folder);
		c->wrong = why ? why + (*why == '/') : "the checker accepts other queries";
	} else if (code == SANDBOX_NO_PROGRAM || ran->end == SANDBOX_FAILED) {
		c->unchecked = "cbmc-mt-check is not installed";
	} else if (ran->end == SANDBOX_STOPPED) {
		c->unchecked = "there was no time";
	} else {
		c->unchecked = "the checker gave up";
	}
}

void certificate_check(struct result *r) {
	struct certificate *c = r->certificate;
	if (!c || !c->queries || result_verdict(r) != VERDICT_SAFE)
		return;
	const char *argv[] = {checker(r->arena), "--quiet", "--", c->folder, NULL};
	struct sandbox s = {
	    .argv = argv, .folder = ".", .output = MOST_OUTPUT, .stop = is_asked_to_stop};
	struct sandbox_result ran = sandbox_run(&s);
	judge(r, &ran);
	c->seconds = ran.seconds;
	sandbox_free(&ran);
	if (c->wrong)
		result_gap(r, GAP_CHECK, (struct loc){0}, "the certificate was rejected: %s", c->wrong);
}
