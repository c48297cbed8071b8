#include "report/text/trace.h"

#include <stdlib.h>
#include <string.h>

#include "report/story/wording.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/text/lines.h"

static const char source[] = "static int x;\n"                               /* 1 */
                             "void *inc(void *p) {\n"                        /* 2 */
                             "\tpthread_mutex_lock(&m);\n"                   /* 3 */
                             "\tx++;\n"                                      /* 4 */
                             "\tpthread_mutex_unlock(&m);\n"                 /* 5 */
                             "\tfor (int i = 0; i < 2; i++)\n"               /* 6 */
                             "\t\tpthread_create(&t[i], NULL, inc, NULL);\n" /* 7 */
                             "\tint *p = malloc(4);\n"                       /* 8 */
                             "\twhile (!flag)\n\t\t;\n"                      /* 9, 10 */
                             "\tassert(x == 2);\n"
                             "\tif (x == 1) fail();\n";
/* 12 */ /* 11 */
static char file[] = "/tmp/test_trace.XXXXXX";
static struct cex cex;
static struct cause *cause; /* NULL: it is not known */
static struct arena *arena; /* of arguments */

static struct loc at(uint32_t line, uint32_t col) {
	return (struct loc){file, line, col};
}

static struct step *push(uint32_t thread, enum step_kind kind, struct loc loc) {
	struct step s = {.kind = kind, .thread = thread, .loc = loc, .other = NO_THREAD};
	vec_push(&cex.step, s);
	return &vec_last(&cex.step);
}

static void push_value(uint32_t thread, enum step_kind kind, struct loc loc, const char *lhs,
                       const char *value, const char *before) {
	struct step *s = push(thread, kind, loc);
	s->lhs = lhs;
	s->value = value;
	s->before = before;
	s->shared = before || kind == STEP_READ;
}

static void push_text(uint32_t thread, enum step_kind kind, struct loc loc, const char *text) {
	push(thread, kind, loc)->text = text;
}

static void push_call(uint32_t thread, struct loc loc, const char *function, const char *argument) {
	struct step *s = push(thread, STEP_CALL, loc);
	s->call = function;
	s->arg = arena_copy(arena, &argument, sizeof argument);
	s->nargs = 1;
}

static void push_return(uint32_t thread, struct loc loc, const char *function, const char *value) {
	struct step *s = push(thread, STEP_RETURN, loc);
	s->call = function;
	s->value = value;
}

static void push_lock(uint32_t thread, enum step_kind kind, uint32_t holder) {
	struct step *s =
	    push(thread, kind, kind == STEP_BLOCKED ? at(3, 2) : (struct loc){"lock.c", 9, 9});
	s->lhs = "&m";
	s->text = "mutex";
	s->other = holder;
	s->in_model = true;
}

static void begin(uint32_t threads) {
	static const struct cex_thread name[] = {
	    {"main", "main", {0}}, {"T1", "inc", {0}}, {"T2", "inc", {0}}};
	cex.step.n = cex.thread.n = cex.wait.n = cex.access.n = 0;
	cex.loop = 0;
	for (uint32_t i = 0; i < threads; i++)
		vec_push(&cex.thread, name[i]);
}

static void push_create(uint32_t thread, uint32_t other) {
	push_call(thread, at(7, 3), "pthread_create", "&t[0]");
	push(thread, STEP_CREATE, at(7, 3))->other = other;
}

/* What is printed, below its first empty line if there are columns. */
static char *print(enum telling telling, enum trace_layout layout, unsigned width, bool colour) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct interleaving all;
	interleaving_init(&all, &cex, cause, telling);
	trace_print(&(struct paint){f, colour}, &cex, &all,
	            &(struct trace_config){telling, layout, width});
	interleaving_free(&all);
	fclose(f);
	return text;
}

/* The name of the file in 'golden' is "@". */
static bool prints(enum telling telling, enum trace_layout layout, unsigned width,
                   const char *golden) {
	char *text = print(telling, layout, width, false), *wanted = mem_alloc(strlen(golden) * 20),
	     *w = wanted;
	const char *name = layout == LAYOUT_LINES ? file : strrchr(file, '/') + 1;
	for (; *golden; golden++)
		w += *golden == '@' ? sprintf(w, "%s", name) : (*w = *golden, 1);
	*w = '\0';
	bool good = !strcmp(text, wanted);
	if (!good)
		fprintf(stderr, "printed:\n%s\nwanted:\n%s\n", text, wanted);
	free(text);
	mem_free(wanted);
	return good;
}

