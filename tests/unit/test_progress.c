#include "cli/progress.h"

#include <string.h>

#include "tests/unit/check.h"

static char line[400];

static const char *of(struct symex_stats stats) {
	size_t n = progress_line(line, sizeof line, &stats, "verifying", 10);
	CHECK(n == strlen(line));
	return line;
}

int main(void) {
	struct symex_stats s = {.steps = 5, .solver_calls = 6, .unwind = 7};
	CHECK(!strcmp(of(s), "10 s: verifying, unwind 7, 5 steps, 6 solver calls"));
	s.threads = 2;
	s.context_bound = 1;
	CHECK(strstr(of(s), "verifying, context bound 1, 0 interleavings, 0 nodes, unwind 7, "));
	s.listed = 4;
	s.paths = 3;
	s.runs = 45;
	CHECK(strstr(of(s), "verifying, 3 paths, 4 in the list, 4.5 runs a second, unwind 7, "));
	s.branches = 9;
	s.taken = 8;
	CHECK(strstr(of(s), "4.5 runs a second, 8 of 9 branches, unwind 7, "));
	CHECK(progress_line(line, 10, &s, "verifying", 10) == 9 && !strcmp(line, "10 s: ver"));
	return check_done("progress");
}
