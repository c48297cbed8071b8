/* symex/explore/robust.h -- is the program robust: has it under C11 no executions but
 * interleavings?
 *
 * After Lahav and Margalit, Robustness against Release/Acquire Semantics (PLDI 2019), and Margalit
 * and Lahav, Verifying Observational Robustness against a C11-style Memory Model (POPL 2021).  An
 * exploration of all interleavings shows that, for the whole of RC11, by what it notes along each
 * of them; then its verdict is that of C11, too.
 *
 * Why.  Take an execution of the program under C11 (RC11) that no interleaving has.  Its accesses
 * can be put in an order that respects program order, reads-from and the words of the library,
 * since these have no cycle; every prefix of that is an execution, too.  The first prefix that no
 * interleaving has is one that has, G, with one more access e, of a thread t to a location x.  All
 * edges of G are in the order in which the interleaving of G has them; e closes a cycle, so there
 * is a write w of x that C11 lets e overlook, as its source or its predecessor in the order of
 * writes is before w, although w is already before t's last access in all interleavings of G:
 *
 *   known(t)   the writes from which program order, reads-from, the order of writes of a location
 *              and from-read (a read before the next write) lead to t: by location, the last one
 *   seen(t)    those of which C11 says that t may not overlook them: the write, or a read of it or
 *              of a later one, happens before t's next access (coherence): the same
 *
 * So the program is robust if, wherever an interleaving makes an atomic access to x by t,
 * seen(t)[x] is not before known(t)[x].  Both depend only on what is before t's access, not on the
 * other steps of the interleaving: one of each class that partial-order reduction keeps is enough,
 * as for races. More in known, and less in seen, is safe: the answer is UNKNOWN where it might be
 * SUCCESSFUL.
 *
 *   - Accesses that are not atomic: where they could overlook w there is a race with w, and that is
 *     a violation.  So known is passed on by atomic accesses, which have all edges; what orders
 * plain accesses in a program without races is happens-before, which is made of these.
 *   - The library: its words are one order of all accesses.  Known is passed on by each object that
 *     a model accesses, as a read and a write of the whole of it.
 *   - An atomic section of the user is one of a mutex that all have.
 *   - A read-modify-write has the write just before it as its source: it does not overlook w if
 * what it would have to come before is a read-modify-write itself.
 *   - An addition that is relaxed and whose result nobody uses: which of two comes first is not
 *     noticed.  In an execution with the other order all else is the same, so such additions pass
 *     nothing on to one another, only to those who read the sum, and get from those who have.
 *   - A loop that waits: an iteration that only loads, and ends where it began, can be left out of
 * an execution, which has less happens-before then.  So a load that overlooks w has to find
 *     something that ends the loop: the values of the writes that it may find are tried.
 *   - Accesses that are sequentially consistent, of which psc has no cycle either: t may not
 * overlook such a write, in such an access, that AGREED has.  It follows program order, and the
 * order of writes, from-read and synchronisation between such accesses of one location.
 *   - Fences that are: after one, t may not overlook what FENCED has: what was seen at one from
 *     which program order, an access to a location, one after it there, and program order again
 * lead to that fence (psc between fences), again and again.
 *
 * A library function that tries, and fails, is in known and not in happens-before, as it has to be.
 * Handlers of signals, and clients of libraries, whose real time is another one under C11: refused
 * (symex/run.c). */
#ifndef SYMEX_EXPLORE_ROBUST_H
#define SYMEX_EXPLORE_ROBUST_H

#include "symex/core/state.h"
#include "symex/step/value/access.h"

struct vector_clock;

/* One entry for each write of a location: what is there before it is told when the next one comes.
 */
struct robust_write {
	term value; /* NO_TERM: not known */
	bool modifies;
};

struct robust_note {     /* a thread has made an access, which has seen all writes up to 'index' */
	uint32_t tid, count; /* count: of its clock */
	uint32_t index;
};

/* Vectors by word, of numbers of writes, as vector clocks; NULL: 0.  Of a word: what was in KNOWN
 * at its WRITES, READS and ADDITIONS, in AGREED at its STORES and LOADS that are sequentially
 * consistent, in FENCED at its writes (BEHIND_WRITES) and reads.  PENDING: what the next fence adds
 * to FENCED. */
enum { WRITES, READS, ADDITIONS, STORES, LOADS, BEHIND_WRITES, BEHIND_READS, WORD_VECTORS };
enum { KNOWN, AGREED, FENCED, PENDING, THREAD_VECTORS };

struct robust_word {
	uint32_t object;
	uint64_t offset;
	uint32_t bytes;
	uint32_t base;                    /* no thread can overlook this write, nor what is before it */
	uint32_t last;                    /* the writes are numbered from 0, what was there at first */
	const struct robust_write *write; /* from base to last */
	const struct robust_note *note;
	uint32_t nnotes;
	bool by_seq_cst; /* its last write */
	const struct vector_clock *at[WORD_VECTORS];
};

struct robust_object { /* of the library */
	uint32_t object;
	const struct vector_clock *written, *read;
};

struct robust_thread {
	const struct vector_clock *at[THREAD_VECTORS];
};

struct robust { /* of struct clocks: immutable, NULL: nothing has happened */
	const struct robust_word *word;
	const struct robust_object *object;
	const struct robust_thread *thread;
	uint32_t nwords, nobjects, nthreads;
	const struct vector_clock *sections; /* of the user */
};

/* To be called before the operations of explore/vector_clock.h of the same name; they do nothing
 * unless schedules.robust. */
void robust_access(struct symex *, struct state *, const struct access *);
void robust_fence(struct symex *, struct state *, enum mem_order);
void robust_instruction(struct symex *, struct state *);
void robust_spawned(struct symex *, struct state *creator, uint32_t tid);

/* By word: the number of the last write that no thread that goes on can overlook. */
uint32_t robust_base(const struct state *, const struct robust_word *);

#endif
