/* A name that starts like an intrinsic and is none: it may mean anything, where it is reached. */
extern int __CPROVER_summon(int);
extern void __ESBMC_summon(void);
extern void __VERIFIER_summon(void);
int nondet_int();

int main(void) {
	int n = nondet_int();
	if (n > 5 && n < REACHED)
		CALL;
	return 0;
}
