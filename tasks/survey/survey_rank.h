/* tasks/survey/survey_rank.h -- what the runs of a survey come to: merged, judged by callers, in
 * order. */
#ifndef TASKS_SURVEY_SURVEY_RANK_H
#define TASKS_SURVEY_SURVEY_RANK_H

#include "report/survey/survey.h"
#include "tasks/survey/survey_graph.h"
#include "tasks/survey/survey_run.h"
#include "tasks/survey/survey_sequence.h"

struct survey_run {
	struct survey_task task;
	uint32_t node;                          /* the entry; of a sequence the function tried */
	const struct survey_sequence *sequence; /* NULL: the entry is the node itself */
	bool is_again;                          /* a caller, for what its first run left open */
	const char *property;                   /* only this one was looked for; or NULL: all */
};

typedef VEC(struct survey_run *) survey_runs;

/* Another run that would say whether a caller can do it. */
struct survey_question {
	uint32_t node;        /* the caller */
	const char *property; /* its ID */
};
typedef VEC(struct survey_question) survey_questions;
void survey_ask(survey_questions *, const struct survey_report *, const struct survey_graph *,
                const survey_runs *);

/* With the answers: drops what no caller does, and sorts. */
void survey_judge(struct survey_report *, const struct survey_graph *, const survey_runs *);

#endif
