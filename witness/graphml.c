/* GraphML witnesses: format 1.0.
 *
 * The file is read as a stream into lists of nodes and edges, then the keys of the format make them
 * states and edges of the record.  An edge says which operations of the control flow match it; we
 * turn it into the source position of such an operation.  What it assumes holds after the
 * operation, so such an edge becomes two.  Keys that are not known are ignored, as the format
 * demands. */
#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/base/map.h"
#include "witness/witness.h"

enum { MAX_ELEMENTS = 1 << 20 };

/* Keys of nodes and edges whose values are kept. */
enum key {
	KEY_ENTRY,
	KEY_SINK,
	KEY_VIOLATION,
	KEY_INVARIANT,
	KEY_INVARIANT_SCOPE,
	KEY_ASSUMPTION,
	KEY_ASSUMPTION_SCOPE,
	KEY_RESULT_FUNCTION,
	KEY_CONTROL,
	KEY_LINE,
	KEY_LOOP_HEAD,
	KEY_ENTER,
	KEY_RETURN,
	KEY_THREAD,
	KEY_CREATE,
	KEY_FILE,
	KEY_N,
};

static const char *const key_names[KEY_N] = {
    [KEY_ENTRY] = "entry",
    [KEY_SINK] = "sink",
    [KEY_VIOLATION] = "violation",
    [KEY_INVARIANT] = "invariant",
    [KEY_INVARIANT_SCOPE] = "invariant.scope",
    [KEY_ASSUMPTION] = "assumption",
    [KEY_ASSUMPTION_SCOPE] = "assumption.scope",
    [KEY_RESULT_FUNCTION] = "assumption.resultfunction",
    [KEY_CONTROL] = "control",
    [KEY_LINE] = "startline",
    [KEY_LOOP_HEAD] = "enterLoopHead",
    [KEY_ENTER] = "enterFunction",
    [KEY_RETURN] = "returnFrom",
    [KEY_THREAD] = "threadId",
    [KEY_CREATE] = "createThread",
    [KEY_FILE] = "originfile",
};

struct element { /* a node or an edge */
	const char *id, *source, *target;
	const char *value[KEY_N];
	struct loc where;
	uint32_t state;
};

struct reader {
	struct witness *w;
	struct witness_error *error;
	xmlTextReaderPtr xml;
	VEC(struct element) node;
	VEC(struct element) edge;
	struct element *open;    /* the node or edge that data belongs to; NULL: the graph */
	struct map by_id;        /* interned id -> node + 1 */
	struct map thread;       /* interned id of a thread that is created -> its number */
	const char *program;     /* file of source positions that name none */
	const char *type, *hash; /* of the graph */
	const char *key;         /* whose default is being read, or NULL */
	bool in_graph;
};

static bool fail(struct reader *r, struct loc where, const char *text) {
	r->error->loc = where;
	r->error->text = text;
	return false;
}

/* Of the element that was read; the parser itself is ahead of it. */
static struct loc here(const struct reader *r) {
	xmlNodePtr node = xmlTextReaderCurrentNode(r->xml);
	long line = node ? xmlGetLineNo(node) : 0;
	return (struct loc){r->w->path, line > 0 ? (uint32_t)line : 1, 1};
}

static const char *attribute(struct reader *r, const char *name) {
	xmlChar *value = xmlTextReaderGetAttribute(r->xml, (const xmlChar *)name);
	const char *text = value ? intern((const char *)value) : NULL;
	xmlFree(value);
	return text;
}

/* --- Elements. --- */

static bool begin_element(struct reader *r, bool is_edge) {
	struct element e = {.where = here(r)};
	if (r->node.n + r->edge.n >= MAX_ELEMENTS)
		return fail(r, e.where, "the witness has too many nodes and edges");
	if (!is_edge) {
		e.id = attribute(r, "id");
		if (!e.id || map_get(&r->by_id, map_key(e.id), NULL))
			return fail(r, e.where, e.id ? "two nodes with one id" : "a node without an id");
		vec_push(&r->node, e);
		map_put(&r->by_id, map_key(e.id), r->node.n);
		r->open = &vec_last(&r->node);
		return true;
	}
	e.source = attribute(r, "source");
	e.target = attribute(r, "target");
	if (!e.source || !e.target)
		return fail(r, e.where, "an edge without source or target");
	vec_push(&r->edge, e);
	r->open = &vec_last(&r->edge);
	return true;
}

