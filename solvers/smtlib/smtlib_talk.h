/* solvers/smtlib/smtlib_talk.h -- a conversation with an SMT-LIB 2 solver: what it is told, what it
 * replies, and what it is able to do.
 *
 *   talk_start --> text into 'w' --> talk_flush --> talk_reply ...
 *
 * Abilities are found out with a few questions to which the answers are known, once per command. */
#ifndef SOLVERS_SMTLIB_SMTLIB_TALK_H
#define SOLVERS_SMTLIB_SMTLIB_TALK_H

#include "solvers/smtlib/smtlib_base.h"
#include "solvers/smtlib/smtlib_read.h"

enum talent {
	ONE_SHOT, /* nothing that can be relied on */
	ASSUMES,  /* check-sat-assuming */
	CORES,    /* and get-unsat-assumptions */
};

struct talk {
	struct smtlib s;
	enum talent talent;
	struct smtlib_writer w;   /* what the running program knows */
	enum smtlib_arrays logic; /* that it was told */
	uint32_t generation;
	size_t asserted, axioms; /* facts outside scopes, axioms that it has */
	struct map proxy;        /* terms that have a literal to assume, a17 */
	size_t sent, sent_first; /* bytes, until now and until its first check */
	size_t taken;            /* bytes of its output that the last reply was */
	struct sexpr reply;
	double until;    /* deadline of replies; 0: none */
	unsigned slow;   /* checks under assumptions that took too long, less those that did not */
	bool plain;      /* assumptions were asserted: the program is good for this check only */
	bool sat;        /* there is a model to ask for */
	bool has_values; /* one-shot: they follow the answer */
};

/* false: it cannot be started, and 'reason' is set. */
bool talk_start(struct talk *, enum smtlib_arrays);
void talk_flush(struct talk *); /* sends what was written */
/* What it says next, in 'reply'; false: nothing sensible, and 'reason' is set. */
bool talk_reply(struct talk *);
bool talk_reply_is(const struct talk *, const char *word);
/* The reply makes no sense here: it becomes the reason. */
enum answer talk_strange(struct talk *);
enum talent talk_talent(struct talk *);

#endif
