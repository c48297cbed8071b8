#include "tasks/confirm/confirm_seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/text/diag.h"

/* --- Lines and places. --- */

struct lines {
	const char *at, *end;
};

/* The next line, without its end; NULL: there is none. */
static const char *next_line(struct lines *l, struct arena *arena) {
	if (l->at >= l->end)
		return NULL;
	const char *stop = memchr(l->at, '\n', (size_t)(l->end - l->at));
	size_t n = (size_t)((stop ? stop : l->end) - l->at);
	const char *line = arena_printf(arena, "%.*s", (int)(n < 4096 ? n : 4096), l->at);
	l->at = stop ? stop + 1 : l->end;
	return line;
}

/* "dir/a.c:12" or "dir/a.c:12:3" at the end of a text. */
static bool place_at_end(const char *text, struct loc *to) {
	size_t n = strlen(text);
	unsigned long number[2] = {0, 0};
	for (unsigned i = 0; i < 2; i++) {
		size_t digits = 0;
		while (digits < n && text[n - 1 - digits] >= '0' && text[n - 1 - digits] <= '9')
			digits++;
		if (!digits || digits >= n || text[n - 1 - digits] != ':')
			break;
		number[1] = number[0];
		number[0] = strtoul(text + n - digits, NULL, 10);
		n -= digits + 1;
	}
	size_t begin = n;
	while (begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '(')
		begin--;
	if (!number[0] || begin == n)
		return false;
	*to = (struct loc){intern_n(text + begin, n - begin), (uint32_t)number[0], (uint32_t)number[1]};
	return true;
}

/* Files of the libraries, and of the harness. */
static bool is_foreign(const struct seen *s, const char *file) {
	static const char *const folder[] = {"libsanitizer/", "compiler-rt/", "/sysdeps/",
	                                     "nptl/",         "/csu/",        "harness/"};
	for (size_t i = 0; i < sizeof folder / sizeof *folder; i++)
		if (strstr(file, folder[i]))
			return true;
	return s->runtime && !strncmp(file, s->runtime, strlen(s->runtime));
}

/* "    #1 0x55.. in f dir/a.c:12:3", "    #0 f dir/a.c:12 (prog+0x12)" */
static bool read_frame(const struct seen *s, const char *line, struct loc *to) {
	const char *at = line + strspn(line, " ");
	if (*at != '#' || at[1] < '0' || at[1] > '9')
		return false;
	const char *module = strstr(at, " (");
	if (module)
		at = arena_printf(s->arena, "%.*s", (int)(module - at), at);
	if (!place_at_end(at, to) || is_foreign(s, to->file))
		*to = NO_LOC;
	return true;
}

/* The places of a stack that begins on the next line. */
static void read_stack(const struct seen *s, struct lines *l, struct sighting *to, size_t most) {
	struct loc loc;
	for (;;) {
		struct lines before = *l;
		const char *line = next_line(l, s->arena);
		if (!line || !read_frame(s, line, &loc)) {
			*l = before;
			return;
		}
		if (loc.file && to->place.n < most)
			vec_push(&to->place, loc);
	}
}

static struct sighting *add(struct seen *s, enum sighting_kind kind, const char *what) {
	vec_push(&s->at, ((struct sighting){.kind = kind, .what = what}));
	return &vec_last(&s->at);
}

void seen_free(struct seen *s) {
	for (size_t i = 0; i < s->at.n; i++)
		vec_free(&s->at.at[i].place);
	vec_free(&s->at);
	vec_free(&s->stack);
	vec_free(&s->call);
	vec_free(&s->forced);
}

/* --- What the program and the sanitizers print. --- */

/* "prog: dir/a.c:31: main: Assertion `x != 1' failed." */
static void read_assertion(struct seen *s, const char *line, const char *mark) {
	const char *what = mark + strlen(": Assertion `"), *end = strstr(what, "' failed.");
	const char *head = arena_printf(s->arena, "%.*s", (int)(mark - line), line);
	char *colon = strrchr(head, ':'); /* before the function, if it has one */
	struct loc loc;
	struct sighting *to =
	    add(s, SEEN_ASSERT, arena_printf(s->arena, "%.*s", end ? (int)(end - what) : 200, what));
	bool is_place = place_at_end(head, &loc);
	if (!is_place && colon) {
		*colon = '\0';
		is_place = place_at_end(head, &loc);
	}
	if (is_place)
		vec_push(&to->place, loc);
}

