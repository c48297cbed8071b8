#include "report/story/wording.h"

#include <string.h>

#include "report/base/source.h"
#include "report/story/reason.h"
#include "util/text/same.h"

#define MAX_VALUES 4 /* of a line */

/* Functions with an object, for which there is a word. */
static const struct word {
	const char *function, *verb;
} words[] = {
    {"pthread_join", "join"},
    {"pthread_detach", "detach"},
    {"pthread_cancel", "cancel"},
    {"pthread_mutex_lock", "lock"},
    {"pthread_mutex_trylock", "try lock"},
    {"pthread_mutex_timedlock", "timed lock"},
    {"pthread_mutex_unlock", "unlock"},
    {"pthread_spin_lock", "lock"},
    {"pthread_spin_trylock", "try lock"},
    {"pthread_spin_unlock", "unlock"},
    {"pthread_rwlock_rdlock", "read-lock"},
    {"pthread_rwlock_tryrdlock", "try read-lock"},
    {"pthread_rwlock_wrlock", "write-lock"},
    {"pthread_rwlock_trywrlock", "try write-lock"},
    {"pthread_rwlock_unlock", "unlock"},
    {"pthread_cond_wait", "wait for"},
    {"pthread_cond_timedwait", "timed wait for"},
    {"pthread_cond_signal", "signal"},
    {"pthread_cond_broadcast", "broadcast"},
    {"pthread_barrier_wait", "barrier"},
    {"sem_wait", "wait for"},
    {"sem_trywait", "try wait for"},
    {"sem_timedwait", "timed wait for"},
    {"sem_post", "post"},
    {"thrd_join", "join"},
    {"thrd_detach", "detach"},
    {"mtx_lock", "lock"},
    {"mtx_trylock", "try lock"},
    {"mtx_timedlock", "timed lock"},
    {"mtx_unlock", "unlock"},
    {"cnd_wait", "wait for"},
    {"cnd_timedwait", "timed wait for"},
    {"cnd_signal", "signal"},
    {"cnd_broadcast", "broadcast"},
};

static const char *or_empty(const char *text) {
	return text ? text : "";
}

bool wording_is_part(const struct cex *cex, const struct told *line, size_t step) {
	const struct step *s = &cex->step.at[step];
	if (s->kind == STEP_BLOCKED && line->kind != STEP_BLOCKED && line->kind != STEP_VIOLATION)
		return false; /* for a while only */
	return step >= line->first && step <= line->last && s->thread == line->thread &&
	       (s->kind == STEP_FLUSH) == (line->kind == STEP_FLUSH) &&
	       (!s->in_model || s->kind == STEP_BLOCKED || s->kind == STEP_VIOLATION);
}

/* The value has not reached memory: the thread itself has stored it. */
static const char *own_buffer(const struct step *s) {
	return s->buffer == FROM_BUFFER ? " (from its own buffer)" : "";
}

/* The access behind a step, where memory orders matter; or NULL. */
static const struct execution_event *access_of(const struct cex *cex, const struct step *s) {
	const struct execution *x = cex->execution;
	return x && x->model == EXECUTION_C11 && s->event && s->event <= x->event.n
	           ? &x->event.at[s->event - 1]
	           : NULL;
}

/* Does it show that memory does not follow the order in which accesses are issued? */
static bool is_old(const struct cex *cex, const struct step *s) {
	return access_of(cex, s) && reason_newer(cex->execution, s->event - 1) != EXECUTION_NONE;
}

/* "x = 1 (was 0)": what others may have relied on. */
static const char *assign_text(struct arena *a, const struct step *s) {
	const char *lhs = or_empty(s->lhs), *value = or_empty(s->value);
	if (s->buffer == INTO_BUFFER)
		return arena_printf(a, "%s = %s (buffered)", lhs, value);
	if (!s->before)
		return arena_printf(a, "%s = %s", lhs, value);
	if (!strcmp(s->before, value))
		return arena_printf(a, "%s = %s (as before)", lhs, value);
	return arena_printf(a, "%s = %s (was %s)", lhs, value, s->before);
}

static const char *name_of(const struct cex *cex, uint32_t thread) {
	return thread < cex->thread.n ? cex->thread.at[thread].name : "a thread";
}

static const char *without_address(const char *object) {
	return object + (*object == '&');
}

