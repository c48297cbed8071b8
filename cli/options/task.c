#include "cli/options/task.h"

#include <errno.h>
#include <glob.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <yaml.h>

#include "cli/files/file.h"
#include "cli/options/svcomp.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

enum { MAX_DEPTH = 64 };

struct reader {
	struct task *task;
	struct arena *arena;
	const char *path, *dir; /* of the task; dir ends with a slash, or is empty */
	yaml_document_t document;
	struct task_error *error;
};

bool task_is_file(const char *path) {
	return path_has_suffix(path, ".yml") || path_has_suffix(path, ".yaml");
}

static bool fail_at(struct reader *r, yaml_mark_t mark, const char *text) {
	r->error->loc = (struct loc){r->path, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
	r->error->text = text;
	return false;
}

#define fail(r, node, ...) fail_at(r, (node)->start_mark, arena_printf((r)->arena, __VA_ARGS__))

static const char *text_of(const yaml_node_t *node) {
	return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

/* The value of a key; NULL: the node is no mapping, or has no such key. */
static yaml_node_t *value_of(struct reader *r, const yaml_node_t *map, const char *key) {
	if (!map || map->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
	     p++) {
		const char *name = text_of(yaml_document_get_node(&r->document, p->key));
		if (name && !strcmp(name, key))
			return yaml_document_get_node(&r->document, p->value);
	}
	return NULL;
}

static const char *from_here(struct reader *r, const char *path) {
	return *path == '/' ? arena_printf(r->arena, "%s", path)
	                    : arena_printf(r->arena, "%s%s", r->dir, path);
}

/* --- Inputs. --- */

static bool add_input(struct reader *r, const yaml_node_t *node) {
	const char *text = text_of(node);
	if (!text || !*text)
		return fail(r, node, "input_files needs names of files");
	const char *path = from_here(r, text);
	if (!access(path, F_OK)) {
		vec_push(&r->task->input, path);
		return true;
	}
	int error = errno;
	glob_t found;
	size_t n = glob(path, 0, NULL, &found) ? 0 : found.gl_pathc;
	for (size_t i = 0; i < n; i++)
		vec_push(&r->task->input, arena_printf(r->arena, "%s", found.gl_pathv[i]));
	globfree(&found);
	return n || fail(r, node, "cannot open '%s': %s", path, strerror(error));
}

static bool read_inputs(struct reader *r, const yaml_node_t *root) {
	const yaml_node_t *node = value_of(r, root, "input_files");
	if (!node)
		return fail(r, root, "there are no input_files");
	if (node->type != YAML_SEQUENCE_NODE)
		return add_input(r, node);
	for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top;
	     i++)
		if (!add_input(r, yaml_document_get_node(&r->document, *i)))
			return false;
	return r->task->input.n || fail(r, node, "input_files is empty");
}

/* --- Properties. --- */

static bool read_bool(const char *text, bool *value) {
	static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcasecmp(text, words[i])) {
			*value = i % 2;
			return true;
		}
	return false;
}

static bool read_expected(struct reader *r, const yaml_node_t *map, struct task_property *p) {
	const yaml_node_t *node = value_of(r, map, "expected_verdict");
	const yaml_node_t *part = value_of(r, map, "subproperty");
	bool holds;
	if (!node)
		return true;
	if (!text_of(node) || !read_bool(text_of(node), &holds))
		return fail(r, node, "expected_verdict is true or false");
	if (part && !text_of(part))
		return fail(r, part, "subproperty needs a name");
	if (!holds && part)
		p->expected = arena_printf(r->arena, "false(%s)", text_of(part));
	else
		p->expected = holds ? "true" : "false";
	return true;
}

static const char *stem(struct arena *arena, const char *path) {
	const char *name = path_base(path), *dot = strrchr(name, '.');
	return arena_printf(arena, "%.*s", (int)(dot && dot > name ? dot - name : (long)strlen(name)),
	                    name);
}

static bool read_property(struct reader *r, const yaml_node_t *map) {
	const yaml_node_t *file = value_of(r, map, "property_file");
	if (!text_of(file) || !*text_of(file))
		return fail(r, file ? file : map, "a property needs a property_file");
	struct task_property p = {.path = from_here(r, text_of(file)),
	                          .loc = {r->path, (uint32_t)file->start_mark.line + 1,
	                                  (uint32_t)file->start_mark.column + 1}};
	if (access(p.path, R_OK))
		return fail(r, file, "cannot read '%s': %s", p.path, strerror(errno));
	p.name = stem(r->arena, p.path);
	if (!read_expected(r, map, &p))
		return false;
	vec_push(&r->task->property, p);
	return true;
}

static bool read_properties(struct reader *r, const yaml_node_t *root) {
	const yaml_node_t *node = value_of(r, root, "properties");
	if (!node || (text_of(node) && !*text_of(node)))
		return true;
	if (node->type != YAML_SEQUENCE_NODE)
		return fail(r, node, "properties is a list");
	for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top;
	     i++)
		if (!read_property(r, yaml_document_get_node(&r->document, *i)))
			return false;
	return true;
}

