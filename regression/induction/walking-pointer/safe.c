/* A loop that moves a pointer is no case for induction, and must not become one silently. */
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
	int a[5] = {0, 0, 0, 0, 1};
	int *p = a;
	for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++)
		p++;
	if (*p)
		__VERIFIER_error(); /* violated in the unsafe twin */
}
