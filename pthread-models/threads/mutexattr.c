/* Attributes of mutexes: one int of bits, of which mutex.c reads type and robustness. */
#include "thread.h"

enum {
	PROTOCOL_SHIFT = 5,
	PROTOCOL_MASK = 3 << PROTOCOL_SHIFT,
	MUTEX_SHARED = 128,
	CEILING_SHIFT = 8,
	CEILING_MASK = 127 << CEILING_SHIFT,
};

int pthread_mutexattr_init(int *a) {
	*a = MUTEX_NORMAL;
	return 0;
}

int pthread_mutexattr_destroy(int *a) {
	*a = __mc_nondet_int();
	return 0;
}

static int set_bits(int *a, int mask, int shift, int value, int most) {
	if (value < 0 || value > most)
		return EINVAL;
	*a = (*a & ~mask) | value << shift;
	return 0;
}

int pthread_mutexattr_settype(int *a, int type) {
	return set_bits(a, MUTEX_TYPE, 0, type, MUTEX_ADAPTIVE);
}

int pthread_mutexattr_gettype(const int *a, int *type) {
	*type = *a & MUTEX_TYPE;
	return 0;
}

int pthread_mutexattr_setkind_np(int *a, int type) {
	return pthread_mutexattr_settype(a, type);
}

int pthread_mutexattr_getkind_np(const int *a, int *type) {
	return pthread_mutexattr_gettype(a, type);
}

int pthread_mutexattr_setrobust(int *a, int robust) {
	return set_bits(a, MUTEX_ROBUST, 4, robust, 1);
}

int pthread_mutexattr_getrobust(const int *a, int *robust) {
	*robust = (*a & MUTEX_ROBUST) != 0;
	return 0;
}

int pthread_mutexattr_setrobust_np(int *a, int robust) {
	return pthread_mutexattr_setrobust(a, robust);
}

int pthread_mutexattr_getrobust_np(const int *a, int *robust) {
	return pthread_mutexattr_getrobust(a, robust);
}

int pthread_mutexattr_setprotocol(int *a, int protocol) {
	return set_bits(a, PROTOCOL_MASK, PROTOCOL_SHIFT, protocol, 2);
}

int pthread_mutexattr_getprotocol(const int *a, int *protocol) {
	*protocol = (*a & PROTOCOL_MASK) >> PROTOCOL_SHIFT;
	return 0;
}

int pthread_mutexattr_setpshared(int *a, int shared) {
	return set_bits(a, MUTEX_SHARED, 7, shared, 1);
}

int pthread_mutexattr_getpshared(const int *a, int *shared) {
	*shared = (*a & MUTEX_SHARED) != 0;
	return 0;
}

int pthread_mutexattr_setprioceiling(int *a, int ceiling) {
	if (ceiling < 1 || ceiling > 99)
		return EINVAL;
	return set_bits(a, CEILING_MASK, CEILING_SHIFT, ceiling, 99);
}

int pthread_mutexattr_getprioceiling(const int *a, int *ceiling) {
	*ceiling = (*a & CEILING_MASK) >> CEILING_SHIFT;
	return 0;
}
