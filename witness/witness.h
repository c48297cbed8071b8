/* witness/witness.h -- a verification witness as plain data, whichever format it came in.
 *
 * A violation witness is an automaton that reads an execution: it starts in state 0, an edge is
 * taken when the execution reaches the source position of the edge and its condition holds, and a
 * violation counts only where the automaton says so.  A sequence of segments (YAML) has the states
 * 0, 1, ... in a row: 'follow' leads from one to the next, 'avoid' to WITNESS_SINK, and the edges
 * of kind POINT_TARGET say where the violation is.  A graph (GraphML) is one already, and its
 * violation states say when the violation happens, instead of targets.
 *
 * A correctness witness is a list of invariants, perhaps over ghost variables, for which it says
 * where they change.
 *
 * Reading checks the form only.  Strings live in the arena.  Nothing in a file can make the reader
 * crash, hang or fetch anything: sizes and nesting are bounded, references and entities refused.
 */
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

#define WITNESS_SINK       UINT32_MAX
#define WITNESS_ANY_THREAD UINT32_MAX

enum witness_point {
	POINT_STATEMENT, /* before a statement or declaration */
	POINT_BRANCH,    /* a branching was decided: 'branch' is "true", "false", "default", "5" */
	POINT_CALL,      /* a call is about to be made */
	POINT_RETURN,    /* a call is over; the constraint may say \result */
	POINT_TARGET,    /* before the statement or full expression that violates; never left */
	POINT_LINE,      /* GraphML: some operation of the line */
	POINT_DONE,      /* GraphML: a statement of the line is over */
	POINT_ENTRY,     /* GraphML: the function 'function' begins */
	POINT_EXIT,      /* GraphML: the function 'function' ends */
};

struct witness_edge {
	uint32_t from, to;
	enum witness_point point;
	struct loc loc;         /* in the program; line 0: not said, column 0: not said */
	const char *function;   /* where that is, or NULL */
	uint32_t thread;        /* 0 is main; WITNESS_ANY_THREAD */
	uint32_t creates;       /* GraphML: the thread that the call creates; 0: none */
	const char *constraint; /* a C expression, or NULL */
	const char *branch;     /* POINT_BRANCH */
	struct loc where;       /* in the witness */
};

struct witness_invariant {
	bool is_loop; /* holds whenever the condition of the loop is about to be computed */
	struct loc loc;
	const char *function, *text;
	struct loc where;
};

/* A variable that the program does not have, shared by all threads. */
struct witness_ghost {
	const char *name, *type, *initial; /* C: a type, an expression */
	struct loc where;
};

/* 'variable' becomes 'value', in one step with the statement that begins at 'loc'. */
struct witness_update {
	struct loc loc;
	const char *function, *variable, *value;
	struct loc where;
};

struct witness_hash {
	const char *file, *sha256;
};

struct witness {
	struct arena *arena;
	const char *path;
	const char *version;  /* of the format, "2.0" */
	const char *producer; /* "cbmc-mt 0.5", or NULL */
	bool is_correctness, is_graph;
	VEC(const char *) file;
	VEC(struct witness_hash) hash;
	VEC(const char *) specification; /* lines of a property file */
	const char *data_model;          /* "ILP32", "LP64", or NULL */
	uint32_t nstates;
	bool is_path; /* but for sinks and targets, edges lead from each state to the next one only */
	VEC(bool) violation; /* GraphML, by state */
	VEC(struct witness_edge) edge;
	VEC(struct witness_invariant) invariant;
	VEC(struct witness_ghost) ghost;
	VEC(struct witness_update) update;
	bool target_anywhere;    /* violations without a source position: leaks, deadlocks */
	const char *unsupported; /* something in it that we do not know how to judge, or NULL */
	struct loc unsupported_where;
};

struct witness_error {
	struct loc loc;
	const char *text;
};

/* NULL: *error says what is wrong with the file, and where. */
struct witness *witness_read(const char *path, struct witness_error *error);
void witness_close(struct witness *);

/* The formats; 'text' has 'size' bytes and a zero after them. */
bool witness_read_yaml(struct witness *, const char *text, size_t size, struct witness_error *);
bool witness_read_graphml(struct witness *, const char *text, size_t size, struct witness_error *);

#endif
