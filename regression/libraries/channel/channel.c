/* A channel for one value, which can be closed.  Mistakes: IF_WAIT: receive does not look again
 * when it was woken; ONE_WOKEN: close wakes one of the threads that wait, and not all. */
#include "channel.h"

#include <stddef.h>

#ifdef ONE_WOKEN
#define WAKE_ALL pthread_cond_signal
#else
#define WAKE_ALL pthread_cond_broadcast
#endif

void channel_init(struct channel *channel) {
	pthread_mutex_init(&channel->lock, NULL);
	pthread_cond_init(&channel->not_empty, NULL);
	pthread_cond_init(&channel->not_full, NULL);
	channel->value = 0;
	channel->full = channel->closed = false;
}

void channel_fini(struct channel *channel) {
	pthread_cond_destroy(&channel->not_full);
	pthread_cond_destroy(&channel->not_empty);
	pthread_mutex_destroy(&channel->lock);
}

bool channel_send(struct channel *channel, int value) {
	pthread_mutex_lock(&channel->lock);
	while (channel->full && !channel->closed)
		pthread_cond_wait(&channel->not_full, &channel->lock);
	bool sent = !channel->closed;
	if (sent) {
		channel->value = value;
		channel->full = true;
		pthread_cond_signal(&channel->not_empty);
	}
	pthread_mutex_unlock(&channel->lock);
	return sent;
}

bool channel_receive(struct channel *channel, int *value) {
	pthread_mutex_lock(&channel->lock);
#ifdef IF_WAIT
	if (!channel->full && !channel->closed)
#else
	while (!channel->full && !channel->closed)
#endif
		pthread_cond_wait(&channel->not_empty, &channel->lock);
	bool received = channel->full || !channel->closed;
	if (received) {
		*value = channel->value;
		channel->full = false;
		pthread_cond_signal(&channel->not_full);
	}
	pthread_mutex_unlock(&channel->lock);
	return received;
}

void channel_close(struct channel *channel) {
	pthread_mutex_lock(&channel->lock);
	channel->closed = true;
	WAKE_ALL(&channel->not_empty);
	WAKE_ALL(&channel->not_full);
	pthread_mutex_unlock(&channel->lock);
}
