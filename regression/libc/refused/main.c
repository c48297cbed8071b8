/* What is written to a file that was opened to be read does not get there, and the mark stays. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#define TEXT(word) #word
#define TEXT_OF(word) TEXT(word)

static FILE *file;
static int result, reason;

static void *work(void *unused) {
	(void)unused;
	errno = 0;
	result = fputs("text", file);
	reason = errno;
	return NULL;
}

int main(void) {
	pthread_t t;
	file = fopen("name", TEXT_OF(MODE));
	if (file == NULL || pthread_create(&t, NULL, work, NULL) != 0)
		return 1;
	pthread_join(t, NULL);
	assert(result >= 0);
	assert(!ferror(file));
	fclose(file);
}
