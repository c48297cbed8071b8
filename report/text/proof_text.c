#include "report/text/proof_text.h"

#include <string.h>

#include "report/story/proof_table.h"
#include "util/text/same.h"
#include "util/text/utf8.h"

enum {
	LABEL = 8,      /* columns of the lines of a row, where that is enough */
	MAX_PAIRS = 40, /* lines about two threads */
	MIN_WIDTH = 60,
};

struct rows {
	VEC(uint32_t) at;
};

/* Two threads: t1 at one of 'first', t2 at one of 'second'. */
struct group {
	struct rows first, second;
	struct facts holds;
};

struct printing {
	const struct paint *paint;
	struct proof_table table;
	struct arena *arena;
	unsigned width;
	unsigned lines;  /* about two threads */
	unsigned hidden; /* of them, not printed */
};

static void print_name(FILE *out, const char *name) {
	name = name ? name : "?";
	utf8_print(out, name, strlen(name));
}

/* "a == 1 && b > 2", on further lines at this indentation where one is full. */
static void print_facts(const struct printing *p, const struct facts *f, unsigned indent,
                        unsigned column) {
	FILE *out = p->paint->out;
	if (!f->n)
		fputs("true", out);
	for (uint32_t i = 0; i < f->n; i++) {
		const char *text = f->n > 1 ? facts_operand(p->arena, f->at[i]) : f->at[i];
		unsigned n = (unsigned)strlen(text);
		if (i && column + n + 7 > p->width) {
			fprintf(out, " &&\n%*s", (int)indent, "");
			column = indent;
		} else if (i)
			fputs(" && ", out);
		utf8_print(out, text, n);
		column += n + 4;
	}
	fputc('\n', out);
}

static void print_common(const struct printing *p, const char *what, const struct facts *f) {
	unsigned indent = (unsigned)strlen(what) + 4;
	if (!f->n)
		return;
	fprintf(p->paint->out, "  %s%s%s: ", paint_code(p->paint, BOLD), what,
	        paint_code(p->paint, PLAIN));
	print_facts(p, f, indent, indent);
}

/* Do threads of several templates execute this function? */
static bool is_ambiguous(const struct printing *p, const struct proof_row *row) {
	for (size_t i = 0; i < p->table.row.n; i++)
		if (same_text_or_none(p->table.row.at[i].function, row->function) &&
		    !same_text_or_none(p->table.row.at[i].thread, row->thread))
			return true;
	return false;
}

static bool are_beside(const struct proof_row *a, const struct proof_row *b) {
	return same_text_or_none(a->function, b->function) && same_text_or_none(a->thread, b->thread);
}

/* "worker 12-14, 17": the lines of all rows from the k-th on that are of its function. */
static void print_row_group(const struct printing *p, const struct rows *rows, size_t k) {
	const struct proof *proof = p->table.proof;
	const struct proof_row *row = &p->table.row.at[rows->at.at[k]];
	uint32_t *place = arena_array(p->arena, uint32_t, proof->place.n), n = 0;
	for (uint32_t i = 0; i < proof->place.n; i++)
		for (size_t r = k; r < rows->at.n; r++) {
			const struct proof_row *other = &p->table.row.at[rows->at.at[r]];
			for (uint32_t q = 0; are_beside(row, other) && q < other->nplaces; q++)
				if (other->place[q] == i) {
					uint32_t at = n++;
					uint32_t line = proof->place.at[i].loc.line;
					for (; at && proof->place.at[place[at - 1]].loc.line > line; at--)
						place[at] = place[at - 1];
					place[at] = i;
				}
		}
	FILE *out = p->paint->out;
	print_name(out, row->function);
	if (is_ambiguous(p, row)) {
		fputs(" (", out);
		print_name(out, row->thread);
		fputc(')', out);
	}
	fprintf(out, " %s", proof_lines(p->arena, proof, place, n));
}

