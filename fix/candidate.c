#include "fix/candidate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fix/candidate_sync.h"
#include "fix/edit.h"
#include "fix/trace.h"

static proposer *const table[] = {
    candidate_data,      candidate_sync_wait, candidate_sync_lock, candidate_sync_join,
    candidate_sync_test, candidate_memory,    candidate_stores,
};

bool candidate_is_writable(const struct places *p, uint32_t file) {
	return file != NO_NODE && !p->file.at[file].is_generated &&
	       !access(p->file.at[file].name, W_OK);
}

/* --- Events. --- */

const struct cause_event *candidate_role(const struct candidates *all, size_t ix) {
	const struct cause *c = all->cause;
	bool is_known = ix < c->role.n && c->role.at[ix].kind != CAUSE_EVENT_NONE &&
	                c->role.at[ix].thread != NO_THREAD;
	return is_known ? &c->role.at[ix] : NULL;
}

uint32_t candidate_node(const struct candidates *all, const struct cause_event *e) {
	uint32_t node = e ? places_find(all->places, e->loc) : NO_NODE;
	return node != NO_NODE && candidate_is_writable(all->places, all->places->node.at[node].file)
	           ? node
	           : NO_NODE;
}

uint32_t candidate_statement(const struct candidates *all, const struct cause_event *e) {
	uint32_t node = candidate_node(all, e);
	return node == NO_NODE ? NO_NODE : places_statement(all->places, node);
}

/* --- Edits. --- */

void candidate_replace(struct candidate *c, const struct places *p, uint32_t file, size_t begin,
                       size_t end, const char *text) {
	vec_push(&c->edit, ((struct source_edit){p->file.at[file].name, begin, end - begin, text}));
}

void candidate_insert(struct candidate *c, const struct places *p, uint32_t file, size_t at,
                      const char *text) {
	candidate_replace(c, p, file, at, at, text);
}

static bool is_blank(char c) {
	return c == ' ' || c == '\t';
}

/* Does only white space stand before it in its line? */
static bool begins_line(const char *text, size_t at) {
	while (at && is_blank(text[at - 1]))
		at--;
	return !at || text[at - 1] == '\n';
}

/* The end of the line, if only blanks and a comment come after 'at'; else 'at'. */
static size_t end_of_line(const char *text, size_t at) {
	size_t i = at;
	while (is_blank(text[i]))
		i++;
	if (text[i] == '/' && text[i + 1] == '/')
		i += strcspn(text + i, "\n");
	else if (text[i] == '/' && text[i + 1] == '*') {
		const char *end = strstr(text + i + 2, "*/");
		i = end ? (size_t)(end - text) + 2 : i;
		while (is_blank(text[i]))
			i++;
	}
	if (text[i] == '\n' && i > at && text[i - 1] == '\r')
		i--;
	return !text[i] || text[i] == '\n' || text[i] == '\r' ? i : at;
}

void candidate_delete(struct candidate *c, const struct places *p, uint32_t statement) {
	const struct node *n = &p->node.at[statement];
	const char *text = p->file.at[n->file].text;
	size_t begin = n->begin, end = n->end;
	size_t line_end = end + strspn(text + end, " \t\r");
	if (begins_line(text, begin) && text[line_end] == '\n') {
		while (begin && is_blank(text[begin - 1]))
			begin--;
		end = line_end + 1;
	} else if (is_blank(text[end]))
		end += strspn(text + end, " \t");
	candidate_replace(c, p, n->file, begin, end, "");
}

/* What separates statements where this one stands: a line end and its indentation, or a blank. */
static const char *separator(const struct candidates *all, uint32_t statement) {
	const struct node *n = &all->places->node.at[statement];
	if (!begins_line(all->places->file.at[n->file].text, n->begin))
		return " ";
	return arena_printf(all->arena, "%s%s", places_line_end(all->places, n->file),
	                    places_indent(all->places, all->arena, statement));
}

void candidate_before(struct candidates *all, struct candidate *c, uint32_t statement,
                      const char *text) {
	const struct node *n = &all->places->node.at[statement];
	candidate_insert(c, all->places, n->file, n->begin,
	                 arena_printf(all->arena, "%s%s", text, separator(all, statement)));
}

void candidate_after(struct candidates *all, struct candidate *c, uint32_t statement,
                     const char *text) {
	const struct node *n = &all->places->node.at[statement];
	const char *between = separator(all, statement);
	size_t at = *between == ' ' ? n->end : end_of_line(all->places->file.at[n->file].text, n->end);
	candidate_insert(c, all->places, n->file, at, arena_printf(all->arena, "%s%s", between, text));
}

