#include "report/text/columns.h"

#include <string.h>

#include "report/story/wording.h"
#include "util/text/path.h"
#include "util/text/utf8.h"

#define INDENT     2
#define GAP        3 /* between columns */
#define MIN_STEP   8 /* of columns that overlap */
#define MIN_TEXT   16
#define MIN_VALUES 24
#define MAX_TEXT   56 /* a wider one tears text and position apart */
#define MAX_VALUES 60
#define MAX_LABEL  24

struct cell { /* what a line says */
	const char *text, *position;
};

struct column { /* of a thread */
	const char *label;
	size_t text, position; /* widths; none: the thread has no line */
	size_t at;             /* where it begins, as all that follows counted from the first column */
	size_t step;           /* from there to the next one */
};

struct table {
	const struct paint *paint;
	const struct cex *cex;
	const struct interleaving *all;
	struct arena *arena;
	const char *file;    /* that all lines are in; NULL: there are several */
	bool bare_positions; /* ":7" */
	bool overlapping;    /* texts reach into the columns on their right, positions have their own */
	struct cell *cell;   /* by line */
	struct column *column; /* by thread */
	size_t ncolumns;
	size_t number, values; /* widths */
	size_t end_text;       /* overlapping: where texts end */
	size_t values_at;
	size_t position; /* printed so far */
};

static bool is_left_out(const struct table *t, size_t line) {
	return interleaving_folds(t->all, line);
}

static size_t max(size_t a, size_t b) {
	return a > b ? a : b;
}

static const char *place_text(const struct table *t, struct loc loc) {
	if (!loc.file || !loc.line)
		return "";
	return arena_printf(t->arena, "%s:%u", t->bare_positions ? "" : path_base(loc.file), loc.line);
}

static const char *cell_text(const struct table *t, const struct told *line) {
	const char *text =
	    arena_printf(t->arena, "%*s%s%s%s", (int)line->depth * 2, "", line->goes_on ? "... " : "",
	                 line->text, line->is_unfinished ? " ..." : "");
	return line->times > 1 ? arena_printf(t->arena, "%s (%u times)", text, line->times) : text;
}

static void find_file(struct table *t) {
	for (size_t i = 0; i < t->all->line.n; i++) {
		const char *file = t->all->line.at[i].loc.file;
		if (!file)
			continue;
		if (t->file && strcmp(t->file, file) != 0) {
			t->file = NULL;
			return;
		}
		t->file = file;
	}
}

/* "inc(1)": the call that a thread starts with; NULL: it was not recorded. */
static const char *start_of(const struct table *t, uint32_t thread) {
	const struct cex *cex = t->cex;
	const char *function = thread < cex->thread.n ? cex->thread.at[thread].function : NULL;
	for (size_t i = 0; function && i < cex->step.n; i++) {
		const struct step *s = &cex->step.at[i];
		if (s->thread == thread && s->kind == STEP_CALL)
			return !strcmp(s->call, function) ? wording_text(t->arena, cex, s) : NULL;
	}
	return NULL;
}

/* "T1 inc", or "T1 inc(1)" if it runs with another argument than T2. */
static const char *label_of(const struct table *t, uint32_t thread) {
	const struct cex *cex = t->cex;
	const char *start = thread ? start_of(t, thread) : NULL;
	for (uint32_t i = 1; start && i < cex->thread.n; i++) {
		const char *other = start_of(t, i);
		if (other && strcmp(other, start) != 0 && strlen(start) <= MAX_LABEL &&
		    !strcmp(cex->thread.at[i].function, cex->thread.at[thread].function))
			return arena_printf(t->arena, "%s %s", cex->thread.at[thread].name, start);
	}
	return cex_thread_label(t->arena, cex, thread);
}

static void measure(struct table *t) {
	t->values = 0;
	for (size_t i = 0; i < t->ncolumns; i++)
		t->column[i] = (struct column){.label = t->column[i].label};
	for (size_t i = 0; i < t->all->line.n; i++) {
		const struct told *line = &t->all->line.at[i];
		if (is_left_out(t, i))
			continue;
		t->cell[i] = (struct cell){cell_text(t, line), place_text(t, line->loc)};
		struct column *c = &t->column[line->thread];
		c->text = max(c->text, utf8_columns(t->cell[i].text));
		c->position = max(c->position, utf8_columns(t->cell[i].position));
		t->values = max(t->values, utf8_columns(line->values));
	}
	for (size_t i = 0; i < t->ncolumns; i++)
		if (t->column[i].text && t->column[i].text > MAX_TEXT)
			t->column[i].text = MAX_TEXT;
	if (t->values)
		t->values = t->values > MAX_VALUES ? MAX_VALUES : max(t->values, strlen("values"));
}

