#include "report/trace.h"

#include "report/columns.h"

/* A longer trace loses its middle; what went wrong is rather at its end. */
#define MAX_HEAD 40
#define MAX_TAIL 80

static struct elision find_elision(const struct interleaving *all, enum telling telling) {
	size_t n = all->line.n;
	if (telling != TELL_COMPACT || n <= MAX_HEAD + MAX_TAIL)
		return (struct elision){n, n};
	return (struct elision){MAX_HEAD, n - MAX_TAIL};
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
	fputs(line->sentence, p->out);
	if (line->times > 1)
		fprintf(p->out, ", %u times", line->times);
	fputc('\n', p->out);
}

static void print_lines(const struct paint *p, const struct cex *cex,
                        const struct interleaving *all, struct elision gap) {
	bool several = cex->thread.n > 1;
	uint32_t last = all->line.n ? all->line.at[0].thread : 0;
	for (size_t i = 0; i < all->line.n; i++) {
		const struct told *line = &all->line.at[i];
		if (i == gap.head && gap.tail > i)
			fprintf(p->out, "... %zu steps left out, --trace=full shows them ...\n", gap.tail - i);
		if ((i >= gap.head && i < gap.tail) || line->kind == STEP_INPUT)
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