static const char *call_text(struct arena *a, const struct step *s) {
	const char *text = arena_printf(a, "%s(", s->call);
	for (uint32_t i = 0; i < s->nargs; i++)
		text = arena_printf(a, "%s%s%s", text, i ? ", " : "", s->arg[i]);
	return arena_printf(a, "%s)", text);
}

static const char *blocked_text(struct arena *a, const struct cex *cex, const struct step *s) {
	if (!s->text)
		return arena_printf(a, "waits for %s to end", name_of(cex, s->other));
	bool is_held = s->other != NO_THREAD;
	return arena_printf(a, "waits for %s%s%s%s%s", s->text, s->nargs ? " " : "",
	                    s->nargs ? s->arg[0] : "", is_held ? ", held by " : "",
	                    is_held ? name_of(cex, s->other) : "");
}

const char *wording_text(struct arena *a, const struct cex *cex, const struct step *s) {
	switch (s->kind) {
	case STEP_CALL: return call_text(a, s);
	case STEP_RETURN:
		return arena_printf(a, "%s returns%s%s", s->call, s->value ? " " : "", or_empty(s->value));
	case STEP_CREATE: return arena_printf(a, "create %s", cex_thread_label(a, cex, s->other));
	case STEP_THREAD_END: return arena_printf(a, "%s ends", name_of(cex, s->thread));
	case STEP_BLOCKED: return blocked_text(a, cex, s);
	default: return s->text;
	}
}

const char *wording_of_step(struct arena *a, const struct cex *cex, const struct step *s) {
	const char *text;
	switch (s->kind) {
	case STEP_INPUT:
	case STEP_ASSIGN: return assign_text(a, s);
	case STEP_READ:
		return arena_printf(a, "reads %s = %s%s", or_empty(s->lhs), or_empty(s->value),
		                    own_buffer(s));
	case STEP_FLUSH:
		return arena_printf(a, "%s = %s reaches memory", or_empty(s->lhs), or_empty(s->value));
	case STEP_BRANCH: return arena_printf(a, "%s is %s", or_empty(s->text), or_empty(s->value));
	case STEP_ASSUME: return arena_printf(a, "assumed: %s", or_empty(s->text));
	case STEP_THREAD_END: return "ends";
	case STEP_ACQUIRE: return arena_printf(a, "holds %s %s", or_empty(s->text), or_empty(s->lhs));
	case STEP_RELEASE: return arena_printf(a, "releases %s", or_empty(s->lhs));
	default:
		text = or_empty(wording_text(a, cex, s));
		return s->guessed ? arena_printf(a, "%s (guess)", text) : text;
	}
}

/* What a violation depends on is marked where it happens. */
static const char *input_word(const struct step *s) {
	return s->guessed ? "guess" : "input";
}

/* --- Calls. --- */

/* The word for the function, or for a call of it as the user wrote it. */
static const struct word *find_word(const char *call) {
	size_t n = strcspn(call, "(");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].function) == n && !memcmp(words[i].function, call, n))
			return &words[i];
	return NULL;
}

/* "lock m" for the statement "pthread_mutex_lock(&m)"; NULL: there is no such word. */
static const char *short_statement(struct arena *a, const char *statement) {
	const struct word *word = find_word(or_empty(statement));
	const char *start = word ? strchr(statement, '(') : NULL, *s;
	int depth = 0;
	if (!start)
		return NULL;
	start = without_address(start + 1);
	for (s = start; *s && (depth || (*s != ',' && *s != ')')); s++)
		depth += *s == '(' || *s == '[' ? 1 : *s == ')' || *s == ']' ? -1 : 0;
	return s > start ? arena_printf(a, "%s %.*s", word->verb, (int)(s - start), start) : NULL;
}

/* The same of a call.  An object without a name is called as the user does. */
static const char *short_call(struct arena *a, const struct step *call, const char *statement) {
	const struct word *word = find_word(call->call);
	if (!word || !call->nargs)
		return NULL;
	const char *object = without_address(call->arg[0]);
	if (strchr(object, '#') && find_word(or_empty(statement)) == word)
		return short_statement(a, statement);
	return arena_printf(a, "%s %s", word->verb, object);
}

/* --- Values. --- */

struct values {
	struct arena *arena;
	const struct cex *cex;
	const struct told *line;
	bool has_statement;            /* it says what is assigned, but not the value */
	bool is_short;                 /* a call for which there is a word: its arguments are said */
	const struct step *comparison; /* its operands are said instead of reads; or NULL */
	const char *before;            /* "error", "true" */
	const char *text;
	unsigned n;
};

