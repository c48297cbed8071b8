/* witness: both formats become the same record; what is wrong is reported where it is; and whatever
 * happens to a file on its way, the reader neither crashes nor hangs. */
#include "witness/witness.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"

static const char yaml[] = "- entry_type: violation_sequence\n"
                           "  metadata:\n"
                           "    format_version: '2.2'\n"
                           "    producer: {name: a, version: '1'}\n"
                           "    task:\n"
                           "      input_files: [x.c]\n"
                           "      input_file_hashes: {x.c: '00'}\n"
                           "      specification: G ! call(reach_error())\n"
                           "      data_model: LP64\n"
                           "  content:\n"
                           "  - segment:\n"
                           "    - waypoint:\n"
                           "        type: assumption\n"
                           "        action: avoid\n"
                           "        location: {file_name: x.c, line: 2}\n"
                           "        constraint: {value: x > 1}\n"
                           "    - waypoint:\n"
                           "        type: branching\n"
                           "        action: follow\n"
                           "        thread_id: 1\n"
                           "        location: {file_name: x.c, line: 3, column: 4, function: f}\n"
                           "        constraint: {value: 'true'}\n"
                           "  - segment:\n"
                           "    - waypoint:\n"
                           "        type: target\n"
                           "        action: follow\n"
                           "        location: {file_name: x.c, line: 5}\n";

#define METADATA                                                                                   \
	"  metadata: {format_version: '2.1', task: {input_files: [x.c], specification: G ! "           \
	"data-race}}\n"

static const char ghosts[] = "- entry_type: ghost_instrumentation\n" METADATA "  content:\n"
                             "    ghost_variables:\n"
                             "    - name: g\n"
                             "      scope: global\n"
                             "      type: unsigned int\n"
                             "      initial: {value: '0', format: c_expression}\n"
                             "    ghost_updates:\n"
                             "    - location: {file_name: x.c, line: 7, function: f}\n"
                             "      updates:\n"
                             "      - {variable: g, value: g + 1, format: c_expression}\n"
                             "      - {variable: g, value: '2', format: c_expression}\n"
                             "- entry_type: invariant_set\n" METADATA "  content:\n"
                             "  - invariant:\n"
                             "      type: location_invariant\n"
                             "      location: {file_name: x.c, line: 9}\n"
                             "      value: g == 2\n";

static const char xml[] = "<?xml version='1.0'?>\n"
                          "<graphml><graph>\n"
                          "<data key='witness-type'>violation_witness</data>\n"
                          "<data key='specification'>G ! call(reach_error())</data>\n"
                          "<data key='programfile'>x.c</data>\n"
                          "<data key='architecture'>32bit</data>\n"
                          "<node id='a'><data key='entry'>true</data></node>\n"
                          "<node id='b'/><node id='s'><data key='sink'>true</data></node>\n"
                          "<node id='e'><data key='violation'>true</data></node>\n"
                          "<edge source='a' target='b'><data key='startline'>3</data>\n"
                          "<data key='threadId'>m</data><data key='createThread'>w</data></edge>\n"
                          "<edge source='b' target='s'><data key='startline'>4</data>\n"
                          "<data key='control'>condition-false</data></edge>\n"
                          "<edge source='b' target='e'><data key='threadId'>w</data>\n"
                          "<data key='startline'>5</data>\n"
                          "<data key='assumption'>x &gt; 1;</data></edge>\n"
                          "</graph></graphml>\n";

static struct witness *new_witness(void) {
	struct arena *arena = arena_open();
	struct witness *w = arena_new(arena, struct witness);
	w->arena = arena;
	w->path = intern("w");
	return w;
}

static bool read_text(struct witness *w, const char *text, size_t n, struct witness_error *error) {
	*error = (struct witness_error){.loc = {.file = w->path}};
	return (*text == '<' ? witness_read_graphml : witness_read_yaml)(w, text, n, error);
}

static void test_yaml(void) {
	struct witness *w = new_witness();
	struct witness_error error;
	CHECK(read_text(w, yaml, strlen(yaml), &error));
	CHECK(!w->is_correctness && !w->is_graph && w->nstates == 2 && w->edge.n == 3);
	CHECK(!strcmp(w->data_model, "LP64") && !strcmp(w->file.at[0], "x.c") && w->hash.n == 1);
	const struct witness_edge *e = w->edge.at;
	CHECK(e[0].point == POINT_STATEMENT && e[0].to == WITNESS_SINK && e[0].from == 0);
	CHECK(!strcmp(e[0].constraint, "x > 1") && e[0].loc.line == 2 && e[0].loc.col == 0);
	CHECK(e[1].point == POINT_BRANCH && e[1].to == 1 && e[1].thread == 1 && e[1].loc.col == 4);
	CHECK(!strcmp(e[1].branch, "true") && !strcmp(e[1].function, "f") && e[1].where.line == 18);
	CHECK(e[2].point == POINT_TARGET && e[2].from == 1 && e[2].thread == 0);
	witness_close(w);
}

