#include "report/witness/path.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64 /* the record counts no further */

struct entered { /* a function of the program that has not returned yet */
	const char *function;
	uint32_t depth;
};

struct thread_state {
	VEC(struct entered) stack;
	const char *callee; /* the library function that the user's code has called */
	size_t event;       /* its CALL */
	bool has_input;     /* something was chosen inside */
	uint32_t turn;      /* of its last step */
};

struct maker {
	struct path *path;
	struct arena *arena;
	const struct cex *cex;
	struct thread_state *thread;
	uint32_t turn, running;
};

static bool is_letter(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
	return c >= '0' && c <= '9';
}

static size_t name_length(const char *s) {
	size_t n = 0;
	while (is_letter(s[n]) || (n && is_digit(s[n])))
		n++;
	return n;
}

/* "x", "a[3].n", "p->next": what can be written down in C as it is. */
static bool is_plain_lvalue(const char *s) {
	size_t n = name_length(s);
	if (!n)
		return false;
	for (s += n; *s;) {
		if (*s == '[') {
			n = strspn(++s, "0123456789");
			if (!n || s[n] != ']')
				return false;
			s += n + 1;
		} else {
			n = *s == '.' ? 1 : s[0] == '-' && s[1] == '>' ? 2 : 0;
			if (!n || !name_length(s += n))
				return false;
			s += name_length(s);
		}
	}
	return true;
}

/* Integers beyond what a literal without a suffix can be. */
static const char *large_integer(struct arena *a, const char *digits, bool negative) {
	static const char limit[] = "9223372036854775808";
	size_t n = strlen(digits);
	int order = n != sizeof limit - 1 ? (n < sizeof limit - 1 ? -1 : 1) : strcmp(digits, limit);
	if (order < 0)
		return NULL;
	if (n > 20)
		return ""; /* no literal of C at all */
	return negative ? (order ? "" : "(-9223372036854775807 - 1)")
	                : arena_printf(a, "%sULL", digits);
}

/* The value as a constant expression of C; NULL: it is none. */
static const char *constant(struct arena *a, const struct step *s) {
	const char *value = s->value;
	if (!value)
		return NULL;
	if (!strcmp(value, "NULL"))
		return "0";
	size_t n = strcspn(value, " "); /* "97 'a'" */
	const char *text = arena_printf(a, "%.*s", (int)n, value);
	const char *digits = text + (*text == '-');
	if (!is_digit(*digits) || digits[strspn(digits, "0123456789.eE+-")])
		return NULL;
	if (!digits[strspn(digits, "0123456789")]) {
		const char *large = large_integer(a, digits, *text == '-');
		if (large)
			return *large ? large : NULL;
	}
	return s->suffix ? arena_printf(a, "%s%s", text, s->suffix) : text;
}

static const struct tokens *tokens_of(const struct path *p, const struct event *e) {
	return &p->tokens[e->file];
}

/* false: the position is in none of the files. */
static bool locate(const struct path *p, struct loc loc, struct event *e) {
	e->at = e->start = e->end = NO_TOKEN;
	for (size_t i = 0; i < p->nfiles; i++) {
		const struct tokens *t = &p->tokens[i];
		const struct witness_file *f = &p->file[i];
		if (loc.file && f->real_name && !strcmp(loc.file, f->real_name))
			loc.file = f->name;
		e->file = (uint32_t)i;
		e->line = tokens_line(t, loc);
		if (!e->line)
			continue;
		e->at = tokens_find(t, loc);
		if (e->at != NO_TOKEN) {
			e->line = t->token.at[e->at].line;
			e->start = tokens_statement(t, e->at, &e->in_head);
			e->end = tokens_statement_end(t, e->start);
		}
		return true;
	}
	return false;
}

