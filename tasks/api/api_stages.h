/* tasks/api/api_stages.h -- a library is verified with one client after the other, from small to
 * large.
 *
 *   api_stages_open --> api_stages_verify
 *
 * A client of a size has all smaller ones in it, so the first violation has few calls, and what
 * holds for the last ones holds for all.
 */
#ifndef TASKS_API_API_STAGES_H
#define TASKS_API_API_STAGES_H

#include "goto/analysis/moved.h"
#include "tasks/api/api.h"
#include "tasks/verify.h"

/* A client of one thread may have so many calls, if those of the stages have fewer: put, put, get.
 */
enum { API_CALLS_ALONE = 3 };

struct api_stage {
	struct api_size size;
	struct library_check check;
};

struct api_stages {
	struct api *api;
	VEC(struct api_stage) stage;
	const char *spec; /* as the user names it */
	bool spec_is_option, spec_is_guessed;
	const char *spec_text; /* NULL: there is none */
	const char *client_file, *spec_file;
	struct text_list file; /* of the user, then ours */
	struct arena *arena;   /* of the options */
	bool has_looked;
	struct moved_use use; /* of a value that is fresh, where that does not stand for all */
};

/* false: *error says which option cannot be followed. */
bool api_stages_open(struct api_stages *, const struct options *, struct config *,
                     const char **error);
/* The program becomes the client of a stage. */
void api_stages_set(const struct api_stages *, struct config *, size_t ix);
/* Or of a client with one thread and so many calls. */
void api_stages_set_alone(const struct api_stages *, struct config *, uint32_t calls);
void api_stages_free(struct api_stages *);

/* The program of a stage was read: has every function a body, and are the values that calls are
 * given only moved? */
void api_stages_look(struct api_stages *, const struct goto_prog *);
/* As long as the library holds.  The last result gets what it rests on, and the clients that it is
 * about: "up to 3 threads with 1 call each and 2 threads with 2 calls each". */
struct result *api_stages_verify(struct verification *,
                                 struct result *(*verify)(void *unused, struct verification *));

/* With one thread alone. */
struct result *api_stages_verify_alone(struct verification *, uint32_t calls,
                                       struct result *(*verify)(void *unused,
                                                                struct verification *));
/* How many calls all threads of the client make together; 0: they have no bound. */
uint32_t api_stages_calls(const struct config *);
/* Calls are compared with a specification that is neither the library itself nor none. */
bool api_stages_has_spec(const struct config *);

/* --show-api, --show-client */
void api_stages_show(FILE *, struct api_stages *, const struct options *);

#endif
