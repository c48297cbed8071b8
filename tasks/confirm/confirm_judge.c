#include "tasks/confirm/confirm_judge.h"

#include <ctype.h>
#include <string.h>

#include "goto/program/prog.h"
#include "util/text/diag.h"
#include "util/text/path.h"

/* Exit codes of the harness (harness/README.md). */
enum {
	HARNESS_DEADLOCK = 86,
	HARNESS_DIVERGED,
	HARNESS_SLOW,
	HARNESS_RACE,
	HARNESS_MISUSE,
	HARNESS_UNSUPPORTED
};

const char *native_mode_name(enum native_mode m) {
	static const char *const name[] = {"plain", "asan", "whole", "tsan"};
	return name[m];
}

static enum property_class class_of(const struct property_result *p) {
	enum property_class class = PROPERTY_CLASS_N;
	property_class_find(p->class_name, &class);
	return class;
}

/* --- How a violation can be shown. --- */

static const struct {
	const char *unseen;  /* what no run can show; or NULL */
	const char *said[4]; /* by sanitizers, one of these; NULL: no more */
} natives[PROPERTY_CLASS_N + 1] = {
#define UNSEEN(what)                                    .unseen = what
#define UNDEFINED(...)                                  .said = {__VA_ARGS__}
#define JUDGED                                          .unseen = NULL
#define PROPERTY(class, name, check, page, native, ...) [PROPERTY_##class] = {native},
#include "goto/program/property.def"
};

size_t judge_modes(const struct property_result *p, enum native_mode to[NATIVE_MODE_N],
                   const char **why) {
	enum property_class class = class_of(p);
	size_t n = 0;
	*why = natives[class].unseen;
	if (*why)
		return 0;
	if (*natives[class].said) {
		to[n++] = NATIVE_ASAN;
		return n;
	}
	switch (class) {
	case PROPERTY_BOUNDS:
	case PROPERTY_POINTER:
	case PROPERTY_DOUBLE_FREE:
	case PROPERTY_INVALID_FREE:
		to[n++] = NATIVE_ASAN;
		to[n++] = NATIVE_WHOLE;
		to[n++] = NATIVE_PLAIN;
		break;
	case PROPERTY_DIV_BY_ZERO:
		to[n++] = NATIVE_ASAN;
		to[n++] = NATIVE_PLAIN;
		break;
	case PROPERTY_LEAK: to[n++] = NATIVE_ASAN; break;
	case PROPERTY_RACE:
		to[n++] = NATIVE_TSAN;
		to[n++] = NATIVE_PLAIN;
		break;
	case PROPERTY_LOCK_ORDER: to[n++] = NATIVE_TSAN; break;
	default: to[n++] = NATIVE_PLAIN;
	}
	return n;
}

/* --- Places. --- */

/* Names of files are those of the compiler, which may be relative to another folder. */
static bool is_at(struct loc a, struct loc b) {
	return a.file && b.file && a.line == b.line && !strcmp(path_base(a.file), path_base(b.file));
}

static bool begins_at(const struct sighting *s, struct loc loc) {
	return s->place.n && is_at(s->place.at[0], loc);
}

static bool passes(const struct sighting *s, struct loc loc) {
	for (size_t i = 0; i < s->place.n; i++)
		if (is_at(s->place.at[i], loc))
			return true;
	return false;
}

/* Where else the violation may be seen: the step that makes it, if the statement has several lines.
 */
static struct loc last_step(const struct property_result *p) {
	return p->cex && p->cex->step.n ? p->cex->step.at[p->cex->step.n - 1].loc : NO_LOC;
}

static bool is_there(const struct property_result *p, const struct sighting *s) {
	return begins_at(s, p->loc) || begins_at(s, last_step(p));
}

/* --- Kinds. --- */

static bool has_any(const char *text, const char *const *word) {
	for (; *word; word++)
		if (strstr(text, *word))
			return true;
	return false;
}

#define ANY(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Texts of assertions, without blanks. */
static bool is_same_text(const char *in, const char *text) {
	for (const char *from = in; *from; from++) {
		const char *a = from, *b = text;
		while (*b) {
			if (isspace((unsigned char)*b))
				b++;
			else if (isspace((unsigned char)*a))
				a++;
			else if (*a && *a == *b)
				a++, b++;
			else
				break;
		}
		if (!*b)
			return true;
	}
	return false;
}