static void print_rows(const struct printing *p, const struct rows *rows) {
	bool is_first = true;
	for (size_t k = 0; k < rows->at.n; k++) {
		bool is_done = false;
		for (size_t i = 0; i < k; i++)
			is_done |=
			    are_beside(&p->table.row.at[rows->at.at[i]], &p->table.row.at[rows->at.at[k]]);
		if (is_done)
			continue;
		fputs(is_first ? "" : ", ", p->paint->out);
		is_first = false;
		print_row_group(p, rows, k);
	}
}

static void print_heading(const struct printing *p, uint32_t ix) {
	const struct proof_row *row = &p->table.row.at[ix];
	const char *file = p->table.proof->place.at[row->place[0]].loc.file;
	FILE *out = p->paint->out;
	fprintf(out, "  %s", paint_code(p->paint, BOLD));
	print_name(out, row->function);
	fputs(paint_code(p->paint, PLAIN), out);
	if (file) {
		fputs(", ", out);
		print_name(out, file);
	}
	bool is_single = proof_is_single(&p->table, ix),
	     is_called = !same_text_or_none(row->function, row->thread);
	if (is_called) {
		fputs(is_single ? " (thread " : " (threads ", out);
		print_name(out, row->thread);
	}
	fputs(is_single ? is_called ? ", one)" : " (one thread)" : is_called ? ")" : "", out);
	fputc('\n', out);
}

static void print_places(const struct printing *p) {
	const struct proof_table *t = &p->table;
	for (uint32_t k = 0; k < t->row.n; k++) {
		bool is_first = true;
		for (uint32_t i = 0; i < k; i++)
			is_first &= !are_beside(&t->row.at[i], &t->row.at[k]);
		if (!is_first)
			continue;
		print_heading(p, k);
		for (uint32_t i = k; i < t->row.n; i++) {
			const struct proof_row *row = &t->row.at[i];
			if (!are_beside(row, &t->row.at[k]))
				continue;
			const char *lines = proof_lines(p->arena, t->proof, row->place, row->nplaces);
			unsigned n = (unsigned)strlen(lines);
			fprintf(p->paint->out, "    %-*s  ", LABEL, lines);
			print_facts(p, &row->holds, LABEL + 6, (n > LABEL ? n : LABEL) + 6);
		}
	}
}

/* Room for one more line about two threads? */
static bool has_room(struct printing *p) {
	bool good = p->lines++ < MAX_PAIRS;
	p->hidden += !good;
	return good;
}

/* Where a thread is before or after all those of another template. */
static void print_absences(struct printing *p) {
	const struct proof_table *t = &p->table;
	for (uint32_t k = 0; k < t->row.n; k++) {
		const char *thread = t->row.at[k].thread;
		struct rows alone = {0};
		bool is_first = true;
		for (uint32_t i = 0; i < k; i++)
			is_first &= !same_text_or_none(t->row.at[i].thread, thread);
		for (uint32_t a = 0; a < t->row.n && is_first; a++)
			if (!same_text_or_none(t->row.at[a].thread, thread) &&
			    proof_excludes_thread(t, a, thread))
				vec_push(&alone.at, a);
		if (alone.at.n && has_room(p)) {
			fputs("  while there is no ", p->paint->out);
			print_name(p->paint->out, thread);
			fputs(": ", p->paint->out);
			print_rows(p, &alone);
			fputc('\n', p->paint->out);
		}
		vec_free(&alone.at);
	}
}

static void print_sections(struct printing *p) {
	for (size_t i = 0; i < p->table.section.n; i++) {
		const struct proof_section *section = &p->table.section.at[i];
		struct rows all = {0};
		for (uint32_t k = 0; k < section->n; k++)
			vec_push(&all.at, section->row[k]);
		if (has_room(p)) {
			fputs("  at most one thread at a time: ", p->paint->out);
			print_rows(p, &all);
			fputc('\n', p->paint->out);
		}
		vec_free(&all.at);
	}
}

