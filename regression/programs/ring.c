/* ring -- bytes between threads, in a buffer of a fixed size.
 *
 * Who writes more than there is room for is told how much was taken; who reads gets what is there.
 * Nobody waits.  Records are lines of bytes with their length in front, and are taken whole or not
 * at all.
 *
 * A library: there is no main. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RECORD = 3, MAX_SIZE = 16 };

struct ring {
	pthread_mutex_t lock;
	size_t size;         /* of the buffer */
	size_t first, count; /* the bytes first, ..., first + count - 1, modulo size */
	unsigned long passed; /* bytes that were read */
	unsigned char *buffer;
};

struct ring *ring_new(size_t size)
{
	if (size == 0 || size > MAX_SIZE)
		return NULL;
	struct ring *r = malloc(sizeof *r);
	if (r == NULL)
		return NULL;
	r->buffer = malloc(size);
	if (r->buffer == NULL) {
		free(r);
		return NULL;
	}
	r->size = size;
	r->first = r->count = 0;
	r->passed = 0;
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

void ring_free(struct ring *r)
{
	pthread_mutex_destroy(&r->lock);
	free(r->buffer);
	free(r);
}

/* The lock is held, and there is room. */
static void put_byte(struct ring *r, unsigned char byte)
{
	r->buffer[(r->first + r->count) % r->size] = byte;
	r->count++;
}

/* The lock is held, and there is something. */
static unsigned char take_byte(struct ring *r)
{
	unsigned char byte = r->buffer[r->first];
	r->first = (r->first + 1) % r->size;
	r->count--;
	r->passed++;
	return byte;
}

/* A byte; false: there is no room. */
bool ring_put(struct ring *r, unsigned char byte)
{
	pthread_mutex_lock(&r->lock);
	bool fits = r->count < r->size;
	if (fits)
		put_byte(r, byte);
	pthread_mutex_unlock(&r->lock);
	return fits;
}

/* The next byte, or -1. */
int ring_take(struct ring *r)
{
	int byte = -1;
	pthread_mutex_lock(&r->lock);
	if (r->count > 0)
		byte = take_byte(r);
	pthread_mutex_unlock(&r->lock);
	return byte;
}

/* A record; false: it is too long, or there is no room. */
bool ring_put_record(struct ring *r, unsigned char fill, unsigned length)
{
	if (length > MAX_RECORD)
		return false;
	pthread_mutex_lock(&r->lock);
	if (r->size - r->count < length + 1) {
		pthread_mutex_unlock(&r->lock);
		return false;
	}
	put_byte(r, (unsigned char)length);
	for (unsigned i = 0; i < length; i++)
		put_byte(r, fill);
	pthread_mutex_unlock(&r->lock);
	return true;
}

/* The sum of a record's bytes, or -1: what is there is no record. */
int ring_take_record(struct ring *r)
{
	unsigned char record[MAX_RECORD];
	int sum = 0;
	pthread_mutex_lock(&r->lock);
	unsigned length = r->count > 0 ? r->buffer[r->first] : MAX_RECORD + 1;
	if (length > MAX_RECORD || r->count < length + 1) {
		pthread_mutex_unlock(&r->lock);
		return -1;
	}
	take_byte(r);
	for (unsigned i = 0; i < length; i++)
		record[i] = take_byte(r);
	pthread_mutex_unlock(&r->lock);
	for (unsigned i = 0; i < length; i++)
		sum += record[i];
	return sum;
}

/* Another size; what is in the ring stays there.  false: it does not fit, or there is no memory. */
bool ring_resize(struct ring *r, size_t size)
{
	if (size == 0 || size > MAX_SIZE)
		return false;
	unsigned char *buffer = malloc(size);
	if (buffer == NULL)
		return false;
	pthread_mutex_lock(&r->lock);
	bool fits = r->count <= size;
	if (fits) {
		for (size_t i = 0; i < r->count; i++)
			buffer[i] = r->buffer[(r->first + i) % r->size];
		free(r->buffer);
		r->buffer = buffer;
		r->size = size;
		r->first = 0;
	}
	pthread_mutex_unlock(&r->lock);
	if (!fits)
		free(buffer);
	return fits;
}

unsigned long ring_passed(struct ring *r)
{
	pthread_mutex_lock(&r->lock);
	unsigned long n = r->passed;
	pthread_mutex_unlock(&r->lock);
	return n;
}