/* Is it written like that in the statement, but for the index? */
static bool is_written_here(struct maker *m, const struct event *e, const char *lhs) {
	const struct tokens *t = tokens_of(m->path, e);
	size_t n = strcspn(lhs, "[");
	if (lhs[n] && tokens_is_parameter(t, e->at, lhs, name_length(lhs)))
		return false; /* an array of a caller, perhaps from another index on */
	struct tokens part;
	tokens_init(&part, m->arena, "", lhs, n);
	bool found = tokens_search(t, e->start, e->end + 1, &part) != NO_TOKEN;
	tokens_free(&part);
	return found;
}

/* Does the name mean the same at the position as in the report?  Reports name what a pointer points
 * to, which need not be in scope. */
static bool is_in_scope(struct maker *m, const struct event *e, const char *lhs) {
	size_t n = name_length(lhs);
	const struct tokens *t = tokens_of(m->path, e);
	bool is_global = tokens_is_global(t, lhs, n);
	if (e->at == NO_TOKEN)
		return is_global;
	return (is_global && !tokens_is_shadowed(t, e->at, lhs, n)) || is_written_here(m, e, lhs);
}

static void set_value(struct maker *m, struct event *e, const struct step *s) {
	e->value = constant(m->arena, s);
	if (s->lhs && is_plain_lvalue(s->lhs) && is_in_scope(m, e, s->lhs))
		e->lhs = s->lhs;
}

/* Moves the event to the call of the function, which may be an argument of a macro; false: it is
 * not to be seen. */
static bool find_call(const struct path *p, struct event *e, const char *function) {
	const struct tokens *t = tokens_of(p, e);
	uint32_t at = e->at == NO_TOKEN ? NO_TOKEN : tokens_find_call(t, e->at, function);
	if (at == NO_TOKEN || tokens_call_end(t, at) == NO_TOKEN)
		return false;
	e->at = at;
	e->callee = function;
	return true;
}

static bool is_defined(const struct path *p, const char *function) {
	for (size_t i = 0; i < p->nfiles; i++)
		if (tokens_define(&p->tokens[i], function))
			return true;
	return false;
}

static struct event *add(struct maker *m, enum event_kind kind, const struct step *s) {
	struct event e = {.kind = kind,
	                  .thread = s->thread,
	                  .other = NO_THREAD,
	                  .shared = s->shared,
	                  .depends = s->shared || s->reads_shared,
	                  .depth = s->depth,
	                  .function = s->function};
	if (!locate(m->path, s->loc, &e))
		return NULL;
	vec_push(&m->path->event, e);
	return &vec_last(&m->path->event);
}

static void add_input(struct maker *m, const struct step *s) {
	struct event *e = add(m, EVENT_INPUT, s);
	if (!e)
		return;
	set_value(m, e, s);
	if (!s->call || !find_call(m->path, e, s->call))
		e->kind = EVENT_ASSIGN; /* memory without a call, or the initial value of a variable */
}

static void add_call(struct maker *m, const struct step *s) {
	struct event *e = add(m, EVENT_CALL, s);
	if (!e)
		return;
	e->callee = s->call;
	e->is_defined = is_defined(m->path, e->callee);
	struct thread_state *t = &m->thread[s->thread];
	if (e->is_defined) {
		struct entered f = {e->callee, s->depth + 1};
		vec_push(&t->stack, f);
		return;
	}
	t->callee = e->callee;
	t->event = m->path->event.n - 1;
	t->has_input = false;
	t->turn = m->turn;
}

/* Behind the last statement of a function, or nowhere in the text. */
static bool is_at_end(const struct path *p, const struct event *e) {
	return e->at == NO_TOKEN || tokens_of(p, e)->token.at[e->at].kind == '}';
}

/* The last position of the thread that is known, for what must be somewhere. */
static void locate_as_last(struct maker *m, struct event *e) {
	if (!e->line)
		e->line = 1;
	for (size_t i = m->path->event.n; i-- > 0;) {
		const struct event *last = &m->path->event.at[i];
		if (last->thread != e->thread || last->kind == EVENT_TARGET || is_at_end(m->path, last))
			continue;
		e->file = last->file;
		e->line = last->line;
		e->at = last->at;
		e->start = last->start;
		e->end = last->end;
		e->in_head = last->in_head;
		return;
	}
}

