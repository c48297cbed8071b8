/* solvers/sat/sat_engine.h -- what a SAT library must offer: IPASIR, as a table.
 *
 * Variables are 1, 2, ...; a clause is added literal by literal and ends with 0.  Assumptions hold
 * for the next solve only.
 */
#ifndef SOLVERS_SAT_SAT_ENGINE_H
#define SOLVERS_SAT_SAT_ENGINE_H

struct sat_engine {
	const char *(*version)(void);
	void *(*open)(void);
	void (*close)(void *);
	void (*add)(void *, int literal);
	void (*assume)(void *, int literal);
	int (*solve)(void *);               /* 10: satisfiable, 20: not, 0: stopped */
	int (*value)(void *, int variable); /* after 10: true if > 0 */
	int (*failed)(void *, int literal); /* after 20: the assumption was needed */
	void (*set_stop)(void *, void *context, int (*stop)(void *context)); /* ends solve with 0 */
};

extern const struct sat_engine sat_cadical;

#endif
