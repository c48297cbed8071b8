#define _GNU_SOURCE
#include "harness/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calls.h"
#include "harness/library.h"
#include "harness/replies.h"

struct test test;

const char *const test_kinds[KIND_N] = {"read",   "write",  "call",   "lock",    "unlock",
                                        "wait",   "create", "join",   "end",     "step",
                                        "signal", "called", "opened", "returned"};

/* Objects of a test are on one line each, as --cover writes them. */

/* The text of a member, as far as it has room; false: there is none. */
static bool member(const char *line, const char *key, char *to, size_t room) {
	char name[NAME];
	snprintf(name, sizeof name, "\"%s\": ", key);
	const char *s = strstr(line, name);
	if (!s)
		return false;
	s += strlen(name);
	bool is_text = *s == '"';
	s += is_text;
	for (size_t n = 0; n + 1 < room && *s && (is_text ? *s != '"' : !strchr(",}]", *s)); n++) {
		s += is_text && *s == '\\' && s[1];
		*to++ = *s++;
	}
	*to = '\0';
	return true;
}

/* The same, however long it is; NULL: there is none. */
static char *text_of(const char *line, const char *key) {
	char *text = malloc(strlen(line) + 1);
	if (text && member(line, key, text, strlen(line) + 1))
		return text;
	free(text);
	return NULL;
}

static unsigned long number(const char *line, const char *key) {
	char text[NAME];
	return member(line, key, text, sizeof text) ? strtoul(text, NULL, 10) : 0;
}

static void base_name(char *file) {
	char *slash = strrchr(file, '/');
	if (slash)
		memmove(file, slash + 1, strlen(slash));
}

static void find_variable(struct element *e) {
	char root[NAME];
	snprintf(root, sizeof root, "%.*s", (int)strcspn(e->what, ".[+"), e->what);
	for (size_t i = 0; i < test.nvariables; i++)
		if (!strcmp(test.variable[i].name, root)) {
			bool is_other = e->from; /* several of this name: any memory between them */
			e->from = is_other && e->from < test.variable[i].from ? e->from : test.variable[i].from;
			e->to = is_other && e->to > test.variable[i].to ? e->to : test.variable[i].to;
		}
}

static int find_object(const char *line, const char *memory) {
	struct object o = {.is_global = !strcmp(memory, "global"),
	                   .is_heap = !strcmp(memory, "heap"),
	                   .number = number(line, "block")};
	if (o.is_global)
		member(line, "name", o.name, sizeof o.name);
	for (size_t i = test.nobjects; i-- > 0;)
		if (test.object[i].is_global == o.is_global && test.object[i].number == o.number &&
		    !strcmp(test.object[i].name, o.name))
			return (int)i;
	const struct variable *v = NULL;
	for (size_t i = 0; i < test.nvariables; i++)
		if (o.is_global && !strcmp(test.variable[i].name, o.name)) {
			/* Several of this name: the first access says which. */
			test_set_base(&o, v ? 0 : test.variable[i].from);
			v = &test.variable[i];
		}
	test.object = library_grow(test.object, test.nobjects, sizeof o);
	test.object[test.nobjects] = o;
	return (int)test.nobjects++;
}

static void find_memory(struct element *e, const char *line) {
	char memory[NAME];
	if (!member(line, "memory", memory, sizeof memory)) {
		find_variable(e);
		return;
	}
	e->object = find_object(line, memory);
	e->offset = number(line, "offset");
	e->size = number(line, "size");
}

/* The last two threads that do something: those of a race, if the test does not say it. */
static void note_thread(int thread) {
	if (thread == test.race[1].thread)
		return;
	test.race[0].thread = test.race[1].thread;
	test.race[1].thread = thread;
}

/* Is it what a model does and the program does not: threads that send signals from outside, and
 * looking whether there is a signal? */
static bool is_of_model(const struct element *e) {
	if (e->kind == CREATE && !strcmp(e->function, "__model_start_sender") && e->other > 0 &&
	    e->other < MAX_THREADS)
		test.is_sender[e->other] = true;
	return test.is_sender[e->thread] ||
	       ((e->kind == READ || e->kind == WRITE) && !strncmp(e->what, "__model_", 8));
}

/* What the thread is in: a call that is no element; one that may be left out; another one, or the
 * program itself. */
enum in_call { CALL_NONE, CALL_SOFT, CALL_SCHEDULED };

struct reading { /* of the elements of a thread */
	enum in_call call;
	bool looks;
};

static void push(const struct element *e) {
	test.element = library_grow(test.element, test.n, sizeof *e);
	test.element[test.n++] = *e;
}

/* Takes the elements of a thread out from its last CALLED on, which has not been opened; returns
 * how many, without that one.  They are in *out, which is to be freed. */