/* An assertion over several lines has the number of one of them. */
static bool is_assertion(const struct property_result *p, const struct sighting *s) {
	if (s->kind == SEEN_ERROR || s->kind == SEEN_ABORT)
		return passes(s, p->loc);
	if (s->kind != SEEN_ASSERT || !s->place.n)
		return false;
	struct loc near = s->place.at[0];
	bool is_near = near.line >= p->loc.line && near.line - p->loc.line < 20;
	near.line = p->loc.line;
	return passes(s, p->loc) || is_there(p, s) ||
	       (is_near && is_at(near, p->loc) && is_same_text(p->text, s->what));
}

/* What the error function does is its own business, once it was called there. */
static bool is_error(const struct property_result *p, const struct sighting *s) {
	switch (s->kind) {
	case SEEN_ASSERT:
	case SEEN_ERROR:
	case SEEN_ABORT:
	case SEEN_SIGNAL: return passes(s, p->loc);
	default: return false;
	}
}

static bool is_pointer(const struct property_result *p, const struct sighting *s) {
	const char *text = p->text;
	bool is_null = strstr(text, "null"), is_freed = strstr(text, "use after free"),
	     is_dead = strstr(text, "lifetime has ended"), is_aligned = strstr(text, "not aligned");
	if (!is_there(p, s))
		return false;
	switch (s->kind) {
	case SEEN_SIGNAL:
		return !is_freed && !is_dead && has_any(s->what, ANY("SIGSEGV", "SIGBUS", "SIGILL"));
	case SEEN_UNDEFINED:
		return is_aligned ? strstr(s->what, "misaligned") != NULL
		       : is_null  ? has_any(s->what, ANY("null pointer", "nonnull"))
		                  : !is_freed && !is_dead &&
		                       has_any(s->what, ANY("out of bounds", "insufficient space"));
	case SEEN_ADDRESS:
		if (is_freed)
			return has_any(s->what, ANY("heap-use-after-free"));
		if (is_dead)
			return has_any(s->what, ANY("stack-use-after", "stack-buffer", "use-after-return"));
		if (is_null)
			return has_any(s->what, ANY("SEGV", "BUS", "null-deref", "wild", "unknown-crash"));
		return true;
	default: return false;
	}
}

static bool is_bounds(const struct property_result *p, const struct sighting *s) {
	if (!is_there(p, s))
		return false;
	if (s->kind == SEEN_UNDEFINED)
		return has_any(s->what, ANY("out of bounds", "insufficient space", "variable length array",
		                            "object size"));
	return s->kind == SEEN_ADDRESS &&
	       has_any(s->what, ANY("-overflow", "-underflow", "SEGV", "negative-size", "overlap",
	                            "unknown-crash", "use-after-poison"));
}

static bool is_arithmetic(enum property_class class, const struct property_result *p,
                          const struct sighting *s) {
	if (!is_there(p, s))
		return false;
	if (s->kind == SEEN_SIGNAL)
		return class == PROPERTY_DIV_BY_ZERO && !strcmp(s->what, "SIGFPE");
	if (s->kind != SEEN_UNDEFINED)
		return false;
	if (class == PROPERTY_DIV_BY_ZERO)
		return strstr(s->what, "division by zero");
	for (const char *const *said = natives[class].said; *said; said++)
		if (strstr(s->what, *said))
			return true;
	return false;
}

/* The block is known by the place of its allocation. */
static bool is_leak(const struct property_result *p, const struct sighting *s) {
	if (s->kind != SEEN_LEAK)
		return false;
	bool is_known = false;
	for (size_t i = 0; p->cex && i < p->cex->place.n; i++) {
		const struct cex_place *at = &p->cex->place.at[i];
		is_known |= at->kind == PLACE_ALLOCATED;
		if (at->kind == PLACE_ALLOCATED && passes(s, at->loc))
			return true;
	}
	return !is_known && passes(s, p->loc);
}

