#include "check/proof.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "check/clauses.h"
#include "check/export.h"
#include "check/graph.h"
#include "check/input.h"

struct proof {
	struct input in;
	char letter; /* of the line; 0: it has none */
	struct clauses *clauses;
	struct graph graph;
	struct export *export; /* or NULL */
	struct sha256 problem;
	struct graph_clause clause;
	LIST(uint32_t) there, on; /* numbers of edges */
	struct proof_result result;
};

/* Literals up to 0, the first of which comes at once or after a space. */
static bool read_clause(struct proof *p, bool at_once) {
	int64_t x = 0;
	p->clause.n = 0;
	for (bool first = true;; first = false) {
		if (!(first && at_once ? input_number : input_field)(&p->in, -INT_MAX, INT_MAX, &x))
			return false;
		if (!x)
			return input_end_of_line(&p->in);
		list_push(&p->clause, (int)x);
	}
}

static bool read_literal(struct proof *p, int *out) {
	int64_t x = 0;
	bool good = input_field(&p->in, -INT_MAX, INT_MAX, &x);
	*out = (int)x;
	return good;
}

static bool read_node(struct proof *p, uint32_t *out) {
	int64_t x = 0;
	bool good = input_field(&p->in, 0, (int64_t)UINT32_MAX - 1, &x);
	*out = good ? numbers_of(&p->graph.node, (uint64_t)x) : 0;
	return good;
}

/* Of what has been numbered so far. */
static bool read_index(struct proof *p, size_t most, uint32_t *out) {
	int64_t x = 0;
	bool good = input_field(&p->in, 1, (int64_t)most, &x);
	*out = (uint32_t)x;
	return good;
}

static bool read_edges(struct proof *p, uint32_t **at, size_t *n, size_t *cap) {
	*n = 0;
	for (int64_t x;;) {
		if (!input_field(&p->in, 0, (int64_t)p->graph.edge.n, &x))
			return false;
		if (!x)
			return true;
		*at = base_room(*at, cap, *n + 1, sizeof **at);
		(*at)[(*n)++] = (uint32_t)x;
	}
}

/* A line that is a clause, or assumptions; a learnt clause has no letter. */
static bool step_clause(struct proof *p) {
	struct clauses *c = p->clauses;
	char letter = p->letter;
	if (!read_clause(p, !letter))
		return false;
	for (size_t i = 0; i < p->clause.n && letter == 'u'; i++)
		p->clause.at[i] = -p->clause.at[i];
	const int *at = p->clause.at;
	size_t n = p->clause.n;
	if (letter == 'd') {
		export_clause(p->export, EXPORT_DELETED, at, n);
		return clauses_delete(c, at, n) || input_wrong(&p->in, "there is no such clause to delete");
	}
	if (letter == 'u') {
		export_query(p->export, at, n);
		p->result.queries++;
		return clauses_imply(c, at, n) ||
		       input_wrong(&p->in, "nothing shows that the query has no solution");
	}
	if (!letter && !clauses_imply(c, at, n))
		return input_wrong(&p->in, "the clause does not follow by unit propagation");
	p->result.learnt += !letter;
	export_clause(p->export, letter ? EXPORT_GIVEN : EXPORT_LEARNT, at, n);
	clauses_add(c, at, n);
	return true;
}

static bool step_fixed(struct proof *p) {
	uint32_t a, b;
	if (!read_node(p, &a) || !read_node(p, &b) || !input_end_of_line(&p->in))
		return false;
	list_push(&p->graph.fixed, ((struct graph_edge){a, b, 0, false}));
	p->graph.outdated = true;
	return true;
}

static bool step_edge(struct proof *p) {
	uint32_t a, b;
	int x, letter = p->letter;
	if (!read_literal(p, &x) || !read_node(p, &a) || !read_node(p, &b))
		return false;
	bool known = x && clauses_know(p->clauses, x);
	if (!x)
		return input_wrong(&p->in, "the literal is 0");
	if (letter == 'a' && (known || x < 0))
		return input_wrong(&p->in, "the variable is not a new one");
	if (letter != 'e' && a == b)
		return input_wrong(&p->in, "the nodes are the same");
	if (letter == 'w')
		list_push(&p->graph.edge, ((struct graph_edge){b, a, -x, true}));
	else
		list_push(&p->graph.edge, ((struct graph_edge){a, b, x, false}));
	if (letter == 'a')
		list_push(&p->graph.edge, ((struct graph_edge){b, a, -x, false}));
	return input_end_of_line(&p->in);
}

