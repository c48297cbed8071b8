/* goto/passes/passes.h -- rewrites of the goto-program, one small file each.
 *
 * Order in a run (cli/run.c): goto_match_arguments, goto_find_interrupts, goto_find_shared,
 * goto_split_shared (only if it found threads, and not under --statement-granularity),
 * goto_check_atomicity (on request), goto_add_checks, goto_remove_unreachable, goto_fuse_additions
 * and goto_mark_additions (only with threads), goto_find_loops, goto_watch,
 * goto_find_address_taken, goto_slice (goto/slice/; where that is sound), goto_mark_visible (only
 * with threads); goto_validate after each when validation is on.  Splitting comes before the checks
 * so that a check and its access see one pointer.
 */
#ifndef GOTO_PASSES_PASSES_H
#define GOTO_PASSES_PASSES_H

#include <stdbool.h>

#include "goto/program/prog.h"

struct check_config { /* true: the check is made */
#define ASKED(field, option) bool field;
#define WITH(field)
#define ELSEWHERE
#define PROPERTY(class, name, check, ...) check
#include "goto/program/property.def"
	bool any_vla_size; /* with bounds: how many elements an array of variable length has is not
	                      checked */
	const char *error_label; /* reaching this label is a violation; or NULL */
};

/* checks.c: turns undefined behaviour, assert and error calls into ASSERT instructions. */
void goto_add_checks(struct goto_prog *, const struct check_config *);
/* reachable.c: drops instructions no path reaches and properties that went with them; functions
 * that cannot be called. */
void goto_remove_unreachable(struct goto_prog *);
/* arguments.c: arguments that are transparent unions for parameters that are pointers. */
void goto_match_arguments(struct goto_prog *);
/* split.c: makes at most one access to shared memory per instruction, of structs scalar by scalar.
 * 'shared' says which symbols more than one thread may reach; every DEREF counts unless
 * prog.private_deref has it. */
void goto_split_shared(struct goto_prog *, bool (*shared)(const struct symbol *));
/* additions.c: x = x + 1 instead of a section that loads and stores, where only that is done. */
void goto_fuse_additions(struct goto_prog *);
/* Marks the two instructions of x = x + 1 that are no such section: ins.loads_sum, stores_sum. */
void goto_mark_additions(struct goto_prog *);
/* atomicity.c: of the split program, asserts before each store of a statement that what the
 * statement has read from shared memory (symbol.is_shared, every DEREF) is still there. */
void goto_check_atomicity(struct goto_prog *);

#endif
