/* A program in which every rewrite finds a place, and that prints the same in every run. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct pair {
	int x, y;
};

static int count = 3, total;
static unsigned limit = 10;
static struct pair pair = {1, 2};
static int table[4] = {5, 6};
static int *where = &table[1];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int twice(int n) {
	return 2 * n;
}

static void note(int n) {
	int more = n + 1;
	total += more;
	pair.x = pair.x * 3 + n;
}

static void *work(void *argument) {
	pthread_mutex_lock(&mutex);
	count = count + *(int *)argument;
	count++;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void) {
	pthread_t t;
	int step = 4, sum = 0;
	int local = 7;
	pthread_create(&t, NULL, work, &step); /* by reference */
	pthread_join(t, NULL);
	note(count);
	for (int i = 0; i < 3; i++)
		sum += table[i] * i;
	while (limit > 7)
		limit--;
	if (sum > 5)
		total = twice(sum);
	else
		total = -1;
	if (local)
		local = local + total;
	local += 2;
	*where = local;
	assert(count == 8);
	printf("%d %d %u %d %d %d %d\n", count, total, limit, pair.x, pair.y, *where, table[1]);
	return 0;
}