/* --- Layout. --- */

static size_t position_width(const struct table *t) {
	size_t width = 0;
	for (size_t i = 0; i < t->ncolumns; i++)
		width = max(width, t->column[i].position);
	return width;
}

static size_t margin(const struct table *t) {
	return INDENT + t->number + 2;
}

static size_t total_width(const struct table *t) {
	return margin(t) + (t->values ? t->values_at + t->values : t->values_at - GAP);
}

/* Places columns one after the other, as their steps say. */
static void place_columns(struct table *t) {
	size_t at = 0;
	t->end_text = 0;
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct column *c = &t->column[i];
		if (!c->text)
			continue;
		c->at = at;
		t->end_text = max(t->end_text, at + max(c->text, utf8_columns(c->label)));
		at += c->step;
	}
	size_t position = position_width(t);
	t->values_at = t->overlapping ? t->end_text + (position ? 2 + position : 0) + GAP : at;
}

/* Each column has room for its texts and positions. */
static bool fits_apart(struct table *t, unsigned width) {
	measure(t);
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct column *c = &t->column[i];
		c->step = max(c->text + (c->position ? 2 + c->position : 0), utf8_columns(c->label)) + GAP;
	}
	place_columns(t);
	return !width || total_width(t) <= width;
}

/* The widest step gives way by one; false: columns could not be told apart then. */
static bool narrow_step(struct table *t) {
	struct column *widest = NULL;
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct column *c = &t->column[i];
		bool can = c->text && c->step > max(utf8_columns(c->label), MIN_STEP) + 2;
		if (can && (!widest || c->step > widest->step))
			widest = c;
	}
	if (widest)
		widest->step--;
	return widest;
}

static bool is_cut(const char *text, size_t room) {
	return utf8_columns(text) * 2 > room * 3;
}

/* A table is no good if a quarter of its lines lose a third of what they say. */
static bool is_readable(const struct table *t) {
	size_t shown = 0, cut = 0;
	for (size_t i = 0; i < t->all->line.n; i++) {
		const struct told *line = &t->all->line.at[i];
		if (is_left_out(t, i))
			continue;
		shown++;
		cut += is_cut(line->values, t->values) ||
		       is_cut(t->cell[i].text, t->end_text - t->column[line->thread].at);
	}
	return cut * 4 <= shown;
}

/* Texts are cut, then values, where columns as narrow as possible do not fit. */
static bool fits_cut(struct table *t, unsigned width) {
	size_t excess = total_width(t) - width, last = 0;
	for (size_t i = 0; i < t->ncolumns; i++)
		last = t->column[i].text ? max(t->column[i].at, last) : last;
	size_t least = last + MIN_TEXT, from_text = t->end_text > least ? t->end_text - least : 0;
	size_t from_values = t->values > MIN_VALUES ? t->values - MIN_VALUES : 0;
	if (excess > from_text + from_values)
		return false;
	size_t cut = excess / 2 < from_values ? excess / 2 : from_values;
	if (excess - cut > from_text)
		cut = excess - from_text;
	t->values -= cut;
	t->end_text -= excess - cut;
	t->values_at -= excess - cut;
	return is_readable(t);
}

static bool fits_overlapping(struct table *t, unsigned width, bool with_functions) {
	measure(t);
	t->overlapping = true;
	for (uint32_t i = 0; i < t->ncolumns; i++) {
		if (with_functions)
			t->column[i].label = cex_thread_label(t->arena, t->cex, i);
		else if (i < t->cex->thread.n)
			t->column[i].label = t->cex->thread.at[i].name;
		t->column[i].step = max(t->column[i].text, utf8_columns(t->column[i].label)) + GAP;
	}
	for (place_columns(t); total_width(t) > width; place_columns(t))
		if (!narrow_step(t))
			return fits_cut(t, width);
	return true;
}

static bool fits(struct table *t, unsigned width) {
	if (fits_apart(t, width))
		return true;
	t->bare_positions = t->file;
	return fits_apart(t, width) || fits_overlapping(t, width, true) ||
	       fits_overlapping(t, width, false);
}

/* --- Print. --- */

