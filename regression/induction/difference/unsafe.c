/* x and y keep their sum. */
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), x = n;
	unsigned y = 1;
	while (x > 0) {
		x--;
		y++;
	}
	if (y != n)
		__VERIFIER_error(); /* violated in the unsafe twin */
}