/* One of two increments gets lost; T2 waits for the lock meanwhile. */
static void make_lost_update(void) {
	begin(3);
	push_value(0, STEP_ASSIGN, at(6, 7), "i", "0", NULL);
	push_create(0, 1);
	push_value(0, STEP_ASSIGN, at(6, 25), "i", "1", NULL);
	push_create(0, 2);
	push_call(1, at(3, 2), "pthread_mutex_lock", "&m");
	push_call(2, at(3, 2), "pthread_mutex_lock", "&m"); /* before it does anything */
	push_lock(1, STEP_ACQUIRE, NO_THREAD);
	push_value(1, STEP_READ, at(4, 2), "x", "0", NULL);
	push_lock(2, STEP_BLOCKED, 1);
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	push_call(1, at(5, 2), "pthread_mutex_unlock", "&m");
	push_lock(1, STEP_RELEASE, NO_THREAD);
	push(1, STEP_THREAD_END, at(2, 7));
	push_lock(2, STEP_ACQUIRE, NO_THREAD);
	push_value(2, STEP_READ, at(4, 2), "x", "1", NULL);
	push_value(2, STEP_ASSIGN, at(4, 2), "x", "2", "1");
	push_return(0, at(6, 2), "main", "0");
	push_value(0, STEP_READ, at(11, 2), "x", "2", NULL);
	push_text(0, STEP_VIOLATION, at(11, 2), "assertion");
}

static void test_layouts(void) {
	make_lost_update();
	static const char lines[] =
	    "@:7:3: note: step 1: main: create T1 inc, T2 inc\n"
	    "---- T1 inc ----\n"
	    "@:3:2: note: step 2: T1 inc: pthread_mutex_lock(&m)\n"
	    "@:4:2: note: step 3: T1 inc: x++ ... (x is 0)\n"
	    "---- T2 inc ----\n"
	    "@:3:2: note: step 4: T2 inc: pthread_mutex_lock(&m): waits, held by T1\n"
	    "---- T1 inc ----\n"
	    "@:4:2: note: step 5: T1 inc: ... x++ (x: 0 -> 1)\n"
	    "@:5:2: note: step 6: T1 inc: pthread_mutex_unlock(&m)\n"
	    "---- T2 inc ----\n"
	    "@:3:2: note: step 7: T2 inc: goes on in pthread_mutex_lock(&m)\n"
	    "@:4:2: note: step 8: T2 inc: x++ (x: 1 -> 2)\n"
	    "---- main ----\n"
	    "@:11:2: note: step 9: main: assertion\n";
	static const char narrow[] =
	    "\n"
	    "  step  main                  T1 inc         T2 inc           values\n"
	    "     1  create T1, T2   :7\n"
	    "     2                        lock m    :3\n"
	    "     3                        x++ ...   :4                    x is 0\n"
	    "     4                                       lock m ...  :3   waits, held by T1\n"
	    "     5                        ... x++   :4                    x: 0 -> 1\n"
	    "     6                        unlock m  :5\n"
	    "     7                                       ... lock m  :3\n"
	    "     8                                       x++         :4   x: 1 -> 2\n"
	    "     9  assert(x == 2)  :11                                   error: x is 2\n";
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 200, lines));
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 90, narrow));
}

/* T1's store waits in its buffer while T2 reads the old value; T1 itself finds it there, and memory
 * gets it in the middle of a statement of T1. */
static void test_buffers(void) {
	begin(3);
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	vec_last(&cex.step).buffer = INTO_BUFFER;
	push_value(2, STEP_READ, at(9, 2), "flag", "0", NULL);
	push_value(1, STEP_READ, at(11, 2), "x", "1", NULL);
	vec_last(&cex.step).buffer = FROM_BUFFER;
	push_value(1, STEP_FLUSH, at(4, 2), "x", "1", "0");
	push_value(1, STEP_READ, at(11, 2), "y", "0", NULL);
	push_text(1, STEP_VIOLATION, at(11, 2), "assertion");
	CHECK(prints(TELL_COMPACT, LAYOUT_COLUMNS, 0,
	             "\n"
	             "  step  T1 inc                                       T2 inc              "
	             "                 values\n"
	             "     1  x++                   @:4                                        "
	             " x = 1 (buffered)\n"
	             "     2                                               while (!flag)  @:9  "
	             " flag is 0\n"
	             "     3  assert(x == 2) ...    @:11                                       "
	             " x is 1 (from its own buffer)\n"
	             "     4  x = 1 reaches memory  @:4                                        "
	             " x: 0 -> 1\n"
	             "     5  ... assert(x == 2)    @:11                                       "
	             " error: y is 0\n"));
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:4:2: note: step 1: T1 inc: x++ (x = 1 (buffered))\n"
	             "---- T2 inc ----\n"
	             "@:9:2: note: step 2: T2 inc: while (!flag) (flag is 0)\n"
	             "---- T1 inc ----\n"
	             "@:11:2: note: step 3: T1 inc: assert(x == 2) ... (x is 1 (from its own buffer))\n"
	             "@:4:2: note: step 4: T1 inc: x = 1 reaches memory\n"
	             "@:11:2: note: step 5: T1 inc: assertion\n"));
	/* at once: it is as without a buffer */
	begin(2);
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	vec_last(&cex.step).buffer = INTO_BUFFER;
	push_value(1, STEP_FLUSH, at(4, 2), "x", "1", "0");
	push_text(1, STEP_VIOLATION, at(11, 2), "assertion");
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:4:2: note: step 1: T1 inc: x++ (x: 0 -> 1)\n"
	             "@:11:2: note: step 2: T1 inc: assertion\n"));
}

