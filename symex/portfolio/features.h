/* symex/portfolio/features.h -- the features of a program that the plan of strategies depends on.
 */
#ifndef SYMEX_PORTFOLIO_FEATURES_H
#define SYMEX_PORTFOLIO_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include "goto/program/prog.h"

struct program_features {  /* in the code of the user */
	uint32_t creations;    /* calls that create a thread */
	uint32_t loops;        /* and recursive calls */
	uint32_t inputs;       /* calls whose results are inputs */
	uint32_t locks;        /* calls of functions that lock */
	uint32_t atomics;      /* atomic sections */
	bool reads_input;      /* a model asks whether input is at its end */
	bool has_arguments;    /* main has some */
	bool asks_environment; /* a model asks whether calls of the system may fail */
	bool has_numbers;      /* inputs that may be taken for numbers (symex/step/value/small.h) */
	bool creates_in_loop;  /* a thread is created in a loop, or in a function called in one; loops
	                          that count up to a small constant are none */
};

struct program_features program_features(const struct goto_prog *);
/* Only asks_environment, reads_input and has_numbers, which are soon found, given the number of
 * inputs. */
void features_of_library(const struct goto_prog *, struct program_features *);

#endif
