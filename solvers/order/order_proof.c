#include "solvers/order/order_proof.h"

#include "solvers/sat/sat.h"
#include "util/text/diag.h"

void order_proof_open(struct order_proof *p, struct proof_file *file, const char *way) {
	*p = (struct order_proof){.file = file};
	char text[40];
	snprintf(text, sizeof text, "order %s", way);
	if (file)
		proof_comment(file, text);
}

void order_proof_free(struct order_proof *p) {
	for (size_t i = 0; i < p->read.n; i++) {
		vec_free(&p->read.at[i].source.at);
		vec_free(&p->read.at[i].rival.at);
	}
	vec_free(&p->read);
	vec_free(&p->edge);
	vec_free(&p->line);
	map_free(&p->edge_at);
	*p = (struct order_proof){0};
}

static uint64_t key_of(int label, uint32_t from, uint32_t to) {
	return map_hash((uint64_t)from << 32 | to) ^ map_hash(~(uint64_t)(uint32_t)label);
}

/* NULL: there is no such edge.  A watch is found only if there is no other one: that may be in a
 * cycle as often as one likes. */
static const struct order_proof_edge *find(const struct order_proof *p, int label, uint32_t from,
                                           uint32_t to) {
	const struct order_proof_edge *found = NULL;
	uint64_t at = 0;
	map_get(&p->edge_at, key_of(label, from, to), &at);
	for (; at && !(found && !found->is_watch); at = p->edge.at[at - 1].next) {
		const struct order_proof_edge *e = &p->edge.at[at - 1];
		if (e->label == label && e->from == from && e->to == to)
			found = e;
	}
	return found;
}

static void number_edge(struct order_proof *p, int label, uint32_t from, uint32_t to,
                        bool is_watch) {
	uint64_t key = key_of(label, from, to), next = 0;
	map_get(&p->edge_at, key, &next);
	vec_push(&p->edge, ((struct order_proof_edge){from, to, label, ++p->nedges, is_watch, next}));
	map_put(&p->edge_at, key, p->edge.n);
}

void order_proof_fixed(struct order_proof *p, uint32_t from, uint32_t to) {
	if (p->file)
		proof_line(p->file, 'f', (const int64_t[]){from, to}, 2, false);
}

void order_proof_edge(struct order_proof *p, int label, uint32_t from, uint32_t to) {
	const struct order_proof_edge *known = p->file ? find(p, label, from, to) : NULL;
	if (!p->file || (known && !known->is_watch))
		return;
	proof_line(p->file, 'e', (const int64_t[]){label, from, to}, 3, false);
	number_edge(p, label, from, to, false);
}

void order_proof_atom(struct order_proof *p, int literal, uint32_t a, uint32_t b) {
	if (!p->file)
		return;
	proof_line(p->file, 'a', (const int64_t[]){literal, a, b}, 3, false);
	number_edge(p, literal, a, b, false);
	number_edge(p, -literal, b, a, false);
}

void order_proof_watch(struct order_proof *p, int literal, uint32_t a, uint32_t b) {
	if (!p->file || find(p, -literal, b, a))
		return;
	proof_line(p->file, 'w', (const int64_t[]){literal, a, b}, 3, false);
	number_edge(p, -literal, b, a, true);
}

void order_proof_begin(struct order_proof *p) {
	p->line.n = 0;
}

void order_proof_add(struct order_proof *p, int label, uint32_t from, uint32_t to) {
	if (!p->file)
		return;
	const struct order_proof_edge *e = find(p, label, from, to);
	if (!e)
		BUG("should be an edge of the proof: %d from %u to %u", label, from, to);
	vec_push(&p->line, e->number);
}

void order_proof_end(struct order_proof *p) {
	if (p->file)
		proof_line(p->file, 'o', p->line.at, p->line.n, true);
}

void order_proof_cycle(struct order_proof *p, const int *label, const uint32_t *node, size_t n) {
	if (!p->file)
		return;
	order_proof_begin(p);
	for (size_t i = 0; i < n; i++)
		if (label[i] != SAT_TRUE)
			order_proof_add(p, label[i], node[i], node[(i + 1) % n]);
	order_proof_end(p);
}

/* The number of a source or a rival, which gets its line when it is first asked for. */
static uint32_t number_of(struct order_proof *p, struct order_proof_numbers *list, uint32_t ix,
                          char kind, const int64_t *line, uint32_t *count) {
	while (list->at.n <= ix)
		vec_push(&list->at, 0);
	if (!list->at.at[ix]) {
		proof_line(p->file, kind, line, 3, false);
		list->at.at[ix] = ++*count;
	}
	return list->at.at[ix];
}

static struct order_proof_read *read_of(struct order_proof *p, uint32_t read, uint32_t node) {
	while (p->read.n <= read)
		vec_push(&p->read, (struct order_proof_read){0});
	struct order_proof_read *r = &p->read.at[read];
	if (!r->number) {
		proof_line(p->file, 'r', (const int64_t[]){node}, 1, false);
		r->number = ++p->nreads;
	}
	return r;
}

void order_proof_triple(struct order_proof *p, const struct order_proof_triple *t) {
	if (!p->file)
		return;
	const struct order_access *w = &t->r->source.at[t->source], *v = &t->r->rival.at[t->rival];
	struct order_proof_read *r = read_of(p, t->read, t->r->node);
	const int64_t source[] = {r->number, t->taken == SAT_TRUE ? 0 : t->taken, w->node};
	const int64_t rival[] = {r->number, t->active == SAT_TRUE ? 0 : t->active, v->node};
	uint32_t s = number_of(p, &r->source, t->source, 's', source, &p->nsources);
	uint32_t k = number_of(p, &r->rival, t->rival, v->is_own ? 'V' : 'v', rival, &p->nrivals);
	p->line.n = 0;
	vec_push(&p->line, s);
	vec_push(&p->line, k);
	if (t->before != -SAT_TRUE)
		order_proof_add(p, -t->before, w->node, v->node);
	vec_push(&p->line, 0);
	if (t->later != -SAT_TRUE)
		order_proof_add(p, -t->later, v->node, t->r->node);
	proof_line(p->file, 'b', p->line.at, p->line.n, true);
}

void order_proof_given(struct order_proof *p, enum proof_given given) {
	if (p->file)
		p->file->given = given;
}