static void add(struct values *v, const char *value) {
	if (v->n == MAX_VALUES)
		v->text = arena_printf(v->arena, "%s, ...", v->text);
	else if (v->n < MAX_VALUES)
		v->text = v->n ? arena_printf(v->arena, "%s, %s", v->text, value) : value;
	v->n++;
}

/* Is 'lvalue' reached through the pointer: "*p", "p->n", "p[2]"? */
static bool is_behind(const char *lvalue, const char *pointer) {
	bool is_star = *lvalue == '*';
	size_t n = strlen(pointer);
	lvalue += is_star;
	if (strncmp(lvalue, pointer, n) != 0)
		return false;
	return (is_star && !lvalue[n]) || lvalue[n] == '[' || !strncmp(lvalue + n, "->", 2);
}

/* Does a later part of the line say what a read does?  Its repetition, "x: 0 -> 1", or something
 * about what the pointer that was read points to. */
static bool is_said_later(const struct values *v, size_t ix) {
	const struct step *s = &v->cex->step.at[ix];
	for (size_t i = ix + 1; i <= v->line->last; i++) {
		const struct step *next = &v->cex->step.at[i];
		if (!wording_is_part(v->cex, v->line, i))
			continue;
		if (s->lhs && next->lhs && is_behind(next->lhs, s->lhs))
			return true;
		if (!same_text(next->lhs, s->lhs) || (next->event != s->event && access_of(v->cex, next)))
			continue;
		if (next->kind == STEP_READ
		        ? same_text(next->value, s->value) && next->buffer == s->buffer
		        : same_text(next->before, s->value) && next->buffer == NO_BUFFER)
			return true;
	}
	return false;
}

/* A copy of what was read before in the same line. */
static bool is_copy(const struct values *v, size_t ix) {
	const struct step *s = &v->cex->step.at[ix];
	for (size_t i = v->line->first; i < ix && !s->shared; i++)
		if (wording_is_part(v->cex, v->line, i) && v->cex->step.at[i].kind == STEP_READ)
			return same_text(v->cex->step.at[i].value, s->value);
	return false;
}

/* "waits, held by T1"; without an object it is a join, which names the thread itself. */
static const char *wait_text(const struct values *v, const char *object, uint32_t holder) {
	const char *how = v->line->wait ? "waits for ever" : "waits";
	if (holder >= v->cex->thread.n || !object)
		return how;
	bool is_own = holder == v->line->thread;
	return arena_printf(v->arena, "%s, held by %s", how,
	                    is_own ? "itself" : v->cex->thread.at[holder].name);
}

/* "; holds m": what a thread that waits for ever keeps from others. */
static const char *held_at_end(const struct values *v) {
	const char *all = "";
	for (size_t i = 0; i < v->cex->hold.n; i++) {
		const struct cex_hold *h = &v->cex->hold.at[i];
		if (h->thread == v->line->thread && h->object)
			all = arena_printf(v->arena, "%s%s%s", all, *all ? " and " : "; holds ",
			                   without_address(h->object));
	}
	return all;
}

/* What a thread that ends should have released. */
static void add_held(struct values *v, size_t end) {
	VEC(const char *) held = {0};
	for (size_t i = 0; i < end; i++) {
		const struct step *s = &v->cex->step.at[i];
		if (s->thread != v->line->thread || !s->lhs)
			continue;
		if (s->kind == STEP_ACQUIRE)
			vec_push(&held, s->lhs);
		for (size_t k = held.n; s->kind == STEP_RELEASE && k-- > 0;)
			if (!strcmp(held.at[k], s->lhs)) {
				held.at[k] = vec_last(&held);
				held.n--;
				break;
			}
	}
	for (size_t i = 0; i < held.n; i++)
		add(v, arena_printf(v->arena, "still holds %s", without_address(held.at[i])));
	vec_free(&held);
}

/* Does the store wait in a buffer while others go on? */
static bool is_waiting(const struct values *v, const struct step *s) {
	bool is_last = s == &v->cex->step.at[v->line->last];
	return s->buffer == INTO_BUFFER && !(is_last && v->line->reaches_memory);
}