/* "if (x)\n\t\ty();" becomes "if (x) {\n\t\tbefore\n\t\ty();\n\t\tafter\n\t}" */
static void wrap_alone(struct candidates *all, struct candidate *c, uint32_t statement,
                       const char *before, const char *after) {
	const struct places *p = all->places;
	const struct node *n = &p->node.at[statement];
	const char *text = p->file.at[n->file].text, *between = separator(all, statement);
	size_t brace = n->begin, end = n->end;
	const char *closing = "";
	bool has_line = *between != ' ';
	if (has_line) {
		while (brace && strchr(" \t\r\n", text[brace - 1]))
			brace--;
		closing = arena_printf(all->arena, "%s%s}", places_line_end(p, n->file),
		                       places_indent(p, all->arena, n->parent));
		end = end_of_line(text, end);
		/* a comment behind the head would swallow the brace */
		size_t line = brace;
		while (line && text[line - 1] != '\n')
			line--;
		for (size_t i = line; i < brace; i++)
			if (text[i] == '/' && (text[i + 1] == '/' || text[i + 1] == '*'))
				has_line = false;
	}
	if (!has_line) {
		candidate_insert(
		    c, p, n->file, n->begin,
		    arena_printf(all->arena, "{ %s%s", before ? before : "", before ? " " : ""));
		candidate_insert(c, p, n->file, n->end,
		                 arena_printf(all->arena, "%s%s }", after ? " " : "", after ? after : ""));
		return;
	}
	candidate_insert(c, p, n->file, brace, " {");
	if (before)
		candidate_insert(c, p, n->file, n->begin,
		                 arena_printf(all->arena, "%s%s", before, between));
	candidate_insert(
	    c, p, n->file, end,
	    arena_printf(all->arena, "%s%s%s", after ? between : "", after ? after : "", closing));
}

void candidate_wrap(struct candidates *all, struct candidate *c, uint32_t first, uint32_t last,
                    const char *before, const char *after) {
	const struct places *p = all->places;
	uint32_t parent = p->node.at[first].parent;
	bool is_alone = parent == NO_NODE || p->node.at[parent].kind != NODE_BLOCK;
	if (is_alone) {
		wrap_alone(all, c, first, before, after);
		return;
	}
	if (before)
		candidate_before(all, c, first, before);
	if (after)
		candidate_after(all, c, last, after);
}

/* --- The list. --- */

static bool same_edits(const struct candidate *a, const struct candidate *b) {
	if (a->edit.n != b->edit.n)
		return false;
	for (size_t i = 0; i < a->edit.n; i++) {
		const struct source_edit *x = &a->edit.at[i], *y = &b->edit.at[i];
		if (x->file != y->file || x->offset != y->offset || x->length != y->length ||
		    strcmp(x->text, y->text) != 0)
			return false;
	}
	return true;
}

static uint32_t file_named(const struct places *p, const char *name) {
	for (size_t i = 0; i < p->file.n; i++)
		if (p->file.at[i].name == name)
			return (uint32_t)i;
	return NO_NODE;
}

static bool is_usable(const struct candidates *all, const struct candidate *c) {
	if (!c->edit.n || edits_overlap(c->edit.at, c->edit.n))
		return false;
	for (size_t i = 0; i < c->edit.n; i++)
		if (!candidate_is_writable(all->places, file_named(all->places, c->edit.at[i].file)))
			return false;
	for (size_t i = 0; i < all->at.n; i++)
		if (same_edits(&all->at.at[i], c))
			return false;
	return true;
}

void candidates_add(struct candidates *all, struct candidate *c) {
	edits_sort(c->edit.at, c->edit.n);
	c->is_guess = all->guesses;
	if (is_usable(all, c))
		vec_push(&all->at, *c);
	else
		vec_free(&c->edit);
	*c = (struct candidate){0};
}

static unsigned changed_lines(const struct candidates *all, const struct candidate *c) {
	struct arena *arena = arena_open();
	unsigned n = 0;
	for (size_t i = 0; i < all->places->file.n; i++) {
		const struct place_file *f = &all->places->file.at[i];
		const char *after = edits_apply(arena, f->name, f->text, c->edit.at, c->edit.n);
		n += edits_diff_lines(edits_diff(arena, f->name, f->text, after));
	}
	arena_close(arena);
	return n;
}

/* Fewer lines first, then fewer statements under a lock; a lock that is invented comes last. */
static bool is_before(const struct candidate *a, const struct candidate *b) {
	if (a->is_new_lock != b->is_new_lock)
		return b->is_new_lock;
	if (a->is_guess != b->is_guess)
		return b->is_guess;
	if (a->lines != b->lines)
		return a->lines < b->lines;
	if (a->is_unusual != b->is_unusual)
		return b->is_unusual;
	return a->under_lock < b->under_lock;
}

static void propose(struct candidates *all, const struct cause *cause) {
	const struct cause *before = all->cause;
	all->cause = cause;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		table[i](all);
	all->cause = before;
}

void candidates_propose(struct candidates *all) {
	cause_list guess = {0};
	propose(all, all->cause);
	all->guesses = true;
	trace_causes(all->arena, all->violated->cex, &guess);
	for (size_t i = 0; i < guess.n; i++)
		propose(all, guess.at[i]);
	trace_causes_free(&guess);
	for (size_t i = 0; i < all->at.n; i++)
		all->at.at[i].lines = changed_lines(all, &all->at.at[i]);
	for (size_t i = 1; i < all->at.n; i++) /* stable: the proposer's own order counts */
		for (size_t k = i; k > 0 && is_before(&all->at.at[k], &all->at.at[k - 1]); k--) {
			struct candidate other = all->at.at[k];
			all->at.at[k] = all->at.at[k - 1];
			all->at.at[k - 1] = other;
		}
}

void candidates_free(struct candidates *all) {
	for (size_t i = 0; i < all->at.n; i++)
		vec_free(&all->at.at[i].edit);
	vec_free(&all->at);
}
