#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
struct mixed {
	char c;
	long long q;
	long double x;
};
int main(void) {
	assert(sizeof(long) == LONG);
	assert(sizeof(void *) == LONG && sizeof(size_t) == LONG);
	assert(sizeof(long double) == WIDE);
	assert(offsetof(struct mixed, q) == QUAD && sizeof(struct mixed) == RECORD);
	assert(((char)-1 < 0) == CHAR && (CHAR_MIN < 0) == CHAR);
	assert(sizeof(pthread_mutex_t) == MUTEX);
	volatile long top = LONG_MAX;
	assert(top == (LONG == 8 ? INT64_MAX : INT32_MAX));
	return 0;
}
