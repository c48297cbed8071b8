/* fix/candidate_sync.h: which changes are proposed for causes that are written down here.
 *
 * In the sources, "@0" marks where the event of role 0 is; the marks are taken out.  A case names
 * lines that some candidate adds: all of them in one candidate. */
#include "fix/candidate_sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fix/edit.h"
#include "tests/model_dir.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct arena *arena;

struct example {
	const char *name;
	enum cause_kind kind;
	proposer *propose;
	const char *source;
	const char *after[4]; /* texts that must be in what some candidate makes of the source */
};

#define HEAD                                                                                       \
	"#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n"                          \
	"struct box { pthread_mutex_t m; pthread_cond_t c; int full; };\n"                             \
	"static pthread_mutex_t m, n;\nstatic pthread_cond_t c;\nstatic int full, x[3];\n"

static const struct example examples[] = {
    {"a join for a detach",
     CAUSE_USE_AFTER_FREE,
     candidate_sync_join,
     "void f(void) {\n\tpthread_t t;\n\tpthread_detach(t);\n\t@0return;\n}\n",
     {"\tpthread_t t;\n\tpthread_join(t, NULL);\n\treturn;\n"}},
    {"a value from the beginning",
     CAUSE_NOT_INITIALISED,
     candidate_memory,
     "int f(int k) {\n\t@0int a = 1, obj;\n\tif (k)\n\t\tobj = a;\n\treturn @1obj;\n}\n",
     {"\tint a = 1, obj = 0;\n"}},
    {"the other order of two stores",
     CAUSE_ORDER,
     candidate_stores,
     "void f(void) {\n\t@0full = 1;\n\tx[0] = 2;\n}\n",
     {"{\n\tx[0] = 2;\n\tfull = 1;\n}"}},
    {"while for if",
     CAUSE_WAIT_WITHOUT_LOOP,
     candidate_sync_wait,
     "void f(void) {\n\tif (!full)\n\t\t@0pthread_cond_wait(&c, &m);\n\tfull--;\n}\n",
     {"\twhile (!full)\n\t\tpthread_cond_wait(&c, &m);\n"}},
    {"broadcast for signal",
     CAUSE_MISSED_BROADCAST,
     candidate_sync_wait,
     "void f(void) {\n\t@0pthread_cond_signal(&c);\n}\n",
     {"{\n\tpthread_cond_broadcast(&c);\n}"}},
    {"the write under the mutex",
     CAUSE_LOST_WAKEUP,
     candidate_sync_wait,
     "void g(struct box *q) {\n\twhile (!@0q->full)\n\t\t@3pthread_cond_wait(&q->c, &q->m);\n}\n"
     "void f(struct box *b) {\n\tif (b)\n\t\t@1b->full = 1;\n\t@2pthread_cond_signal(&b->c);\n}\n",
     {"\tif (b) {\n\t\tpthread_mutex_lock(&b->m);\n\t\tb->full = 1;\n\t\t"
      "pthread_mutex_unlock(&b->m);\n\t}\n"}},
    {"the signal under the mutex",
     CAUSE_LOST_WAKEUP,
     candidate_sync_wait,
     "void g(void) {\n\twhile (!@0full)\n\t\t@3pthread_cond_wait(&c, &m);\n}\n"
     "void f(void) {\n\t@1full = 1;\n\t@2pthread_cond_signal(&c); /* wake */\n}\n",
     {"\tpthread_mutex_lock(&m);\n\tpthread_cond_signal(&c); /* wake */\n\t"
      "pthread_mutex_unlock(&m);\n"}},
    {"a signal after the write",
     CAUSE_LOST_WAKEUP,
     candidate_sync_wait,
     "void g(void) {\n\twhile (!@0full)\n\t\t@3pthread_cond_wait(&c, &m);\n}\n"
     "void f(void) {\n\t@2pthread_cond_signal(&c);\n\t@1full = 1;\n}\n",
     {"{\n\tfull = 1;\n\tpthread_cond_signal(&c);\n}"}},
    {"a signal that is missing",
     CAUSE_NO_SIGNAL,
     candidate_sync_wait,
     "void g(struct box *q) {\n\twhile (!q->full)\n\t\t@1pthread_cond_wait(&q->c, &q->m);\n}\n"
     "void f(struct box *b) {\n\t@0b->full = 1;\n}\n",
     {"\tb->full = 1;\n\tpthread_cond_signal(&b->c);\n"}},
    {"a post at the end of a thread",
     CAUSE_NO_SIGNAL,
     candidate_sync_wait,
     "static sem_t s;\nvoid g(void) {\n\t@1sem_wait(&s);\n}\n"
     "void *f(void *p) {\n\tfull = 1;\n\t@0return p;\n}\n",
     {"\tfull = 1;\n\tsem_post(&s);\n\treturn p;\n"}},
    {"an unlock before a return",
     CAUSE_FORGOTTEN_UNLOCK,
     candidate_sync_lock,
     "int f(void) {\n\t@0pthread_mutex_lock(&m);\n\tif (full)\n\t\t@1return -1;\n"
     "\tpthread_mutex_unlock(&m);\n\treturn 0;\n}\n",
     {"\tif (full) {\n\t\tpthread_mutex_unlock(&m);\n\t\treturn -1;\n\t}\n"}},
    {"a value that is read before the unlock",
     CAUSE_FORGOTTEN_UNLOCK,
     candidate_sync_lock,
     "int f(void) {\n\t@0pthread_mutex_lock(&m);\n\tx[0]++;\n\t@1return x[0] + 1;\n}\n",
     {"\tint result = x[0] + 1;\n\tpthread_mutex_unlock(&m);\n\treturn result;\n"}},
    {"the label that unlocks",
     CAUSE_FORGOTTEN_UNLOCK,
     candidate_sync_lock,
     "int f(void) {\n\tint r = 0;\n\t@0pthread_mutex_lock(&m);\n\tif (full)\n\t\t@1return -1;\n"
     "\tx[0]++;\nout:\n\tpthread_mutex_unlock(&m);\n\treturn r;\n}\n",
     {"\tif (full) {\n\t\tr = -1;\n\t\tgoto out;\n\t}\n"}},
    {"the end of a block",
     CAUSE_FORGOTTEN_UNLOCK,
     candidate_sync_lock,
     "void f(void) {\n\tfor (int i = 0; i < 3; i++) {\n\t\t@0pthread_mutex_lock(&m);\n"
     "\t\tx[i]++;\n\t}\n}\n",
     {"\t\tx[i]++;\n\t\tpthread_mutex_unlock(&m);\n\t}\n"}},
    {"a continue",
     CAUSE_FORGOTTEN_UNLOCK,
     candidate_sync_lock,
     "void f(void) {\n\tfor (int i = 0; i < 3; i++) {\n\t\t@0pthread_mutex_lock(&m);\n"
     "\t\tif (x[i])\n\t\t\tcontinue;\n\t\tpthread_mutex_unlock(&m);\n\t}\n}\n",
     {"\t\tif (x[i]) {\n\t\t\tpthread_mutex_unlock(&m);\n\t\t\tcontinue;\n\t\t}\n"}},
    {"one order of locks",
     CAUSE_LOCK_ORDER,
     candidate_sync_lock,
     "void g(void) {\n\t@0pthread_mutex_lock(&m);\n\t@1pthread_mutex_lock(&n);\n}\n"
     "void f(void) {\n\t@2pthread_mutex_lock(&n);\n\t@3pthread_mutex_lock(&m);\n}\n",
     {"void g(void) {\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_lock(&n);\n}\n",
      "void f(void) {\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_lock(&n);\n}\n"}},
    {"locks by their addresses",
     CAUSE_LOCK_ORDER,
     candidate_sync_lock,
     "void f(struct box *a, struct box *b) {\n\t@0@2pthread_mutex_lock(&a->m);\n"
     "\t@1@3pthread_mutex_lock(&b->m);\n}\n",
     {"\tif ((unsigned long)&a->m < (unsigned long)&b->m) {\n\t\tpthread_mutex_lock(&a->m);\n",
      "\t} else {\n\t\tpthread_mutex_lock(&b->m);\n\t\tpthread_mutex_lock(&a->m);\n\t}\n"}},
    {"no join under a lock",
     CAUSE_JOIN_UNDER_LOCK,
     candidate_sync_lock,
     "void f(pthread_t *t) {\n\t@0pthread_mutex_lock(&m);\n\tfull = 1;\n\tfor (int i = 0; i < 2; "
     "i++)\n"
     "\t\t@1pthread_join(t[i], NULL);\n\tpthread_mutex_unlock(&m);\n}\n",
     {"\tfull = 1;\n\tpthread_mutex_unlock(&m);\n\tfor (int i = 0; i < 2; i++)\n"
      "\t\tpthread_join(t[i], NULL);\n}\n"}},
    {"free after the join",
     CAUSE_USE_AFTER_FREE,
     candidate_sync_join,
     "void f(pthread_t t, void *p) {\n\t@0free(p);\n\tpthread_join(t, NULL);\n}\n",
     {"{\n\tpthread_join(t, NULL);\n\tfree(p);\n}"}},
    {"the call that frees after the join",
     CAUSE_USE_AFTER_FREE,
     candidate_sync_join,
     "static void drop(void *p) {\n\t@0free(p);\n}\n"
     "void f(pthread_t t, void *p) {\n\tdrop(p);\n\tpthread_join(t, NULL);\n}\n",
     {"{\n\tpthread_join(t, NULL);\n\tdrop(p);\n}"}},
    {"a join that is missing",
     CAUSE_USE_AFTER_FREE,
     candidate_sync_join,
     "void f(void *(*g)(void *), void *p) {\n\tpthread_t t;\n\tpthread_create(&t, NULL, g, p);\n"
     "\t@0free(p);\n}\n",
     {"\tpthread_join(t, NULL);\n\tfree(p);\n"}},
    {"a result that is kept",
     CAUSE_MISSING_CHECK,
     candidate_sync_test,
     "int f(void) {\n\tint *p = @0malloc(4);\n\t@1*p = 1;\n\treturn 0;\n}\n",
     {"\tint *p = malloc(4);\n\tif (p == NULL)\n\t\treturn -1;\n\t*p = 1;\n"}},
    {"a result that is dropped",
     CAUSE_MISSING_CHECK,
     candidate_sync_test,
     "int f(void *(*g)(void *)) {\n\tpthread_t t;\n\tif (full)\n\t\treturn 7;\n"
     "\t@0pthread_create(&t, NULL, g, NULL);\n\t@1return pthread_join(t, NULL);\n}\n",
     {"\tif (pthread_create(&t, NULL, g, NULL) != 0)\n\t\treturn 7;\n"}},
    {"a result that is tested elsewhere",
     CAUSE_MISSING_CHECK,
     candidate_sync_test,
     "int g(int);\nint f(void) {\n\tif (g(1) > 2)\n\t\treturn 1;\n\t@0g(2);\n\treturn 0;\n}\n",
     {"\tif (g(2) > 2)\n\t\treturn 1;\n\treturn 0;\n"}},
    {"the neighbouring comparison",
     CAUSE_OFF_BY_ONE,
     candidate_sync_test,
     "void f(int i) {\n\tif (@0i <= 3 && i >= 0)\n\t\tx[i] = 1;\n}\n",
     {"\tif (i < 3 && i >= 0)\n"}},
    {"the neighbouring number",
     CAUSE_WRONG_BRANCH,
     candidate_sync_test,
     "void f(int i) {\n\tif (@0i == 4)\n\t\tx[0] = 1;\n}\n",
     {"\tif (i == 3)\n"}},
    {"the head of a loop",
     CAUSE_OFF_BY_ONE,
     candidate_sync_test,
     "void f(void) {\n\tfor (int i = 0; @0i <= 3; i++)\n\t\tx[i] = 1;\n}\n",
     {"\tfor (int i = 0; i < 3; i++)\n"}},
};