static void test_ghosts(void) {
	struct witness *w = new_witness();
	struct witness_error error;
	CHECK(read_text(w, ghosts, strlen(ghosts), &error));
	CHECK(w->is_correctness && !w->unsupported && w->invariant.n == 1);
	CHECK(w->ghost.n == 1 && w->update.n == 2);
	const struct witness_ghost *g = w->ghost.at;
	CHECK(g && !strcmp(g->name, "g") && !strcmp(g->type, "unsigned int") &&
	      !strcmp(g->initial, "0") && g->where.line == 5);
	const struct witness_update *u = w->update.at;
	CHECK(u && u[0].loc.line == 7 && u[1].loc.line == 7 && !strcmp(u[0].function, "f"));
	CHECK(u && !strcmp(u[0].value, "g + 1") && !strcmp(u[1].value, "2") && u[1].where.line == 13);
	witness_close(w);
}

static void test_graphml(void) {
	struct witness *w = new_witness();
	struct witness_error error;
	CHECK(read_text(w, xml, strlen(xml), &error));
	CHECK(w->is_graph && w->nstates == 5 && w->edge.n == 4);
	CHECK(!strcmp(w->data_model, "ILP32"));
	const struct witness_edge *e = w->edge.at;
	CHECK(e[0].point == POINT_CALL && e[0].creates == 1 && e[0].thread == 0 && e[0].from == 0);
	CHECK(e[1].point == POINT_BRANCH && e[1].to == WITNESS_SINK && !strcmp(e[1].branch, "false"));
	CHECK(e[2].point == POINT_LINE && !e[2].constraint && e[2].thread == 1);
	CHECK(e[3].point == POINT_DONE && !strcmp(e[3].constraint, "x > 1;") && e[3].from == e[2].to);
	CHECK(w->violation.at[e[3].to]);
	witness_close(w);
}

/* The text with 'from' replaced is refused at that line, for that reason. */
static bool refused(const char *text, const char *from, const char *to, uint32_t line,
                    const char *because) {
	static char changed[1 << 16];
	const char *at = strstr(text, from);
	if (!at)
		return false;
	int n = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to,
	                 at + strlen(from));
	struct witness *w = new_witness();
	struct witness_error error;
	bool ok = !read_text(w, changed, (size_t)n, &error) && error.loc.line == line &&
	          strstr(error.text, because);
	if (!ok)
		printf("'%s': %u: %s\n", to, (unsigned)error.loc.line, error.text ? error.text : "read");
	witness_close(w);
	return ok;
}

static void test_refused(void) {
	CHECK(refused(yaml, "type: branching", "type: waiting", 18, "'type'"));
	CHECK(refused(yaml, "line: 3", "line: -3", 21, "'line'"));
	CHECK(refused(yaml, "line: 3", "line: 99999999999", 21, "'line'"));
	CHECK(refused(yaml, "line: 3, ", "", 21, "'line'"));
	CHECK(refused(yaml, "action: follow", "action: stay", 18, "'action'"));
	CHECK(refused(yaml, "type: target", "type: function_enter", 24, "no target"));
	CHECK(refused(yaml, "content:", "contents:", 1, "'content'"));
	CHECK(refused(yaml, "metadata:", "meta:", 1, "'metadata'"));
	CHECK(refused(ghosts, "name: g", "nam: g", 5, "'name'"));
	CHECK(refused(ghosts, "type: unsigned", "typ: unsigned", 5, "'type'"));
	CHECK(refused(ghosts, "{value: '0',", "{valu: '0',", 5, "'initial'"));
	CHECK(refused(ghosts, "ghost_variables", "variables", 4, "'ghost_variables'"));
	CHECK(refused(ghosts, "ghost_updates", "updates", 4, "'ghost_updates'"));
	CHECK(refused(ghosts, "line: 7", "line: x", 10, "'line'"));
	CHECK(refused(ghosts, "variable: g", "var: g", 12, "'variable'"));
	CHECK(refused(ghosts, "value: g + 1", "val: g", 12, "'value'"));
	CHECK(refused(ghosts, "invariant_set", "violation_sequence", 14, "in one file"));
	CHECK(refused(yaml, "specification", "spec", 6, "'specification'"));
	CHECK(refused(yaml, "{value: x > 1}", "{}", 13, "'constraint'"));
	CHECK(refused(yaml, "name: a", "name: *a", 4, "aliases"));
	CHECK(refused(yaml, "{name: a,", "{{{name: a,", 5, ""));
	CHECK(refused(xml, "<graphml>", "<!DOCTYPE a [<!ENTITY b 'c'>]><graphml>", 1, "document type"));
	CHECK(refused(xml, "id='b'", "id='a'", 8, "two nodes"));
	CHECK(refused(xml, "target='e'", "target='f'", 14, "not there"));
	CHECK(refused(xml, "<data key='entry'>true", "<data key='entry'>false", 1, "entry"));
	CHECK(refused(xml, "<data key='violation'>true", "<data key='violation'>no", 1, "violation"));
	CHECK(refused(xml, "</graph>", "", 17, ""));
	CHECK(refused(xml, "violation_witness", "picture", 1, "witness-type"));
	CHECK(refused(xml, "&gt;", "&lol;", 16, ""));
}

