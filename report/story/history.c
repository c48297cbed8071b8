#include "report/story/history.h"

#include <stdlib.h>
#include <string.h>

#include "util/text/utf8.h"

#define USUAL_WIDTH 100
#define INDENT      2
#define APART       2 /* columns from one end of a bar to the next one of any bar */
#define BORDERS     8 /* "|== ", " ==|" */

/* --- Words. --- */

static const char *thread_name(const struct cex *cex, uint32_t thread) {
	return thread < cex->thread.n ? cex->thread.at[thread].name : "?";
}

/* "enqueue(1)" */
static const char *call_of(struct arena *arena, const struct history_call *c) {
	return arena_printf(arena, "%s(%s)", c->operation, c->arguments);
}

/* "enqueue(1) -> true" */
static const char *label_of(struct arena *arena, const struct history_call *c) {
	const char *call = call_of(arena, c);
	return c->result && *c->result ? arena_printf(arena, "%s -> %s", call, c->result) : call;
}

char *history_call_text(struct arena *arena, const struct cex *cex, const struct history_call *c) {
	return arena_printf(arena, "%s %s%s", thread_name(cex, c->thread), label_of(arena, c),
	                    c->result ? "" : " has not returned");
}

/* "no order of these calls that respects real time": what is asked for. */
static const char *words_of_orders(const struct history *h) {
	if (!strncmp(h->asked, "seq", 3))
		return "no order of these calls that keeps the order of each thread";
	if (!strncmp(h->asked, "quiesc", 6))
		return "no order of these calls that respects the moments without an open call";
	return "no order of these calls that respects real time";
}

char *history_try_text(struct arena *arena, const struct cex *cex, const struct history_try *t) {
	const struct history *h = cex->history;
	const char *all = NULL;
	for (size_t i = 0; i < t->call.n; i++) {
		const struct history_call *c = &h->call.at[t->call.at[i]];
		const char *one = arena_printf(arena, "%s %s", thread_name(cex, c->thread),
		                               i + 1 < t->call.n ? label_of(arena, c) : call_of(arena, c));
		all = all ? arena_printf(arena, "%s, %s", all, one) : one;
	}
	if (!all)
		return arena_printf(arena, "no call at all");
	const char *result = h->call.at[t->call.at[t->call.n - 1]].result;
	if (!t->expected)
		return arena_printf(arena, "%s: the last one cannot happen then", all);
	if (!result || !*result)
		return arena_printf(arena, "%s: the specification returns %s", all, t->expected);
	return arena_printf(arena, "%s: the specification returns %s, not %s", all, t->expected,
	                    result);
}

static size_t count_conflict(const struct history *h) {
	size_t n = 0;
	for (size_t i = 0; i < h->call.n; i++)
		n += h->call.at[i].in_conflict;
	return n;
}

/* "T1 enqueue(1) -> true, T2 dequeue() -> false" */
static const char *conflict_of(struct arena *arena, const struct cex *cex) {
	const struct history *h = cex->history;
	const char *all = NULL;
	for (size_t i = 0; i < h->call.n; i++) {
		const char *one = history_call_text(arena, cex, &h->call.at[i]);
		if (h->call.at[i].in_conflict)
			all = all ? arena_printf(arena, "%s, %s", all, one) : one;
	}
	return all;
}

char *history_sentence(struct arena *arena, const struct cex *cex) {
	const struct history *h = cex ? cex->history : NULL;
	if (!h)
		return NULL;
	if (h->sentence)
		return arena_printf(arena, "%s", h->sentence);
	if (!count_conflict(h))
		return NULL;
	return arena_printf(arena, "N%s explains their results: %s.", words_of_orders(h) + 1,
	                    conflict_of(arena, cex));
}

/* --- Columns. --- */

struct end { /* of a bar */
	uint32_t at;
	bool is_begin;
	size_t call;
};

/* Two that meet overlap, as nothing says that one returned before the other began. */
static int by_time(const void *a, const void *b) {
	const struct end *x = a, *y = b;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->is_begin != y->is_begin)
		return x->is_begin ? -1 : 1;
	return x->call < y->call ? -1 : x->call > y->call;
}