/* T1 spins on a flag: the part that recurs is told once, and not that it has happened before. */
static void test_loop(void) {
	begin(2);
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	push_value(1, STEP_READ, at(9, 2), "flag", "0", NULL);
	cex.loop = 3;
	push_value(1, STEP_READ, at(9, 2), "flag", "0", NULL);
	push_value(1, STEP_READ, at(9, 2), "flag", "0", NULL);
	push_text(1, STEP_VIOLATION, at(9, 2), "T1 ends");
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:4:2: note: step 1: T1 inc: x++ (x: 0 -> 1)\n"
	             "---- from here for ever: ----\n"
	             "@:9:2: note: step 2: T1 inc: while (!flag) (flag is 0)\n"
	             "---- and again from step 2, for ever ----\n"));
	CHECK(prints(TELL_COMPACT, LAYOUT_COLUMNS, 0,
	             "\n"
	             "  step  T1 inc                               values\n"
	             "     1  x++            @:4   x: 0 -> 1\n"
	             "        from here for ever:\n"
	             "     2  while (!flag)  @:9   flag is 0\n"
	             "        and again from step 2, for ever\n"));
	/* two steps recur; the last one of the stem is not the same as the first of these */
	begin(2);
	push_value(1, STEP_READ, at(9, 2), "flag", "0", NULL);
	cex.loop = 2;
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	push_value(1, STEP_READ, at(9, 2), "flag", "0", NULL);
	push_text(1, STEP_VIOLATION, at(9, 2), "T1 ends");
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:9:2: note: step 1: T1 inc: while (!flag) (flag is 0)\n"
	             "---- from here for ever: ----\n"
	             "@:4:2: note: step 2: T1 inc: x++ (x: 0 -> 1)\n"
	             "@:9:2: note: step 3: T1 inc: while (!flag) (flag is 0)\n"
	             "---- and again from step 2, for ever ----\n"));
	/* a loop in which nothing is told */
	begin(2);
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	cex.loop = 2;
	push_text(1, STEP_BRANCH, at(9, 2), "1");
	push_text(1, STEP_VIOLATION, at(9, 2), "T1 ends");
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:4:2: note: step 1: T1 inc: x++ (x: 0 -> 1)\n"
	             "---- for ever: steps that no other thread can notice ----\n"));
	/* nothing recurs where all threads wait */
	begin(2);
	cex.loop = 1;
	push_text(1, STEP_VIOLATION, at(9, 2), "T1 ends");
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0, "@:9:2: note: step 1: T1 inc: T1 ends\n"));
	begin(1);
}