static size_t take_out(int thread, struct element **out) {
	size_t n = 0, from = test.n;
	while (from > 0 &&
	       !(test.element[from - 1].thread == thread && test.element[from - 1].kind == CALLED))
		from--;
	*out = NULL;
	if (!from--)
		return 0;
	*out = calloc(test.n - from, sizeof **out);
	if (!*out)
		abort();
	size_t kept = from;
	for (size_t i = from + 1; i < test.n; i++)
		if (test.element[i].thread == thread)
			(*out)[n++] = test.element[i];
		else
			test.element[kept++] = test.element[i];
	test.n = kept;
	return n;
}

/* A call opens with its first step that other threads notice.  The run has made the steps before
 * it earlier; here, they come behind, so that the call really begins no earlier than that. */
static void open_call(const struct element *e) {
	struct element *late;
	size_t n = take_out(e->thread, &late);
	push(e);
	for (size_t i = 0; i < n; i++)
		push(&late[i]);
	free(late);
}

/* A call that was not opened has not begun. */
static void drop_unopened(void) {
	for (size_t i = test.n; i-- > 0;)
		if (test.element[i].kind == CALLED) {
			struct element *late;
			take_out(test.element[i].thread, &late);
			free(late);
		}
}

/* Calls may open inside a function of the library, but the client is where they are. */
static void add_client(struct element *e, const char *line) {
	e->in_library = false;
	e->values = text_of(line, "value");
	test.has_rows |= e->row > 0;
	if (e->kind == OPENED)
		open_call(e);
	else
		push(e);
}

static void add_element(const char *line, struct reading *in_call) {
	struct element e = {.thread = (int)number(line, "thread"),
	                    .line = (unsigned)number(line, "line"),
	                    .row = (unsigned)number(line, "row"),
	                    .other = (int)number(line, "other"),
	                    .object = NO_OBJECT};
	char event[NAME] = "", library[NAME] = "";
	member(line, "event", event, sizeof event);
	member(line, "what", e.what, sizeof e.what);
	member(line, "function", e.function, sizeof e.function);
	member(line, "file", e.file, sizeof e.file);
	base_name(e.file);
	e.in_library = member(line, "library", library, sizeof library);
	while (e.kind < KIND_N && strcmp(event, test_kinds[e.kind]) != 0)
		e.kind++;
	if (e.thread >= MAX_THREADS)
		return;
	bool was_looking = in_call[e.thread].looks; /* for a signal, between two instructions */
	in_call[e.thread].looks = e.kind == READ && !e.in_library && !strncmp(e.what, "__model_", 8);
	if (is_of_model(&e))
		return;
	bool is_of_client = e.kind == CALLED || e.kind == OPENED || e.kind == RETURNED;
	if (is_of_client && !test.has_history)
		return;
	note_thread(e.thread);
	if (e.kind == KIND_N)
		return;
	if (is_of_client) {
		add_client(&e, line);
		return;
	}
	if (e.kind == SIGNAL) {
		e.in_library = !was_looking && in_call[e.thread].call != CALL_NONE;
		e.other = (int)number(line, "value");
		if (strcmp(e.what, "delivered") != 0)
			return;
	}
	if (e.kind == CALL) {
		in_call[e.thread].call = calls_are_scheduled(e.what)                      ? CALL_SCHEDULED
		                         : replies_has(e.what) || calls_are_steps(e.what) ? CALL_SOFT
		                                                                          : CALL_NONE;
		if (!in_call[e.thread].call)
			return;
	} else if (!e.in_library && e.kind != STEP && e.kind != SIGNAL)
		in_call[e.thread].call = CALL_SCHEDULED; /* what follows is the program's */
	e.is_soft = in_call[e.thread].call == CALL_SOFT && (e.in_library || e.kind == CALL);
	e.is_soft &= e.kind != SIGNAL;
	if ((e.in_library && !in_call[e.thread].call && e.kind != SIGNAL) ||
	    (e.kind == STEP && !e.in_library))
		return;
	if (e.kind == READ || e.kind == WRITE)
		find_memory(&e, line);
	test.has_rows |= e.row > 0;
	push(&e);
}

/* An access of the race: the objects of the list "race" are on one line each, too. */
static void add_racer(const char *line, size_t ix) {
	char event[NAME] = "";
	struct racer r = {.thread = (int)number(line, "thread"),
	                  .line = (unsigned)number(line, "line")};
	member(line, "event", event, sizeof event);
	member(line, "what", r.what, sizeof r.what);
	member(line, "file", r.file, sizeof r.file);
	base_name(r.file);
	r.is_write = !strcmp(event, "write");
	r.in_library = member(line, "library", event, sizeof event);
	struct element bytes = {.object = NO_OBJECT};
	if (member(line, "memory", event, sizeof event))
		find_memory(&bytes, line);
	r.object = bytes.object;
	r.offset = bytes.offset;
	r.size = bytes.size;
	if (r.thread < MAX_THREADS)
		test.race[ix] = r;
}

