/*
 * token_bucket.c - limits how often something is done: each time costs a
 * token, a thread makes new ones.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct bucket {
	pthread_mutex_t lock;
	pthread_cond_t refilled;
	int tokens;
};

static struct bucket bucket = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.refilled = PTHREAD_COND_INITIALIZER,
};

static void bucket_take(struct bucket *b)
{
	pthread_mutex_lock(&b->lock);
	if (b->tokens == 0)
		pthread_cond_wait(&b->refilled, &b->lock);
	b->tokens--;
	assert(b->tokens >= 0);
	pthread_mutex_unlock(&b->lock);
}

static void bucket_fill(struct bucket *b, int tokens)
{
	pthread_mutex_lock(&b->lock);
	b->tokens += tokens;
	pthread_cond_signal(&b->refilled);
	pthread_mutex_unlock(&b->lock);
}

static void *filler(void *arg)
{
	struct bucket *b = arg;

	bucket_fill(b, 1);
	bucket_fill(b, 1);
	return NULL;
}

static void *client(void *arg)
{
	struct bucket *b = arg;

	bucket_take(b);
	return NULL;
}

int main(void)
{
	pthread_t one, two, fill;

	if (pthread_create(&one, NULL, client, &bucket) != 0 ||
	    pthread_create(&two, NULL, client, &bucket) != 0 ||
	    pthread_create(&fill, NULL, filler, &bucket) != 0)
		return EXIT_FAILURE;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(fill, NULL);
	assert(bucket.tokens == 0);
	printf("done\n");
	return EXIT_SUCCESS;
}
