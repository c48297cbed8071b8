/* pthread-models/system/events/special.h -- descriptors of eventfd, timerfd, signalfd and epoll.
 *
 * The first three have a channel 'in' without bytes: it is empty unless a counter is not zero, or a
 * timer runs. */
#ifndef PTHREAD_MODELS_SYSTEM_EVENTS_SPECIAL_H
#define PTHREAD_MODELS_SYSTEM_EVENTS_SPECIAL_H

#include "events.h"

#define IS_SPECIAL(kind) ((kind) >= FILE_EPOLL && (kind) <= FILE_SIGNAL)

/* A new one, with its object, and its descriptor. */
int __model_add_special(int kind, int flags, void *object);
ssize_t __model_special_read(struct file *, void *to, size_t n);
ssize_t __model_special_write(struct file *, const void *from, size_t n);

ssize_t __model_counter_read(struct file *, void *to, size_t n);
ssize_t __model_counter_write(struct file *, const void *from, size_t n);
int __model_counter_events(const struct file *);
ssize_t __model_timer_read(struct file *, void *to, size_t n);
int __model_timer_events(const struct file *, int *may);
ssize_t __model_signal_read(struct file *, void *to, size_t n);
int __model_signal_events(const struct file *, int *may);
/* In an atomic section: somebody was told so. */
void __model_timer_expires(const struct file *);
void __model_signal_arrives(const struct file *);

/* The object of a descriptor of that kind; NULL, and errno is EBADF or EINVAL. */
struct file *__model_find_special(int fd, int kind);

#endif
