#include "cli/session/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A terminal that no person looks at: an editor that runs us as a compiler wants a place on every
 * line, and no colours.  Terminals within Emacs are as good as others. */
static bool is_editor(void) {
	const char *terminal = getenv("TERM"), *emacs = getenv("INSIDE_EMACS");
	return (terminal && !strcmp(terminal, "dumb")) || (emacs && strstr(emacs, "compile"));
}

bool use_colour(const struct options *o, int fd) {
	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	return isatty(fd) && !getenv("NO_COLOR") && getenv("TERM") && !is_editor();
}

unsigned terminal_width(void) {
	struct winsize size;
	const char *columns = getenv("COLUMNS");
	unsigned long given = columns ? strtoul(columns, NULL, 10) : 0;
	if (given && given < 10000)
		return (unsigned)given;
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return 120;
}

enum trace_layout terminal_layout(const struct options *o) {
	return o->trace_layout == LAYOUT_AUTO && is_editor() ? LAYOUT_LINES : o->trace_layout;
}
