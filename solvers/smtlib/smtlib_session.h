/* solvers/smtlib/smtlib_session.h -- the session with a running SMT-LIB 2 solver: commands,
 * replies, and the capabilities of the solver.
 *
 *   session_start --> text into 'w' --> session_flush --> session_reply ...
 *
 * Capabilities are found by test queries with known answers, once per command. */
#ifndef SOLVERS_SMTLIB_SMTLIB_SESSION_H
#define SOLVERS_SMTLIB_SMTLIB_SESSION_H

#include "solvers/smtlib/smtlib_base.h"
#include "solvers/smtlib/smtlib_read.h"

enum capability {
	ONE_SHOT, /* check-sat only, once per process */
	ASSUMES,  /* check-sat-assuming */
	CORES,    /* and get-unsat-assumptions */
};

struct session {
	struct smtlib s;
	enum capability capability;
	struct smtlib_writer w;   /* what the process was sent */
	enum smtlib_arrays logic; /* of set-logic */
	uint32_t generation;
	size_t asserted, axioms; /* assertions outside scopes, axioms that it has */
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
bool session_start(struct session *, enum smtlib_arrays);
void session_flush(struct session *); /* sends what was written */
/* Reads the next reply into 'reply'; false: no expression, and 'reason' is set. */
bool session_reply(struct session *);
bool session_reply_is(const struct session *, const char *word);
/* For a reply that is not expected: it becomes the reason. */
enum answer session_unexpected(struct session *);
enum capability session_capability(struct session *);

#endif