static void test_widths(void) {
	make_lost_update();
	/* without brackets around the widths: as wide as needed, then bare places, then lines */
	char *wide = print(TELL_COMPACT, LAYOUT_AUTO, 200, false);
	CHECK(strstr(wide, "create T1, T2   test_trace."));
	size_t longest = 0;
	for (const char *line = wide; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		size_t n = strcspn(line, "\n");
		longest = n > longest ? n : longest;
		CHECK(!n || line[n - 1] != ' ');
		if (!n && !line[0])
			break;
	}
	char *exact = print(TELL_COMPACT, LAYOUT_AUTO, (unsigned)longest, false);
	CHECK(!strcmp(wide, exact));
	char *less = print(TELL_COMPACT, LAYOUT_AUTO, (unsigned)longest - 1, false);
	CHECK(strstr(less, "create T1, T2   :7\n"));
	char *lines = print(TELL_COMPACT, LAYOUT_AUTO, 50, false);
	CHECK(strstr(lines, ": T1 inc: x++ ... (x is 0)\n") && !strstr(lines, "  step"));
	char *unknown = print(TELL_COMPACT, LAYOUT_AUTO, 0, false);
	CHECK(!strcmp(lines, unknown));
	char *forced = print(TELL_COMPACT, LAYOUT_COLUMNS, 50, false);
	CHECK(!strcmp(forced, wide));
	free(wide);
	free(exact);
	free(less);
	free(lines);
	free(unknown);
	free(forced);
	for (unsigned width = 0; width < 120; width++) { /* whatever the width, nothing is wider */
		char *text = print(TELL_COMPACT, LAYOUT_AUTO, width, false);
		bool columns = strstr(text, "  step  main");
		for (const char *line = strtok(text, "\n"); columns && line; line = strtok(NULL, "\n"))
			if (strlen(line) > width)
				CHECK_NEVER("it fits");
		free(text);
	}
}

/* Too narrow for columns side by side: they overlap; then texts are cut, then there are lines. */
static void test_overlapping(void) {
	begin(3);
	push_call(1, (struct loc){"lock.c", 1, 1}, "inc", "1");
	cex.step.at[0].in_model = true;
	push_call(2, (struct loc){"lock.c", 1, 1}, "inc", "2");
	cex.step.at[1].in_model = true;
	push_create(0, 1);
	push_value(1, STEP_READ, at(11, 2), "x", "1", NULL);
	push_value(2, STEP_READ, at(11, 2), "x", "1", NULL);
	push_text(2, STEP_VIOLATION, at(11, 2), "assertion");
	CHECK(prints(
	    TELL_COMPACT, LAYOUT_AUTO, 90,
	    "\n"
	    "  step  main            T1 inc(1)             T2 inc(2)             values\n"
	    "     1  create T1  :7\n"
	    "     2                  assert(x == 2)  :11                         x is 1\n"
	    "     3                                        assert(x == 2)  :11   error: x is 1\n"));
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 70,
	             "\n"
	             "  step  main        T1 inc         T2 inc                values\n"
	             "     1  create T1                                  :7\n"
	             "     2              assert(x == 2)                 :11   x is 1\n"
	             "     3                             assert(x == 2)  :11   error: x is 1\n"));
	char *text = print(TELL_COMPACT, LAYOUT_AUTO, 50, false);
	CHECK(strstr(text, ": T1 inc: assert(x == 2) (x is 1)\n"));
	free(text);
}

static void test_colours(void) {
	make_lost_update();
	char *plain = print(TELL_COMPACT, LAYOUT_AUTO, 120, false);
	char *text = print(TELL_COMPACT, LAYOUT_AUTO, 120, true), *to = text;
	CHECK(strstr(text, "\033[36mx++ ...") && strstr(text, "\033[35mlock m") &&
	      strstr(text, "\033[1;31massert(x == 2)"));
	for (const char *s = text; *s;) {
		if (*s == '\033')
			s += strcspn(s, "m") + 1;
		else
			*to++ = *s++;
	}
	*to = '\0';
	CHECK(!strcmp(plain, text));
	free(plain);
	free(text);
}

static void test_full(void) {
	make_lost_update();
	char *text = print(TELL_FULL, LAYOUT_LINES, 0, false);
	CHECK(strstr(text, ": main: int i = 0 (i = 0)\n"));
	CHECK(strstr(text, ": main: i++ (i = 1)\n"));
	CHECK(strstr(text, ": T1 inc: ends\n"));
	CHECK(strstr(text, "(main returns 0)\n"));
	CHECK(!strstr(text, "lock.c"));
	free(text);
	text = print(TELL_RAW, LAYOUT_LINES, 0, false);
	CHECK(strstr(text, "lock.c:9:9: note: step 9: T1 inc: holds mutex &m\n"));
	CHECK(strstr(text, ": T1 inc: reads x = 0\n"));
	CHECK(strstr(text, ": T1 inc: x = 1 (was 0)\n"));
	CHECK(strstr(text, ": main: pthread_create(&t[0])\n"));
	free(text);
}

