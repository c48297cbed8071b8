extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int unknown(int *);

int main(void)
{
	int x = __VERIFIER_nondet_int(), a[2] = {1, 1};
	/* out of bounds, but that is not the property; unknown functions change nothing */
	if (x > 5)
		unknown(a);
	if (a[0] != 1)
		__VERIFIER_error();
	return a[x];
}
