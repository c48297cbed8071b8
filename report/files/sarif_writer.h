/* report/files/sarif_writer.h -- what the parts of the SARIF writer share; for
 * report/files/sarif*.c only. */
#ifndef REPORT_FILES_SARIF_WRITER_H
#define REPORT_FILES_SARIF_WRITER_H

#include "report/story/conflict.h"
#include "result/result.h"
#include "util/files/json.h"

#define SARIF_MAX_STEPS   1000
#define SARIF_MAX_RESULTS 25000

struct sarif {
	struct json j;
	struct arena *arena;
	const char *directory;
	VEC(const char *) file; /* that positions are in: the artifacts */
	size_t max_steps;       /* of one result */
};

void sarif_message(struct sarif *, const char *key, const char *text);
/* The members of a location: where, the function or NULL, and a message or NULL. */
void sarif_location(struct sarif *, struct loc, const char *function, const char *message);
/* The member "artifactLocation". */
void sarif_artifact(struct sarif *, const char *file);
/* The member "message" of a result, with links to the related positions. */
void sarif_result_message(struct sarif *, const struct result *, const struct property_result *,
                          const struct conflict_notes *related);
/* The member "fixes", if there are any: changes that were proved, or memory orders. */
void sarif_fixes(struct sarif *, const struct result *, const struct property_result *);
/* Opens a fix, and the member with the first one; the changes and the end are the caller's. */
void sarif_begin_fix(struct sarif *, bool *any, const char *text);
/* The fixes of --fix for the property. */
void sarif_changes(struct sarif *, const struct result *, const struct property_result *,
                   bool *any);
/* What they are, after the message: a sentence each, in markdown with their diffs; NULL: there are
 * none. */
const char *sarif_change_text(struct sarif *, const struct result *, const struct property_result *,
                              bool is_markdown);
void sarif_code_flows(struct sarif *, const struct cex *, const struct cause *);
void sarif_rules(struct sarif *);      /* the value: an array */
void sarif_taxonomies(struct sarif *); /* the value: an array */

#endif
