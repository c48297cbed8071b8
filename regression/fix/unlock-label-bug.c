#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int open_files, open_sockets;

static int acquire(int sockets) {
	int status = 0;
	pthread_mutex_lock(&m);
	if (open_files == 2) {
		status = -1;
		goto out;
	}
	open_files++;
	if (sockets && open_sockets == 1)
		return -2;
	open_sockets += sockets;
out:
	pthread_mutex_unlock(&m);
	return status;
}

static void *run(void *unused) {
	acquire(1);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	acquire(1);
	pthread_join(t, NULL);
	acquire(0);
}