static bool is_race(const struct property_result *p, const struct sighting *s) {
	if ((s->kind != SEEN_RACE && s->kind != SEEN_NEXT_TO_NEXT) || s->place.n < 2 || !p->cex ||
	    p->cex->access.n < 2)
		return false;
	struct loc a = p->cex->access.at[0].loc, b = p->cex->access.at[1].loc;
	struct loc one = s->place.at[0], two = s->place.at[1];
	return (is_at(one, a) && is_at(two, b)) || (is_at(one, b) && is_at(two, a));
}

/* All that wait in the report must wait in the program, and where they do there; but for those that
 * wait for the end of such a thread, which they may not have begun. */
static bool is_deadlock(const struct property_result *p, const struct seen *s) {
	size_t n = 0;
	bool only_joins = true;
	for (size_t i = 0; p->cex && i < p->cex->wait.n; i++)
		only_joins &= p->cex->wait.at[i].is_join;
	for (size_t i = 0; p->cex && i < p->cex->wait.n; i++) {
		bool waits = false;
		if (p->cex->wait.at[i].is_join && !only_joins)
			continue;
		for (size_t k = 0; k < s->at.n && !waits; k++)
			waits =
			    s->at.at[k].kind == SEEN_DEADLOCK && passes(&s->at.at[k], p->cex->wait.at[i].loc);
		if (!waits)
			return false;
		n++;
	}
	return n > 0;
}

static bool shows(const struct property_result *p, const struct sighting *s) {
	enum property_class class = class_of(p);
	switch (class) {
	case PROPERTY_ASSERTION: return is_assertion(p, s);
	case PROPERTY_UNREACH: return is_error(p, s);
	case PROPERTY_POINTER: return is_pointer(p, s);
	case PROPERTY_BOUNDS: return is_bounds(p, s);
	case PROPERTY_DOUBLE_FREE:
		return is_there(p, s) && s->kind == SEEN_ADDRESS &&
		       has_any(s->what, ANY("double-free", "heap-use-after-free"));
	case PROPERTY_INVALID_FREE:
		return is_there(p, s) && s->kind == SEEN_ADDRESS &&
		       has_any(s->what, ANY("free", "bad-malloc"));
	case PROPERTY_LEAK: return is_leak(p, s);
	case PROPERTY_DIV_BY_ZERO: return is_arithmetic(class, p, s);
	case PROPERTY_RACE: return is_race(p, s);
	case PROPERTY_LOCK:
	case PROPERTY_DESCRIPTOR:
		return s->kind == SEEN_MISUSE && (passes(s, p->loc) || passes(s, last_step(p)));
	case PROPERTY_LOCK_ORDER: return s->kind == SEEN_THREAD && strstr(s->what, "lock-order");
	default: return *natives[class].said && is_arithmetic(class, p, s);
	}
}

/* --- Outcomes. --- */

static const char *tool_of(enum sighting_kind kind) {
	switch (kind) {
	case SEEN_ASSERT: return "assert";
	case SEEN_ERROR: return "error function";
	case SEEN_ABORT: return "abort";
	case SEEN_SIGNAL: return "signal";
	case SEEN_ADDRESS: return "AddressSanitizer";
	case SEEN_LEAK: return "LeakSanitizer";
	case SEEN_UNDEFINED: return "UndefinedBehaviorSanitizer";
	case SEEN_RACE:
	case SEEN_THREAD: return "ThreadSanitizer";
	case SEEN_NEXT_TO_NEXT:
	case SEEN_DEADLOCK:
	case SEEN_MISUSE: return "harness";
	}
	return "harness";
}

/* "T1 waits for m, at a.c:9", without the place. */
static const char *without_place(struct arena *arena, const char *text) {
	const char *end = NULL;
	for (const char *at = text; (at = strstr(at, " at ")); at++)
		end = at;
	if (!end)
		return text;
	size_t n = (size_t)(end - text);
	return arena_printf(arena, "%.*s", (int)(n && text[n - 1] == ',' ? n - 1 : n), text);
}

/* In the words of the tool, without what is said elsewhere. */
static const char *words_of(struct arena *arena, const struct sighting *s) {
	switch (s->kind) {
	case SEEN_ASSERT: return arena_printf(arena, "'%s' failed", s->what);
	case SEEN_ERROR: return arena_printf(arena, "%s was called", s->what);
	case SEEN_ABORT: return "the program called abort";
	case SEEN_ADDRESS: return !strcmp(s->what, "free") ? "bad-free" : s->what;
	case SEEN_DEADLOCK:
	case SEEN_MISUSE: return without_place(arena, s->what);
	case SEEN_NEXT_TO_NEXT: return "data race: both threads stand right before their accesses";
	default: return s->what;
	}
}

