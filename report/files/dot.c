#include "report/files/dot.h"

#include <string.h>

#include "report/base/execution_edges.h"
#include "report/base/source.h"
#include "report/story/reason.h"
#include "util/text/path.h"
#include "util/text/utf8.h"

struct drawing {
	FILE *out;
	const struct explored *tree;
	size_t run; /* nodes of different runs have different names */
};

/* A label as Graphviz wants it within quotes. */
static void print_escaped(FILE *out, const char *text) {
	for (size_t n = strlen(text), length; n; text += length, n -= length) {
		uint32_t code;
		length = utf8_next(text, n, &code);
		if (code == '"' || code == '\\')
			fputc('\\', out);
		if (code < ' ')
			fputc(' ', out);
		else if (code == UTF8_BAD)
			fputs("\xef\xbf\xbd", out);
		else
			fwrite(text, 1, length, out);
	}
}

static void print_thread(FILE *out, uint32_t thread) {
	if (thread)
		fprintf(out, "T%u", thread);
	else
		fputs("main", out);
}

/* Readable on white, and different for neighbours. */
static const char *colour(uint32_t thread) {
	static const char *const colours[] = {"#444444", "#1f6fb2", "#c05a00", "#2b8a3e",
	                                      "#8a3ab9", "#b8860b", "#0b7285", "#a61e4d"};
	return colours[thread % (sizeof colours / sizeof *colours)];
}

static bool has_run(const struct drawing *d, uint32_t ix, uint32_t thread) {
	for (; ix != NO_NODE; ix = d->tree->node.at[ix].parent)
		if (d->tree->node.at[ix].thread == thread)
			return true;
	return false;
}

static bool is_leaf(const struct drawing *d, size_t ix) {
	for (size_t i = ix + 1; i < d->tree->node.n; i++)
		if (d->tree->node.at[i].parent == ix)
			return false;
	return true;
}

static void print_node(const struct drawing *d, size_t ix) {
	const struct explored_node *n = &d->tree->node.at[ix];
	FILE *out = d->out;
	fprintf(out, "  r%zun%zu [label=\"", d->run, ix);
	print_escaped(out, n->failure ? n->failure : n->values);
	if (n->failure)
		fputs("\", shape=octagon, style=filled, fillcolor=\"#ffe3e3\", color=\"#c92a2a\"", out);
	else if (n->ended)
		fputs("\", shape=box, width=0.15, height=0.15, style=filled, fillcolor=\"#444444\"", out);
	else if (n->seen && is_leaf(d, ix))
		fputs("\", style=\"rounded,dashed\"", out);
	else
		fputs("\"", out);
	fputs("];\n", out);
	if (n->cut)
		fprintf(out,
		        "  r%zuc%zu [shape=none, label=\"...\"];\n  r%zun%zu -> r%zuc%zu [style=dotted];\n",
		        d->run, ix, d->run, ix, d->run, ix);
}

static bool is_switch(const struct drawing *d, const struct explored_node *n) {
	const struct explored_node *parent = &d->tree->node.at[n->parent];
	return parent->thread != n->thread;
}

static void print_edge(const struct drawing *d, size_t ix) {
	const struct explored_node *n = &d->tree->node.at[ix];
	FILE *out = d->out;
	if (n->parent == NO_NODE) {
		fprintf(out, "  r%zuroot -> r%zun%zu;\n", d->run, d->run, ix);
		return;
	}
	fprintf(out, "  r%zun%u -> r%zun%zu [label=\"", d->run, n->parent, d->run, ix);
	print_thread(out, n->thread);
	if (!n->loc.file) {
		fputs(has_run(d, n->parent, n->thread) ? " ends" : " begins", out);
	} else {
		struct arena *arena = arena_open();
		struct statement statement;
		bool found = source_statement(arena, n->loc, &statement);
		fputs(": ", out);
		print_escaped(out, found ? statement.text : "");
		fputs("\\n", out);
		print_escaped(out, path_base(n->loc.file));
		fprintf(out, ":%u", n->loc.line);
		arena_close(arena);
	}
	fprintf(out, "\", color=\"%s\", fontcolor=\"%s\"%s];\n", colour(n->thread), colour(n->thread),
	        is_switch(d, n) ? ", penwidth=2.2" : "");
}

/* --- The graph of an execution. --- */

static const char *access_text(struct arena *a, const struct execution_event *e) {
	const char *name = e->name ? e->name : "", *value = e->value ? e->value : "?";
	switch (e->kind) {
	case EXECUTION_READ: return arena_printf(a, "%s is %s", name, value);
	case EXECUTION_WRITE: return e->ends ? "free" : arena_printf(a, "%s = %s", name, value);
	case EXECUTION_RMW:
		return arena_printf(a, "%s: %s -> %s", name, value,
		                    e->written_value ? e->written_value : "?");
	case EXECUTION_FENCE: return "fence";
	case EXECUTION_LIBRARY: return e->library ? e->library : "library";
	case EXECUTION_CREATE: return arena_printf(a, "create T%u", e->other);
	case EXECUTION_JOIN: return arena_printf(a, "join T%u", e->other);
	case EXECUTION_ATOMIC_BEGIN: return "atomic section {";
	case EXECUTION_ATOMIC_END: return "} atomic section";
	}
	return "";
}

