/*
 * refcount_pool.c - buffers from a fixed pool, shared by reference count.
 *
 * pool_get() takes a buffer from the free list, buf_ref() and buf_unref()
 * count its users, the last one puts it back.
 *
 * BUG: buf_unref() decrements the counter and then reads it again, so that
 * two users may both see 0 and put the buffer back twice.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFERS  2
#define BUF_SIZE 8

struct buf {
	atomic_int refs;
	struct buf *next_free;
	char data[BUF_SIZE];
};

static struct {
	struct buf buf[BUFFERS];
	struct buf *free_list;
	unsigned nfree;
	pthread_mutex_t lock;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void pool_init(void)
{
	for (int i = 0; i < BUFFERS; i++) {
		pool.buf[i].next_free = pool.free_list;
		pool.free_list = &pool.buf[i];
		pool.nfree++;
	}
}

static struct buf *pool_get(void)
{
	struct buf *b;

	pthread_mutex_lock(&pool.lock);
	b = pool.free_list;
	if (b) {
		pool.free_list = b->next_free;
		pool.nfree--;
	}
	pthread_mutex_unlock(&pool.lock);
	if (b)
		atomic_store(&b->refs, 1);
	return b;
}

static void pool_put(struct buf *b)
{
	pthread_mutex_lock(&pool.lock);
	b->next_free = pool.free_list;
	pool.free_list = b;
	pool.nfree++;
	assert(pool.nfree <= BUFFERS); /* else somebody put one back twice */
	pthread_mutex_unlock(&pool.lock);
}

static struct buf *buf_ref(struct buf *b)
{
	atomic_fetch_add(&b->refs, 1);
	return b;
}

static void buf_unref(struct buf *b)
{
#ifdef BUG
	atomic_fetch_sub(&b->refs, 1);
	if (atomic_load(&b->refs) == 0)
#else
	if (atomic_fetch_sub(&b->refs, 1) == 1)
#endif
		pool_put(b);
}

/* A consumer gets a reference, reads, and drops it. */
static void *consumer(void *arg)
{
	struct buf *b = arg;
	char copy[BUF_SIZE];

	memcpy(copy, b->data, BUF_SIZE);
	assert(copy[0] == 'm');
	buf_unref(b);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	struct buf *b;

	pool_init();
	b = pool_get();
	if (b == NULL)
		return EXIT_FAILURE;
	strcpy(b->data, "message");
	for (int i = 0; i < 2; i++) {
		if (pthread_create(&t[i], NULL, consumer, buf_ref(b)) != 0) {
			perror("pthread_create");
			return EXIT_FAILURE;
		}
	}
	buf_unref(b); /* ours */
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);

	assert(pool.nfree == BUFFERS);
	return EXIT_SUCCESS;
}
