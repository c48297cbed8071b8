/* Who was asked may have answered. */
#include "worker.h"

int __mt_choose(int n);
static bool asked, answered;

void worker_ask(struct worker *w) {
	(void)w;
	asked = true;
}

bool worker_answered(struct worker *w) {
	(void)w;
	if (asked && !answered)
		answered = __mt_choose(2);
	return answered;
}
