/* cli/options/library.h -- options about histories of calls and the progress of threads become the
 * configuration of symex. */
#ifndef CLI_OPTIONS_LIBRARY_H
#define CLI_OPTIONS_LIBRARY_H

#include "cli/options/options.h"
#include "goto/program/prog.h"
#include "symex/library_check.h"

/* false: the options contradict each other, *error says how. */
bool library_check_of(const struct options *, struct library_check *, const char **error);
/* Warns about functions of --server that the program does not have. */
void library_look_for_servers(const struct library_check *, const struct goto_prog *);
/* The word of --progress-check; false: it is none of library_progress_words. */
bool library_progress(const char *word, struct library_check *);
const char *library_progress_words(void);

#endif
