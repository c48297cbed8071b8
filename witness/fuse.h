/* witness/fuse.h -- with which instruction a ghost variable changes in one step.
 *
 * The format updates a ghost variable together with a statement.  Threads may switch inside of
 * most statements; what others see of one is its last store, its atomic section, the call of an
 * atomic function, or a new thread.  Where that is the only effect, the update goes there.
 */
#ifndef WITNESS_FUSE_H
#define WITNESS_FUSE_H

#include "goto/program/prog.h"

enum fuse {
	FUSE_NONE,
	FUSE_STORE,   /* an assignment to a variable by name: it becomes a section with the update */
	FUSE_SECTION, /* the end of an atomic section: the update comes before */
	FUSE_CALL,    /* the call of an atomic function: as an assignment */
	FUSE_SPAWN,   /* a call that creates a thread: the update comes when it is created */
};

/* Of the instructions from 'from' up to 'to', those of a statement. */
enum fuse fuse_find(const struct function *, uint32_t from, uint32_t to, uint32_t *at);

#endif
