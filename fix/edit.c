#include "fix/edit.h"

#include <stdint.h>
#include <string.h>

enum { CONTEXT = 3, MOST_CELLS = 1 << 22 };

/* --- Edits. --- */

static int compare(const struct source_edit *a, const struct source_edit *b) {
	int files = strcmp(a->file, b->file);
	return files ? files : a->offset < b->offset ? -1 : a->offset > b->offset;
}

void edits_sort(struct source_edit *e, size_t n) {
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && compare(&e[k - 1], &e[k]) > 0; k--) {
			struct source_edit other = e[k];
			e[k] = e[k - 1];
			e[k - 1] = other;
		}
}

bool edits_overlap(const struct source_edit *e, size_t n) {
	for (size_t i = 1; i < n; i++)
		if (!strcmp(e[i - 1].file, e[i].file) && e[i - 1].offset + e[i - 1].length > e[i].offset)
			return true;
	return false;
}

typedef VEC(char) text;

static void put(text *to, const char *from, size_t n) {
	for (size_t i = 0; i < n; i++)
		vec_push(to, from[i]);
}

static char *keep(struct arena *arena, text *t) {
	vec_push(t, 0);
	char *kept = arena_copy(arena, t->at, t->n);
	vec_free(t);
	return kept;
}

char *edits_apply(struct arena *arena, const char *file, const char *from,
                  const struct source_edit *e, size_t n) {
	text to = {0};
	size_t done = 0, length = strlen(from);
	for (size_t i = 0; i < n; i++) {
		if (strcmp(e[i].file, file) != 0)
			continue;
		put(&to, from + done, e[i].offset - done);
		put(&to, e[i].text, strlen(e[i].text));
		done = e[i].offset + e[i].length;
	}
	put(&to, from + done, length - done);
	return keep(arena, &to);
}

/* --- Lines. --- */

struct line {
	const char *at;
	size_t n; /* its end included */
};

typedef VEC(struct line) lines;

static void cut(lines *to, const char *from) {
	while (*from) {
		const char *end = strchr(from, '\n');
		size_t n = end ? (size_t)(end - from) + 1 : strlen(from);
		vec_push(to, ((struct line){from, n}));
		from += n;
	}
}

static bool same(const struct line *a, const struct line *b) {
	return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

struct step {  /* of the way from one text to the other */
	char kind; /* ' ', '-', '+' */
	struct line line;
};

typedef VEC(struct step) steps;

static void add(steps *to, char kind, const struct line *l) {
	vec_push(to, ((struct step){kind, *l}));
}

/* A longest common subsequence of what differs; too much of it: all goes, all comes. */
static void find_steps(steps *to, const struct line *a, size_t n, const struct line *b, size_t m) {
	size_t width = m + 1;
	uint32_t *longest = n * m <= MOST_CELLS ? mem_alloc((n + 1) * width * sizeof *longest) : NULL;
	for (size_t i = n; longest && i-- > 0;)
		for (size_t k = m; k-- > 0;) {
			uint32_t down = longest[(i + 1) * width + k], right = longest[i * width + k + 1];
			longest[i * width + k] = same(&a[i], &b[k]) ? longest[(i + 1) * width + k + 1] + 1
			                         : down > right     ? down
			                                            : right;
		}
	size_t i = 0, k = 0;
	while (i < n || k < m) {
		if (longest && i < n && k < m && same(&a[i], &b[k])) {
			add(to, ' ', &a[i++]);
			k++;
		} else if (i < n && (k == m || !longest ||
		                     longest[(i + 1) * width + k] >= longest[i * width + k + 1]))
			add(to, '-', &a[i++]);
		else
			add(to, '+', &b[k++]);
	}
	mem_free(longest);
}

static void compare_lines(steps *to, const lines *a, const lines *b) {
	size_t first = 0, last = 0;
	while (first < a->n && first < b->n && same(&a->at[first], &b->at[first]))
		first++;
	while (last < a->n - first && last < b->n - first &&
	       same(&a->at[a->n - 1 - last], &b->at[b->n - 1 - last]))
		last++;
	for (size_t i = 0; i < first; i++)
		add(to, ' ', &a->at[i]);
	find_steps(to, a->at + first, a->n - first - last, b->at + first, b->n - first - last);
	for (size_t i = a->n - last; i < a->n; i++)
		add(to, ' ', &a->at[i]);
}

/* --- The diff. --- */

static void put_line(text *to, const struct step *s) {
	vec_push(to, s->kind);
	put(to, s->line.at, s->line.n);
	if (s->line.at[s->line.n - 1] != '\n') {
		static const char open[] = "\n\\ No newline at end of file\n";
		put(to, open, sizeof open - 1);
	}
}

/* from, to: steps of the hunk; old, new: lines before it. */
static void put_hunk(text *out, struct arena *arena, const steps *s, size_t from, size_t to,
                     size_t old, size_t new) {
	size_t n = 0, m = 0;
	for (size_t i = from; i < to; i++) {
		n += s->at[i].kind != '+';
		m += s->at[i].kind != '-';
	}
	const char *head =
	    arena_printf(arena, "@@ -%zu,%zu +%zu,%zu @@\n", old + (n > 0), n, new + (m > 0), m);
	put(out, head, strlen(head));
	for (size_t i = from; i < to; i++)
		put_line(out, &s->at[i]);
}

static size_t next_change(const steps *s, size_t from) {
	while (from < s->n && s->at[from].kind == ' ')
		from++;
	return from;
}

static void put_hunks(text *out, struct arena *arena, const steps *s) {
	size_t done = 0, old = 0, new = 0;
	for (size_t at = next_change(s, 0); at < s->n;) {
		size_t from = at - done > CONTEXT ? at - CONTEXT : done, end = at;
		for (size_t next = at; next < s->n && next - end <= 2 * CONTEXT; next = next_change(s, end))
			for (end = next; end < s->n && s->at[end].kind != ' '; end++)
				;
		size_t to = end + CONTEXT < s->n ? end + CONTEXT : s->n;
		for (; done < from; done++, old++, new ++)
			;
		put_hunk(out, arena, s, from, to, old, new);
		for (; done < to; done++) {
			old += s->at[done].kind != '+';
			new += s->at[done].kind != '-';
		}
		at = next_change(s, to);
	}
}

char *edits_diff(struct arena *arena, const char *path, const char *before, const char *after) {
	lines a = {0}, b = {0};
	steps s = {0};
	text out = {0};
	cut(&a, before);
	cut(&b, after);
	compare_lines(&s, &a, &b);
	if (next_change(&s, 0) < s.n) {
		const char *head = arena_printf(arena, "--- a/%s\n+++ b/%s\n", path, path);
		put(&out, head, strlen(head));
		put_hunks(&out, arena, &s);
	}
	vec_free(&a);
	vec_free(&b);
	vec_free(&s);
	return keep(arena, &out);
}

unsigned edits_diff_lines(const char *diff) {
	unsigned n = 0;
	for (; *diff; diff += strcspn(diff, "\n"), diff += *diff == '\n') {
		bool is_head = !strncmp(diff, "--- ", 4) || !strncmp(diff, "+++ ", 4);
		n += (*diff == '+' || *diff == '-') && !is_head;
	}
	return n;
}
