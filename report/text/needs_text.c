/* The table of --why-safe: a row for each place.  What no execution reaches comes first, since
 * nothing is known about it. */
#include "report/text/needs_text.h"

#include <string.h>

#include "util/text/utf8.h"

enum { MOST_COLUMN = 56, MOST_WIDTH = 110 };

struct needs_row {
	const char *place, *what, *says;
	const char *more;  /* on the same line if there is room; or NULL */
	const char *cause; /* or NULL */
	bool is_kept;
};

/* "7", "7:2": as short as it can be told from the first one. */
static char *other_place(struct arena *arena, struct loc first, struct loc l) {
	if (!l.file)
		return "?";
	if (!first.file || strcmp(l.file, first.file) != 0)
		return arena_printf(arena, "%s:%u", l.file, l.line);
	return arena_printf(arena, l.line == first.line ? ":%u:%u" : ":%u", l.line, l.col);
}

/* ", unlock :14 :17" */
static char *other_places(struct arena *arena, const struct need *n, bool releases) {
	static const char *const word[NEED_KIND_N][2] = {[NEED_LOCK] = {"also", "unlock"},
	                                                 [NEED_SECTION] = {"also", "end"},
	                                                 [NEED_STORES] = {"the other", ""},
	                                                 [NEED_LOCK_ORDER] = {"the other", ""}};
	char *text = "";
	for (size_t i = 1; i < n->n; i++)
		if (n->at[i].is_release == releases && word[n->kind][releases])
			text = arena_printf(arena, "%s%s %s", text,
			                    *text ? "" : arena_printf(arena, ", %s", word[n->kind][releases]),
			                    other_place(arena, n->at[0].loc, n->at[i].loc));
	return text;
}

static const char *says(const struct need *n) {
	static const char *const word[NEED_OUTCOME_N] = {[NEED_OPEN] = "open",
	                                                 [NEED_NEEDED] = "needed",
	                                                 [NEED_NOT_ALONE] = "not needed alone",
	                                                 [NEED_NOT_REACHED] = "not reached"};
	return word[n->outcome];
}

static char *more(struct arena *arena, const struct need *n) {
	const char *at = n->loc.file ? arena_printf(arena, " (%s:%u)", n->loc.file, n->loc.line) : "";
	switch (n->outcome) {
	case NEED_NEEDED:
		return arena_printf(arena, "%s: %s%s", need_change(arena, n), n->violation, at);
	case NEED_NOT_ALONE: return arena_printf(arena, "it holds %s", need_change(arena, n));
	case NEED_NOT_REACHED: return arena_printf(arena, "no execution comes here");
	case NEED_OPEN: return arena_printf(arena, "%s", n->reason ? n->reason : "not known");
	case NEED_OUTCOME_N: break;
	}
	return NULL;
}

static struct needs_row row_of(struct arena *arena, const struct need *n) {
	struct loc l = n->at[0].loc;
	return (struct needs_row){
	    .place = l.file ? arena_printf(arena, "%s:%u:%u", l.file, l.line, l.col) : "?",
	    .what = arena_printf(arena, "%s%s%s", need_what(arena, n), other_places(arena, n, false),
	                         other_places(arena, n, true)),
	    .says = says(n),
	    .more = more(arena, n),
	    .cause = n->cause,
	    .is_kept = n->is_kept};
}

char *needs_line(struct arena *arena, const struct need *n) {
	return arena_printf(arena, "%s: %s; %s%s%s", need_what(arena, n), says(n), more(arena, n),
	                    n->cause ? ". " : "", n->cause ? n->cause : "");
}

static int width_of(const char *text) {
	size_t n = utf8_columns(text);
	return n > MOST_COLUMN ? MOST_COLUMN : (int)n;
}

/* Words in lines of at most that width, indented. */
static void print_words(FILE *out, const char *text, size_t width) {
	static const char indent[] = "      ";
	size_t used = 0;
	while (*text) {
		size_t n = strcspn(text, " ");
		if (!used || used + 1 + n > width) {
			fprintf(out, "%s%s%.*s", used ? "\n" : "", indent, (int)n, text);
			used = strlen(indent) + n;
		} else {
			fprintf(out, " %.*s", (int)n, text);
			used += 1 + n;
		}
		text += n;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static void print_rows(FILE *out, const struct needs_row *row, size_t n, bool marks, size_t width) {
	int place = 0, what = 0;
	for (size_t i = 0; i < n; i++) {
		place = width_of(row[i].place) > place ? width_of(row[i].place) : place;
		what = width_of(row[i].what) > what ? width_of(row[i].what) : what;
	}
	for (size_t i = 0; i < n; i++) {
		const struct needs_row *r = &row[i];
		size_t used = (size_t)(place + what + 6) + strlen(r->says) + 2;
		bool fits = r->more && used + utf8_columns(r->more) <= width;
		fprintf(out, "%s %-*s  %-*s  %s", marks && r->is_kept ? "*" : " ", place, r->place, what,
		        r->what, r->says);
		if (fits)
			fprintf(out, "; %s", r->more);
		fputc('\n', out);
		if (r->more && !fits)
			print_words(out, r->more, width);
		if (r->cause)
			print_words(out, r->cause, width);
	}
}

static size_t count(const struct needs *n, enum need_outcome outcome) {
	size_t found = 0;
	for (size_t i = 0; i < n->at.n; i++)
		found += n->at.at[i].outcome == outcome;
	return found;
}

static size_t count_kept(const struct needs *n) {
	size_t kept = 0;
	for (size_t i = 0; i < n->at.n; i++)
		kept += n->at.at[i].is_kept;
	return kept;
}

static void print_set(FILE *out, const struct needs *n) {
	size_t kept = count_kept(n);
	if (!n->at.n)
		return;
	fprintf(out, "%zu needed, %zu not needed alone, %zu open, %zu not reached\n",
	        count(n, NEED_NEEDED), count(n, NEED_NOT_ALONE), count(n, NEED_OPEN),
	        count(n, NEED_NOT_REACHED));
	if (kept && n->is_set && kept < n->at.n)
		fputs("* these suffice together: the program was verified without all others\n", out);
	else if (!kept && n->is_set)
		fputs("it holds without all of them together\n", out);
}

void needs_print(const struct paint *p, const struct result *r, unsigned width) {
	const struct needs *n = r->needs;
	FILE *out = p->out;
	if (!n)
		return;
	struct arena *arena = arena_open();
	struct needs_row *row = arena_array(arena, struct needs_row, n->at.n + 1);
	size_t k = 0;
	for (int first = 1; first >= 0; first--)
		for (size_t i = 0; i < n->at.n; i++)
			if ((n->at.at[i].outcome == NEED_NOT_REACHED) == first)
				row[k++] = row_of(arena, &n->at.at[i]);
	if (n->remark)
		fprintf(out, "--why-safe: %s\n", n->remark);
	if (k)
		fprintf(out,
		        "what it needs (each place changed by itself, the program verified again%s):\n",
		        n->with_races ? "; data races count, too" : "");
	print_rows(out, row, k, n->is_set && count_kept(n) < n->at.n,
	           width && width < MOST_WIDTH ? width : MOST_WIDTH);
	print_set(out, n);
	if (n->left_out)
		fprintf(out, "--why-safe: %u more places were not looked at\n", n->left_out);
	if (!k && !n->remark && !n->warning)
		fputs("--why-safe: there is no synchronisation between threads to take away\n", out);
	if (n->warning) {
		paint_warning(p, (struct loc){0});
		fprintf(out, "%s\n", n->warning);
	}
	arena_close(arena);
}
