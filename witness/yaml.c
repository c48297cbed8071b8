/* YAML witnesses: format 2.0, 2.1 (ghost variables) and 2.2 (threads).
 *
 * The events of libyaml become a small tree with source positions, so that a mistake is reported
 * where it is; then the keys of the format are picked from it.  Keys that the format does not have
 * are ignored, as it demands. */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "util/base/intern.h"
#include "util/base/map.h"
#include "witness/witness.h"

enum { MAX_DEPTH = 64, MAX_NODES = 4 << 20 };

enum node_kind { NODE_TEXT, NODE_LIST, NODE_MAP };

struct node {
	enum node_kind kind;
	const char *text;
	uint32_t line, col;
	struct node *first, *last, *next; /* LIST: items; MAP: key, value, key, value, ... */
};

struct reader {
	struct witness *w;
	struct witness_error *error;
	yaml_parser_t parser;
	const char *text; /* 'size' bytes */
	size_t size;
	uint32_t nodes;
	bool threads; /* some waypoint names its thread */
};

static bool fail_at(struct reader *r, const struct node *at, const char *text) {
	r->error->loc.line = at ? at->line : 1;
	r->error->loc.col = at ? at->col : 1;
	r->error->text = text;
	return false;
}

/* --- The tree. --- */

static struct node *new_node(struct reader *r, enum node_kind kind, yaml_mark_t at) {
	struct node *n = arena_new(r->w->arena, struct node);
	n->kind = kind;
	n->line = (uint32_t)at.line + 1;
	n->col = (uint32_t)at.column + 1;
	return n;
}

static bool append(struct reader *r, struct node *list, struct node *kid) {
	if (++r->nodes > MAX_NODES)
		return fail_at(r, kid, "the witness has too many parts");
	if (list->last)
		list->last->next = kid;
	else
		list->first = kid;
	list->last = kid;
	return true;
}

static void count_lines(const struct reader *r, size_t offset, struct node *position) {
	position->line = position->col = 1;
	for (size_t i = 0; i < offset && i < r->size; i++) {
		bool inside = (r->text[i] & 0xc0) == 0x80; /* of a character of several bytes */
		position->col = r->text[i] == '\n' ? 1 : position->col + !inside;
		position->line += r->text[i] == '\n';
	}
}

static bool next_event(struct reader *r, yaml_event_t *event) {
	if (yaml_parser_parse(&r->parser, event))
		return true;
	yaml_mark_t at = r->parser.problem_mark;
	struct node position = {.line = (uint32_t)at.line + 1, .col = (uint32_t)at.column + 1};
	if (r->parser.error == YAML_READER_ERROR) /* of bytes it knows only the number */
		count_lines(r, r->parser.problem_offset, &position);
	const char *problem = r->parser.problem ? r->parser.problem : "not YAML";
	return fail_at(r, &position, arena_printf(r->w->arena, "%s", problem));
}

static bool has_no_key_twice(struct reader *r, const struct node *map) {
	struct map seen = {0};
	const struct node *k = map->first;
	for (; k && k->next; k = k->next->next) {
		if (k->kind == NODE_TEXT && map_get(&seen, map_key(intern(k->text)), NULL))
			break;
		if (k->kind == NODE_TEXT)
			map_put(&seen, map_key(intern(k->text)), 1);
	}
	map_free(&seen);
	return !k || fail_at(r, k, arena_printf(r->w->arena, "'%.100s' stands here twice", k->text));
}

/* What an event adds to the innermost open list or map. */
static bool add_event(struct reader *r, const yaml_event_t *e, struct node **open,
                      uint32_t *depth) {
	struct node *n;
	switch (e->type) {
	case YAML_SCALAR_EVENT:
		n = new_node(r, NODE_TEXT, e->start_mark);
		n->text = arena_printf(r->w->arena, "%.*s", (int)e->data.scalar.length,
		                       (const char *)e->data.scalar.value);
		return append(r, open[*depth], n);
	case YAML_SEQUENCE_START_EVENT:
	case YAML_MAPPING_START_EVENT:
		n = new_node(r, e->type == YAML_MAPPING_START_EVENT ? NODE_MAP : NODE_LIST, e->start_mark);
		if (*depth + 1 == MAX_DEPTH)
			return fail_at(r, n, "nested too deeply for a witness");
		if (!append(r, open[*depth], n))
			return false;
		open[++*depth] = n;
		return true;
	case YAML_SEQUENCE_END_EVENT: --*depth; return true;
	case YAML_MAPPING_END_EVENT: return has_no_key_twice(r, open[(*depth)--]);
	case YAML_ALIAS_EVENT:
		n = new_node(r, NODE_TEXT, e->start_mark);
		return fail_at(r, n, "a witness has no aliases");
	default: return true;
	}
}

