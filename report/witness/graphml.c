/* Format 1.0: an automaton.  Ours is a line: node after node, one edge for each event. */
#include <string.h>

#include "report/witness/witness.h"
#include "util/base/version.h"
#include "util/text/utf8.h"

struct graph {
	FILE *out;
	const struct witness *w;
	const struct path *path;
	bool has_threads;
	size_t node; /* the edges so far lead here */
};

/* Text of XML: what it may not hold becomes U+FFFD. */
static void print_text(FILE *out, const char *s) {
	for (size_t n = strlen(s), k; n; s += k, n -= k) {
		uint32_t code;
		k = utf8_next(s, n, &code);
		if (code == '&')
			fputs("&amp;", out);
		else if (code == '<')
			fputs("&lt;", out);
		else if (code == '>')
			fputs("&gt;", out);
		else if (code == UTF8_BAD || (code < ' ' && code != '\t' && code != '\n'))
			fputs("\xef\xbf\xbd", out);
		else
			fwrite(s, 1, k, out);
	}
}

static void print_data(FILE *out, unsigned indent, const char *key, const char *value) {
	fprintf(out, "%*s<data key=\"%s\">", (int)indent, "", key);
	print_text(out, value);
	fputs("</data>\n", out);
}

static void print_number(FILE *out, const char *key, uint32_t value) {
	fprintf(out, "      <data key=\"%s\">%u</data>\n", key, (unsigned)value);
}

static void print_keys(FILE *out) {
	static const struct {
		const char *id, *domain, *type;
	} key[] = {
	    {"witness-type", "graph", "string"},    {"sourcecodelang", "graph", "string"},
	    {"producer", "graph", "string"},        {"specification", "graph", "string"},
	    {"programfile", "graph", "string"},     {"programhash", "graph", "string"},
	    {"architecture", "graph", "string"},    {"creationtime", "graph", "string"},
	    {"entry", "node", "boolean"},           {"violation", "node", "boolean"},
	    {"startline", "edge", "int"},           {"endline", "edge", "int"},
	    {"startoffset", "edge", "int"},         {"endoffset", "edge", "int"},
	    {"threadId", "edge", "string"},         {"createThread", "edge", "string"},
	    {"enterFunction", "edge", "string"},    {"returnFromFunction", "edge", "string"},
	    {"control", "edge", "string"},          {"assumption", "edge", "string"},
	    {"assumption.scope", "edge", "string"}, {"assumption.resultfunction", "edge", "string"},
	    {"originfile", "edge", "string"},
	};
	for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
		fprintf(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", key[i].id,
		        key[i].id, key[i].type, key[i].domain);
		fputs(strcmp(key[i].type, "boolean") ? "/>\n" : "><default>false</default></key>\n", out);
	}
}

static void print_graph_data(FILE *out, const struct witness *w) {
	const struct run_info *info = &w->result->info;
	bool is_32 = info->data_model && !strcmp(info->data_model, "ILP32");
	print_data(out, 4, "witness-type", w->cex ? "violation_witness" : "correctness_witness");
	print_data(out, 4, "sourcecodelang", "C");
	print_data(out, 4, "producer", "cbmc-mt " CBMC_MT_VERSION);
	for (size_t i = 0; i < w->specification.n; i++)
		print_data(out, 4, "specification", w->specification.at[i]);
	print_data(out, 4, "programfile", w->config->file[0].name);
	print_data(out, 4, "programhash", w->config->file[0].hash);
	print_data(out, 4, "architecture", is_32 ? "32bit" : "64bit");
	print_data(out, 4, "creationtime", w->config->created);
}

/* Begins an edge from the last node to a new one. */
static void open_edge(struct graph *g, bool to_violation) {
	fprintf(g->out, "    <node id=\"n%zu\"", g->node + 1);
	fputs(to_violation ? ">\n      <data key=\"violation\">true</data>\n    </node>\n" : "/>\n",
	      g->out);
	fprintf(g->out, "    <edge source=\"n%zu\" target=\"n%zu\">\n", g->node, g->node + 1);
	g->node++;
}

