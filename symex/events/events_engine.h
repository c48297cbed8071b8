/* symex/events/events_engine.h -- the operations that a step calls (symex/engine.h). */
#ifndef SYMEX_EVENTS_EVENTS_ENGINE_H
#define SYMEX_EVENTS_EVENTS_ENGINE_H

extern const struct engine events_engine;

#endif