static bool has_order(const struct execution_event *e) {
	return execution_reads(e) || execution_writes(e) || e->kind == EXECUTION_FENCE;
}

static void print_event(const struct drawing *d, const struct cex *cex, uint32_t ix) {
	const struct execution_event *e = &cex->execution->event.at[ix];
	struct arena *arena = arena_open();
	bool is_old = reason_newer(cex->execution, ix) != EXECUTION_NONE;
	fprintf(d->out, "  r%zue%u [label=\"", d->run, ix);
	print_escaped(d->out, access_text(arena, e));
	if (has_order(e))
		fprintf(d->out, "\\n%s", execution_order_name(e->order));
	if (is_old)
		fputs(execution_reads(e) ? ", an older value" : ", does not last", d->out);
	if (e->loc.file) {
		fputs("\\n", d->out);
		print_escaped(d->out, path_base(e->loc.file));
		fprintf(d->out, ":%u", e->loc.line);
	}
	fprintf(d->out, "\", color=\"%s\"%s];\n", colour(e->thread),
	        is_old ? ", style=\"rounded,filled\", fillcolor=\"#fff3bf\"" : "");
	arena_close(arena);
}

/* Program order keeps the lanes in order, the others only say what they are. */
static void print_edges(const struct drawing *d, const struct edges *edges, const char *style) {
	for (size_t i = 0; i < edges->at.n; i++)
		fprintf(d->out, "  r%zue%u -> r%zue%u [%s];\n", d->run, edges->at.at[i].from, d->run,
		        edges->at.at[i].to, style);
}

static void print_execution(const struct drawing *d, const struct cex *cex) {
	const struct execution *x = cex->execution;
	struct execution_edges edges;
	edges_init(&edges, x);
	for (uint32_t t = 0; t < cex->thread.n; t++) {
		struct arena *arena = arena_open();
		fprintf(d->out, "  subgraph cluster%zut%u {\n  label=\"", d->run, t);
		print_escaped(d->out, cex_thread_label(arena, cex, t));
		fprintf(d->out, "\"; color=\"%s\";\n", colour(t));
		for (uint32_t i = 0; i < x->event.n; i++)
			if (x->event.at[i].thread == t && edges_join(&x->event.at[i]))
				print_event(d, cex, i);
		fputs("  }\n", d->out);
		arena_close(arena);
	}
	print_edges(d, &edges.sb, "color=\"#999999\", weight=10");
	print_edges(d, &edges.rf,
	            "label=\"reads\", color=\"#2b8a3e\", fontcolor=\"#2b8a3e\", constraint=false");
	print_edges(d, &edges.mo,
	            "label=\"then\", style=dashed, color=\"#c05a00\", fontcolor=\"#c05a00\", "
	            "constraint=false");
	print_edges(d, &edges.sw,
	            "label=\"synchronises\", penwidth=2.2, color=\"#1f6fb2\", fontcolor=\"#1f6fb2\", "
	            "constraint=false");
	edges_free(&edges);
}

/* The counterexample whose graph is drawn, since there is no tree; NULL: there is none. */
static const struct cex *weak_cex(const struct result *r) {
	bool has_tree = r->explored && r->explored->node.n;
	if (has_tree || result_verdict(r) != VERDICT_UNSAFE || r->violated >= r->property.n)
		return NULL;
	const struct cex *cex = r->property.at[r->violated].cex;
	return cex && cex->execution && cex->execution->event.n ? cex : NULL;
}

static void print_run(FILE *out, const struct result *r, size_t run) {
	struct drawing d = {out, r->explored, run};
	fprintf(out, "  subgraph cluster%zu {\n  color=\"#cccccc\";\n  label=\"", run);
	struct arena *arena = arena_open();
	if (r->info.entry) {
		print_escaped(out, r->info.entry);
		fputs(": ", out);
	}
	print_escaped(out, result_verdict_line(arena, r));
	arena_close(arena);
	const struct cex *weak = weak_cex(r);
	if (weak) {
		fprintf(out, "\\nthe execution, under --mm %s\";\n",
		        execution_model_name(weak->execution->model));
		print_execution(&d, weak);
		fputs("  }\n", out);
		return;
	}
	if (!d.tree || !d.tree->node.n)
		fputs("\\nno threads: there is nothing to choose", out);
	else if (d.tree->is_partial)
		fprintf(out, "\\nthe first %zu nodes", d.tree->node.n);
	fputs("\";\n", out);
	fprintf(out, "  r%zuroot [shape=point];\n", run);
	for (size_t i = 0; d.tree && i < d.tree->node.n; i++)
		print_node(&d, i);
	for (size_t i = 0; d.tree && i < d.tree->node.n; i++)
		print_edge(&d, i);
	fputs("  }\n", out);
}

void report_dot(FILE *out, const struct results *all) {
	fputs("digraph schedules {\n"
	      "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=10];\n"
	      "  edge [fontname=\"Helvetica\", fontsize=9];\n",
	      out);
	for (size_t i = 0; i < all->run.n; i++)
		print_run(out, all->run.at[i], i);
	fputs("}\n", out);
}