/* "ready is 1 (acquire)", "data is 0, an older value (plain)", "x: 0 -> 1 (acq_rel)" */
static void add_access(struct values *v, const struct step *s, const struct execution_event *e) {
	const char *lhs = or_empty(s->lhs), *value = or_empty(s->value);
	const char *order = execution_order_name(e->order);
	if (s->kind == STEP_READ)
		add(v, arena_printf(v->arena, "%s is %s%s (%s)", lhs, value,
		                    is_old(v->cex, s) ? ", an older value" : "", order));
	else if (e->kind == EXECUTION_RMW && s->before)
		add(v, arena_printf(v->arena, "%s: %s -> %s (%s)", lhs, s->before, value, order));
	else
		add(v, arena_printf(v->arena, "%s = %s%s (%s)", lhs, value,
		                    is_old(v->cex, s) ? ", which does not last" : "", order));
}

/* Is the word a variable: no member of one, no function, no constant by its name? */
static bool is_variable(const char *from, const char *word, size_t n) {
	bool is_member =
	    word > from && (word[-1] == '.' || (word[-1] == '>' && word - from > 1 && word[-2] == '-'));
	bool has_small = false;
	for (size_t i = 0; i < n; i++)
		has_small = has_small || (word[i] >= 'a' && word[i] <= 'z');
	return !(*word >= '0' && *word <= '9') && !is_member && has_small && word[n] != '(' &&
	       strncmp(word, "memory_order", 12) != 0;
}

/* How many variables a condition is about: "p->n" and "a[i]" are one. */
static unsigned count_names(const char *condition) {
	unsigned n = 0, depth = 0;
	for (const char *s = condition; *s;) {
		size_t word = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
		depth += *s == '[';
		depth -= *s == ']' && depth;
		n += word && !depth && is_variable(condition, s, word);
		s += word ? word : 1;
	}
	return n;
}

/* The values of both sides say more than that of one variable. */
static const struct step *find_comparison(const struct cex *cex, const struct told *line) {
	for (size_t i = line->last + 1; i-- > line->first;) {
		const struct step *s = &cex->step.at[i];
		if (s->kind == STEP_BRANCH && s->operands && s->text && wording_is_part(cex, line, i))
			return count_names(s->text) > 1 ? s : NULL;
	}
	return NULL;
}

static void add_step(struct values *v, size_t ix) {
	const struct step *s = &v->cex->step.at[ix];
	const char *lhs = or_empty(s->lhs), *value = or_empty(s->value);
	const struct execution_event *e = access_of(v->cex, s);
	if (e && (s->kind == STEP_READ || s->kind == STEP_ASSIGN)) {
		if (s->kind == STEP_ASSIGN || (!is_said_later(v, ix) && !v->is_short))
			add_access(v, s, e);
		return;
	}
	switch (s->kind) {
	case STEP_READ:
		if (!is_said_later(v, ix) && !v->is_short && !v->comparison)
			add(v, arena_printf(v->arena, "%s is %s%s", lhs, value, own_buffer(s)));
		return;
	case STEP_FLUSH:
		if (s->before)
			add(v, arena_printf(v->arena, "%s: %s -> %s", lhs, s->before, value));
		return;
	case STEP_ASSIGN:
		if (strchr(lhs, '+')) /* a part without a name, of some opaque type */
			return;
		if (is_waiting(v, s))
			add(v, arena_printf(v->arena, "%s = %s (buffered)", lhs, value));
		else if (s->before)
			add(v, arena_printf(v->arena, "%s: %s -> %s", lhs, s->before, value));
		else if (v->has_statement && !is_copy(v, ix))
			add(v, arena_printf(v->arena, "%s = %s", lhs, value));
		return;
	case STEP_INPUT: /* of a variable, or of nothing but the call */
		add(v, strchr(lhs, '(')
		           ? arena_printf(v->arena, "%s (%s)", value, input_word(s))
		           : arena_printf(v->arena, "%s = %s (%s)", lhs, value, input_word(s)));
		return;
	case STEP_BRANCH:
		v->before = value;
		if (s == v->comparison || (!v->n && s->operands && !v->comparison))
			add(v, s->operands);
		return;
	case STEP_RETURN: add(v, wording_text(v->arena, v->cex, s)); return;
	case STEP_BLOCKED:
		if (!v->line->wait)
			add(v, wait_text(v, s->lhs, s->other));
		return;
	case STEP_THREAD_END: add_held(v, ix); return;
	case STEP_NOTE:
		if (v->line->kind != STEP_NOTE || v->line->call != NO_STEP) /* else it is the text */
			add(v, wording_of_step(v->arena, v->cex, s));
		return;
	default: return;
	}
}

