/* symex/lazy/states/hidden.h -- values of local variables that no step reads any more.
 *
 * Registers that are dead are removed from states (explore/dead.h).  Of a local variable that is an
 * object, because its address is taken, that cannot be said before the search: which bytes of it
 * are read, and when, depends on pointers and indices.  So the search assumes it.  Wherever a
 * thread stops, the cells of its local variables are hidden: they stay in the state with their
 * values, but the key of the state has only that they are hidden (shape.c), and objects to which
 * nothing else leads are no part of it.  A write makes a cell visible again.
 *
 * A read of a hidden cell yields its value, so that whatever the step finds is true, and tells that
 * the assumption was wrong (x->content.read_hidden).  The search is then abandoned.  Where the
 * thread was when the cell was hidden, and wherever it has stopped since, that part of the variable
 * is not hidden any more: at those points it is live.  A control point is the instruction with the
 * calls that lead to it.
 *
 * Why this is sound: no step below a finished visit has read a hidden cell, nor has a wait or a
 * check of a state below it.  From a state that differs from the visited one only in the values of
 * hidden cells, and in what is reached through these alone, everything would happen in the same
 * way.  So finished visits stay valid when more is known to be live.  Those that rely on a visit
 * which is not finished, and now never will be, are removed: their summary is not known.
 */
#ifndef SYMEX_LAZY_STATES_HIDDEN_H
#define SYMEX_LAZY_STATES_HIDDEN_H

#include "symex/core/canon.h"
#include "symex/core/state.h"

struct hidden;
struct hidden *hidden_open(struct canon *);
void hidden_close(struct hidden *);
void hidden_begin(struct hidden *, struct symex *); /* a search begins, or begins again */

struct hidden_mark { /* a point of the path */
	size_t stops, cells;
};
/* The running thread of 'st', the last state of the path, stops: hides cells. */
struct hidden_mark hidden_stop(struct hidden *, struct symex *, struct state *st);
/* Back to the mark.  If a hidden cell was read since, learns what is live. */
void hidden_undo(struct hidden *, struct symex *, struct hidden_mark);
/* An access to memory is about to be made. */
void hidden_access(struct hidden *, const struct symex *, const struct access *);

#endif
