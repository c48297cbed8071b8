#include "report/trace.h"

#include "report/columns.h"

/* A longer trace loses its middle; what went wrong is rather at its end. */
#define MAX_HEAD 40
#define MAX_TAIL 80

/* Fewer folded lines in a row are left out without a word. */
#define MIN_FOLD 4

/* The index of the n-th line that is not folded. */
static size_t visible_line(const struct interleaving *all, size_t n) {
	size_t i = 0;
	for (; i < all->line.n; i++)
		if (!interleaving_folds(all, i) && !n--)
			break;
	return i;
}

static struct elision find_elision(const struct interleaving *all, enum telling telling) {
	size_t n = interleaving_count(all);
	if (telling != TELL_COMPACT || n <= MAX_HEAD + MAX_TAIL)
		return (struct elision){all->line.n, all->line.n};
	return (struct elision){visible_line(all, MAX_HEAD), visible_line(all, n - MAX_TAIL)};
}

/* How many lines before this one are folded, in a row. */
static size_t folded_before(const struct interleaving *all, size_t line) {
	size_t n = 0;
	while (n < line && all->is_long && all->line.at[line - n - 1].aside)
		n++;
	return n;
}

const char *elision_text(const struct elision *e, struct arena *arena,
                         const struct interleaving *all, size_t line) {
	if (line == e->head && e->tail > line)
		return arena_printf(arena, "%zu steps left out, --trace=full shows them", e->tail - line);
	if (line > e->head && line < e->tail)
		return NULL;
	unsigned iterations =
	    line && !interleaving_folds(all, line - 1) ? all->line.at[line - 1].iterations : 0;
	if (iterations)
		return arena_printf(arena, "%u more rounds", iterations);
	size_t n = elision_has(e, all, line) || line == e->tail ? 0 : folded_before(all, line);
	return n < MIN_FOLD ? NULL : arena_printf(arena, "%zu steps that matter less", n);
}

/* Each line has the number of its step, since editors list notes by file and line; it names its
 * thread, and a rule marks every switch. */
static void print_line(const struct paint *p, const struct told *line, size_t number,
                       const char *who, bool switched) {
	if (switched)
		fprintf(p->out, "%s---- %s ----%s\n", paint_code(p, CYAN), who, paint_code(p, PLAIN));
	paint_note(p, line->loc);
	fprintf(p->out, "step %zu: ", number);
	if (who)
		fprintf(p->out, "%s: ", who);
	fprintf(p->out, "%s%s", line->aside ? paint_code(p, DIM) : "", line->sentence);
	if (line->times > 1)
		fprintf(p->out, ", %u times", line->times);
	fprintf(p->out, "%s\n", line->aside ? paint_code(p, PLAIN) : "");
}

static void print_lines(const struct paint *p, const struct cex *cex,
                        const struct interleaving *all, struct elision gap) {
	bool several = cex->thread.n > 1;
	uint32_t last = all->line.n ? all->line.at[0].thread : 0;
	for (size_t i = 0; i < all->line.n; i++) {
		const struct told *line = &all->line.at[i];
		const char *left_out = elision_text(&gap, all->arena, all, i);
		if (left_out)
			fprintf(p->out, "%s... %s ...%s\n", paint_code(p, DIM), left_out, paint_code(p, PLAIN));
		if (elision_has(&gap, all, i) || line->kind == STEP_INPUT)
			continue;
		print_line(p, line, i + 1, several ? cex_thread_label(all->arena, cex, line->thread) : NULL,
		           several && line->thread != last);
		last = line->thread;
	}
}

void trace_print(const struct paint *p, const struct cex *cex, const struct interleaving *all,
                 const struct trace_config *config) {
	struct elision gap = find_elision(all, config->telling);
	unsigned width = config->layout == LAYOUT_COLUMNS ? 0 : config->width;
	bool may_be_columns =
	    config->layout == LAYOUT_COLUMNS || (config->layout == LAYOUT_AUTO && width);
	if (may_be_columns && all->line.n && columns_print(p, cex, all, gap, width))
		return;
	print_lines(p, cex, all, gap);
}
