extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int unknown(int *);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > 5 && unknown(&x) < 3)
		__VERIFIER_error(); /* violated */
	return 0;
}
