/* tests/unit/check.h -- the whole unit-test framework: count, print what fails, return it.
 *
 *   int main(void) { CHECK(1 + 1 == 2); return check_done("arithmetic"); }
 *
 * A CHECK counts once, however often it is executed: as failed if its condition was ever false.
 * Each failure is printed with its position, up to CHECK_SHOWN of one CHECK.  A program that
 * executes no CHECK at all fails.
 *
 * What takes long is done where check_thorough() says so ('make test-all'); otherwise a sample, and
 * check_left_out says for the summary what that leaves out.
 */
#ifndef TESTS_UNIT_CHECK_H
#define TESTS_UNIT_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHECK_SHOWN = 20 };

/* One CHECK of the source; those that were executed are in a list. */
struct check_site {
	struct check_site *next;
	const char *file, *condition;
	int line;
	bool executed;
	unsigned long failures;
};

static struct check_site *check_sites;

static inline void check_at(struct check_site *site, bool good) {
	if (!site->executed) {
		site->executed = true;
		site->next = check_sites;
		check_sites = site;
	}
	if (!good && ++site->failures <= CHECK_SHOWN)
		fprintf(stderr, "%s:%d: failed: %s\n", site->file, site->line, site->condition);
}

#define CHECK(condition_)                                                                          \
	do {                                                                                           \
		static struct check_site check_here = {                                                    \
		    .file = __FILE__, .condition = #condition_, .line = __LINE__};                         \
		check_at(&check_here, (condition_) ? true : false);                                        \
	} while (0)

/* Is not reached. */
#define CHECK_NEVER(what_)                                                                         \
	do {                                                                                           \
		static struct check_site check_here = {                                                    \
		    .file = __FILE__, .condition = what_, .line = __LINE__};                               \
		check_at(&check_here, false);                                                              \
	} while (0)

static inline bool check_thorough(void) {
	return getenv("THOROUGH");
}

static inline void check_left_out(const char *what) {
	printf("left out: %s: only with 'make test-all'\n", what);
}

static inline int check_done(const char *module) {
	unsigned passed = 0, failed = 0;
	for (const struct check_site *s = check_sites; s; s = s->next) {
		*(s->failures ? &failed : &passed) += 1;
		if (s->failures > CHECK_SHOWN)
			fprintf(stderr, "%s:%d: failed %lu times: %s\n", s->file, s->line, s->failures,
			        s->condition);
	}
	if (!check_sites)
		fprintf(stderr, "%s: no check was executed\n", module);
	printf("%s: %u passed, %u failed\n", module, passed, failed);
	return failed || !check_sites;
}

#endif