static void print_exclusions(struct printing *p) {
	const struct proof_table *t = &p->table;
	for (uint32_t a = 0; a < t->row.n; a++) {
		struct rows one = {0}, others = {0};
		vec_push(&one.at, a);
		for (uint32_t b = a; b < t->row.n; b++)
			if (proof_excludes_besides(t, a, b))
				vec_push(&others.at, b);
		if (others.at.n && has_room(p)) {
			fputs("  never together: ", p->paint->out);
			print_rows(p, &one);
			fputs(" and ", p->paint->out);
			print_rows(p, &others);
			fputc('\n', p->paint->out);
		}
		vec_free(&one.at);
		vec_free(&others.at);
	}
}

static bool same_rows(const struct rows *a, const struct rows *b) {
	return a->at.n == b->at.n && !memcmp(a->at.at, b->at.at, a->at.n * sizeof *a->at.at);
}

struct groups {
	VEC(struct group) at;
};

static struct group *find_group(struct groups *all, uint32_t a, const char *key) {
	for (size_t i = 0; i < all->at.n; i++)
		if (all->at.at[i].first.at.at[0] == a && facts_key(&all->at.at[i].holds) == key)
			return &all->at.at[i];
	return NULL;
}

/* For each row and set of facts, the rows of the other thread; then rows with the same of these. */
static void find_groups(const struct proof_table *t, struct groups *all) {
	for (size_t i = 0; i < t->relation.n; i++) {
		const struct proof_relation *r = &t->relation.at[i];
		if (r->never)
			continue;
		struct group *g = find_group(all, r->a, facts_key(&r->holds));
		if (!g) {
			struct group new = {.holds = r->holds};
			vec_push(&new.first.at, r->a);
			vec_push(&all->at, new);
			g = &vec_last(&all->at);
		}
		vec_push(&g->second.at, r->b);
	}
	for (size_t i = 0; i < all->at.n; i++)
		for (size_t k = 0; k < i && all->at.at[i].first.at.n; k++) {
			struct group *g = &all->at.at[k], *other = &all->at.at[i];
			if (g->first.at.n && same_rows(&g->second, &other->second) &&
			    facts_key(&g->holds) == facts_key(&other->holds)) {
				vec_push(&g->first.at, other->first.at.at[0]);
				other->first.at.n = 0;
			}
		}
}

static void print_relations(struct printing *p) {
	struct groups all = {0};
	find_groups(&p->table, &all);
	for (size_t i = 0; i < all.at.n; i++) {
		struct group *g = &all.at.at[i];
		if (g->first.at.n && has_room(p)) {
			fputs("  t1 at ", p->paint->out);
			print_rows(p, &g->first);
			fputs(", t2 at ", p->paint->out);
			print_rows(p, &g->second);
			fputs(": ", p->paint->out);
			print_facts(p, &g->holds, 4, p->width / 2);
		}
		vec_free(&g->first.at);
		vec_free(&g->second.at);
	}
	vec_free(&all.at);
}

void proof_print(const struct paint *paint, const struct result *r, unsigned width) {
	if (!r->proof || result_verdict(r) != VERDICT_SAFE)
		return;
	const struct proof *proof = r->proof;
	struct printing p = {.paint = paint, .arena = arena_open()};
	FILE *out = paint->out;
	p.width = width < MIN_WIDTH ? MIN_WIDTH : width;
	proof_table_init(&p.table, p.arena, proof, r->info.entry);
	fprintf(out, "invariants (%s; %u atoms, %u queries)\n", proof->method ? proof->method : "?",
	        (unsigned)proof->atoms, (unsigned)proof->queries);
	for (size_t i = 0; i < proof->counter.n; i++)
		fprintf(out, "  %s: %s\n", proof->counter.at[i].name, proof->counter.at[i].meaning);
	print_common(&p, "everywhere", &p.table.everywhere);
	print_common(&p, "any two threads", &p.table.between);
	print_places(&p);
	print_absences(&p);
	print_sections(&p);
	print_exclusions(&p);
	print_relations(&p);
	if (p.hidden)
		fprintf(out, "  ... %u lines about two threads left out, --json has them ...\n", p.hidden);
	fputc('\n', out);
	proof_table_free(&p.table);
	arena_close(p.arena);
}