/* Functions that ended without a return statement. */
static void leave_functions(struct maker *m, const struct step *s) {
	struct thread_state *t = &m->thread[s->thread];
	if (s->depth >= MAX_DEPTH)
		return;
	while (t->stack.n && vec_last(&t->stack).depth > s->depth) {
		const struct entered left = vec_pop(&t->stack);
		struct event e = {.kind = EVENT_RETURN,
		                  .thread = s->thread,
		                  .other = NO_THREAD,
		                  .at = NO_TOKEN,
		                  .start = NO_TOKEN,
		                  .end = NO_TOKEN,
		                  .depth = left.depth,
		                  .function = left.function};
		locate_as_last(m, &e);
		e.at = NO_TOKEN; /* it is behind that */
		vec_push(&m->path->event, e);
	}
}

/* Only of what was entered: the thread's first function, or one on the stack. */
static void add_return(struct maker *m, const struct step *s) {
	struct thread_state *t = &m->thread[s->thread];
	if (s->depth && (!t->stack.n || strcmp(vec_last(&t->stack).function, s->function) != 0))
		return;
	if (t->stack.n)
		t->stack.n--;
	add(m, EVENT_RETURN, s);
}

static void add_create(struct maker *m, const struct step *s) {
	struct event *e = add(m, EVENT_CREATE, s);
	if (!e)
		return;
	const struct thread_state *t = &m->thread[s->thread];
	if (t->callee) { /* the step is one of pthread_create, the call is the user's */
		e->function = m->path->event.at[t->event].function;
		if (!find_call(m->path, e, t->callee))
			e->at = NO_TOKEN;
	}
	e->other = s->other;
	e->callee = s->other < m->cex->thread.n ? m->cex->thread.at[s->other].function : NULL;
}

static void add_branch(struct maker *m, const struct step *s) {
	struct event *e = add(m, EVENT_BRANCH, s);
	if (!e)
		return;
	e->condition = s->value && !strcmp(s->value, "true");
	e->text = s->text ? s->text : "";
}

/* The operand of a condition, or all of it, that a branch decides. */
struct operand {
	uint32_t from, to;       /* NO_TOKEN: it is not to be seen */
	uint32_t condition, end; /* the condition is [condition, end) */
	bool is_whole;
};

static struct operand operand_of(struct maker *m, const struct event *e) {
	const struct tokens *t = tokens_of(m->path, e);
	struct operand o = {.from = NO_TOKEN, .to = NO_TOKEN};
	if (e->at == NO_TOKEN || !tokens_condition(t, e->at, &o.condition, &o.end))
		return o;
	struct tokens part;
	tokens_init(&part, m->arena, "", e->text, strlen(e->text));
	uint32_t n = (uint32_t)part.token.n;
	if (n && e->after)
		o.from = tokens_search(t, e->after, o.end, &part);
	if (n && o.from == NO_TOKEN)
		o.from = tokens_search(t, o.condition, o.end, &part);
	if (o.from != NO_TOKEN)
		o.to = o.from + n;
	o.is_whole = o.from == o.condition && o.to == o.end;
	tokens_free(&part);
	return o;
}

static bool has_negation(const struct tokens *t, uint32_t at) {
	uint32_t from, to;
	if (!tokens_condition(t, at, &from, &to))
		return true;
	for (; from < to; from++)
		if (t->token.at[from].kind == '!')
			return true;
	return false;
}

/* The next decision of the same statement in the same call; NULL: there is none. */
static struct event *next_of_branch(const struct path *p, size_t ix) {
	const struct event *e = &p->event.at[ix];
	for (ix++; ix < p->event.n; ix++) {
		struct event *next = &p->event.at[ix];
		if (next->thread != e->thread)
			continue;
		if (next->depth < e->depth)
			return NULL;
		if (next->kind == EVENT_BRANCH && next->depth == e->depth && next->at == e->at &&
		    next->file == e->file)
			return next;
	}
	return NULL;
}

