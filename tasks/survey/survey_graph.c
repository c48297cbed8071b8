#include "tasks/survey/survey_graph.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frontend/units/compile_db.h"
#include "frontend/about/outline.h"
#include "process/spool.h"
#include "tasks/plan.h"
#include "util/text/diag.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/files/sha256.h"

/* --- Outlines, each by a process of its own. --- */

static void end_outline(int code, struct loc loc, const char *text) {
	printf("E\t%s\t%u\t%u\t%s\n", loc.file ? loc.file : "", loc.line, loc.col, text);
	fflush(stdout);
	_exit(code);
}

struct outline {
	const struct options *o;
	const char *file;
};

static int outline(void *context, int out) {
	const struct outline *of = context;
	dup2(out, STDOUT_FILENO);
	diag_set_exit(end_outline);
	struct options one = *of->o;
	const char *file = of->file;
	one.file = (struct text_list){.at = &file, .n = 1};
	struct config config;
	const char *error;
	if (!plan_config(&config, &one, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	fe_outline(&config.fe, stdout);
	puts("Z");
	fflush(stdout);
	return ferror(stdout) ? EXIT_UNKNOWN : EXIT_SAFE;
}

static char *read_all(int fd) {
	off_t n = lseek(fd, 0, SEEK_END);
	char *text = mem_alloc((size_t)n + 1);
	ssize_t got = n > 0 ? pread(fd, text, (size_t)n, 0) : 0;
	text[got > 0 ? got : 0] = 0;
	return text;
}

static const char *field(char **rest) {
	char *text = *rest ? strsep(rest, "\t") : NULL;
	return intern(text ? text : "");
}

static void add_reference(struct survey_node *node, char *rest) {
	struct survey_reference r;
	r.how = *field(&rest);
	r.is_static = *field(&rest) == 's';
	r.name = field(&rest);
	static const char *const prefixes[] = {"pthread_", "mtx_", "cnd_", "sem_", "atomic_", "__c11_"};
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		node->locks |= !strncmp(r.name, prefixes[i], strlen(prefixes[i]));
	vec_push(&node->reference, r);
}

static struct survey_node *add_node(struct survey_graph *g, uint32_t unit, char *rest) {
	struct survey_node *node = mem_alloc(sizeof *node);
	node->unit = unit;
	node->is_function = *field(&rest) == 'f';
	node->is_static = *field(&rest) == 's';
	node->name = node->entry = field(&rest);
	node->loc.file = field(&rest);
	node->loc.line = (uint32_t)strtoul(field(&rest), NULL, 10);
	node->loc.col = 1;
	node->last = (uint32_t)strtoul(field(&rest), NULL, 10);
	node->in_header = *field(&rest) == 'h';
	vec_push(&g->node, node);
	return node;
}

static void hash_file(struct survey_unit *unit, const char *path) {
	char text[SHA256_TEXT] = "", *bytes;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		bytes = read_all(fd);
		sha256_text(bytes, strlen(bytes), text);
		mem_free(bytes);
		close(fd);
	}
	const char *both = intern_printf("%s %s", unit->hash ? unit->hash : "", text);
	sha256_text(both, strlen(both), text);
	unit->hash = intern(text);
}

static void read_outline(struct survey_graph *g, uint32_t ix, char *text, int status) {
	struct survey_unit *unit = &g->unit.at[ix];
	struct survey_node *node = NULL;
	bool is_whole = false;
	size_t first = g->node.n;
	for (char *rest = text; rest && *rest;) {
		char *line = strsep(&rest, "\n"), *fields = line;
		const char *kind = field(&fields);
		if (*kind == 'D')
			node = add_node(g, ix, fields);
		else if (*kind == 'P' && node) {
			const char *type = field(&fields), *name = field(&fields);
			if (!node->type)
				node->type = type;
			else
				vec_push(&node->parameter, ((struct survey_parameter){type, name}));
		} else if (*kind == 'R' && node)
			add_reference(node, fields);
		else if (*kind == 'I')
			hash_file(unit, field(&fields));
		else if (*kind == 'E') {
			unit->wrong_at.file = field(&fields);
			unit->wrong_at.line = (uint32_t)strtoul(field(&fields), NULL, 10);
			unit->wrong_at.col = (uint32_t)strtoul(field(&fields), NULL, 10);
			unit->wrong = intern(fields ? fields : "");
		} else if (*kind == 'Z')
			is_whole = true;
	}
	if (!is_whole && !unit->wrong)
		unit->wrong = WIFSIGNALED(status) ? "clang crashes" : "it cannot be read";
	if (!unit->wrong_at.line)
		unit->wrong_at = NO_LOC;
	if (unit->wrong)
		while (g->node.n > first) {
			node = vec_pop(&g->node);
			vec_free(&node->parameter);
			vec_free(&node->reference);
			mem_free(node);
		}
}

static void outline_all(struct survey_graph *g, const struct options *o, unsigned jobs,
                        const volatile int *stop) {
	VEC(struct spool) child = {0};
	uint32_t next = 0;
	/* In the order of the units, so that every run finds the same. */
	for (uint32_t done = 0; done < g->unit.n; done++) {
		for (; next < g->unit.n && next < done + jobs && !*stop; next++) {
			struct outline of = {o, g->unit.at[next].file};
			struct spool process;
			if (!spool_start(&process, outline, &of))
				fatal(EXIT_USAGE, NO_LOC, "cannot start a process: %s", strerror(errno));
			vec_push(&child, process);
		}
		if (done >= child.n) {
			g->unit.at[done].wrong = "not reached: interrupted";
			continue;
		}
		int status = spool_wait(&child.at[done]);
		size_t n;
		char *text = spool_read(&child.at[done], &n);
		spool_close(&child.at[done]);
		read_outline(g, done, text, status);
		mem_free(text);
	}
	vec_free(&child);
}

/* --- The graph. --- */

static bool has(const uint32_t *at, size_t n, uint32_t x) {
	for (size_t i = 0; i < n; i++)
		if (at[i] == x)
			return true;
	return false;
}

static void link_nodes(struct survey_graph *g) {
	struct map external = {0}, *own = mem_alloc((g->unit.n + 1) * sizeof *own), functions = {0};
	uint64_t found;
	for (uint32_t i = 0; i < g->node.n; i++) {
		const struct survey_node *n = g->node.at[i];
		uint64_t key = map_key(n->name);
		if (!n->is_static && !map_get(&external, key, NULL))
			map_put(&external, key, i);
		if (!map_get(&own[n->unit], key, NULL))
			map_put(&own[n->unit], key, i);
		if (n->is_function && !n->in_header) {
			found = 0;
			map_get(&functions, key, &found);
			map_put(&functions, key, found + 1);
		}
	}
	for (uint32_t i = 0; i < g->node.n; i++) {
		struct survey_node *n = g->node.at[i];
		found = 0;
		if (map_get(&functions, map_key(n->name), &found) && found > 1)
			n->entry = intern_printf("%s::%s", g->unit.at[n->unit].file, n->name);
		for (size_t k = 0; k < n->reference.n; k++) {
			const struct survey_reference *r = &n->reference.at[k];
			uint64_t key = map_key(r->name);
			if (!map_get(&own[n->unit], key, &found) &&
			    (r->is_static || !map_get(&external, key, &found)))
				continue;
			struct survey_node *to = g->node.at[found];
			to->is_thread |= r->how == 't' && to->is_function;
			to->is_address_taken |= r->how != 'c';
			if (!has(n->uses.at, n->uses.n, (uint32_t)found)) {
				vec_push(&n->uses, (uint32_t)found);
				vec_push(&to->users, i);
			}
		}
	}
	for (size_t i = 0; i < g->unit.n; i++)
		map_free(&own[i]);
	mem_free(own);
	map_free(&external);
	map_free(&functions);
}

static void find_units(struct survey_graph *g, const struct options *o) {
	for (size_t i = 0; i < o->file.n; i++)
		vec_push(&g->unit, ((struct survey_unit){.file = o->file.at[i]}));
	if (o->file.n || !o->compile_db)
		return;
	struct compile_db *db = compile_db_open(o->compile_db);
	for (size_t i = 0; i < db->c.n; i++) {
		bool known = false;
		for (size_t k = 0; k < g->unit.n && !known; k++)
			known = g->unit.at[k].file == db->c.at[i].shown;
		if (!known)
			vec_push(&g->unit, ((struct survey_unit){.file = db->c.at[i].shown}));
	}
	compile_db_close(db);
}

void survey_graph_init(struct survey_graph *g, const struct options *o, unsigned jobs,
                       const volatile int *stop) {
	*g = (struct survey_graph){0};
	find_units(g, o);
	outline_all(g, o, jobs, stop);
	link_nodes(g);
}

void survey_graph_free(struct survey_graph *g) {
	for (size_t i = 0; i < g->node.n; i++) {
		struct survey_node *n = g->node.at[i];
		vec_free(&n->parameter);
		vec_free(&n->reference);
		vec_free(&n->uses);
		vec_free(&n->users);
		mem_free(n);
	}
	vec_free(&g->node);
	vec_free(&g->unit);
}

/* Marks what the node reaches. */
static bool *reached(const struct survey_graph *g, uint32_t node) {
	bool *is_reached = mem_alloc(g->node.n + 1);
	VEC(uint32_t) todo = {0};
	vec_push(&todo, node);
	is_reached[node] = true;
	while (todo.n) {
		const struct survey_node *n = g->node.at[vec_pop(&todo)];
		for (size_t i = 0; i < n->uses.n; i++)
			if (!is_reached[n->uses.at[i]]) {
				is_reached[n->uses.at[i]] = true;
				vec_push(&todo, n->uses.at[i]);
			}
	}
	vec_free(&todo);
	return is_reached;
}

void survey_graph_files(const struct survey_graph *g, const struct options *o, uint32_t node,
                        struct text_list *to) {
	bool *is_reached = reached(g, node), *needed = mem_alloc(g->unit.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < g->node.n; i++)
		if (is_reached[i] && !needed[g->node.at[i]->unit]) {
			needed[g->node.at[i]->unit] = true;
			n++;
		}
	*to = (struct text_list){.at = arena_array(o->arena, const char *, n)};
	for (size_t i = 0; i < g->unit.n; i++)
		if (needed[i])
			to->at[to->n++] = g->unit.at[i].file;
	mem_free(is_reached);
	mem_free(needed);
}

bool survey_graph_reaches(const struct survey_graph *g, uint32_t from, uint32_t to) {
	bool *is_reached = reached(g, from), answer = is_reached[to];
	mem_free(is_reached);
	return answer;
}
