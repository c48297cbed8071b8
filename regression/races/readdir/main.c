/* Calls of readdir on one stream share what they return; on two streams they do not. */
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>

static DIR *d[2];

static void *run(void *argument) {
	readdir(d[0]);
	return NULL;
}

int main(void) {
	pthread_t t;
	d[0] = opendir(".");
	d[1] = opendir("..");
	if (d[0] == NULL || d[1] == NULL)
		return 1;
	pthread_create(&t, NULL, run, NULL);
	readdir(d[OTHER]);
	pthread_join(t, NULL);
	closedir(d[0]);
	closedir(d[1]);
}
