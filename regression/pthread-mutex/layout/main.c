/* glibc's static initialisers on other targets: only __kind is not zero. */
typedef union {
#if defined(__i386__)
	struct {
		int lock;
		unsigned count;
		int owner, kind;
		unsigned users;
		union {
			int spins;
			void *next;
		};
	} data;
	char size[24];
#else
	struct {
		int lock;
		unsigned count;
		int owner;
		unsigned users;
		int kind;
		short spins, elision;
		struct {
			void *previous, *next;
		} list;
	} data;
	char size[40];
#endif
	long align;
} pthread_mutex_t;

int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void);

static struct {
	pthread_mutex_t m;
	int behind;
} s = {.m.data.kind = KIND, .behind = 5};

int main(void) {
	if (pthread_mutex_lock(&s.m) != 0)
		reach_error();
	if (pthread_mutex_lock(&s.m) != RESULT)
		reach_error();
	if (pthread_mutex_unlock(&s.m) != 0 || s.behind != 5)
		reach_error();
}
