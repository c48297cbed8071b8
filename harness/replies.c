#define _GNU_SOURCE
#include "harness/replies.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/calls.h"
#include "harness/cancel.h"
#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/signals.h"
#include "harness/stubs.h"
#include "harness/touch.h"
#include "harness/turns.h"

struct reply {
	int thread;
	char call[NAME];
	char *line; /* of the test */
	bool done;
};

static struct replies {
	struct reply *at;
	size_t n;
	uintptr_t *block; /* of the library, as the test numbers them; inverted, so that LeakSanitizer
	                     does not take them for pointers; 0: there is none yet */
	size_t nblocks;
	FILE **stream; /* that stand for those of the run */
	size_t nstreams;
	char **argument;
	int narguments;
	bool fills_variables; /* those without an initialiser: by the compiler */
} all __asm__("cbmc_mt_harness_replies");

static _Thread_local struct reply *allocation __asm__("cbmc_mt_harness_allocation");

/* --- Reading. --- */

/* The begin of a member's value; NULL: there is none before 'end'. */
static const char *find(const char *text, const char *end, const char *key) {
	char name[NAME];
	int n = snprintf(name, sizeof name, "\"%s\": ", key);
	const char *s = memmem(text, (size_t)(end - text), name, (size_t)n);
	return s ? s + n + (s[n] == '"') : NULL;
}

static const char *head_end(const char *line) {
	const char *writes = strstr(line, "\"writes\": [");
	return writes ? writes : line + strlen(line);
}

