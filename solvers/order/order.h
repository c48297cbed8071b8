/* solvers/order/order.h -- terms together with an order of events.
 *
 * Nodes are totally ordered, by an order that is to be found together with the values of variables:
 *
 *   - an edge whose condition holds is respected;
 *   - terms of order_before agree with the order;
 *   - for each read, at the node n, and each of its sources, at the node w, that is taken: w is n,
 * or w is before n and no active rival at another node v is between them, w < v < n; what the
 * reader has written itself is treated otherwise (order_own_source).
 *
 *   - a watched condition holds if edges, sources that are taken and terms of order_before put a
 *     before b; it does not matter if the order that is chosen does.
 *
 * That some source is taken, and that the values agree, is for the caller to assert.  Three ways
 * lead to the same answer: a theory of order in our own SAT solver, clauses for CaDiCaL that say
 * that the order is transitive, and clocks in Z3.
 *
 *   order_open --> order_node, order_edge, order_read ..., order_add ... --> order_check
 *     --SAT--> order_value, order_rank     --UNSAT--> order_in_core
 *     --> order_node ... (everything stays) --> order_check ... --> order_close
 */
#ifndef SOLVERS_ORDER_ORDER_H
#define SOLVERS_ORDER_ORDER_H

#include "solvers/order/way.h"
#include "solvers/solver.h"

struct order;

/* The configuration may be NULL; timeout_seconds and memory_bytes are as in solver.h. */
struct order *order_open(struct terms *, enum order_way, const struct solver_config *);
void order_close(struct order *); /* NULL is allowed */

uint32_t order_node(struct order *); /* a new node: 0, 1, ... */
/* If 'when' holds, a is before b. */
void order_edge(struct order *, uint32_t a, uint32_t b, term when);
/* A boolean term, for different nodes: true: a is before b; false: b is before a. */
term order_before(struct order *, uint32_t a, uint32_t b);

/* A new read, at the node: 0, 1, ...  The value that it returns is a variable that stands for
 * nothing else, or NO_TERM; it does not matter unless a source is taken. */
uint32_t order_read(struct order *, uint32_t node, term value);
/* If 'taken', the read takes its value from a write at the node 'write'; value: NO_TERM: it may be
 * any. */
void order_source(struct order *, uint32_t read, uint32_t write, term taken, term value);
/* If 'active', a write at the node overwrites what the read reads. */
void order_rival(struct order *, uint32_t read, uint32_t write, term active);
/* The same for writes that the reader sees before others do, its own: 'write' is where others see
 * it, which may be after the read.  So the source need not be before the read, and the rival, if it
 * is active, is before the source, wherever the read is. */
void order_own_source(struct order *, uint32_t read, uint32_t write, term taken, term value);
void order_own_rival(struct order *, uint32_t read, uint32_t write, term active);

/* Adds bounds of the values of reads, which follow from the rest (order_range.c).  Reads that have
 * a value then get no more sources.  before_rivals: smaller ones, too, for a read that comes before
 * a rival: these need the order to be one of all accesses, the others only that sources come
 * before. */
void order_bound_reads(struct order *, bool before_rivals);

/* If a is before b by what must be so, 'holds', a variable that stands for nothing else, is true;
 * if not, it may be either.  Only the theory does it. */
void order_watch(struct order *, uint32_t a, uint32_t b, term holds);

/* What no term says: called after each model; true: it has added something that excludes the model,
 * and the question is asked again. */
typedef bool order_axiom(void *context);
void order_set_axiom(struct order *, order_axiom *, void *context);

void order_add(struct order *, term assertion);
/* Models are to have as many of these true as can be together, the first ones first, until the next
 * call.  Only the theory does it; the other ways find any model. */
void order_prefer(struct order *, const term *, size_t n);
enum answer order_check(struct order *, const term *assume, size_t n);
bool order_value(struct order *, term, struct arena *, struct bits *out); /* after SAT */
/* After SAT: the position of the node, from 0, in one order that satisfies everything. */
uint32_t order_rank(struct order *, uint32_t node);
bool order_in_core(struct order *, term assumed); /* after UNSAT */
const char *order_reason(struct order *);         /* after ANSWER_UNKNOWN: one line */
/* The backend below, for model.h; it must not be asked to add, check, push or pop. */
struct solver *order_solver(struct order *);
/* As 'limit' of solver.h; false: this way has no such limit. */
bool order_limit(struct order *, uint64_t units);

#endif
