/* symex/proof/relation/object.h -- the objects of a relation: shared, own, or a summary. */
#ifndef SYMEX_PROOF_RELATION_OBJECT_H
#define SYMEX_PROOF_RELATION_OBJECT_H

#include "symex/proof/relation/relation.h"

bool object_is_shared(const struct relation *, uint32_t object);
bool object_is_summary(const struct relation *, uint32_t object);
/* Does it belong to the running thread alone? */
bool object_is_own(const struct relation *, const struct state *, uint32_t object);
/* Is it a shared part that a step may change? */
bool part_is_used(const struct relation *, uint32_t part);
/* An object of the kind that does not exist any more. */
uint32_t object_dead(struct relation *, enum object_kind);

/* An object of the proof's own, which the program does not have: it is there from the beginning. */
uint32_t object_add(struct relation *, term size, struct content *, uint32_t choice);
/* A copy of what the object holds when main begins; of a later one, arbitrary content. */
struct content *object_blank(struct relation *, uint32_t object);

/* Objects that this template made since there were 'first'. */
void objects_made(struct relation *, uint32_t tid, size_t first);
/* An object that this step makes while it exists is a summary from now on. */
void objects_remade(struct relation *, const struct pmap *before);
/* Notes which objects this step makes on the way of an edge. */
void objects_making(struct relation *, uint32_t edge, term guard);
void objects_check_addresses(struct relation *);
/* Drops what no pointer of the thread leads to. */
void objects_collect(struct relation *, struct state *);
/* Finds the bytes that a step has written, which become parts. */
void objects_find_written(struct relation *, const struct pmap *before, const struct state *after);
/* Other threads may have this pointer from now on. */
void objects_publish(struct relation *, struct loc, term pointer);
/* The records of threads of which there are many, like this object. */
void objects_make_records(struct relation *, uint32_t like);
/* A new thread, one of many, has read its argument: its record becomes a summary. */
void objects_adopt_record(struct relation *, struct state *);
void objects_make_summary(struct relation *, uint32_t object);

/* The memory with which a step from a point begins. */
void objects_begin(struct relation *, struct state *);
/* What the shared parts hold in the state that a step leaves; those that have changed. */
const struct new_value *objects_changes(struct relation *, const struct state *, uint32_t *n);

/* Operations of the engine. */
term object_read(struct symex *, struct state *, const struct access *, bool is_pointer);
bool object_write(struct symex *, struct state *, const struct access *, term value);
term object_equal(struct symex *, term, term);
term object_ended(struct symex *, struct state *, uint32_t object, term own);
void object_access(struct symex *, struct state *, const struct access *);

#endif