static struct node *read_tree(struct reader *r) {
	struct node *open[MAX_DEPTH];
	uint32_t depth = 0;
	open[0] = new_node(r, NODE_LIST, (yaml_mark_t){0});
	for (;;) {
		yaml_event_t event;
		if (!next_event(r, &event))
			return NULL;
		bool end = event.type == YAML_STREAM_END_EVENT;
		bool ok = add_event(r, &event, open, &depth);
		yaml_event_delete(&event);
		if (!ok)
			return NULL;
		if (end)
			return open[0]->first;
	}
}

/* --- Picking keys. --- */

static const struct node *find(const struct node *map, const char *key) {
	if (!map || map->kind != NODE_MAP)
		return NULL;
	for (const struct node *k = map->first; k && k->next; k = k->next->next)
		if (k->kind == NODE_TEXT && !strcmp(k->text, key))
			return k->next;
	return NULL;
}

static const char *find_text(const struct node *map, const char *key) {
	const struct node *n = find(map, key);
	return n && n->kind == NODE_TEXT ? n->text : NULL;
}

static bool missing(struct reader *r, const struct node *in, const char *key, const char *what) {
	return fail_at(r, in, arena_printf(r->w->arena, "'%s' is missing or not %s", key, what));
}

/* false: it is there, but no number. */
static bool find_number(struct reader *r, const struct node *map, const char *key, bool *found,
                        uint32_t *number) {
	const struct node *n = find(map, key);
	*found = n != NULL;
	if (!n)
		return true;
	char *end = NULL;
	unsigned long value =
	    n->kind == NODE_TEXT && *n->text >= '0' && *n->text <= '9' ? strtoul(n->text, &end, 10) : 0;
	if (!end || *end || value >= UINT32_MAX)
		return missing(r, n, key, "a number");
	*number = (uint32_t)value;
	return true;
}

static struct loc where(const struct reader *r, const struct node *n) {
	return (struct loc){r->w->path, n->line, n->col};
}

static void unsupported(struct reader *r, const struct node *n, const char *text) {
	if (r->w->unsupported)
		return;
	r->w->unsupported = text;
	r->w->unsupported_where = where(r, n);
}

/* --- The format. --- */

static bool read_location(struct reader *r, const struct node *in, struct loc *loc,
                          const char **function) {
	const struct node *n = find(in, "location");
	if (!n || n->kind != NODE_MAP)
		return missing(r, in, "location", "a mapping");
	const char *file = find_text(n, "file_name");
	bool has_line, has_column;
	*loc = (struct loc){.file = file ? intern(file) : NULL};
	*function = find_text(n, "function");
	if (!file)
		return missing(r, n, "file_name", "a text");
	if (!find_number(r, n, "line", &has_line, &loc->line) ||
	    !find_number(r, n, "column", &has_column, &loc->col))
		return false;
	return (has_line && loc->line) || missing(r, n, "line", "a positive number");
}

static bool read_type(struct reader *r, const struct node *n, struct witness_edge *e) {
	static const struct {
		const char *name;
		enum witness_point point;
		bool needs_constraint;
	} types[] = {
	    {"assumption", POINT_STATEMENT, true}, {"branching", POINT_BRANCH, true},
	    {"function_enter", POINT_CALL, false}, {"function_return", POINT_RETURN, true},
	    {"target", POINT_TARGET, false},
	};
	const char *type = find_text(n, "type");
	const char *value = find_text(find(n, "constraint"), "value");
	for (size_t i = 0; type && i < sizeof types / sizeof *types; i++) {
		if (strcmp(types[i].name, type) != 0)
			continue;
		e->point = types[i].point;
		if (types[i].needs_constraint && !value)
			return missing(r, n, "constraint", "a mapping with a value");
		if (e->point == POINT_BRANCH)
			e->branch = value;
		else if (types[i].needs_constraint)
			e->constraint = value;
		return true;
	}
	return fail_at(
	    r, find(n, "type") ? find(n, "type") : n,
	    "'type' is not assumption, branching, function_enter, function_return or target");
}

/* The edge of one waypoint of segment 'from'. */
static bool read_waypoint(struct reader *r, const struct node *item, uint32_t from) {
	const struct node *n = find(item, "waypoint");
	if (!n || n->kind != NODE_MAP)
		return missing(r, item, "waypoint", "a mapping");
	struct witness_edge e = {.from = from, .where = where(r, n)};
	const char *action = find_text(n, "action");
	bool has_thread;
	e.thread = WITNESS_ANY_THREAD;
	if (!read_type(r, n, &e) || !read_location(r, n, &e.loc, &e.function) ||
	    !find_number(r, n, "thread_id", &has_thread, &e.thread))
		return false;
	r->threads |= has_thread;
	if (action && !strcmp(action, "follow"))
		e.to = e.point == POINT_TARGET ? from : from + 1;
	else if (action && !strcmp(action, "avoid") && e.point != POINT_TARGET)
		e.to = WITNESS_SINK;
	else if (action && !strcmp(action, "cycle")) {
		unsupported(r, n, "a cycle: executions that never end are not looked for");
		e.to = from + 1;
	} else
		return missing(r, n, "action", "follow or avoid");
	vec_push(&r->w->edge, e);
	return true;
}

