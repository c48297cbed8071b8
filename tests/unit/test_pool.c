/* Pools: the same set is found whatever the number of workers, whoever dies, and whenever.
 *
 * The search enumerates the words over a, b, c of a length that do not contain "ab".  Its items are
 * beginnings of words.
 */
#include "process/pool.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

enum { KILLS = 50, WORDS_OF_6 = 377, WORDS_OF_8 = 2584 }; /* Fibonacci numbers F(14), F(18) */

enum counted { DEATHS, BEGUN, AT_ONCE, MOST_AT_ONCE, COUNTED }; /* deaths, workers, items */

struct search {
	size_t length;
	const char *deadly; /* a word that kills its worker ... */
	unsigned deaths;    /* ... so often */
	enum { BY_SIGNAL, BY_BUG, BY_EXIT, BY_ABORT } how;
	const char *bug;          /* a word that ends the search */
	unsigned microseconds;    /* for each item */
	sig_atomic_t *raise;      /* the flag, set at the first report of progress ... */
	size_t raise_at;          /* ... or at this result */
	_Atomic(unsigned) *count; /* in shared memory: see enum counted */
	VEC(char *) found;
	VEC(char *) lost;
	char stopped[32], last_how[64];
	unsigned reports;
	size_t max_open;
	uint64_t max_bytes;
};

static char path[] = "/tmp/test_pool.XXXXXX", why[300];

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void begin(void *context) {
	struct search *s = context;
	s->count[BEGUN]++;
}

static void die(const struct search *s) {
	if (s->how == BY_SIGNAL)
		raise(SIGKILL);
	if (s->how == BY_BUG)
		BUG("this is printed by a test, and is none");
	if (s->how == BY_ABORT)
		abort();
	_exit(3);
}

static void work(void *context, const char *item, struct pool_out *out) {
	struct search *s = context;
	size_t n = strlen(item);
	char next[32];
	struct timespec t = {.tv_nsec = s->microseconds * 1000L};
	unsigned at_once = ++s->count[AT_ONCE];
	if (s->microseconds)
		nanosleep(&t, NULL);
	if (at_once > s->count[MOST_AT_ONCE])
		s->count[MOST_AT_ONCE] = at_once;
	s->count[AT_ONCE]--;
	if (s->bug && !strcmp(item, s->bug)) {
		pool_stop(out, item);
		return;
	}
	if (n == s->length)
		pool_found(out, item);
	for (char c = 'a'; n < s->length && c <= 'c'; c++) {
		if (c == 'b' && n && item[n - 1] == 'a')
			continue;
		snprintf(next, sizeof next, "%s%c", item, c);
		pool_add(out, next);
	}
	/* After its messages, none of which may count. */
	if (s->deadly && !strcmp(item, s->deadly) && s->count[DEATHS]++ < s->deaths)
		die(s);
}

static char *copy(const char *text) {
	return strcpy(mem_alloc(strlen(text) + 1), text);
}

static void found(void *context, const char *text) {
	struct search *s = context;
	vec_push(&s->found, copy(text));
	if (s->raise && s->raise_at && s->found.n >= s->raise_at)
		*s->raise = 1;
}

static void stopped(void *context, const char *text) {
	struct search *s = context;
	snprintf(s->stopped, sizeof s->stopped, "%s", text);
}

static void lost(void *context, const char *item, const char *how) {
	struct search *s = context;
	vec_push(&s->lost, copy(item));
	snprintf(s->last_how, sizeof s->last_how, "%s", how);
}

static void progress(void *context, const struct pool_state *state) {
	struct search *s = context;
	s->reports++;
	s->max_open = state->open > s->max_open ? state->open : s->max_open;
	s->max_bytes = state->bytes > s->max_bytes ? state->bytes : s->max_bytes;
	CHECK(state->workers || !state->bytes); /* a worker that has just ended has none, either */
	if (s->raise && !s->raise_at)
		*s->raise = 1;
}

static const struct pool_calls calls = {begin, work, found, stopped, lost, progress};