static void test_race(void) {
	begin(3);
	push_create(0, 1);
	push_create(0, 2);
	push_value(1, STEP_READ, at(4, 2), "x", "0", NULL);
	push_value(2, STEP_READ, at(4, 2), "x", "0", NULL);
	push_text(2, STEP_VIOLATION, at(4, 2), "data race on 'x'");
	struct cex_access one = {.thread = 1, .is_write = true, .lvalue = "x", .loc = at(4, 2)},
	                  other = one;
	other.thread = 2;
	vec_push(&cex.access, one);
	vec_push(&cex.access, other);
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 80,
	             "\n"
	             "  step  main                T1 inc        T2 inc        values\n"
	             "     1  create T1, T2  :7\n"
	             "     2                      x++ ...  :4                 x is 0\n"
	             "     3                                    x++ ...  :4   x is 0\n"
	             "     4                      ... x++  :4                 error: writes x\n"
	             "     5                                    ... x++  :4   error: writes x\n"));
}

/* T1 is told to wait, main and T2 are only about to: nobody asked them to stop. */
static void test_deadlock(void) {
	begin(3);
	push_call(1, at(3, 2), "pthread_mutex_lock", "&m");
	push_lock(1, STEP_BLOCKED, 2);
	push_call(2, at(5, 2), "pthread_mutex_lock", "&n");
	push_call(0, at(7, 3), "pthread_join", "T1");
	push_text(0, STEP_VIOLATION, at(7, 3), "deadlock");
	struct cex_wait wait[] = {{0, "join", NULL, 1, at(7, 3), true},
	                          {1, "mutex", "&m", 2, at(3, 2), false},
	                          {2, "mutex", "&n", 1, at(5, 2), false}};
	for (size_t i = 0; i < 3; i++)
		vec_push(&cex.wait, wait[i]);
	CHECK(prints(
	    TELL_COMPACT, LAYOUT_LINES, 0,
	    "@:3:2: note: step 1: T1 inc: pthread_mutex_lock(&m): waits for ever, held by T2\n"
	    "---- main ----\n"
	    "@:7:3: note: step 2: main: pthread_join(T1): waits for ever\n"
	    "---- T2 inc ----\n"
	    "@:5:2: note: step 3: T2 inc: pthread_mutex_lock(&n): waits for ever, held by T1\n"));
}

/* Iterations of a spinning loop are one line; a call that its statement tells has none. */
static void test_folding(void) {
	begin(2);
	for (unsigned i = 0; i < 3; i++) {
		push_value(1, STEP_READ, at(9, 2), "flag", "0", NULL);
		push_text(1, STEP_BRANCH, at(9, 2), "!flag");
		vec_last(&cex.step).value = "true";
		vec_last(&cex.step).shared = true;
	}
	push_call(1, at(8, 11), "malloc", "4");
	push_value(1, STEP_ASSIGN, at(8, 2), "p", "NULL", NULL);
	push_value(1, STEP_ASSIGN, at(6, 7), "i", "7", NULL); /* a counter, beside other threads */
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:9:2: note: step 1: T1 inc: while (!flag) (true: flag is 0), 3 times\n"
	             "@:8:2: note: step 2: T1 inc: int *p = malloc(4) (p = NULL)\n"));
	cex.thread.n = 1;
	for (size_t i = 0; i < cex.step.n; i++)
		cex.step.at[i].thread = 0;
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 60,
	             "\n"
	             "  step  main                          values\n"
	             "     1  while (!flag) (3 times)  :9   true: flag is 0\n"
	             "     2  int *p = malloc(4)       :8   p = NULL\n"
	             "     3  int i = 0                :6   i = 7\n"));
}

/* Functions that are called are indented; a failed assertion tells what was returned. */
static void test_calls(void) {
	begin(1);
	push_call(0, at(11, 2), "inc", "3");
	cex.step.at[0].function = "main";
	push_value(0, STEP_ASSIGN, at(4, 2), "x", "1", NULL);
	vec_last(&cex.step).function = "inc";
	vec_last(&cex.step).depth = 1;
	push_return(0, at(5, 2), "inc", "9");
	vec_last(&cex.step).function = "inc";
	vec_last(&cex.step).depth = 1;
	push_text(0, STEP_VIOLATION, at(11, 2), "assertion");
	vec_last(&cex.step).function = "main";
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 50,
	             "\n"
	             "  step  main                  values\n"
	             "     1  inc(3)          :11\n"
	             "     2    x++           :4    x = 1\n"
	             "     3  assert(x == 2)  :11   error: inc(3) is 9\n"));
}