/* 'avoid' waypoints, then one 'follow'; two in the last segment, if they are the sides of a race.
 */
static bool check_segment(struct reader *r, const struct node *n, size_t first, bool is_last) {
	const struct witness *w = r->w;
	size_t follow = 0, targets = 0;
	for (size_t i = first; i < w->edge.n; i++) {
		follow += w->edge.at[i].to != WITNESS_SINK;
		targets += w->edge.at[i].point == POINT_TARGET;
	}
	if (!follow)
		return fail_at(r, n, "a segment without a waypoint to follow");
	if (targets && !is_last)
		return fail_at(r, n, "a target before the last segment");
	if (!targets && is_last)
		return fail_at(r, n, "the last segment has no target");
	if (targets > 2 || follow > (targets ? targets : 1))
		return fail_at(r, n, "too many waypoints to follow in one segment");
	return true;
}

static bool read_sequence(struct reader *r, const struct node *content) {
	uint32_t k = 0;
	if (r->w->edge.n) {
		unsupported(r, content, "several sequences in one file");
		return true;
	}
	for (const struct node *item = content->first; item; item = item->next, k++) {
		const struct node *n = find(item, "segment");
		size_t first = r->w->edge.n;
		if (find(item, "cycle")) {
			unsupported(r, item, "a cycle: executions that never end are not looked for");
			continue;
		}
		if (!n || n->kind != NODE_LIST)
			return missing(r, item, "segment", "a list");
		for (const struct node *p = n->first; p; p = p->next)
			if (!read_waypoint(r, p, k))
				return false;
		if (!check_segment(r, n, first, !item->next))
			return false;
	}
	r->w->nstates = k;
	r->w->is_path = true;
	return k > 0 || fail_at(r, content, "a sequence without segments");
}

static bool read_invariant(struct reader *r, const struct node *item) {
	const struct node *n = find(item, "invariant");
	if (!n || n->kind != NODE_MAP)
		return missing(r, item, "invariant", "a mapping");
	const char *type = find_text(n, "type");
	struct witness_invariant v = {.text = find_text(n, "value"), .where = where(r, n)};
	if (!v.text)
		return missing(r, n, "value", "a text");
	if (!type || (strcmp(type, "loop_invariant") != 0 && strcmp(type, "location_invariant") != 0)) {
		unsupported(r, n, "an invariant that is neither of a loop nor of a location");
		return true;
	}
	v.is_loop = *type == 'l' && type[2] == 'o';
	if (!read_location(r, n, &v.loc, &v.function))
		return false;
	vec_push(&r->w->invariant, v);
	return true;
}

static bool read_ghost(struct reader *r, const struct node *n) {
	const char *scope = find_text(n, "scope");
	struct witness_ghost g = {.name = find_text(n, "name"),
	                          .type = find_text(n, "type"),
	                          .initial = find_text(find(n, "initial"), "value"),
	                          .where = where(r, n)};
	if (!g.name)
		return missing(r, n, "name", "a text");
	if (!g.type)
		return missing(r, n, "type", "a text");
	if (!g.initial)
		return missing(r, n, "initial", "a mapping with a value");
	if (scope && strcmp(scope, "global") != 0)
		unsupported(r, n, "a ghost variable that is not global");
	vec_push(&r->w->ghost, g);
	return true;
}

static bool read_updates(struct reader *r, const struct node *n) {
	const struct node *list = find(n, "updates");
	struct witness_update u = {0};
	if (!list || list->kind != NODE_LIST)
		return missing(r, n, "updates", "a list");
	if (!read_location(r, n, &u.loc, &u.function))
		return false;
	for (const struct node *item = list->first; item; item = item->next) {
		u.variable = find_text(item, "variable");
		u.value = find_text(item, "value");
		u.where = where(r, item);
		if (!u.variable)
			return missing(r, item, "variable", "a text");
		if (!u.value)
			return missing(r, item, "value", "a text");
		vec_push(&r->w->update, u);
	}
	return true;
}

