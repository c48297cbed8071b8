#include "cli/session/progress.h"

#include <string.h>

#include "tests/unit/check.h"

static char line[400];

static const char *of(const struct symex_stats *stats, double limit) {
	size_t n = progress_line(line, sizeof line, stats, "parsing", 10, limit);
	CHECK(n == strlen(line));
	return line;
}

int main(void) {
	struct symex_stats s = {.steps = 500000, .unwind = 7, .progress = {.switches = ANY_NUMBER}};
	CHECK(!strcmp(of(&s, 0), "10 s: parsing"));
	strcpy(s.progress.engine, "sequential");
	CHECK(!strcmp(of(&s, 60), "10 s of 60 s: sequential, unwind 7, 500.0k steps, 50.0k/s"));
	strcpy(s.progress.loop.id, "main.0");
	s.progress.query_began = 6;
	CHECK(!strcmp(of(&s, 0), "10 s: sequential, unwind 7 (main.0), 500.0k steps, 50.0k/s, "
	                         "in a query for 4 s"));
	s.progress.query_began = 0;
	strcpy(s.progress.engine, "lazy");
	s.progress.threads = 2;
	s.nodes = 20;
	s.depth = 5;
	CHECK(!strcmp(of(&s, 0), "10 s: lazy, unwind 7 (main.0), 20 states, 2/s, depth 5"));
	s.progress.switches = 3;
	CHECK(strstr(of(&s, 0), "lazy, up to 3 switches, unwind 7"));
	strcpy(s.progress.engine, "schedule");
	s.progress.switches = ANY_NUMBER;
	s.progress.contexts = 9;
	CHECK(strstr(of(&s, 0), "schedule, 9 contexts, unwind 7"));
	strcpy(s.progress.engine, "events");
	s.progress.contexts = 0;
	s.listed = 4;
	s.paths = 30;
	CHECK(strstr(of(&s, 0), "events, unwind 7 (main.0), 30 paths, 3/s, 4 left in the list"));
	s.progress.switches = 2;
	CHECK(strstr(of(&s, 0), "events, up to 2 switches, unwind 7"));
	s.branches = 9;
	s.taken = 8;
	CHECK(strstr(of(&s, 0), "in the list, 8 of 9 branches"));
	/* Parts that do not fit are left out, those behind them need not be. */
	CHECK(progress_line(line, 13, &s, "parsing", 10, 0) == 12 && !strcmp(line, "10 s: events"));
	CHECK(progress_line(line, 10, &s, "parsing", 10, 0) == 4 && !strcmp(line, "10 s"));
	CHECK(progress_line(line, 3, &s, "parsing", 10, 0) == 0 && !strcmp(line, ""));
	s.progress.query_began = 4;
	CHECK(progress_line(line, 83, &s, "parsing", 10, 0) < 83 &&
	      !strcmp(line, "10 s: events, up to 2 switches, unwind 7 (main.0), 30 paths, 3/s, "
	                    "8 of 9 branches"));
	CHECK(progress_line(line, 36, &s, "parsing", 10, 0) < 36 &&
	      !strcmp(line, "10 s: events, up to 2 switches"));
	for (size_t size = 1; size < 160; size++) {
		size_t n = progress_line(line, size, &s, "parsing", 10, 0);
		CHECK(n < size && n == strlen(line));
		CHECK(!n || strchr("segs)t", line[n - 1]) || !strcmp(line + n - 8, "unwind 7"));
	}
	s.progress.query_began = 0;
	s.progress.switches = 1;
	s.progress.contexts = 1;
	s.paths = s.listed = 0;
	s.nodes = 1;
	CHECK(strstr(of(&s, 0), "events, up to 1 switch, 1 context, unwind 7 (main.0), 1 state, 0/s"));
	return check_done("progress");
}
