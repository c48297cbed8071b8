/* y stays odd, however long the loop runs. */
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned y = 2;
	while (1) {
		y = y + 2 * __VERIFIER_nondet_uint();
		if (y == 0)
			__VERIFIER_error(); /* violated in the unsafe twin */
	}
}
