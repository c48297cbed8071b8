#include "report/trace.h"

#include <stdlib.h>
#include <string.h>

#include "report/wording.h"
#include "tests/unit/check.h"
#include "util/intern.h"
#include "util/lines.h"

static const char source[] = "static int x;\n"                               /* 1 */
                             "void *inc(void *p) {\n"                        /* 2 */
                             "\tpthread_mutex_lock(&m);\n"                   /* 3 */
                             "\tx++;\n"                                      /* 4 */
                             "\tpthread_mutex_unlock(&m);\n"                 /* 5 */
                             "\tfor (int i = 0; i < 2; i++)\n"               /* 6 */
                             "\t\tpthread_create(&t[i], NULL, inc, NULL);\n" /* 7 */
                             "\tint *p = malloc(4);\n"                       /* 8 */
                             "\twhile (!flag)\n\t\t;\n"                      /* 9, 10 */
                             "\tassert(x == 2);\n";                          /* 11 */
static char file[] = "/tmp/test_trace.XXXXXX";
static struct cex cex;

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
	for (uint32_t i = 0; i < threads; i++)
		vec_push(&cex.thread, name[i]);
}

static void push_create(uint32_t thread, uint32_t other) {
	push_text(thread, STEP_CALL, at(7, 3), "pthread_create(&t[0], NULL, &inc, NULL)");
	struct step *s = push(thread, STEP_CREATE, at(7, 3));
	s->other = other;
	s->text = other == 1 ? "create T1 inc" : "create T2 inc";
}

/* What is printed, below its first empty line if there are columns. */
static char *print(enum telling telling, enum trace_layout layout, unsigned width, bool colour) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct interleaving all;
	interleaving_init(&all, &cex, telling);
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
	push_text(1, STEP_CALL, at(3, 2), "pthread_mutex_lock(&m)");
	push_text(2, STEP_CALL, at(3, 2), "pthread_mutex_lock(&m)"); /* before it does anything */
	push_lock(1, STEP_ACQUIRE, NO_THREAD);
	push_value(1, STEP_READ, at(4, 2), "x", "0", NULL);
	push_lock(2, STEP_BLOCKED, 1);
	push_value(1, STEP_ASSIGN, at(4, 2), "x", "1", "0");
	push_text(1, STEP_CALL, at(5, 2), "pthread_mutex_unlock(&m)");
	push_lock(1, STEP_RELEASE, NO_THREAD);
	push_text(1, STEP_THREAD_END, at(2, 7), "T1 ends");
	push_lock(2, STEP_ACQUIRE, NO_THREAD);
	push_value(2, STEP_READ, at(4, 2), "x", "1", NULL);
	push_value(2, STEP_ASSIGN, at(4, 2), "x", "2", "1");
	push_text(0, STEP_RETURN, at(6, 2), "main returns 0");
	push_value(0, STEP_READ, at(11, 2), "x", "2", NULL);
	push_text(0, STEP_VIOLATION, at(11, 2), "assertion");
}

static void test_layouts(void) {
	make_lost_update();
	static const char lines[] = "@:7:3: note: main: create T1 inc, T2 inc\n"
	                            "---- T1 inc ----\n"
	                            "@:3:2: note: T1 inc: pthread_mutex_lock(&m)\n"
	                            "@:4:2: note: T1 inc: x++ ... (x is 0)\n"
	                            "---- T2 inc ----\n"
	                            "@:3:2: note: T2 inc: pthread_mutex_lock(&m): waits, held by T1\n"
	                            "---- T1 inc ----\n"
	                            "@:4:2: note: T1 inc: ... x++ (x: 0 -> 1)\n"
	                            "@:5:2: note: T1 inc: pthread_mutex_unlock(&m)\n"
	                            "---- T2 inc ----\n"
	                            "@:3:2: note: T2 inc: goes on in pthread_mutex_lock(&m)\n"
	                            "@:4:2: note: T2 inc: x++ (x: 1 -> 2)\n"
	                            "---- main ----\n"
	                            "@:11:2: note: main: assertion\n";
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

int main(void) {
	FILE *f = fdopen(mkstemp(file), "w");
	fputs(source, f);
	fclose(f);
	test_layouts();
	cex_free(&cex);
	lines_free_all();
	intern_free_all();
	remove(file);
	return check_done("trace");
}
