/* A pointer that crosses a word is written in two parts, from a temporary that is none of the program's types. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static union {
	int *pointer[2];
	long number[2];
} *table;
static struct __attribute__((packed)) {
	char before;
	int *pointer;
} slot;

int __VERIFIER_nondet_int(void);

static void *copy(void *unused) {
	int i = __VERIFIER_nondet_int();
	slot.pointer = table->pointer[i & 1];
	assert(slot.pointer == WANT);
	return unused;
}

int main(void) {
	pthread_t t;
	table = calloc(1, sizeof *table);
	if (!table)
		return 1;
	pthread_create(&t, NULL, copy, NULL);
	pthread_join(t, NULL);
	assert(!slot.pointer);
	return 0;
}
