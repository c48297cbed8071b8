#include <assert.h>
#define WEAK __attribute__((weak))
int other_name(int) __attribute__((alias("target")));
int target(int x) {
	return x + 1;
}
int labelled(void) __asm__("real_name");
int WEAK overridden(void) {
	return 1;
}
int WEAK kept(void) {
	return 2;
}
WEAK int weak_value = 3;
int main(void) {
	assert(other_name(4) == 5);
	assert(labelled() == 8);
	assert(overridden() == 10);
	assert(kept() == 2);
	assert(weak_value == 30);
#ifdef BUG
	assert(overridden() == 1);
#endif
	return 0;
}