/* The value of a && b, or of a || b, is that of the part that was evaluated last. */
static void settle_branch(struct maker *m, size_t ix) {
	struct event *e = &m->path->event.at[ix];
	const struct tokens *t = tokens_of(m->path, e);
	struct operand o = operand_of(m, e);
	e->decides = o.is_whole;
	if (o.is_whole || o.from == NO_TOKEN || has_negation(t, e->at))
		return;
	struct event *next = next_of_branch(m->path, ix);
	uint32_t on = tokens_next_operand(t, o.condition, o.end, o.from, o.to, e->condition);
	if (on < o.end) {
		if (next)
			next->after = on;
		return;
	}
	if (next) {
		struct operand later = operand_of(m, next);
		if (later.is_whole || later.from == NO_TOKEN || (on == NO_TOKEN && later.from > o.from))
			return; /* the same evaluation goes on, perhaps */
	}
	e->decides = true;
}

/* A library function ends: if it chose something, its result tells what. */
static void end_library(struct maker *m, const struct step *s) {
	struct thread_state *t = &m->thread[s->thread];
	if (!t->callee || strcmp(s->function, t->callee) != 0)
		return;
	const char *value = constant(m->arena, s);
	struct event e = m->path->event.at[t->event];
	if (t->has_input && value && find_call(m->path, &e, t->callee)) {
		e.kind = EVENT_INPUT;
		e.value = value;
		e.lhs = NULL;
		vec_push(&m->path->event, e);
	}
	t->callee = NULL;
}

static void add_inside(struct maker *m, const struct step *s) {
	struct thread_state *t = &m->thread[s->thread];
	if (t->callee && t->turn != m->turn)
		m->path->event.at[t->event].is_split = true;
	if (s->kind == STEP_INPUT)
		t->has_input = true;
	else if (s->kind == STEP_RETURN)
		end_library(m, s);
}

static void add_outside(struct maker *m, const struct step *s) {
	struct event *e;
	switch (s->kind) {
	case STEP_INPUT: add_input(m, s); break;
	case STEP_ASSIGN:
		if ((e = add(m, EVENT_ASSIGN, s)))
			set_value(m, e, s);
		break;
	case STEP_READ: add(m, EVENT_READ, s); break;
	case STEP_CALL: add_call(m, s); break;
	case STEP_RETURN: add_return(m, s); break;
	case STEP_BRANCH: add_branch(m, s); break;
	case STEP_CREATE: add_create(m, s); break;
	case STEP_ASSUME:
	case STEP_VIOLATION:
	case STEP_NOTE:
	case STEP_THREAD_END:
	case STEP_BLOCKED:
	case STEP_ACQUIRE:
	case STEP_RELEASE:
	case STEP_FLUSH: break;
	}
}

static void add_step(struct maker *m, const struct step *s) {
	if (s->thread != m->running) {
		m->running = s->thread;
		m->turn++;
	}
	if (s->in_model) {
		add_inside(m, s);
	} else {
		leave_functions(m, s);
		add_outside(m, s);
	}
}

static void add_target(struct maker *m, uint32_t thread, struct loc loc, const char *function) {
	struct event e = {
	    .kind = EVENT_TARGET, .thread = thread, .other = NO_THREAD, .function = function};
	bool found = locate(m->path, loc, &e);
	if (!found || is_at_end(m->path, &e))
		locate_as_last(m, &e);
	vec_push(&m->path->event, e);
}

static void add_targets(struct maker *m) {
	const struct cex *c = m->cex;
	const struct step *last = c->step.n ? &vec_last(&c->step) : NULL;
	if (c->access.n == 2) {
		/* The one whose turn it is comes last. */
		size_t second = last && last->thread == c->access.at[0].thread ? 0 : 1;
		for (size_t i = 0; i < 2; i++) {
			const struct cex_access *a = &c->access.at[i ? second : 1 - second];
			add_target(m, a->thread, a->loc, a->stack.n ? a->stack.at[0].function : NULL);
		}
		return;
	}
	struct step none = {.loc = {0}};
	const struct step *v = last && last->kind == STEP_VIOLATION ? last : &none;
	add_target(m, v->thread, v->loc, v->in_model ? NULL : v->function);
}

