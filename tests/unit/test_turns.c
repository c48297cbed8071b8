/* Members take turns by time slices; an answer ends the rest; a member that dies leaves the others.
 */
#include "process/turns.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/work.h"
#include "tests/unit/check.h"
#include "util/base/deep.h"

enum { SLICE = 1000, MOST = 400 };

struct shared {
	int pid[TURNS_MAX];
	char order[MOST]; /* who used up a slice, in order */
	_Atomic(int) n;
	_Atomic(int) at_once, most_at_once;
};

static struct shared *shared;

/* What each member does: so many slices, then ANSWER, CRASH, EXIT or nothing; it may doubt
 * from the beginning. */
enum how { ANSWERS, KILLED, FAULTS, ABORTS, EXITS, SILENT, DOUBTS, SLOW };

struct plan {
	unsigned slices;
	enum how how;
	bool ends; /* its answer ends the others */
};

struct test {
	const struct plan *plan;
	int answered, died;
	bool is_bug;
	char text[200], how[64];
	uint64_t most;
	double seconds[TURNS_MAX];
	bool ends_needless; /* after an answer, only the last member is needed */
	size_t last;
};

/* With several jobs, CPU time decides after which part the member waits. */
static void use_slice(size_t ix) {
	int n = shared->n++;
	if (n < MOST)
		shared->order[n] = (char)('0' + ix);
	for (int i = 0; i < SLICE; i++) {
		int now = ++shared->at_once;
		if (now > shared->most_at_once)
			shared->most_at_once = now;
		--shared->at_once;
		work_add(1);
	}
}

/* CPU time that is no work. */
static void spend(uint64_t units) {
	clock_t end = clock() + (clock_t)(units * CLOCKS_PER_SEC / WORK_SECOND);
	while (clock() < end)
		continue;
}

static void work_as(void *context, size_t ix, struct turns_out *out) {
	const struct test *t = context;
	shared->pid[ix] = getpid();
	dprintf(STDERR_FILENO, "member %zu", ix);
	if (t->plan[ix].how == DOUBTS)
		work_doubt();
	for (unsigned i = 0; i < t->plan[ix].slices; i++) {
		if (t->plan[ix].how == SLOW)
			spend(10 * SLICE);
		use_slice(ix);
	}
	switch (t->plan[ix].how) {
	case ANSWERS: {
		char *big = malloc(300000); /* more than a socket takes at once */
		memset(big, 'a' + (int)ix, 300000);
		turns_answer(out, big, 300000);
		free(big);
		break;
	}
	case KILLED: raise(SIGKILL); break;
	case FAULTS: raise(SIGSEGV); break;
	case ABORTS: raise(SIGABRT); break;
	case EXITS: _exit(6);
	case SILENT:
	case DOUBTS:
	case SLOW: break;
	}
}

static bool answered(void *context, size_t ix, const char *bytes, size_t n) {
	struct test *t = context;
	bool same = n == 300000;
	for (size_t i = 0; i < n && same; i++)
		same = bytes[i] == 'a' + (char)ix;
	CHECK(same);
	t->answered++;
	return t->plan[ix].ends;
}

static void died(void *context, size_t ix, bool is_bug, const char *how) {
	struct test *t = context;
	(void)ix;
	t->died++;
	t->is_bug = is_bug;
	snprintf(t->how, sizeof t->how, "%s", how);
}

static bool worked(void *context, uint64_t units) {
	struct test *t = context;
	return t->most && units >= t->most;
}

static void over(void *context, size_t ix, uint64_t units, double seconds) {
	struct test *t = context;
	(void)units;
	t->seconds[ix] = seconds;
}

static bool needed(void *context, size_t ix) {
	const struct test *t = context;
	return !t->ends_needless || !t->answered || ix == t->last;
}

static volatile sig_atomic_t stop;

static enum turns_end run(struct test *t, const struct plan *plan,
                          const struct turns_member *member, size_t n, unsigned jobs) {
	struct turns_config config = {
	    .member = member, .n = n, .jobs = jobs, .slice = SLICE, .stop = &stop};
	struct turns_calls calls = {.work = work_as,
	                            .answered = answered,
	                            .died = died,
	                            .worked = worked,
	                            .needed = needed,
	                            .over = over};
	int log[TURNS_MAX];
	t->plan = plan;
	memset(shared, 0, sizeof *shared);
	enum turns_end end = turns_run(&config, &calls, t, log);
	for (size_t i = 0; i < n; i++) {
		char text[20] = "", wanted[32];
		snprintf(wanted, sizeof wanted, "member %zu", i);
		if (log[i] < 0)
			continue;
		lseek(log[i], 0, SEEK_SET);
		bool wrote = read(log[i], text, sizeof text - 1) > 0;
		CHECK(wrote ? !strcmp(text, wanted) : end != TURNS_OVER); /* others ended it first */
		close(log[i]);
	}
	CHECK(waitpid(-1, NULL, WNOHANG) < 0); /* nobody is left */
	return end;
}

