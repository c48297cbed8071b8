/* The guard lets nothing through that is in bounds; one that lets nothing through mends nothing. */
#ifndef FIRST
#define FIRST 4
#endif

extern int __VERIFIER_nondet_int(void);
static int a[4];

int main(void) {
	int v = __VERIFIER_nondet_int() & 1 ? FIRST : -1;
	if (v >= FIRST) a[v] = 1;
	return 0;
}
