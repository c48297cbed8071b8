/* frontend/source/contract.h -- contracts of functions and loops, in CBMC's words.
 *
 * How clang comes to see them.  Under an option that asks for contracts, the words are macros
 * (contract_flags):
 *
 *   int f(int x) __CPROVER_requires(x > 0)    an attribute 'annotate' with the clause as its text
 *   while (c) __CPROVER_loop_invariant(e) s   while (c) if (__CPROVER_clause_invariant(e)); else s
 *
 * An attribute may stand behind any declarator, in headers and behind macros of the user, and
 * whatever the text of the clause is, clang reads past it; the other words mean nothing to clang
 * but are found by lowering (lower_loop.c).  From the attributes of the functions that the options
 * name, contract_code writes two functions of plain C, which clang parses as if they stood at the
 * end of the file, with line markers that say where each clause is:
 *
 *   __contract_enforce_f   the entry of a run: arbitrary arguments, requires assumed, f called,
 *                          ensures asserted
 *   __contract_replace_g   what a call of g does: requires asserted, targets of assigns arbitrary,
 *                          ensures assumed
 *
 * contract_text.c makes C of what is none in a clause.  lower_contract.c knows the functions that
 * these call; contract_link.c finishes the linked program: f and all that it calls may write only
 * what assigns says, everything that f could find in static memory is arbitrary at its start.
 *
 * Without such an option the words are as in cbmc-mt.h: nothing.  A file that uses them without the
 * header does not compile, and is parsed again with their definitions (contract_remedy); so nobody
 * else pays for them.
 */
#ifndef FRONTEND_SOURCE_CONTRACT_H
#define FRONTEND_SOURCE_CONTRACT_H

#include "frontend/fe.h"
#include "frontend/source/parse.h"

#define CONTRACT_ENFORCE "__contract_enforce_"
#define CONTRACT_REPLACE "__contract_replace_"

/* Does an option ask for contracts? */
bool contract_wanted(const struct fe_config *);
/* The words as macros: with their meaning, or with none. */
void contract_flags(const struct fe_config *, struct fe_flags *, const char *file);
/* After errors: adds what the source may lack.  true: it is worth another try. */
bool contract_remedy(struct fe *, CXTranslationUnit, struct fe_source *);
/* What is to be appended to the file, for functions that the options name; NULL: nothing. */
char *contract_code(struct fe *, CXTranslationUnit, const char *file);
/* What stands between the parentheses of the clause at this place; 'otherwise' if that cannot be
 * told. */
const char *contract_written(struct fe *, struct loc, const char *otherwise);
/* The file with 'code' behind it, as an unsaved file of the source. */
void contract_append(struct fe *, struct fe_source *, const char *code);

#endif