size_t history_place(const struct history *h, const size_t *least, size_t *begins, size_t *ends) {
	struct arena *arena = arena_open();
	struct end *end = arena_array(arena, struct end, 2 * h->call.n + 1);
	size_t n = 0, column = 0, widest = 0;
	for (size_t i = 0; i < h->call.n; i++) {
		const struct history_call *c = &h->call.at[i];
		end[n++] = (struct end){c->begins_at, true, i};
		uint32_t back = c->ends_at < c->begins_at ? c->begins_at : c->ends_at;
		end[n++] = (struct end){c->result ? back : UINT32_MAX, false, i};
	}
	qsort(end, n, sizeof *end, by_time);
	for (size_t i = 0; i < n; i++) {
		bool is_together =
		    i && end[i].at == end[i - 1].at && end[i].is_begin == end[i - 1].is_begin;
		if (i && !is_together)
			column += APART;
		if (end[i].is_begin) {
			begins[end[i].call] = column;
			continue;
		}
		size_t full = begins[end[i].call] + least[end[i].call];
		if (column < full)
			column = full;
		ends[end[i].call] = column;
	}
	for (size_t i = 0; i < h->call.n; i++) { /* the others have not returned, either */
		if (!h->call.at[i].result)
			ends[i] = column;
		widest = ends[i] > widest ? ends[i] : widest;
	}
	arena_close(arena);
	return widest;
}

/* --- The chart. --- */

struct chart {
	const struct paint *paint;
	const struct cex *cex;
	struct arena *arena;
	const char **label; /* by call */
	size_t *least, *begins, *ends;
	size_t name; /* columns of the longest name of a thread */
	size_t width;
};

static void measure(struct chart *c) {
	const struct history *h = c->cex->history;
	c->name = 0;
	for (size_t i = 0; i < h->call.n; i++) {
		size_t name = utf8_columns(thread_name(c->cex, h->call.at[i].thread));
		c->name = name > c->name ? name : c->name;
		c->least[i] = utf8_columns(c->label[i]) + BORDERS - 1;
	}
	c->width = INDENT + c->name + 2 + history_place(h, c->least, c->begins, c->ends) + 1;
}

static void fill(FILE *out, char with, size_t n) {
	while (n--)
		fputc(with, out);
}

static void print_bar(const struct chart *c, size_t ix) {
	const struct history_call *call = &c->cex->history->call.at[ix];
	FILE *out = c->paint->out;
	char line = call->in_conflict ? '=' : '-';
	size_t label = utf8_columns(c->label[ix]);
	size_t rest = c->ends[ix] - c->begins[ix] + 1 - BORDERS - label;
	fputs(paint_code(c->paint, call->in_conflict ? RED : ""), out);
	fprintf(out, "|%c%c ", line, line);
	utf8_print(out, c->label[ix], strlen(c->label[ix]));
	fputc(' ', out);
	fill(out, line, rest);
	if (call->result)
		fprintf(out, "%c%c|", line, line);
	else
		fputs("...", out);
	fputs(paint_code(c->paint, call->in_conflict ? PLAIN : ""), out);
}

/* The calls of a thread come one after the other; if they should not, there are more lines. */
static size_t print_lane(const struct chart *c, uint32_t thread) {
	const struct history *h = c->cex->history;
	size_t column = 0, lines = 0;
	for (size_t i = 0; i < h->call.n; i++) {
		if (h->call.at[i].thread != thread)
			continue;
		if (!lines || c->begins[i] < column) {
			fprintf(c->paint->out, "%s%*s%-*s  ", lines ? "\n" : "", INDENT, "", (int)c->name,
			        thread_name(c->cex, thread));
			column = 0;
			lines++;
		}
		fill(c->paint->out, ' ', c->begins[i] - column);
		print_bar(c, i);
		column = c->ends[i] + 1;
	}
	if (lines)
		fputc('\n', c->paint->out);
	return lines;
}

