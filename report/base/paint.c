#include "report/base/paint.h"

#include "report/base/source.h"
#include "util/text/lines.h"

const char *paint_code(const struct paint *p, const char *code) {
	return p->colour ? code : "";
}

/* "a.c:7:2: " */
static void paint_loc(const struct paint *p, struct loc loc) {
	if (!loc.file)
		return;
	fputs(paint_code(p, BOLD), p->out);
	if (loc.line)
		fprintf(p->out, "%s:%u:%u: ", loc.file, loc.line, loc.col);
	else
		fprintf(p->out, "%s: ", loc.file);
	fputs(paint_code(p, PLAIN), p->out);
}

void paint_error(const struct paint *p, struct loc loc) {
	paint_loc(p, loc);
	fprintf(p->out, "%serror: %s", paint_code(p, RED), paint_code(p, PLAIN));
}

void paint_warning(const struct paint *p, struct loc loc) {
	paint_loc(p, loc);
	fprintf(p->out, "%swarning: %s", paint_code(p, MAGENTA), paint_code(p, PLAIN));
}

void paint_note(const struct paint *p, struct loc loc) {
	paint_loc(p, loc);
	fprintf(p->out, "%snote: %s", paint_code(p, CYAN), paint_code(p, PLAIN));
}

void paint_source(const struct paint *p, struct loc loc) {
	struct arena *arena = arena_open();
	struct statement s;
	size_t n = source_statement(arena, loc, &s) ? s.to - s.from : 1;
	lines_caret(p->out, loc, (uint32_t)n, p->colour ? GREEN : NULL);
	arena_close(arena);
}