static bool read_ghosts(struct reader *r, const struct node *content) {
	const struct node *ghosts = find(content, "ghost_variables"),
	                  *updates = find(content, "ghost_updates");
	if (!ghosts || ghosts->kind != NODE_LIST)
		return missing(r, content, "ghost_variables", "a list");
	if (!updates || updates->kind != NODE_LIST)
		return missing(r, content, "ghost_updates", "a list");
	for (const struct node *n = ghosts->first; n; n = n->next)
		if (!read_ghost(r, n))
			return false;
	for (const struct node *n = updates->first; n; n = n->next)
		if (!read_updates(r, n))
			return false;
	return true;
}

static bool read_hashes(struct reader *r, const struct node *map) {
	for (const struct node *k = map ? map->first : NULL; k && k->next; k = k->next->next)
		if (k->kind == NODE_TEXT && k->next->kind == NODE_TEXT)
			vec_push(&r->w->hash, ((struct witness_hash){k->text, k->next->text}));
	return true;
}

static bool read_metadata(struct reader *r, const struct node *entry) {
	struct witness *w = r->w;
	const struct node *n = find(entry, "metadata"), *task = find(n, "task");
	const struct node *producer = find(n, "producer"), *files = find(task, "input_files");
	if (!n || n->kind != NODE_MAP)
		return missing(r, entry, "metadata", "a mapping");
	w->version = find_text(n, "format_version");
	if (!w->version)
		return missing(r, n, "format_version", "a text");
	if (w->version[0] != '2' || w->version[1] != '.')
		unsupported(r, find(n, "format_version"), "a format version other than 2.x");
	if (!task || task->kind != NODE_MAP)
		return missing(r, n, "task", "a mapping");
	const char *name = find_text(producer, "name"), *version = find_text(producer, "version");
	if (name)
		w->producer =
		    arena_printf(w->arena, "%s%s%s", name, version ? " " : "", version ? version : "");
	if (w->specification.n) /* of an earlier entry */
		return true;
	const char *specification = find_text(task, "specification");
	if (!specification)
		return missing(r, task, "specification", "a text");
	vec_push(&w->specification, specification);
	w->data_model = find_text(task, "data_model");
	for (const struct node *f = files ? files->first : NULL; f; f = f->next)
		if (f->kind == NODE_TEXT)
			vec_push(&w->file, f->text);
	const struct node *hashes = find(task, "input_file_hashes");
	return read_hashes(r, hashes && hashes->kind == NODE_MAP ? hashes : NULL);
}

static bool read_entry(struct reader *r, const struct node *entry, bool is_first) {
	const char *type = find_text(entry, "entry_type");
	const struct node *content = find(entry, "content");
	bool violation = type && !strcmp(type, "violation_sequence");
	bool ghosts = type && !strcmp(type, "ghost_instrumentation");
	if (!type)
		return missing(r, entry, "entry_type", "a text");
	if (!violation && !ghosts && strcmp(type, "invariant_set") != 0) {
		unsupported(r, entry, arena_printf(r->w->arena, "an entry of type '%s'", type));
		return true;
	}
	if (!is_first && violation == r->w->is_correctness)
		return fail_at(r, entry, "entries of violation and of correctness in one file");
	r->w->is_correctness = !violation;
	if (!content || content->kind != (ghosts ? NODE_MAP : NODE_LIST))
		return missing(r, entry, "content", ghosts ? "a mapping" : "a list");
	if (!read_metadata(r, entry))
		return false;
	if (violation || ghosts)
		return violation ? read_sequence(r, content) : read_ghosts(r, content);
	for (const struct node *item = content->first; item; item = item->next)
		if (!read_invariant(r, item))
			return false;
	return true;
}

static bool read_entries(struct reader *r, const struct node *tree) {
	if (!tree || tree->kind != NODE_LIST || !tree->first)
		return fail_at(r, tree, "a witness is a list of entries");
	if (tree->next)
		return fail_at(r, tree->next, "a second document");
	for (const struct node *e = tree->first; e; e = e->next)
		if (!read_entry(r, e, e == tree->first))
			return false;
	if (!r->w->specification.n && !r->w->unsupported)
		return fail_at(r, tree, "no entry says what was verified");
	/* As the format says, who does not name a thread means main; unless nobody does. */
	for (size_t i = 0; r->threads && i < r->w->edge.n; i++)
		if (r->w->edge.at[i].thread == WITNESS_ANY_THREAD)
			r->w->edge.at[i].thread = 0;
	return true;
}

bool witness_read_yaml(struct witness *w, const char *text, size_t size,
                       struct witness_error *error) {
	struct reader r = {.w = w, .error = error, .text = text, .size = size};
	if (!yaml_parser_initialize(&r.parser))
		return fail_at(&r, NULL, "not enough memory");
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, size);
	const struct node *tree = read_tree(&r);
	bool ok = (tree || !error->text) && read_entries(&r, tree);
	yaml_parser_delete(&r.parser);
	return ok;
}
