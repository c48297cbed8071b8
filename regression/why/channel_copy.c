/*
 * channel_copy.c - two senders and a channel that counts what was sent.
 *
 * Each sender keeps the channel in its own structure.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct counters {
	unsigned long messages;
	unsigned long bytes;
};

struct channel {
	pthread_mutex_t lock;
	struct counters *counters;
};

struct sender {
	struct channel channel;
	pthread_t thread;
	unsigned size;
};

static struct counters counters;

static void channel_send(struct channel *c, unsigned size)
{
	pthread_mutex_lock(&c->lock);
	c->counters->messages++;
	c->counters->bytes += size;
	pthread_mutex_unlock(&c->lock);
}

static void *send_one(void *arg)
{
	struct sender *s = arg;

	channel_send(&s->channel, s->size);
	return NULL;
}

int main(void)
{
	struct channel channel = { .counters = &counters };
	struct sender sender[2];

	pthread_mutex_init(&channel.lock, NULL);
	for (int i = 0; i < 2; i++) {
		sender[i].channel = channel;
		sender[i].size = 10;
		if (pthread_create(&sender[i].thread, NULL, send_one, &sender[i]) != 0)
			return EXIT_FAILURE;
	}
	for (int i = 0; i < 2; i++)
		pthread_join(sender[i].thread, NULL);
	assert(counters.messages == 2);
	assert(counters.bytes == 20);
	printf("%lu messages\n", counters.messages);
	return EXIT_SUCCESS;
}
