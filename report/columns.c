#include "report/columns.h"

#include <string.h>

#include "util/utf8.h"

#define INDENT     2
#define GAP        3 /* between columns */
#define MIN_TEXT   12
#define MIN_VALUES 14
#define MAX_TEXT   56 /* a wider one tears text and place apart */
#define MAX_VALUES 60

struct cell { /* what a line says */
	const char *text, *place;
};

struct column { /* of a thread */
	const char *label;
	size_t text, place; /* widths; none: the thread has no line */
};

struct table {
	const struct paint *paint;
	const struct cex *cex;
	const struct interleaving *all;
	struct elision gap;
	struct arena *arena;
	const char *file;      /* that all lines are in; NULL: there are several */
	bool bare_places;      /* ":7" */
	struct cell *cell;     /* by line */
	struct column *column; /* by thread */
	size_t ncolumns;
	size_t number, values; /* widths */
	size_t blanks;         /* not printed yet: they may be the last of their line */
};

static bool is_left_out(const struct table *t, size_t line) {
	return line >= t->gap.head && line < t->gap.tail;
}

static size_t max(size_t a, size_t b) {
	return a > b ? a : b;
}

static const char *base_name(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}

static const char *place_text(const struct table *t, struct loc loc) {
	if (!loc.file || !loc.line)
		return "";
	return arena_printf(t->arena, "%s:%u", t->bare_places ? "" : base_name(loc.file), loc.line);
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
		c->place = max(c->place, utf8_columns(t->cell[i].place));
		t->values = max(t->values, utf8_columns(line->values));
	}
	for (size_t i = 0; i < t->ncolumns; i++)
		if (t->column[i].text && t->column[i].text > MAX_TEXT)
			t->column[i].text = MAX_TEXT;
	if (t->values)
		t->values = t->values > MAX_VALUES ? MAX_VALUES : max(t->values, strlen("values"));
}

static size_t column_width(const struct column *c) {
	if (!c->text)
		return 0;
	return max(c->text + (c->place ? 2 + c->place : 0), utf8_columns(c->label));
}

static size_t total_width(const struct table *t) {
	size_t width = INDENT + t->number + 2;
	for (size_t i = 0; i < t->ncolumns; i++)
		width += t->column[i].text ? column_width(&t->column[i]) + GAP : 0;
	return t->values ? width + t->values : width - GAP;
}

/* The widest column gives way by one; false: it would be too narrow then. */
static bool shrink(struct table *t) {
	size_t *widest = t->values > MIN_VALUES ? &t->values : NULL;
	for (size_t i = 0; i < t->ncolumns; i++) {
		size_t *text = &t->column[i].text;
		if (*text > MIN_TEXT && (!widest || *text > *widest))
			widest = text;
	}
	if (widest)
		--*widest;
	return widest;
}

/* Columns are no good if a third of their lines lose a third of their text. */
static bool is_readable(const struct table *t) {
	size_t shown = 0, cut = 0;
	for (size_t i = 0; i < t->all->line.n; i++) {
		const struct told *line = &t->all->line.at[i];
		if (is_left_out(t, i))
			continue;
		shown++;
		cut += utf8_columns(t->cell[i].text) * 2 > t->column[line->thread].text * 3;
	}
	return cut * 3 <= shown;
}

static bool fits(struct table *t, unsigned width) {
	measure(t);
	if (!width || total_width(t) <= width)
		return true;
	if (t->file) {
		t->bare_places = true;
		measure(t);
	}
	while (total_width(t) > width)
		if (!shrink(t))
			return false;
	return is_readable(t);
}

/* --- Print. --- */

static void put(struct table *t, const char *text, size_t width, const char *colour) {
	size_t used = utf8_columns(text);
	bool cut = used > width;
	size_t n = cut ? utf8_fit(text, width > 3 ? width - 3 : 0) : strlen(text);
	if (n) {
		fprintf(t->paint->out, "%*s%s%.*s%s%s", (int)t->blanks, "", paint_code(t->paint, colour),
		        (int)n, text, cut ? "..." : "", *colour ? paint_code(t->paint, PLAIN) : "");
		t->blanks = 0;
	}
	t->blanks += cut ? 0 : width - used;
}

static void end_row(struct table *t) {
	fputc('\n', t->paint->out);
	t->blanks = 0;
}

static void print_header(struct table *t) {
	t->blanks = INDENT;
	put(t, arena_printf(t->arena, "%*s", (int)t->number, "step"), t->number + 2, BOLD);
	for (size_t i = 0; i < t->ncolumns; i++) {
		const struct column *c = &t->column[i];
		if (c->text)
			put(t, c->label, column_width(c) + GAP, BOLD);
	}
	if (t->values)
		put(t, "values", t->values, BOLD);
	end_row(t);
}

static bool is_error(const struct told *line) {
	return line->kind == STEP_VIOLATION || line->wait;
}

static const char *colour_of(const struct told *line) {
	static const char *const colours[] = {"", CYAN, MAGENTA, BROWN, BLUE, LIME};
	return line->kind == STEP_VIOLATION
	           ? RED
	           : colours[line->thread % (sizeof colours / sizeof *colours)];
}

static void print_row(struct table *t, size_t ix) {
	const struct told *line = &t->all->line.at[ix];
	t->blanks = INDENT;
	put(t, arena_printf(t->arena, "%*zu", (int)t->number, ix + 1), t->number + 2, "");
	for (size_t i = 0; i < t->ncolumns; i++) {
		const struct column *c = &t->column[i];
		if (!c->text)
			continue;
		if (i != line->thread) {
			t->blanks += column_width(c) + GAP;
			continue;
		}
		put(t, t->cell[ix].text, c->text, colour_of(line));
		t->blanks += 2;
		put(t, t->cell[ix].place, column_width(c) - c->text - 2 + GAP, DIM);
	}
	put(t, line->values, t->values, is_error(line) ? RED : "");
	end_row(t);
}

static void print_table(struct table *t) {
	print_header(t);
	for (size_t i = 0; i < t->all->line.n; i++) {
		if (i == t->gap.head && t->gap.tail > i)
			fprintf(t->paint->out, "%*s  %zu steps left out, --trace=full shows them\n",
			        INDENT + (int)t->number, "...", t->gap.tail - i);
		if (!is_left_out(t, i))
			print_row(t, i);
	}
}

bool columns_print(const struct paint *paint, const struct cex *cex, const struct interleaving *all,
                   struct elision gap, unsigned width) {
	struct table t = {.paint = paint, .cex = cex, .all = all, .gap = gap, .arena = arena_open()};
	t.ncolumns = 1;
	for (size_t i = 0; i < all->line.n; i++)
		t.ncolumns = max(t.ncolumns, all->line.at[i].thread + (size_t)1);
	t.cell = arena_array(t.arena, struct cell, all->line.n);
	t.column = arena_array(t.arena, struct column, t.ncolumns);
	for (uint32_t i = 0; i < t.ncolumns; i++)
		t.column[i].label = cex_thread_label(t.arena, cex, i);
	t.number = max(strlen("step"), strlen(arena_printf(t.arena, "%zu", all->line.n)));
	find_file(&t);
	bool good = fits(&t, width);
	if (good) {
		fputc('\n', paint->out);
		print_table(&t);
	}
	arena_close(t.arena);
	return good;
}
