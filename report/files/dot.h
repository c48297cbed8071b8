/* report/files/dot.h -- the tree of schedules for Graphviz: a picture for papers and teaching.
 *
 * A node shows the shared variables, an edge the thread and the statement it executes.  Switches of
 * the running thread are thick edges in the thread's colour, failed leaves are red, states that
 * were explored elsewhere are dashed, and nodes where a bound left something out have dots below.
 *
 * A counterexample of a weak memory model that was found without a tree is drawn as the graph of
 * its execution: a box for each thread, and arrows for what reads what, what overwrites what, and
 * what synchronises.
 */
#ifndef REPORT_FILES_DOT_H
#define REPORT_FILES_DOT_H

#include <stdio.h>

#include "result/result.h"

void report_dot(FILE *, const struct results *);

#endif
