/*
 * word_count.c - counts words in a hash table with a lock for each bucket.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 2

struct bucket {
	pthread_mutex_t lock;
	unsigned words;
	unsigned long length;
};

static struct bucket bucket[BUCKETS];

static unsigned hash(const char *word)
{
	unsigned h = 0;

	while (*word)
		h = 31 * h + (unsigned char)*word++;
	return h;
}

static void count_word(const char *word)
{
	unsigned h = hash(word);
	struct bucket *b = &bucket[h % BUCKETS];
	unsigned long n = 0;

	while (word[n])
		n++;
	pthread_mutex_lock(&b->lock);
	b->words++;
	b->length += n;
	pthread_mutex_unlock(&b->lock);
}

static void forget_word(const char *word)
{
	unsigned h = hash(word);
	struct bucket *b = &bucket[h % BUCKETS];

	pthread_mutex_lock(&bucket[h / BUCKETS % BUCKETS].lock);
	if (b->words > 0)
		b->words--;
	pthread_mutex_unlock(&bucket[h / BUCKETS % BUCKETS].lock);
}

static void *reader(void *arg)
{
	count_word(arg);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&bucket[i].lock, NULL);
	count_word("b");
	if (pthread_create(&thread, NULL, reader, "d") != 0)
		return EXIT_FAILURE;
	forget_word("b");
	pthread_join(thread, NULL);
	printf("%u words\n", bucket[0].words + bucket[1].words);
	return EXIT_SUCCESS;
}