static const struct turns_member ALIKE[] = {{1, 0}, {1, 0}, {1, 0}};

static void test_order(void) {
	static const struct plan plan[] = {
	    {4, ANSWERS, false}, {4, ANSWERS, false}, {2, ANSWERS, false}};
	static const struct turns_member uneven[] = {{2, 0}, {1, 0}, {1, 3 * SLICE}};
	struct test t = {0};
	CHECK(run(&t, plan, ALIKE, 3, 1) == TURNS_OVER);
	CHECK(t.answered == 3 && t.died == 0);
	CHECK(!strcmp(shared->order, "0120120101"));
	CHECK(shared->most_at_once == 1);
	t = (struct test){0};
	CHECK(run(&t, plan, uneven, 3, 1) == TURNS_OVER);
	CHECK(!strcmp(shared->order, "0012001211"));
}

static int count(char member) {
	int n = 0;
	for (int i = 0; i < shared->n && i < MOST; i++)
		n += shared->order[i] == member;
	return n;
}

/* While member 0 does 40 parts of work, 8 in a slice: as many; a quarter, after the first 8; the 16
 * that are left when a late one begins, and two slices. */
static void test_shares(void) {
	static const struct turns_member equal[] = {{8, 0}, {8, 0}}, late[] = {{8, 0}, {8, 20 * SLICE}};
	static const struct plan sure[] = {{40, ANSWERS, true}, {1000000, SILENT, false}};
	static const struct plan doubtful[] = {{40, ANSWERS, true}, {1000000, DOUBTS, false}};
	struct test t = {0};
	CHECK(run(&t, sure, equal, 2, 1) == TURNS_ANSWERED);
	CHECK(count('1') == 40);
	CHECK(run(&t, doubtful, equal, 2, 1) == TURNS_ANSWERED);
	CHECK(count('1') == 10);
	CHECK(run(&t, sure, late, 2, 1) == TURNS_ANSWERED);
	CHECK(count('1') == 32);
}

static void test_jobs(void) {
	static const struct plan plan[] = {
	    {30, ANSWERS, false}, {30, ANSWERS, false}, {30, ANSWERS, false}};
	struct test t = {0};
	CHECK(run(&t, plan, ALIKE, 3, 2) == TURNS_OVER);
	CHECK(t.answered == 3 && shared->most_at_once <= 2);
}

/* Member 1 takes ten times the CPU time that its work says: it has no more of it than member 0. */
static void test_cpu_time(void) {
	static const struct plan plan[] = {{160, ANSWERS, true}, {1000000, SLOW, false}};
	static const struct turns_member alike[] = {{20, 0}, {20, 0}};
	struct test t = {0};
	CHECK(run(&t, plan, alike, 2, 2) == TURNS_ANSWERED);
	CHECK(t.seconds[1] < 3 * t.seconds[0] + 0.02);
	CHECK(run(&t, plan, alike, 2, 1) == TURNS_ANSWERED);
	CHECK(count('1') == 160); /* by work */
}

static void test_first_answer(void) {
	static const struct plan plan[] = {
	    {1000000, ANSWERS, false}, {3, ANSWERS, true}, {1000000, ANSWERS, false}};
	for (unsigned jobs = 1; jobs <= 3; jobs++) {
		struct test t = {0};
		CHECK(run(&t, plan, ALIKE, 3, jobs) == TURNS_ANSWERED);
		CHECK(t.answered == 1 && t.died == 0);
	}
}

static void test_late_start(void) {
	static const struct plan plan[] = {{2, ANSWERS, true}, {0, ANSWERS, true}};
	static const struct turns_member late[] = {{1, 0}, {1, 1000 * SLICE}}; /* sanitizers are slow */
	struct test t = {0};
	CHECK(run(&t, plan, late, 2, 2) == TURNS_ANSWERED);
	CHECK(shared->pid[1] == 0); /* it never began */
	static const struct plan gives_up[] = {{2, ANSWERS, false}, {0, ANSWERS, true}};
	t = (struct test){0};
	CHECK(run(&t, gives_up, late, 2, 2) == TURNS_ANSWERED); /* nobody else is left: it begins */
	CHECK(t.answered == 2);
}

