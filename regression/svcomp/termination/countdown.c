extern unsigned char __VERIFIER_nondet_uchar(void);

/* Ends, or goes round 0, 254, 252, ..., 2, 0 for ever if the first number is even. */
int main(void) {
	unsigned char n = __VERIFIER_nondet_uchar();
#ifdef BAD
	while (n != 1)
		n -= 2;
#else
	while (n > 1)
		n -= 2;
#endif
	return n;
}
