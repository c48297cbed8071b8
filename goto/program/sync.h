/* goto/program/sync.h -- kinds of synchronisation, listed in goto/program/sync.def.
 *
 * MUTEX, SPINLOCK, READER, WRITER and STREAM are locks: a thread holds them, and only several
 * READERs may hold one at a time.  JOIN waits for the end of the holder.  SIGNAL waits for a
 * signal, which may come from outside the program; SENDER is the thread that sends those, which is
 * not one of the program.  TURN waits until a witness that is validated schedules the thread.
 */
#ifndef GOTO_PROGRAM_SYNC_H
#define GOTO_PROGRAM_SYNC_H

#include <stdbool.h>

enum sync_kind {
	SYNC_NONE,
#define SYNC(kind, name, waits, holds) SYNC_##kind,
#include "goto/program/sync.def"
#undef SYNC
	SYNC_N,
};

bool sync_find(const char *name, enum sync_kind *); /* "mutex"; false: there is no such kind */
const char *sync_wait_text(enum sync_kind);         /* what a thread waits for, for people */
const char *sync_held_text(enum sync_kind);         /* what it holds, for people */
/* A lock that no other thread can hold at the same time. */
bool sync_is_exclusive(enum sync_kind);

#endif
