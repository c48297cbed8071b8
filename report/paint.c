#include "report/paint.h"

const char *paint_code(const struct paint *p, const char *code) {
	return p->colour ? code : "";
}

void paint_place(const struct paint *p, struct loc loc) {
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
	paint_place(p, loc);
	fprintf(p->out, "%serror: %s", paint_code(p, RED), paint_code(p, PLAIN));
}

void paint_note(const struct paint *p, struct loc loc) {
	paint_place(p, loc);
	fprintf(p->out, "%snote: %s", paint_code(p, CYAN), paint_code(p, PLAIN));
}