static bool step_read(struct proof *p) {
	uint32_t n;
	if (!read_node(p, &n))
		return false;
	list_push(&p->graph.read, n);
	return input_end_of_line(&p->in);
}

static bool step_access(struct proof *p) {
	struct graph_access x = {.is_own = p->letter == 'V'};
	if (!read_index(p, p->graph.read.n, &x.read) || !read_literal(p, &x.literal) ||
	    !read_node(p, &x.node))
		return false;
	if (x.literal)
		clauses_know(p->clauses, x.literal);
	if (p->letter == 's')
		list_push(&p->graph.source, x);
	else
		list_push(&p->graph.rival, x);
	return input_end_of_line(&p->in);
}

/* A clause that holds in every order, in p->clause. */
static bool add_lemma(struct proof *p, const char *wrong) {
	if (wrong)
		return input_wrong(&p->in, wrong);
	if (!input_end_of_line(&p->in))
		return false;
	clauses_add(p->clauses, p->clause.at, p->clause.n);
	export_clause(p->export, EXPORT_GIVEN, p->clause.at, p->clause.n);
	p->result.lemmas++;
	return true;
}

static bool step_cycle(struct proof *p) {
	if (!read_edges(p, &p->there.at, &p->there.n, &p->there.cap))
		return false;
	struct graph_path path = {p->there.at, p->there.n};
	return add_lemma(p, graph_cycle(&p->graph, path, &p->clause));
}

static bool step_between(struct proof *p) {
	uint32_t source, rival;
	if (!read_index(p, p->graph.source.n, &source) || !read_index(p, p->graph.rival.n, &rival) ||
	    !read_edges(p, &p->there.at, &p->there.n, &p->there.cap) ||
	    !read_edges(p, &p->on.at, &p->on.n, &p->on.cap))
		return false;
	struct graph_path there = {p->there.at, p->there.n}, on = {p->on.at, p->on.n};
	return add_lemma(p, graph_between(&p->graph, source, rival, there, on, &p->clause));
}

static bool skip_comment(struct proof *p) {
	while (p->in.next != '\n' && p->in.next != EOF)
		input_take(&p->in);
	return input_end_of_line(&p->in);
}

static const struct {
	char letter;
	bool states; /* the problem: it is no step of the proof */
	bool (*check)(struct proof *);
} steps[] = {
    {'c', false, skip_comment}, {'i', true, step_clause},   {'d', false, step_clause},
    {'u', true, step_clause},   {'f', true, step_fixed},    {'e', true, step_edge},
    {'a', true, step_edge},     {'w', true, step_edge},     {'r', true, step_read},
    {'s', true, step_access},   {'v', true, step_access},   {'V', true, step_access},
    {'o', false, step_cycle},   {'b', false, step_between},
};

static void note_digest(struct proof *p) {
	struct digest d;
	sha256_text(&p->problem, d.text);
	list_push(&p->result.digest, d);
}

static bool step(struct proof *p) {
	p->letter = '\0';
	if (p->in.next == '-' || (p->in.next >= '0' && p->in.next <= '9'))
		return step_clause(p);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (steps[i].letter == p->in.next) {
			p->letter = steps[i].letter;
			p->in.digest = steps[i].states ? &p->problem : NULL;
			input_take(&p->in);
			bool good = steps[i].check(p);
			p->in.digest = NULL;
			if (good && p->letter == 'u')
				note_digest(p);
			return good;
		}
	return input_wrong(&p->in, "no step begins like this");
}

static bool read_header(struct proof *p) {
	for (const char *c = "p cbmc-mt-proof 1"; *c; c++)
		if (input_take(&p->in) != *c)
			return input_wrong(&p->in, "the first line should be 'p cbmc-mt-proof 1'");
	return input_end_of_line(&p->in);
}

struct proof_result proof_check(const char *path, const char *export_prefix) {
	struct proof p = {0};
	if (!input_open(&p.in, path))
		return (struct proof_result){.wrong = strerror(errno)};
	p.clauses = clauses_open();
	sha256_begin(&p.problem);
	p.export = export_prefix ? export_open(export_prefix) : NULL;
	bool good = read_header(&p);
	size_t line = 1;
	while (good && p.in.next != EOF) {
		line = p.in.line;
		good = step(&p);
	}
	if (p.in.wrong) {
		p.result.wrong = p.in.wrong;
		p.result.line = line;
	}
	export_close(p.export);
	clauses_close(p.clauses);
	graph_free(&p.graph);
	input_close(&p.in);
	free(p.clause.at);
	free(p.there.at);
	free(p.on.at);
	return p.result;
}
