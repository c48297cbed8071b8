#include "cli/files/test_rows.h"

#include <string.h>

#include "report/story/cause.h"
#include "report/story/interleaving.h"

/* --- Events and rows. --- */

struct row_span { /* of a row, in instructions of its thread that count */
	uint32_t row, thread;
	uint64_t from, to;
	struct loc loc;
};

struct row_spans { /* of one thread, in order */
	VEC(struct row_span) at;
};

static struct row_span span_of(const struct cex *cex, const struct told *line, uint32_t row) {
	struct row_span s = {.row = row, .thread = line->thread, .from = UINT64_MAX, .loc = line->loc};
	for (size_t i = line->first; i <= line->last && i < cex->step.n; i++) {
		const struct step *step = &cex->step.at[i];
		if (step->thread != line->thread || step->kind == STEP_FLUSH)
			continue;
		s.from = step->counted < s.from ? step->counted : s.from;
		s.to = step->counted > s.to ? step->counted : s.to;
	}
	return s;
}

static bool same_line(struct loc a, struct loc b) {
	return a.line == b.line && a.file && b.file && !strcmp(a.file, b.file);
}

/* The row whose instructions the event is among; else the next or the last one of the same line of
 * the source, of which it is a part that needs no words. */
static uint32_t row_of(const struct row_spans *spans, const struct run_event *e) {
	size_t low = 0, high = spans->at.n; /* the first one that begins after the event */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (spans->at.at[middle].from <= e->counted)
			low = middle + 1;
		else
			high = middle;
	}
	const struct row_span *last = low ? &spans->at.at[low - 1] : NULL;
	const struct row_span *next = low < spans->at.n ? &spans->at.at[low] : NULL;
	bool counts = e->kind != RUN_ATOMIC_BEGIN && e->kind != RUN_ATOMIC_END &&
	              e->kind != RUN_FENCE && e->kind != RUN_END; /* run_counts */
	if (last && e->counted <= last->to && counts)
		return last->row;
	if (next && same_line(next->loc, e->loc))
		return next->row;
	return last && same_line(last->loc, e->loc) ? last->row : 0;
}

struct chain {       /* of events whose rows do not decrease */
	uint32_t rows;   /* so many different ones */
	uint32_t events; /* so many events */
	size_t last;     /* the event that it ends with */
};

static bool is_better(struct chain a, struct chain b) {
	return a.rows > b.rows || (a.rows == b.rows && a.events > b.events);
}

/* The best chain that ends in one of the first rows: a tree of prefixes by row, as in Fenwick, "A
 * new data structure for cumulative frequency tables". */
static struct chain best_of(const struct chain *tree, size_t row) {
	struct chain best = {0};
	for (; row; row &= row - 1)
		best = is_better(tree[row], best) ? tree[row] : best;
	return best;
}

static void add_chain(struct chain *tree, size_t rows, size_t row, struct chain c) {
	for (; row <= rows; row += row & -row)
		tree[row] = is_better(c, tree[row]) ? c : tree[row];
}

/* Of the events that have a row, some keep it: as many rows as possible have one, and after that as
 * many events as possible. */
static void keep_ascending(struct arena *a, const struct run_trace *t, size_t rows, uint32_t *row) {
	size_t n = t->event.n;
	struct chain *tree = arena_array(a, struct chain, rows + 1);
	struct chain *of = arena_array(a, struct chain, rows + 1); /* the best that ends in the row */
	size_t *before = arena_array(a, size_t, n + 1);            /* by event: the one before it */
	for (size_t i = 0; i < n; i++) {
		if (!row[i])
			continue;
		struct chain c = best_of(tree, row[i] - 1), own = of[row[i]];
		c.rows++;
		bool stays = own.events && !is_better(c, own);
		before[i] = stays ? own.last : c.events ? c.last : n;
		c = stays ? own : c;
		c.events++;
		c.last = i;
		of[row[i]] = c;
		add_chain(tree, rows, row[i], c);
	}
	struct chain best = best_of(tree, rows);
	size_t kept = best.events ? best.last : n;
	for (size_t i = n; i-- > 0;)
		if (i == kept)
			kept = before[i];
		else
			row[i] = 0;
}

