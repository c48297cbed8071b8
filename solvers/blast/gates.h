/* solvers/blast/gates.h -- boolean circuits: hash-consed gates with constant folding.
 *
 * A literal is a gate or its complement: +g or -g, never 0.  Gate 1 is the constant true.  Equal
 * gates are one gate, and what two levels of gates can decide never becomes one.  The inputs of a
 * gate come before it, so a single pass in order simulates a whole circuit.
 *
 * A circuit may exceed the limit of gates or of time: 'spent' is set then, every constructor
 * returns at once, and the gates made since are meaningless.  The caller checks 'spent' before it
 * uses a result, and frees all gates if it is set.
 */
#ifndef SOLVERS_BLAST_GATES_H
#define SOLVERS_BLAST_GATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/vec.h"

typedef int32_t lit;

enum { LIT_TRUE = 1, LIT_FALSE = -1 };

enum gate_kind {
	GATE_TRUE,
	GATE_INPUT,
	GATE_AND,  /* in[0] and in[1] */
	GATE_XOR,  /* of two positive literals */
	GATE_ITE,  /* in[0] ? in[1] : in[2]; in[0] positive */
	GATE_XOR3, /* of three positive literals: the sum of a full adder */
	GATE_MAJ,  /* at least two of three: the carry of a full adder */
};

struct gate {
	lit in[3]; /* 0: not used */
	uint8_t kind;
	uint8_t refs; /* gates that read this one; stays at its greatest value */
};

struct gates {
	VEC(struct gate) gate; /* [0] is no gate */
	uint32_t *slot;        /* hash table of gates, 0: free */
	size_t nslots;         /* a power of two */
	size_t limit;          /* of gates */
	bool (*stop)(void *);  /* asked now and then; may be NULL */
	void *stop_context;
	bool spent;
};

void gates_init(struct gates *, size_t limit, bool (*stop)(void *), void *context);
void gates_free(struct gates *);

lit gate_input(struct gates *);
lit gate_and(struct gates *, lit, lit);
lit gate_xor(struct gates *, lit, lit);
lit gate_ite(struct gates *, lit c, lit a, lit b);
lit gate_xor3(struct gates *, lit, lit, lit);
lit gate_maj(struct gates *, lit, lit, lit);
lit gate_known_xor3(const struct gates *, lit, lit, lit); /* 0: there is no such gate */

static inline lit gate_or(struct gates *g, lit a, lit b) {
	return -gate_and(g, -a, -b);
}

/* value: one per gate, those of inputs given; fills in the others. */
void gates_simulate(const struct gates *, bool *value);

static inline bool lit_value(const bool *value, lit a) {
	return a > 0 ? value[a] : !value[-a];
}

#endif