/* What a call that the statement made has returned: "f(10) is 55". */
static void add_result(struct values *v, size_t call, size_t end) {
	const struct step *c = &v->cex->step.at[call];
	const char *value = NULL;
	for (size_t i = call + 1; i < end; i++) {
		const struct step *s = &v->cex->step.at[i];
		if (s->kind == STEP_RETURN && s->thread == c->thread && s->value &&
		    s->depth == c->depth + !s->in_model && !strcmp(s->call, c->call))
			value = s->value;
	}
	if (value && *c->call != '_')
		add(v, arena_printf(v->arena, "%s is %s", call_text(v->arena, c), value));
}

/* The calls of the statement that fails; they may have lines of their own. */
static void add_results(struct values *v) {
	const struct step *violation = &v->cex->step.at[v->line->step];
	size_t first = v->line->step;
	for (size_t i = first; i-- > 0;) {
		const struct step *s = &v->cex->step.at[i];
		if (s->thread != violation->thread || s->in_model || s->depth > violation->depth)
			continue;
		if (!same_place(s->loc, violation->loc))
			break;
		first = i;
	}
	for (size_t i = first; i < v->line->step; i++) {
		const struct step *s = &v->cex->step.at[i];
		if (s->kind == STEP_CALL && s->thread == violation->thread && !s->in_model &&
		    s->depth == violation->depth)
			add_result(v, i, v->line->step);
	}
}

/* What the library function has returned; NULL: nothing, or it has not. */
static const char *returned(const struct values *v) {
	const struct step *call = &v->cex->step.at[v->line->call];
	for (size_t i = v->line->call + 1; i < v->cex->step.n; i++) {
		const struct step *s = &v->cex->step.at[i];
		if (s->thread != call->thread)
			continue;
		if (!s->in_model)
			return NULL;
		if (s->kind == STEP_RETURN && s->value && !strcmp(s->call, call->call))
			return s->value;
	}
	return NULL;
}

/* What follows the name of the function in a statement that begins with a call of it, "(x)"; NULL:
 * it does not. */
static const char *behind_name(const struct step *call, const char *statement) {
	size_t n = strlen(call->call);
	return !strncmp(statement, call->call, n) && statement[n] == '(' ? statement + n : NULL;
}

/* Is the call a statement of its own, whose result nobody looks at? */
static bool is_alone(const struct step *call, const char *statement) {
	size_t depth = 0;
	if (!statement)
		return true;
	const char *s = behind_name(call, statement);
	if (!s)
		return false;
	for (; *s; s++) {
		depth += *s == '(';
		depth -= *s == ')' && depth;
		if (!depth)
			return !s[1];
	}
	return true;
}

/* Whether what was tried has succeeded: functions that may fail return an error number.  Of others,
 * the result if the statement uses it and no variable has got it. */
static void add_outcome(struct values *v, const char *statement) {
	const struct step *call = &v->cex->step.at[v->line->call];
	const struct word *word = find_word(call->call);
	const char *result = v->n ? NULL : returned(v);
	if (!result)
		return;
	if (word && (!strncmp(word->verb, "try", 3) || !strncmp(word->verb, "timed", 5)))
		add(v, strcmp(result, "0") ? "fails" : "succeeds");
	else if (word ? strcmp(result, "0") != 0 : !is_alone(call, statement))
		add(v, arena_printf(v->arena, "returns %s", result));
}

static const char *values_of(struct arena *a, const struct cex *cex, const struct told *line,
                             const char *statement) {
	bool is_call = line->call != NO_STEP;
	struct values v = {.arena = a, .cex = cex, .line = line, .text = ""};
	v.has_statement = statement || is_call;
	v.is_short = is_call && find_word(cex->step.at[line->call].call);
	v.comparison = line->kind == STEP_VIOLATION ? NULL : find_comparison(cex, line);
	for (size_t i = line->first; i <= line->last && v.n <= MAX_VALUES; i++)
		if (wording_is_part(cex, line, i))
			add_step(&v, i);
	if (is_call && !line->is_unfinished)
		add_outcome(&v, statement);
	if (line->wait) {
		const char *wait = wait_text(&v, line->wait->object, line->wait->holder);
		add(&v, arena_printf(a, "%s%s", wait, held_at_end(&v)));
	}
	if (line->kind == STEP_VIOLATION) {
		v.before = "error";
		if (!cex->step.at[line->step].in_model)
			add_results(&v);
	}
	if (!v.before)
		return v.text;
	return v.n ? arena_printf(a, "%s: %s", v.before, v.text) : v.before;
}