/* --- The rest. --- */

static bool read_options(struct reader *r, const yaml_node_t *root) {
	const yaml_node_t *options = value_of(r, root, "options");
	const yaml_node_t *language = value_of(r, options, "language");
	const yaml_node_t *model = value_of(r, options, "data_model");
	if (language && (!text_of(language) || strcasecmp(text_of(language), "C") != 0))
		return fail(r, language, "the language is not C");
	if (!model)
		return true;
	const char *name = text_of(model) ? text_of(model) : "";
	if (!strcmp(name, "ILP32"))
		r->task->data_model = DATA_MODEL_ILP32;
	else if (!strcmp(name, "LP64"))
		r->task->data_model = DATA_MODEL_LP64;
	else
		return fail(r, model, "data_model is ILP32 or LP64, not '%s'", name);
	return true;
}

static bool read_version(struct reader *r, const yaml_node_t *root) {
	static const char *const known[] = {"1.0", "2.0", "2.1"};
	const yaml_node_t *node = value_of(r, root, "format_version");
	const char *version = text_of(node);
	if (!node)
		return fail(r, root, "this is no task definition: it has no format_version");
	for (size_t i = 0; version && i < sizeof known / sizeof *known; i++)
		if (!strcmp(version, known[i]))
			return true;
	return fail(r, node, "unsupported format_version: only 1.0, 2.0 and 2.1 are known");
}

static bool read_document(struct reader *r) {
	const yaml_node_t *root = yaml_document_get_root_node(&r->document);
	if (!root || root->type != YAML_MAPPING_NODE)
		return fail_at(r, root ? root->start_mark : (yaml_mark_t){0},
		               "this is no task definition: it has no keys");
	return read_version(r, root) && read_inputs(r, root) && read_options(r, root) &&
	       read_properties(r, root);
}

static void open_parser(yaml_parser_t *parser, const char *text, size_t n) {
	if (!yaml_parser_initialize(parser))
		BUG("no memory for a parser of YAML");
	yaml_parser_set_input_string(parser, (const unsigned char *)text, n);
}

static bool fail_parser(struct reader *r, const yaml_parser_t *parser) {
	return fail_at(r, parser->problem_mark,
	               arena_printf(r->arena, "%s", parser->problem ? parser->problem : "not YAML"));
}

/* The parser takes time that grows with the square of the nesting, so that is looked at first. */
static bool is_shallow(struct reader *r, const char *text, size_t n) {
	yaml_parser_t parser;
	open_parser(&parser, text, n);
	bool good = true, ended = false;
	int depth = 0;
	while (good && !ended) {
		yaml_event_t event;
		if (!yaml_parser_parse(&parser, &event)) {
			good = fail_parser(r, &parser);
			break;
		}
		yaml_event_type_t type = event.type;
		ended = type == YAML_STREAM_END_EVENT || type == YAML_DOCUMENT_END_EVENT;
		depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
		depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
		if (depth > MAX_DEPTH)
			good = fail_at(r, event.start_mark, "nested too deeply");
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return good;
}

static bool load(struct reader *r, const char *text, size_t n) {
	yaml_parser_t parser;
	open_parser(&parser, text, n);
	bool good = yaml_parser_load(&parser, &r->document);
	if (good) {
		good = read_document(r);
		yaml_document_delete(&r->document);
	} else
		fail_parser(r, &parser);
	yaml_parser_delete(&parser);
	return good;
}

bool task_read(struct task *task, struct arena *arena, const char *path, struct task_error *error) {
	*task = (struct task){0};
	struct reader r = {.task = task, .arena = arena, .path = intern(path), .error = error};
	r.dir = arena_printf(arena, "%.*s", (int)path_base_at(path), path);
	size_t n;
	const char *text = file_bytes(arena, path, &n);
	*error = (struct task_error){.loc = {0}};
	if (!text) {
		error->text = arena_printf(arena, "cannot open '%s': %s", path, strerror(errno));
		return false;
	}
	bool good = is_shallow(&r, text, n) && load(&r, text, n);
	if (!good)
		task_free(task);
	return good;
}

void task_free(struct task *task) {
	vec_free(&task->input);
	vec_free(&task->property);
}

static bool read_svcomp(struct arena *arena, const char *path, struct svcomp *p) {
	const char *text = file_text(arena, path), *error;
	return text && svcomp_parse(p, arena, text, &error);
}

const struct task_property *task_find(const struct task *task, struct arena *arena,
                                      const char *property) {
	struct svcomp wanted, other;
	const struct task_property *found = NULL;
	if (!read_svcomp(arena, property, &wanted))
		return NULL;
	for (size_t i = 0; i < task->property.n && !found; i++) {
		if (!read_svcomp(arena, task->property.at[i].path, &other))
			continue;
		if (svcomp_same(&wanted, &other))
			found = &task->property.at[i];
		svcomp_free(&other);
	}
	svcomp_free(&wanted);
	return found;
}