/* Takes the marks out of the text, and sets the roles. */
static char *unmarked(const char *source, const char *file, struct cause *cause) {
	char *text = arena_alloc(arena, strlen(source) + 1), *to = text;
	uint32_t line = 1, col = 1;
	for (const char *s = source; *s; s++) {
		if (*s == '@') {
			size_t role = (size_t)(*++s - '0');
			while (cause->role.n <= role)
				vec_push(&cause->role, ((struct cause_event){.thread = NO_THREAD}));
			cause->role.at[role] = (struct cause_event){.kind = CAUSE_EVENT_READ,
			                                            .thread = 1,
			                                            .loc = {file, line, col},
			                                            .function = "f",
			                                            .object = "obj"};
			continue;
		}
		*to++ = *s;
		line += *s == '\n';
		col = *s == '\n' ? 1 : col + 1;
	}
	return text;
}

static void write_file(const char *name, const char *text) {
	FILE *f = fopen(name, "w");
	CHECK(f && fputs(text, f) >= 0 && !fclose(f));
}

static bool has_all(const char *text, const char *const *part) {
	for (int k = 0; k < 4 && part[k]; k++)
		if (!strstr(text, part[k]))
			return false;
	return true;
}

static void check_example(const struct example *e) {
	const char *name = intern("candidate.c");
	struct cause cause = {.kind = e->kind};
	char *text = unmarked(arena_printf(arena, HEAD "%s", e->source), name, &cause);
	write_file(name, text);
	struct fe_config config = {.file = &name, .nfiles = 1, .model_dir = model_dir(arena)};
	struct places places = {0};
	places_open(&places, &config);
	struct property_result violated = {0};
	struct candidates all = {
	    .arena = arena, .places = &places, .violated = &violated, .cause = &cause};
	e->propose(&all);
	bool found = false;
	for (size_t i = 0; i < all.at.n; i++) {
		const struct candidate *c = &all.at.at[i];
		char *changed = edits_apply(arena, name, text, c->edit.at, c->edit.n);
		found |= has_all(changed, e->after);
		CHECK(c->what && strcmp(changed, text) != 0);
	}
	if (!found)
		for (size_t i = 0; i < all.at.n; i++)
			fprintf(stderr, "%s: %s\n%s", e->name, all.at.at[i].what,
			        edits_apply(arena, name, text, all.at.at[i].edit.at, all.at.at[i].edit.n));
	if (!found)
		fprintf(stderr, "not proposed: %s\n", e->name);
	CHECK(found);
	unlink(name);
	candidates_free(&all);
	places_free(&places);
	cause_free(&cause);
}

/* For a kind that is another proposer's, nothing is proposed. */
static void check_other_kinds(void) {
	struct example e = examples[0];
	const char *name = intern("candidate.c");
	struct cause cause = {.kind = CAUSE_ORDER};
	char *text = unmarked(arena_printf(arena, HEAD "%s", e.source), name, &cause);
	write_file(name, text);
	struct fe_config config = {.file = &name, .nfiles = 1, .model_dir = model_dir(arena)};
	struct places places = {0};
	places_open(&places, &config);
	struct candidates all = {.arena = arena, .places = &places, .cause = &cause};
	candidate_sync_wait(&all);
	candidate_sync_lock(&all);
	candidate_sync_join(&all);
	candidate_sync_test(&all);
	CHECK(!all.at.n);
	unlink(name);
	candidates_free(&all);
	places_free(&places);
	cause_free(&cause);
}

int main(void) {
	char folder[] = "/tmp/test_candidate_sync.XXXXXX";
	CHECK(mkdtemp(folder) && !chdir(folder));
	arena = arena_open();
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		check_example(&examples[i]);
	check_other_kinds();
	arena_close(arena);
	CHECK(!chdir("/") && !rmdir(folder));
	return check_done("candidate_sync");
}
