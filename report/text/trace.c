#include "report/text/trace.h"

#include "report/text/columns.h"

/* Each line has the number of its step, since editors list notes by file and line; it names its
 * thread, and a rule marks every switch. */
static void print_line(const struct paint *p, const struct told *line, size_t number,
                       const char *who, bool switched) {
	if (switched)
		fprintf(p->out, "%s---- %s ----%s\n", paint_code(p, CYAN), who, paint_code(p, PLAIN));
	paint_note(p, line->loc);
	fprintf(p->out, "step %zu%s: ", number, line->is_cause ? " (cause)" : "");
	if (who)
		fprintf(p->out, "%s: ", who);
	fprintf(p->out, "%s%s", line->aside ? paint_code(p, DIM) : "", line->sentence);
	if (line->times > 1)
		fprintf(p->out, ", %u times", line->times);
	fprintf(p->out, "%s\n", line->aside ? paint_code(p, PLAIN) : "");
}

static void print_gap(const struct paint *p, const struct interleaving *all, size_t line) {
	const char *text = interleaving_gap(all, line);
	if (text)
		fprintf(p->out, "%s... %s ...%s\n", paint_code(p, DIM), text, paint_code(p, PLAIN));
}

static void print_loop(const struct paint *p, const struct interleaving *all, size_t line) {
	const char *text = interleaving_loop(all, line);
	if (text)
		fprintf(p->out, "%s---- %s ----%s\n", paint_code(p, RED), text, paint_code(p, PLAIN));
}

static void print_lines(const struct paint *p, const struct cex *cex,
                        const struct interleaving *all) {
	bool several = cex->thread.n > 1;
	uint32_t last = all->line.n ? all->line.at[0].thread : 0;
	for (size_t i = 0; i < all->line.n; i++) {
		const struct told *line = &all->line.at[i];
		print_gap(p, all, i);
		print_loop(p, all, i);
		if (interleaving_folds(all, i) || line->kind == STEP_INPUT)
			continue;
		print_line(p, line, i + 1, several ? cex_thread_label(all->arena, cex, line->thread) : NULL,
		           several && line->thread != last);
		last = line->thread;
	}
	print_gap(p, all, all->line.n);
	print_loop(p, all, all->line.n);
}

void trace_print(const struct paint *p, const struct cex *cex, const struct interleaving *all,
                 const struct trace_config *config) {
	unsigned width = config->layout == LAYOUT_COLUMNS ? 0 : config->width;
	bool may_be_columns =
	    config->layout == LAYOUT_COLUMNS || (config->layout == LAYOUT_AUTO && width);
	if (may_be_columns && all->line.n && columns_print(p, cex, all, width))
		return;
	print_lines(p, cex, all);
}
