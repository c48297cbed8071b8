/* A loop that is entered by a jump to its condition at the bottom. */
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
	int state = 0;
	goto condition;
body:
	if (state == 2)
		__VERIFIER_error(); /* violated in the unsafe twin */
	if (state == 1)
		state = 2;
condition:
	if (__VERIFIER_nondet_int())
		goto body;
}