/* --- Where threads stand. --- */

struct place { /* of a call: the statement that its last event was part of */
	uint32_t file, start;
	bool is_known; /* or there was no event yet */
	bool is_lost;  /* there was one, somewhere */
	bool is_left;  /* the statement is over: an if was decided */
};

struct places { /* of the calls of a thread, the outermost first */
	VEC(struct place) at;
};

static bool is_arrival(const struct path *p, const struct place *at, const struct event *e) {
	if (at->is_lost)
		return false;
	if (!at->is_known)
		return true;
	/* The head of a loop is evaluated again and again, the position before it is passed once. */
	if (tokens_is_loop(tokens_of(p, e), e->start))
		return at->file == e->file && at->start < e->start;
	if (at->file == e->file && at->start == e->start)
		return at->is_left;
	/* Statements of a ({ ... }) are over, the one around it is not. */
	return at->file != e->file || at->start < e->start || at->start > e->end;
}

static void enter_place(struct path *p, struct places *of, struct event *e) {
	static const struct place entry;
	while (of->at.n > e->depth + 1)
		of->at.n--;
	while (of->at.n < e->depth + 1)
		vec_push(&of->at, entry);
	struct place *at = &of->at.at[e->depth];
	bool is_seen = e->depth < MAX_DEPTH && !is_at_end(p, e);
	e->arrives = is_seen && is_arrival(p, at, e);
	*at = (struct place){
	    .file = e->file, .start = e->start, .is_known = is_seen, .is_lost = !is_seen};
	at->is_left = e->kind == EVENT_BRANCH && e->decides;
	if (e->kind == EVENT_RETURN)
		of->at.n--;
}

static void find_arrivals(struct path *p, struct arena *arena, uint32_t nthreads) {
	struct places *of = arena_array(arena, struct places, nthreads + 1);
	memset(of, 0, sizeof *of * (nthreads + 1));
	for (size_t i = 0; i < p->event.n; i++)
		if (p->event.at[i].kind != EVENT_TARGET)
			enter_place(p, &of[p->event.at[i].thread], &p->event.at[i]);
	for (uint32_t i = 0; i <= nthreads; i++)
		vec_free(&of[i].at);
}

void path_init(struct path *p, struct arena *arena, const struct cex *cex,
               const struct witness_file *file, size_t nfiles) {
	*p = (struct path){.file = file, .nfiles = nfiles};
	p->tokens = arena_array(arena, struct tokens, nfiles ? nfiles : 1);
	for (size_t i = 0; i < nfiles; i++)
		tokens_init(&p->tokens[i], arena, file[i].name, file[i].text, file[i].n);
	struct maker m = {.path = p, .arena = arena, .cex = cex};
	uint32_t threads = (uint32_t)cex->thread.n;
	for (size_t i = 0; i < cex->step.n; i++)
		if (cex->step.at[i].thread >= threads)
			threads = cex->step.at[i].thread + 1;
	m.thread = arena_array(arena, struct thread_state, threads + 1);
	memset(m.thread, 0, sizeof *m.thread * (threads + 1));
	for (size_t i = 0; i < cex->step.n; i++)
		add_step(&m, &cex->step.at[i]);
	add_targets(&m);
	for (size_t i = 0; i < p->event.n; i++)
		if (p->event.at[i].kind == EVENT_BRANCH)
			settle_branch(&m, i);
	find_arrivals(p, arena, threads);
	for (uint32_t i = 0; i <= threads; i++)
		vec_free(&m.thread[i].stack);
}

void path_free(struct path *p) {
	for (size_t i = 0; i < p->nfiles; i++)
		tokens_free(&p->tokens[i]);
	vec_free(&p->event);
}
