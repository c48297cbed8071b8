/* The functions of SV-COMP and of our models when a program only declares them. */
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
	int x = __VERIFIER_nondet_int();
	unsigned char c = __VERIFIER_nondet_uchar();
	_Bool b = __VERIFIER_nondet_bool();
	__VERIFIER_assume(x > 10 && x < 20);
	if (x * 2 + b + c > 38 + 1 + 255 - OFF)
		__VERIFIER_error();
	return 0;
}
