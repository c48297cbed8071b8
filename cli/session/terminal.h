/* cli/session/terminal.h -- how texts are to look where they are printed: colours, width, layout.
 */
#ifndef CLI_SESSION_TERMINAL_H
#define CLI_SESSION_TERMINAL_H

#include "cli/options/option_table.h"

bool use_colour(const struct options *, int fd);
/* Of the terminal; output into a file or pipe is as wide as people's screens usually are. */
unsigned terminal_width(void);
enum trace_layout terminal_layout(const struct options *);

#endif
