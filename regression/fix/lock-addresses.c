#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 3}, {PTHREAD_MUTEX_INITIALIZER, 3}};

static void transfer(struct account *from, struct account *to) {
	if ((unsigned long)&from->lock < (unsigned long)&to->lock) {
		pthread_mutex_lock(&from->lock);
		pthread_mutex_lock(&to->lock);
	} else {
		pthread_mutex_lock(&to->lock);
		pthread_mutex_lock(&from->lock);
	}
	from->balance--;
	to->balance++;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *run(void *unused) {
	transfer(&accounts[0], &accounts[1]);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	transfer(&accounts[1], &accounts[0]);
	pthread_join(t, NULL);
}
