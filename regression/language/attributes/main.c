/* Attributes that are refused where they are reached, and some that are read. */
#include <assert.h>

static int three(void) {
	return 3;
}

int gone(void);
static int maybe(void) __attribute__((weakref("gone")));
static int there(void) __attribute__((weakref("defined")));
int defined(void) {
	return 4;
}

__attribute__((naked)) void bare(void) {
	__asm__("nop");
}

void *make(void) __attribute__((malloc(three, 1), unused));

#ifdef BORDER
extern int __start_table[];
int entry __attribute__((section("table"))) = 3;
#endif

int main(void) {
#ifdef NAKED
	bare();
#endif
#ifdef BORDER
	assert(__start_table[0] == 3);
#endif
	assert(!maybe == WANT);
	assert(there && there() == three() + 1);
	return 0;
}
