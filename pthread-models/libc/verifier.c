/* Functions of verifiers that a program may call: see docs/intrinsics.md, and
 * frontend/lower/lower_verifier.c, which calls these. */
#include "../mc.h"

void __VERIFIER_nondet_memory(void *at, size_t n) {
	if (n == 0)
		return;
	__mc_assert(__mc_writable(at, n), "pointer", "memory outside of an object becomes arbitrary");
	__mc_havoc_input(at, n);
}

void __CPROVER_havoc_slice(void *at, size_t n) {
	__VERIFIER_nondet_memory(at, n);
}

/* The whole object, wherever in it 'at' points to. */
void __CPROVER_havoc_object(void *at) {
	__mc_assert(__mc_is_live(at), "pointer", "an object that does not exist becomes arbitrary");
	char *start = (char *)at - __mc_offset(at);
	size_t n = __mc_object_size(at);
	if (n == 0)
		return;
	__mc_assert(__mc_writable(start, n), "pointer", "an object that is constant becomes arbitrary");
	__mc_havoc_input(start, n);
}

enum { MAX_APPLICATIONS = 64 };

static struct application {
	int function;
	unsigned long long a, b, c, d, result;
} applications[MAX_APPLICATIONS];
static int napplications;

/* Any function, but always the same: of equal arguments an earlier result is the result again. */
unsigned long long __model_uninterpreted(int function, unsigned long long a, unsigned long long b,
                                         unsigned long long c, unsigned long long d) {
	__mc_atomic_begin();
	if (napplications == MAX_APPLICATIONS)
		__mc_unsupported("more than 64 calls of uninterpreted functions");
	unsigned long long result = __mc_nondet_ulonglong();
	for (int i = 0; i < napplications; i++) {
		const struct application *old = &applications[i];
		if ((old->function == function) & (old->a == a) & (old->b == b) & (old->c == c) &
		    (old->d == d))
			result = old->result;
	}
	applications[napplications++] = (struct application){function, a, b, c, d, result};
	__mc_atomic_end();
	return result;
}