/* The first word behind the mark. */
static const char *word_after(struct arena *arena, const char *line, const char *mark) {
	const char *at = strstr(line, mark) + strlen(mark);
	return arena_printf(arena, "%.*s", (int)strcspn(at, " :("), at);
}

/* Up to the first stack. */
static void read_address(struct seen *s, const char *line, struct lines *l) {
	const char *what = word_after(s->arena, line, "ERROR: AddressSanitizer: ");
	if (!strcmp(what, "attempting"))
		what = word_after(s->arena, line, "attempting ");
	struct sighting *to = add(s, SEEN_ADDRESS, what);
	for (unsigned i = 0; i < 12 && !to->place.n; i++) {
		struct lines before = *l;
		const char *next = next_line(l, s->arena);
		struct loc loc;
		if (!next)
			return;
		if (read_frame(s, next, &loc)) {
			*l = before;
			read_stack(s, l, to, 16);
			return;
		}
	}
}

/* "  Write of size 4 at 0x... by thread T1:", "  Previous read of size ..." */
static bool is_access(const char *line) {
	return strstr(line, " of size ") && strstr(line, " by ");
}

static void read_thread(struct seen *s, const char *line, struct lines *l) {
	const char *what = word_after(s->arena, line, "WARNING: ThreadSanitizer: ");
	bool is_race = !strcmp(what, "data") || !strcmp(what, "heap-use-after-free");
	struct sighting *to = add(s, is_race ? SEEN_RACE : SEEN_THREAD, is_race ? "data race" : what);
	for (;;) {
		const char *next = next_line(l, s->arena);
		if (!next || !strncmp(next, "SUMMARY:", 8) || !strncmp(next, "=====", 5))
			return;
		if (!is_race || is_access(next))
			read_stack(s, l, to, to->place.n + 1);
	}
}

/* A sanitizer that says something about itself, not about the program. */
static bool is_broken(const char *line) {
	return strstr(line, "Sanitizer: CHECK failed") || strstr(line, "FATAL: ThreadSanitizer") ||
	       strstr(line, "LeakSanitizer has encountered a fatal error") ||
	       strstr(line, "Shadow memory range interleaves") ||
	       strstr(line, "ASan runtime does not come first");
}

static void read_line(struct seen *s, const char *line, struct lines *l) {
	const char *mark;
	if (!s->broken && is_broken(line))
		s->broken = line;
	if ((mark = strstr(line, ": Assertion `")))
		read_assertion(s, line, mark);
	else if (strstr(line, "ERROR: AddressSanitizer: "))
		read_address(s, line, l);
	else if (strstr(line, " leak of ") && strstr(line, "allocated from:"))
		read_stack(s, l, add(s, SEEN_LEAK, "detected memory leaks"), 16);
	else if (strstr(line, "WARNING: ThreadSanitizer: "))
		read_thread(s, line, l);
	else if ((mark = strstr(line, ": runtime error: "))) {
		const char *what = mark + strlen(": runtime error: ");
		struct sighting *to = add(s, SEEN_UNDEFINED, what);
		struct loc loc;
		if (place_at_end(arena_printf(s->arena, "%.*s", (int)(mark - line), line), &loc))
			vec_push(&to->place, loc);
		read_stack(s, l, to, 16);
	}
}

void seen_read_output(struct seen *s, const char *text, size_t n) {
	struct lines l = {text, text + n};
	const char *line;
	while ((line = next_line(&l, s->arena)))
		read_line(s, line, &l);
}

/* --- What the harness has written. --- */

/* All words of the form FILE:LINE. */
static void read_places(struct arena *arena, const char *text, struct sighting *to) {
	for (const char *at = text; *at;) {
		size_t n = strcspn(at, " ,;()");
		struct loc loc;
		if (n && place_at_end(arena_printf(arena, "%.*s", (int)n, at), &loc))
			vec_push(&to->place, loc);
		at += n + (at[n] != '\0');
	}
}

/* "assert x != 1 a.c:31", "abort a.c:9", "signal 11 after a.c:9", "error reach_error": the place is
 * the last one that the harness knows of before it. */
