/* What a line has several of: statements, scopes. */
/* clang-format off */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int tries, hits, rounds;

static int enter(int n) {
	if (tries++) return 0; hits += n;
	while (rounds++ < 2) hits++; hits++;
	switch (--rounds) { case 1: return 0; } hits++;
	return hits;
}

int main(void) {
	int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int(); if (x != 3) return 0;
	if (enter(y) == 9)
		reach_error();
	return 0;
}
