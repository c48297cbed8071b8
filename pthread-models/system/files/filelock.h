/* pthread-models/system/files/filelock.h -- locks on files.
 *
 * A lock of flock belongs to an open file: another open file that has the same name waits for it,
 * also in the same thread.  Two files are the same if they were opened by the same name since it
 * was removed or renamed last; links are not followed.  A lock of fcntl and lockf belongs to the
 * process, so no thread waits for another one.  Any lock may be held by another process, which may
 * always release it. */
#ifndef PTHREAD_MODELS_SYSTEM_FILES_FILELOCK_H
#define PTHREAD_MODELS_SYSTEM_FILES_FILELOCK_H

#include "files.h"

/* The file that this descriptor was opened for has that name. */
void __model_name_file(int fd, const char *path);
/* That name means another file from now on. */
void __model_forget_path(const char *path);
/* In an atomic section: the file of that number is closed. */
void __model_drop_lock(int number);

/* fcntl with F_GETLK and so on; 'big': with offsets of 64 bits. */
int __model_ask_lock(struct file, void *lock, int big);
int __model_set_lock(struct file, const void *lock, int big, int waits);

#endif
