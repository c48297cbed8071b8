#include "report/text/fix_text.h"

#include <string.h>

static const char *colour_of(const char *line) {
	if (!strncmp(line, "--- ", 4) || !strncmp(line, "+++ ", 4))
		return BOLD;
	return *line == '+' ? GREEN : *line == '-' ? RED : "";
}

/* The lines of the diff as they are: what is printed without colours can be given to patch. */
static void print_diff(const struct paint *p, const char *diff) {
	while (*diff) {
		size_t n = strcspn(diff, "\n");
		const char *colour = colour_of(diff);
		fprintf(p->out, "%s%.*s%s\n", *colour ? paint_code(p, colour) : "", (int)n, diff,
		        *colour ? paint_code(p, PLAIN) : "");
		diff += n + (diff[n] == '\n');
	}
}

static void print_none(const struct paint *p, const struct fixes *f) {
	if (f->tried)
		fprintf(p->out, "tried %u %s, none suffices", f->tried,
		        f->tried == 1 ? "change" : "changes");
	else
		fputs("no change was tried", p->out);
	fprintf(p->out, "%s%s\n\n", f->note ? ": " : "", f->note ? f->note : "");
}

void fixes_print(const struct paint *p, const struct result *r) {
	const struct fixes *all = r->fixes;
	if (!all)
		return;
	if (!all->fix.n)
		print_none(p, all);
	for (size_t i = 0; i < all->fix.n; i++) {
		const struct fix *f = &all->fix.at[i];
		fprintf(p->out, "%s%s: %s%s\n", paint_code(p, BOLD), i ? "or" : "fix", f->what,
		        paint_code(p, PLAIN));
		print_diff(p, f->diff);
		const char *assuming = strstr(f->verified, ", assuming ");
		size_t n = assuming ? (size_t)(assuming - f->verified) : strlen(f->verified);
		fprintf(p->out, "with this change: %.*s in %.1f s", (int)n, f->verified, f->seconds);
		if (assuming)
			fprintf(p->out, ",\n  %s", assuming + 2);
		fputs("\n\n", p->out);
	}
}