/* The 'if' around the violation is told, unless a function that checks its argument has it. */
static void test_guard(void) {
	begin(1);
	push_value(0, STEP_ASSIGN, at(4, 2), "x", "1", NULL);
	push_value(0, STEP_READ, at(12, 2), "x", "1", NULL);
	vec_last(&cex.step).shared = false;
	push_text(0, STEP_BRANCH, at(12, 2), "x == 1");
	vec_last(&cex.step).value = "true";
	push_text(0, STEP_VIOLATION, at(12, 14), "call");
	for (size_t i = 0; i < cex.step.n; i++)
		cex.step.at[i].depth = 1;
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 50,
	             "\n"
	             "  step  main                 values\n"
	             "     1    x++          :4    x = 1\n"
	             "     2    if (x == 1)  :12   true: x is 1\n"
	             "     3    fail()       :12   error\n"));
	static const char *argument[] = {"1"};
	cex.step.at[0].kind = STEP_CALL;
	cex.step.at[0].call = "inc";
	cex.step.at[0].arg = argument;
	cex.step.at[0].nargs = 1;
	cex.step.at[0].depth = 0;
	for (size_t i = 1; i < cex.step.n; i++)
		cex.step.at[i].function = "inc";
	CHECK(prints(TELL_COMPACT, LAYOUT_AUTO, 40,
	             "\n"
	             "  step  main            values\n"
	             "     1  inc(1)    :4\n"
	             "     2    fail()  :12   error\n"));
}

static void test_outcome(void) {
	begin(1);
	for (unsigned i = 0; i < 2; i++) {
		push_call(0, at(3, 2), "pthread_mutex_trylock", "&m");
		push_return(0, (struct loc){"lock.c", 9, 9}, "pthread_mutex_trylock", i ? "16" : "0");
		vec_last(&cex.step).in_model = true;
		push_value(0, STEP_ASSIGN, at(4, 2), "x", i ? "2" : "1", NULL);
	}
	CHECK(prints(TELL_COMPACT, LAYOUT_LINES, 0,
	             "@:3:2: note: step 1: pthread_mutex_trylock(&m) (succeeds)\n"
	             "@:4:2: note: step 2: x++ (x = 1)\n"
	             "@:3:2: note: step 3: pthread_mutex_trylock(&m) (fails)\n"
	             "@:4:2: note: step 4: x++ (x = 2)\n"));
}

/* The parity of the bits: no part of the sequence is there three times in a row. */
static bool is_odd(unsigned i) {
	return i && (i & 1) != is_odd(i >> 1);
}

/* Of long traces, the last page is told, in both layouts. */
static void test_elision(void) {
	begin(1);
	char *value = mem_alloc(1000 * 8);
	for (unsigned i = 0; i < 1000; i++) {
		sprintf(value + i * 8, "%u", i);
		push_value(0, STEP_ASSIGN, at(is_odd(i) ? 4 : 8, 2), "x", value + i * 8, NULL);
		push_text(0, STEP_BRANCH, at(9, 2), "x");
	}
	char *text = print(TELL_COMPACT, LAYOUT_AUTO, 120, false);
	CHECK(!strstr(text, "\n     1  ") && !strstr(text, "\n   976  "));
	CHECK(strstr(text, "\n    ...  976 steps, --trace=full shows them\n    977  "));
	CHECK(strstr(text, "\n   1000  "));
	free(text);
	text = print(TELL_COMPACT, LAYOUT_LINES, 120, false);
	CHECK(strstr(text, "... 976 steps, --trace=full shows them ...\n"));
	free(text);
	text = print(TELL_FULL, LAYOUT_LINES, 120, false);
	CHECK(strstr(text, "(x = 500)\n") && !strstr(text, " steps,"));
	free(text);
	mem_free(value);
}

static void push_iterations(uint32_t thread, unsigned n, char *value) {
	for (unsigned i = 0; i < n; i++) {
		sprintf(value + i * 8, "%u", i);
		push_call(thread, at(3, 2), "pthread_mutex_lock", "&m");
		push_lock(thread, STEP_ACQUIRE, NO_THREAD);
		push_value(thread, STEP_ASSIGN, at(4, 2), "x", value + i * 8, "?");
		push_call(thread, at(5, 2), "pthread_mutex_unlock", "&m");
		push_lock(thread, STEP_RELEASE, NO_THREAD);
	}
}