static struct pool_result run_with(struct search *s, struct pool_config config) {
	static _Atomic(unsigned) *count;
	const char *first = "";
	if (!count)
		count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (size_t i = 0; i < COUNTED; i++)
		count[i] = 0;
	s->count = count;
	return pool_run(&config, &calls, s, &first, 1);
}

static struct pool_result run(struct search *s, unsigned workers) {
	return run_with(s, (struct pool_config){.workers = workers});
}

static int compare(const void *a, const void *b) {
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Are the results all words of the length without "ab", each once? */
static bool is_complete(struct search *s, size_t expected) {
	if (s->found.n)
		qsort(s->found.at, s->found.n, sizeof *s->found.at, compare);
	for (size_t i = 0; i < s->found.n; i++) {
		const char *word = s->found.at[i];
		if (strlen(word) != s->length || strspn(word, "abc") != s->length || strstr(word, "ab") ||
		    (i && !strcmp(word, s->found.at[i - 1])))
			return false;
	}
	return s->found.n == expected;
}

static void clear(struct search *s) {
	for (size_t i = 0; i < s->found.n; i++)
		mem_free(s->found.at[i]);
	for (size_t i = 0; i < s->lost.n; i++)
		mem_free(s->lost.at[i]);
	vec_free(&s->found);
	vec_free(&s->lost);
	*s = (struct search){0};
}

static bool no_children(void) {
	return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void test_same_set(void) {
	for (unsigned workers = 0; workers <= 4; workers++) {
		struct search s = {.length = 8};
		struct pool_result r = run(&s, workers);
		CHECK(r.end == POOL_EMPTY && !r.lost && !r.died);
		CHECK(r.found == WORDS_OF_8 && is_complete(&s, WORDS_OF_8));
		CHECK(r.finished == 1 + 3 + 8 + 21 + 55 + 144 + 377 + 987 + 2584);
		CHECK(workers < 2 ? s.count[BEGUN] == 0 : s.count[BEGUN] >= 1 && s.count[BEGUN] <= workers);
		CHECK(no_children());
		clear(&s);
	}
}

static void test_no_items(void) {
	for (unsigned workers = 1; workers <= 2; workers++) {
		struct search s = {0};
		struct pool_result r =
		    pool_run(&(struct pool_config){.workers = workers}, &calls, &s, NULL, 0);
		CHECK(r.end == POOL_EMPTY && !r.finished);
	}
}

/* Four of the 232 items of 3 ms are worked on at the same time, however busy the machine is; but
 * one worker may begin when nothing is left. */
static void test_parallel(void) {
	bool at_once = false;
	for (int tries = 0; !at_once && tries < 10; tries++) {
		struct search s = {.length = 5, .microseconds = 3000};
		CHECK(run(&s, 4).end == POOL_EMPTY && is_complete(&s, 144));
		CHECK(s.count[BEGUN] <= 4 && s.count[MOST_AT_ONCE] <= 4);
		at_once = s.count[BEGUN] == 4 && s.count[MOST_AT_ONCE] == 4;
		clear(&s);
	}
	CHECK(at_once);
}

static void test_death(void) {
	for (unsigned workers = 2; workers <= 4; workers++)
		for (unsigned deaths = 1; deaths <= 2; deaths++) {
			struct search s = {.length = 6, .deadly = "ca", .deaths = deaths};
			struct pool_result r = run(&s, workers);
			CHECK(r.end == POOL_EMPTY && !r.lost && r.died == deaths);
			CHECK(is_complete(&s, WORDS_OF_6));
			CHECK(no_children());
			clear(&s);
		}
}

static void test_deadly_item(void) {
	static const char *const ends[] = {"killed by SIGKILL", "exit code 6", "exit code 3",
	                                   "killed by SIGABRT"};
	for (int how = BY_SIGNAL; how <= BY_ABORT; how++) {
		struct search s = {.length = 6, .deadly = "bbb", .deaths = 100, .how = how};
		struct pool_result r = run(&s, 2);
		CHECK(r.end == POOL_EMPTY && r.lost == 1 && r.died == POOL_TRIES);
		CHECK(s.lost.n == 1 && !strcmp(s.lost.at[0], "bbb") && !strcmp(s.last_how, ends[how]));
		CHECK(is_complete(&s, WORDS_OF_6 - 21)); /* those that begin with bbb */
		clear(&s);
	}
}

static void fail_to_begin(void *context) {
	(void)context;
	_exit(1);
}

static void test_no_worker_begins(void) {
	struct search s = {.length = 3};
	struct pool_calls broken = calls;
	broken.begin = fail_to_begin;
	const char *first = "";
	struct pool_result r = pool_run(&(struct pool_config){.workers = 2}, &broken, &s, &first, 1);
	CHECK(r.end == POOL_FAILED && !s.found.n && no_children());
	clear(&s);
}

static void test_stop(void) {
	for (unsigned workers = 1; workers <= 4; workers++) {
		struct search s = {.length = 8, .bug = "ccb"};
		struct pool_result r = run(&s, workers);
		CHECK(r.end == POOL_STOPPED && !strcmp(s.stopped, "ccb") && s.found.n < WORDS_OF_8);
		CHECK(no_children());
		clear(&s);
	}
}

static void test_flag(void) {
	for (unsigned workers = 1; workers <= 2; workers++) {
		sig_atomic_t flag = 0;
		struct search s = {.length = 20, .microseconds = 100, .raise = &flag};
		struct pool_result r =
		    run_with(&s, (struct pool_config){.workers = workers, .stop = &flag});
		CHECK(r.end == POOL_INTERRUPTED && s.reports == 1 && no_children());
		clear(&s);
		s = (struct search){.length = 3};
		r = run_with(&s, (struct pool_config){.workers = workers, .stop = &flag});
		CHECK(r.end == POOL_INTERRUPTED && !s.found.n);
		clear(&s);
	}
}

/* Now and then, not for each of the items. */
static void test_progress(void) {
	struct search s = {.length = 7, .microseconds = 500};
	double begin = now();
	run(&s, 2);
	CHECK(s.reports >= 1 && s.reports <= 2 + (now() - begin) / 0.1 && s.max_open > 1);
	CHECK(s.max_bytes > 4096);
	clear(&s);
}

/* Every result in exactly one share, whatever the number of workers; all know the same split. */
static void test_shares(void) {
	for (unsigned shares = 2; shares <= 5; shares++) {
		struct search all = {.length = 8};
		uint64_t split = 0;
		size_t least = SIZE_MAX;
		for (unsigned share = 1; share <= shares; share++) {
			struct search s = {.length = 8};
			struct pool_result r = run_with(
			    &s, (struct pool_config){.workers = share, .share = share, .shares = shares});
			CHECK(r.end == POOL_EMPTY && r.split && (!split || r.split == split));
			split = r.split;
			least = s.found.n < least ? s.found.n : least;
			for (size_t i = 0; i < s.found.n; i++)
				vec_push(&all.found, copy(s.found.at[i]));
			clear(&s);
		}
		CHECK(is_complete(&all, WORDS_OF_8));
		CHECK(least > WORDS_OF_8 / shares / 3);
		clear(&all);
	}
	/* The whole search fits before the split; a bug there is everybody's. */
	struct search all = {.length = 2};
	for (unsigned share = 1; share <= 3; share++) {
		all.length = 2;
		CHECK(run_with(&all, (struct pool_config){.workers = 2, .share = share, .shares = 3}).end ==
		      POOL_EMPTY);
		struct search s = {.length = 8, .bug = "c"};
		CHECK(run_with(&s, (struct pool_config){.workers = 2, .share = share, .shares = 3}).end ==
		      POOL_STOPPED);
		CHECK(!strcmp(s.stopped, "c"));
		clear(&s);
	}
	CHECK(is_complete(&all, 8));
	clear(&all);
}

static struct pool_result run_journal(struct search *s, struct pool_config config) {
	config.journal = journal_open(path, "test", JOURNAL_EITHER, why, sizeof why);
	CHECK(config.journal);
	struct pool_result r = run_with(s, config);
	CHECK(!journal_error(config.journal));
	journal_close(config.journal);
	return r;
}

/* Interrupted and resumed, with another number of workers each time. */
static void test_resume(void) {
	for (unsigned shares = 1; shares <= 2; shares++) {
		size_t expected = WORDS_OF_8;
		unlink(path);
		if (shares == 2) {
			struct search s = {.length = 8};
			run_with(&s, (struct pool_config){.workers = 1, .share = 2, .shares = 2});
			expected = s.found.n;
			clear(&s);
		}
		struct pool_result r;
		unsigned runs = 0;
		size_t before = 0;
		do {
			sig_atomic_t flag = 0;
			struct search s = {.length = 8, .raise = &flag, .raise_at = before + 500};
			r = run_journal(
			    &s, (struct pool_config){
			            .workers = runs % 3 + 1, .stop = &flag, .share = shares, .shares = shares});
			CHECK(r.found >= before && r.found == s.found.n);
			before = r.found;
			if (r.end == POOL_EMPTY)
				CHECK(is_complete(&s, expected));
			clear(&s);
		} while (r.end == POOL_INTERRUPTED && ++runs < 100);
		CHECK(r.end == POOL_EMPTY && runs >= 2);
		/* What is finished is not done again. */
		struct search s = {.length = 8, .bug = "c"};
		struct pool_result again =
		    run_journal(&s, (struct pool_config){.workers = 2, .share = shares, .shares = shares});
		CHECK(again.end == POOL_EMPTY && is_complete(&s, expected));
		CHECK(again.finished == r.finished && again.split == r.split);
		CHECK((shares == 2) == (r.split != 0));
		clear(&s);
	}
}

/* What the items refer to must be the same. */
static void test_basis(void) {
	static const char *const basis[] = {"one", "two", "one", NULL};
	unlink(path);
	for (size_t i = 0; i < sizeof basis / sizeof *basis; i++) {
		struct search s = {.length = 6};
		struct pool_result r =
		    run_journal(&s, (struct pool_config){.workers = 2, .basis = basis[i]});
		CHECK(r.end == (i % 2 ? POOL_MISMATCH : POOL_EMPTY));
		CHECK(i % 2 ? !s.found.n && !r.finished : is_complete(&s, WORDS_OF_6));
		clear(&s);
	}
	struct search s = {.length = 6}, t = {.length = 6};
	uint64_t split = run_with(&s, (struct pool_config){.share = 1, .shares = 2}).split;
	CHECK(split != run_with(&t, (struct pool_config){.share = 1, .shares = 2, .basis = "x"}).split);
	clear(&s);
	clear(&t);
}

/* A lost item is tried again by the next process; a bug ends that, too. */
static void test_resume_ended(void) {
	unlink(path);
	struct search s = {.length = 6, .deadly = "bbb", .deaths = 100};
	CHECK(run_journal(&s, (struct pool_config){.workers = 2}).lost == 1);
	clear(&s);
	s.length = 6;
	CHECK(run_journal(&s, (struct pool_config){.workers = 2}).end == POOL_EMPTY);
	CHECK(is_complete(&s, WORDS_OF_6));
	clear(&s);
	unlink(path);
	for (unsigned workers = 1; workers <= 2; workers++) {
		s = (struct search){.length = 6, .bug = workers == 1 ? "ccb" : NULL};
		CHECK(run_journal(&s, (struct pool_config){.workers = workers}).end == POOL_STOPPED);
		CHECK(!strcmp(s.stopped, "ccb"));
		clear(&s);
	}
}

static size_t workers_of(pid_t master, pid_t pid[], size_t max) {
	char file[64];
	snprintf(file, sizeof file, "/proc/%ld/task/%ld/children", (long)master, (long)master);
	FILE *f = fopen(file, "r");
	size_t n = 0;
	long one;
	while (f && n < max && fscanf(f, "%ld", &one) == 1)
		pid[n++] = (pid_t)one;
	if (f)
		fclose(f);
	return n;
}

/* Nothing that was a worker is left a moment after its master was killed. */
static bool all_gone(const pid_t pid[], size_t n) {
	for (size_t i = 0; i < n; i++) {
		char file[64], state = 'Z';
		snprintf(file, sizeof file, "/proc/%ld/stat", (long)pid[i]);
		for (int tries = 0; tries < 4000; tries++) {
			FILE *f = fopen(file, "r");
			state = 'Z';
			if (f && fscanf(f, "%*d %*s %c", &state) != 1)
				state = 'Z';
			if (f)
				fclose(f);
			if (state == 'Z' || state == 'X')
				break;
			usleep(5000);
		}
		if (state != 'Z' && state != 'X')
			return false;
	}
	return true;
}

/* Runs the search in a process of its own until it ends or is killed; kills at random. */
static bool run_killed(unsigned *kills, unsigned *masters) {
	pid_t worker[8], master = fork();
	if (!master) {
		struct search s = {.length = 8, .microseconds = 100};
		struct pool_result r = run_journal(&s, (struct pool_config){.workers = 2});
		_exit(r.end == POOL_EMPTY && !r.lost ? 0 : 1);
	}
	for (;;) {
		int status;
		usleep((useconds_t)(random() % 20000));
		if (waitpid(master, &status, WNOHANG) == master)
			return WIFEXITED(status) && !WEXITSTATUS(status);
		if (*kills >= KILLS)
			continue;
		size_t n = workers_of(master, worker, 8);
		++*kills;
		if (n && random() % 2) {
			kill(worker[(size_t)random() % n], SIGKILL);
			continue;
		}
		kill(master, SIGKILL);
		waitpid(master, &status, 0);
		++*masters;
		CHECK(all_gone(worker, n));
		return false;
	}
}

static void test_random_kills(void) {
	unsigned kills = 0, masters = 0, runs = 0;
	srandom(7);
	do {
		unlink(path);
		while (!run_killed(&kills, &masters))
			CHECK(++runs < 1000);
		struct search s = {.length = 8, .bug = "c"}; /* all is in the journal */
		CHECK(run_journal(&s, (struct pool_config){.workers = 1}).end == POOL_EMPTY);
		CHECK(is_complete(&s, WORDS_OF_8));
		clear(&s);
	} while (kills < KILLS);
	CHECK(masters > KILLS / 5 && masters < KILLS);
	CHECK(no_children());
}

/* What fatal, the handlers of signals and stdout do in the caller is not done by a worker. */
static void test_no_reports(void) {
	int end[2];
	CHECK(!pipe(end));
	fflush(stdout);
	pid_t pid = fork();
	if (!pid) {
		dup2(end[1], STDOUT_FILENO);
		printf("buffered\n");
		struct search s = {.length = 4, .deadly = "bb", .deaths = 2, .how = BY_BUG};
		struct pool_result r = run(&s, 2);
		fflush(stdout);
		_exit(r.end == POOL_EMPTY && r.died == 2 ? 0 : 1);
	}
	close(end[1]);
	char text[100];
	ssize_t n = 0, k;
	while ((k = read(end[0], text + n, sizeof text - (size_t)n)) > 0)
		n += k;
	int status;
	waitpid(pid, &status, 0);
	CHECK(!status && n == 9 && !memcmp(text, "buffered\n", 9));
	close(end[0]);
}

int main(void) {
	int fd = mkstemp(path);
	CHECK(fd >= 0);
	close(fd);
	test_same_set();
	test_no_items();
	test_parallel();
	test_death();
	test_deadly_item();
	test_no_worker_begins();
	test_stop();
	test_flag();
	test_progress();
	test_shares();
	test_resume();
	test_basis();
	test_resume_ended();
	test_random_kills();
	test_no_reports();
	unlink(path);
	return check_done("pool");
}
