#include <assert.h>
__attribute__((weak)) extern int maybe(int);
extern int maybe_value __attribute__((weak));
extern int strong(int);
#ifdef DEFINED
int maybe(int x) {
	return x;
}
int maybe_value = 4;
#endif
int main(void) {
	int (*f)(int) = maybe;
	assert(strong);
#ifdef DEFINED
	assert(f && maybe && &maybe_value && maybe_value == 4 && maybe(3) == 3);
#else
	assert(!f && !maybe && &maybe_value == 0);
#endif
#ifdef BUG
	return maybe_value;
#endif
	return maybe ? maybe(3) : 0;
}