static uint64_t seed = 88172645463325252u;

static uint32_t chance(uint32_t n) {
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 33) % n;
}

/* Bytes are changed, dropped, doubled; runs of brackets nest deeply. */
static size_t mutate(char *to, const char *text, size_t n) {
	static const char *const insert[] = {"[[[[[[[[[[[[[[[[",
	                                     "{{{{{{{{{{{{{{",
	                                     "- - - - - - - -",
	                                     "\t",
	                                     "&a ",
	                                     "*a",
	                                     "<a><b>",
	                                     "<!DOCTYPE a>",
	                                     "]]>",
	                                     "\xff\xfe",
	                                     "&#0;",
	                                     "18446744073709551616",
	                                     "'",
	                                     "\"",
	                                     "? :",
	                                     "%"};
	memcpy(to, text, n);
	for (uint32_t k = chance(4) + 1; k > 0; k--) {
		uint32_t at = chance((uint32_t)n), how = chance(4);
		if (how == 0) {
			to[at] = (char)chance(256);
		} else if (how == 1) {
			uint32_t gone = chance(40) % (uint32_t)(n - at);
			memmove(to + at, to + at + gone, n - at - gone);
			n -= gone;
		} else if (how == 2) {
			const char *s = insert[chance(sizeof insert / sizeof *insert)];
			size_t m = strlen(s);
			memmove(to + at + m, to + at, n - at);
			memcpy(to + at, s, m);
			n += m;
		} else {
			uint32_t m = chance(200) % (uint32_t)(n - at);
			memmove(to + at + m, to + at, n - at);
			n += m;
		}
	}
	to[n] = 0;
	return n;
}

static void test_mutants(const char *text, uint32_t count) {
	char *changed = malloc(1 << 16);
	uint32_t good = 0, told = 0;
	for (uint32_t i = 0; i < count; i++) {
		size_t n = mutate(changed, text, strlen(text));
		struct witness *w = new_witness();
		struct witness_error error;
		bool ok = read_text(w, changed, n, &error);
		good += ok;
		told += !ok && error.text && error.loc.line;
		for (size_t k = 0; ok && k < w->edge.n; k++) {
			const struct witness_edge *e = &w->edge.at[k];
			CHECK(e->from < w->nstates && (e->to <= w->nstates || e->to == WITNESS_SINK));
		}
		witness_close(w);
	}
	CHECK(good + told == count);
	CHECK(good && told);
	free(changed);
}

/* A tower of brackets, as high as the file may be wide. */
static void test_towers(void) {
	enum { HIGH = 200000 };
	char *text = malloc(4 * HIGH);
	static const char *const brick[] = {"[", "{a: ", "- ", "<a>"};
	for (size_t i = 0; i < sizeof brick / sizeof *brick; i++) {
		size_t n = 0, m = strlen(brick[i]);
		for (; n + m < HIGH; n += m)
			memcpy(text + n, brick[i], m);
		text[n] = 0;
		struct witness *w = new_witness();
		struct witness_error error;
		CHECK(!read_text(w, text, n, &error) && error.text);
		witness_close(w);
	}
	free(text);
}

int main(void) {
	test_yaml();
	test_ghosts();
	test_graphml();
	test_refused();
	test_mutants(yaml, 4000);
	test_mutants(ghosts, 2000);
	test_mutants(xml, 4000);
	test_towers();
	intern_free_all();
	return check_done("witness");
}
