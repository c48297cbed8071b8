/* A violation found before the memory is also seen as an array, at an index that is not constant. */
void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int *p = malloc(4096), i = __VERIFIER_nondet_int();
	if (p[0] == 7)
		reach_error();
	if (i >= 0 && i < 1000 && p[i] == 3)
		return 1;
	return 0;
}