static void graph_data(struct reader *r, const char *key, const char *text) {
	struct witness *w = r->w;
	if (!strcmp(key, "witness-type"))
		r->type = text;
	else if (!strcmp(key, "witness-format-version"))
		w->version = text;
	else if (!strcmp(key, "producer"))
		w->producer = text;
	else if (!strcmp(key, "specification"))
		vec_push(&w->specification, text);
	else if (!strcmp(key, "programfile"))
		r->program = text;
	else if (!strcmp(key, "programhash"))
		r->hash = text;
	else if (!strcmp(key, "architecture"))
		w->data_model = !strcmp(text, "32bit") ? "ILP32" : !strcmp(text, "64bit") ? "LP64" : text;
}

/* The text of an element, without blanks around it. */
static const char *content(struct reader *r) {
	xmlChar *text = xmlTextReaderReadString(r->xml);
	const char *from = text ? (const char *)text : "";
	from += strspn(from, " \t\r\n");
	size_t n = strlen(from);
	while (n && strchr(" \t\r\n", from[n - 1]))
		n--;
	const char *copy = arena_printf(r->w->arena, "%.*s", (int)n, from);
	xmlFree(text);
	return copy;
}

static bool read_data(struct reader *r) {
	const char *key = attribute(r, "key"), *text = content(r);
	if (!key)
		return fail(r, here(r), "data without a key");
	if (!strcmp(key, "returnFromFunction"))
		key = "returnFrom";
	if (!r->open && r->in_graph)
		graph_data(r, key, text);
	for (int i = 0; r->open && i < KEY_N; i++)
		if (!strcmp(key_names[i], key))
			r->open->value[i] = text;
	return true;
}

static bool read_start(struct reader *r, const char *name) {
	if (!strcmp(name, "graph"))
		r->in_graph = true;
	else if (!strcmp(name, "key"))
		r->key = attribute(r, "id");
	else if (!strcmp(name, "default") && r->key && !strcmp(r->key, "originfile"))
		r->program = content(r);
	else if (!strcmp(name, "node") || !strcmp(name, "edge"))
		return begin_element(r, *name == 'e');
	else if (!strcmp(name, "data"))
		return read_data(r);
	return true;
}

static bool read_event(struct reader *r) {
	int type = xmlTextReaderNodeType(r->xml);
	const char *name = (const char *)xmlTextReaderConstLocalName(r->xml);
	switch (type) {
	case XML_READER_TYPE_DOCUMENT_TYPE:
	case XML_READER_TYPE_ENTITY:
	case XML_READER_TYPE_ENTITY_REFERENCE:
		return fail(r, here(r), "a witness has no document type and no entities");
	case XML_READER_TYPE_ELEMENT: {
		bool is_empty = xmlTextReaderIsEmptyElement(r->xml);
		bool ok = !name || read_start(r, name);
		if (is_empty && name && (!strcmp(name, "node") || !strcmp(name, "edge")))
			r->open = NULL;
		return ok;
	}
	case XML_READER_TYPE_END_ELEMENT:
		if (name && (!strcmp(name, "node") || !strcmp(name, "edge")))
			r->open = NULL;
		return true;
	default: return true;
	}
}

static bool read_stream(struct reader *r) {
	int more;
	while ((more = xmlTextReaderRead(r->xml)) == 1)
		if (!read_event(r))
			return false;
	if (more == 0)
		return true;
	const xmlError *e = xmlGetLastError();
	struct loc where = {r->w->path, e && e->line > 0 ? (uint32_t)e->line : 1,
	                    e && e->int2 > 0 ? (uint32_t)e->int2 : 1};
	const char *text = e && e->message ? e->message : "not XML";
	return fail(r, where, arena_printf(r->w->arena, "%.*s", (int)strcspn(text, "\n"), text));
}

