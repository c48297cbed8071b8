#include "solvers/smtlib/smtlib_talk.h"

#include <stdio.h>
#include <string.h>

#define TRIAL_SECONDS 3.0 /* programs in Java take a while to start */

void talk_flush(struct talk *x) {
	pipe_put(&x->s.pipe, x->w.text.at, x->w.text.n);
	x->sent += x->w.text.n;
	x->w.text.n = 0;
}

static void forget_reply(struct talk *x) {
	struct pipe *p = &x->s.pipe;
	size_t n = x->taken < p->from.n ? x->taken : p->from.n;
	if (n)
		memmove(p->from.at, p->from.at + n, p->from.n - n);
	p->from.n -= n;
	x->taken = 0;
}

static bool next_reply(struct talk *x) {
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

bool talk_reply_is(const struct talk *x, const char *word) {
	return sexpr_is(&x->reply, 1, word);
}

/* Replies that carry no news are passed over. */
bool talk_reply(struct talk *x) {
	do
		if (!next_reply(x))
			return false;
	while (talk_reply_is(x, "success"));
	return true;
}

/* An answer that makes no sense here becomes the reason, an error without its wrapping. */
enum answer talk_strange(struct talk *x) {
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

static void forget_program(struct talk *x) {
	smtlib_writer_free(&x->w);
	smtlib_writer_init(&x->w, x->s.base.terms);
	map_free(&x->proxy);
	x->asserted = x->axioms = x->taken = 0;
	x->sent = x->sent_first = 0;
	x->plain = x->sat = x->has_values = false;
}

bool talk_start(struct talk *x, enum smtlib_arrays logic) {
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
	if (x->talent == CORES)
		smtlib_put(&x->w, "(set-option :produce-unsat-assumptions true)\n");
	smtlib_put(&x->w, "(set-logic ");
	smtlib_put(&x->w, names[logic]);
	smtlib_put(&x->w, ")\n");
	return true;
}

static bool says(struct talk *x, const char *question, const char *word) {
	smtlib_put(&x->w, question);
	talk_flush(x);
	return talk_reply(x) && talk_reply_is(x, word);
}

/* Does it do what this talent needs?  'reason' is not looked at. */
static bool try_talent(struct talk *x, enum talent talent) {
	x->talent = talent;
	bool good = talk_start(x, SMTLIB_NO_ARRAYS) &&
	            says(x,
	                 "(declare-fun p () Bool)\n(declare-fun q () Bool)\n"
	                 "(define-fun r () Bool (not q))\n(check-sat-assuming (p q))\n",
	                 "sat") &&
	            says(x, "(assert (=> p r))\n(check-sat-assuming (p q))\n", "unsat");
	if (good && talent == CORES) {
		smtlib_put(&x->w, "(get-unsat-assumptions)\n");
		talk_flush(x);
		good = talk_reply(x) && sexpr_first(&x->reply, 1);
	}
	good = good && says(x, "(check-sat-assuming ((not p)))\n", "sat");
	pipe_end(&x->s.pipe, NULL);
	return good;
}

/* Known for the command once it has been tried: a run makes many solvers of one command.  Silence
 * is what a program that waits for the end of file says, or one that needs longer than the check
 * may take, of which nothing is concluded. */
enum talent talk_talent(struct talk *x) {
	static const char *tried;
	static enum talent found;
	if (tried == x->s.command)
		return found;
	double patience = TRIAL_SECONDS, left = (x->s.deadline - pipe_now()) / 2;
	if (x->s.deadline > 0 && left < patience)
		patience = left;
	x->until = pipe_now() + patience;
	found = try_talent(x, CORES)                              ? CORES
	        : pipe_now() < x->until && try_talent(x, ASSUMES) ? ASSUMES
	                                                          : ONE_SHOT;
	bool silent = pipe_now() >= x->until;
	if (!x->s.pipe.stop && (!silent || patience == TRIAL_SECONDS))
		tried = x->s.command;
	return found;
}
