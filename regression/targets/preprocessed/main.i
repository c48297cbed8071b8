# 1 "main.c"
typedef unsigned int size_t;
extern void *malloc(size_t n) __attribute__((__nothrow__)) __attribute__((__malloc__));
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
long __builtin_expect(long value, long expected) {
	return value;
}
int main(void) {
	char *p = malloc(sizeof(long));
	if (p && __builtin_expect(sizeof(long) == 4, 1))
		p[3] = 1;
	else if (p)
		__VERIFIER_error();
	return 0;
}
