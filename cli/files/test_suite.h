/* cli/files/test_suite.h -- --cover DIR: a folder with one test for each path that runs have taken.
 *
 *   test_suite_open --> the search, which calls cover_add --> test_suite_close
 *
 * symex/concrete/cover.h has cover_add.
 *
 * Tests are DIR/0001.json, DIR/0002.json, ...  Those of the same program that are in the folder
 * already stay, and no test is written for their paths.  A test appears under its name when it is
 * complete; several processes may add tests to one folder.
 */
#ifndef CLI_FILES_TEST_SUITE_H
#define CLI_FILES_TEST_SUITE_H

#include "cli/files/test_file.h"
#include "symex/concrete/cover.h"

struct test_suite {
	struct cover cover;
	struct test_about about;
	const char *folder;
	struct arena *arena;
	uint32_t last; /* number of the last test in the folder */
};

/* Ends the program if the folder cannot be used. */
void test_suite_open(struct test_suite *, const char *folder, const char *command,
                     const struct goto_prog *, struct arena *);
void test_suite_close(struct test_suite *);

#endif
