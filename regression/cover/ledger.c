/* Two threads move money between accounts; the sum is written back without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
	int sum, moves;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct account *account;
static int total = 30;

static void *move(void *arg) {
	int amount = *(int *)arg;
	pthread_mutex_lock(&m);
	int before = account->sum;
	account->moves = account->moves + 1;
#ifndef WHOLE
	pthread_mutex_unlock(&m);
#endif
	int after = before + amount;
#ifndef WHOLE
	pthread_mutex_lock(&m);
#endif
	account->sum = after;
	total = total + amount;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	int in = 7, out = -4;
	pthread_t a, b;
	account = malloc(sizeof *account);
	if (!account)
		return 1;
	account->sum = 30;
	account->moves = 0;
	pthread_create(&a, NULL, move, &in);
	pthread_create(&b, NULL, move, &out);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(account->moves == 2);
	assert(account->sum == total);
	free(account);
	return 0;
}
