/* A string literal cannot become arbitrary; nothing can, however. */
extern void __VERIFIER_nondet_memory(void *, unsigned long);

int main(void) {
	__VERIFIER_nondet_memory("text", COUNT);
	return 0;
}