/* --- Lines. --- */

/* The last step of the kind that the line is told for; its first one if it has none of its own. */
static size_t find_step(const struct cex *cex, const struct told *line) {
	for (size_t i = line->last + 1; i-- > line->first;)
		if (wording_is_part(cex, line, i) && cex->step.at[i].kind == line->kind)
			return i;
	return line->first;
}

static const struct step *main_step(const struct cex *cex, const struct told *line) {
	const struct step *s = &cex->step.at[line->step];
	return s->kind == line->kind ? s : NULL;
}

static const char *plain_text(struct arena *a, const struct cex *cex, const struct step *s) {
	switch (s->kind) {
	case STEP_READ: return arena_printf(a, "read %s", or_empty(s->lhs));
	case STEP_INPUT: return arena_printf(a, "input %s", or_empty(s->lhs));
	case STEP_ASSIGN: return arena_printf(a, "%s = %s", or_empty(s->lhs), or_empty(s->value));
	case STEP_BRANCH: return or_empty(s->text);
	default: return wording_of_step(a, cex, s);
	}
}

/* All that the line does, in words for one step each; what it reads only if it does nothing else.
 */
static const char *join_steps(struct arena *a, const struct cex *cex, const struct told *line,
                              const char *said(struct arena *, const struct cex *,
                                               const struct step *)) {
	struct values v = {.arena = a, .text = ""};
	for (size_t i = line->first; i <= line->last && v.n <= MAX_VALUES; i++) {
		const struct step *s = &cex->step.at[i];
		bool is_said = s->kind == line->kind || (s->kind != STEP_READ && s->kind != STEP_INPUT);
		if (is_said && wording_is_part(cex, line, i))
			add(&v, said(a, cex, s));
	}
	return v.text;
}

static unsigned count_arguments(const char *call) {
	unsigned n = 0, depth = 0;
	for (; *call && (n == 0 || depth); call++) {
		depth += *call == '(' || *call == '[' || *call == '{';
		n += (*call == '(' || *call == ',') && depth == 1;
		depth -= (*call == ')' || *call == ']' || *call == '}') && depth;
	}
	return n;
}

/* Arguments have their values, if they are all there, and something that says more than the user's
 * words: no "node#1", and nothing of macros of the C library. */
static bool is_clear_call(const struct step *call, const char *text, const char *statement) {
	return *text != '_' && !strchr(text, '#') &&
	       (!behind_name(call, statement) || count_arguments(text) == count_arguments(statement));
}

/* Is the call "check(x == 2)"?  That says more than "check(0)". */
static bool has_condition(const char *statement, const struct step *call) {
	static const char *const operators[] = {"==", "!=", "<", ">", "&&", "||", "!"};
	const char *s = behind_name(call, statement);
	if (!s || s[strlen(s) - 1] != ')')
		return false;
	unsigned depth = 0;
	for (; *s; s++) {
		depth += *s == '(';
		depth -= *s == ')';
		if (!depth && s[1])
			return false; /* the condition is around the call: "check(x) == 2" */
	}
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		const char *found = strstr(statement, operators[i]);
		if (found && !(found[0] == '>' && found[-1] == '-')) /* no "p->x" */
			return true;
	}
	return false;
}

static const char *line_text(struct arena *a, const struct cex *cex, const struct told *line,
                             const char *statement) {
	const struct step *s = main_step(cex, line);
	if (line->call != NO_STEP) {
		const struct step *call = &cex->step.at[line->call];
		const char *text = short_call(a, call, statement), *full = call_text(a, call);
		if (s && s->kind == STEP_VIOLATION && !s->in_model && statement)
			return statement;
		return text ? text : !statement || is_clear_call(call, full, statement) ? full : statement;
	}
	if (line->kind == STEP_CREATE && s) /* the column of the thread says the rest */
		return arena_printf(a, "create %s", name_of(cex, s->other));
	if (s && line->kind == STEP_CALL && statement && has_condition(statement, s))
		return statement;
	if (s && (line->kind == STEP_CALL || line->kind == STEP_NOTE || line->kind == STEP_THREAD_END ||
	          line->kind == STEP_FLUSH))
		return wording_of_step(a, cex, s);
	const char *begun = short_statement(a, statement);
	if (begun && line->kind == STEP_READ)
		return begun; /* arguments of a call to come */
	if (statement || !s)
		return or_empty(statement);
	return join_steps(a, cex, line, plain_text);
}