/* --- States and edges. --- */

static bool is_true(const char *value) {
	return value && !strcmp(value, "true");
}

/* The entry is state 0. */
static bool number_states(struct reader *r) {
	uint32_t entries = 0, next = 1;
	for (size_t i = 0; i < r->node.n; i++) {
		struct element *n = &r->node.at[i];
		bool entry = is_true(n->value[KEY_ENTRY]);
		n->state = entry ? 0 : next++;
		entries += entry;
	}
	if (entries != 1)
		return fail(r, (struct loc){r->w->path, 1, 1},
		            entries ? "several nodes are the entry" : "no node is the entry");
	r->w->nstates = next;
	for (uint32_t i = 0; i < next; i++)
		vec_push(&r->w->violation, false);
	for (size_t i = 0; i < r->node.n; i++)
		if (is_true(r->node.at[i].value[KEY_VIOLATION]))
			r->w->violation.at[r->node.at[i].state] = true;
	return true;
}

static const struct element *node_named(const struct reader *r, const char *id) {
	uint64_t index;
	return map_get(&r->by_id, map_key(id), &index) ? &r->node.at[index - 1] : NULL;
}

/* Threads by the order in which the file creates them; whoever is not created is main. */
static void name_threads(struct reader *r) {
	for (size_t i = 0; i < r->edge.n; i++) {
		const char *id = r->edge.at[i].value[KEY_CREATE], *by = r->edge.at[i].value[KEY_THREAD];
		bool is_main = id && (!by || !strcmp(id, by)); /* the first edge may create main itself */
		if (id && !is_main && !map_get(&r->thread, map_key(intern(id)), NULL))
			map_put(&r->thread, map_key(intern(id)), r->thread.n + 1);
	}
	const char *main_thread = NULL;
	for (size_t i = 0; i < r->edge.n && !r->w->unsupported; i++) {
		const char *id = r->edge.at[i].value[KEY_THREAD];
		if (!id || map_get(&r->thread, map_key(intern(id)), NULL))
			continue;
		if (main_thread && strcmp(main_thread, id) != 0) {
			r->w->unsupported = "a thread that no edge creates";
			r->w->unsupported_where = r->edge.at[i].where;
		}
		main_thread = id;
	}
}

static uint32_t thread_named(const struct reader *r, const char *id) {
	uint64_t number = 0;
	if (!id)
		return WITNESS_ANY_THREAD;
	map_get(&r->thread, map_key(intern(id)), &number);
	return (uint32_t)number;
}

static uint32_t number_of(const char *text, uint32_t otherwise) {
	char *end;
	unsigned long n = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : UINT32_MAX;
	return n < UINT32_MAX && !*end ? (uint32_t)n : otherwise;
}

static struct witness_edge locate_edge(const struct reader *r, const struct element *e) {
	const char *const *v = e->value;
	const char *file = v[KEY_FILE] ? v[KEY_FILE] : r->program;
	struct witness_edge w = {.loc = {file ? intern(file) : NULL, number_of(v[KEY_LINE], 0), 0},
	                         .thread = thread_named(r, v[KEY_THREAD]),
	                         .constraint = v[KEY_ASSUMPTION],
	                         .function = v[KEY_ASSUMPTION_SCOPE],
	                         .where = e->where};
	uint32_t created = v[KEY_CREATE] ? thread_named(r, v[KEY_CREATE]) : 0;
	if (created) {
		w.point = POINT_CALL;
		w.creates = created;
	} else if (v[KEY_CONTROL]) {
		w.point = POINT_BRANCH;
		w.branch = strcmp(v[KEY_CONTROL], "condition-true") ? "false" : "true";
	} else if (v[KEY_ENTER] || v[KEY_RETURN]) {
		w.point = v[KEY_ENTER] ? POINT_ENTRY : POINT_EXIT;
		w.function = v[KEY_ENTER] ? v[KEY_ENTER] : v[KEY_RETURN];
	} else if (v[KEY_RESULT_FUNCTION]) {
		w.point = POINT_RETURN;
	} else {
		w.point = POINT_LINE;
	}
	return w;
}