static void add_input(const char *line) {
	struct input in = {.thread = (int)number(line, "thread")};
	char value[NAME] = "0";
	member(line, "value", value, sizeof value);
	in.value = *value == '-' ? (uint64_t)strtoll(value, NULL, 10) : strtoull(value, NULL, 10);
	if (!member(line, "call", in.call, sizeof in.call)) {
		struct choice c = {.thread = in.thread, .value = in.value};
		member(line, "function", c.function, sizeof c.function);
		test.choice = library_grow(test.choice, test.nchoices, sizeof c);
		test.choice[test.nchoices++] = c;
		return;
	}
	test.input = library_grow(test.input, test.ninputs, sizeof in);
	test.input[test.ninputs++] = in;
}

static void read_end(const char *line) {
	char why[256] = "", file[NAME] = "", fails[NAME] = "", class[NAME] = "";
	member(line, "why", why, sizeof why);
	member(line, "class", class, sizeof class);
	const char *kind = *class ? class : why; /* older tests have no class */
	char apart[NAME] = ""; /* accesses that cannot be next to each other: the thread just goes on */
	bool is_race = strstr(kind, "race") && !member(line, "apart", apart, sizeof apart);
	test.violation = is_race ? RACE : strstr(kind, "deadlock") ? DEADLOCK : OTHER;
	member(line, "violation", fails, sizeof fails);
	member(line, "class", test.property, sizeof test.property);
	test.fails = !strcmp(fails, "true");
	test.has_history = !strcmp(test.property, "linearizability");
	test.last_row = (unsigned)number(line, "row");
	if (!*why)
		member(line, "what", why, sizeof why);
	member(line, "file", file, sizeof file);
	snprintf(test.end, sizeof test.end, "%s (%s:%lu)", why, file, number(line, "line"));
}

bool test_read(const char *path) {
	FILE *in = fopen(path, "re");
	if (!in)
		return false;
	test.race[0].object = test.race[1].object = NO_OBJECT;
	struct reading in_call[MAX_THREADS];
	for (int i = 0; i < MAX_THREADS; i++)
		in_call[i] = (struct reading){.call = CALL_SCHEDULED};
	bool is_test = false, in_inputs = false, in_schedule = false, in_race = false;
	size_t racers = 0;
	struct racer race[2];
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, in) > 0) {
		is_test |= strstr(line, "\"cbmc-mt test\"") != NULL;
		if (strstr(line, "\"end\": {"))
			read_end(line);
		if (strchr(line, ']') && !strchr(line, '['))
			in_inputs = in_schedule = in_race = false;
		if (strstr(line, "\"schedule\": ["))
			memcpy(race, test.race, sizeof race);
		if (in_schedule && strstr(line, "{\"event\": "))
			add_element(line, in_call);
		else if (in_inputs && strstr(line, "{\"thread\": "))
			add_input(line);
		else if (in_race && racers < 2 && strstr(line, "{\"event\": "))
			add_racer(line, racers++);
		in_race |= strstr(line, "\"race\": [") != NULL;
		in_inputs |= strstr(line, "\"inputs\": [") != NULL;
		in_schedule |= strstr(line, "\"schedule\": [") != NULL;
	}
	free(line);
	fclose(in);
	drop_unopened();
	test.last_thread = test.race[1].thread;
	if (racers == 2)
		memcpy(test.race, race, sizeof race);
	return is_test;
}

/* "L ADDRESS FILE:LINE" and "V ADDRESS SIZE NAME", numbers in hexadecimal. */
void test_read_points(const char *path) {
	FILE *in = fopen(path, "re");
	char line[PLACE];
	while (in && fgets(line, sizeof line, in)) {
		struct place p = {0};
		struct variable v = {0};
		unsigned long at, size;
		if (sscanf(line, "L %lx %63[^:]:%u %63s", &at, p.file, &p.line, p.function) >= 3) {
			p.at = at;
			test.place = library_grow(test.place, test.nplaces, sizeof p);
			test.place[test.nplaces++] = p;
		} else if (sscanf(line, "V %lx %lx %63s", &at, &size, v.name) == 3 &&
		           strncmp(v.name, "cbmc_mt_", 8) != 0) {
			v.from = at;
			v.to = at + size;
			test.variable = library_grow(test.variable, test.nvariables, sizeof v);
			test.variable[test.nvariables++] = v;
		}
	}
	if (in)
		fclose(in);
}

const struct place *test_place(const void *caller) {
	size_t low = 0, high = test.nplaces;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (test.place[middle].at < (uintptr_t)caller)
			low = middle + 1;
		else
			high = middle;
	}
	return low < test.nplaces && test.place[low].at == (uintptr_t)caller ? &test.place[low] : NULL;
}

const struct variable *test_find_variable(uintptr_t at) {
	for (size_t i = 0; i < test.nvariables; i++)
		if (at >= test.variable[i].from && at < test.variable[i].to)
			return &test.variable[i];
	return NULL;
}

const char *test_variable(uintptr_t at) {
	const struct variable *v = test_find_variable(at);
	return v ? v->name : "memory";
}

bool test_is_variable(uintptr_t at) {
	return test_find_variable(at);
}
