/* A thread prints into a pipe, another one reads lines from it: what is not flushed does not come. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int fd[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	FILE *out = fdopen(fd[1], "w");
	if (out == NULL) {
		close(fd[1]);
		return NULL;
	}
	fprintf(out, "%d\n", 12);
	fputs("ab", out);
#ifndef NOT_FLUSHED
	fflush(out);
#endif
	pthread_mutex_lock(&m);
	fputc('c', out);
	pthread_mutex_unlock(&m);
	fclose(out);
	return argument;
}

int main(void) {
	pthread_t t;
	char line[8] = "";
	if (pipe(fd) != 0)
		return 0;
	FILE *in = fdopen(fd[0], "r");
	if (in == NULL)
		return 0;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, run, NULL);
	char *first = fgets(line, sizeof line, in);
	if (first != NULL)
		assert(strcmp(line, "12\n") == 0);
	pthread_mutex_unlock(&m);
	if (first != NULL) {
		assert(fgetc(in) == 'a');
		assert(ungetc('x', in) == 'x');
		assert(fread(line, 1, sizeof line, in) == 3);
		assert(memcmp(line, "xbc", 3) == 0 && feof(in) && !ferror(in));
#ifdef MORE
		assert(fgetc(in) == 'd');
#endif
		assert(ftell(in) == -1);
	}
	assert(fgetc(in) == EOF);
	pthread_join(t, NULL);
	fclose(in);
}