static bool is_line(const char *text) {
	return !text || !strcmp(text, "0") || number_of(text, 0);
}

static bool add_edge(struct reader *r, const struct element *e) {
	const struct element *from = node_named(r, e->source), *to = node_named(r, e->target);
	if (!is_line(e->value[KEY_LINE]))
		return fail(r, e->where, "'startline' is not a number of a line");
	const char *control = e->value[KEY_CONTROL];
	if (control && strcmp(control, "condition-true") != 0 &&
	    strcmp(control, "condition-false") != 0)
		return fail(r, e->where, "'control' is neither condition-true nor condition-false");
	if (!from || !to)
		return fail(r, e->where, "an edge between nodes that are not there");
	if (is_true(from->value[KEY_SINK]))
		return true;
	struct witness_edge w = locate_edge(r, e);
	w.from = from->state;
	w.to = is_true(to->value[KEY_SINK]) ? WITNESS_SINK : to->state;
	if (w.point == POINT_LINE && w.constraint) {
		struct witness_edge done = w;
		done.point = POINT_DONE;
		done.from = w.to = r->w->nstates++;
		w.constraint = NULL;
		vec_push(&r->w->violation, false);
		vec_push(&r->w->edge, w);
		w = done;
	}
	vec_push(&r->w->edge, w);
	return true;
}

/* The only edge into each state; NULL: none, or several. */
static const struct witness_edge **find_ways(const struct witness *w) {
	const struct witness_edge **way =
	    arena_array(w->arena, const struct witness_edge *, w->nstates);
	bool *is_known = arena_array(w->arena, bool, w->nstates);
	for (size_t i = 0; i < w->edge.n; i++) {
		uint32_t to = w->edge.at[i].to;
		if (to == WITNESS_SINK || to == w->edge.at[i].from)
			continue;
		way[to] = is_known[to] ? NULL : &w->edge.at[i];
		is_known[to] = true;
	}
	return way;
}

static bool is_side(const struct witness_edge *side, const struct witness_edge *e) {
	return e->loc.line == side->loc.line && e->thread == side->thread;
}

/* A graph ends with the two statements that race, but the moment of the race is when both have
 * begun, and one may have begun long before: the two become targets, and a race counts from the
 * state before them on.  An access may be told in several edges. */
static void find_race(struct reader *r) {
	struct witness *w = r->w;
	const struct witness_edge **way = find_ways(w), *e = NULL;
	struct witness_edge side[2];
	uint32_t n = 0, states = 0, alone = 0;
	for (uint32_t i = 0; i < w->nstates; i++)
		if (w->violation.at[i] && way[i])
			e = way[i];
	for (; e && e->point == POINT_LINE && !e->constraint; e = way[e->from]) {
		bool known = n && (is_side(&side[0], e) || (n == 2 && is_side(&side[1], e)));
		if (!known && (n == 2 || (n == 1 && e->thread == side[0].thread)))
			break;
		if (!known)
			side[n++] = *e;
		if (n == 1)
			alone = e->from;
		else
			w->violation.at[e->from] = w->violation.at[alone] = true;
		if (++states > w->nstates) /* a circle */
			return;
	}
	for (uint32_t i = 0; n == 2 && i < n; i++) {
		side[i].point = POINT_TARGET;
		side[i].from = side[i].to = 0; /* whatever the state */
		vec_push(&w->edge, side[i]);
	}
}

