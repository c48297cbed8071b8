/* symex/proof/relation/track.h -- the record of one thread, which may be any.
 *
 * The records of threads of which there are many are a summary: each field holds one of the
 * constants that were ever written to it.  That does not tell that a thread is joined once.  So one
 * number of a thread, which no step changes and which may be any, is tracked: the fields of the
 * record of this thread that are no pointers are shared parts, and so is whether the thread was
 * created.  What other threads ask about the tracked thread, they ask a record of its own
 * (r->track.record); what the tracked thread does to its record, it does to that one.
 *
 * Since the number is arbitrary, a violation need not be excluded where a step depends on the
 * record of a thread that is not the tracked one: consider the first violation of an execution, by
 * a step that reads the record of thread n.  With n as the tracked number, the same step reads the
 * tracked record, and the violation has to be excluded there.  A step that reads both the tracked
 * record and another one must exclude it as well: with any of the threads as the tracked one, it
 * reads the tracked record.
 *
 * A pointer to a record must be found by the number of its thread, every time: one that is stored
 * in memory may be read by a thread for which it is no longer the own one.  Then nothing is
 * tracked.
 *
 * Arrays of identifiers (array.h) have a shared part that says where the identifier of the tracked
 * thread was stored last.  It tells that no other element holds it.
 */
#ifndef SYMEX_PROOF_RELATION_TRACK_H
#define SYMEX_PROOF_RELATION_TRACK_H

#include "symex/proof/relation/relation.h"

bool track_is_on(const struct relation *);
/* A new shared object that holds zeros at first. */
uint32_t track_object(struct relation *, term size);
/* Tracks a thread from the next pass on; there are records of many threads. */
void track_start(struct relation *);
/* A pointer to a record is stored in memory. */
void track_stop(struct relation *);
/* After a pass. */
void track_check(struct relation *);
bool track_is_record(const struct relation *, uint32_t object); /* of whatever thread */

/* Is it the tracked thread? */
term track_is(struct relation *, term number);
/* Its identifier in memory, with so many bits. */
term track_identifier(struct relation *, uint32_t width);
/* A step creates the thread with this number and record. */
void track_created(struct relation *, struct state *creator, term number, uint32_t record);

/* The running thread, of which there are many, accesses a field of its own record: the value of the
 * field is 'any' unless it is the tracked one. */
term track_read_own(struct relation *, struct state *, const struct access *, term any);
void track_write_own(struct relation *, struct state *, const struct access *, term value);

/* Notes what a step depends on, from its begin on. */
void track_step(struct relation *);
void track_reads_other(struct relation *, term value);
/* Must the violation be excluded? */
bool track_must_exclude(struct relation *, term violated);

/* Is it the number, or a part of the record, or says where the identifier is? */
bool part_is_tracked(const struct relation *, uint32_t part);

#endif