static void close_edge(struct graph *g) {
	fputs("    </edge>\n", g->out);
}

static void print_thread(struct graph *g, const char *key, uint32_t thread) {
	if (g->has_threads)
		print_number(g->out, key, thread);
}

/* What the event covers: of a branching its head, of a call the call, or else the statement. */
static void print_place(struct graph *g, const struct event *e) {
	const struct tokens *t = &g->path->tokens[e->file];
	uint32_t from = e->at, to = NO_TOKEN;
	bool is_call =
	    e->kind == EVENT_CALL || e->kind == EVENT_CREATE || (e->kind == EVENT_INPUT && !e->lhs);
	if (e->at != NO_TOKEN && is_call)
		to = tokens_call_end(t, e->at);
	else if (e->at != NO_TOKEN && e->kind == EVENT_TARGET)
		from = tokens_expression(t, e->at);
	else if (e->at != NO_TOKEN && !e->in_head)
		from = e->start;
	if (from != NO_TOKEN && to == NO_TOKEN)
		to = from == e->start ? e->end : NO_TOKEN;
	print_number(g->out, "startline", from == NO_TOKEN ? e->line : t->token.at[from].line);
	if (to != NO_TOKEN)
		print_number(g->out, "endline", t->token.at[to].line);
	if (from != NO_TOKEN)
		print_number(g->out, "startoffset", tokens_offset(t, from));
	if (to != NO_TOKEN)
		print_number(g->out, "endoffset", tokens_offset(t, to));
	if (e->file)
		print_data(g->out, 6, "originfile", g->path->file[e->file].name);
}

static void print_assumption(struct graph *g, const struct event *e) {
	if (!e->value || (!e->lhs && e->kind != EVENT_INPUT))
		return;
	struct arena *a = g->w->arena;
	const char *what = e->lhs ? e->lhs : "\\result";
	print_data(g->out, 6, "assumption", arena_printf(a, "%s == %s;", what, e->value));
	if (e->function)
		print_data(g->out, 6, "assumption.scope", e->function);
	if (!e->lhs && e->callee)
		print_data(g->out, 6, "assumption.resultfunction", e->callee);
}

/* A thread enters its function by an edge of its own, before anything else it does. */
static void enter_thread(struct graph *g, const struct event *e, const char *function) {
	open_edge(g, false);
	print_place(g, e);
	print_thread(g, "threadId", e->other);
	if (function)
		print_data(g->out, 6, "enterFunction", function);
	close_edge(g);
}

static void print_event(struct graph *g, const struct event *e, bool is_last) {
	open_edge(g, is_last);
	print_place(g, e);
	print_thread(g, "threadId", e->thread);
	switch (e->kind) {
	case EVENT_ASSIGN:
	case EVENT_INPUT: print_assumption(g, e); break;
	case EVENT_BRANCH:
		print_data(g->out, 6, "control", e->condition ? "condition-true" : "condition-false");
		break;
	case EVENT_CALL:
		if (e->is_defined)
			print_data(g->out, 6, "enterFunction", e->callee);
		break;
	case EVENT_RETURN: print_data(g->out, 6, "returnFromFunction", e->function); break;
	case EVENT_CREATE: print_thread(g, "createThread", e->other); break;
	case EVENT_READ:
	case EVENT_TARGET: break;
	}
	close_edge(g);
	if (e->kind == EVENT_CREATE)
		enter_thread(g, e, e->callee);
}

/* Loads are no operations of their own. */
static bool is_beside(const struct event *a, const struct event *b) {
	return a->thread == b->thread && b->kind != EVENT_READ;
}

static bool is_same_statement(const struct event *a, const struct event *b) {
	return a->at != NO_TOKEN && b->at != NO_TOKEN && a->file == b->file && a->start == b->start;
}

