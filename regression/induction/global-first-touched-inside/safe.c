/* A global that the program first touches inside the loop. */
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
static int steps;

int main(void)
{
	while (__VERIFIER_nondet_int()) {
		if (steps < 1000)
			steps++;
		if (steps < 0)
			__VERIFIER_error(); /* violated in the unsafe twin */
	}
}
