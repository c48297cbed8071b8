extern int __VERIFIER_nondet_int(void);

/* Ends whatever the environment says, or only if it gives in one day. */
int main(void) {
#ifdef BAD
	while (__VERIFIER_nondet_int())
		;
#else
	for (int i = 0; i < 10 && __VERIFIER_nondet_int(); i++)
		;
#endif
	return 0;
}