/* Of many iterations of a loop, the first and the last one are told; of few, all are. */
static void test_iterations(void) {
	char *value = mem_alloc(20 * 8);
	begin(3);
	push_iterations(1, 19, value);
	push(2, STEP_THREAD_END, at(2, 1));
	char *text = print(TELL_COMPACT, LAYOUT_COLUMNS, 0, false);
	CHECK(strstr(text, "x: ? -> 0\n") && !strstr(text, "x: ? -> 1\n"));
	CHECK(strstr(text, "\n   ...  17 more rounds\n    55  "));
	CHECK(!strstr(text, "x: ? -> 17\n") && strstr(text, "x: ? -> 18\n"));
	free(text);
	text = print(TELL_FULL, LAYOUT_COLUMNS, 0, false);
	CHECK(strstr(text, "x: ? -> 9\n") && !strstr(text, "more rounds"));
	free(text);
	begin(3);
	push_iterations(1, 8, value);
	text = print(TELL_COMPACT, LAYOUT_COLUMNS, 0, false);
	CHECK(strstr(text, "x: ? -> 4\n") && !strstr(text, "more rounds"));
	free(text);
	mem_free(value);
}

/* What the violation does not depend on is left out of a long trace, and dimmed in a short one. */
static void test_aside(void) {
	char *value = mem_alloc(40 * 8);
	for (unsigned n = 10; n <= 40; n += 30) {
		begin(3);
		for (unsigned i = 0; i < n; i++) {
			sprintf(value + i * 8, "%u", i);
			push_value(1, STEP_ASSIGN, at(is_odd(i) ? 4 : 8, 2), "x", value + i * 8, "?");
			push_text(1, STEP_BRANCH, at(9, 2), "x");
			bool aside = i >= 3 && i < n - 2 && i != 7;
			cex.step.at[2 * i].aside = cex.step.at[2 * i + 1].aside = aside;
		}
		char *text = print(TELL_COMPACT, LAYOUT_COLUMNS, 0, true);
		bool is_long = n == 40;
		CHECK(!strstr(text, "x: ? -> 4") == is_long && strstr(text, "x: ? -> 7"));
		CHECK(!strstr(text, "\n\033[2m   ...  4 steps that matter less") != is_long);
		CHECK(!strstr(text, "\n\033[2m   ...  30 steps that matter less") != is_long);
		CHECK(is_long || strstr(text, "\033[2mx: ? -> 4"));
		free(text);
		text = print(TELL_FULL, LAYOUT_LINES, 0, false);
		CHECK(strstr(text, "x: ? -> 4)") && !strstr(text, "matter less"));
		free(text);
	}
	mem_free(value);
}

/* Steps of the cause have a mark, are never folded, and the locks around them and the condition
 * that led there stay with them; the rest is counted. */
static void test_cause(void) {
	struct cause known = {0};
	char *value = mem_alloc(60 * 8);
	begin(3);
	for (unsigned i = 0; i < 60; i++) {
		sprintf(value + i * 8, "%u", i);
		if (i == 20) {
			push_call(1, at(3, 2), "pthread_mutex_lock", "&m");
			push_lock(1, STEP_ACQUIRE, NO_THREAD);
			push_text(1, STEP_BRANCH, at(5, 2), "x + y >= z");
			vec_last(&cex.step).operands = "80 + 0 >= 80";
			vec_last(&cex.step).value = "true";
		}
		push_value(1, STEP_ASSIGN, at(is_odd(i) ? 4 : 8, 2), "x", value + i * 8, "?");
		if (i == 20) {
			struct cause_fact f = {.first = {.kind = CAUSE_EVENT_WRITE,
			                                 .thread = 1,
			                                 .step = (uint32_t)cex.step.n - 1}};
			vec_push(&known.fact, f);
			push_call(1, at(5, 2), "pthread_mutex_unlock", "&m");
			push_lock(1, STEP_RELEASE, NO_THREAD);
		}
		push_text(1, STEP_BRANCH, at(9, 2), "x");
	}
	cause = &known;
	char *text = print(TELL_COMPACT, LAYOUT_COLUMNS, 0, false);
	CHECK(strstr(text, "x: ? -> 20\n") && strstr(text, "\n  > 23  "));
	CHECK(strstr(text, "\n    21  lock m") && strstr(text, "\n    24  unlock m"));
	CHECK(strstr(text, "true: 80 + 0 >= 80\n"));
	CHECK(strstr(text, "\n   ...  20 steps, --trace=full shows them\n    21  ") &&
	      strstr(text, "x: ? -> 59\n"));
	unsigned lines = 0;
	for (const char *s = text; *s; s++)
		lines += *s == '\n';
	CHECK(lines == 2 + 25); /* an empty one and the heading */
	free(text);
	text = print(TELL_COMPACT, LAYOUT_LINES, 0, false);
	CHECK(strstr(text, "note: step 23 (cause): T1 inc: "));
	free(text);
	text = print(TELL_FULL, LAYOUT_COLUMNS, 0, false);
	CHECK(strstr(text, "x: ? -> 9\n") && !strstr(text, "..."));
	free(text);
	cause = NULL;
	vec_free(&known.fact);
	mem_free(value);
}

