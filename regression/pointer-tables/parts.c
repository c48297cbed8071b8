/* Parts of addresses that threads store as numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int object = 1;

#ifdef BUG
#define WRONG 1
#else
#define WRONG 2
#endif

#if KIND == 1 /* a pointer that crosses a word: two parts */
static struct __attribute__((packed)) { char before; int *pointer; } slot;
static void write(void) { slot.pointer = &object; }
static int *read(void) { return slot.pointer; }
#elif KIND == 2 /* byte by byte */
static unsigned char slot[sizeof(int *)];
static void write(void) {
	uintptr_t address = (uintptr_t)&object;
	for (unsigned i = 0; i < sizeof slot; i++)
		slot[i] = (unsigned char)(address >> 8 * i);
}
static int *read(void) {
	uintptr_t address = 0;
	for (unsigned i = 0; i < sizeof slot; i++)
		address |= (uintptr_t)slot[i] << 8 * i;
	return (int *)address;
}
#else /* halves that are only compared */
static uint32_t low, high;
static void write(void) {
	low = (uint32_t)(uintptr_t)&object;
	high = (uint32_t)((uintptr_t)&object >> 32);
}
static int *read(void) {
	uintptr_t address = (uintptr_t)&object;
	int is_it = low == (uint32_t)address && high == (uint32_t)(address >> 32);
	return is_it ? &object : 0;
}
#endif

static void *thread(void *p) {
	pthread_mutex_lock(&m);
	write();
	pthread_mutex_unlock(&m);
	return p;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	pthread_mutex_lock(&m);
	int *p = read();
	pthread_mutex_unlock(&m);
	assert(!p || *p != WRONG);
	pthread_join(t, 0);
	return 0;
}
