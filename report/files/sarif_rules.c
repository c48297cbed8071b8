/* The part of a SARIF log that is the same for all programs: rules, and the CWEs they refer to. */
#include <stdlib.h>

#include "report/base/rules.h"
#include "report/files/sarif_writer.h"

static void write_relationships(struct json *j, const char *cwe) {
	json_put_array(j, "relationships");
	for (size_t k; (k = weakness_next(&cwe)) != NO_RULE;) {
		json_object(j);
		json_put_object(j, "target");
		json_line(j);
		json_put(j, "id", weakness_table[k].number);
		json_put_uint(j, "index", k);
		json_put_object(j, "toolComponent");
		json_put(j, "name", "CWE");
		json_put_uint(j, "index", 0);
		json_close(j);
		json_close(j);
		json_put_array(j, "kinds");
		json_line(j);
		json_string(j, "superset");
		json_close(j);
		json_close(j);
	}
	json_close(j);
}

/* What GitHub reads: tags, and how much the rule is to be trusted. */
static void write_properties(struct json *j, const struct rule *rule) {
	json_put_object(j, "properties");
	json_put_array(j, "tags");
	json_line(j);
	json_string(j, "correctness");
	const char *cwe = rule->cwe;
	for (size_t k; (k = weakness_next(&cwe)) != NO_RULE;)
		json_format(j, "external/cwe/cwe-%03d", atoi(weakness_table[k].number));
	json_close(j);
	json_put(j, "precision", "very-high");
	json_put(j, "problem.severity", rule->level);
	json_close(j);
}

static void write_help(struct sarif *s, const struct rule *rule) {
	struct json *j = &s->j;
	json_put_object(j, "help");
	json_put(j, "text", arena_printf(s->arena, "%s\n\n%s", rule->what, rule->help));
	json_put(j, "markdown",
	         arena_printf(s->arena,
	                      "# %s\n\n%s\n\n## What to do\n\n%s\n\n## How to read the steps\n\n"
	                      "The execution was found by symbolic execution and then replayed. Each "
	                      "thread has its own list of steps; their order of execution says how "
	                      "the threads interleave.\n",
	                      rule->title, rule->what, rule->help));
	json_close(j);
}

void sarif_rules(struct sarif *s) {
	struct json *j = &s->j;
	json_array(j);
	for (size_t i = 0; i < rule_table_n; i++) {
		const struct rule *rule = &rule_table[i];
		json_object(j);
		json_put(j, "id", rule->id);
		json_put(j, "name", rule->name);
		sarif_message(s, "shortDescription", arena_printf(s->arena, "%s.", rule->title));
		sarif_message(s, "fullDescription", rule->what);
		write_help(s, rule);
		json_put_object(j, "defaultConfiguration");
		json_line(j);
		json_put(j, "level", rule->level);
		json_close(j);
		if (*rule->cwe)
			write_relationships(j, rule->cwe);
		write_properties(j, rule);
		json_close(j);
	}
	json_close(j);
}

void sarif_taxonomies(struct sarif *s) {
	struct json *j = &s->j;
	json_array(j);
	json_object(j);
	json_put(j, "name", "CWE");
	json_put(j, "organization", "MITRE");
	json_put(j, "informationUri", "https://cwe.mitre.org/");
	sarif_message(s, "shortDescription", "The MITRE Common Weakness Enumeration.");
	json_put_bool(j, "isComprehensive", false);
	json_put_array(j, "taxa");
	for (size_t i = 0; i < weakness_table_n; i++) {
		json_row(j);
		json_put(j, "id", weakness_table[i].number);
		sarif_message(s, "shortDescription", arena_printf(s->arena, "%s.", weakness_table[i].name));
		json_close(j);
	}
	json_close(j);
	json_close(j);
	json_close(j);
}
