/* goto/analysis/sync_calls.h -- calls of the library by which threads synchronise
 * (goto/analysis/sync_calls.def). */
#ifndef GOTO_ANALYSIS_SYNC_CALLS_H
#define GOTO_ANALYSIS_SYNC_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "goto/program/prog.h"

enum sync_role {
	SYNC_ROLE_LOCK,
	SYNC_ROLE_UNLOCK,
	SYNC_ROLE_WAIT,
	SYNC_ROLE_SIGNAL,
	SYNC_ROLE_BROADCAST,
	SYNC_ROLE_JOIN,
	SYNC_ROLE_BARRIER,
	SYNC_ROLE_ONCE,
	SYNC_ROLE_SEM_WAIT,
	SYNC_ROLE_SEM_POST,
	SYNC_ROLE_CREATE,
};

enum sync_family {
	SYNC_FAMILY_NONE,
	SYNC_FAMILY_MUTEX,
	SYNC_FAMILY_SPINLOCK,
	SYNC_FAMILY_RWLOCK,
};

struct sync_call {
	const char *name;
	enum sync_role role;
	enum sync_family family;
	uint32_t at;        /* the argument that is its object */
	const char *weaker; /* a call that may stand there instead; "": none */
};

/* The call that the instruction is; NULL: none of these, or of a function of the user. */
const struct sync_call *sync_call_of(const struct ins *);
const struct sync_call *sync_call_at(size_t); /* the list; NULL: it has ended */

#endif
