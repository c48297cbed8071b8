/* solvers/proof_file.h -- proofs of what a SAT solver decided, as files (docs/certificates.md).
 *
 *   struct proof_folder f = {.path = "DIR"};       one for a search; solver_config points to it
 *   proof_file_open --> proof_input, proof_learnt ... proof_query --> proof_file_close
 *
 * Each SAT solver has a file of its own.  Processes of one search write to the same folder: files
 * of member 3 are called m3-0001.proof and so on, until it is known whose answer counts.  A solver
 * that a process has from its parent writes no more there: if it decides something, the file 'lost'
 * says that proofs are missing.
 */
#ifndef SOLVERS_PROOF_FILE_H
#define SOLVERS_PROOF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PROOF_ABOUT = 400 };

struct proof_folder {
	const char *path;
	unsigned member;         /* of a portfolio, from 1; 0: there is none */
	unsigned next;           /* number of a file that may be free */
	uint32_t counts;         /* members whose answer counts, as bits; without a portfolio it is 0 */
	char about[PROOF_ABOUT]; /* what the next queries are about; "": it is not known */
};

/* What becomes of clauses that the SAT solver is given. */
enum proof_given {
	PROOF_INPUT,   /* they are input */
	PROOF_DERIVED, /* they follow from what the file has */
	PROOF_WRITTEN, /* the file has them, with a reason */
};

struct proof_file {
	FILE *out;
	const struct proof_folder *folder;
	unsigned process; /* that opened it: the others must not write */
	enum proof_given given;
	char about[PROOF_ABOUT]; /* the last queries */
};

/* A solver that writes no proofs has decided that there is no solution: the file 'elsewhere', with
 * the prefix of the member, has a byte for it.  NULL is allowed. */
void proof_elsewhere(const struct proof_folder *);

/* Schedules are explored one by one: the file 'explored' says so. */
void proof_explored(const struct proof_folder *);

struct proof_file *proof_file_open(struct proof_folder *, const char *solver);
void proof_file_close(struct proof_file *); /* NULL is allowed */

void proof_given(struct proof_file *, const int *literals, size_t n);
void proof_learnt(struct proof_file *, const int *literals, size_t n);
void proof_deleted(struct proof_file *, const int *literals, size_t n);
/* Under these assumptions there is no solution. */
void proof_query(struct proof_file *, const int *literals, size_t n);
void proof_comment(struct proof_file *, const char *text);
/* Lines of other kinds: a letter, then numbers; 'end': a 0 comes last. */
void proof_line(struct proof_file *, char kind, const int64_t *at, size_t n, bool end);

#endif
