#include "report/json/proof_json.h"

#include "report/base/json_loc.h"
#include "report/story/proof_table.h"

static void put_facts(struct json *j, const char *key, const struct facts *f) {
	json_put_array(j, key);
	for (uint32_t i = 0; i < f->n; i++)
		json_string(j, f->at[i]);
	json_close(j);
}

static void write_row(struct json *j, const struct proof_table *t, uint32_t ix,
                      struct arena *arena) {
	const struct proof *p = t->proof;
	const struct proof_row *row = &t->row.at[ix];
	json_object(j);
	json_put(j, "thread", row->thread);
	json_put(j, "function", row->function);
	json_put(j, "lines", proof_lines(arena, p, row->place, row->nplaces));
	json_put_array(j, "locations");
	for (uint32_t i = 0; i < row->nplaces; i++)
		json_loc(j, p->place.at[row->place[i]].loc);
	json_close(j);
	put_facts(j, "holds", &row->holds);
	json_put_bool(j, "only_one", row->only_one);
	json_put_bool(j, "one_thread", proof_is_single(t, ix));
	json_close(j);
}

static void write_relations(struct json *j, const struct proof_table *t) {
	json_put_array(j, "pairs");
	for (size_t i = 0; i < t->relation.n; i++) {
		const struct proof_relation *r = &t->relation.at[i];
		json_row(j);
		json_put_uint(j, "first", r->a);
		json_put_uint(j, "second", r->b);
		json_put_bool(j, "never", r->never);
		put_facts(j, "holds", &r->holds);
		json_close(j);
	}
	json_close(j);
}

static void write_sections(struct json *j, const struct proof_table *t) {
	json_put_array(j, "sections");
	for (size_t i = 0; i < t->section.n; i++) {
		json_array(j);
		json_line(j);
		for (uint32_t k = 0; k < t->section.at[i].n; k++)
			json_uint(j, t->section.at[i].row[k]);
		json_close(j);
	}
	json_close(j);
}

static void write_counters(struct json *j, const struct proof *p) {
	json_put_array(j, "counters");
	for (size_t i = 0; i < p->counter.n; i++) {
		json_row(j);
		json_put(j, "name", p->counter.at[i].name);
		json_put(j, "meaning", p->counter.at[i].meaning);
		json_close(j);
	}
	json_close(j);
}

void proof_json(struct json *j, const struct result *r) {
	if (!r->proof || result_verdict(r) != VERDICT_SAFE)
		return;
	struct arena *arena = arena_open();
	struct proof_table t;
	proof_table_init(&t, arena, r->proof, r->info.entry);
	json_put_object(j, "proof");
	json_put(j, "method", r->proof->method);
	json_put_uint(j, "atoms", r->proof->atoms);
	json_put_uint(j, "queries", r->proof->queries);
	write_counters(j, r->proof);
	put_facts(j, "everywhere", &t.everywhere);
	put_facts(j, "between", &t.between);
	json_put_array(j, "places");
	for (uint32_t i = 0; i < t.row.n; i++)
		write_row(j, &t, i, arena);
	json_close(j);
	write_sections(j, &t);
	write_relations(j, &t);
	json_close(j);
	proof_table_free(&t);
	arena_close(arena);
}