/* A '?', or a part of a && b: its statement goes on. */
static bool is_part(const struct event *statement, const struct event *e) {
	return e->kind == EVENT_BRANCH && !e->decides && is_same_statement(statement, e);
}

static const struct event *next_of_thread(const struct path *p, size_t ix) {
	const struct event *e = &p->event.at[ix];
	for (size_t i = ix + 1; i < p->event.n; i++)
		if (is_beside(e, &p->event.at[i]) && !is_part(e, &p->event.at[i]))
			return &p->event.at[i];
	return NULL;
}

static bool follows_return(const struct path *p, size_t ix) {
	for (size_t i = ix; i-- > 0;)
		if (is_beside(&p->event.at[ix], &p->event.at[i]))
			return p->event.at[i].kind == EVENT_RETURN;
	return false;
}

/* The next event is a call of the program: its function is entered before the statement is over,
 * which is when an assumption holds. */
static bool is_interrupted(const struct event *next) {
	return next->kind == EVENT_CALL && next->is_defined;
}

/* Is the event told by a later one of the same statement, or, if it assigns what a function has
 * returned, by the return? */
static bool is_told_elsewhere(const struct path *p, size_t ix) {
	const struct event *e = &p->event.at[ix], *next = next_of_thread(p, ix);
	if (e->at == NO_TOKEN)
		return false;
	if (e->kind == EVENT_ASSIGN && follows_return(p, ix) &&
	    tokens_call_end(&p->tokens[e->file], e->at) != NO_TOKEN)
		return true;
	if (!next || !is_same_statement(e, next))
		return false;
	return next->kind == EVENT_TARGET ||
	       (!e->in_head &&
	        (next->kind == EVENT_ASSIGN || next->kind == EVENT_INPUT ||
	         next->kind == EVENT_CREATE || next->kind == EVENT_RETURN || is_interrupted(next)));
}

/* A validator takes one edge for each operation of the program, so there must not be
 * two for one. */
static bool is_redundant(const struct path *p, size_t ix) {
	const struct event *e = &p->event.at[ix];
	switch (e->kind) {
	case EVENT_READ: return true;
	case EVENT_BRANCH: return !e->decides;
	case EVENT_CALL: return !e->is_defined && is_told_elsewhere(p, ix);
	case EVENT_ASSIGN: /* the branches tell what a loop counts */
		return e->in_head || is_told_elsewhere(p, ix);
	case EVENT_INPUT:
	case EVENT_RETURN:
	case EVENT_CREATE:
	case EVENT_TARGET: return false;
	}
	return false;
}

static void print_path(struct graph *g) {
	open_edge(g, false);
	print_thread(g, "threadId", 0);
	print_thread(g, "createThread", 0);
	const char *entry = g->w->result->info.entry;
	print_data(g->out, 6, "enterFunction", entry ? entry : "main");
	close_edge(g);
	for (size_t i = 0; i < g->path->event.n; i++) {
		struct event e = g->path->event.at[i];
		if (e.kind == EVENT_INPUT && e.callee && is_told_elsewhere(g->path, i))
			e.lhs = NULL; /* when the statement is over, it may have another value */
		if (!is_redundant(g->path, i))
			print_event(g, &e, i + 1 == g->path->event.n);
	}
}

void witness_graphml(FILE *out, const struct witness *w) {
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
	      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
	      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
	      out);
	print_keys(out);
	fputs("  <graph edgedefault=\"directed\">\n", out);
	print_graph_data(out, w);
	fputs("    <node id=\"n0\">\n      <data key=\"entry\">true</data>\n    </node>\n", out);
	if (w->cex) {
		struct path path;
		path_init(&path, w->arena, w->cex, w->config->file, w->config->nfiles);
		struct graph g = {.out = out, .w = w, .path = &path, .has_threads = w->cex->thread.n > 1};
		print_path(&g);
		path_free(&path);
	}
	fputs("  </graph>\n</graphml>\n", out);
}
