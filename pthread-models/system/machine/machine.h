/* pthread-models/system/machine/machine.h -- facts about the machine that do not change while the
 * program runs. */
#ifndef PTHREAD_MODELS_SYSTEM_MACHINE_MACHINE_H
#define PTHREAD_MODELS_SYSTEM_MACHINE_MACHINE_H

#include "../environment.h"

enum { MOST_PROCESSORS = 4096, USUAL_PROCESSORS = 4 };

int __model_processors(void); /* online */

#endif
