/* cache -- a cache in a file that is mapped into memory, used by several threads.
 *
 * The file has a header and a fixed number of slots; a key has one slot where it may be, and a new
 * value takes the place of whatever is there.  A lock for all slots protects them within the
 * process, the file is locked against other processes.
 *
 *     cache FILE
 *
 * With BUG the result of mmap is compared with NULL, which it never is. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLOTS = 4, KEY_SIZE = 8, VALUE_SIZE = 16, MAGIC = 0x43414348, VERSION = 1 };

struct slot {
	uint32_t used;
	char key[KEY_SIZE];
	char value[VALUE_SIZE];
};

struct image { /* of the file */
	uint32_t magic, version;
	struct slot slot[SLOTS];
};

struct cache {
	int fd;
	struct image *image;
	pthread_mutex_t lock;
	unsigned hits, misses, stores;
};

static unsigned hash(const char *key)
{
	unsigned h = 5381;
	for (; *key != 0; key++)
		h = h * 33 + (unsigned char)*key;
	return h;
}

static struct slot *slot_of(struct cache *c, const char *key)
{
	return &c->image->slot[hash(key) % SLOTS];
}

/* A text that may have lost its end with the file. */
static bool holds(const char *text, size_t size)
{
	return memchr(text, 0, size) != NULL;
}

static bool cache_put(struct cache *c, const char *key, const char *value)
{
	if (strlen(key) >= KEY_SIZE || strlen(value) >= VALUE_SIZE)
		return false;
	pthread_mutex_lock(&c->lock);
	struct slot *s = slot_of(c, key);
	s->used = 0;
	strcpy(s->key, key);
	strcpy(s->value, value);
	s->used = 1;
	c->stores++;
	pthread_mutex_unlock(&c->lock);
	return true;
}

/* Copies the value, as it was at some time. */
static bool cache_get(struct cache *c, const char *key, char *value, size_t size)
{
	pthread_mutex_lock(&c->lock);
	struct slot *s = slot_of(c, key);
	bool found = s->used != 0 && holds(s->key, KEY_SIZE) && holds(s->value, VALUE_SIZE) &&
	             strcmp(s->key, key) == 0 && strlen(s->value) < size;
	if (found) {
		strcpy(value, s->value);
		c->hits++;
	} else {
		c->misses++;
	}
	pthread_mutex_unlock(&c->lock);
	return found;
}

static bool has_size(int fd, off_t wanted)
{
	struct stat status;
	return fstat(fd, &status) == 0 && status.st_size == wanted;
}

/* The file is as long as the image from here on. */
static int open_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	if (flock(fd, LOCK_EX | LOCK_NB) != 0 ||
	    (!has_size(fd, sizeof(struct image)) && ftruncate(fd, sizeof(struct image)) != 0)) {
		int error = errno;
		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

static bool cache_open(struct cache *c, const char *path)
{
	c->fd = open_file(path);
	if (c->fd < 0) {
		perror(path);
		return false;
	}
	c->image = mmap(NULL, sizeof *c->image, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd, 0);
#ifdef BUG
	if (c->image == NULL) {
#else
	if (c->image == MAP_FAILED) {
#endif
		perror("mmap");
		close(c->fd);
		return false;
	}
	/* What another version or nobody has written is worth nothing. */
	if (c->image->magic != MAGIC || c->image->version != VERSION) {
		memset(c->image, 0, sizeof *c->image);
		c->image->magic = MAGIC;
		c->image->version = VERSION;
	}
	pthread_mutex_init(&c->lock, NULL);
	c->hits = c->misses = c->stores = 0;
	return true;
}

static bool cache_close(struct cache *c)
{
	bool ok = msync(c->image, sizeof *c->image, MS_SYNC) == 0;
	if (!ok)
		perror("msync");
	munmap(c->image, sizeof *c->image);
	pthread_mutex_destroy(&c->lock);
	close(c->fd);
	return ok;
}

static struct cache cache;

/* Asks for a value, and works it out if nobody knows it. */
static void look_up(const char *key, const char *right)
{
	char value[VALUE_SIZE];
	if (!cache_get(&cache, key, value, sizeof value) && !cache_put(&cache, key, right))
		fprintf(stderr, "%s is too long\n", key);
}

static void *use_cache(void *argument)
{
	const char *key = argument;
	look_up(key, "one");
	look_up("b", "two");
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	if (argc != 2) {
		fprintf(stderr, "usage: cache FILE\n");
		return 2;
	}
	if (!cache_open(&cache, argv[1]))
		return 1;
	int error = pthread_create(&thread, NULL, use_cache, "a");
	look_up("c", "three");
	if (error == 0)
		pthread_join(thread, NULL);
	assert(cache.hits + cache.misses == (error == 0 ? 3 : 1));
	assert(cache.stores == cache.misses);
	return cache_close(&cache) ? 0 : 1;
}