static const char *pick(const char *const *list, size_t n) {
	return list[(size_t)rand() % n];
}

static void push_random(void) {
	static const char *const text[] = {NULL, "", "(", "x <"};
	static const char *const call[] = {"inc", "pthread_mutex_lock", "_x", "pthread_join", ""};
	static const char *argument[] = {"&m", "node#2", "", "3"};
	static const char *const name[] = {NULL, "", "x", "&m", "*p", "p->n", "p", "p+4", "f()", "__y"};
	static const char *const value[] = {NULL, "", "0", "1", "&node#2"};
	static const char *const function[] = {NULL, "main", "inc"};
	static const struct loc place[] = {{0}, {"gone.c", 3, 1}, {file, 99, 1}, {file, 4, 0}};
	bool is_there = rand() % 4;
	uint32_t line = (uint32_t)rand() % 12, column = 2 + (uint32_t)rand() % 2;
	struct loc loc = is_there ? at(line, column) : place[rand() % 4];
	uint32_t thread = (uint32_t)rand() % 4;
	struct step *s = push(thread, (enum step_kind)(rand() % (STEP_FLUSH + 1)), loc);
	s->text = pick(text, sizeof text / sizeof *text);
	s->call = pick(call, sizeof call / sizeof *call);
	s->arg = argument + rand() % 2;
	s->nargs = (uint32_t)rand() % 3;
	s->lhs = pick(name, sizeof name / sizeof *name);
	s->value = pick(value, sizeof value / sizeof *value);
	s->before = rand() % 2 ? pick(value, sizeof value / sizeof *value) : NULL;
	s->function = pick(function, 3);
	s->other = rand() % 3 ? NO_THREAD : (uint32_t)rand() % 5;
	s->depth = (uint32_t)rand() % 70;
	s->in_model = rand() % 2;
	s->shared = rand() % 2;
}

/* Whatever the steps: lines are in order, name a step, and are printed within the width. */
static void check_random(enum telling telling) {
	struct interleaving all;
	interleaving_init(&all, &cex, cause, telling);
	for (size_t i = 0; i < all.line.n; i++) {
		const struct told *line = &all.line.at[i];
		if (!line->text || !line->values || !line->sentence || line->first > line->last ||
		    line->last >= cex.step.n || line->step >= cex.step.n)
			CHECK_NEVER("a good line");
	}
	interleaving_free(&all);
	unsigned width = (unsigned)rand() % 150;
	enum trace_layout layout = (enum trace_layout)(rand() % 3);
	char *text = print(telling, layout, width, rand() % 2);
	free(text);
	text = print(telling, LAYOUT_AUTO, width, false);
	if (strstr(text, "  step  "))
		for (const char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
			if (strlen(line) > width)
				CHECK_NEVER("it fits");
	free(text);
}

static void test_random(void) {
	srand(7);
	for (unsigned iteration = 0; iteration < 3000; iteration++) {
		begin(1 + (uint32_t)rand() % 3);
		for (int n = rand() % 40; n > 0; n--)
			push_random();
		for (int n = rand() % 8 - 5; n > 0; n--) {
			uint32_t thread = (uint32_t)rand() % 4, holder = (uint32_t)rand() % 5;
			struct cex_wait w = {thread, "mutex", "&m", holder, at(3, 2), false};
			vec_push(&cex.wait, w);
		}
		for (int n = rand() % 8 - 5; n > 0; n--) {
			struct cex_access a = {.thread = (uint32_t)rand() % 4, .loc = at(4, 2)};
			vec_push(&cex.access, a);
		}
		check_random((enum telling)(rand() % 3));
	}
}

int main(void) {
	arena = arena_open();
	FILE *f = fdopen(mkstemp(file), "w");
	fputs(source, f);
	fclose(f);
	test_layouts();
	test_loop();
	test_widths();
	test_buffers();
	test_overlapping();
	test_colours();
	test_full();
	test_race();
	test_deadlock();
	test_folding();
	test_calls();
	test_guard();
	test_outcome();
	test_elision();
	test_iterations();
	test_aside();
	test_cause();
	test_random();
	cex_free(&cex);
	lines_free_all();
	intern_free_all();
	remove(file);
	arena_close(arena);
	return check_done("trace");
}
