/* What is asked about the nodes of the sources (frontend/about/places.h). */
#include "frontend/about/places.h"

#include <string.h>

#include "util/base/arena.h"
#include "util/base/intern.h"
#include "util/text/clex.h"

/* --- Positions. --- */

static bool find_offset(const struct places *p, struct loc loc, uint32_t *file, size_t *offset) {
	for (size_t i = 0; loc.file && i < p->file.n; i++) {
		const struct place_file *f = &p->file.at[i];
		if (strcmp(f->name, loc.file) != 0 || !loc.line || loc.line > f->line.n)
			continue;
		*file = (uint32_t)i;
		*offset = f->line.at[loc.line - 1] + (loc.col ? loc.col - 1 : 0);
		return *offset <= f->n;
	}
	return false;
}

struct loc places_loc(const struct places *p, uint32_t file, size_t offset) {
	const struct place_file *f = &p->file.at[file];
	size_t line = 0;
	while (line + 1 < f->line.n && f->line.at[line + 1] <= offset)
		line++;
	return (struct loc){f->name, (uint32_t)line + 1, (uint32_t)(offset - f->line.at[line]) + 1};
}

/* The first statement that begins in the line. */
static uint32_t first_of_line(const struct places *p, uint32_t file, size_t from) {
	uint32_t best = NO_NODE;
	size_t end = from;
	while (end < p->file.at[file].n && p->file.at[file].text[end] != '\n')
		end++;
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		if (n->is_statement && n->kind != NODE_BLOCK && n->file == file && n->begin >= from &&
		    n->begin < end && (best == NO_NODE || n->begin < p->node.at[best].begin))
			best = i;
	}
	return best;
}

uint32_t places_find(const struct places *p, struct loc loc) {
	uint32_t file, best = NO_NODE;
	size_t at;
	if (!find_offset(p, loc, &file, &at))
		return NO_NODE;
	if (!loc.col)
		return first_of_line(p, file, at);
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		if (n->file != file || at < n->begin || at >= n->end)
			continue;
		bool is_smaller =
		    best == NO_NODE || n->end - n->begin <= p->node.at[best].end - p->node.at[best].begin;
		if (is_smaller)
			best = i;
	}
	return best;
}

/* --- The tree. --- */

uint32_t places_child(const struct places *p, uint32_t node, unsigned n) {
	uint32_t i = node + 1, end = p->node.at[node].next;
	for (; i < end && n; i = p->node.at[i].next)
		n--;
	return i < end ? i : NO_NODE;
}

unsigned places_children(const struct places *p, uint32_t node) {
	unsigned n = 0;
	for (uint32_t i = node + 1; i < p->node.at[node].next; i = p->node.at[i].next)
		n++;
	return n;
}

uint32_t places_last(const struct places *p, uint32_t node) {
	unsigned n = places_children(p, node);
	return n ? places_child(p, node, n - 1) : NO_NODE;
}

uint32_t places_around(const struct places *p, uint32_t node, enum node_kind kind) {
	while (node != NO_NODE && p->node.at[node].kind != kind)
		node = p->node.at[node].parent;
	return node;
}

uint32_t places_statement(const struct places *p, uint32_t node) {
	while (node != NO_NODE && (!p->node.at[node].is_statement || p->node.at[node].is_broken))
		node = p->node.at[node].parent;
	return node;
}

uint32_t places_before(const struct places *p, uint32_t statement) {
	uint32_t parent = p->node.at[statement].parent, before = NO_NODE;
	if (parent == NO_NODE || p->node.at[parent].kind != NODE_BLOCK)
		return NO_NODE;
	for (uint32_t i = parent + 1; i < statement; i = p->node.at[i].next)
		before = i;
	return before;
}

uint32_t places_after(const struct places *p, uint32_t statement) {
	uint32_t parent = p->node.at[statement].parent, next = p->node.at[statement].next;
	if (parent == NO_NODE || p->node.at[parent].kind != NODE_BLOCK ||
	    next >= p->node.at[parent].next)
		return NO_NODE;
	return next;
}

bool places_is_in(const struct places *p, uint32_t node, uint32_t outer) {
	return node >= outer && node < p->node.at[outer].next;
}

uint32_t places_declaration(const struct places *p, const char *id) {
	uint32_t found = NO_NODE;
	for (uint32_t i = 0; id && i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		bool declares = n->kind == NODE_FUNCTION || n->kind == NODE_PARAMETER ||
		                n->kind == NODE_VARIABLE || n->kind == NODE_FIELD;
		if (!declares || n->id != id)
			continue;
		if (n->is_definition)
			return i;
		if (found == NO_NODE)
			found = i;
	}
	return found;
}

/* --- The text. --- */

const char *places_text(const struct places *p, struct arena *arena, uint32_t node) {
	const struct node *n = &p->node.at[node];
	return arena_printf(arena, "%.*s", (int)(n->end - n->begin),
	                    p->file.at[n->file].text + n->begin);
}

const char *places_indent(const struct places *p, struct arena *arena, uint32_t node) {
	const struct node *n = &p->node.at[node];
	const char *text = p->file.at[n->file].text;
	size_t from = n->begin, to;
	while (from && text[from - 1] != '\n')
		from--;
	for (to = from; text[to] == ' ' || text[to] == '\t'; to++)
		;
	return arena_printf(arena, "%.*s", (int)(to - from), text + from);
}

const char *places_line_end(const struct places *p, uint32_t file) {
	const struct place_file *f = &p->file.at[file];
	bool is_crlf = f->line.n > 1 && f->line.at[1] > 1 && f->text[f->line.at[1] - 2] == '\r';
	return is_crlf ? "\r\n" : "\n";
}

static bool is_condition(const struct clex_token *t) {
	static const char *const word[] = {"if", "ifdef", "ifndef", "else", "elif", "endif"};
	struct clex lex;
	clex_init(&lex, t->at + 1, t->n - 1);
	struct clex_token first = clex_next(&lex);
	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (clex_is_word(&first, word[i]))
			return true;
	return false;
}

bool places_has_condition(const struct places *p, uint32_t file, size_t begin, size_t end) {
	struct clex lex;
	clex_init(&lex, p->file.at[file].text + begin, end - begin);
	for (struct clex_token t = clex_next(&lex); t.kind != CLEX_END; t = clex_next(&lex))
		if (t.kind == CLEX_DIRECTIVE && is_condition(&t))
			return true;
	return false;
}