/* The text, or its beginning, at a position; blanks before it only if it is not empty. */
static void put(struct table *t, size_t at, size_t width, const char *text, const char *colour) {
	size_t used = utf8_columns(text);
	if (!used)
		return;
	bool cut = used > width;
	size_t n = cut ? utf8_fit(text, width > 3 ? width - 3 : 0) : strlen(text);
	fprintf(t->paint->out, "%*s%s%.*s%s%s", (int)(at - t->position), "",
	        paint_code(t->paint, colour), (int)n, text, cut ? "..." : "",
	        *colour ? paint_code(t->paint, PLAIN) : "");
	t->position = at + (cut ? width : used);
}

static void end_row(struct table *t) {
	fputc('\n', t->paint->out);
	t->position = 0;
}

/* Threads have colours, so that a switch is seen at a glance. */
static const char *colour_of(size_t thread) {
	static const char *const colours[] = {"", CYAN, MAGENTA, BROWN, BLUE, LIME};
	return colours[thread % (sizeof colours / sizeof *colours)];
}

static bool is_error(const struct told *line) {
	return line->kind == STEP_VIOLATION || line->wait || line->access;
}

static void print_header(struct table *t) {
	put(t, INDENT, t->number, arena_printf(t->arena, "%*s", (int)t->number, "step"), BOLD);
	for (size_t i = 0; i < t->ncolumns; i++) {
		const struct column *c = &t->column[i];
		const char *colour = arena_printf(t->arena, "%s%s", BOLD, colour_of(i));
		if (c->text)
			put(t, margin(t) + c->at, SIZE_MAX, c->label, colour);
	}
	if (t->values)
		put(t, margin(t) + t->values_at, t->values, "values", BOLD);
	end_row(t);
}

static void print_row(struct table *t, size_t ix) {
	const struct told *line = &t->all->line.at[ix];
	const struct column *c = &t->column[line->thread];
	const struct cell *cell = &t->cell[ix];
	size_t room = t->overlapping ? t->end_text - c->at : c->text;
	if (line->is_cause)
		put(t, INDENT, 1, ">", BOLD);
	size_t from = line->is_cause;
	put(t, INDENT + from, t->number - from,
	    arena_printf(t->arena, "%*zu", (int)(t->number - from), ix + 1),
	    line->is_cause ? BOLD : "");
	put(t, margin(t) + c->at, room, cell->text,
	    is_error(line) ? RED
	    : line->aside  ? DIM
	                   : colour_of(line->thread));
	put(t, margin(t) + c->at + room + 2, SIZE_MAX, cell->position, DIM);
	put(t, margin(t) + t->values_at, t->values, line->values,
	    is_error(line) ? RED
	    : line->aside  ? DIM
	                   : "");
	end_row(t);
}

static void print_gap(struct table *t, size_t line) {
	const char *text = interleaving_gap(t->all, line);
	if (text)
		fprintf(t->paint->out, "%s%*s  %s%s\n", paint_code(t->paint, DIM), INDENT + (int)t->number,
		        "...", text, paint_code(t->paint, PLAIN));
}

static void print_loop(struct table *t, size_t line) {
	const char *text = interleaving_loop(t->all, line);
	if (text)
		fprintf(t->paint->out, "%s%*s  %s%s\n", paint_code(t->paint, RED), INDENT + (int)t->number,
		        "", text, paint_code(t->paint, PLAIN));
}

static void print_table(struct table *t) {
	print_header(t);
	for (size_t i = 0; i < t->all->line.n; i++) {
		print_gap(t, i);
		print_loop(t, i);
		if (!is_left_out(t, i))
			print_row(t, i);
	}
	print_gap(t, t->all->line.n);
	print_loop(t, t->all->line.n);
}

bool columns_print(const struct paint *paint, const struct cex *cex, const struct interleaving *all,
                   unsigned width) {
	struct table t = {.paint = paint, .cex = cex, .all = all, .arena = arena_open()};
	t.ncolumns = 1;
	for (size_t i = 0; i < all->line.n; i++)
		t.ncolumns = max(t.ncolumns, all->line.at[i].thread + (size_t)1);
	t.cell = arena_array(t.arena, struct cell, all->line.n);
	t.column = arena_array(t.arena, struct column, t.ncolumns);
	for (uint32_t i = 0; i < t.ncolumns; i++)
		t.column[i].label = label_of(&t, i);
	t.number = max(strlen("step"), strlen(arena_printf(t.arena, ">%zu", all->line.n)));
	find_file(&t);
	bool good = fits(&t, width);
	if (good) {
		fputc('\n', paint->out);
		print_table(&t);
	}
	arena_close(t.arena);
	return good;
}
