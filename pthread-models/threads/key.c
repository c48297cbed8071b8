/* Thread-specific data.
 *
 * A key's number is never used again, so that a thread need not be told that a value of its own
 * belongs to a key that was deleted.
 */
#include "thread.h"

enum { KEYS = 1024, ROUNDS = 4 }; /* PTHREAD_KEYS_MAX, PTHREAD_DESTRUCTOR_ITERATIONS */
enum { KEY_BITS = 32 };           /* keys with numbers below it can be in a set */

struct key {
	int exists;
	void (*destructor)(void *);
};

static struct key keys[KEYS];
static unsigned keys_made, keys_deleted;
static _Thread_local void *specific[KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
	int lack = __model_lack(EAGAIN, ENOMEM);
	if (lack != 0)
		return lack;
	__mc_atomic_begin();
	unsigned new = keys_made;
	int error = new == KEYS ? EAGAIN : 0;
	if (error != 0 && keys_deleted > 0)
		__mc_unsupported("pthread_key_create: more than 1024 keys, though some were deleted");
	if (error == 0) {
		keys[new].exists = 1;
		keys[new].destructor = destructor;
		keys_made = new + 1;
	}
	__mc_atomic_end();
	if (error == 0)
		*key = new;
	return error;
}

int pthread_key_delete(unsigned key) {
	__mc_atomic_begin();
	int error = key < KEYS && keys[key].exists ? 0 : EINVAL;
	__mc_assert(error == 0, "lock", "a key is deleted that does not exist");
	if (error == 0) {
		keys[key].exists = 0;
		keys_deleted++;
	}
	__mc_atomic_end();
	return error;
}

/* One value that a destructor waits for, if the key has one. */
static int destroy_specific(unsigned key) {
	void *value = specific[key];
	if (value == NULL)
		return 0;
	__mc_atomic_begin();
	void (*destructor)(void *) = keys[key].exists ? keys[key].destructor : NULL;
	__mc_atomic_end();
	if (destructor == NULL)
		return 0;
	specific[key] = NULL;
	destructor(value);
	return 1;
}

/* The keys that destructors wait for, as bits. */
static unsigned keys_waiting(unsigned n) {
	unsigned waiting = 0;
	__mc_atomic_begin();
	for (unsigned key = 0; key < n; key++)
		if (specific[key] != NULL && keys[key].exists && keys[key].destructor != NULL) {
			if (key >= KEY_BITS)
				__mc_unsupported("a thread that ends with values of more than 32 keys");
			waiting |= 1U << key;
		}
	__mc_atomic_end();
	return waiting;
}

/* One of the values, whichever: POSIX names no order.  Returns the keys of the others. */
static unsigned destroy_any(unsigned waiting, unsigned n) {
	unsigned left = waiting;
	for (unsigned key = 0; key < n; key++)
		if (left == waiting && (waiting >> key & 1) != 0 &&
		    (waiting >> key == 1 || __mc_nondet_bool())) {
			left = waiting & ~(1U << key);
			destroy_specific(key);
		}
	return left;
}

/* What a destructor gives to a key again waits for the next round. */
static void destroy_specifics(void) {
	int again = 1;
	for (int round = 0; again && round < ROUNDS; round++) {
		__mc_atomic_begin();
		unsigned n = keys_made;
		__mc_atomic_end();
		unsigned waiting = n > 1 ? keys_waiting(n) : 0;
		again = 0;
		if ((waiting & (waiting - 1)) == 0) {
			for (unsigned key = 0; key < n; key++)
				again |= destroy_specific(key);
			continue;
		}
		for (unsigned rest = waiting; rest != 0; rest &= rest - 1)
			waiting = destroy_any(waiting, n < KEY_BITS ? n : KEY_BITS);
		again = 1;
	}
}

int pthread_setspecific(unsigned key, const void *value) {
	__mc_atomic_begin();
	int exists = key < KEYS && keys[key].exists;
	__mc_assert(exists, "lock", "a value is given to a key that does not exist");
	__mc_atomic_end();
	if (!exists)
		return EINVAL;
	specific[key] = (void *)value;
	__model_before_end = destroy_specifics;
	return 0;
}

/* Of a key that does not exist: undefined in POSIX, nothing in glibc. */
void *pthread_getspecific(unsigned key) {
	return key < KEYS ? specific[key] : NULL;
}