static void set_shown(const struct property_result *p, const struct sighting *s,
                      struct confirmation *to, struct arena *arena) {
	*to = (struct confirmation){.outcome = CONFIRMATION_CONFIRMED,
	                            .tool = tool_of(s->kind),
	                            .what = words_of(arena, s),
	                            .loc = s->place.n ? s->place.at[0] : NO_LOC};
	/* the name of the file as the report has it */
	if (is_at(to->loc, p->loc) || passes(s, p->loc))
		to->loc = (struct loc){p->loc.file, p->loc.line, 0};
}

/* That a thread's write lies between a read and a write of another one is what the schedule says:
 * the run shows it by having made all its accesses in that order. */
static bool is_atomicity(const struct property_result *p, const struct seen *s) {
	return class_of(p) == PROPERTY_ATOMICITY && s->is_followed && !s->is_missing;
}

/* The position of the nth call of a thread, or of its return, among those of the run; n: none. */
static size_t position(const struct seen *s, uint32_t thread, size_t nth, bool is_return) {
	for (size_t i = 0; i < s->call.n; i++)
		if (s->call.at[i].thread == thread && s->call.at[i].is_return == is_return && !nth--)
			return i;
	return s->call.n;
}

/* So many calls of the same thread come before this one. */
static size_t nth_call(const struct history *h, size_t ix) {
	size_t n = 0;
	for (size_t i = 0; i < ix; i++)
		n += h->call.at[i].thread == h->call.at[ix].thread;
	return n;
}

/* Has each call of the report been made, and none other; and had those returned before others began
 * that had so in the report? */
static bool is_same_order(const struct history *h, const struct seen *s) {
	size_t events = 0;
	for (size_t i = 0; i < h->call.n; i++) {
		const struct history_call *a = &h->call.at[i];
		size_t end = position(s, a->thread, nth_call(h, i), true);
		events += 1 + (a->result != NULL);
		if (position(s, a->thread, nth_call(h, i), false) == s->call.n ||
		    (a->result && end == s->call.n))
			return false;
		for (size_t k = 0; k < h->call.n; k++) {
			const struct history_call *b = &h->call.at[k];
			if (a->result && a->ends_at < b->begins_at &&
			    end > position(s, b->thread, nth_call(h, k), false))
				return false;
		}
	}
	return events == s->call.n;
}

/* That no order of these calls explains their results does not depend on the run: it shows it by
 * having made them with these results. */
static bool is_history(const struct property_result *p, const struct seen *s) {
	return class_of(p) == PROPERTY_LINEARIZABILITY && s->is_followed && s->history &&
	       !strcmp(s->history, "same") && p->cex && p->cex->history &&
	       is_same_order(p->cex->history, s);
}

bool judge_shows(const struct property_result *p, const struct seen *s, struct confirmation *to) {
	for (size_t i = 0; i < s->at.n; i++)
		if (shows(p, &s->at.at[i])) {
			set_shown(p, &s->at.at[i], to, s->arena);
			return true;
		}
	if (class_of(p) == PROPERTY_DEADLOCK && is_deadlock(p, s)) {
		*to = (struct confirmation){.outcome = CONFIRMATION_CONFIRMED,
		                            .tool = "harness",
		                            .what = "the threads wait for each other",
		                            .loc = p->loc};
		return true;
	}
	if (is_history(p, s)) {
		*to = (struct confirmation){
		    .outcome = CONFIRMATION_CONFIRMED,
		    .tool = "harness",
		    .what = "the calls returned the same results in the same order of real time",
		    .loc = NO_LOC};
		return true;
	}
	if (is_atomicity(p, s)) {
		*to = (struct confirmation){.outcome = CONFIRMATION_CONFIRMED,
		                            .tool = "harness",
		                            .what = "another thread's write came in between",
		                            .loc = p->loc};
		return true;
	}
	return false;
}

static const char *place_text(struct arena *arena, const struct sighting *s) {
	return s->place.n ? arena_printf(arena, " at %s:%u", path_base(s->place.at[0].file),
	                                 s->place.at[0].line)
	                  : "";
}

