/* What the program defines wins over the models, also for calls that models make; a static function
 * of that name is another function. */
#include <assert.h>
typedef __SIZE_TYPE__ size_t;
char *strdup(const char *);
void *memcpy(void *, const void *, size_t);
static char pool[16];
static int calls;
void *malloc(size_t n) {
	calls++;
	return n <= sizeof pool ? pool : 0;
}
static int abs(int x) {
	return x + 100;
}
int main(void) {
	char *s = strdup("ab");
	assert(s == pool && calls == 1);
	assert(pool[1] == 'b' && pool[2] == 0);
	assert(abs(-1) == 99);
#ifdef BUG
	assert(calls == 0);
#endif
	return 0;
}