/* What a line says by itself, where no columns are. */
static const char *line_sentence(struct arena *a, const struct cex *cex, const struct told *line,
                                 const char *statement) {
	const struct step *s = main_step(cex, line);
	bool is_call = line->call != NO_STEP;
	if (s &&
	    (line->kind == STEP_CREATE || line->kind == STEP_VIOLATION || line->kind == STEP_FLUSH))
		return wording_of_step(a, cex, s);
	if (s && !statement && !is_call)
		return join_steps(a, cex, line, wording_of_step);
	const char *text = is_call ? call_text(a, &cex->step.at[line->call]) : line->text;
	text = arena_printf(a, "%s%s%s", line->goes_on ? is_call ? "goes on in " : "... " : "", text,
	                    line->is_unfinished && !is_call ? " ..." : "");
	if (line->kind == STEP_BLOCKED)
		return arena_printf(a, "%s: %s", text, line->values);
	return *line->values ? arena_printf(a, "%s (%s)", text, line->values) : text;
}

static bool is_apart(const struct cex *cex) {
	for (size_t i = 0; i < cex->access.n; i++)
		if (cex->access.at[i].is_past)
			return true;
	return false;
}

static void word_access(struct arena *a, const struct cex *cex, struct told *line,
                        const char *statement) {
	const char *lvalue = line->access->lvalue ? line->access->lvalue : "memory";
	const char *verb = line->access->is_write ? "write" : "read";
	const char *does = arena_printf(a, "%ss %s", verb, lvalue);
	line->values = arena_printf(a, "error: %s", does);
	line->text = statement ? statement : does;
	line->sentence = is_apart(cex) ? does : arena_printf(a, "is about to %s %s", verb, lvalue);
}

static const char *find_statement(struct arena *a, struct phrases *p, struct loc loc, bool whole) {
	struct phrase *entry = &p->at[(loc.line * 31 + loc.col * 2 + whole) % 256];
	if (loc.file && entry->loc.file == loc.file && entry->loc.line == loc.line &&
	    entry->loc.col == loc.col && entry->is_whole == whole)
		return entry->text;
	struct statement s;
	bool found = whole ? source_whole(a, loc, &s) : source_statement(a, loc, &s);
	*entry = (struct phrase){loc, whole, found ? s.text : NULL};
	return entry->text;
}

/* A call of a library that returns what it cannot: the client's own words say less. */
static void word_return(struct arena *a, const struct cex *cex, struct told *line) {
	const struct history_call *last = NULL;
	for (size_t i = 0; cex->history && i < cex->history->call.n; i++) {
		const struct history_call *c = &cex->history->call.at[i];
		if (c->thread == line->thread && c->result && c->in_conflict &&
		    (!last || c->ends_at > last->ends_at))
			last = c;
	}
	if (!last)
		return;
	const char *result = *last->result ? arena_printf(a, " %s", last->result) : "";
	line->text = arena_printf(a, "%s(%s) returns%s", last->operation, last->arguments, result);
	line->values = "error";
	line->sentence = line->text;
}

void wording_of_line(struct arena *a, struct phrases *phrases, const struct cex *cex,
                     struct told *line) {
	bool is_part = line->kind == STEP_ASSIGN || line->kind == STEP_INPUT;
	const char *statement = find_statement(a, phrases, line->loc, is_part);
	if (line->access && line->kind == STEP_VIOLATION) {
		word_access(a, cex, line, statement);
		return;
	}
	line->step = find_step(cex, line);
	line->text = line_text(a, cex, line, statement);
	line->values = values_of(a, cex, line, statement);
	if (line->access && strncmp(line->values, "error", 5) != 0)
		line->values = arena_printf(a, "error: %s", line->values);
	line->sentence = line_sentence(a, cex, line, statement);
	if (line->kind == STEP_VIOLATION)
		word_return(a, cex, line);
}
