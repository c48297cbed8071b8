#include "tasks/missing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/files/json.h"
#include "util/text/diag.h"

static bool is_missing(const struct symbol *s) {
	return s->storage == STORAGE_FUNCTION && !s->function && !s->is_model &&
	       !intrinsic_is_internal(s->name);
}

static int by_name(const void *a, const void *b) {
	const struct missing_function *x = a, *y = b;
	return strcmp(x->symbol->display, y->symbol->display);
}

struct use_search {
	struct missing *m;
	struct map index; /* symbol -> index + 1 */
	const struct function *function;
	const struct ins *ins;
};

static void add_use(struct use_search *s, const struct symbol *symbol, bool is_call) {
	uint64_t ix;
	if (!map_get(&s->index, map_key(symbol), &ix))
		return;
	struct missing_function *f = &s->m->function.at[ix - 1];
	struct missing_use use = {s->ins->loc, s->function->symbol->display, is_call};
	for (size_t i = 0; i < f->use.n; i++) {
		const struct missing_use *u = &f->use.at[i];
		if (u->loc.file == use.loc.file && u->loc.line == use.loc.line &&
		    u->function == use.function && u->is_call == use.is_call)
			return;
	}
	vec_push(&f->use, use);
}

static void add_addresses(struct use_search *s, const struct expr *e) {
	if (!e)
		return;
	if (e->kind == EXPR_SYMBOL)
		add_use(s, e->symbol, false);
	for (uint32_t i = 0; i < e->nargs; i++)
		add_addresses(s, e->arg[i]);
}

static void add_uses(struct use_search *s, const struct ins *i) {
	bool by_name = i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL;
	s->ins = i;
	if (by_name)
		add_use(s, i->rhs->symbol, true);
	else
		add_addresses(s, i->rhs);
	add_addresses(s, i->lhs);
	for (uint32_t k = 0; k < i->nargs; k++)
		add_addresses(s, i->arg[k]);
}

static void find(struct missing *m, const struct goto_prog *prog, struct arena *arena) {
	*m = (struct missing){.prog = prog, .arena = arena};
	for (size_t i = 0; i < prog->symbol.n; i++)
		if (is_missing(prog->symbol.at[i]))
			vec_push(&m->function, (struct missing_function){.symbol = prog->symbol.at[i]});
	if (m->function.n)
		qsort(m->function.at, m->function.n, sizeof *m->function.at, by_name);
	struct use_search s = {.m = m};
	for (size_t i = 0; i < m->function.n; i++)
		map_put(&s.index, map_key(m->function.at[i].symbol), i + 1);
	for (size_t i = 0; i < prog->function.n; i++) {
		s.function = prog->function.at[i];
		for (size_t k = 0; k < s.function->ins.n; k++)
			add_uses(&s, &s.function->ins.at[k]);
	}
	map_free(&s.index);
	size_t n = 0;
	for (size_t i = 0; i < m->function.n; i++)
		if (m->function.at[i].use.n)
			m->function.at[n++] = m->function.at[i];
	m->function.n = n;
}

static void release(struct missing *m) {
	for (size_t i = 0; i < m->function.n; i++)
		vec_free(&m->function.at[i].use);
	vec_free(&m->function);
}

const char *missing_prototype(const struct missing *m, const struct symbol *s) {
	return s->prototype ? s->prototype->text : type_print_decl(m->arena, s->type, s->display);
}

static void print(FILE *to, const struct missing *m) {
	for (size_t i = 0; i < m->function.n; i++) {
		const struct missing_function *f = &m->function.at[i];
		fprintf(to, "%s: %s\n", f->symbol->display, missing_prototype(m, f->symbol));
		for (size_t k = 0; k < f->use.n; k++) {
			const struct missing_use *u = &f->use.at[k];
			fprintf(to, "  %s:%u: %s in %s\n", u->loc.file ? u->loc.file : "?", u->loc.line,
			        u->is_call ? "called" : "address taken", u->function);
		}
	}
	if (!m->function.n)
		fputs("all functions that are reached have a body or a model\n", to);
	else
		fprintf(to, "%zu function%s without body and model; --write-stubs FILE writes a start\n",
		        m->function.n, m->function.n == 1 ? "" : "s");
}

static void print_json(FILE *to, const struct missing *m) {
	struct json j;
	json_init(&j, to, 2);
	json_object(&j);
	json_put_array(&j, "missing");
	for (size_t i = 0; i < m->function.n; i++) {
		const struct missing_function *f = &m->function.at[i];
		json_object(&j);
		json_put(&j, "name", f->symbol->display);
		json_put(&j, "prototype", missing_prototype(m, f->symbol));
		json_put_array(&j, "uses");
		for (size_t k = 0; k < f->use.n; k++) {
			const struct missing_use *u = &f->use.at[k];
			json_row(&j);
			json_put(&j, "kind", u->is_call ? "call" : "address");
			json_put(&j, "file", u->loc.file);
			json_put_uint(&j, "line", u->loc.line);
			json_put(&j, "function", u->function);
			json_close(&j);
		}
		json_close(&j);
		json_close(&j);
	}
	json_close(&j);
	json_close(&j);
	json_finish(&j);
}

/* A new file, or standard output. */
static FILE *create(const char *option, const char *name) {
	bool is_stdout = !strcmp(name, "-");
	FILE *f = is_stdout ? stdout : fopen(name, "wx");
	if (!f)
		fatal(EXIT_USAGE, NO_LOC, "--%s %s: %s", option, name, strerror(errno));
	return f;
}

static void finish(FILE *f, const char *option, const char *name) {
	bool failed = ferror(f) | (f == stdout ? fflush(f) : fclose(f));
	if (failed)
		fatal(EXIT_USAGE, NO_LOC, "--%s %s: cannot be written", option, name);
}

void missing_show(const struct options *o, const struct goto_prog *prog, const char *command) {
	struct missing missing;
	find(&missing, prog, o->arena);
	if (o->show_missing && o->json) {
		FILE *f = !strcmp(o->json, "-") ? stdout : fopen(o->json, "w");
		if (!f)
			fatal(EXIT_USAGE, NO_LOC, "--json %s: %s", o->json, strerror(errno));
		print_json(f, &missing);
		finish(f, "json", o->json);
	} else if (o->show_missing) {
		print(stdout, &missing);
	}
	if (o->write_stubs) {
		FILE *f = create("write-stubs", o->write_stubs);
		stubs_write(f, &missing, command);
		finish(f, "write-stubs", o->write_stubs);
		diag_note(NO_LOC, "%zu function%s in %s", missing.function.n,
		          missing.function.n == 1 ? "" : "s", o->write_stubs);
	}
	release(&missing);
}
