#include <stdbool.h>

struct worker;
struct worker *worker_start(void);
void worker_ask(struct worker *w);
bool worker_answered(struct worker *w);
void worker_stop(struct worker *w);
