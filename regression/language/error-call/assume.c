extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x != 42);
	if (x == 42)
		__VERIFIER_error();
	return 0;
}
