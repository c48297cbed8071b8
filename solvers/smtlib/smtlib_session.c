#include "solvers/smtlib/smtlib_session.h"

#include <stdio.h>
#include <string.h>

#define TRIAL_SECONDS 3.0 /* programs in Java take a while to start */

void session_flush(struct session *x) {
	pipe_put(&x->s.pipe, x->w.text.at, x->w.text.n);
	x->sent += x->w.text.n;
	x->w.text.n = 0;
}

static void forget_reply(struct session *x) {
	struct pipe *p = &x->s.pipe;
	size_t n = x->taken < p->from.n ? x->taken : p->from.n;
	if (n)
		memmove(p->from.at, p->from.at + n, p->from.n - n);
	p->from.n -= n;
	x->taken = 0;
}

static bool next_reply(struct session *x) {
	struct pipe *p = &x->s.pipe;
	struct smtlib_scan scan = {0};
	forget_reply(x);
	bool ended = false;
	size_t end;
	while (!smtlib_scan(&scan, p->from.at, p->from.n, ended, &end)) {
		enum pipe_event event = ended ? PIPE_ENDED : pipe_wait(p, x->until);
		if (ended || (event != PIPE_DATA && event != PIPE_ENDED)) {
			smtlib_failed(&x->s, event, p->from.at, p->from.n);
			return false;
		}
		ended = event == PIPE_ENDED;
	}
	x->taken = end;
	return sexpr_parse(&x->reply, p->from.at, end);
}

bool session_reply_is(const struct session *x, const char *word) {
	return sexpr_is(&x->reply, 1, word);
}

/* Skips replies "success". */
bool session_reply(struct session *x) {
	do
		if (!next_reply(x))
			return false;
	while (session_reply_is(x, "success"));
	return true;
}

/* An unexpected reply becomes the reason; of (error "text"), the text. */
enum answer session_unexpected(struct session *x) {
	const char *text = x->s.pipe.from.at;
	size_t n = x->taken;
	uint32_t message = sexpr_of(&x->reply, 1, "error");
	const struct sexpr_node *node = &x->reply.node.at[message];
	if (message && node->text && node->n > 2 && node->text[0] == '"') {
		text = node->text + 1;
		n = node->n - 2;
	}
	return smtlib_failed(&x->s, PIPE_DATA, text, n);
}

static void forget_program(struct session *x) {
	smtlib_writer_free(&x->w);
	smtlib_writer_init(&x->w, x->s.base.terms);
	map_free(&x->proxy);
	x->asserted = x->axioms = x->taken = 0;
	x->sent = x->sent_first = 0;
	x->plain = x->sat = x->has_values = false;
}

bool session_start(struct session *x, enum smtlib_arrays logic) {
	static const char *const names[] = {"QF_BV", "QF_ABV", "ALL"};
	char why[sizeof x->s.text];
	forget_program(x);
	x->logic = logic;
	x->generation = x->s.generation;
	if (!pipe_start(&x->s.pipe, x->s.command, x->s.config.memory_bytes, why, sizeof why)) {
		smtlib_unknown(&x->s, "%s", why);
		return false;
	}
	smtlib_put(&x->w, "(set-option :print-success false)\n(set-option :produce-models true)\n");
	if (x->capability == CORES)
		smtlib_put(&x->w, "(set-option :produce-unsat-assumptions true)\n");
	smtlib_put(&x->w, "(set-logic ");
	smtlib_put(&x->w, names[logic]);
	smtlib_put(&x->w, ")\n");
	return true;
}

static bool says(struct session *x, const char *command, const char *word) {
	smtlib_put(&x->w, command);
	session_flush(x);
	return session_reply(x) && session_reply_is(x, word);
}

/* Does the solver answer test queries of this capability correctly?  'reason' is ignored. */
static bool try_capability(struct session *x, enum capability capability) {
	x->capability = capability;
	bool good = session_start(x, SMTLIB_NO_ARRAYS) &&
	            says(x,
	                 "(declare-fun p () Bool)\n(declare-fun q () Bool)\n"
	                 "(define-fun r () Bool (not q))\n(check-sat-assuming (p q))\n",
	                 "sat") &&
	            says(x, "(assert (=> p r))\n(check-sat-assuming (p q))\n", "unsat");
	if (good && capability == CORES) {
		smtlib_put(&x->w, "(get-unsat-assumptions)\n");
		session_flush(x);
		good = session_reply(x) && sexpr_first(&x->reply, 1);
	}
	good = good && says(x, "(check-sat-assuming ((not p)))\n", "sat");
	pipe_end(&x->s.pipe, NULL);
	return good;
}

/* Tried once per command: a run opens many solvers of one command.  A solver that does not reply
 * within the limit waits for the end of file, or is slow to start; if the deadline of the check
 * made the limit shorter, the result is not kept. */
enum capability session_capability(struct session *x) {
	static const char *tried;
	static enum capability found;
	if (tried == x->s.command)
		return found;
	double limit = TRIAL_SECONDS, left = (x->s.deadline - pipe_now()) / 2;
	if (x->s.deadline > 0 && left < limit)
		limit = left;
	x->until = pipe_now() + limit;
	found = try_capability(x, CORES)                              ? CORES
	        : pipe_now() < x->until && try_capability(x, ASSUMES) ? ASSUMES
	                                                              : ONE_SHOT;
	bool silent = pipe_now() >= x->until;
	if (!x->s.pipe.stop && (!silent || limit == TRIAL_SECONDS))
		tried = x->s.command;
	return found;
}
