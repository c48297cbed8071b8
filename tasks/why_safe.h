/* tasks/why_safe.h -- which synchronisation a program that holds needs (--why-safe).
 *
 * Each element (goto/passes/elements.h) is taken away or weakened by itself, and the program is
 * verified in a process of its own, with the options of the command, and for data races even if
 * nobody has asked.  A violation, which was replayed, says that the element is needed; a proof that
 * the program holds without it, if it is as complete as the one of the whole program.  What is not
 * needed is then taken away one after the other as long as the program holds: what remains
 * suffices.
 */
#ifndef TASKS_WHY_SAFE_H
#define TASKS_WHY_SAFE_H

#include "tasks/verify.h"

/* The result of the program as it is gets the table. */
void why_safe_run(const struct verification *, struct result *);

#endif