static void find_rows(const struct run_trace *t, const struct interleaving *all, uint32_t *row) {
	const struct cex *cex = t->told->cex;
	VEC(struct row_spans) thread = {0};
	while (thread.n < cex->thread.n)
		vec_push(&thread, (struct row_spans){0});
	for (size_t i = 0; i < all->line.n; i++) {
		struct row_span s = span_of(cex, &all->line.at[i], (uint32_t)i + 1);
		if (s.from <= s.to && s.thread < thread.n)
			vec_push(&thread.at[s.thread].at, s);
	}
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		if (e->thread < thread.n && (e->kind == RUN_INPUT || run_event_is_brief(e)))
			row[i] = row_of(&thread.at[e->thread], e);
	}
	for (size_t i = 0; i < thread.n; i++)
		vec_free(&thread.at[i].at);
	vec_free(&thread);
}

uint32_t *test_rows_find(struct arena *arena, const struct run_trace *t) {
	uint32_t *row = arena_array(arena, uint32_t, t->event.n + 1);
	if (!t->told || !t->told->cex)
		return row;
	struct interleaving all;
	interleaving_init(&all, t->told->cex, t->told->cause, TELL_COMPACT);
	find_rows(t, &all, row);
	keep_ascending(all.arena, t, all.line.n, row);
	interleaving_free(&all);
	return row;
}

uint32_t test_rows_last(const struct run_trace *t) {
	if (!t->told || !t->told->cex)
		return 0;
	struct interleaving all;
	interleaving_init(&all, t->told->cex, t->told->cause, TELL_COMPACT);
	const struct told *last = all.line.n ? &all.line.at[all.line.n - 1] : NULL;
	bool is_one = last && last->kind == STEP_VIOLATION && !last->access && !last->wait;
	uint32_t row = is_one ? (uint32_t)all.line.n : 0;
	interleaving_free(&all);
	return row;
}

/* --- The report. --- */

static void write_row(struct json *j, const struct interleaving *all, size_t ix) {
	const struct told *line = &all->line.at[ix];
	json_row(j);
	json_put_uint(j, "row", ix + 1);
	json_put_uint(j, "thread", line->thread);
	json_key(j, "text");
	json_format(j, "%s%s%s", line->goes_on ? "... " : "", line->text,
	            line->is_unfinished ? " ..." : "");
	if (*line->values)
		json_put(j, "values", line->values);
	if (line->times > 1)
		json_put_uint(j, "times", line->times);
	if (line->is_cause)
		json_put_bool(j, "cause", true);
	if (line->kind == STEP_VIOLATION || line->access || line->wait)
		json_put_bool(j, "violation", true);
	if (interleaving_folds(all, ix))
		json_put_bool(j, "folded", true);
	if (line->loc.file) {
		json_put(j, "file", line->loc.file);
		json_put_uint(j, "line", line->loc.line);
		json_put_uint(j, "column", line->loc.col);
	}
	json_close(j);
}

void test_rows_write(struct json *j, const struct run_trace *t) {
	const struct property_result *told = t->told;
	if (!told || !told->cex)
		return;
	struct interleaving all;
	interleaving_init(&all, told->cex, told->cause, TELL_COMPACT);
	json_put_object(j, "report");
	json_put(j, "text", told->text);
	json_put_given(j, "why", cause_sentence(all.arena, told));
	json_put_given(j, "holds_if", cause_holds_if(all.arena, told));
	json_put_array(j, "threads");
	json_line(j);
	for (size_t i = 0; i < told->cex->thread.n; i++)
		json_string(j, cex_thread_label(all.arena, told->cex, (uint32_t)i));
	json_close(j);
	json_put_array(j, "rows");
	for (size_t i = 0; i < all.line.n; i++)
		write_row(j, &all, i);
	json_close(j);
	json_close(j);
	interleaving_free(&all);
}
