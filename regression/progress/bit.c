/* One bit, flipped in several ways: under a mutex, a spin lock, a spin lock that one way out does
 * not release, a ticket lock, by compare-exchange, by one that begins again whenever others have
 * begun, in three steps, and in one. */
#include "bit.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

#if defined MUTEX
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void bit_flip(void) {
	pthread_mutex_lock(&m);
	value ^= 1;
	pthread_mutex_unlock(&m);
}
#elif defined SPIN || defined LOST
static atomic_int lock;

void bit_flip(void) {
	while (atomic_exchange(&lock, 1))
		;
	int old = value;
	value = !old;
#ifdef LOST
	if (old)
		return;
#endif
	lock = 0;
}
#elif defined TICKET
static atomic_int next, serving; /* of two threads: tickets 0 and 1 */

void bit_flip(void) {
	int mine = atomic_fetch_xor(&next, 1);
	while (serving != mine)
		;
	value ^= 1;
	serving = !mine;
}
#elif defined CAS
void bit_flip(void) {
	int old = value;
	while (!atomic_compare_exchange_strong(&value, &old, !old))
		;
}
#elif defined POLITE
static atomic_int calls; /* an operation begins again if others have begun meanwhile */

void bit_flip(void) {
	int mine;
	do {
		mine = (calls + 1) % 4;
		calls = mine;
	} while (calls != mine);
	atomic_fetch_xor(&value, 1);
}
#elif defined THREE
void bit_flip(void) {
	if (value != 2 && value != 3)
		atomic_fetch_xor(&value, 1);
}
#else
void bit_flip(void) {
	atomic_fetch_xor(&value, 1);
}
#endif

int bit_get(void) {
	return value;
}