/* What was seen instead; NULL: nothing. */
static const char *instead(const struct seen *s) {
	for (size_t i = s->at.n; i-- > 0;) {
		const struct sighting *at = &s->at.at[i];
		return arena_printf(s->arena, "%s: %s%s", tool_of(at->kind), words_of(s->arena, at),
		                    place_text(s->arena, at));
	}
	return NULL;
}

static const char *divergence(const struct seen *s) {
	if (!s->expected)
		return NULL;
	const char *step = s->row ? arena_printf(s->arena, "step %u: ", s->row) : "";
	return arena_printf(s->arena, "%sexpected %s%s%s", step, s->expected,
	                    s->happened ? ", but " : "", s->happened ? s->happened : "");
}

/* Why the run need not show it, though it was followed; NULL: it should have. */
static const char *is_hidden(const struct property_result *p) {
	enum property_class class = class_of(p);
	for (size_t i = 0; p->cex && class == PROPERTY_RACE && i < p->cex->access.n; i++)
		if (p->cex->access.at[i].is_past)
			return "the accesses are never next to each other, and ThreadSanitizer takes them for "
			       "ordered";
	switch (class) {
	case PROPERTY_UNREACH:
		return p->text && strstr(p->text, "label")
		           ? "nothing happens at the label"
		           : "the error function does nothing that could be seen";
	case PROPERTY_DESCRIPTOR: return "the system only returns an error";
	case PROPERTY_LOCK_ORDER:
		return "the order of locks, which another schedule makes a deadlock of";
	case PROPERTY_UNSIGNED_OVERFLOW:
	case PROPERTY_CONVERSION: return "the result is defined; only clang has a check of it";
	case PROPERTY_LOCK: return "a lock that is misused need not behave otherwise";
	default: return NULL;
	}
}

void judge_explains(const struct property_result *p, const struct seen *s, int code,
                    struct confirmation *to) {
	bool is_diverged = s->is_diverged || code == HARNESS_DIVERGED;
	*to = (struct confirmation){.outcome = CONFIRMATION_NOT_CONFIRMED};
	if (s->unsupported || code == HARNESS_UNSUPPORTED) {
		to->reason = UNCONFIRMED_UNSUPPORTED;
		to->detail = s->unsupported;
	} else if (s->broken) {
		to->reason = UNCONFIRMED_NO_SANITIZER;
		to->detail = arena_printf(s->arena, "it does not work here: %s", s->broken);
	} else if (code == HARNESS_SLOW && !s->is_followed) {
		to->reason = UNCONFIRMED_LIMIT;
		to->detail = divergence(s) ? divergence(s) : "a step took too long";
	} else if (s->library && !s->is_followed) {
		to->reason = UNCONFIRMED_LIBRARY;
		to->detail = s->library;
	} else if (s->input) {
		to->reason = UNCONFIRMED_INPUT;
		to->detail = s->input;
	} else if (class_of(p) == PROPERTY_DESCRIPTOR && s->is_followed && !is_diverged && !s->at.n) {
		to->reason = UNCONFIRMED_NOT_OBSERVABLE; /* whatever else the compiler left out */
		to->detail = is_hidden(p);
	} else if (s->is_missing && (is_diverged || s->is_followed)) {
		to->reason = UNCONFIRMED_COMPILER;
		to->detail = s->missing;
	} else if (is_diverged) {
		to->reason = UNCONFIRMED_DIVERGED;
		to->detail = divergence(s);
	} else if (code < 0 && !s->end && !s->is_followed && !s->at.n) {
		to->reason = UNCONFIRMED_DIVERGED;
		to->detail = "a signal ended it before its first step";
	} else if (s->history) {
		to->reason = UNCONFIRMED_DIVERGED;
		to->detail = "the calls came in another order than in the report";
	} else if (is_hidden(p) && !s->at.n) {
		to->reason = UNCONFIRMED_NOT_OBSERVABLE;
		to->detail = is_hidden(p);
	} else {
		to->reason = UNCONFIRMED_NOTHING_SEEN;
		to->detail = instead(s);
		if (to->detail) {
			to->reason = UNCONFIRMED_DIVERGED;
			to->detail = arena_printf(s->arena, "something else happened: %s", to->detail);
		}
	}
}