static void test_deaths(void) {
	static const struct plan killed[] = {{2, KILLED, false}, {5, ANSWERS, true}};
	static const struct plan exits[] = {{2, EXITS, false}, {1, SILENT, true}};
	struct test t = {0};
	CHECK(run(&t, killed, ALIKE, 2, 1) == TURNS_ANSWERED);
	CHECK(t.died == 1 && !t.is_bug);
	CHECK(!strcmp(t.how, "killed by SIGKILL"));
	t = (struct test){0};
	CHECK(run(&t, exits, ALIKE, 2, 1) == TURNS_OVER);
	CHECK(t.died == 2 && t.answered == 0);
	t = (struct test){0};
	CHECK(run(&t, exits, ALIKE, 1, 1) == TURNS_OVER);
	CHECK(t.is_bug);
	CHECK(!strcmp(t.how, "exit code 6"));
	static const enum how bug[] = {FAULTS, ABORTS};
	static const char *const ends[] = {"killed by SIGSEGV", "killed by SIGABRT"};
	for (int i = 0; i < 2; i++) {
		const struct plan crashes[] = {{2, bug[i], false}, {5, ANSWERS, true}};
		t = (struct test){0};
		CHECK(run(&t, crashes, ALIKE, 2, 1) == TURNS_ANSWERED);
		CHECK(t.died == 1 && t.answered == 1 && t.is_bug && !strcmp(t.how, ends[i]));
	}
}

/* A program that nests too deeply is the user's. */
static unsigned nest(volatile unsigned *depth) {
	volatile unsigned here = ++*depth;
	return here ? nest(depth) + here : 0;
}

static void nest_as(void *context, size_t ix, struct turns_out *out) {
	(void)context, (void)ix, (void)out;
	volatile unsigned depth = 0;
	nest(&depth);
}

static void run_nesting(void *context) {
	static const struct turns_member one[] = {{1, 0}};
	struct turns_config config = {.member = one, .n = 1, .jobs = 1, .slice = SLICE, .stop = &stop};
	struct turns_calls calls = {
	    .work = nest_as, .answered = answered, .died = died, .worked = worked};
	int log[TURNS_MAX];
	CHECK(turns_run(&config, &calls, context, log) == TURNS_OVER);
	for (size_t i = 0; i < TURNS_MAX; i++)
		if (log[i] >= 0)
			close(log[i]);
}

static void test_nesting(void) {
	struct test t = {0};
#ifndef __SANITIZE_ADDRESS__
	CHECK(deep_run(run_nesting, &t));
	CHECK(t.died == 1 && !t.is_bug && strstr(t.how, "nests too deeply"));
#endif
	(void)t, (void)run_nesting;
}

static void test_ends(void) {
	static const struct plan endless[] = {{1000000, SILENT, false}, {1000000, SILENT, false}};
	struct test t = {.most = 20 * SLICE};
	CHECK(run(&t, endless, ALIKE, 2, 2) == TURNS_ANSWERED);
	CHECK(t.answered == 0);
	stop = 1;
	t = (struct test){0};
	CHECK(run(&t, endless, ALIKE, 2, 2) == TURNS_INTERRUPTED);
	stop = 0;
}

/* Members that an answer makes needless are ended; one that waited for work to be done begins. */
static void test_needless(void) {
	static const struct plan plan[] = {
	    {1, ANSWERS, false}, {1000000, SILENT, false}, {1, ANSWERS, false}};
	static const struct turns_member late[] = {{1, 0}, {1, 0}, {1, 1000 * SLICE}};
	for (unsigned jobs = 1; jobs <= 2; jobs++) {
		struct test t = {.ends_needless = true, .last = 2};
		CHECK(run(&t, plan, late, 3, jobs) == TURNS_OVER);
		CHECK(t.answered == 2 && t.died == 0);
	}
}

int main(void) {
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	test_order();
	test_needless();
	test_shares();
	test_jobs();
	test_cpu_time();
	test_first_answer();
	test_late_start();
	test_deaths();
	test_nesting();
	test_ends();
	return check_done("turns");
}