static int digit(char c) {
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Bytes in hexadecimal, up to 'room'; how many there were. */
static size_t read_hex(const char *s, unsigned char *to, size_t room) {
	size_t n = 0;
	for (; s && n < room && digit(s[0]) >= 0 && digit(s[1]) >= 0; s += 2)
		to[n++] = (unsigned char)(digit(s[0]) << 4 | digit(s[1]));
	return n;
}

static void add_reply(const char *line) {
	struct reply r = {.line = strdup(line)};
	const char *end = head_end(r.line), *call = find(r.line, end, "call"),
	           *thread = find(r.line, end, "thread");
	if (!call || !thread)
		return;
	r.thread = atoi(thread);
	snprintf(r.call, sizeof r.call, "%.*s", (int)strcspn(call, "\""), call);
	all.at = library_grow(all.at, all.n, sizeof r);
	all.at[all.n++] = r;
}

static void add_arguments(const char *line) {
	for (const char *s = strchr(line, '['); s && *s != ']';) {
		s += strcspn(s, "\"]");
		if (*s != '"')
			break;
		size_t n = strcspn(s + 1, "\"");
		char *word = calloc(1, n / 2 + 1);
		if (!word)
			abort();
		read_hex(s + 1, (unsigned char *)word, n / 2);
		all.argument = realloc(all.argument, ((size_t)all.narguments + 2) * sizeof(char *));
		if (!all.argument)
			abort();
		all.argument[all.narguments++] = word;
		all.argument[all.narguments] = NULL;
		s += n + 2;
	}
}

static const struct variable *find_variable(const char *name, size_t n) {
	for (size_t i = 0; i < test.nvariables; i++)
		if (!strncmp(test.variable[i].name, name, n) && !test.variable[i].name[n])
			return &test.variable[i];
	return NULL;
}

static void set_object(const char *line) {
	const char *end = line + strlen(line), *name = find(line, end, "object"),
	           *bytes = find(line, end, "bytes");
	const struct variable *v = name ? find_variable(name, strcspn(name, "\"")) : NULL;
	if (v && bytes)
		read_hex(bytes, (unsigned char *)v->from, v->to - v->from);
}

void replies_read(const char *path) {
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	enum { NOWHERE, REPLIES, OBJECTS } list = NOWHERE;
	while (in && getline(&line, &room, in) > 0) {
		bool is_item = strstr(line, "{\"") != NULL;
		if (list == REPLIES && is_item)
			add_reply(line);
		else if (list == OBJECTS && is_item)
			set_object(line);
		else if (strstr(line, "\"arguments\": ["))
			add_arguments(line);
		else if (strstr(line, "\"uninitialised\": \""))
			all.fills_variables = true;
		else
			list = strstr(line, "\"replies\": [\n")   ? REPLIES
			       : strstr(line, "\"objects\": [\n") ? OBJECTS
			                                          : NOWHERE;
	}
	free(line);
	if (in)
		fclose(in);
}

bool replies_has(const char *call) {
	for (size_t i = 0; i < all.n; i++)
		if (!strcmp(all.at[i].call, call))
			return true;
	return false;
}

char **replies_arguments(int *argc) {
	*argc = all.narguments;
	if (all.argument && all.narguments != 1)
		outcome_add("forced", "arguments of main");
	if (all.fills_variables)
		outcome_add("forced", "values of variables that have none");
	return all.argument;
}

/* --- Giving. --- */

static struct reply *take(const char *call) {
	for (size_t i = 0; i < all.n; i++)
		if (!all.at[i].done && all.at[i].thread == self && !strcmp(all.at[i].call, call)) {
			all.at[i].done = true;
			return &all.at[i];
		}
	return NULL;
}

static uintptr_t *block_at(size_t number) {
	while (all.nblocks <= number) {
		all.block = library_grow(all.block, all.nblocks, sizeof *all.block);
		all.block[all.nblocks++] = 0;
	}
	return &all.block[number];
}

static void keep_block(uintptr_t *to, uintptr_t block) {
	*to = block ? ~block : 0;
}

/* "a1+4", "a1*8+4", "b3+0", "g:x+0", "4096"; false: it is not known where that is. */
static bool resolve(const char *s, const uintptr_t *arg, unsigned char *result, uintptr_t *place) {
	char *end;
	if (*s >= '0' && *s <= '9') {
		*place = strtoull(s, NULL, 10);
		return true;
	}
	if (*s == 'g') {
		size_t n = strcspn(s + 2, "+-\"");
		const struct variable *v = find_variable(s + 2, n);
		*place = v ? v->from : 0;
		end = (char *)s + 2 + n;
	} else if (*s == 'b') {
		uintptr_t kept = *block_at(strtoul(s + 1, &end, 10));
		*place = kept ? ~kept : 0;
	} else if (*s == 'r') {
		*place = (uintptr_t)result;
		end = (char *)s + 1;
	} else if (*s == 'a') {
		unsigned long k = strtoul(s + 1, &end, 10);
		*place = k < REPLY_ARGUMENTS ? arg[k] : 0;
	} else
		return false;
	while (*place && *end == '*') {
		long at = strtol(end + 1, &end, 10);
		memcpy(place, (void *)(*place + (uintptr_t)at), sizeof *place);
	}
	if (!*place)
		return false;
	*place += (uintptr_t)strtol(end, NULL, 10);
	return true;
}

static bool is_one_of(const char *name, const char *list) {
	char word[NAME + 2];
	snprintf(word, sizeof word, " %s ", name);
	return strstr(list, word);
}

static bool is_mapping(const char *call) {
	return is_one_of(call, " mmap mmap64 ");
}

/* Streams are real ones, so that whatever writes to them works; what is read comes from replies.
 * Mappings are whole pages, which can be protected and unmapped. */
static uintptr_t new_block(const char *call, size_t size) {
	if (is_mapping(call)) {
		size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (size + page - 1) / page * page;
		char *at =
		    mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			return 0;
		mprotect(at + pages, page, PROT_NONE); /* nothing else is behind it */
		return (uintptr_t)at;
	}
	if (!is_one_of(call, " fopen fopen64 fdopen tmpfile tmpfile64 popen freopen freopen64 "))
		return (uintptr_t)calloc(1, size + !size);
	FILE *f = REAL(fopen)("/dev/null", "r+e");
	all.stream = library_grow(all.stream, all.nstreams, sizeof f);
	all.stream[all.nstreams++] = f;
	return (uintptr_t)f;
}

static void cannot(const struct reply *r, const char *what) {
	const char *end = head_end(r->line), *file = find(r->line, end, "file"),
	           *line = find(r->line, end, "line");
	library_say("%s of %s at %.*s:%d cannot be set", what, r->call,
	            file ? (int)strcspn(file, "\"") : 1, file ? file : "?", line ? atoi(line) : 0);
	outcome_add("input", "%s of %s at %.*s:%d cannot be set", what, r->call,
	            file ? (int)strcspn(file, "\"") : 1, file ? file : "?", line ? atoi(line) : 0);
}

/* One object of the list 'writes'; 'known': its place, if that was known before. */
static void apply_write(const struct reply *r, const char *s, const char *end, const uintptr_t *arg,
                        uintptr_t known) {
	const char *to = find(s, end, "to"), *bytes = find(s, end, "bytes"),
	           *pointer = find(s, end, "pointer"), *size = find(s, end, "size");
	uintptr_t place = known, value;
	if (!to)
		return;
	if (!bytes && !pointer && !find(s, end, "free")) {
		if (*to == 'b')
			keep_block(block_at(strtoul(to + 1, NULL, 10)),
			           new_block(r->call, size ? strtoul(size, NULL, 10) : 0));
		return;
	}
	if ((!place && !resolve(to, arg, NULL, &place)) ||
	    (pointer && !resolve(pointer, arg, NULL, &value)))
		cannot(r, "memory");
	else if (bytes)
		read_hex(bytes, (unsigned char *)place, strcspn(bytes, "\"") / 2);
	else if (pointer)
		memcpy((void *)place, &value, sizeof value);
	else
		free((void *)place);
}

enum { MOST_PLACES = 256 };

/* Places behind pointers are found before the call changes these. */
static void apply_writes(const struct reply *r, const uintptr_t *arg) {
	uintptr_t place[MOST_PLACES] = {0};
	const char *first = strstr(r->line, "\"writes\": [");
	for (int pass = 0; pass < 2; pass++) {
		size_t n = 0;
		for (const char *s = first; s && (s = strstr(s, "{\"to\": ")); n++) {
			const char *end = strchr(s, '}'), *to = s + strlen("{\"to\": \"");
			if (!end)
				return;
			if (pass)
				apply_write(r, s, end, arg, n < MOST_PLACES ? place[n] : 0);
			else if (*to == 'a' && n < MOST_PLACES && !resolve(to, arg, NULL, &place[n]))
				place[n] = 0;
			s = end;
		}
	}
}

static void apply(const struct reply *r, const uintptr_t *arg, void *result, size_t size) {
	const char *end = head_end(r->line), *bytes = find(r->line, end, "result"),
	           *points = find(r->line, end, "points"), *error = find(r->line, end, "errno");
	uintptr_t value = 0;
	apply_writes(r, arg);
	if (find(r->line, end, "partial"))
		cannot(r, "memory");
	if (bytes)
		read_hex(bytes, result, size);
	else if (points && !resolve(points, arg, NULL, &value))
		cannot(r, "the result");
	else if (points && size == sizeof value)
		memcpy(result, &value, size);
	if (points && *points == 'b' && is_mapping(r->call) && value)
		mprotect((void *)value, arg[1], (int)arg[2]); /* what is in it was written before */
	if (turns.tells)
		library_say("thread %d: %s replies as the test says", self, r->call);
	if (error)
		errno = atoi(error);
}

/* Is the call about a stream of the program that the run knows?  Others, as stdout, are real. */
static bool is_real_stream(const char *name, const uintptr_t *arg) {
	static const char streams[] =
	    " fgets fgetc getc fread fscanf __isoc99_fscanf __isoc23_fscanf getline getdelim ungetc "
	    "fclose feof ferror clearerr fseek fseeko ftell ftello rewind fgetpos fsetpos fputs fputc "
	    "putc fwrite fflush fileno setvbuf setbuf vfprintf fgetwc getwc fputwc fgetws fputws "
	    "fgets_unlocked fgetc_unlocked getc_unlocked fread_unlocked feof_unlocked "
	    "ferror_unlocked fputs_unlocked fputc_unlocked putc_unlocked fwrite_unlocked "
	    "fflush_unlocked pclose flockfile funlockfile ftrylockfile getw putw ";
	if (!is_one_of(name, streams))
		return false;
	for (int i = 0; i < 5; i++) {
		if (arg[i] == (uintptr_t)stdin)
			return false;
		for (size_t k = 0; k < all.nstreams; k++)
			if (arg[i] == (uintptr_t)all.stream[k])
				return false;
	}
	return true;
}

/* What the user is to see is written, whatever the reply says about how much that was. */
static void show_output(const char *name, const uintptr_t *arg) {
	if (!strcmp(name, "write") && (arg[0] == 1 || arg[0] == 2) &&
	    REAL(write)((int)arg[0], (const void *)arg[1], arg[2]) < 0)
		return;
}

/* What is done with pages has an effect, unless the run lets it fail. */
static bool has_effect(const struct reply *r) {
	const char *result = find(r->line, head_end(r->line), "result");
	return is_one_of(r->call, " mprotect munmap ") && result && !strncmp(result, "00000000", 8);
}

/* Calls that may be made for real, to see whether the system answers as the schedule says: they
 * touch nothing but descriptors that such calls have made, numbers and strings.  Nothing that
 * opens, removes, sends or waits is here. */
static bool is_harmless(const char *name) {
	static const char harmless[] =
	    " pipe pipe2 socketpair eventfd epoll_create epoll_create1 timerfd_create memfd_create dup "
	    "fcntl fcntl64 lseek lseek64 strtod strtof strtold strtol strtoul strtoll strtoull atoi "
	    "atol atof getpid getppid getuid geteuid getgid getegid sysconf getpagesize uname umask ";
	return is_one_of(name, harmless);
}

/* With CBMC_MT_REAL, these are. */
static bool is_left_to_system(const char *name) {
	const char *real = getenv("CBMC_MT_REAL");
	return real && *real && is_harmless(name);
}

void *cbmc_mt_real(const char *name) {
	return dlsym(RTLD_NEXT, name);
}

int cbmc_mt_reply(const char *name, const void *caller, const uintptr_t *arg, void *result,
                  size_t size) {
	if (!turns.ready || !all.n || !calls_is_own(caller)) /* the harness itself calls it, too */
		return 0;
	int error = signals_save_errno();
	calls_enter(name, caller);
	turns_drain(KIND_N);
	struct reply *r = take(name);
	bool is_real = is_real_stream(name, arg);
	bool is_open = r && find(r->line, head_end(r->line), "open"); /* the run ends in the call */
	if (is_open && calls_follows()) {
		turns_wait(); /* to the end of the thread, which is cancelled in the call */
		cancel_point();
	}
	if (is_open && test.violation == DEADLOCK) {
		turns_block(name, NOBODY); /* it waits for ever */
		for (;;)
			pause();
	}
	signals_restore_errno(error);
	bool replies = r && !is_real && !is_open && !has_effect(r) && !is_left_to_system(name);
	if (replies) {
		outcome_add(is_harmless(name) ? "forced-harmless" : "forced", "%s", name);
		show_output(name, arg);
		apply(r, arg, result, size);
	}
	error = errno;
	calls_leave();
	if (is_open)
		touch_arguments(name, arg);
	errno = error;
	return replies;
}

int cbmc_mt_value(const char *name, const void *caller, const uintptr_t *arg, void *result,
                  size_t size) {
	turns_start();
	turns_lock();
	threads[self].caller = caller;
	struct reply *r = take(name);
	if (r)
		apply(r, arg, result, size);
	else if (turns.phase == FOLLOWING) {
		library_say("the test has no more replies of %s in thread %d", name, self);
		outcome_add("input", "there is no reply of %s in thread %d", name, self);
	}
	turns_unlock();
	return r != NULL;
}

/* --- Memory. --- */

bool replies_allocates(const char *call) {
	allocation = all.n ? take(call) : NULL;
	const char *points =
	    allocation ? find(allocation->line, head_end(allocation->line), "points") : NULL;
	bool fails = points && *points == '0';
	if (fails)
		outcome_add("forced", "%s", call);
	return !fails;
}

void replies_fill(void *block, size_t size) {
	struct reply *r = allocation;
	allocation = NULL;
	if (!r || !block || !strstr(r->line, "\"writes\": ["))
		return;
	outcome_add("forced", "contents of new memory");
	memset(block, 0, size);
	for (const char *s = r->line; (s = strstr(s, "{\"to\": \"r+"));) {
		size_t at = strtoul(s + strlen("{\"to\": \"r+"), NULL, 10);
		const char *bytes = find(s, s + strcspn(s, "}"), "bytes");
		if (bytes && at < size)
			read_hex(bytes, (unsigned char *)block + at, 1);
		s++;
	}
}
