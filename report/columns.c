#include "report/columns.h"

#include <string.h>

#define MARGIN     6   /* "  12  " */
#define MIN_COLUMN 24  /* narrower ones cannot be read */
#define MAX_COLUMN 60  /* wider ones tear text and place apart */
#define MIN_WIDTH  100 /* of the terminal */

unsigned columns_width(const struct cex *cex, unsigned width) {
	if (width < MIN_WIDTH || cex->thread.n < 2)
		return 0;
	unsigned column = (unsigned)((width - MARGIN) / cex->thread.n);
	return column < MIN_COLUMN ? 0 : column > MAX_COLUMN ? MAX_COLUMN : column;
}

/* The longest beginning of at most 'room' bytes that does not end within a character. */
static int fitting(const char *text, size_t room) {
	size_t n = strlen(text);
	if (n <= room)
		return (int)n;
	for (n = room; n && ((unsigned char)text[n] & 0xc0) == 0x80; n--)
		;
	return (int)n;
}

void columns_header(const struct paint *p, const struct cex *cex, unsigned column) {
	struct arena *arena = arena_open();
	fprintf(p->out, "%s%-*s", paint_code(p, BOLD), MARGIN, "step");
	for (uint32_t i = 0; i < cex->thread.n; i++) {
		const char *name = cex_thread_label(arena, cex, i);
		bool last = i + 1 == cex->thread.n;
		fprintf(p->out, "%-*.*s", last ? 0 : (int)column, fitting(name, column - 2), name);
	}
	fprintf(p->out, "%s\n", paint_code(p, PLAIN));
	arena_close(arena);
}

/* ":7", or "a.c:7" if that is another file, without its folders. */
static const char *short_place(struct arena *arena, struct loc loc, const char *file) {
	if (!loc.file)
		return "";
	if (file && !strcmp(loc.file, file))
		return arena_printf(arena, ":%u", loc.line);
	const char *slash = strrchr(loc.file, '/');
	return arena_printf(arena, "%s:%u", slash ? slash + 1 : loc.file, loc.line);
}

void columns_row(const struct paint *p, const struct told *line, const char *file, size_t number,
                 unsigned column) {
	struct arena *arena = arena_open();
	const char *place = short_place(arena, line->loc, file);
	size_t room = column - 2; /* two blanks between columns, two before the place */
	int place_n = fitting(place, room / 2);
	size_t text_room = room - (size_t)place_n - 2;
	bool cut = strlen(line->text) > text_room;
	int text_n = fitting(line->text, cut ? text_room - 3 : text_room);
	fprintf(p->out, "%*zu  %*s", MARGIN - 2, number, (int)(line->thread * column), "");
	fprintf(p->out, "%.*s%s", text_n, line->text, cut ? "..." : "");
	if (place_n)
		fprintf(p->out, "%*s%s%.*s%s", (int)(text_room + 2) - text_n - (cut ? 3 : 0), "",
		        paint_code(p, CYAN), place_n, place, paint_code(p, PLAIN));
	fputc('\n', p->out);
	arena_close(arena);
}