static size_t print_lanes(const struct chart *c) {
	const struct history *h = c->cex->history;
	uint32_t last = 0;
	size_t lines = 0;
	for (size_t i = 0; i < h->call.n; i++)
		last = h->call.at[i].thread > last ? h->call.at[i].thread : last;
	for (uint32_t thread = 0; thread <= last; thread++)
		lines += print_lane(c, thread);
	return lines;
}

static void print_text(FILE *out, const char *text) {
	utf8_print(out, text, strlen(text));
	fputc('\n', out);
}

/* Bars have numbers; where even these are too wide, there is the list only. */
static size_t print_numbered(struct chart *c, unsigned width) {
	const struct history *h = c->cex->history;
	for (size_t i = 0; i < h->call.n; i++)
		c->label[i] = arena_printf(c->arena, "%zu", i + 1);
	measure(c);
	size_t lines = c->width <= width ? print_lanes(c) : 0;
	for (size_t i = 0; i < h->call.n; i++, lines++) {
		fprintf(c->paint->out, "%*s%2zu%c ", INDENT, "", i + 1,
		        h->call.at[i].in_conflict ? '=' : ' ');
		print_text(c->paint->out, history_call_text(c->arena, c->cex, &h->call.at[i]));
	}
	return lines;
}

/* What each order of the calls in conflict comes to. */
static size_t print_tries(const struct chart *c) {
	const struct history *h = c->cex->history;
	if (h->sentence || !h->tries.n)
		return 0;
	fprintf(c->paint->out, "  %s\n",
	        h->are_all ? "every order that is allowed has a wrong result:"
	                   : "some of the orders that are allowed, and their wrong results:");
	for (size_t i = 0; i < h->tries.n; i++) {
		fputs("    ", c->paint->out);
		print_text(c->paint->out, history_try_text(c->arena, c->cex, &h->tries.at[i]));
	}
	return 1 + h->tries.n;
}

static const char *heading(const struct history *h) {
	return count_conflict(h) ? "  calls (time runs to the right; '=': those in conflict):"
	                         : "  calls (time runs to the right):";
}

/* One thread is no chart: the sentence has its calls. */
static size_t print_misfit(const struct paint *paint, const struct history *h) {
	const char *who = "one thread with up to";
	if (h->misfit.n)
		fprintf(paint->out, "  this would fit (tried: %s %u calls):\n", who, h->misfit_calls);
	else if (h->misfit_tried)
		fprintf(paint->out, "  no other description was found that fits (%u tried, %s %u calls)\n",
		        h->misfit_tried, who, h->misfit_calls);
	for (size_t i = 0; i < h->misfit.n; i++) {
		fputs("    ", paint->out);
		print_text(paint->out, h->misfit.at[i]);
	}
	if (h->misfit.n || h->misfit_tried)
		fputc('\n', paint->out);
	return h->misfit.n || h->misfit_tried ? 2 + h->misfit.n : 0;
}

size_t history_print(const struct paint *paint, const struct cex *cex, unsigned width) {
	const struct history *h = cex->history;
	if (!h || !h->call.n)
		return 0;
	if (h->is_misfit)
		return print_misfit(paint, h);
	struct chart c = {.paint = paint, .cex = cex, .arena = arena_open()};
	c.label = arena_array(c.arena, const char *, h->call.n);
	c.least = arena_array(c.arena, size_t, h->call.n);
	c.begins = arena_array(c.arena, size_t, h->call.n);
	c.ends = arena_array(c.arena, size_t, h->call.n);
	for (size_t i = 0; i < h->call.n; i++)
		c.label[i] = label_of(c.arena, &h->call.at[i]);
	measure(&c);
	width = width ? width : USUAL_WIDTH;
	fprintf(paint->out, "%s\n", heading(h));
	size_t lines = 2 + (c.width <= width ? print_lanes(&c) : print_numbered(&c, width));
	lines += print_tries(&c);
	fputc('\n', paint->out);
	arena_close(c.arena);
	return lines;
}
