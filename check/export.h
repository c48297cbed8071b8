/* check/export.h -- the queries of a proof in formats that other checkers read: DIMACS and DRAT.
 *
 * Clauses of the problem and lemmas of the order go to the first, with the assumptions as clauses
 * of one literal; what was learnt and deleted to the second, which ends with the empty clause. */
#ifndef CHECK_EXPORT_H
#define CHECK_EXPORT_H

#include "check/base.h"

struct export;

struct export *export_open(const char *prefix);
void export_close(struct export *); /* for all of them, NULL is allowed and nothing happens */

enum export_kind { EXPORT_GIVEN, EXPORT_LEARNT, EXPORT_DELETED };
void export_clause(struct export *, enum export_kind, const int *at, size_t n);
void export_query(struct export *, const int *at, size_t n); /* the negated assumptions */

#endif