static void read_end(struct seen *s, const char *value) {
	struct sighting *to = NULL;
	size_t rest = strlen(value);
	struct loc loc;
	bool is_place = place_at_end(value, &loc);
	while (is_place && rest > 0 && value[rest - 1] != ' ')
		rest--;
	s->end = value;
	if (!strncmp(value, "assert ", 7)) {
		size_t n = rest > 8 ? rest - 8 : 0;
		to = add(s, SEEN_ASSERT, arena_printf(s->arena, "%.*s", (int)n, value + 7));
	} else if (!strncmp(value, "error ", 6))
		to = add(s, SEEN_ERROR,
		         arena_printf(s->arena, "%.*s", (int)strcspn(value + 6, " "), value + 6));
	else if (!strncmp(value, "abort", 5))
		to = add(s, SEEN_ABORT, "abort");
	else if (!strncmp(value, "signal ", 7)) {
		const char *name = sigabbrev_np(atoi(value + 7));
		to = add(s, SEEN_SIGNAL, arena_printf(s->arena, "SIG%s", name ? name : "?"));
	}
	if (to && is_place)
		vec_push(&to->place, loc);
}

static void add_name(struct seen *s, const char *name) {
	for (size_t i = 0; i < s->forced.n; i++)
		if (!strcmp(s->forced.at[i], name))
			return;
	vec_push(&s->forced, name);
}

static void read_pair(struct seen *s, const char *key, const char *value) {
	const struct {
		const char *key;
		const char **to;
	} text[] = {{"expected", &s->expected}, {"happened", &s->happened},
	            {"missing", &s->missing},   {"library", &s->library},
	            {"input", &s->input},       {"unsupported", &s->unsupported},
	            {"history", &s->history}};
	const struct {
		const char *key;
		enum sighting_kind kind;
	} sight[] = {{"race", SEEN_NEXT_TO_NEXT}, {"deadlock", SEEN_DEADLOCK}, {"misuse", SEEN_MISUSE}};
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		if (!strcmp(key, text[i].key) && !*text[i].to)
			*text[i].to = value;
	for (size_t i = 0; i < sizeof sight / sizeof *sight; i++)
		if (!strcmp(key, sight[i].key))
			read_places(s->arena, value, add(s, sight[i].kind, value));
	s->is_missing |= !strcmp(key, "missing");
	s->must_force |= !strcmp(key, "forced");
	if (!strncmp(key, "forced", 6))
		add_name(s, value);
	bool is_return = !strcmp(key, "returned");
	if (is_return || !strcmp(key, "called"))
		vec_push(&s->call, ((struct seen_call){(uint32_t)strtoul(value, NULL, 10), is_return}));
	if (!strcmp(key, "schedule")) {
		s->is_followed = !strcmp(value, "followed");
		s->is_diverged = !strcmp(value, "diverged");
	} else if (!strcmp(key, "row"))
		s->row = (uint32_t)strtoul(value, NULL, 10);
	else if (!strcmp(key, "end"))
		read_end(s, value);
	else if (!strcmp(key, "stack")) {
		struct sighting all = {0};
		read_places(s->arena, value, &all);
		for (size_t i = 0; i < all.place.n; i++)
			vec_push(&s->stack, all.place.at[i]);
		vec_free(&all.place);
	}
}

/* The stack is that of the end: of what the harness has seen there. */
static void give_stack(struct seen *s) {
	for (size_t i = 0; i < s->at.n; i++) {
		struct sighting *at = &s->at.at[i];
		bool is_end = at->kind == SEEN_ERROR || at->kind == SEEN_ABORT || at->kind == SEEN_SIGNAL ||
		              at->kind == SEEN_ASSERT;
		for (size_t k = 0; is_end && k < s->stack.n; k++)
			vec_push(&at->place, s->stack.at[k]);
	}
}

void seen_read_outcome(struct seen *s, const char *text, size_t n) {
	struct lines l = {text, text + n};
	const char *line;
	while ((line = next_line(&l, s->arena))) {
		const char *colon = strstr(line, ": ");
		if (colon)
			read_pair(s, arena_printf(s->arena, "%.*s", (int)(colon - line), line), colon + 2);
	}
	give_stack(s);
}
