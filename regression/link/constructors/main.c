#include <assert.h>
int order;
static int base = 10;
__attribute__((constructor)) static void second(void) {
	assert(order == 11);
	order = 12;
}
static void first(void) __attribute__((constructor(101)));
static void first(void) {
	assert(order == 0);
	order = base + 1;
}
__attribute__((destructor)) void last_but_one(void) {
	assert(order == 13);
	order = 14;
}
__attribute__((destructor(101))) void last(void) {
#ifdef BUG
	assert(order == 13);
#endif
	assert(order == 14);
}
int main(int argc, char **argv) {
	assert(order == 12 && argc > 0 && argv[0]);
	order = 13;
	return 0;
}
