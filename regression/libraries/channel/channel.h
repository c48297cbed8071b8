#pragma once

#include <pthread.h>
#include <stdbool.h>

struct channel {
	pthread_mutex_t lock;
	pthread_cond_t not_empty, not_full;
	int value;
	bool full, closed;
};

void channel_init(struct channel *channel);
void channel_fini(struct channel *channel);
bool channel_send(struct channel *channel, int value); /* waits while it is full; false: closed */
bool channel_receive(struct channel *channel,
                     int *value); /* waits while it is empty; false: closed and empty */
void channel_close(struct channel *channel);
