/* Elements of different sizes over the same bytes, each at an index that an input or another thread chooses: a read finds parts of several
 * writes, and a part of one. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

union table {
	unsigned char byte[8];
	unsigned short pair[4];
	unsigned word[2];
	unsigned long all[1];
};
static union table *table; /* zeros, by words of eight bytes */
static unsigned at;

static void *bytes(void *unused) {
	table->byte[at % 8] = 2;
	return unused;
}

static void *pairs(void *unused) {
	unsigned k = __VERIFIER_nondet_uchar() % 4;
	table->pair[k] = 0x101;
	at = 2 * k + 1;
	return unused;
}

int main(void) {
	pthread_t s, t;
	table = calloc(1, sizeof *table);
	if (!table)
		return 1;
	pthread_create(&s, NULL, bytes, NULL);
	pthread_create(&t, NULL, pairs, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	unsigned word = table->word[(at / 4) % 2];
	/* The pair is 0x101, or its second byte is 2; the first byte of all was written before the pair, or stayed, or is the pair's. */
	unsigned pair = at % 4 == 1 ? word & 0xffff : word >> 16;
	assert(pair == 0x101 || pair == BOTH || (at == 1 && pair == 0x102));
	assert(table->all[0] != 0);
	return 0;
}
