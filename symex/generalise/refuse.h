/* symex/generalise/refuse.h -- the options that strategies which unfold a program do not take. */
#ifndef SYMEX_GENERALISE_REFUSE_H
#define SYMEX_GENERALISE_REFUSE_H

#include "symex/events/events_search.h"

/* Elements of a list of refusals, for the strategy --NAME. */
#define UNFOLD_REFUSES(NAME)                                                                       \
	REFUSE_ORDERS(NAME " explores no tree: "), REFUSE_BOUNDS(NAME " has one formula: "),           \
	    REFUSE_TREE(NAME " explores no tree: "),                                                   \
	    {"depth", "--depth counts the instructions of one execution: it needs --strategy=lazy",    \
	     NULL},                                                                                    \
	    {"first-unwind", "--first-unwind needs --strategy=lazy: " NAME " does not deepen", NULL},  \
	    {"max-unwind", "--max-unwind needs --strategy=lazy: " NAME " does not deepen", NULL},      \
	    {"save-trace", "--save-trace needs --strategy=predict; --cover writes all runs of " NAME,  \
	     NULL},                                                                                    \
	    {"runs", "--runs needs --strategy=predict: " NAME " makes as many runs as it needs",       \
	     NULL},                                                                                    \
	    {"causal", "--causal needs --strategy=predict: " NAME " has the instructions of all runs", \
	     NULL},                                                                                    \
	    {"check-solver",                                                                           \
	     NAME " solves in the way that --order names, so another --order checks it: "              \
	          "--check-solver needs "                                                              \
	          "--strategy=lazy, schedule or uw",                                                   \
	     NULL},                                                                                    \
	    {"smtlib2", EVENTS_NO_SMTLIB, NULL}, {"show-vcc", EVENTS_NO_VCC, NULL}, {                  \
		"unwindset", NAME ": the bound of one thread needs --strategy=lazy", "THREAD:LOOP:N"       \
	}

#endif
