/* symex/generalise/path_search.h -- settings of --strategy=mpc: which paths, and which part of
 * their list (process/pool.h).
 */
#ifndef SYMEX_GENERALISE_PATH_SEARCH_H
#define SYMEX_GENERALISE_PATH_SEARCH_H

#include <stdint.h>

struct journal;

enum mpc_strategy {
	MPC_SUFFIXES = 1, /* combines what the threads of different runs do; may miss paths */
	MPC_PATHS = 2,    /* the verdict, then every path */
	MPC_VERDICT = 3,  /* the verdict only */
};

struct path_search {
	enum mpc_strategy strategy;
	uint32_t share, shares;  /* 1 of 1: everything */
	struct journal *journal; /* or NULL */
};

#endif
