/* symex/events/encode/happens_before.h -- C11: happens-before, and coherence, as graphs beside the
 * issue order.
 *
 * Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential Consistency in C/C++11 (PLDI 2017).  An
 * execution is consistent if four orders have no cycle.  Three of them are graphs here, whose nodes
 * are further nodes of the order (solvers/order/), not connected with each other:
 *
 *   issue order      program order, creation, reads-from: the nodes of the threads, as under every
 *                    model; words of the library are sequentially consistent in it
 *   happens-before   program order, creation, join, and from what releases to what acquires.  A
 *                    write has a node REL, which is after all that a read of it synchronises with;
 *                    a read a node ACQ, which is before all that then happens after
 *   coherence        accesses of one location: a read after its source, and before the writes that
 *                    come after that; what happens before is before
 *
 * The fourth is about sequentially consistent accesses and fences, and is looked at in models
 * (psc.c).  A literal of the formula, that a read takes its value from a write, is an edge in
 * several of them.
 *
 *   hb_open --> encode.c: hb_source, coherence_source, coherence_rival --> hb_close
 *     --> hb_ordered ... --> hb_free
 */
#ifndef SYMEX_EVENTS_ENCODE_HAPPENS_BEFORE_H
#define SYMEX_EVENTS_ENCODE_HAPPENS_BEFORE_H

#include "symex/events/encode/hb_graph.h"

/* The condition that the event has a sequentially consistent order.  A compare-exchange's load has
 * one of two orders. */
term hb_is_sc(struct events *, uint32_t event);

void hb_open(struct events *);
/* If 'taken', the read takes its value from the write. */
void hb_source(struct events *, uint32_t read, uint32_t write, term taken);
void hb_close(struct events *); /* all sources are known */
/* A condition that holds if event a happens before event b; if not, and both happen, it may hold.
 */
term hb_ordered(struct events *, uint32_t a, uint32_t b);

/* The condition that the stores which end release sequences are issued before the violation. */
term hb_interrupted_before(struct events *, const struct condition *);

#endif
