/* One round needs nothing from the round before. */
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
	int lock = 0;
	while (1) {
		int wanted = __VERIFIER_nondet_int();
		if (wanted) {
			if (lock)
				__VERIFIER_error(); /* violated in the unsafe twin */
			lock = 1;
		}
		;
	}
}
