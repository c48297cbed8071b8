/* tasks/survey/survey_graph.h -- what a project defines, and who refers to what.
 *
 * Each source is outlined (frontend/about/outline.h) by a process of its own, as many at a time as
 * there are cores: one that does not compile, or makes clang crash, is left out with its message,
 * and nothing of clang stays in this process.
 */
#ifndef TASKS_SURVEY_SURVEY_GRAPH_H
#define TASKS_SURVEY_SURVEY_GRAPH_H

#include "cli/options/option_table.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

struct survey_unit {
	const char *file;  /* as the user or the build names it */
	const char *wrong; /* why it is left out; NULL: it is not */
	struct loc wrong_at;
	const char *hash; /* of its text and of what it includes, but for headers of the system */
};

struct survey_parameter {
	const char *type, *name; /* name: "" if it has none */
};

struct survey_node { /* a function or a variable that is defined in the project */
	const char *name;
	const char *entry; /* as --function takes it: with its file where the name is not unique */
	uint32_t unit;
	struct loc loc;
	uint32_t last; /* line of its end */
	bool is_function, is_static, in_header;
	bool is_thread;                         /* some function starts a thread in it */
	bool is_address_taken;                  /* it is used other than in calls of it */
	bool locks;                             /* it calls a function of pthread or of <threads.h> */
	const char *type;                       /* that it returns */
	VEC(struct survey_parameter) parameter; /* of a function */
	VEC(struct survey_reference {
		const char *name;
		bool is_static;
		char how;
	})
	reference;
	VEC(uint32_t)
	uses, users; /* nodes; users of a function: its callers, and who has its address */
};

struct survey_graph {
	VEC(struct survey_unit) unit;
	VEC(struct survey_node *) node;
};

/* stop: not 0: ends early.  jobs: processes at a time. */
void survey_graph_init(struct survey_graph *, const struct options *, unsigned jobs,
                       const volatile int *stop);
void survey_graph_free(struct survey_graph *);
/* The sources that a run of the node needs, in their order; texts live as long as the options. */
void survey_graph_files(const struct survey_graph *, const struct options *, uint32_t node,
                        struct text_list *);
/* Does 'from' reach 'to' through uses? */
bool survey_graph_reaches(const struct survey_graph *, uint32_t from, uint32_t to);

#endif