/* A path gets its states numbered in their order. */
static void straighten(struct witness *w) {
	uint32_t *next = arena_array(w->arena, uint32_t, w->nstates + 1);
	uint32_t *order = arena_array(w->arena, uint32_t, w->nstates + 1);
	bool *violation = arena_array(w->arena, bool, w->nstates + 1);
	uint32_t n = 1;
	for (size_t i = 0; i < w->edge.n; i++) {
		const struct witness_edge *e = &w->edge.at[i];
		if (e->to == WITNESS_SINK || e->point == POINT_TARGET)
			continue;
		if (next[e->from] || !e->to)
			return;
		next[e->from] = e->to;
	}
	for (uint32_t at = next[0]; at && !order[at]; at = next[at])
		order[at] = n++;
	for (uint32_t i = 1; i < w->nstates; i++) {
		if (!order[i] && next[i])
			return; /* a second way, or a circle */
		if (!order[i])
			order[i] = n++;
	}
	for (uint32_t i = 0; i < w->nstates; i++)
		violation[order[i]] = w->violation.at[i];
	for (uint32_t i = 0; i < w->nstates; i++)
		w->violation.at[i] = violation[i];
	for (size_t i = 0; i < w->edge.n; i++) {
		struct witness_edge *e = &w->edge.at[i];
		e->from = order[e->from];
		e->to = e->to == WITNESS_SINK ? e->to : order[e->to];
	}
	w->is_path = true;
}

/* Only the invariants of loop heads have a source position. */
static bool add_invariant(struct reader *r, const struct element *e) {
	const struct element *to = node_named(r, e->target);
	if (!to)
		return fail(r, e->where, "an edge between nodes that are not there");
	const char *text = to->value[KEY_INVARIANT];
	if (!text || !strcmp(text, "true") || !strcmp(text, "1"))
		return true;
	struct witness_edge w = locate_edge(r, e);
	struct witness_invariant v = {.is_loop = true,
	                              .loc = {w.loc.file, number_of(e->value[KEY_LINE], 0), 0},
	                              .function = to->value[KEY_INVARIANT_SCOPE],
	                              .text = text,
	                              .where = to->where};
	if (is_true(e->value[KEY_LOOP_HEAD]) && v.loc.line)
		vec_push(&r->w->invariant, v);
	else if (!r->w->unsupported) {
		r->w->unsupported = "an invariant that is not at the head of a loop";
		r->w->unsupported_where = to->where;
	}
	return true;
}

static bool build(struct reader *r) {
	struct witness *w = r->w;
	struct loc top = {w->path, 1, 1};
	w->is_graph = true;
	w->is_correctness = r->type && !strcmp(r->type, "correctness_witness");
	if (!r->in_graph || !r->type)
		return fail(r, top, "not a witness: there is no graph with a witness-type");
	if (!w->is_correctness && strcmp(r->type, "violation_witness") != 0)
		return fail(r, top, "'witness-type' is neither violation_witness nor correctness_witness");
	if (!w->specification.n)
		return fail(r, top, "'specification' is missing");
	if (r->program)
		vec_push(&w->file, r->program);
	if (r->program && r->hash)
		vec_push(&w->hash, ((struct witness_hash){r->program, r->hash}));
	if (!number_states(r))
		return false;
	name_threads(r);
	bool any = false;
	for (size_t i = 0; i < w->violation.n; i++)
		any |= w->violation.at[i];
	if (!any && !w->is_correctness)
		return fail(r, top, "no node is the violation");
	for (size_t i = 0; i < r->edge.n; i++)
		if (!(w->is_correctness ? add_invariant : add_edge)(r, &r->edge.at[i]))
			return false;
	if (!w->is_correctness && strstr(w->specification.at[0], "data-race"))
		find_race(r);
	straighten(w);
	return true;
}

static void quiet(void *data, const xmlError *error) {
	(void)data;
	(void)error; /* it is asked for afterwards */
}

bool witness_read_graphml(struct witness *w, const char *text, size_t size,
                          struct witness_error *error) {
	struct reader r = {.w = w, .error = error};
	w->version = "1.0";
	xmlResetLastError();
	r.xml = xmlReaderForMemory(text, (int)size, NULL, NULL, XML_PARSE_NONET);
	if (!r.xml)
		return fail(&r, (struct loc){w->path, 1, 1}, "not enough memory");
	xmlTextReaderSetStructuredErrorHandler(r.xml, (xmlStructuredErrorFunc)quiet, NULL);
	bool ok = read_stream(&r) && build(&r);
	xmlFreeTextReader(r.xml);
	xmlCleanupParser();
	vec_free(&r.node);
	vec_free(&r.edge);
	map_free(&r.by_id);
	map_free(&r.thread);
	return ok;
}
